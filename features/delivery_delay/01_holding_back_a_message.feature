Feature: Holding back a message

  A JMS application may ask that a message be held back. It gives its producer a delivery delay in
  milliseconds; the delay is added to the time at which a message is sent, and before that instant
  nobody can get the message. An application has two ways to say so: by a MessageProducer or, in the
  simplified API of JMS 2.0, by a JMSProducer. Where the message is in the meantime is described in
  chapter 02.

  What the documents leave open, and what is accepted here:

  * The instant at which the delay ends. "Until after the delay" and "the earliest time at which it can be
    got" pull apart by one tick of the clock. Both are accepted; nothing is looked at in that instant.
  * How late a message may come. No bound is given, so none is tested. On a real clock a message that has
    not come yet is late, never lost; how late it came is recorded.

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

    Scenario Outline: A <api> may refuse a delay whose end does not fit into 64 bits, or accept it and hold the message back
      Given a <api> for a queue ORDERS
      When "order-1" is sent with a delivery delay of 9223372036854775807 ms
      Then setDeliveryDelay or the send is accepted, or refused
      And the reason is recorded as the answer to "With which reason is a delay of 9223372036854775807 ms refused?"
      And after 2 s nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A consumer that waits for a message of a <api> gets it when the delay of <delay> is over, not before
      Given a <api> for a queue ORDERS with a delivery delay of <delay>
      When "order-1" is sent
      Then an application that waits on ORDERS receives "order-1" when its delivery delay is over
      And nothing else is on ORDERS

      Examples: short and long
        | api             | delay   |
        | MessageProducer | 1990 ms |
        | JMSProducer     | 1990 ms |
        | MessageProducer | 8 s     |
        | JMSProducer     | 8 s     |

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

    Scenario Outline: A message of a <api> is held back although the delay of another one was set to 0
      Given the queues ORDERS and INVOICES
      And a <api> for ORDERS with a delivery delay of 4 s
      And another <api> for INVOICES with a delivery delay of 3 s in the same session
      When the delivery delay is set to 0 s
      And "order-1" is sent by the first producer
      Then after 2 s nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A message of a <api> whose delay was set back to 0 is not held back (<was set before> before that)
      Given a queue ORDERS, and a <api> for ORDERS
      When <was set before> is set to <value>, and the delivery delay is set to 4 s
      And the delivery delay is set to 0 s
      And "order-1" is sent
      Then "order-1" is delivered to ORDERS, and nothing else is on ORDERS

      Examples: both APIs
        | api             | was set before   | value |
        | MessageProducer | the time to live | 60 s  |
        | JMSProducer     | the time to live | 60 s  |
        | MessageProducer | the priority     | 7     |
        | JMSProducer     | the priority     | 7     |

    Scenario: A message is held back although another one could not be put
      Given no dead-letter queue, and the queues ORDERS and INVOICES
      And a MessageProducer for INVOICES with a delivery delay of 2 s
      And a MessageProducer for ORDERS with a delivery delay of 8 s
      When "order-1" is sent
      And "invoice-1" is sent by the first producer
      And "invoice-1" comes due while INVOICES has PUT(DISABLED)
      And 2 s pass
      Then nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is on ORDERS

    Scenario Outline: A publication is held back for <delay>, in a unit of work as well
      Given a clock that the tester sets
      And a topic PRICES with a non-durable subscriber alice
      And a <producer> for the topic PRICES with a delivery delay of <delay>
      When "price-1" is published<then>
      And all but 1 ms of the delivery delay of "price-1" has passed
      Then nothing is delivered to the subscriber alice yet

      Examples: more milliseconds than fit into 31 and into 32 bits
        | delay   | producer                   | then                               |
        | 30 days | MessageProducer            |                                    |
        | 60 days | MessageProducer            |                                    |
        | 30 days | transacted MessageProducer | , and the unit of work is committed |
        | 60 days | transacted MessageProducer | , and the unit of work is committed |

    Scenario Outline: A message of a unit of work is held back for <delay>
      Given a clock that the tester sets
      And a transacted MessageProducer for a queue ORDERS with a delivery delay of <delay>
      When "order-1" is sent, and the unit of work is committed
      And all but 1 ms of the delivery delay of "order-1" has passed
      Then nothing is on ORDERS yet

      Examples: more milliseconds than fit into 31 and into 32 bits
        | delay   |
        | 30 days |
        | 60 days |

    Scenario: A message is held back although its life ends soon after its delay
      Given a clock that the tester sets
      And a MessageProducer for a queue ORDERS with a time to live of 5200 ms and a delivery delay of 5 s
      When "order-1" is sent
      And all but 1 ms of the delivery delay of "order-1" has passed
      Then nothing is on ORDERS yet

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

    Scenario Outline: A <mode> message of a <api> is not there 1 ms before its delay ends
      Given a clock that the tester sets
      And a <api> for a queue ORDERS with delivery mode <mode> and a delivery delay of 2 s
      When "order-1" is sent, and all but 1 ms of the delivery delay of "order-1" has passed
      Then nothing is on ORDERS yet
      And after 2 ms "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs and both delivery modes
        | api             | mode           |
        | MessageProducer | NON_PERSISTENT |
        | JMSProducer     | NON_PERSISTENT |
        | JMSProducer     | PERSISTENT     |

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

    Scenario Outline: A <api> delays a message to a queue also when it has sent a delayed one to a topic
      Given a topic PRICES with a non-durable subscriber alice, and a queue ORDERS
      And a <api> without a destination with a delivery delay of 3 s
      When "price-1" is published to PRICES, and "order-1" is sent to ORDERS
      Then nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there
      And "price-1" is delivered to the subscriber alice, and nothing else

      Examples: a MessageProducer
        | api             |
        | MessageProducer |

      @DD-04
      Examples: a JMSProducer
        | api         |
        | JMSProducer |

    Scenario Outline: A <api> delays a message to a topic also when it has sent a delayed one to a queue
      Given a topic PRICES with a non-durable subscriber alice, and a queue ORDERS
      And a <api> without a destination with a delivery delay of 3 s
      When "order-1" is sent to ORDERS, and "price-1" is published to PRICES
      Then nothing is delivered to the subscriber alice yet
      And after the delivery delay of "price-1" "price-1" is delivered to the subscriber alice, and nothing else
      And "order-1" is delivered to ORDERS, and nothing else is there

      Examples: a MessageProducer
        | api             |
        | MessageProducer |

      @DD-04
      Examples: a JMSProducer
        | api         |
        | JMSProducer |

    Scenario Outline: A message of a <api> to an alias is not there 1 ms before its delay of <delay> ends
      Given a clock that the tester sets, and a queue ORDERS.EU with an alias queue ORDERS
      And a <api> for ORDERS with a delivery delay of <delay>
      When "order-1" is sent, and all but 1 ms of the delivery delay of "order-1" has passed
      Then nothing is on ORDERS.EU yet
      And after 2 ms "order-1" is delivered to ORDERS.EU, and nothing else is there

      Examples: both APIs, short and long
        | api             | delay |
        | MessageProducer | 7 s   |
        | JMSProducer     | 3 h   |

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

    Scenario Outline: Two messages that a <api> sends within a second are due one after the other
      Given a clock that the tester sets, and a <api> for a queue ORDERS with a delivery delay of 6 s
      When "order-1" is sent, and 400 ms pass
      And "order-2" is sent
      Then after its delivery delay "order-1" is delivered to ORDERS, and nothing is on ORDERS yet
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

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

    Scenario Outline: A browser does not show a delayed message of priority <priority> on its target queue
      Given a MessageProducer for a queue ORDERS with priority <priority> and a delivery delay of 4 s
      When "order-1" is sent, and 1 s passes
      Then a browser shows nothing on ORDERS
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: the lowest, the default and the highest
        | priority |
        | 0        |
        | 4        |
        | 9        |

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
