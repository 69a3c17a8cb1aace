Feature: The life of a message

  The application that puts a message may say for how long it is worth anything: MQMD.Expiry, a field of
  the message descriptor, is a number of tenths of a second, counted from the put. The value goes down
  while the message lies on a queue, and a get or a browse shows what is left. When nothing is left the
  message has expired, and nobody gets it any more. The special value MQEI_UNLIMITED (-1) stands for a
  life without end; it is also what the field contains until somebody sets it.

  A JMS application says the same by its time to live. How that becomes an Expiry is described in the part
  about header mapping; that the message ends in time can be seen in any JMS client, and is looked at here
  as well.

  What the documents leave open, and what is accepted here:

  * How exact all this is. Expiration is called approximate, and small intervals need not be taken off,
    without a number for either. The values shown may differ by 10 tenths from the plain difference, but
    never exceed what was put. No scenario looks for a message within a second of its end, unless both
    answers will do.
  * Negative values other than -1. None is ever put.
  * What a value of 0, or one above 999999999, does where the maximum is not enforced. That is described
    in chapter 07.

  @EX-01
  Rule: MQMD.Expiry counts tenths of a second

    Taken for seconds or milliseconds, the same number ends a life ten times too late or a hundred times too
    early.

    Scenario Outline: After <after> a message with an expiry of <expiry> tenths has gone
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of <expiry> tenths
      And <after> pass
      Then nothing is on ORDERS

      Examples: some seconds past the end
        | expiry | after |
        | 50     | 7 s   |
        | 200    | 22 s  |

      Examples: the shortest life
        | expiry | after |
        | 1      | 2 s   |

    Scenario Outline: After <after> a message with an expiry of <expiry> tenths is still there
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of <expiry> tenths
      And <after> pass
      Then MQGET from ORDERS returns "order-1", and nothing else is on ORDERS

      Examples: before the end
        | expiry | after |
        | 50     | 2 s   |
        | 200    | 18 s  |

    Scenario: After 7 s a message that MQPUT1 has put with an expiry of 50 tenths has gone
      Given a queue ORDERS
      When "order-1" is put to ORDERS by MQPUT1 with an expiry of 50 tenths
      And 7 s pass
      Then nothing is on ORDERS

    Scenario: After 2 s a message that MQPUT1 has put with an expiry of 50 tenths has 3 s left
      Given a queue ORDERS
      When "order-1" is put to ORDERS by MQPUT1 with an expiry of 50 tenths
      And 2 s pass
      Then MQGET from ORDERS returns "order-1" with about 30 tenths left, and nothing else is on ORDERS

    Scenario: A message put by way of an alias has gone when its life is over
      Given a queue ORDERS.EU with an alias queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 50 tenths
      And 7 s pass
      Then nothing is on ORDERS.EU

    Scenario: The largest expiry that is never refused has ended after 1158 days
      Given a queue ORDERS and a clock that the tester sets
      When "order-1" is put to ORDERS with an expiry of 999999999 tenths
      And 1158 days pass
      Then nothing is on ORDERS

    @EX-10
    Scenario: Of the largest expiry that is never refused 10 days are gone after 10 days
      Given a queue ORDERS and a clock that the tester sets
      When "order-1" is put to ORDERS with an expiry of 999999999 tenths
      And 10 days pass
      Then MQGET from ORDERS returns "order-1" with about 991359999 tenths left, and nothing else is on ORDERS

    Scenario: The largest expiry that is never refused lasts for 1157 days
      Given a queue ORDERS and a clock that the tester sets
      When "order-1" is put to ORDERS with an expiry of 999999999 tenths
      And 1157 days pass
      Then MQGET from ORDERS returns "order-1", and nothing else is on ORDERS

    Scenario Outline: A message sent to live for <life> has gone after <after>
      Given a queue ORDERS and a clock that the tester sets
      And a MessageProducer for ORDERS with a time to live of <life>
      When "order-1" is sent, and <after> pass
      Then nothing is on ORDERS

      Examples: more ms than 31 and than 32 bits hold
        | life    | after   |
        | 30 days | 31 days |
        | 60 days | 61 days |

    Scenario Outline: A message sent to live for <life> is still there after <after>
      Given a queue ORDERS and a clock that the tester sets
      And a MessageProducer for ORDERS with a time to live of <life>
      When "order-1" is sent, and <after> pass
      Then "order-1" is delivered to ORDERS, and nothing else is there

      Examples: more ms than 31 and than 32 bits hold
        | life    | after   |
        | 30 days | 29 days |
        | 60 days | 59 days |

  @EX-02
  Rule: An expiry of 600 tenths is a minute

    This is the documents' own example.

    Scenario: After 62 s a message with a minute to live has gone
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 600 tenths
      And 62 s pass
      Then nothing is on ORDERS

    Scenario: After 55 s a message with a minute to live has 5 s left
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 600 tenths
      And 55 s pass
      Then MQGET from ORDERS returns "order-1" with about 50 tenths left, and nothing else is on ORDERS

  @EX-03
  Rule: The expiry interval belongs to the message and begins with its own put

    It is neither an instant nor something that the queue manager assigns to a queue.

    Scenario: Of two messages with one expiry the one put first goes first
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 150 tenths, and 10 s pass
      And "order-2" is put to ORDERS with an expiry of 150 tenths, and 10 s pass
      Then MQGET from ORDERS returns "order-2" with about 50 tenths left, and nothing else is on ORDERS

    Scenario: Each message has the life that its own put gave it
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 600 tenths
      And "order-2" is put to ORDERS with an expiry of 50 tenths
      And "order-3" is put to ORDERS with an expiry of MQEI_UNLIMITED
      Then after 10 s MQGET from ORDERS returns "order-1"
      And MQGET from ORDERS returns "order-3", and nothing else is on ORDERS

    Scenario: Of two messages with one time to live the one sent first goes first
      Given a MessageProducer for a queue ORDERS with a time to live of 6 s
      When "order-1" is sent, and 4 s pass
      And "order-2" is sent
      And 4 s pass
      Then "order-2" is delivered to ORDERS, and nothing else is there

    Scenario: The life that the long form gave one delayed message is not that of the next
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent by the long form of send with a time to live of 6 s, and "order-2" is sent
      And 10 s pass
      Then "order-2" is delivered to ORDERS, and nothing else is there

  @EX-04
  Rule: A message not removed in time may be discarded; one removed in time is got, whatever its end would have been

    "May be discarded" does not mean that it is gone at that instant; it means that nobody will see it again.

    Scenario: A message that nobody removed in time is not returned
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 30 tenths, and its life is over
      Then nothing is on ORDERS

    Scenario: A message whose end comes while the queue manager is down is not returned
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 40 tenths and MQPER_PERSISTENT
      And the queue manager is down for 6 s
      Then nothing is on ORDERS

    Scenario: A message removed in time is got, and its end concerns nobody
      Given the queues ORDERS and REPLIES
      When "order-1" is put to ORDERS with an expiry of 30 tenths
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then after 1 s MQGET from ORDERS returns "order-1"
      And after the life of "order-1" nothing is on REPLIES, and nothing else is on ORDERS

    Scenario Outline: What a <api> sent is not received after its time to live
      Given a <api> for a queue ORDERS with a time to live of 2 s
      When "order-1" is sent, and its life is over
      Then nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: What a <api> sent is received within its time to live
      Given a <api> for a queue ORDERS with a time to live of 8 s
      When "order-1" is sent
      And 2 s pass
      Then "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A delayed message of a <api> is not received after its time to live, counted from the send
      Given a <api> for a queue ORDERS with a delivery delay of 4 s and a time to live of 7 s
      When "order-1" is sent
      And 9 s pass
      Then nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A delayed message of a <api> is received between its delay and the end of its life
      Given a <api> for a queue ORDERS with a delivery delay of 3 s and a time to live of 12 s
      When "order-1" is sent
      And 6 s pass
      Then "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: The time to live of the long form of send counts, not the producer's
      Given a MessageProducer for a queue ORDERS with an unlimited time to live
      When "order-1" is sent by the long form of send with a time to live of 2 s
      And the time to live is set to 2 s
      And "order-2" is sent by the long form of send with an unlimited time to live
      Then after 4 s "order-2" is delivered to ORDERS, and nothing else is there

    Scenario: A message put by MQPUT1 is not got when its life is over
      Given a queue ORDERS
      When "order-1" is put to ORDERS by MQPUT1 with an expiry of 20 tenths, and its life is over
      Then nothing is on ORDERS

  @EX-05
  Rule: MQMD.Expiry goes down while the message lies on its queue

    A browse shows it going down, without an end to the message's stay.

    Scenario: An expiry of 600 tenths has gone down to about 500 tenths after 10 s
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 600 tenths
      And 10 s pass
      Then MQGET from ORDERS returns "order-1" with about 500 tenths left
      And its expiry is at most 510 tenths, and nothing else is on ORDERS

    Scenario: A get by way of an alias shows what is left, not what was put
      Given a queue ORDERS.EU with an alias queue ORDERS
      When "order-1" is put to ORDERS.EU with an expiry of 600 tenths
      And 10 s pass
      Then MQGET from ORDERS returns "order-1" with about 500 tenths left, and nothing else is on ORDERS.EU

    Scenario: A later browse shows less of MQMD.Expiry
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 600 tenths
      Then after 10 s MQGET from ORDERS with MQGMO_BROWSE_FIRST returns "order-1"
      And the remaining expiry of "order-1" is about 500 tenths
      And after 20 s MQGET from ORDERS with MQGMO_BROWSE_FIRST returns "order-1"
      And the remaining expiry of "order-1" is about 300 tenths, and the depth of ORDERS is 1

    Scenario: A JMS browser shows that MQMD.Expiry has gone down, too
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 600 tenths
      And 20 s pass
      Then a browser shows "order-1" on ORDERS
      And the remaining expiry of "order-1" is about 400 tenths, and the depth of ORDERS is 1

    Scenario: MQMD.Expiry goes down while the queue manager is down as well
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 600 tenths and MQPER_PERSISTENT
      And the queue manager is down for 20 s
      Then MQGET from ORDERS returns "order-1" with about 400 tenths left, and nothing else is on ORDERS

    Scenario Outline: MQMD.Expiry goes down all the same when the queue is altered to <change> meanwhile
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 600 tenths
      And 10 s pass
      And ORDERS is altered to <change>, and 10 s pass
      Then MQGET from ORDERS returns "order-1" with about 400 tenths left, and nothing else is on ORDERS

      Examples: what takes messages, and what messages look like
        | change        |
        | PUT(DISABLED) |
        | MAXDEPTH(100) |
        | DEFPSIST(YES) |

  @EX-09
  Rule: Expiration is approximate, and small intervals need not be taken off

    Nobody measures tenths by it. What is taken off is never less than nothing, though.

    Background:
      Given a queue ORDERS

    Scenario: What an expiry of 600 tenths shows right after the put is recorded
      When "order-1" is put to ORDERS with an expiry of 600 tenths
      Then MQGET from ORDERS returns "order-1" with about 600 tenths left
      And its expiry is at most 600 tenths
      And the answer to "What does an expiry of 600 show right after the put?" is recorded, and nothing else is on ORDERS

    Scenario: What an expiry of 600 tenths shows half a second after the put is recorded
      When "order-1" is put to ORDERS with an expiry of 600 tenths
      And 500 ms pass
      Then MQGET from ORDERS returns "order-1" with about 595 tenths left
      And its expiry is at most 600 tenths
      And the answer to "What does an expiry of 600 show half a second after the put?" is recorded, and nothing else is on ORDERS

    Scenario Outline: An expiry of <expiry> tenths, which is no whole number of seconds, is never shown as more
      When "order-1" is put to ORDERS with an expiry of <expiry> tenths
      Then MQGET from ORDERS returns "order-1" with about <expiry> tenths left
      And its expiry is at most <expiry> tenths, and nothing else is on ORDERS

      Examples: a tenth above a whole second, and half of one
        | expiry |
        | 601    |
        | 3605   |

      Examples: the largest that is never refused, which a float of 32 bits rounds up
        | expiry    |
        | 999999999 |

  @EX-10
  Rule: A get shows the life that remains

    Neither the time that has passed nor an instant.

    Scenario Outline: After <after> a get of a message with an expiry of 600 tenths shows about <remaining> tenths
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 600 tenths
      And <after> pass
      Then MQGET from ORDERS returns "order-1" with about <remaining> tenths left, and nothing else is on ORDERS

      Examples: early, late, and shortly before the end
        | after | remaining |
        | 5 s   | 550       |
        | 20 s  | 400       |
        | 57 s  | 30        |

    Scenario Outline: A get with <options> shows the life that remains, too
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 600 tenths
      And 20 s pass
      Then MQGET from ORDERS with <options> returns "order-1"
      And the remaining expiry of "order-1" is about 400 tenths, and nothing else is on ORDERS

      Examples: in a unit of work, one message, and both
        | options                                            |
        | MQGMO_SYNCPOINT                                    |
        | MQMO_MATCH_MSG_ID of "order-1"                     |
        | MQMO_MATCH_MSG_ID of "order-1" and MQGMO_SYNCPOINT |

    Scenario Outline: A browse with <options> shows the life that remains, too
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 600 tenths
      And 20 s pass
      Then MQGET from ORDERS with <options> returns "order-1"
      And the remaining expiry of "order-1" is about 400 tenths, and the depth of ORDERS is 1

      Examples: with a lock, and one message
        | options                                               |
        | MQGMO_BROWSE_FIRST and MQGMO_LOCK                     |
        | MQGMO_BROWSE_FIRST and MQMO_MATCH_MSG_ID of "order-1" |

    Scenario Outline: A get under the cursor with <options> shows what is left by then
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 600 tenths
      Then MQGET from ORDERS with MQGMO_BROWSE_FIRST returns "order-1"
      And after 20 s MQGET from ORDERS with <options> returns "order-1"
      And the remaining expiry of "order-1" is about 400 tenths, and nothing else is on ORDERS

      Examples: at once or in a unit of work
        | options                                    |
        | MQGMO_MSG_UNDER_CURSOR                     |
        | MQGMO_MSG_UNDER_CURSOR and MQGMO_SYNCPOINT |

    Scenario: Of two messages each shows its own remaining life
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 900 tenths, and 20 s pass
      And "order-2" is put to ORDERS with an expiry of 300 tenths
      Then after 20 s MQGET from ORDERS returns "order-1" with about 500 tenths left
      And MQGET from ORDERS returns "order-2" with about 100 tenths left, and nothing else is on ORDERS

    Scenario: A delay is part of the time that has passed
      Given a MessageProducer for a queue ORDERS with a delivery delay of 5 s and a time to live of 60 s
      When "order-1" is sent
      And 12 s pass
      Then "order-1" is delivered to ORDERS with about 480 tenths left, and nothing else is on ORDERS

    Scenario Outline: A <kind> subscriber sees what is left of the life of a publication
      Given a topic PRICES with a <kind> subscriber alice
      And a MessageProducer for the topic PRICES with a time to live of 60 s
      When "price-1" is published
      Then after 20 s "price-1" is delivered to the subscriber alice
      And the remaining expiry of "price-1" is about 400 tenths, and nothing else is delivered to the subscriber alice

      Examples: of all kinds
        | kind        |
        | non-durable |
        | durable     |
        | transacted  |

  @EX-19
  Rule: A returned message has a positive expiry or an unlimited one, never 0

    Otherwise a program that copies the value into its reply would put 0, which is an error.

    Scenario Outline: <after> after its put and <left> before its end an expiry of <expiry> tenths is not shown as 0
      Given a queue ORDERS and a clock that the tester sets
      When "order-1" is put to ORDERS with an expiry of <expiry> tenths
      And <after> pass
      Then MQGET from ORDERS returns "order-1" with a positive expiry, or no message, and nothing else is on ORDERS

      Examples: the last tenth
        | expiry | after    | left  |
        | 20     | 1901 ms  | 99 ms |
        | 20     | 1950 ms  | 50 ms |
        | 600    | 59970 ms | 30 ms |
        | 600    | 59999 ms | 1 ms  |

      Examples: the shortest life
        | expiry | after | left   |
        | 1      | 0 ms  | 100 ms |
        | 1      | 70 ms | 30 ms  |

    Scenario: An unlimited message shows MQEI_UNLIMITED
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of MQEI_UNLIMITED
      Then after 10 s MQGET from ORDERS returns "order-1"
      And its expiry is positive or unlimited
      And its MQMD.Expiry is MQEI_UNLIMITED, and nothing else is on ORDERS

    Scenario Outline: A get under the cursor with <options> shows no 0 in the last tenth of a life
      Given a queue ORDERS and a clock that the tester sets
      When "order-1" is put to ORDERS with an expiry of 20 tenths
      Then MQGET from ORDERS with MQGMO_BROWSE_FIRST returns "order-1"
      When 1950 ms pass
      Then MQGET from ORDERS with <options> returns "order-1" with a positive expiry, or no message, and nothing else is on ORDERS

      Examples: at once or in a unit of work
        | options                                    |
        | MQGMO_MSG_UNDER_CURSOR                     |
        | MQGMO_MSG_UNDER_CURSOR and MQGMO_SYNCPOINT |

    Scenario: A get by way of an alias shows no 0 in the last tenth of a life
      Given a clock that the tester sets
      And a queue ORDERS.EU with an alias queue ORDERS
      When "order-1" is put to ORDERS.EU with an expiry of 20 tenths
      And 1950 ms pass
      Then MQGET from ORDERS returns "order-1" with a positive expiry, or no message, and nothing else is on ORDERS.EU

    Scenario: A get from a transmission queue shows no 0 in the last tenth of a life
      Given a clock that the tester sets
      And a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      When "order-1" is put to ORDERS with an expiry of 20 tenths
      And 1950 ms pass
      Then MQGET from TO.QM2 returns "order-1" with a positive expiry, or no message, and nothing else is on TO.QM2

    Scenario: A get at another queue manager shows no 0 in the last tenth of a life
      Given a clock that the tester sets
      And a queue manager QM2 of version 9.2 to which the application connects
      And a MessageProducer for a queue ORDERS with a time to live of 2 s
      And the getting application connects to QM2
      When "order-1" is sent
      And 1950 ms pass
      Then MQGET from ORDERS returns "order-1" with a positive expiry, or no message, and nothing else is on ORDERS

    Scenario: A get in a unit of work at another queue manager shows no 0 in the last tenth of a life
      Given a clock that the tester sets
      And a queue manager QM2 of version 9.2 to which the application connects
      And a MessageProducer for a queue ORDERS with a time to live of 2 s
      And the getting application connects to QM2
      When "order-1" is sent
      And 1950 ms pass
      Then MQGET from ORDERS with MQGMO_SYNCPOINT returns "order-1" with a positive expiry, or no message, and nothing else is on ORDERS

    Scenario Outline: A <kind> subscriber is shown no 0 in the last tenth of a life
      Given a clock that the tester sets
      And a topic PRICES with a <kind> subscriber alice
      And a MessageProducer for the topic PRICES with a time to live of 2 s
      When "price-1" is published
      Then after 1950 ms "price-1" is delivered to the subscriber alice with a positive expiry, or nothing
      And nothing else is delivered to the subscriber alice

      Examples: of all kinds
        | kind        |
        | non-durable |
        | durable     |
        | transacted  |

    Scenario Outline: A get with <options> shows no 0 in the last tenth of a life
      Given a queue ORDERS and a clock that the tester sets
      When "order-1" is put to ORDERS with an expiry of 20 tenths
      And 1950 ms pass
      Then MQGET from ORDERS with <options> returns "order-1" with a positive expiry, or no message, and nothing else is on ORDERS

      Examples: in a unit of work, one message, and both
        | options                                            |
        | MQGMO_SYNCPOINT                                    |
        | MQMO_MATCH_MSG_ID of "order-1"                     |
        | MQMO_MATCH_MSG_ID of "order-1" and MQGMO_SYNCPOINT |

    Scenario Outline: A browse with <options> shows no 0 in the last tenth of a life
      Given a queue ORDERS and a clock that the tester sets
      When "order-1" is put to ORDERS with an expiry of 20 tenths
      And 1950 ms pass
      Then MQGET from ORDERS with <options> returns "order-1" with a positive expiry, or no message
      And the depth of ORDERS is 0 or 1

      Examples: the first message, with a lock, and one message
        | options                                               |
        | MQGMO_BROWSE_FIRST                                    |
        | MQGMO_BROWSE_FIRST and MQGMO_LOCK                     |
        | MQGMO_BROWSE_FIRST and MQMO_MATCH_MSG_ID of "order-1" |

    @EX-47
    Scenario: No 0 is shown on a dead-letter queue in the last tenth of a life
      Given a clock that the tester sets, and a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with a time to live of 9 s and a delivery delay of 3 s
      When "order-1" is sent
      And ORDERS is altered to PUT(DISABLED), and 8950 ms pass
      Then MQGET from the dead-letter queue returns "order-1" with a positive expiry, or no message, and nothing else is on the dead-letter queue

    @EX-47
    Scenario: A browse shows no 0 on a dead-letter queue in the last tenth of a life
      Given a clock that the tester sets, and a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with a time to live of 9 s and a delivery delay of 3 s
      When "order-1" is sent
      And ORDERS is altered to PUT(DISABLED), and 8950 ms pass
      Then a browser shows "order-1" on the dead-letter queue with a positive expiry, or nothing
      And MQGET from the dead-letter queue with MQGMO_BROWSE_FIRST returns "order-1" with a positive expiry, or no message
      And MQGET from the dead-letter queue with MQGMO_MSG_UNDER_CURSOR returns "order-1" with a positive expiry, or no message
      And nothing else is on the dead-letter queue

    @EX-47
    Scenario: A receive of a JMS client shows no 0 on a dead-letter queue in the last tenth of a life
      Given a clock that the tester sets, and a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with a time to live of 9 s and a delivery delay of 3 s
      When "order-1" is sent
      And ORDERS is altered to PUT(DISABLED), and 8950 ms pass
      Then the sender itself receives "order-1" from the dead-letter queue with a positive expiry, or no message, and nothing else is on the dead-letter queue

    Scenario: A receive of a JMS client shows no 0 in the last tenth of a life
      Given a clock that the tester sets
      And a MessageProducer for a queue ORDERS with a time to live of 2 s
      When "order-1" is sent
      And 1950 ms pass
      Then the sender itself receives "order-1" from ORDERS with a positive expiry, or no message, and nothing else is on ORDERS

    Scenario: A browser shows no 0 in the last tenth of a life
      Given a clock that the tester sets
      And a MessageProducer for a queue ORDERS with a time to live of 2 s
      When "order-1" is sent
      And 1950 ms pass
      Then a browser shows "order-1" on ORDERS with a positive expiry, or nothing

  @EX-62
  Rule: MQEI_UNLIMITED never ends and never goes down

    It is a special value, not the number -1.

    Scenario Outline: After <after> an unlimited message is there as it was put
      Given a queue ORDERS and a clock that the tester sets
      When "order-1" is put to ORDERS with an expiry of MQEI_UNLIMITED
      And <after> pass
      Then MQGET from ORDERS with MQGMO_BROWSE_FIRST returns "order-1" with MQMD.Expiry MQEI_UNLIMITED
      And MQGET from ORDERS returns "order-1" with MQMD.Expiry MQEI_UNLIMITED, and nothing else is on ORDERS

      Examples: short and long
        | after     |
        | 10 s      |
        | 10 days   |
        | 3000 days |

    Scenario: The largest number that Expiry holds is not unlimited
      Given a queue ORDERS and a clock that the tester sets
      When "order-1" is put to ORDERS with an expiry of 2147483647 tenths
      Then MQPUT is accepted, or refused with MQRC_EXPIRY_ERROR (2013)
      And after 2486 days nothing is on ORDERS

    Scenario: An unlimited expiry stays unlimited on a transmission queue
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      When "order-1" is put to ORDERS with an expiry of MQEI_UNLIMITED
      And 1 min passes
      And the channel of TO.QM2 runs for 1 s
      Then "order-1" is delivered to STOCK on QM2 with MQMD.Expiry MQEI_UNLIMITED, and nothing else is on STOCK on QM2

    Scenario Outline: What a <api> sent without end outlives what it sent to last 2 s
      Given a <api> for a queue ORDERS with a time to live of 2 s
      When "order-1" is sent
      And the time to live is set to unlimited
      And "order-2" is sent, and 5 s pass
      Then "order-2" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: After <after> a persistent unlimited message is there as it was put
      Given a queue ORDERS and a clock that the tester sets
      When "order-1" is put to ORDERS with an expiry of MQEI_UNLIMITED and MQPER_PERSISTENT
      And <after> pass
      Then MQGET from ORDERS returns "order-1" with MQMD.Expiry MQEI_UNLIMITED, and nothing else is on ORDERS

      Examples: short and long
        | after     |
        | 10 s      |
        | 10 days   |
        | 3000 days |

  @EX-63
  Rule: A put only reads MQMD.Expiry, and a get writes it

    The caller of a put may use the same descriptor for the next one.

    Scenario Outline: A put <how> leaves the caller with an expiry of <value>
      Given a queue ORDERS
      When "order-1" is put to ORDERS <how>
      Then the sender of "order-1" sees MQMD.Expiry <value>
      And after 5 s MQGET from ORDERS returns "order-1", and nothing else is on ORDERS

      Examples: a limited life
        | how                                    | value |
        | with an expiry of 600 tenths           | 600   |
        | by MQPUT1 with an expiry of 600 tenths | 600   |

      Examples: an unlimited life
        | how                                        | value          |
        | with an expiry of MQEI_UNLIMITED           | MQEI_UNLIMITED |
        | by MQPUT1 with an expiry of MQEI_UNLIMITED | MQEI_UNLIMITED |

    Scenario Outline: A put <how> leaves its caller with an expiry of <value> as well
      Given a queue ORDERS
      When "order-1" is put to ORDERS <how>
      Then the sender of "order-1" sees MQMD.Expiry <value>
      When the putting application commits
      Then after 5 s MQGET from ORDERS returns "order-1", and nothing else is on ORDERS

      Examples: in a unit of work
        | how                                                     | value          |
        | in syncpoint with an expiry of 600 tenths               | 600            |
        | by MQPUT1 in syncpoint with an expiry of 600 tenths     | 600            |
        | in syncpoint with an expiry of MQEI_UNLIMITED           | MQEI_UNLIMITED |
        | by MQPUT1 in syncpoint with an expiry of MQEI_UNLIMITED | MQEI_UNLIMITED |

    Scenario: A get writes MQMD.Expiry into its caller's descriptor
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 600 tenths
      And 20 s pass
      Then MQGET from ORDERS returns "order-1" with about 400 tenths left, and nothing else is on ORDERS

  @EX-64
  Rule: Initially MQMD.Expiry is MQEI_UNLIMITED

    Who sets nothing gets messages that last.

    Scenario Outline: A message put to <queue> with an initial descriptor never expires
      Given a queue ORDERS and a clock that the tester sets
      When "order-1" is put to <queue>
      And 1000 days pass
      Then MQGET from ORDERS returns "order-1" with MQMD.Expiry MQEI_UNLIMITED, and nothing else is on ORDERS

      Examples: both calls
        | queue            |
        | ORDERS           |
        | ORDERS by MQPUT1 |

    Scenario Outline: Who puts to <queue> finds MQEI_UNLIMITED in a descriptor that nobody touched
      Given a queue ORDERS
      When "order-1" is put to <queue>
      Then the sender of "order-1" sees MQMD.Expiry MQEI_UNLIMITED
      And MQGET from ORDERS returns "order-1", and nothing else is on ORDERS

      Examples: both calls
        | queue            |
        | ORDERS           |
        | ORDERS by MQPUT1 |
