Feature: However a message is sent

  The notes about the mapping go through the fields one by one, and say of none that it matters how the send is
  called. So all of them are looked at together, once in each way: through either API, to the producer's own
  destination or to one that the send names, in the long form, inside a unit of work, with a delay, after a
  rollback or a restart. The messages have all that a message can have, so that no field is written at the cost
  of another. A field that is not as its row says is blamed on the rules of that field.

  What the documents leave open about a field is said in the chapter about it. Whether a user needs authority to the
  reply-to queue is open too; here the user has it.

  @HM-48
  Rule: The notes hold for every send

    A string, bytes and the id of a message as correlation ids; another destination and another reply-to queue;
    a message object that was sent before.

    Scenario Outline: Messages that are sent <way> have all their fields written
      Given <first>
      And the queues ORDERS and REPLIES
      And a <producer> without a destination with <settings> and a time to live of 60 s and message ids disabled
      And <before>
      When "order-1" is sent to <name>
        | reply to               | REPLIES                                               |
        | reply to queue manager | QM7                                                   |
        | reply to priority      | 9                                                     |
        | JMSCorrelationID       | "order 17 of the shop in town, to be paid in cash"    |
        | report options         | MQRO_EXCEPTION                                        |
        | length                 | 2000 characters                                       |
        | JMSType                | "invoice"                                             |
        | JMSMessageID           | "ID:0102030405060708090a0b0c0d0e0f101112131415161718" |
        | JMSTimestamp           | 1                                                     |
        | JMSDeliveryMode        | <preset>                                              |
        | JMSPriority            | 2                                                     |
        | JMSExpiration          | 1                                                     |
      And 123 ms pass
      And "order-2" is sent to <name> as a destination whose persistence is <overriding>
        | reply to                  | REPLIES                                               |
        | reply to queue manager    | QM7                                                   |
        | reply to persistence      | persistent                                            |
        | message object of         | "order-1"                                             |
        | JMSCorrelationID as bytes | 80ff0102                                              |
        | report options            | MQRO_EXCEPTION                                        |
        | length                    | 2000 characters                                       |
        | JMSType                   | "invoice"                                             |
        | JMSMessageID              | "ID:0102030405060708090a0b0c0d0e0f101112131415161718" |
        | JMSTimestamp              | 1                                                     |
        | JMSDeliveryMode           | <preset>                                              |
        | JMSPriority               | 3                                                     |
        | JMSExpiration             | 1                                                     |
      And "order-3" is sent to <name>
        | JMSCorrelationID | "ID:414d51204f544845522020202020202001020304050607ff" |
      And <end>
      Then after 4 s the sender of "order-1" sees
        | JMSMessageID     | ID: and 48 hexadecimal digits                                |
        | JMSMessageID     | not "ID:0102030405060708090a0b0c0d0e0f101112131415161718"    |
        | JMSTimestamp     | the time of the send                                         |
        | jms.Tms          | the time of the send                                         |
        | JMSExpiration    | the time of the send plus 60 s                               |
        | jms.Exp          | the time of the send plus 60 s                               |
        | dt of jms.Exp    | absent or "i8"                                               |
        | MQMD.Expiry      | 600                                                          |
        | MQMD.Persistence | <persistence>                                                |
        | jms.Dlv          | <mode>                                                       |
        | MQMD.Priority    | <priority>                                                   |
        | jms.Pri          | <priority>                                                   |
        | jms.Dst          | a URI that names <name>                                      |
        | jms.Rto          | a URI that names REPLIES                                     |
        | MQMD.ReplyToQ    | "REPLIES"                                                    |
        | MQMD.ReplyToQMgr | "QM7"                                                        |
        | mcd.Type         | "invoice"                                                    |
        | jms.Cid          | "order 17 of the shop in town, to be paid in cash"           |
        | MQMD.CorrelId    | begins with 6f72646572203137206f66207468652073686f7020696e20 |
      And the sender of "order-2" sees
        | JMSMessageID     | ID: and 48 hexadecimal digits                             |
        | JMSMessageID     | not "ID:0102030405060708090a0b0c0d0e0f101112131415161718" |
        | JMSMessageID     | other than that of "order-1"                              |
        | jms.Dst          | other than that of "order-1"                              |
        | jms.Rto          | other than that of "order-1"                              |
        | JMSTimestamp     | the time of the send                                      |
        | jms.Tms          | the time of the send                                      |
        | JMSExpiration    | the time of the send plus 60 s                            |
        | jms.Exp          | the time of the send plus 60 s                            |
        | dt of jms.Exp    | absent or "i8"                                            |
        | MQMD.Expiry      | 600                                                       |
        | MQMD.Persistence | <overridden>                                              |
        | jms.Dlv          | <other mode>                                              |
        | MQMD.Priority    | <priority>                                                |
        | jms.Pri          | <priority>                                                |
        | jms.Dst          | a URI that names <name>                                   |
        | jms.Rto          | a URI that names REPLIES                                  |
        | MQMD.ReplyToQ    | "REPLIES"                                                 |
        | MQMD.ReplyToQMgr | "QM7"                                                     |
        | mcd.Type         | "invoice"                                                 |
        | jms.Cid          | absent                                                    |
        | MQMD.CorrelId    | "80ff01020000000000000000000000000000000000000000"        |
      And the sender of "order-3" sees
        | jms.Cid       | absent                                             |
        | MQMD.CorrelId | "414d51204f544845522020202020202001020304050607ff" |
      And "order-1", "order-2" and "order-3" are delivered to ORDERS in any order, as their senders saw them
      And nothing is on ORDERS, nor on REPLIES

      Examples: APIs, units of work, a restart, a delay, another queue manager
        | way                                              | first                                                                | producer                          | settings                                    | before                                          | end                           | preset         | persistence          | mode           | priority | overriding     | overridden           | other mode     | name   |
        | by a MessageProducer                             | nothing special happens                                              | MessageProducer                   | priority 7                                  | nothing special happens                         | nothing special happens       | NON_PERSISTENT | MQPER_PERSISTENT     | PERSISTENT     | 7        | non-persistent | MQPER_NOT_PERSISTENT | NON_PERSISTENT | ORDERS |
        | by a MessageProducer of a user                   | nothing special happens                                              | MessageProducer of the user alice | delivery mode NON_PERSISTENT and priority 9 | the user alice may put to ORDERS and to REPLIES | nothing special happens       | PERSISTENT     | MQPER_NOT_PERSISTENT | NON_PERSISTENT | 9        | persistent     | MQPER_PERSISTENT     | PERSISTENT     | ORDERS |
        | by a JMSProducer through an alias                | nothing special happens                                              | JMSProducer                       | delivery mode NON_PERSISTENT and priority 9 | an alias queue SALES of ORDERS                  | nothing special happens       | PERSISTENT     | MQPER_NOT_PERSISTENT | NON_PERSISTENT | 9        | persistent     | MQPER_PERSISTENT     | PERSISTENT     | SALES  |
        | by a JMSProducer with a delay                    | nothing special happens                                              | JMSProducer                       | priority 1 and a delivery delay of 3 s      | nothing special happens                         | nothing special happens       | NON_PERSISTENT | MQPER_PERSISTENT     | PERSISTENT     | 1        | non-persistent | MQPER_NOT_PERSISTENT | NON_PERSISTENT | ORDERS |
        | in a unit of work after one that was rolled back | nothing special happens                                              | transacted MessageProducer        | delivery mode NON_PERSISTENT and priority 0 | the unit of work is rolled back                 | the unit of work is committed | PERSISTENT     | MQPER_NOT_PERSISTENT | NON_PERSISTENT | 0        | persistent     | MQPER_PERSISTENT     | PERSISTENT     | ORDERS |
        | in a unit of work with a delay                   | nothing special happens                                              | transacted JMSProducer            | priority 8 and a delivery delay of 3 s      | nothing special happens                         | the unit of work is committed | NON_PERSISTENT | MQPER_PERSISTENT     | PERSISTENT     | 8        | non-persistent | MQPER_NOT_PERSISTENT | NON_PERSISTENT | ORDERS |
        | after a restart                                  | the queue manager is restarted                                       | MessageProducer                   | delivery mode NON_PERSISTENT and priority 7 | nothing special happens                         | nothing special happens       | PERSISTENT     | MQPER_NOT_PERSISTENT | NON_PERSISTENT | 7        | persistent     | MQPER_PERSISTENT     | PERSISTENT     | ORDERS |
        | at another queue manager                         | a queue manager QM2 of version 9.2 to which the application connects | MessageProducer                   | priority 9                                  | nothing special happens                         | nothing special happens       | NON_PERSISTENT | MQPER_PERSISTENT     | PERSISTENT     | 9        | non-persistent | MQPER_NOT_PERSISTENT | NON_PERSISTENT | ORDERS |

    Scenario: Messages that are sent by the long form of send have all their fields written
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with a delivery delay of 3 s and message ids disabled
      When "order-1" is sent by the long form of send with delivery mode NON_PERSISTENT, priority 8 and a time to live of 60 s
        | reply to                  | REPLIES                                               |
        | reply to queue manager    | QM7                                                   |
        | reply to priority         | 9                                                     |
        | JMSCorrelationID as bytes | 80ff0102                                              |
        | report options            | MQRO_EXCEPTION                                        |
        | length                    | 2000 characters                                       |
        | JMSType                   | "invoice"                                             |
        | JMSMessageID              | "ID:0102030405060708090a0b0c0d0e0f101112131415161718" |
        | JMSTimestamp              | 1                                                     |
        | JMSDeliveryMode           | PERSISTENT                                            |
        | JMSPriority               | 2                                                     |
        | JMSExpiration             | 1                                                     |
      And 123 ms pass
      And "order-2" is sent by the long form of send with delivery mode NON_PERSISTENT, priority 8 and a time to live of 60 s
        | reply to               | REPLIES                                               |
        | reply to queue manager | QM7                                                   |
        | reply to priority      | 8                                                     |
        | message object of      | "order-1"                                             |
        | JMSCorrelationID       | "ID:414d51204f544845522020202020202001020304050607ff" |
        | report options         | MQRO_EXCEPTION                                        |
        | length                 | 2000 characters                                       |
        | JMSType                | "invoice"                                             |
        | JMSMessageID           | "ID:0102030405060708090a0b0c0d0e0f101112131415161718" |
        | JMSTimestamp           | 1                                                     |
        | JMSDeliveryMode        | PERSISTENT                                            |
        | JMSPriority            | 2                                                     |
        | JMSExpiration          | 1                                                     |
      Then after the delivery delay of "order-2" the sender of "order-1" sees
        | JMSMessageID     | ID: and 48 hexadecimal digits                             |
        | JMSMessageID     | not "ID:0102030405060708090a0b0c0d0e0f101112131415161718" |
        | JMSTimestamp     | the time of the send                                      |
        | jms.Tms          | the time of the send                                      |
        | JMSExpiration    | the time of the send plus 60 s                            |
        | jms.Exp          | the time of the send plus 60 s                            |
        | dt of jms.Exp    | absent or "i8"                                            |
        | MQMD.Expiry      | 600                                                       |
        | MQMD.Persistence | MQPER_NOT_PERSISTENT                                      |
        | jms.Dlv          | NON_PERSISTENT                                            |
        | MQMD.Priority    | 8                                                         |
        | jms.Pri          | 8                                                         |
        | jms.Dst          | a URI that names ORDERS                                   |
        | jms.Rto          | a URI that names REPLIES                                  |
        | MQMD.ReplyToQ    | "REPLIES"                                                 |
        | MQMD.ReplyToQMgr | "QM7"                                                     |
        | mcd.Type         | "invoice"                                                 |
        | jms.Cid          | absent                                                    |
        | MQMD.CorrelId    | "80ff01020000000000000000000000000000000000000000"        |
      And the sender of "order-2" sees
        | JMSMessageID     | ID: and 48 hexadecimal digits                             |
        | JMSMessageID     | not "ID:0102030405060708090a0b0c0d0e0f101112131415161718" |
        | JMSMessageID     | other than that of "order-1"                              |
        | jms.Rto          | other than that of "order-1"                              |
        | JMSTimestamp     | the time of the send                                      |
        | jms.Tms          | the time of the send                                      |
        | JMSExpiration    | the time of the send plus 60 s                            |
        | jms.Exp          | the time of the send plus 60 s                            |
        | dt of jms.Exp    | absent or "i8"                                            |
        | MQMD.Expiry      | 600                                                       |
        | MQMD.Persistence | MQPER_NOT_PERSISTENT                                      |
        | jms.Dlv          | NON_PERSISTENT                                            |
        | MQMD.Priority    | 8                                                         |
        | jms.Pri          | 8                                                         |
        | jms.Dst          | a URI that names ORDERS                                   |
        | jms.Rto          | a URI that names REPLIES                                  |
        | MQMD.ReplyToQ    | "REPLIES"                                                 |
        | MQMD.ReplyToQMgr | "QM7"                                                     |
        | mcd.Type         | "invoice"                                                 |
        | jms.Cid          | absent                                                    |
        | MQMD.CorrelId    | "414d51204f544845522020202020202001020304050607ff"        |
      And "order-1" and "order-2" are delivered to ORDERS in any order, as their senders saw them
      And nothing is on ORDERS, nor on REPLIES

    Scenario Outline: A message of a <producer> for applications of the MQI has all the fields of the descriptor
      Given the queues ORDERS and REPLIES
      And a <producer> without a destination with <settings>, message ids disabled and a time to live of 60 s
      When "order-1" is sent to ORDERS as a destination that applications of the MQI read
        | reply to                  | REPLIES                                               |
        | reply to queue manager    | QM7                                                   |
        | JMSCorrelationID as bytes | 80ff0102                                              |
        | JMSMessageID              | "ID:0102030405060708090a0b0c0d0e0f101112131415161718" |
        | JMSDeliveryMode           | <preset>                                              |
        | JMSPriority               | 2                                                     |
        | JMSExpiration             | 1                                                     |
      And "order-2" is sent to ORDERS as a destination whose persistence is <overriding> and a destination that applications of the MQI read
        | reply to         | REPLIES                                               |
        | JMSCorrelationID | "ID:414d51204f544845522020202020202001020304050607ff" |
        | JMSDeliveryMode  | <preset>                                              |
      And <end>
      Then after 4 s the sender of "order-1" sees
        | JMSMessageID     | ID: and 48 hexadecimal digits                             |
        | JMSMessageID     | not "ID:0102030405060708090a0b0c0d0e0f101112131415161718" |
        | JMSTimestamp     | the time of the send                                      |
        | JMSExpiration    | the time of the send plus 60 s                            |
        | MQMD.Expiry      | 600                                                       |
        | MQMD.Persistence | <persistence>                                             |
        | MQMD.Priority    | 7                                                         |
        | MQMD.ReplyToQ    | "REPLIES"                                                 |
        | MQMD.ReplyToQMgr | "QM7"                                                     |
        | MQMD.CorrelId    | "80ff01020000000000000000000000000000000000000000"        |
      And the sender of "order-2" sees
        | JMSMessageID     | other than that of "order-1"                       |
        | MQMD.Persistence | <overridden>                                       |
        | MQMD.ReplyToQ    | "REPLIES"                                          |
        | MQMD.CorrelId    | "414d51204f544845522020202020202001020304050607ff" |
      And "order-1" and "order-2" are delivered to ORDERS in any order, as their senders saw them
      And nothing is on ORDERS, nor on REPLIES

      Examples: both APIs, at once, with a delay and in a unit of work
        | producer                   | settings                                                             | end                           | preset         | persistence          | overriding     | overridden           |
        | MessageProducer            | priority 7                                                           | nothing special happens       | NON_PERSISTENT | MQPER_PERSISTENT     | non-persistent | MQPER_NOT_PERSISTENT |
        | JMSProducer                | delivery mode NON_PERSISTENT, priority 7 and a delivery delay of 3 s | nothing special happens       | PERSISTENT     | MQPER_NOT_PERSISTENT | persistent     | MQPER_PERSISTENT     |
        | transacted MessageProducer | delivery mode NON_PERSISTENT and priority 7                          | the unit of work is committed | PERSISTENT     | MQPER_NOT_PERSISTENT | persistent     | MQPER_PERSISTENT     |
        | transacted JMSProducer     | priority 7 and a delivery delay of 3 s                               | the unit of work is committed | NON_PERSISTENT | MQPER_PERSISTENT     | non-persistent | MQPER_NOT_PERSISTENT |

    Scenario Outline: A publication of a <publisher> has all its fields written
      Given a topic PRICES with a non-durable subscriber alice
      And a <publisher> for the topic PRICES with <settings> and priority <priority> and a time to live of 60 s and message ids disabled
      When "price-1" is published, and <end>
        | reply to               | REPLIES                                               |
        | reply to queue manager | QM7                                                   |
        | reply to priority      | 9                                                     |
        | first message of       | the group "shop 1"                                    |
        | JMSCorrelationID       | "order 17 of the shop in town, to be paid in cash"    |
        | report options         | MQRO_EXCEPTION                                        |
        | length                 | 2000 characters                                       |
        | JMSType                | "invoice"                                             |
        | JMSMessageID           | "ID:0102030405060708090a0b0c0d0e0f101112131415161718" |
        | JMSTimestamp           | 1                                                     |
        | JMSDeliveryMode        | <preset>                                              |
        | JMSPriority            | 8                                                     |
        | JMSExpiration          | 1                                                     |
      Then the sender of "price-1" sees
        | JMSMessageID     | ID: and 48 hexadecimal digits                                |
        | JMSMessageID     | not "ID:0102030405060708090a0b0c0d0e0f101112131415161718"    |
        | JMSTimestamp     | the time of the send                                         |
        | jms.Tms          | the time of the send                                         |
        | JMSExpiration    | the time of the send plus 60 s                               |
        | jms.Exp          | the time of the send plus 60 s                               |
        | dt of jms.Exp    | absent or "i8"                                               |
        | MQMD.Expiry      | 600                                                          |
        | MQMD.Persistence | <persistence>                                                |
        | jms.Dlv          | absent or <mode>                                             |
        | MQMD.Priority    | <priority>                                                   |
        | jms.Pri          | <priority>                                                   |
        | jms.Dst          | a URI that names the topic PRICES                            |
        | jms.Rto          | a URI that names REPLIES                                     |
        | MQMD.ReplyToQ    | "REPLIES"                                                    |
        | MQMD.ReplyToQMgr | "QM7"                                                        |
        | mcd.Type         | "invoice"                                                    |
        | jms.Cid          | "order 17 of the shop in town, to be paid in cash"           |
        | MQMD.CorrelId    | begins with 6f72646572203137206f66207468652073686f7020696e20 |
      And "price-1" is delivered to the subscriber alice, and nothing else

      Examples: at once, and in a unit of work
        | publisher                  | settings                     | priority | end                           | preset         | persistence          | mode           |
        | JMSProducer                | delivery mode NON_PERSISTENT | 2        | nothing special happens       | PERSISTENT     | MQPER_NOT_PERSISTENT | NON_PERSISTENT |
        | transacted MessageProducer | delivery mode NON_PERSISTENT | 2        | the unit of work is committed | PERSISTENT     | MQPER_NOT_PERSISTENT | NON_PERSISTENT |
        | MessageProducer            | delivery mode PERSISTENT     | 0        | nothing special happens       | NON_PERSISTENT | MQPER_PERSISTENT     | PERSISTENT     |
        | transacted JMSProducer     | delivery mode PERSISTENT     | 0        | the unit of work is committed | NON_PERSISTENT | MQPER_PERSISTENT     | PERSISTENT     |

      Examples: to a topic object that decides the delivery mode
        | publisher                  | settings                                                                       | priority | end                           | preset         | persistence          | mode           |
        | MessageProducer            | a destination whose persistence is persistent and delivery mode NON_PERSISTENT | 9        | nothing special happens       | NON_PERSISTENT | MQPER_PERSISTENT     | PERSISTENT     |
        | transacted JMSProducer     | a destination whose persistence is non-persistent and delivery mode PERSISTENT | 0        | the unit of work is committed | PERSISTENT     | MQPER_NOT_PERSISTENT | NON_PERSISTENT |

    Scenario Outline: What a <api> was given holds for the next unit of work as well
      Given a transacted <api> for a queue ORDERS with delivery mode NON_PERSISTENT, priority 7 and a time to live of 60 s
      When "order-1" is sent, and the unit of work is committed
      And "order-2" is sent
      Then the sender of "order-2" sees as JMSExpiration the time of the send plus 60 s
      When the unit of work is committed
      Then "order-1" is delivered to ORDERS
      And "order-2" is delivered to ORDERS with MQMD.Priority 7
      And its MQMD.Persistence is MQPER_NOT_PERSISTENT, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: What a <api> was given holds after a send that was refused
      Given a <api> for a queue ORDERS with delivery mode NON_PERSISTENT, priority 7, a time to live of 60 s and a delivery delay of 3 s
      When "order-1" is sent as message 1 of the group "batch-7"
      And the send has been refused
      And "order-2" is sent and comes due
      Then "order-2" is delivered to ORDERS
      And its JMSExpiration is the time of the send of "order-2" plus 60 s
      And its MQMD.Priority is 7
      And its MQMD.Persistence is MQPER_NOT_PERSISTENT, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: What a <api> was given holds after a unit of work that was rolled back
      Given a transacted <api> for a queue ORDERS with delivery mode NON_PERSISTENT, priority 7 and a time to live of 60 s
      When "order-1" is sent, and the unit of work is rolled back
      And "order-2" is sent, and the unit of work is committed
      Then "order-2" is delivered to ORDERS with MQMD.Priority 7
      And its JMSExpiration is the time of the send of "order-2" plus 60 s
      And its MQMD.Persistence is MQPER_NOT_PERSISTENT, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: What a <api> was given holds after a receive in its session
      Given the queues ORDERS and REQUESTS
      And a MessageProducer for REQUESTS
      And a <api> for ORDERS with delivery mode NON_PERSISTENT, priority 7 and a time to live of 60 s
      When "request-1" is sent by the first producer
      Then the sender itself receives "request-1" from REQUESTS
      When "order-1" is sent
      Then "order-1" is delivered to ORDERS with MQMD.Priority 7
      And its JMSExpiration is the time of the send of "order-1" plus 60 s
      And its MQMD.Persistence is MQPER_NOT_PERSISTENT, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: What a <api> was given holds when the session of another producer is closed
      Given a <api> for a queue ORDERS with delivery mode NON_PERSISTENT, priority 7 and a time to live of 60 s
      And a <api> for ORDERS with priority 2 and a time to live of 90 s
      When the session is closed
      And "order-1" is sent by the first producer
      Then "order-1" is delivered to ORDERS with MQMD.Priority 7
      And its JMSExpiration is the time of the send of "order-1" plus 60 s
      And its MQMD.Persistence is MQPER_NOT_PERSISTENT, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |
