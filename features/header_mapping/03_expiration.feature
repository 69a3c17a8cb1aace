Feature: Time to live and expiration

  A JMS application gives its producer a time to live in milliseconds. Two things become of it at the send:
  JMSExpiration, the instant at which the message ends, in milliseconds since the epoch; and MQMD.Expiry, the
  interval for which it lives, in tenths of a second. 0 is no time to live, which JMS shows as a
  JMSExpiration of 0 and MQ as MQEI_UNLIMITED (-1). The instant is written into the header behind the
  descriptor as well (here called jms.Exp), because Expiry cannot hold every life: it is a number of 32 bits,
  and so ends at 214748364.7 s, almost seven years. Longer lives are unlimited for the queue manager, and only
  jms.Exp knows better.

  What the documents leave open, and what is accepted here:

  * A time to live of exactly 214748364.7 s, which is neither below nor above the limit. Expiry may hold it
    or be unlimited; the instant is written either way.
  * Times to live between 99999999.9 s and that limit. This text has them stored; the one about Expiry has
    such a put fail with MQRC_EXPIRY_ERROR (2013) where the maximum is enforced. Both are accepted.
  * Which way milliseconds are rounded to tenths. Down and up are accepted. A life below 100 ms may become
    one tenth, or 0, or be refused with MQRC_EXPIRY_ERROR (2013) because it would be 0; it must not become
    unlimited.
  * What name and place the instant has in the header. It is looked at where an adapter shows it.
  * How exactly a receiver is told JMSExpiration: its client may have made it of the remaining life, which is
    approximate. The sender's is compared to the millisecond.
  * What a receiving client does with the instant of a message that the queue manager takes for unlimited, and
    whether it shows it: a client that makes JMSExpiration of the remaining life finds none. Where the header
    itself can be seen, that decides; where it cannot, a JMSExpiration of 0 decides nothing.

  @HM-14
  Rule: JMSExpiration is the time of the send plus the time to live, in milliseconds

    An instant, not an interval, and not counted from a later moment such as a commit or the end of a delay.

    Scenario Outline: A <api> with a time to live of <life> sees JMSExpiration <life> after the send
      Given a <api> for a queue ORDERS with a time to live of <life>, and 250 ms pass
      When "order-1" is sent
      Then the sender of "order-1" sees as JMSExpiration the time of the send plus <life>
      And "order-1" is delivered to ORDERS
      And its JMSExpiration is the time of the send of "order-1" plus <life>, and nothing else is on ORDERS

      Examples: both APIs
        | api             | life |
        | MessageProducer | 20 s |
        | JMSProducer     | 20 s |

      Examples: many tenths, and no whole number of tenths
        | api             | life     |
        | MessageProducer | 30 days  |
        | MessageProducer | 60042 ms |

    Scenario Outline: A JMSExpiration that is preset on a message of a <api> with a time to live of <life> is not used
      Given a <api> for a queue ORDERS with a time to live of <life>
      When "order-1" is sent
        | JMSExpiration | 9999999999999 |
      Then the sender of "order-1" sees as JMSExpiration the time of the send plus <life>
      And "order-1" is delivered to ORDERS
      And its JMSExpiration is the time of the send of "order-1" plus <life>, and nothing else is on ORDERS

      Examples: both APIs
        | api             | life |
        | MessageProducer | 60 s |
        | JMSProducer     | 20 s |

    Scenario: A JMSExpiration that is preset on a message does not end an unlimited life
      Given a MessageProducer for a queue ORDERS
      When "order-1" is sent
        | JMSExpiration | 9999999999999 |
      Then the sender of "order-1" sees JMSExpiration 0
      And "order-1" is delivered to ORDERS with MQMD.Expiry MQEI_UNLIMITED, and nothing else is on ORDERS

    Scenario: JMSExpiration does not count a delivery delay
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s and a time to live of 20 s
      When "order-1" is sent
      Then the sender of "order-1" sees as JMSExpiration the time of the send plus 20 s
      And after its delivery delay "order-1" is delivered to ORDERS
      And its JMSExpiration is the time of the send of "order-1" plus 20 s, and nothing else is on ORDERS

    Scenario: JMSExpiration goes by the time to live of the long form of send
      Given a MessageProducer for a queue ORDERS with a time to live of 60 s
      When "order-1" is sent by the long form of send with a time to live of 20 s
      Then the sender of "order-1" sees as JMSExpiration the time of the send plus 20 s
      And "order-1" is delivered to ORDERS
      And its JMSExpiration is the time of the send of "order-1" plus 20 s, and nothing else is on ORDERS

    Scenario: An expiration preset on the message is overwritten
      Given a MessageProducer for a queue ORDERS with a time to live of 20 s
      When "order-1" is sent
        | JMSExpiration | 1 |
      Then the sender of "order-1" sees as JMSExpiration the time of the send plus 20 s
      And "order-1" is delivered to ORDERS
      And its JMSExpiration is the time of the send of "order-1" plus 20 s, and nothing else is on ORDERS

    Scenario Outline: Another setter of a <api> that is called after that of the time to live leaves the life as it is: <setting>
      Given a <api> for a queue ORDERS with a time to live of 60 s and <setting>
      When "order-1" is sent
      Then the sender of "order-1" sees as JMSExpiration the time of the send plus 60 s
      And "order-1" is delivered to ORDERS with about 600 tenths left, and nothing else is on ORDERS

      Examples: all that can be set
        | api             | setting                  |
        | MessageProducer | priority 7               |
        | JMSProducer     | priority 7               |
        | MessageProducer | delivery mode PERSISTENT |
        | JMSProducer     | delivery mode PERSISTENT |
        | MessageProducer | message ids disabled     |
        | JMSProducer     | message ids disabled     |

  @HM-15
  Rule: MQMD.Expiry is the time to live in tenths of a second

    An interval, and a hundredth of the number.

    Scenario Outline: A time to live of <life> of a <api> arrives as an expiry of about <expiry> tenths
      Given a <api> for a queue ORDERS with a time to live of <life>
      When "order-1" is sent
      Then "order-1" is delivered to ORDERS with about <expiry> tenths left, and nothing else is on ORDERS

      Examples: both APIs
        | api             | life  | expiry |
        | MessageProducer | 20 s  | 200    |
        | JMSProducer     | 20 s  | 200    |
        | MessageProducer | 1 min | 600    |
        | JMSProducer     | 1 min | 600    |

    Scenario Outline: A time to live of <life> of a <api> is written as an expiry of <expiry> tenths
      Given a <api> for a queue ORDERS with a time to live of <life>
      When "order-1" is sent
      Then the sender of "order-1" sees MQMD.Expiry <expiry>
      And "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             | life    | expiry |
        | MessageProducer | 20 s    | 200    |
        | JMSProducer     | 20 s    | 200    |
        | MessageProducer | 5100 ms | 51     |
        | JMSProducer     | 5100 ms | 51     |

    Scenario Outline: A time to live of <life> of a <api>, which is short, is written as an expiry of <expiry>
      Given a <api> for a queue ORDERS with a time to live of <life>
      When "order-1" is sent
      Then the sender of "order-1" sees MQMD.Expiry <expiry>
      And "order-1" is delivered to ORDERS, or never, and nothing else is on ORDERS

      Examples: exactly one tenth of a second, and just below one and two seconds
        | api             | life    | expiry |
        | MessageProducer | 100 ms  | 1      |
        | JMSProducer     | 100 ms  | 1      |
        | MessageProducer | 900 ms  | 9      |
        | JMSProducer     | 1900 ms | 19     |

    Scenario: A time to live of 60 s leaves an expiry of about 500 tenths after 10 s
      Given a MessageProducer for a queue ORDERS with a time to live of 60 s
      When "order-1" is sent
      And 10 s pass
      Then "order-1" is delivered to ORDERS with about 500 tenths left, and nothing else is on ORDERS

    Scenario Outline: A <api> keeps its time to live when one of its sends is refused
      Given a queue ORDERS with PUT(DISABLED)
      And a <api> without a destination with a time to live of 60 s
      When "order-1" is sent to ORDERS, and the send has been refused
      And ORDERS is altered to PUT(ENABLED), and "order-2" is sent to ORDERS
      Then "order-2" is delivered to ORDERS with about 600 tenths left, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: MQMD.Expiry goes by the time to live of the long form of send
      Given a MessageProducer for a queue ORDERS with a time to live of 60 s
      When "order-1" is sent by the long form of send with a time to live of 20 s
      Then "order-1" is delivered to ORDERS with about 200 tenths left, and nothing else is on ORDERS

    Scenario Outline: A time to live of 60 s of a transacted <api> is an expiry of 600 tenths
      Given a transacted <api> for a queue ORDERS with a time to live of 60 s
      When "order-1" is sent
      Then the sender of "order-1" sees MQMD.Expiry 600, and nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A time to live of 60 s of a <api> without a destination is an expiry of 600 tenths
      Given a queue ORDERS, and a <api> without a destination with a time to live of 60 s
      When "order-1" is sent to ORDERS
      Then the sender of "order-1" sees MQMD.Expiry 600, and a browser shows "order-1" on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @HM-16
  Rule: An unlimited time to live becomes MQEI_UNLIMITED

    A copied 0 would be an error to MQPUT, or a message that never lived.

    Scenario Outline: The message of a <producer> has the expiry MQEI_UNLIMITED
      Given a queue ORDERS
      And a <producer>
      When "order-1" is sent
      Then "order-1" is delivered to ORDERS with MQMD.Expiry MQEI_UNLIMITED, and nothing else is on ORDERS

      Examples: a time to live that was never set
        | producer                   |
        | MessageProducer for ORDERS |
        | JMSProducer for ORDERS     |

      Examples: a time to live that was set back to unlimited
        | producer                                                                                 |
        | MessageProducer for ORDERS with a time to live of 5 s and then an unlimited time to live |
        | JMSProducer for ORDERS with a time to live of 5 s and then an unlimited time to live     |

    Scenario Outline: What one <api> is given does not limit the messages of another
      Given a <api> for a queue ORDERS
      And another <api> for ORDERS in the same session
      When the time to live is set to 2 s
      And "order-1" is sent by the first producer
      Then "order-1" is delivered to ORDERS with MQMD.Expiry MQEI_UNLIMITED, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: An unlimited life in the long form of send overrides the producer's
      Given a MessageProducer for a queue ORDERS with a time to live of 5 s
      When "order-1" is sent by the long form of send with an unlimited time to live
      Then "order-1" is delivered to ORDERS with MQMD.Expiry MQEI_UNLIMITED, and nothing else is on ORDERS

    @HM-17
    Scenario: An unlimited life in the long form of send overrides that of the publisher
      Given a topic PRICES with a non-durable subscriber alice
      And a MessageProducer for the topic PRICES with a time to live of 60 s
      When "price-1" is sent by the long form of send with an unlimited time to live
      Then the sender of "price-1" sees MQMD.Expiry MQEI_UNLIMITED
      And the sender of "price-1" sees jms.Exp absent
      And "price-1" is delivered to the subscriber alice, and nothing else

    Scenario Outline: A <api> with an unlimited time to live writes MQEI_UNLIMITED, not 0
      Given a <api> for a queue ORDERS with an unlimited time to live
      When "order-1" is sent
      Then the send is accepted
      And the sender of "order-1" sees MQMD.Expiry MQEI_UNLIMITED
      And "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: The sender of an unlimited message with a <api> sees a JMSExpiration of 0
      Given a <api> for a queue ORDERS with an unlimited time to live
      When "order-1" is sent
        | JMSExpiration | 1 |
      Then the sender of "order-1" sees JMSExpiration 0
      And "order-1" is delivered to ORDERS with JMSExpiration 0, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @HM-17
  Rule: An unlimited time to live writes no expiration into the header

    Absent, not 0.

    Scenario Outline: A message of a <api> without a time to live arrives without an expiration
      Given a <api> for a queue ORDERS with an unlimited time to live
      When "order-1" is sent
      Then "order-1" is delivered to ORDERS
      And its jms.Exp is absent, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A message object that is sent again by a <api> without a time to live has no expiration
      Given a <api> for a queue ORDERS with a time to live of 60 s
      When "order-1" is sent, and the time to live is set to unlimited
      And "order-2" is sent
        | message object of | "order-1" |
      Then the sender of "order-2" sees jms.Exp absent, and "order-1" is delivered to ORDERS
      And "order-2" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A <api> without a time to live writes no expiration
      Given a <api> for a queue ORDERS with an unlimited time to live
      When "order-1" is sent
        | JMSExpiration | 1 |
      Then the sender of "order-1" sees jms.Exp absent
      And "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    @X-07
    Scenario: The long form of send with an unlimited time to live writes no expiration of a delayed message
      Given a MessageProducer for a queue ORDERS with a time to live of 60 s and a delivery delay of 3 s
      When "order-1" is sent by the long form of send with an unlimited time to live
      Then the sender of "order-1" sees jms.Exp absent
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: A producer whose time to live was set back to unlimited writes no expiration
      Given a MessageProducer for a queue ORDERS with a time to live of 60 s
      When "order-1" is sent, and the time to live is set to unlimited
      And "order-2" is sent
      Then "order-1" and "order-2" are delivered to ORDERS in this order
      And its jms.Exp is absent, and nothing else is on ORDERS

  @HM-18
  Rule: A time to live below 214748364.7 s is stored in MQMD.Expiry

    Whoever multiplies first, or counts in 32 bits, comes to an end earlier.

    Scenario Outline: A time to live of <life> of a <api> arrives as about <expiry> tenths
      Given a <api> for a queue ORDERS with a time to live of <life>
      When "order-1" is sent
      Then "order-1" is delivered to ORDERS with about <expiry> tenths left, and nothing else is on ORDERS

      Examples: around 32 bits of milliseconds, and the largest that no other text has refused
        | api             | life           | expiry    |
        | MessageProducer | 2147483700 ms  | 21474837  |
        | JMSProducer     | 4294967300 ms  | 42949673  |
        | MessageProducer | 99999999900 ms | 999999999 |
        | JMSProducer     | 99999999900 ms | 999999999 |

    Scenario Outline: A time to live of <life> of a <api> is stored as <expiry> tenths
      Given a <api> for a queue ORDERS with a time to live of <life>
      When "order-1" is sent
      Then the send is accepted
      And the sender of "order-1" sees MQMD.Expiry <expiry>
      And "order-1" is delivered to ORDERS, and nothing else is there

      Examples: everyday lives
        | api             | life  | expiry |
        | MessageProducer | 100 s | 1000   |
        | JMSProducer     | 1 day | 864000 |

      Examples: around 32 bits of milliseconds
        | api             | life          | expiry   |
        | MessageProducer | 2147483600 ms | 21474836 |
        | MessageProducer | 2147483700 ms | 21474837 |
        | JMSProducer     | 4294967300 ms | 42949673 |

      Examples: the largest that no other text has refused
        | api             | life           | expiry    |
        | MessageProducer | 99999999900 ms | 999999999 |
        | JMSProducer     | 99999999900 ms | 999999999 |

    Scenario Outline: A time to live of <life> of a <api> is stored as <expiry> tenths, or refused as too large
      Given a <api> for a queue ORDERS
      When the time to live is set to <life>
      And "order-1" is sent
      Then setTimeToLive or the send is accepted, or refused with MQRC_EXPIRY_ERROR (2013)
      And the answer to "Is a time to live accepted that is above 99999999.9 s and fits into Expiry?" is recorded
      And the sender of "order-1", if it was accepted, sees MQMD.Expiry <expiry>
      And "order-1" is delivered to ORDERS, or never, and nothing else is on ORDERS

      Examples: between the limits of the two texts
        | api             | life            | expiry     |
        | MessageProducer | 100000000000 ms | 1000000000 |
        | MessageProducer | 214748364600 ms | 2147483646 |
        | JMSProducer     | 214748364600 ms | 2147483646 |

  @HM-19
  Rule: The expiration is written into the header as a number of 64 bits

    The instant, not the interval. An attribute that says so (dt, of i8) may be there or not; another type would
    be wrong, and 32 bits would not do.

    Scenario Outline: A <api> with a time to live of <life> writes the JMSExpiration that its sender sees
      Given a <api> for a queue ORDERS with a time to live of <life>, and 123 ms pass
      When "order-1" is sent
      Then the sender of "order-1" sees as jms.Exp the time of the send plus <life>
      And the sender of "order-1" sees dt of jms.Exp absent or "i8"
      And "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             | life |
        | MessageProducer | 20 s |
        | JMSProducer     | 20 s |

      Examples: more milliseconds than 32 bits can count, and no whole number of tenths
        | api             | life           |
        | MessageProducer | 99999999900 ms |
        | JMSProducer     | 60042 ms       |

    @X-11
    Scenario Outline: A <api> with a time to live of <life> writes when that ends, too
      Given a <api> for a queue ORDERS
      When the time to live is set to <life>
      And "order-1" is sent
      Then setTimeToLive or the send is accepted, or refused
      And the sender of "order-1", if it was accepted, sees as jms.Exp the time of the send plus <life>
      And after 3 s nothing is on ORDERS

      Examples: less than a tenth of a second
        | api             | life  |
        | MessageProducer | 1 ms  |
        | MessageProducer | 99 ms |
        | JMSProducer     | 1 ms  |
        | JMSProducer     | 99 ms |

    Scenario Outline: The JMSExpiration of a message of a <api> arrives in the header
      Given a <api> for a queue ORDERS with a time to live of 20 s
      When "order-1" is sent
      Then "order-1" is delivered to ORDERS
      And its jms.Exp is the JMSExpiration that the sender of "order-1" was given
      And its dt of jms.Exp is absent or "i8"
      And the answer to "Does the expiration in the header say its type?" is recorded, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: The receiver of a message of a <api> sees the JMSExpiration of its sender
      Given a <api> for a queue ORDERS with a time to live of 20 s
      When "order-1" is sent
      Then "order-1" is delivered to ORDERS
      And a receiver with JMS alone sees as JMSExpiration the JMSExpiration of "order-1", and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @HM-20
  Rule: A time to live above 214748364.7 s becomes MQEI_UNLIMITED

    Neither the largest number that fits nor what is left of one that does not.

    Scenario Outline: A time to live of <life> of a <api> is written as MQEI_UNLIMITED
      Given a <api> for a queue ORDERS with a time to live of <life>
      When "order-1" is sent
      Then the send is accepted
      And the sender of "order-1" sees MQMD.Expiry MQEI_UNLIMITED
      And "order-1" is delivered to ORDERS, and nothing else is there

      Examples: one tenth above and far above
        | api             | life            |
        | MessageProducer | 214748364800 ms |
        | JMSProducer     | 10000 days      |

    Scenario: A time to live above it in the long form of send is written as MQEI_UNLIMITED
      Given a MessageProducer for a queue ORDERS with a time to live of 60 s
      When "order-1" is sent by the long form of send with a time to live of 214748364800 ms
      Then the sender of "order-1" sees MQMD.Expiry MQEI_UNLIMITED
      And "order-1" is delivered to ORDERS with MQMD.Expiry MQEI_UNLIMITED, and nothing else is on ORDERS

    Scenario Outline: A message with a time to live of <life> of a <api> arrives unlimited
      Given a <api> for a queue ORDERS with a time to live of <life>
      When "order-1" is sent
      Then "order-1" is delivered to ORDERS with MQMD.Expiry MQEI_UNLIMITED, and nothing else is on ORDERS

      Examples: one tenth above
        | api             | life            |
        | MessageProducer | 214748364800 ms |
        | JMSProducer     | 214748364800 ms |

      Examples: far above
        | api             | life        |
        | MessageProducer | 10000 days  |
        | JMSProducer     | 10000 days  |
        | MessageProducer | 100000 days |

      Examples: as many tenths as cut off to 32 bits would be none, and a few more, which would be those few
        | api             | life            |
        | MessageProducer | 429496729600 ms |
        | JMSProducer     | 429496729600 ms |
        | MessageProducer | 429496730600 ms |

    @EX-62
    Scenario Outline: A message of a <api> whose life Expiry cannot hold is still on its queue when that life is over
      Given a clock that the tester sets, and a <api> for a queue ORDERS with a time to live of 2500 days
      When "order-1" is sent
      Then after 2501 days the depth of ORDERS is 1

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @HM-21
  Rule: The true expiration of a life too long for Expiry is written into the header

    It tells such a message from one without end.

    Scenario Outline: A time to live of <life> of a <api> is written as an instant
      Given a <api> for a queue ORDERS with a time to live of <life>
      When "order-1" is sent
      Then the sender of "order-1" sees as jms.Exp the time of the send plus <life>
      And "order-1" is delivered to ORDERS, and nothing else is there

      Examples: one tenth above and far above
        | api             | life            |
        | MessageProducer | 214748364800 ms |
        | JMSProducer     | 10000 days      |

    Scenario Outline: A time to live of <life> of a <api> arrives as an instant
      Given a <api> for a queue ORDERS with a time to live of <life>
      When "order-1" is sent
      Then "order-1" is delivered to ORDERS
      And its jms.Exp is the time of the send of "order-1" plus <life>, and nothing else is on ORDERS

      Examples: one tenth above and far above
        | api             | life            |
        | MessageProducer | 214748364800 ms |
        | JMSProducer     | 214748364800 ms |
        | MessageProducer | 10000 days      |

      Examples: beyond the seconds of 32 bits, beyond thirteen digits, and beyond the year 9999
        | api             | life          |
        | MessageProducer | 100000 days   |
        | JMSProducer     | 100000 days   |
        | MessageProducer | 10000000 days |

    Scenario Outline: The receiver of a message of a <api> with a life of <life> sees when it ends
      Given a <api> for a queue ORDERS with a time to live of <life>
      When "order-1" is sent
      Then the sender of "order-1" sees as JMSExpiration the time of the send plus <life>
      And "order-1" is delivered to ORDERS
      And a receiver with JMS alone sees as JMSExpiration the JMSExpiration of "order-1", and nothing else is on ORDERS

      Examples: one tenth above and far above
        | api             | life            |
        | MessageProducer | 214748364800 ms |
        | JMSProducer     | 214748364800 ms |
        | MessageProducer | 10000 days      |

  @HM-22
  Rule: A time to live of exactly 214748364.7 s may be stored or become unlimited

    One rule speaks of less, the other of more.

    Scenario Outline: What a <api> makes of exactly 214748364.7 s is recorded
      Given a <api> for a queue ORDERS
      When the time to live is set to 214748364700 ms
      And "order-1" is sent
      Then setTimeToLive or the send is accepted, or refused with MQRC_EXPIRY_ERROR (2013)
      And the sender of "order-1", if it was accepted, sees MQMD.Expiry 2147483647 or MQEI_UNLIMITED
      And the answer to "Which expiry has a message with a time to live of exactly 214748364.7 s?" is recorded
      And the sender of "order-1", if it was accepted, sees as jms.Exp the time of the send plus 214748364700 ms
      And "order-1" is delivered to ORDERS, or never, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @HM-23
  Rule: Milliseconds that are no whole number of tenths may be rounded down or up

    Nobody says which. Unlimited they never become.

    Scenario Outline: Whether a time to live of <life> is rounded to <down> or <up> is recorded
      Given a MessageProducer for a queue ORDERS with a time to live of <life>
      When "order-1" is sent
      Then the sender of "order-1" sees MQMD.Expiry <down> or <up>
      And the answer to "Which expiry has a message with a time to live of <life>?" is recorded
      And "order-1" is delivered to ORDERS, or never, and nothing else is on ORDERS

      Examples: below, at and above the half
        | life     | down | up  |
        | 1001 ms  | 10   | 11  |
        | 1050 ms  | 10   | 11  |
        | 1099 ms  | 10   | 11  |
        | 60042 ms | 600  | 601 |

    @X-11
    Scenario Outline: What a <api> makes of a time to live of <life> is recorded
      Given a <api> for a queue ORDERS
      When the time to live is set to <life>
      And "order-1" is sent
      Then setTimeToLive or the send is accepted, or refused
      And the sender of "order-1", if it was accepted, sees MQMD.Expiry 0 or 1
      And the answer to "Which expiry has a message with a time to live of <life>?" is recorded
      And after 3 s nothing is on ORDERS

      Examples: less than a tenth of a second
        | api             | life  |
        | MessageProducer | 1 ms  |
        | MessageProducer | 49 ms |
        | JMSProducer     | 99 ms |

    @X-11
    Scenario Outline: A time to live of <life> of a <api> does not last
      Given a <api> for a queue ORDERS
      When the time to live is set to <life>
      And "order-1" is sent
      Then setTimeToLive or the send is accepted, or refused
      And after 3 s nothing is on ORDERS

      Examples: less than a tenth of a second
        | api             | life  |
        | MessageProducer | 99 ms |
        | JMSProducer     | 49 ms |

    Scenario: A time to live of no whole number of tenths is accepted and does not last
      Given a MessageProducer for a queue ORDERS with a time to live of 1050 ms
      When "order-1" is sent
      Then the send is accepted
      And after 3 s nothing is on ORDERS
