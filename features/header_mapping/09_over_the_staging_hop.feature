Feature: The header of a delayed message

  A delayed message spends its delay on the staging queue, under another message id, with its own id in the
  place of the correlation id, and with one more header, which says when and where it is to go. When it is due
  all of that is taken off again. What the send has written, in the descriptor and in the header behind it, must
  then be on the target as if there had been no delay. A wrong correlation id is easily overlooked: a JMS
  receiver takes a string from the header, and sees it even where MQMD.CorrelId is lost.

  What the documents leave open, and what is accepted here:

  * That what was written comes back unchanged follows from several sentences; none says it of each
    field.
  * The time of the put, the user and other context of the delivered message. They are not looked at.

  @X-03
  Rule: The application's correlation id is on the target again

    In all three forms, byte by byte.

    Scenario Outline: A delayed message has the correlation id <given> again
      Given a <api> for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due
        | <form> | <given> |
      Then "order-1" is delivered to ORDERS
      And its MQMD.CorrelId begins with <bytes>
      And its MQMD.MsgId is the JMSMessageID that the sender of "order-1" was given, and nothing is on ORDERS, nor on the staging queue

      Examples: a message id
        | api             | form             | given                                                 | bytes                                            |
        | MessageProducer | JMSCorrelationID | "ID:414d51204f544845522020202020202001020304050607ff" | 414d51204f544845522020202020202001020304050607ff |
        | JMSProducer     | JMSCorrelationID | "ID:414d51204f544845522020202020202001020304050607ff" | 414d51204f544845522020202020202001020304050607ff |

      Examples: bytes
        | api             | form                      | given                                            | bytes                                            |
        | MessageProducer | JMSCorrelationID as bytes | 80818283fffefdfc7f80c328a0a1e28081f0288c28fafb00 | 80818283fffefdfc7f80c328a0a1e28081f0288c28fafb00 |
        | JMSProducer     | JMSCorrelationID as bytes | 0102038081                                       | 010203808100000000000000000000000000000000000000 |

      Examples: a string
        | api             | form             | given                        | bytes                                            |
        | MessageProducer | JMSCorrelationID | "abcdefghijklmnopqrstuvwxyz" | 6162636465666768696a6b6c6d6e6f707172737475767778 |
        | JMSProducer     | JMSCorrelationID | "order 17"                   | 6f72646572203137                                 |

    Scenario Outline: The receiver of a delayed message of a <api> sees the correlation id <given>
      Given a <api> for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due
        | JMSCorrelationID | <given> |
      Then "order-1" is delivered to ORDERS
      And a receiver with JMS alone sees JMSCorrelationID <given>, and nothing else is on ORDERS

      Examples: a message id
        | api             | given                                                 |
        | MessageProducer | "ID:414d51204f544845522020202020202001020304050607ff" |
        | JMSProducer     | "ID:414d51204f544845522020202020202001020304050607ff" |

      Examples: a string
        | api             | given                                                          |
        | MessageProducer | "123456789012345678901234567890123456789012345678901234567890" |
        | JMSProducer     | "order 17"                                                     |

    Scenario: A delayed reply is found by the id of its request
      Given the queues REQUESTS and REPLIES
      And a MessageProducer for REQUESTS
      And a MessageProducer for REPLIES with a delivery delay of 3 s
      When "request-1" is sent by the first producer
      And "reply-1" is sent and comes due
        | answers | "request-1" |
      Then an MQGET from REPLIES by the message id of "request-1" as correlation id returns "reply-1"
      And "request-1" is delivered to REQUESTS, and nothing is on REQUESTS, nor on REPLIES

  @X-27
  Rule: What the queue's definition decided at the send stays as it was decided

    The definition may have changed meanwhile. A delivery mode in the header that says otherwise than the
    descriptor would be believed by a receiver.

    Scenario Outline: DEFPSIST(<before>) at the send counts, not DEFPSIST(<after>) at the delivery
      Given a queue ORDERS with DEFPSIST(<before>)
      And a MessageProducer for ORDERS with a delivery delay of 3 s and a destination whose persistence is as the queue defines
      When "order-1" is sent
      And ORDERS is altered to DEFPSIST(<after>)
      Then after its delivery delay "order-1" is delivered to ORDERS
      And its jms.Dlv is absent or <mode>
      And its MQMD.Persistence is <persistence>, and nothing else is on ORDERS

      Examples: both directions
        | before | after | mode           | persistence          |
        | YES    | NO    | PERSISTENT     | MQPER_PERSISTENT     |
        | NO     | YES   | NON_PERSISTENT | MQPER_NOT_PERSISTENT |

    Scenario Outline: The receiver sees <mode>, as DEFPSIST(<before>) had it at the send
      Given a queue ORDERS with DEFPSIST(<before>)
      And a JMSProducer for ORDERS with a delivery delay of 3 s and a destination whose persistence is as the queue defines
      When "order-1" is sent, and ORDERS is altered to DEFPSIST(<after>)
      And the delivery delay of "order-1" is over
      Then "order-1" is delivered to ORDERS with JMSDeliveryMode <mode>, and nothing else is on ORDERS

      Examples: both directions
        | before | after | mode           |
        | YES    | NO    | PERSISTENT     |
        | NO     | YES   | NON_PERSISTENT |

  @X-42
  Rule: All that the header says is the same with a delay and without

    A message and its undelayed twin differ in their times and ids alone.

    Scenario Outline: A delayed message of a <api> arrives with the persistence of <mode>
      Given a <api> for a queue ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due
      Then "order-1" is delivered to ORDERS with MQMD.Persistence <persistence>, and nothing else is on ORDERS

      Examples: both modes
        | api             | mode           | persistence          |
        | MessageProducer | NON_PERSISTENT | MQPER_NOT_PERSISTENT |
        | MessageProducer | PERSISTENT     | MQPER_PERSISTENT     |
        | JMSProducer     | NON_PERSISTENT | MQPER_NOT_PERSISTENT |
        | JMSProducer     | PERSISTENT     | MQPER_PERSISTENT     |

    Scenario Outline: A delayed message of a <api> has the header of its undelayed twin
      Given the queues ORDERS and REPLIES
      And a <api> for ORDERS with priority 7 and delivery mode NON_PERSISTENT
      When "twin-1" is sent
        | reply to             | REPLIES                    |
        | reply to persistence | persistent                 |
        | JMSType              | "Rechnung & mehr für Zoë"  |
        | JMSCorrelationID     | "Bestellung für Zoë, 17 €" |
      And the delivery delay is set to 3 s
      And "order-1" is sent
        | reply to             | REPLIES                    |
        | reply to persistence | persistent                 |
        | JMSType              | "Rechnung & mehr für Zoë"  |
        | JMSCorrelationID     | "Bestellung für Zoë, 17 €" |
      Then "twin-1" is delivered to ORDERS
      And after its delivery delay "order-1" is delivered to ORDERS
      And its header says what the header of "twin-1" says, and nothing is on ORDERS, nor on REPLIES

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    @X-17
    Scenario Outline: On a dead-letter queue a delayed message of a <api> has the header and the format of its twin
      Given a queue ORDERS, and a dead-letter queue
      And a <api> for ORDERS with priority 7 and delivery mode NON_PERSISTENT
      When "twin-1" is sent
      Then "twin-1" is delivered to ORDERS
      When the delivery delay is set to 3 s
      And "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      Then "order-1" is dead-lettered
      And its header says what the header of "twin-1" says, and nothing is on ORDERS, nor on the dead-letter queue

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    @X-31
    Scenario Outline: On a transmission queue a delayed message of a <api> has the header and the format of its twin, sent <mode>
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And a <api> for ORDERS with priority 7 and delivery mode <mode>
      When "twin-1" is sent
      Then "twin-1" is delivered to TO.QM2
      When the delivery delay is set to 3 s
      And "order-1" is sent and comes due
      Then "order-1" is delivered to TO.QM2
      And its header says what the header of "twin-1" says, and nothing is on TO.QM2

      Examples: both APIs, persistent or not
        | api             | mode           |
        | MessageProducer | NON_PERSISTENT |
        | JMSProducer     | NON_PERSISTENT |
        | MessageProducer | PERSISTENT     |
        | JMSProducer     | PERSISTENT     |

    Scenario: What is delivered says what the sender saw written
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with a delivery delay of 3 s and a time to live of 60 s and priority 9
      When "order-1" is sent and comes due
        | reply to         | REPLIES    |
        | JMSType          | "invoice"  |
        | JMSCorrelationID | "order 17" |
      Then "order-1" is delivered to ORDERS, and its fields are
        | jms.Dst  | the jms.Dst that the sender of "order-1" was given  |
        | jms.Rto  | the jms.Rto that the sender of "order-1" was given  |
        | mcd.Type | the mcd.Type that the sender of "order-1" was given |
        | jms.Cid  | the jms.Cid that the sender of "order-1" was given  |
        | jms.Exp  | the jms.Exp that the sender of "order-1" was given  |
        | jms.Pri  | the jms.Pri that the sender of "order-1" was given  |
        | jms.Dlv  | the jms.Dlv that the sender of "order-1" was given  |
      And nothing is on ORDERS, nor on REPLIES

    Scenario: Texts of 300 characters, and an expiration of no whole number of tenths, come through the delay
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s and a time to live of 60042 ms
      When "order-1" is sent and comes due
        | JMSType          | "123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890" |
        | JMSCorrelationID | "123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890" |
      Then "order-1" is delivered to ORDERS with mcd.Type "123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890"
      And its jms.Cid is "123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890"
      And its jms.Exp is the jms.Exp that the sender of "order-1" was given, and nothing else is on ORDERS

    Scenario: The header behind the descriptor arrives at a remote queue
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And the channel of TO.QM2 is started
      And a JMSProducer for ORDERS with priority 7, a time to live of 60 s and a delivery delay of 3 s
      When "order-1" is sent and comes due
        | JMSType          | "invoice"  |
        | JMSCorrelationID | "order 17" |
      Then after 1 s "order-1" is delivered to STOCK on QM2
      And its fields are
        | mcd.Type | "invoice"                                          |
        | jms.Cid  | "order 17"                                         |
        | jms.Pri  | 7                                                  |
        | jms.Exp  | the jms.Exp that the sender of "order-1" was given |
      And nothing else is on STOCK on QM2

    @X-45
    Scenario: The header comes through a restart during the delay
      Given a MessageProducer for a queue ORDERS with delivery mode PERSISTENT, a time to live of 60042 ms and a delivery delay of 5 s
      When "order-1" is sent
        | JMSType          | "invoice"  |
        | JMSCorrelationID | "order 17" |
      And the queue manager is ended
      And the queue manager is started
      Then after its delivery delay "order-1" is delivered to ORDERS with mcd.Type "invoice"
      And its jms.Cid is "order 17"
      And its jms.Exp is the jms.Exp that the sender of "order-1" was given, and nothing else is on ORDERS

    @X-28 @HM-48
    Scenario Outline: A delayed publication of a <api> arrives with what was set on it
      Given a topic PRICES and a queue REPLIES, and a non-durable subscriber alice to PRICES
      And a <api> for the topic PRICES with delivery mode <mode>, priority 7 and a delivery delay of 3 s
      When "price-1" is published and comes due
        | reply to         | REPLIES        |
        | JMSType          | "price & more" |
        | JMSCorrelationID | "price list 7" |
      Then "price-1" is delivered to the subscriber alice, and its fields are
        | mcd.Type        | "price & more" |
        | jms.Cid         | "price list 7" |
        | JMSDeliveryMode | <mode>         |
        | JMSPriority     | 7              |
        | JMSReplyTo      | "REPLIES"      |
      And nothing else is delivered to the subscriber alice

      Examples: both APIs and both modes
        | api             | mode           |
        | MessageProducer | NON_PERSISTENT |
        | JMSProducer     | PERSISTENT     |

    @HM-09 @HM-48
    Scenario Outline: A delayed publication to a <persistence> topic object arrives <delivered>, not <mode> as a <api> had it
      Given a topic PRICES with a non-durable subscriber alice
      And a <api> for the topic PRICES with a destination whose persistence is <persistence>, delivery mode <mode> and a delivery delay of 3 s
      When "price-1" is published
      Then after its delivery delay "price-1" is delivered to the subscriber alice
      And its JMSDeliveryMode is <delivered>, and nothing else is delivered to the subscriber alice

      Examples: both directions
        | api             | persistence    | mode           | delivered      |
        | MessageProducer | persistent     | NON_PERSISTENT | PERSISTENT     |
        | JMSProducer     | persistent     | NON_PERSISTENT | PERSISTENT     |
        | MessageProducer | non-persistent | PERSISTENT     | NON_PERSISTENT |

    @HM-48
    Scenario Outline: The topic object of a delayed publication of a <api> can be told from one whose <property>
      Given a topic PRICES with a non-durable subscriber alice
      And a <api> for the topic PRICES with a destination whose <property> and a delivery delay of 3 s
      And a <api> for the topic PRICES with a delivery delay of 3 s
      When "price-1" is sent by the first producer, and 1 s passes
      And "price-2" is sent
      Then after its delivery delay "price-1" is delivered to the subscriber alice
      And after its delivery delay "price-2" is delivered to the subscriber alice
      And its jms.Dst differs from that of "price-1", and nothing else is delivered to the subscriber alice

      Examples: both APIs, and both properties
        | api             | property                      |
        | MessageProducer | persistence is non-persistent |
        | JMSProducer     | persistence is persistent     |
        | JMSProducer     | priority is 7                 |

    Scenario Outline: The destination of a delayed message of a <api> is the target, not the staging queue
      Given a <api> for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due
      Then "order-1" is delivered to ORDERS
      And its jms.Dst is a URI that names ORDERS, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: The receiver of a delayed message of a <api> sees what was set on it
      Given the queues ORDERS and REPLIES
      And a <api> for ORDERS with a delivery delay of 3 s and priority 7
      When "order-1" is sent and comes due
        | reply to         | REPLIES          |
        | JMSType          | "invoice & more" |
        | JMSCorrelationID | "order 17"       |
      Then "order-1" is delivered to ORDERS
      And a receiver with JMS alone sees a JMSDestination that names ORDERS
      And a receiver with JMS alone sees JMSReplyTo "REPLIES"
      And a receiver with JMS alone sees JMSType "invoice & more"
      And a receiver with JMS alone sees JMSCorrelationID "order 17"
      And its JMSPriority is 7, and nothing is on ORDERS, nor on REPLIES

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |
