Feature: Whatever else is so

  A rule holds for every message that it is about: whichever client has sent it and in which form of send,
  whatever it has in it, whatever happened before and whatever lies beside it. An implementation that is right
  about a plain message and wrong about one with a correlation id, with a delay of less than a second, behind a
  rollback or after a restart, was written for the plain one.

  Most parts before this one look at one thing at a time. Here everything meets: messages that have all that
  a message can have, times that are no whole seconds or tenths, another message that waits on the staging
  queue, a dead-letter queue that is there, a producer that was used before.

  What the documents leave open, and what is accepted here:

  * Which call reports that a life is shorter than the delay.
  * Whether a user who sends with a delay needs authority to the reply-to queue and to the staging queue. Here
    the user has both.
  * When expired messages are discarded that no get has asked for.

  @DD-01 @DD-03 @DD-06 @DD-10
  Rule: A message waits for its own delay, to the millisecond

    Scenario Outline: A delayed message that is sent <way> waits for <delay>
      Given <first>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And a <producer> without a destination with <settings>, message ids disabled and a delivery delay of 1 day
      And <before>
      When "order-1" is sent to ORDERS, and the delivery delay is set to <delay>
      And the time to live is set to <life>
      And "order-2" is sent to <name> as <destination>
        | report options    | MQRO_EXCEPTION_WITH_DATA and MQRO_EXPIRATION and MQRO_PASS_MSG_ID and MQRO_DISCARD_MSG |
        | reply to          | REPLIES                                                                                |
        | reply to priority | 9                                                                                      |
        | JMSCorrelationID  | <correlation id>                                                                       |
        | JMSType           | "invoice"                                                                              |
        | JMSExpiration     | 1                                                                                      |
        | length            | 2000 characters                                                                        |
      And <end>
      Then nothing is on ORDERS during the delay of "order-2"
      When all but 300 ms of the delivery delay of "order-2" has passed
      Then nothing is on ORDERS during the delay of "order-2"
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there
      And a browser shows "order-1" on the staging queue
      And nothing is on REPLIES, nor on the dead-letter queue

      Examples: after a restart, to an alias, behind a rollback, in a unit of work, at another queue manager
        | way                      | first                                                                | producer                          | settings                                    | before                                                                                           | life    | delay   | name   | destination                                       | correlation id                                        | end                           |
        | after a restart          | the queue manager is restarted                                       | MessageProducer                   | delivery mode NON_PERSISTENT and priority 9 | 123 ms pass                                                                                      | 70.05 s | 733 ms  | ORDERS | a destination whose persistence is persistent     | "Bestellung für Zoë, 17 €"                            | 123 ms pass                   |
        | by a user                | the queue manager is restarted                                       | MessageProducer of the user alice | priority 0                                  | the user alice may put to ORDERS and to REPLIES, and the user alice may put to the staging queue | 71.95 s | 1250 ms | ORDERS | a destination whose priority is 9                 | "ID:414d51204f544845522020202020202001020304050607ff" | 123 ms pass                   |
        | to an alias              | 123 ms pass                                                          | JMSProducer                       | priority 1                                  | an alias queue SALES of ORDERS                                                                   | 70.05 s | 1733 ms | SALES  | a destination whose persistence is non-persistent | "Bestellung für Zoë, 17 €"                            | 123 ms pass                   |
        | by a JMSProducer         | the queue manager is restarted                                       | JMSProducer                       | delivery mode NON_PERSISTENT and priority 9 | 123 ms pass                                                                                      | 71.95 s | 733 ms  | ORDERS | a destination that applications of the MQI read   | "ID:414d51204f544845522020202020202001020304050607ff" | 123 ms pass                   |
        | in a unit of work        | 123 ms pass                                                          | transacted JMSProducer            | priority 8                                  | 123 ms pass                                                                                      | 70.05 s | 733 ms  | ORDERS | a destination whose persistence is non-persistent | "ID:414d51204f544845522020202020202001020304050607ff" | the unit of work is committed |
        | behind a rollback        | 123 ms pass                                                          | transacted MessageProducer        | delivery mode NON_PERSISTENT and priority 0 | the unit of work is rolled back                                                                  | 30 days | 1250 ms | ORDERS | a destination that applications of the MQI read   | "Bestellung für Zoë, 17 €"                            | the unit of work is committed |
        | at another queue manager | a queue manager QM2 of version 9.2 to which the application connects | MessageProducer                   | priority 7                                  | 123 ms pass                                                                                      | 71.95 s | 1733 ms | ORDERS | a destination whose persistence is persistent     | "Bestellung für Zoë, 17 €"                            | 123 ms pass                   |

    Scenario Outline: A message that is sent by the long form of send by a <producer> waits for <delay>
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a <producer> for ORDERS with message ids disabled and a delivery delay of 1 day
      When "order-1" is sent, and the delivery delay is set to <delay>
      And "order-2" is sent by the long form of send with delivery mode NON_PERSISTENT, priority 9 and a time to live of <life>
        | report options            | MQRO_EXCEPTION_WITH_DATA and MQRO_EXPIRATION and MQRO_PASS_CORREL_ID |
        | reply to                  | REPLIES                                                              |
        | reply to priority         | 9                                                                    |
        | JMSCorrelationID as bytes | 80ff0102                                                             |
        | JMSType                   | "invoice"                                                            |
        | JMSDeliveryMode           | PERSISTENT                                                           |
        | length                    | 2000 characters                                                      |
      And <end>
      Then nothing is on ORDERS during the delay of "order-2"
      When all but 300 ms of the delivery delay of "order-2" has passed
      Then nothing is on ORDERS during the delay of "order-2"
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there
      And a browser shows "order-1" on the staging queue
      And nothing is on REPLIES, nor on the dead-letter queue

      Examples: with and without a unit of work
        | producer                   | delay   | life    | end                           |
        | MessageProducer            | 733 ms  | 71.95 s | 123 ms pass                   |
        | transacted MessageProducer | 1250 ms | 70.05 s | the unit of work is committed |

    Scenario Outline: A publication of a <publisher> waits for <delay> for its <kind> subscriber
      Given a topic PRICES with a <kind> subscriber alice
      And a queue REPLIES, and a dead-letter queue
      And a <publisher> for the topic PRICES with <settings> and a delivery delay of 1 day
      When "price-1" is published, and the delivery delay is set to <delay>
      And the time to live is set to <life>
      And "price-2" is published
        | report options    | MQRO_EXCEPTION_WITH_DATA and MQRO_EXPIRATION |
        | reply to          | REPLIES                                      |
        | reply to priority | 9                                            |
        | JMSCorrelationID  | "Bestellung für Zoë, 17 €"                   |
        | JMSType           | "invoice"                                    |
        | length            | 2000 characters                              |
      And <end>, and all but 300 ms of the delivery delay of "price-2" has passed
      Then nothing is delivered to the subscriber alice yet
      And after its delivery delay "price-2" is delivered to the subscriber alice, and nothing else
      And nothing is on REPLIES, nor on the dead-letter queue

      Examples: both APIs, with and without a unit of work
        | kind        | publisher                  | settings                                    | delay   | life    | end                           |
        | durable     | JMSProducer                | delivery mode NON_PERSISTENT and priority 9 | 1250 ms | 70.05 s | 123 ms pass                   |
        | non-durable | transacted MessageProducer | priority 0                                  | 1733 ms | 30 days | the unit of work is committed |

  @EX-25 @EX-17
  Rule: A message that expired before its commit is never returned

    Scenario Outline: A message of a <producer> with all that it can have that expired before its commit is not returned
      Given <first>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And an alias queue SALES of ORDERS
      And a <producer> without a destination with <settings> and message ids disabled
      And "order-1" is sent to ORDERS, and <before>
      When the time to live is set to <life>
      And "order-2" is sent to <name> as <destination>
        | report options    | MQRO_EXCEPTION_WITH_DATA and MQRO_PASS_MSG_ID |
        | reply to          | REPLIES                                       |
        | reply to priority | 9                                             |
        | JMSCorrelationID  | <correlation id>                              |
        | JMSType           | "invoice"                                     |
        | JMSExpiration     | 1                                             |
        | length            | 2000 characters                               |
      And 4 s pass, and the unit of work is committed
      Then a browser shows "order-1" on ORDERS
      And "order-1" is delivered to ORDERS, and nothing else is there
      And nothing is on REPLIES, nor on the dead-letter queue

      Examples: after a restart, through an alias, behind a commit, at another queue manager
        | first                                                                | producer                   | settings                                    | before                        | life   | name   | destination                                       | correlation id                                        |
        | the queue manager is restarted                                       | transacted MessageProducer | delivery mode NON_PERSISTENT and priority 9 | 123 ms pass                   | 733 ms | ORDERS | a destination whose persistence is persistent     | "Bestellung für Zoë, 17 €"                            |
        | 123 ms pass                                                          | transacted JMSProducer     | priority 1                                  | the unit of work is committed | 1.25 s | SALES  | a destination whose persistence is non-persistent | "ID:414d51204f544845522020202020202001020304050607ff" |
        | a queue manager QM2 of version 9.2 to which the application connects | transacted MessageProducer | priority 7                                  | 123 ms pass                   | 1.25 s | ORDERS | a destination that applications of the MQI read   | "ID:414d51204f544845522020202020202001020304050607ff" |

    Scenario Outline: A message that is put by <call> to <queue> and expired before its commit is not got
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And ORDERS is altered to MAXDEPTH(10), and an alias queue SALES of ORDERS
      When "order-1" is put to <queue> <how> with an expiry of 13 tenths and priority 9
        | report options | MQRO_EXCEPTION_WITH_DATA and MQRO_PASS_CORREL_ID |
        | reply to       | REPLIES                                          |
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
        | length         | 2000 characters                                  |
      And 4 s pass, and the putting application commits
      Then MQGET from <queue> with MQGMO_BROWSE_FIRST finds no message
      And MQGET from ORDERS finds no message
      And nothing is on REPLIES, nor on the dead-letter queue

      Examples: both calls
        | call   | queue  | how                    |
        | MQPUT1 | ORDERS | by MQPUT1 in syncpoint |
        | MQPUT1 | SALES  | by MQPUT1 in syncpoint |
        | MQPUT  | SALES  | in syncpoint           |

    Scenario Outline: A publication of a <publisher> that expired before its commit comes to no <kind> subscriber
      Given a topic PRICES with a <kind> subscriber alice
      And a queue REPLIES, and a dead-letter queue
      And a <publisher> for the topic PRICES with <settings>
      When "price-1" is published, and the time to live is set to 1.25 s
      And "price-2" is published
        | report options    | MQRO_EXCEPTION_WITH_DATA   |
        | reply to          | REPLIES                    |
        | reply to priority | 9                          |
        | JMSCorrelationID  | "Bestellung für Zoë, 17 €" |
        | JMSType           | "invoice"                  |
        | length            | 2000 characters            |
      And 4 s pass, and the unit of work is committed
      Then "price-1" is delivered to the subscriber alice, and nothing else
      And nothing is on REPLIES, nor on the dead-letter queue

      Examples: both APIs
        | kind        | publisher                  | settings                                    |
        | durable     | transacted JMSProducer     | delivery mode NON_PERSISTENT and priority 9 |
        | non-durable | transacted MessageProducer | priority 0                                  |

  @DD-98 @X-20 @X-21
  Rule: A message that fails at its target is dead-lettered, and its report has the ids that were asked for

    Scenario Outline: A delayed message that is sent <way> and fails is dead-lettered and reported
      Given <first>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And a <producer> without a destination with <settings> and a delivery delay of 1 day
      And <before>
      When "order-1" is sent to ORDERS, and the delivery delay is set to <delay>
      And the time to live is set to <life>
      And "order-2" is sent to <name> as <destination>
        | report options    | MQRO_EXCEPTION_WITH_DATA and MQRO_EXPIRATION and MQRO_PASS_MSG_ID and MQRO_PASS_CORREL_ID |
        | reply to          | REPLIES                                                                                   |
        | reply to priority | 9                                                                                         |
        | JMSCorrelationID  | "ID:fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8"                                     |
        | JMSType           | "invoice"                                                                                 |
        | JMSExpiration     | 1                                                                                         |
        | length            | 2000 characters                                                                           |
      And <end>, and "order-2" comes due while ORDERS has PUT(DISABLED)
      Then "order-2" is dead-lettered, and nothing else is on the dead-letter queue
      And an exception report arrives on REPLIES, caused by "order-2"
      And its MQMD.MsgId is the JMSMessageID that the sender of "order-2" was given
      And its MQMD.CorrelId is "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8"
      And nothing is on REPLIES, nor on ORDERS
      And a browser shows "order-1" on the staging queue

      Examples: after a restart, to an alias, behind a rollback, in a unit of work, at another queue manager
        | way                      | first                                                                | producer                          | settings                                    | before                                                                                           | life    | delay   | name   | destination                                       | end                           |
        | after a restart          | the queue manager is restarted                                       | MessageProducer                   | delivery mode NON_PERSISTENT and priority 9 | 123 ms pass                                                                                      | 70.05 s | 1733 ms | ORDERS | a destination whose persistence is persistent     | 123 ms pass                   |
        | by a user                | the queue manager is restarted                                       | MessageProducer of the user alice | priority 0                                  | the user alice may put to ORDERS and to REPLIES, and the user alice may put to the staging queue | 60 days | 1250 ms | ORDERS | a destination whose priority is 9                 | 123 ms pass                   |
        | to an alias              | 123 ms pass                                                          | JMSProducer                       | priority 1                                  | an alias queue SALES of ORDERS                                                                   | 70.05 s | 1733 ms | SALES  | a destination whose persistence is non-persistent | 123 ms pass                   |
        | in a unit of work        | 123 ms pass                                                          | transacted JMSProducer            | priority 8                                  | 123 ms pass                                                                                      | 70.05 s | 1250 ms | ORDERS | a destination whose persistence is non-persistent | the unit of work is committed |
        | behind a rollback        | 123 ms pass                                                          | transacted MessageProducer        | delivery mode NON_PERSISTENT and priority 0 | the unit of work is rolled back                                                                  | 30 days | 1250 ms | ORDERS | a destination whose persistence is persistent     | the unit of work is committed |
        | at another queue manager | a queue manager QM2 of version 9.2 to which the application connects | MessageProducer                   | priority 7                                  | 123 ms pass                                                                                      | 70.05 s | 1733 ms | ORDERS | a destination whose persistence is persistent     | 123 ms pass                   |

  @DD-82
  Rule: A message that expires on the staging queue is reported as it was sent

    Scenario Outline: A message that is sent <way> with all that it can have and expires on the staging queue is reported
      Given <first>
      And the queues ORDERS and REPLIES, and no dead-letter queue
      And a <producer> without a destination with <settings> and a delivery delay of 3 s
      And "order-1" is sent to ORDERS, and <before>
      When the time to live is set to 6.05 s
      And "order-2" is sent to <name> as <destination>
        | report options    | MQRO_EXPIRATION_WITH_DATA  |
        | reply to          | REPLIES                    |
        | reply to priority | 9                          |
        | JMSCorrelationID  | "Bestellung für Zoë, 17 €" |
        | JMSType           | "invoice"                  |
        | length            | 2000 characters            |
      And <end>, and ORDERS is altered to PUT(DISABLED) during the delay of "order-2"
      Then after the life of "order-2" a browser shows "order-1" on the staging queue
      And an expiration report about "order-2" arrives on REPLIES, and nothing else is on REPLIES

      Examples: after a restart, to an alias, in a unit of work, at another queue manager
        | way                      | first                                                                | producer               | settings                                    | before                         | name   | destination                                       | end                           |
        | after a restart          | the queue manager is restarted                                       | MessageProducer        | delivery mode NON_PERSISTENT and priority 9 | 123 ms pass                    | ORDERS | a destination whose persistence is persistent     | 123 ms pass                   |
        | to an alias              | 123 ms pass                                                          | JMSProducer            | priority 1                                  | an alias queue SALES of ORDERS | SALES  | a destination whose persistence is non-persistent | 123 ms pass                   |
        | in a unit of work        | 123 ms pass                                                          | transacted JMSProducer | priority 8                                  | 123 ms pass                    | ORDERS | a destination whose priority is 9                 | the unit of work is committed |
        | at another queue manager | a queue manager QM2 of version 9.2 to which the application connects | MessageProducer        | priority 7                                  | 123 ms pass                    | ORDERS | a destination whose persistence is persistent     | 123 ms pass                   |

  @DD-78
  Rule: Priority as the queue defines is taken at the send

    Scenario Outline: A message that is sent <way> with all that it can have keeps the priority that its queue defined
      Given <first>
      And a queue ORDERS with DEFPRTY(3)
      And a queue REPLIES, and a dead-letter queue
      And a <producer> without a destination with <settings>, message ids disabled and a delivery delay of 1 day
      And <before>
      When "order-1" is sent to ORDERS, and the delivery delay is set to 1733 ms
      And the time to live is set to <life>
      And "order-2" is sent to ORDERS as a destination whose priority is as the queue defines
        | report options    | MQRO_EXCEPTION_WITH_DATA and MQRO_EXPIRATION and MQRO_PASS_MSG_ID and MQRO_PASS_CORREL_ID |
        | reply to          | REPLIES                                                                                   |
        | reply to priority | 9                                                                                         |
        | JMSCorrelationID  | <correlation id>                                                                          |
        | JMSType           | "invoice"                                                                                 |
        | length            | 2000 characters                                                                           |
      And <end>, and ORDERS is altered to DEFPRTY(8) during the delay of "order-2"
      Then after its delivery delay "order-2" is delivered to ORDERS with MQMD.Priority 3
      And nothing is on ORDERS, REPLIES, nor on the dead-letter queue
      And a browser shows "order-1" on the staging queue

      Examples: after a restart, of a user, behind a rollback, at another queue manager
        | way                      | first                                                                | producer                          | settings                                    | before                                                                                           | life    | correlation id                                        | end                           |
        | after a restart          | the queue manager is restarted                                       | MessageProducer                   | delivery mode NON_PERSISTENT and priority 9 | 123 ms pass                                                                                      | 70.05 s | "Bestellung für Zoë, 17 €"                            | 123 ms pass                   |
        | by a user                | the queue manager is restarted                                       | MessageProducer of the user alice | priority 0                                  | the user alice may put to ORDERS and to REPLIES, and the user alice may put to the staging queue | 71.95 s | "ID:414d51204f544845522020202020202001020304050607ff" | 123 ms pass                   |
        | by a JMSProducer         | 123 ms pass                                                          | JMSProducer                       | priority 1                                  | 123 ms pass                                                                                      | 70.05 s | "ID:414d51204f544845522020202020202001020304050607ff" | 123 ms pass                   |
        | behind a rollback        | 123 ms pass                                                          | transacted JMSProducer            | priority 8                                  | the unit of work is rolled back                                                                  | 30 days | "Bestellung für Zoë, 17 €"                            | the unit of work is committed |
        | at another queue manager | a queue manager QM2 of version 9.2 to which the application connects | MessageProducer                   | priority 7                                  | 123 ms pass                                                                                      | 71.95 s | "Bestellung für Zoë, 17 €"                            | 123 ms pass                   |

  @EX-17 @EX-18 @EX-21
  Rule: A message that expires on its queue is shown to nobody, and reported

    Scenario Outline: A message that is sent <way> with all that it can have and expires on its queue is reported
      Given <first>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And a <producer> without a destination with <settings> and a delivery delay of 1 day
      And <before>
      When "order-1" is sent to ORDERS, and the delivery delay is set to <delay>
      And the time to live is set to 1.85 s
      And "order-2" is sent to <name> as <destination>
        | report options    | MQRO_EXPIRATION_WITH_FULL_DATA and MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to          | REPLIES                                                                |
        | reply to priority | 9                                                                      |
        | JMSCorrelationID  | <correlation id>                                                       |
        | JMSType           | "invoice"                                                              |
        | JMSExpiration     | 1                                                                      |
        | length            | 2000 characters                                                        |
      And <end>, and the life of "order-2" is over
      Then a browser shows nothing on ORDERS
      And nothing is on ORDERS, nor on the dead-letter queue
      And an expiration report about "order-2" arrives on REPLIES, and nothing else is on REPLIES
      And a browser shows "order-1" on the staging queue

      Examples: after a restart, to an alias, behind a rollback, in a unit of work, at another queue manager
        | way                      | first                                                                | producer                          | settings                                    | before                                                                                           | delay  | name   | destination                                       | correlation id                                        | end                           |
        | after a restart          | the queue manager is restarted                                       | MessageProducer                   | delivery mode NON_PERSISTENT and priority 9 | 123 ms pass                                                                                      | 733 ms | ORDERS | a destination whose persistence is persistent     | "Bestellung für Zoë, 17 €"                            | 123 ms pass                   |
        | by a user                | the queue manager is restarted                                       | MessageProducer of the user alice | priority 0                                  | the user alice may put to ORDERS and to REPLIES, and the user alice may put to the staging queue | 733 ms | ORDERS | a destination whose priority is 9                 | "ID:414d51204f544845522020202020202001020304050607ff" | 123 ms pass                   |
        | to an alias              | 123 ms pass                                                          | JMSProducer                       | priority 1                                  | an alias queue SALES of ORDERS                                                                   | 0 ms   | SALES  | a destination whose persistence is non-persistent | "Bestellung für Zoë, 17 €"                            | 123 ms pass                   |
        | in a unit of work        | 123 ms pass                                                          | transacted JMSProducer            | priority 8                                  | 123 ms pass                                                                                      | 733 ms | ORDERS | a destination whose persistence is non-persistent | "ID:414d51204f544845522020202020202001020304050607ff" | the unit of work is committed |
        | behind a rollback        | 123 ms pass                                                          | transacted MessageProducer        | delivery mode NON_PERSISTENT and priority 0 | the unit of work is rolled back                                                                  | 0 ms   | ORDERS | a destination that applications of the MQI read   | "Bestellung für Zoë, 17 €"                            | the unit of work is committed |
        | at another queue manager | a queue manager QM2 of version 9.2 to which the application connects | MessageProducer                   | priority 7                                  | 123 ms pass                                                                                      | 0 ms   | ORDERS | a destination whose persistence is persistent     | "Bestellung für Zoë, 17 €"                            | 123 ms pass                   |

    Scenario Outline: A message that is put <how> with all that it can have and expires on its queue is reported
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And an alias queue SALES of ORDERS, and ORDERS is altered to MAXDEPTH(10)
      When "order-1" is put to <queue> <how> with priority 9 and MQPER_PERSISTENT
      And "order-2" is put to <queue> <how> with an expiry of 13 tenths and priority 0
        | report options | MQRO_EXPIRATION_WITH_FULL_DATA and MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                                                                |
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8                       |
        | length         | 2000 characters                                                        |
      And <end>, and the life of "order-2" is over
      Then MQGET from <queue> with MQGMO_SYNCPOINT returns "order-1"
      And MQGET from <queue> with MQGMO_BROWSE_FIRST finds no message
      And MQGET from ORDERS finds no message, and nothing is on the dead-letter queue
      And a browser shows an expiration report about "order-2" on REPLIES

      Examples: both calls, with and without a unit of work
        | queue  | how                    | end                             |
        | ORDERS | by MQPUT1 in syncpoint | the putting application commits |
        | SALES  | by MQPUT1              | 123 ms pass                     |
        | SALES  | in syncpoint           | the putting application commits |

  @DD-60 @DD-61
  Rule: A message that waits can be recalled by the id that its sender was given

    Scenario Outline: A message that is sent <way> with all that it can have is recalled by its id
      Given <first>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And a <producer> without a destination with <settings> and a delivery delay of 1 day
      And <before>
      When "order-1" is sent to ORDERS, and the delivery delay is set to 3733 ms
      And the time to live is set to <life>
      And "order-2" is sent to <name> as <destination>
        | report options    | MQRO_EXPIRATION and MQRO_EXCEPTION_WITH_DATA and MQRO_PASS_CORREL_ID |
        | reply to          | REPLIES                                                              |
        | reply to priority | 9                                                                    |
        | JMSCorrelationID  | <correlation id>                                                     |
        | JMSType           | "invoice"                                                            |
        | length            | 2000 characters                                                      |
      And <end>
      Then the staged copy of "order-2" has the original message id as its correlation id
      And an MQGET by correlation id recalls "order-2" from the staging queue
      And after 5 s nothing is on ORDERS, REPLIES, nor on the dead-letter queue
      And a browser shows "order-1" on the staging queue

      Examples: after a restart, to an alias, behind a rollback, in a unit of work, at another queue manager
        | way               | first                          | producer                          | settings                                    | before                                                                                           | life    | name   | destination                                       | correlation id                                        | end                           |
        | after a restart   | the queue manager is restarted | MessageProducer                   | delivery mode NON_PERSISTENT and priority 9 | 123 ms pass                                                                                      | 70.05 s | ORDERS | a destination whose persistence is persistent     | "Bestellung für Zoë, 17 €"                            | 123 ms pass                   |
        | by a user         | the queue manager is restarted | MessageProducer of the user alice | priority 0                                  | the user alice may put to ORDERS and to REPLIES, and the user alice may put to the staging queue | 71.95 s | ORDERS | a destination whose priority is 9                 | "ID:414d51204f544845522020202020202001020304050607ff" | 123 ms pass                   |
        | to an alias       | 123 ms pass                    | JMSProducer                       | priority 1                                  | an alias queue SALES of ORDERS                                                                   | 70.05 s | SALES  | a destination whose persistence is non-persistent | "Bestellung für Zoë, 17 €"                            | 123 ms pass                   |
        | in a unit of work | 123 ms pass                    | transacted JMSProducer            | priority 8                                  | 123 ms pass                                                                                      | 71.95 s | ORDERS | a destination that applications of the MQI read   | "ID:414d51204f544845522020202020202001020304050607ff" | the unit of work is committed |
        | behind a rollback | 123 ms pass                    | transacted MessageProducer        | delivery mode NON_PERSISTENT and priority 0 | the unit of work is rolled back                                                                  | 30 days | ORDERS | a destination whose persistence is non-persistent | "Bestellung für Zoë, 17 €"                            | the unit of work is committed |

  @DD-16 @DD-25 @DD-26 @DD-36
  Rule: What is refused is refused, in the kind of exception of the API, whatever was to be sent

    Scenario Outline: A <api> throws a <exception> for <what> with all that a message can have, <when>
      Given <first>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And a <api> without a destination with delivery mode NON_PERSISTENT, priority 0, message ids disabled and a delivery delay of 1 day
      When "order-1" is sent to ORDERS, and the delivery delay is set to 1733 ms
      And the time to live is set to <life>
      And "order-2" is sent to ORDERS as a destination whose priority is as the queue defines
        | report options    | MQRO_EXPIRATION_WITH_DATA and MQRO_PASS_MSG_ID and MQRO_PASS_CORREL_ID |
        | reply to          | REPLIES                                                                |
        | reply to priority | 9                                                                      |
        | JMSCorrelationID  | "ID:414d51204f544845522020202020202001020304050607ff"                  |
        | JMSType           | "invoice"                                                              |
        | JMSExpiration     | 1                                                                      |
        | length            | 2000 characters                                                        |
        | <group>           | <named>                                                                |
      Then setTimeToLive or the send is refused with <reason>
      And the exception is a <exception>
      And after 4 s nothing is on ORDERS, REPLIES, nor on the dead-letter queue
      And a browser shows "order-1" on the staging queue

      Examples: both APIs, after a restart
        | api             | what             | when            | first                          | life    | group            | named               | reason                    | exception           |
        | MessageProducer | a group          | after a restart | the queue manager is restarted | 70.05 s | first message of | the group "batch-7" | MQRC_OPTIONS_ERROR (2046) | JMSException        |
        | JMSProducer     | a group          | after a restart | the queue manager is restarted | 70.05 s | first message of | the group "batch-7" | MQRC_OPTIONS_ERROR (2046) | JMSRuntimeException |
        | MessageProducer | too short a life | after a restart | the queue manager is restarted | 1732 ms | JMSPriority      | 3                   | MQRC_EXPIRY_ERROR (2013)  | JMSException        |
        | JMSProducer     | too short a life | after a restart | the queue manager is restarted | 1732 ms | JMSPriority      | 3                   | MQRC_EXPIRY_ERROR (2013)  | JMSRuntimeException |

    @DD-30
    Scenario Outline: The long form of send of a <producer> refuses a life below the delay with all that a message can have
      Given <first>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And a <producer> for ORDERS with message ids disabled and a delivery delay of 1 day
      When "order-1" is sent, and the delivery delay is set to <delay>
      And "order-2" is sent by the long form of send with delivery mode NON_PERSISTENT, priority 9 and a time to live of <life>
        | report options    | MQRO_EXPIRATION_WITH_DATA and MQRO_PASS_MSG_ID and MQRO_PASS_CORREL_ID |
        | reply to          | REPLIES                                                                |
        | reply to priority | 9                                                                      |
        | JMSCorrelationID  | "Bestellung für Zoë, 17 €"                                             |
        | JMSType           | "invoice"                                                              |
        | JMSExpiration     | 1                                                                      |
        | length            | 2000 characters                                                        |
      Then the send is refused with MQRC_EXPIRY_ERROR (2013)
      And the exception is a JMSException
      And after 4 s nothing is on ORDERS, REPLIES, nor on the dead-letter queue
      And <rest>

      Examples: by one millisecond, with and without a unit of work
        | producer                   | first                          | delay   | life    | rest                                           |
        | MessageProducer            | the queue manager is restarted | 1733 ms | 1732 ms | a browser shows "order-1" on the staging queue |
        | transacted MessageProducer | 123 ms pass                    | 733 ms  | 732 ms  | a browser shows nothing on ORDERS              |

    Scenario Outline: A life of <life> is enough for a delay of <delay>, and a <producer> sends all that a message can have
      Given a clock that the tester sets, and <first>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And a <producer> without a destination with delivery mode NON_PERSISTENT, priority 9, message ids disabled and a delivery delay of 1 day
      When "order-1" is sent to ORDERS, and the delivery delay is set to <delay>
      And the time to live is set to <life>
      And "order-2" is sent to ORDERS as a destination whose persistence is persistent
        | report options    | MQRO_EXCEPTION_WITH_DATA and MQRO_PASS_MSG_ID and MQRO_PASS_CORREL_ID |
        | reply to          | REPLIES                                                               |
        | reply to priority | 9                                                                     |
        | JMSCorrelationID  | "Bestellung für Zoë, 17 €"                                            |
        | JMSType           | "invoice"                                                             |
        | length            | 2000 characters                                                       |
      Then every call is accepted
      And nothing is on ORDERS during the delay of "order-2"
      And after 4 s nothing is on ORDERS, nor on the dead-letter queue
      And a browser shows "order-1" on the staging queue

      Examples: one millisecond more, both APIs
        | producer        | first                          | delay   | life    |
        | MessageProducer | the queue manager is restarted | 1733 ms | 1734 ms |
        | JMSProducer     | 123 ms pass                    | 733 ms  | 734 ms  |

  @HM-20 @HM-14
  Rule: A life that Expiry does not hold is unlimited in the descriptor, and as it was set in the header

    Scenario Outline: A message that is sent <way> with all that it can have has a life of 214748364.8 s
      Given <first>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And a <producer> without a destination with <settings> and a time to live of 214748364800 ms
      When "order-1" is sent to ORDERS, and the delivery delay is set to 733 ms
      And "order-2" is sent to ORDERS as <destination>
        | report options    | MQRO_EXCEPTION_WITH_DATA and MQRO_PASS_MSG_ID |
        | reply to          | REPLIES                                       |
        | reply to priority | 9                                             |
        | JMSCorrelationID  | "Bestellung für Zoë, 17 €"                    |
        | JMSType           | "invoice"                                     |
        | JMSExpiration     | 1                                             |
        | length            | 2000 characters                               |
      And <end>
      Then the sender of "order-2" sees MQMD.Expiry MQEI_UNLIMITED
      And the sender of "order-2" sees as JMSExpiration the time of the send plus 214748364800 ms
      And "order-1" is delivered to ORDERS with MQMD.Expiry MQEI_UNLIMITED
      And after its delivery delay "order-2" is delivered to ORDERS with MQMD.Expiry MQEI_UNLIMITED
      And nothing is on ORDERS, REPLIES, nor on the dead-letter queue

      Examples: after a restart, behind a rollback, in a unit of work
        | way               | first                          | producer                   | settings                                    | destination                                       | end                           |
        | after a restart   | the queue manager is restarted | JMSProducer                | delivery mode NON_PERSISTENT and priority 9 | a destination whose persistence is persistent     | 123 ms pass                   |
        | in a unit of work | 123 ms pass                    | transacted MessageProducer | priority 0                                  | a destination whose persistence is non-persistent | the unit of work is committed |

  @EX-50
  Rule: What is sent to a remote queue waits behind a header with the same Expiry

    Scenario Outline: A message that is sent <way> to a remote queue with all that it can have has its Expiry twice
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And a queue REPLIES, and a dead-letter queue
      And <first>
      And a <producer> without a destination with <settings> and a time to live of 62.05 s
      When the delivery delay is set to <delay>
      And "order-1" is sent to ORDERS as <destination>
        | report options    | MQRO_EXCEPTION_WITH_DATA and MQRO_EXPIRATION and MQRO_PASS_MSG_ID and MQRO_DISCARD_MSG |
        | reply to          | REPLIES                                                                                |
        | reply to priority | 9                                                                                      |
        | JMSCorrelationID  | <correlation id>                                                                       |
        | JMSType           | "invoice"                                                                              |
        | length            | 2000 characters                                                                        |
      And <end>
      Then after 2 s MQGET from TO.QM2 with MQGMO_BROWSE_FIRST returns "order-1"
      And it begins with a transmission-queue header, and both its Expiry fields are the same
      And the remaining expiry of "order-1" is about 600 tenths
      And MQGET from TO.QM2 returns "order-1", and nothing else is on TO.QM2

      Examples: after a restart, with a delay, in a unit of work
        | way               | first                          | producer               | settings                                    | delay   | destination                                       | correlation id                                        | end                           |
        | after a restart   | the queue manager is restarted | MessageProducer        | delivery mode NON_PERSISTENT and priority 9 | 0 ms    | a destination whose persistence is persistent     | "Bestellung für Zoë, 17 €"                            | 123 ms pass                   |
        | with a delay      | 123 ms pass                    | JMSProducer            | priority 0                                  | 733 ms  | a destination that applications of the MQI read   | "ID:414d51204f544845522020202020202001020304050607ff" | 123 ms pass                   |
        | in a unit of work | 123 ms pass                    | transacted JMSProducer | priority 8                                  | 1250 ms | a destination whose persistence is non-persistent | "Bestellung für Zoë, 17 €"                            | the unit of work is committed |

  @X-30
  Rule: Which attribute of a topic counts is decided by the persistence that the publication has in effect

    Scenario Outline: A <mode> publication of a <publisher> with all that it can have to a destination that is <override> fails
      Given <first>
      And a topic PRICES with <attributes>, and a non-durable subscriber alice
      And a queue REPLIES, and a dead-letter queue
      And a <publisher> for the topic PRICES with a destination whose persistence is <override>, delivery mode <mode>, priority 9 and a time to live of 71.95 s
      When the delivery delay is set to 1733 ms
      And "price-1" is published
        | report options    | MQRO_EXCEPTION_WITH_DATA and MQRO_EXPIRATION |
        | reply to          | REPLIES                                      |
        | reply to priority | 9                                            |
        | JMSCorrelationID  | "Bestellung für Zoë, 17 €"                   |
        | JMSType           | "invoice"                                    |
        | length            | 2000 characters                              |
      Then the send is refused with MQRC_PUBLICATION_FAILURE (2502), and nothing is on the staging queue
      And nothing is delivered to the subscriber alice
      And nothing is on REPLIES, nor on the dead-letter queue

      Examples: both APIs, before and after a restart
        | mode           | publisher       | override       | attributes                             | first                          |
        | NON_PERSISTENT | JMSProducer     | persistent     | PMSGDLV(ALLDUR) and NPMSGDLV(ALLAVAIL) | the queue manager is restarted |
        | PERSISTENT     | JMSProducer     | non-persistent | NPMSGDLV(ALL) and PMSGDLV(ALLAVAIL)    | 123 ms pass                    |
        | NON_PERSISTENT | MessageProducer | persistent     | PMSGDLV(ALLDUR) and NPMSGDLV(ALLAVAIL) | 123 ms pass                    |
        | PERSISTENT     | MessageProducer | non-persistent | NPMSGDLV(ALL) and PMSGDLV(ALLAVAIL)    | the queue manager is restarted |
