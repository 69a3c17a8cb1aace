Feature: Over the staging queue to the target

  During its delay a message does not lie on its target queue but on a staging queue of the queue manager,
  from which a component of the queue manager, the delivery delay processor, moves it when its delay is
  over. A message without a delay does not come there. Chapter 07 describes the staging queue itself.

  What the documents leave open, and what is accepted here:

  * The order of a message that has just come due and one that was waiting already. It is recorded.
  * The layout of the header that a staged message, one that waits on the staging queue, carries. Only
    that there is one is tested.

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

    Scenario: A browser of the staging queue shows a message of less than a second, too
      Given a MessageProducer for a queue ORDERS with a delivery delay of 900 ms
      When "order-1" is sent
      Then a browser shows "order-1" on the staging queue
      And the depth of the staging queue is 1
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

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

      Examples: a delay that was taken back, and a life
        | producer                                                                                                             |
        | MessageProducer for ORDERS with a delivery delay of 60 s and then a delivery delay of 0 s and a time to live of 90 s |
        | JMSProducer for ORDERS with a time to live of 90 s, a delivery delay of 60 s and then a delivery delay of 0 s        |

    Scenario: What the long form of send has put without a delay is on its target when the commit returns
      Given a transacted MessageProducer for a queue ORDERS
      When "order-1" is sent by the long form of send with delivery mode PERSISTENT, priority 4 and a time to live of 60 s
      And the unit of work is committed
      Then the depth of ORDERS is 1, and nothing is on the staging queue
      And "order-1" is delivered to ORDERS, and nothing else is there

    Scenario Outline: A message without a delay for <kind> is there without any time passing
      Given a clock that the tester sets, and <queues>
      And a MessageProducer for SALES
      When "sale-1" is sent
      Then the depth of <end> is 1, and nothing is on the staging queue

      Examples: names that lead to another queue
        | kind           | queues                                                         | end    |
        | an alias queue | a queue ORDERS with an alias queue SALES                       | ORDERS |
        | a remote queue | a remote queue SALES that leads through TO.QM2 to STOCK on QM2 | TO.QM2 |

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

    Scenario Outline: The staged copy of a message that is delayed for <delay> is more than the data that were sent
      Given a MessageProducer for a queue ORDERS with <life> and a delivery delay of <delay>
      When "order-1" is sent
      Then the staged copy of "order-1" carries a header beside the data that were sent
      And nothing is on ORDERS yet

      Examples: minutes and days
        | delay | life                      |
        | 2 min | a time to live of 3 min   |
        | 1 day | an unlimited time to live |

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

    Scenario Outline: A message of a <api> finds the queue <queue>
      Given a <api> for a queue <queue> with a delivery delay of 3 s
      When "order-1" is sent
      Then after its delivery delay "order-1" is delivered to <queue>, and nothing else is there

      Examples: small letters, and characters that a path or a URI uses for itself
        | api             | queue            |
        | MessageProducer | Orders.of.Europe |
        | JMSProducer     | Orders.of.Europe |
        | MessageProducer | ORDERS/EU        |
        | MessageProducer | ORDERS%2FEU      |
        | MessageProducer | ORDERS.          |

      Examples: as long as a name may be
        | api             | queue                                            |
        | MessageProducer | ORDERS.OF.ALL.SHOPS.IN.TOWN.AND.IN.THE.COUNTRY.A |
        | JMSProducer     | ORDERS.OF.ALL.SHOPS.IN.TOWN.AND.IN.THE.COUNTRY.A |

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

    Scenario Outline: A message of <length> characters arrives as it was sent
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When "order-1" of <length> characters is sent
      And the delivery delay of "order-1" is over
      Then "order-1" is delivered to ORDERS
      And its data are those of "order-1" as sent, and nothing else is on ORDERS

      Examples: long ones
        | length |
        | 50000  |
        | 100000 |
        | 250000 |

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

    Scenario Outline: A <mode> message whose recall is backed out two hours after it was due arrives
      Given a clock that the tester sets
      And a MessageProducer for a queue ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent
      Then an MQGET in syncpoint by correlation id recalls "order-1" from the staging queue
      When 2 h pass, and the getting application backs out, which puts back "order-1"
      Then after 1 s "order-1" is delivered to ORDERS, and nothing else is there

      Examples: persistent or not
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

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

    Scenario Outline: A message that is too long for its queue holds up no shorter one behind it: <dead-letter queue>
      Given a queue ORDERS, and <dead-letter queue>
      And a MessageProducer for ORDERS with a delivery delay of 2 s
      When "order-1" of 5000 characters is sent
      And the delivery delay is set to 6 s, and "order-2" is sent
      And ORDERS is altered to MAXMSGL(4000) during the delay of "order-1"
      Then after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

      Examples: why it is kept
        | dead-letter queue                    |
        | no dead-letter queue                 |
        | a dead-letter queue with MAXDEPTH(0) |

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

    Scenario Outline: A <mode> message arrives although the session of the <api> that sent it is closed
      Given a <api> for a queue ORDERS with delivery mode <mode> and a delivery delay of 2 s
      When "order-1" is sent
      And the session is closed
      And the delivery delay of "order-1" is over
      Then "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs, both delivery modes
        | api             | mode           |
        | MessageProducer | PERSISTENT     |
        | MessageProducer | NON_PERSISTENT |
        | JMSProducer     | PERSISTENT     |
        | JMSProducer     | NON_PERSISTENT |

    Scenario Outline: A <mode> message arrives although in the meantime <what happens>
      Given a queue ORDERS
      And a remote queue ELSEWHERE that leads through TO.QM2 to STOCK on QM2
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 4 s
      And a MessageProducer for ELSEWHERE with a delivery delay of 3 s
      When "stock-1" is sent
      And "order-1" is sent by the first producer
      And <what happens>
      And the delivery delay of "order-1" is over
      And the channel of TO.QM2 runs for 1 s
      Then "order-1" is delivered to ORDERS
      And "stock-1" is delivered to STOCK on QM2, and nothing else is on ORDERS

      Examples: what does not concern the queue manager of the application
        | mode           | what happens                              |
        | PERSISTENT     | QM2 is ended and started                  |
        | NON_PERSISTENT | QM2 is ended and started                  |
        | PERSISTENT     | the delivery delay processor of QM2 fails |
        | NON_PERSISTENT | the delivery delay processor of QM2 fails |

    Scenario Outline: A <mode> message arrives although the queue manager that was there before is down
      Given a queue manager QM2 of version 9.2 to which the application connects
      And a MessageProducer for a queue ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent
      And at QM1, the queue manager is ended
      Then after its delivery delay "order-1" is delivered to ORDERS, and nothing else is on ORDERS

      Examples: both delivery modes
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

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
