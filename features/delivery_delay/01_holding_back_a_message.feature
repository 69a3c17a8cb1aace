Feature: Holding back a message

  A JMS application may ask that a message be held back. It gives its producer a delivery delay in
  milliseconds; the delay is added to the time at which a message is sent, and before that instant
  nobody can get the message. An application has two ways to say so: by a MessageProducer or, in the
  simplified API of JMS 2.0, by a JMSProducer. In the meantime the message does not lie on its target
  queue but on a staging queue of the queue manager, from which a component of the queue manager, the
  delivery delay processor, moves it when its delay is over.

  What the documents leave open, and what is accepted here:

  * The instant at which the delay ends. "Until after the delay" and "the earliest time at which it can be
    got" pull apart by one tick of the clock. Both are accepted; nothing is looked at in that instant.
  * How late a message may come. No bound is given, so none is tested. On a real clock a message that has
    not come yet is late, never lost; how late it came is recorded.
  * The order of a message that has just come due and one that was waiting already. It is recorded.
  * The layout of the header that a staged message, one that waits on the staging queue, carries. Only
    that there is one is tested.

  @DD-01
  Rule: A delayed message cannot be got before its delivery delay has passed

    The look at the queue goes through a connection of its own, since the documents promise this to
    "any other application". The bound counts from before the send, so that no machine is too fast for it.

    Scenario Outline: A consumer that looks halfway through the delay of a <api> finds nothing
      Given a <api> for a queue ORDERS with a delivery delay of 4 s
      When "order-1" is sent, and 2 s pass
      Then nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A message of a <api> that is delayed by <delay> is not there at once
      Given a <api> for a queue ORDERS
      When "order-1" is sent with a delivery delay of <delay>
      Then setDeliveryDelay or the send is accepted, or refused
      And the answer to "Is a delivery delay of <delay> accepted?" is recorded
      And after 2 s nothing is on ORDERS yet

      Examples: three centuries, more nanoseconds than 64 bits hold
        | api             | delay            |
        | MessageProducer | 9467280000000 ms |
        | JMSProducer     | 9467280000000 ms |

      Examples: ninety years, until when 32 bits no longer hold the seconds, nor two digits the year
        | api             | delay            |
        | MessageProducer | 2840184000000 ms |
        | JMSProducer     | 2840184000000 ms |

    Scenario Outline: A <api> may refuse a delay whose end does not fit into 64 bits, or accept it
      Given a <api> for a queue ORDERS
      When "order-1" is sent with a delivery delay of 9223372036854775807 ms
      Then setDeliveryDelay or the send is accepted, or refused
      And the reason is recorded as the answer to "With which reason is a delay of 9223372036854775807 ms refused?"

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A consumer that waits for a message of a <api> gets it when the delay is over, not before
      Given a <api> for a queue ORDERS with a delivery delay of 1990 ms
      When "order-1" is sent
      Then an application that waits on ORDERS receives "order-1" when its delivery delay is over
      And nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A delay of less than a second is a delay
      Given a MessageProducer for a queue ORDERS with a delivery delay of 900 ms
      When "order-1" is sent
      Then nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

    Scenario Outline: A message is held back in whatever form it is sent: by a <producer>, <how>
      Given a queue ORDERS
      And a <producer> and a delivery delay of 4 s
      When "order-1" is sent <how>
      Then after 2 s nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: the destination with the send
        | producer                                                            | how       |
        | MessageProducer without a destination with delivery mode PERSISTENT | to ORDERS |
        | JMSProducer without a destination with delivery mode PERSISTENT     | to ORDERS |

      Examples: the long form of send
        | producer                                                 | how                                                                                               |
        | MessageProducer for ORDERS with delivery mode PERSISTENT | by the long form of send with a time to live of 60 s                                              |
        | MessageProducer for ORDERS with delivery mode PERSISTENT | by the long form of send with delivery mode NON_PERSISTENT, priority 7 and a time to live of 60 s |
        | MessageProducer for ORDERS with delivery mode PERSISTENT | by the long form of send with delivery mode PERSISTENT, priority 9 and a time to live of 60 s     |

      Examples: the least and the most important, and one for another kind of application
        | producer                                                                        | how                         |
        | MessageProducer for ORDERS with priority 0                                      | with a time to live of 60 s |
        | JMSProducer for ORDERS with priority 9                                          | with a time to live of 60 s |
        | MessageProducer for ORDERS with a destination that applications of the MQI read | with a time to live of 60 s |

    Scenario Outline: A delay of <delay> is a delay
      Given a clock that the tester sets
      And a MessageProducer for a queue ORDERS with a delivery delay of <delay>
      When "order-1" is sent
      Then a browser shows "order-1" on the staging queue, and nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: the shortest one, and less than a tenth of a second
        | delay |
        | 1 ms  |
        | 99 ms |

    Scenario Outline: Whichever queue a <api> names on a send, the message is held back
      Given the queues ORDERS and INVOICES
      And a <api> without a destination with a delivery delay of 4 s
      When "order-1" is sent to ORDERS
      And "invoice-1" is sent to INVOICES
      Then after 2 s nothing is on ORDERS yet, and nothing is on INVOICES yet
      When the delivery delay of "invoice-1" is over
      Then "order-1" is delivered to ORDERS
      And "invoice-1" is delivered to INVOICES, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A message is held back whose destination names <named>
      Given a queue ORDERS
      And a <api> without a destination with a delivery delay of 4 s
      When "order-1" is sent to ORDERS on QM1
      Then after 2 s nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is on ORDERS

      Examples: both APIs
        | api             | named                              |
        | MessageProducer | the queue manager of its sender    |
        | JMSProducer     | that queue manager, by JMSProducer |

    Scenario: A reply is held back like any other message
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS
      And a MessageProducer for REPLIES with a delivery delay of 4 s
      When "order-1" is sent by the first producer
      And "reply-1" is sent by the second producer
        | answers | "order-1" |
      Then after 2 s nothing is on REPLIES yet
      And after its delivery delay "reply-1" is delivered to REPLIES, and nothing else is there

    Scenario Outline: A message of a <api> is held back on another queue manager, too
      Given a queue manager QM2 of version 9.4 to which the application connects
      And a <api> for a queue ORDERS with a delivery delay of 4 s
      When "order-1" is sent, and 2 s pass
      Then nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: Each of three messages of a <producer> is held back
      Given a queue ORDERS, and a <producer> and a delivery delay of 4 s
      When "order-1", "order-2" and "order-3" are sent
      Then after 2 s nothing is on ORDERS yet
      When the delivery delay of "order-3" is over
      Then "order-1", "order-2" and "order-3" are delivered to ORDERS in any order, and nothing else is there

      Examples: both APIs and both delivery modes
        | producer                                                     |
        | MessageProducer for ORDERS with delivery mode PERSISTENT     |
        | MessageProducer for ORDERS with delivery mode NON_PERSISTENT |
        | JMSProducer for ORDERS with delivery mode PERSISTENT         |
        | JMSProducer for ORDERS with delivery mode NON_PERSISTENT     |

    Scenario Outline: A consumer that looks <before> before a delay of <delay> ends finds nothing
      Given a clock that the tester sets
      And a MessageProducer for a queue ORDERS with a delivery delay of <delay>
      When "order-1" is sent, and all but <before> of the delivery delay of "order-1" has passed
      Then nothing is on ORDERS yet
      And after <after> "order-1" is delivered to ORDERS, and nothing else is there

      Examples: the last tick of the clock
        | delay     | before | after |
        | 2 s       | 1 ms   | 2 ms  |
        | 1 s       | 1 ms   | 2 ms  |
        | 300 ms    | 1 ms   | 2 ms  |
        | 2050 ms   | 1 ms   | 2 ms  |
        | 90 s      | 1 ms   | 2 ms  |
        | 30 days   | 1 ms   | 2 ms  |
        | 60 days   | 1 ms   | 2 ms  |
        | 1500 days | 1 ms   | 2 ms  |
        | 3600 days | 1 ms   | 2 ms  |

      Examples: whole units of other clocks
        | delay | before | after  |
        | 2 s   | 100 ms | 101 ms |
        | 1 h   | 1 s    | 2 s    |

      Examples: over midnight, and to the same time of the next day
        | delay   | before | after |
        | 86399 s | 1 s    | 2 s   |
        | 86400 s | 1 s    | 2 s   |

  @DD-02
  Rule: A delayed message may come at any time after its delay, as long as it comes

    An implementation that looks at its staging queue once a minute is slow, not wrong.

    Scenario: How long after its due time a message comes is recorded
      Given a MessageProducer for a queue ORDERS with a delivery delay of 2 s
      When "order-1" is sent and comes due
      Then "order-1" is delivered to ORDERS
      And the answer to "How long after the end of its delay does a message come?" is recorded, and nothing else is on ORDERS

  @DD-03
  Rule: MessageProducer.setDeliveryDelay counts in milliseconds

    Expiry counts in tenths of a second, and a conversion shared between the two mixes them up.

    Scenario Outline: A delivery delay of <given> on a MessageProducer holds a message for <seconds>
      Given a MessageProducer for a queue ORDERS with a delivery delay of <given>
      When "order-1" is sent
      Then after <nearly> nothing is on ORDERS yet
      When just over <seconds> have passed since "order-1" was sent
      Then "order-1" is delivered to ORDERS, and nothing else is there

      Examples: far from its value in tenths or in seconds
        | given   | nearly  | seconds |
        | 5000 ms | 4 s     | 5 s     |
        | 3200 ms | 2500 ms | 3.2 s   |

    Scenario Outline: A delivery delay of <given> counts every one of its milliseconds
      Given a clock that the tester sets
      And a MessageProducer for a queue ORDERS with a delivery delay of <given>
      When "order-1" is sent, and all but 1 ms of the delivery delay of "order-1" has passed
      Then nothing is on ORDERS yet
      And after 2 ms "order-1" is delivered to ORDERS, and nothing else is there

      Examples: more than a minute, an hour, a day, and 32 bits
        | given         |
        | 61234 ms      |
        | 3723456 ms    |
        | 93784567 ms   |
        | 4444444567 ms |

      Examples: of which the lower 32 bits are none
        | given         |
        | 4294967296 ms |

  @DD-04
  Rule: JMSProducer.setDeliveryDelay means the same

    The simplified API is another way through the client, with settings kept by the JMSProducer itself.

    Scenario Outline: A delivery delay of <given> on a JMSProducer holds a message for <seconds>
      Given a JMSProducer for a queue ORDERS with a delivery delay of <given>
      When "order-1" is sent
      Then after <nearly> nothing is on ORDERS yet
      When just over <seconds> have passed since "order-1" was sent
      Then "order-1" is delivered to ORDERS, and nothing else is there

      Examples: far from its value in tenths or in seconds
        | given   | nearly  | seconds |
        | 5000 ms | 4 s     | 5 s     |
        | 3200 ms | 2500 ms | 3.2 s   |

    Scenario Outline: A delivery delay of <given> on a JMSProducer counts every one of its milliseconds, too
      Given a clock that the tester sets
      And a JMSProducer for a queue ORDERS with a delivery delay of <given>
      When "order-1" is sent, and all but 1 ms of the delivery delay of "order-1" has passed
      Then nothing is on ORDERS yet
      And after 2 ms "order-1" is delivered to ORDERS, and nothing else is there

      Examples: more than a minute, more than 32 bits
        | given         |
        | 61234 ms      |
        | 4444444567 ms |

      Examples: of which the lower 32 bits are none
        | given         |
        | 4294967296 ms |

  @DD-05
  Rule: The delay of a message runs from its own send

    Neither creating the producer nor setting the delay starts the clock.

    Scenario Outline: A <api> that waits before it sends does not shorten the delay
      Given a <api> for a queue ORDERS with a delivery delay of 4 s
      When 6 s pass
      And "order-1" is sent, and 2 s pass
      Then nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: Two messages of one producer are due one after the other
      Given a MessageProducer for a queue ORDERS with a delivery delay of 6 s
      When "order-1" is sent, and 4 s pass
      And "order-2" is sent
      Then after its delivery delay "order-1" is delivered to ORDERS, and nothing is on ORDERS yet
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

    Scenario: A new delay concerns only the messages sent after it
      Given a MessageProducer for a queue ORDERS with a delivery delay of 6 s
      When "order-1" is sent, and the delivery delay is set to 2 s
      And "order-2" is sent and comes due
      Then "order-2" is delivered to ORDERS, and nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

    Scenario Outline: A delay is counted from the moment of the send, <late> into a second
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When <late> pass, and "order-1" is sent
      And all but 250 ms of the delivery delay of "order-1" has passed
      Then nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: early, in the middle and late
        | late   |
        | 300 ms |
        | 600 ms |
        | 900 ms |

    Scenario Outline: A transacted <api> keeps its delay when its unit of work is committed
      Given a transacted <api> for a queue ORDERS with a delivery delay of 4 s
      When "order-1" is sent, and the unit of work is committed
      And "order-2" is sent, and the unit of work is committed
      Then nothing is on ORDERS yet
      When the delivery delay of "order-2" is over
      Then "order-1" and "order-2" are delivered to ORDERS in any order, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A transacted <api> keeps its delay when its unit of work is rolled back
      Given a transacted <api> for a queue ORDERS with a delivery delay of 4 s
      When "order-1" is sent, and the unit of work is rolled back
      And "order-2" is sent, and the unit of work is committed
      Then nothing is on ORDERS yet
      And an MQGET by correlation id recalls "order-2" from the staging queue, and nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A <api> keeps its delay when one of its sends is refused
      Given a queue ORDERS with PUT(DISABLED)
      And a <api> without a destination with a delivery delay of 4 s
      When "order-1" is sent to ORDERS
      And the send has been refused
      And ORDERS is altered to PUT(ENABLED)
      And "order-2" is sent to ORDERS
      Then after 2 s nothing is on ORDERS yet
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: Two messages of one unit of work are due each for itself
      Given a transacted MessageProducer for a queue ORDERS
      When "order-1" is sent with a delivery delay of 8 s
      And "order-2" is sent with a delivery delay of 2 s
      And the unit of work is committed, and 4 s pass
      Then "order-2" is delivered to ORDERS, and nothing is on ORDERS yet
      And after 5 s "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: A message is delayed from its own send, not from the first of its unit of work
      Given the queues ORDERS and BILLS
      And a transacted MessageProducer for BILLS with a delivery delay of 5 s
      And another MessageProducer for ORDERS with a delivery delay of 5 s in the same session
      When "bill-1" is sent by the first producer, and 4 s pass
      And "order-1" is sent by the second producer
      And the unit of work is committed, and 3 s pass
      Then nothing is on ORDERS yet
      When the delivery delay of "order-1" is over
      Then "bill-1" is delivered to BILLS
      And "order-1" is delivered to ORDERS, and nothing is on ORDERS, nor on BILLS

    Scenario: A delay of a day and a half lasts for more than a day
      Given a clock that the tester sets
      And a MessageProducer for a queue ORDERS with a delivery delay of 129600 s
      When "order-1" is sent, and 129599 s pass
      Then nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

  @DD-06
  Rule: As long as it is delayed, a message is not on its target queue at all

    A message that is merely hidden from a get would still be browsed, and counted.

    Scenario: A browser does not show a delayed message on its target queue
      Given a MessageProducer for a queue ORDERS with a delivery delay of 4 s
      When "order-1" is sent, and 1 s passes
      Then a browser shows nothing on ORDERS
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: A delayed message does not count in the depth of its target queue
      Given a MessageProducer for a queue ORDERS
      When "order-1" is sent
      And the delivery delay is set to 4 s
      And "order-2" is sent
      Then the depth of ORDERS is 1
      And "order-1" is delivered to ORDERS
      And after the delivery delay of "order-2" the depth of ORDERS becomes 1
      And "order-2" is delivered to ORDERS, and nothing else is there

    Scenario: A delayed message does not count in the depth of the queue behind its alias
      Given a queue ORDERS.EU with an alias queue ORDERS
      And a MessageProducer for ORDERS with a delivery delay of 4 s
      When "order-1" is sent
      Then the depth of ORDERS.EU is 0
      And the depth of the staging queue is 1
      And a browser shows "order-1" on the staging queue
      And after its delivery delay "order-1" is delivered to ORDERS.EU, and nothing else is there

    Scenario Outline: Whatever becomes of a message of a <api> that would expire during its delay, a browser shows what waits
      Given a <api> for a queue ORDERS
      When "order-1" is sent
      Then the send is accepted
      When "order-2" is sent with a time to live of 1 s and a delivery delay of 6 s
      Then setTimeToLive, setDeliveryDelay or the send is accepted, or refused
      And after 3 s a browser shows "order-1" on ORDERS
      And "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @DD-07
  Rule: When the send has returned, the delayed message is on the staging queue

    Held in the client, or in a timer, it would go with the client.

    Scenario Outline: A browser of the staging queue shows the message of a <api>
      Given a <api> for a queue ORDERS with a delivery delay of 4 s
      When "order-1" is sent
      Then a browser shows "order-1" on the staging queue
      And the depth of the staging queue is 1
      And nothing is on ORDERS yet

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A transacted message is on the staging queue when the commit has returned
      Given a transacted MessageProducer for a queue ORDERS with a delivery delay of 4 s
      When "order-1" is sent, and the unit of work is committed
      Then a browser shows "order-1" on the staging queue
      And nothing is on ORDERS yet

    Scenario Outline: Another setter of a <api> that is called after that of the delay leaves the delay as it is: <setting>
      Given a <api> for a queue ORDERS with a delivery delay of 3 s and <setting>
      When "order-1" is sent
      Then nothing is on ORDERS yet
      And a browser shows "order-1" on the staging queue
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: all that can be set
        | api             | setting                  |
        | MessageProducer | a time to live of 60 s   |
        | JMSProducer     | a time to live of 60 s   |
        | MessageProducer | priority 7               |
        | JMSProducer     | priority 7               |
        | MessageProducer | delivery mode PERSISTENT |
        | JMSProducer     | delivery mode PERSISTENT |
        | MessageProducer | message ids disabled     |
        | JMSProducer     | message ids disabled     |

    Scenario Outline: The delay of a <api> holds for what it sends after a receive in its session
      Given the queues ORDERS and REQUESTS
      And a MessageProducer for REQUESTS
      And a <api> for ORDERS with a delivery delay of 4 s
      When "request-1" is sent by the first producer
      Then the sender itself receives "request-1" from REQUESTS
      When "order-1" is sent
      Then a browser shows "order-1" on the staging queue, and nothing is on ORDERS, nor on REQUESTS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: The delay of a <api> holds when the session of another producer is closed
      Given a <api> for a queue ORDERS with a delivery delay of 4 s
      And a <api> for ORDERS with a delivery delay of 2 s
      When the session is closed
      And "order-1" is sent by the first producer
      Then a browser shows "order-1" on the staging queue, and nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @DD-08
  Rule: Without a delay a message goes straight to its target queue

    A delay of 0 is no delay, also where the same producer had one before, and a delay belongs to the
    producer that was given it.

    Scenario Outline: A <producer> delivers at once
      Given a queue ORDERS
      And a <producer>
      When "order-1" is sent
      Then "order-1" is delivered to ORDERS
      And its JMSMessageID is the JMSMessageID that the sender of "order-1" was given, and nothing else is on ORDERS

      Examples: a delay that was never set
        | producer                   |
        | MessageProducer for ORDERS |
        | JMSProducer for ORDERS     |

      Examples: a delay of 0
        | producer                                                |
        | MessageProducer for ORDERS with a delivery delay of 0 s |
        | JMSProducer for ORDERS with a delivery delay of 0 s     |

      Examples: a delay that was taken back
        | producer                                                                                  |
        | MessageProducer for ORDERS with a delivery delay of 60 s and then a delivery delay of 0 s |
        | JMSProducer for ORDERS with a delivery delay of 60 s and then a delivery delay of 0 s     |

    Scenario: A message without a delay never lies on the staging queue
      Given a MessageProducer for a queue ORDERS with a delivery delay of 60 s and then a delivery delay of 0 s
      When "order-1" is sent
      Then nothing is on the staging queue
      And "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: Of a hundred messages without a delay each arrives, once
      Given a MessageProducer for a queue ORDERS
      When "order-1" to "order-100" are sent
      Then the depth of ORDERS is 100
      And "order-1" to "order-100" are delivered to ORDERS in any order, and nothing else is on ORDERS

    Scenario Outline: What one <api> is given does not delay the messages of another
      Given a MessageProducer for a queue ORDERS, and a <api> for ORDERS with a delivery delay of 60 s
      And another <api> for ORDERS in the same session
      When "order-1" is sent, and 1 s passes
      And "order-2" is sent by the first producer
      Then "order-1" and "order-2" are delivered to ORDERS in this order, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: What a <api> is given later does not delay the messages of another that was there already
      Given a <api> for a queue ORDERS
      And another <api> for ORDERS in the same session
      When the delivery delay is set to 60 s
      And "order-1" is sent by the first producer
      Then "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: In a unit of work, too, what one <api> is given does not delay the messages of another
      Given a MessageProducer for a queue ORDERS
      And a transacted <api> for ORDERS with a delivery delay of 60 s
      And another <api> for ORDERS in the same session
      When "order-1" is sent, and the unit of work is committed
      And 1 s passes
      And "order-2" is sent by the first producer
      Then "order-1" and "order-2" are delivered to ORDERS in this order, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: An undelayed message of a <api> does not wait for a delayed one of its unit of work
      Given a transacted <api> for a queue ORDERS
      When "order-1" is sent with a delivery delay of 8 s
      And "order-2" is sent with a delivery delay of 0 s, and the unit of work is committed
      Then "order-2" is delivered to ORDERS, and nothing is on ORDERS yet
      And after 9 s "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A message object of a <api> that had a delay has none when it is sent again without one
      Given a <api> for a queue ORDERS with a delivery delay of 4 s
      When "order-1" is sent, and the delivery delay is set to 0 s
      And "order-2" is sent
        | message object of | "order-1" |
      Then "order-2" is delivered to ORDERS, and nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @DD-09
  Rule: A staged message carries a header with the delay and the target queue

    Only the queue manager reads it, so its form is its own business.

    Scenario Outline: The staged copy of a <mode> message of a <api> is more than the data that were sent
      Given a <api> for a queue ORDERS with delivery mode <mode> and a delivery delay of 4 s
      When "order-1" is sent
      Then the staged copy of "order-1" carries a header beside the data that were sent
      And nothing is on ORDERS yet

      Examples: both APIs and both modes
        | api             | mode           |
        | MessageProducer | PERSISTENT     |
        | JMSProducer     | NON_PERSISTENT |

    Scenario: The staged copy of a publication is more than the data that were sent
      Given a topic PRICES with a non-durable subscriber alice
      And a MessageProducer for the topic PRICES with a delivery delay of 4 s
      When "price-1" is published
      Then the staged copy of "price-1" carries a header beside the data that were sent
      And nothing is delivered to the subscriber alice yet

  @DD-10
  Rule: When its delay is over, a message moves from the staging queue to its target queue, once

    Moved under a unit of work it is never in both places, and never in none.

    Scenario Outline: A message of a <api> arrives once and as it was sent
      Given a <api> for a queue ORDERS with a delivery delay of 2 s
      When "order-1" is sent and comes due
      Then "order-1" is delivered to ORDERS
      And its data are those of "order-1" as sent
      And after 2 s nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: What arrives is an ordinary message, not a report
      Given a MessageProducer for a queue ORDERS with a delivery delay of 2 s
      When "order-1" is sent and comes due
      Then "order-1" is delivered to ORDERS
      And its MQMD.MsgType is not MQMT_REPORT
      And it carries no delay header, and nothing else is on ORDERS

    Scenario: What has come due has left the staging queue
      Given a MessageProducer for a queue ORDERS with a delivery delay of 2 s
      When "order-1" is sent and comes due
      Then the staging queue becomes empty
      And "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: Whether a message that comes due overtakes one that waits already is recorded
      Given a MessageProducer for a queue ORDERS with a delivery delay of 2 s
      When "order-1" is sent
      And the delivery delay is set to 0 s, and 1 s passes
      And "order-2" is sent, and 3 s pass
      Then "order-1" and "order-2" are delivered to ORDERS in any order
      And the answer to "In which order do a message just due (order-1) and one that waits (order-2) come?" is recorded
      And nothing else is on ORDERS

    Scenario: A long message arrives whole
      Given a MessageProducer for a queue ORDERS with a delivery delay of 2 s
      When "order-1" of 50000 characters is sent
      And the delivery delay of "order-1" is over
      Then "order-1" is delivered to ORDERS
      And its data are those of "order-1" as sent, and nothing else is on ORDERS

    @X-54
    Scenario: Two messages with the same correlation id are both delivered
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent
        | JMSCorrelationID | "ID:414d51204f544845522020202020202001020304050607ff" |
      And "order-2" is sent and comes due
        | JMSCorrelationID | "ID:414d51204f544845522020202020202001020304050607ff" |
      Then "order-1" and "order-2" are delivered to ORDERS in any order, and nothing is on ORDERS, nor on the staging queue

    Scenario Outline: A target queue with GET(DISABLED) takes a <mode> message
      Given a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 2 s
      When "order-1" is sent
      And ORDERS is altered to GET(DISABLED)
      Then after the delivery delay of "order-1" the depth of ORDERS becomes 1
      And nothing is on the dead-letter queue
      When ORDERS is altered to GET(ENABLED)
      Then "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both modes
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    Scenario: A message sent to the dead-letter queue arrives there as it was sent
      Given a queue LOST, and LOST is the dead-letter queue
      And a MessageProducer for LOST with a delivery delay of 3 s
      When "order-1" is sent and comes due
      Then "order-1" is delivered to LOST
      And it has no dead-letter header, and nothing else is on LOST

    Scenario: A message of 100000 characters arrives as it was sent
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When "order-1" of 100000 characters is sent
      And the delivery delay of "order-1" is over
      Then "order-1" is delivered to ORDERS
      And its data are those of "order-1" as sent, and nothing else is on ORDERS

    Scenario: What is not written in ASCII arrives as it was sent
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When "Bestellung für Zoë: 注文, 3 €" is sent and comes due
      Then "Bestellung für Zoë: 注文, 3 €" is delivered to ORDERS, and nothing else is on ORDERS

    Scenario: A message sent to a queue of another queue manager does not come to its namesake
      Given a queue ORDERS, and a queue manager QM2 of version 9.4 to which the application connects
      And a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due
      Then "order-1" is delivered to ORDERS, and nothing else is there
      And at QM1, nothing is on ORDERS

  @DD-11
  Rule: One staging queue serves every target queue

    It is an ordinary local queue with a name, however internal its purpose.

    Scenario: Delayed messages for two queues lie on the same staging queue
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with a delivery delay of 4 s
      And a MessageProducer for REPLIES with a delivery delay of 4 s
      When "order-1" is sent by the first producer and "reply-1" by the second
      Then a browser shows "order-1" and "reply-1" on the staging queue
      And the depth of the staging queue is 2
      When the delivery delay of "reply-1" is over
      Then "order-1" is delivered to ORDERS
      And "reply-1" is delivered to REPLIES, and nothing else is on ORDERS
      And nothing else is on REPLIES

  @DD-12
  Rule: Each message is moved when its own delay is over

    A processor that waits for the head of its queue would hold a short delay up behind a long one.

    Scenario: A short delay is not held up by a long one
      Given a MessageProducer for a queue ORDERS with a delivery delay of 8 s
      When "order-1" is sent, and the delivery delay is set to 2 s
      And "order-2" is sent and comes due
      Then "order-2" is delivered to ORDERS, and nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: A message that no queue takes holds up no other
      Given the queues ORDERS and BILLS, and no dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 2 s
      And a MessageProducer for BILLS with a delivery delay of 6 s
      When "order-1" is sent by the first producer and "bill-1" by the second
      And ORDERS is altered to PUT(DISABLED) during the delay of "order-1"
      Then after its delivery delay "bill-1" is delivered to BILLS, and nothing is on ORDERS, nor on BILLS

    Scenario: Three messages sent in one go come one by one
      Given a MessageProducer for a queue ORDERS
      When "order-1" is sent with a delivery delay of 9 s
      And "order-2" is sent with a delivery delay of 3 s
      And "order-3" is sent with a delivery delay of 6 s
      Then after its delivery delay "order-2" is delivered to ORDERS, and nothing is on ORDERS yet
      And after its delivery delay "order-3" is delivered to ORDERS, and nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: A message is not held up by one of a higher priority that is due later
      Given a MessageProducer for a queue ORDERS with priority 9 and a delivery delay of 8 s
      And a MessageProducer for ORDERS with priority 0 and a delivery delay of 2 s
      When "order-1" is sent by the first producer and "order-2" by the second
      Then after its delivery delay "order-2" is delivered to ORDERS, and nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: A message arrives although the session that sent it is closed
      Given a MessageProducer for a queue ORDERS with a delivery delay of 2 s
      When "order-1" is sent
      And the session is closed
      And the delivery delay of "order-1" is over
      Then "order-1" is delivered to ORDERS, and nothing else is there

    Scenario Outline: A message arrives although in the meantime <what happens>
      Given a queue ORDERS
      And a remote queue ELSEWHERE that leads through TO.QM2 to STOCK on QM2
      And a MessageProducer for ORDERS with a delivery delay of 4 s
      And a MessageProducer for ELSEWHERE with a delivery delay of 3 s
      When "stock-1" is sent
      And "order-1" is sent by the first producer
      And <what happens>
      And the delivery delay of "order-1" is over
      And the channel of TO.QM2 runs for 1 s
      Then "order-1" is delivered to ORDERS
      And "stock-1" is delivered to STOCK on QM2, and nothing else is on ORDERS

      Examples: what does not concern the queue manager of the application
        | what happens                              |
        | QM2 is ended and started                  |
        | the delivery delay processor of QM2 fails |

    Scenario: A message that is sent last and due first is behind nothing
      Given a MessageProducer for a queue ORDERS with a delivery delay of 60 s
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" to "order-5" are sent by the first producer, and "order-6" is sent and comes due
      Then "order-6" is delivered to ORDERS
      And the depth of the staging queue is 5, and nothing else is on ORDERS

    Scenario: A message that is not persistent does not wait for those that are
      Given a MessageProducer for a queue ORDERS with delivery mode PERSISTENT and a delivery delay of 60 s
      And a MessageProducer for ORDERS with delivery mode NON_PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent by the first producer
      And "order-2" is sent and comes due
      Then "order-2" is delivered to ORDERS, and nothing else is there

    Scenario: A message does not wait for one that is being recalled
      Given a MessageProducer for a queue ORDERS with a delivery delay of 60 s
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent by the first producer
      Then an MQGET in syncpoint by correlation id recalls "order-1" from the staging queue
      When "order-2" is sent and comes due
      Then "order-2" is delivered to ORDERS, and nothing else is there

    Scenario: A publication does not wait for a message that is delayed longer
      Given a queue ORDERS
      And a topic PRICES with a non-durable subscriber alice
      And a MessageProducer for ORDERS with a delivery delay of 60 s
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "order-1" is sent by the first producer
      And "price-1" is published and comes due
      Then "price-1" is delivered to the subscriber alice, and nothing else
      And nothing is on ORDERS
