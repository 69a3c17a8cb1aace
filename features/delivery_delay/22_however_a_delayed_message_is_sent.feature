Feature: However a delayed message is sent

  What may not be sent with a delay may not be sent in any of the ways that there are: by a producer without a
  destination, which names it on each send, by the long form of send, in the second send of a producer, not
  persistently, with report options, with a delay of weeks. The chapters before this one say what is refused;
  these scenarios go through the ways. A client that has a method for each of them has as many places in which to
  forget a check.

  What the documents leave open, and what is accepted here:

  * Whether authority is checked when the producer is created or at the send.
  * The reason of a refusal by the target. It is recorded in the chapters before.
  * What is checked of the queue behind an alias. No scenario here sends to one.

  @DD-110
  Rule: A queue that is inhibited for puts takes no delayed message in any way

    Also not the second one of a producer that has sent before.

    Scenario Outline: A <producer> is refused by a queue with PUT(DISABLED)
      Given a queue ORDERS with PUT(DISABLED), and a <producer>
      When "order-1" is <sent>
      Then the send is refused, and nothing is on the staging queue
      When ORDERS is altered to PUT(ENABLED), and 5 s pass
      Then nothing is on ORDERS

      Examples: to a destination that the send names, by the long form, not persistently
        | producer                                                                                 | sent                                                         |
        | MessageProducer without a destination with a delivery delay of 3 s                       | sent to ORDERS                                               |
        | MessageProducer for ORDERS with a delivery delay of 3 s                                  | sent by the long form of send with an unlimited time to live |
        | MessageProducer for ORDERS with delivery mode NON_PERSISTENT and a delivery delay of 3 s | sent                                                         |

    Scenario Outline: A queue with PUT(DISABLED) refuses a message of a <api> with <options> and a delay of <delay>
      Given a queue ORDERS with PUT(DISABLED)
      And a queue REPLIES
      And a <api> for ORDERS with priority 9, a time to live of 90 days and a delivery delay of <delay>
      When "order-1" is sent
        | report options   | <options>                  |
        | reply to         | REPLIES                    |
        | JMSType          | "invoice"                  |
        | JMSCorrelationID | "Bestellung für Zoë, 17 €" |
      Then the send is refused, and nothing is on ORDERS, the staging queue, nor on REPLIES

      Examples: reports, a discard instead of the dead-letter queue, a long delay
        | api             | options                      | delay   |
        | MessageProducer | MQRO_EXCEPTION               | 3 s     |
        | JMSProducer     | MQRO_EXPIRATION and MQRO_COD | 3 s     |
        | JMSProducer     | MQRO_DISCARD_MSG             | 3 s     |
        | MessageProducer | MQRO_NONE                    | 30 days |

    Scenario Outline: A queue with PUT(DISABLED) refuses a message with <options> that lives for 90 days
      Given a queue ORDERS with PUT(DISABLED)
      And a MessageProducer for ORDERS with a time to live of 90 days and a delivery delay of 3 s
      When "order-1" is sent
        | report options | <options> |
      Then the send is refused, and nothing is on ORDERS

      Examples: whether or not it may be discarded
        | options          |
        | MQRO_NONE        |
        | MQRO_DISCARD_MSG |

    Scenario: A queue that was open for the first message refuses the second one
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
      And "order-2" is sent
      Then the send is refused
      When ORDERS is altered to PUT(ENABLED) during the delay of "order-1", and 5 s pass
      Then "order-1" is delivered to ORDERS, and nothing else is there

  @DD-111
  Rule: A message that is too long for its target is refused in any way

    The length counts, not who names the queue.

    Scenario Outline: A <producer> is refused when its message is too long
      Given a queue ORDERS with MAXMSGL(1000), and a <producer>
      When "order-1" is <sent>
        | length | 5000 characters |
      Then the send is refused, and nothing is on the staging queue
      When ORDERS is altered to MAXMSGL(100000), and 5 s pass
      Then nothing is on ORDERS

      Examples: to a destination that the send names, by the long form, not persistently
        | producer                                                                                 | sent                                                         |
        | MessageProducer without a destination with a delivery delay of 3 s                       | sent to ORDERS                                               |
        | MessageProducer for ORDERS with a delivery delay of 3 s                                  | sent by the long form of send with an unlimited time to live |
        | MessageProducer for ORDERS with delivery mode NON_PERSISTENT and a delivery delay of 3 s | sent                                                         |

    Scenario Outline: A message of a <api> with <options> and a delay of <delay> is refused when it is too long
      Given a queue ORDERS with MAXMSGL(1000)
      And a queue REPLIES
      And a <api> for ORDERS with priority 9, a time to live of 90 days and a delivery delay of <delay>
      When "order-1" is sent
        | length           | 5000 characters            |
        | report options   | <options>                  |
        | reply to         | REPLIES                    |
        | JMSType          | "invoice"                  |
        | JMSCorrelationID | "Bestellung für Zoë, 17 €" |
      Then the send is refused, and nothing is on ORDERS, the staging queue, nor on REPLIES

      Examples: reports, a discard instead of the dead-letter queue, a long delay
        | api             | options                      | delay   |
        | MessageProducer | MQRO_EXCEPTION               | 3 s     |
        | JMSProducer     | MQRO_EXPIRATION and MQRO_COD | 3 s     |
        | JMSProducer     | MQRO_DISCARD_MSG             | 3 s     |
        | MessageProducer | MQRO_NONE                    | 30 days |

  @DD-112 @DD-39
  Rule: A full queue takes no delayed message in any way

    There may be room when the delay is over; that is not asked.

    Scenario Outline: A <producer> is refused by a full queue
      Given a queue ORDERS with MAXDEPTH(0), and a <producer>
      When "order-1" is <sent>
      Then the send is refused, and nothing is on the staging queue
      When ORDERS is altered to MAXDEPTH(10), and 5 s pass
      Then nothing is on ORDERS

      Examples: to a destination that the send names, by the long form, not persistently
        | producer                                                                                 | sent                                                         |
        | MessageProducer without a destination with a delivery delay of 3 s                       | sent to ORDERS                                               |
        | MessageProducer for ORDERS with a delivery delay of 3 s                                  | sent by the long form of send with an unlimited time to live |
        | MessageProducer for ORDERS with delivery mode NON_PERSISTENT and a delivery delay of 3 s | sent                                                         |

    Scenario Outline: A full queue refuses a message of a <api> with <options> and a delay of <delay>
      Given a queue ORDERS with MAXDEPTH(0)
      And a queue REPLIES
      And a <api> for ORDERS with priority 9, a time to live of 90 days and a delivery delay of <delay>
      When "order-1" is sent
        | report options   | <options>                  |
        | reply to         | REPLIES                    |
        | JMSType          | "invoice"                  |
        | JMSCorrelationID | "Bestellung für Zoë, 17 €" |
      Then the send is refused, and nothing is on ORDERS, the staging queue, nor on REPLIES

      Examples: reports, a discard instead of the dead-letter queue, a long delay
        | api             | options                      | delay   |
        | MessageProducer | MQRO_EXCEPTION               | 3 s     |
        | JMSProducer     | MQRO_EXPIRATION and MQRO_COD | 3 s     |
        | JMSProducer     | MQRO_DISCARD_MSG             | 3 s     |
        | MessageProducer | MQRO_NONE                    | 30 days |

  @DD-46 @DD-47
  Rule: Who may not put to a queue does not send to it with a delay in any way

    The authority that counts is that to the queue which the send names.

    Background:
      Given a queue ORDERS
      And the user alice may put to no queue

    Scenario: A user without authority is refused at the send that names the queue
      Given a MessageProducer of the user alice without a destination with a delivery delay of 3 s
      When "order-1" is sent to ORDERS
      Then the send is refused
      And after 4 s nothing is on ORDERS

    Scenario: A user without authority is refused where the message is not persistent
      When a MessageProducer of the user alice for ORDERS with delivery mode NON_PERSISTENT and a delivery delay of 3 s is created
      And "order-1" is sent
      Then createProducer or the send is refused
      And after 4 s nothing is on ORDERS

    Scenario: A user without authority is refused by the long form of send as well
      When a MessageProducer of the user alice for ORDERS with a delivery delay of 3 s is created
      And "order-1" is sent by the long form of send with an unlimited time to live
      Then createProducer or the send is refused
      And after 4 s nothing is on ORDERS

    Scenario Outline: A user without authority sends nothing through a <api> with <options> and a delay of <delay>
      Given a queue REPLIES
      When a <api> of the user alice for ORDERS with priority 9, a time to live of 90 days and a delivery delay of <delay> is created
      And "order-1" is sent
        | report options   | <options>                  |
        | reply to         | REPLIES                    |
        | JMSType          | "invoice"                  |
        | JMSCorrelationID | "Bestellung für Zoë, 17 €" |
      Then createProducer or the send is refused, and nothing is on ORDERS, the staging queue, nor on REPLIES

      Examples: reports, a discard instead of the dead-letter queue, a long delay
        | api             | options                      | delay   |
        | MessageProducer | MQRO_EXCEPTION               | 3 s     |
        | JMSProducer     | MQRO_EXPIRATION and MQRO_COD | 3 s     |
        | JMSProducer     | MQRO_DISCARD_MSG             | 3 s     |
        | MessageProducer | MQRO_NONE                    | 30 days |

  @DD-36
  Rule: A message of a group is refused with a delay in any way

    Its JMSXGroupID and JMSXGroupSeq make it one, and they stand in the message.

    Scenario Outline: A <producer> refuses a message of a group
      Given a queue ORDERS
      And a <producer>
      When "order-1" is <sent>
        | first message of | the group "batch-7" |
      Then the send is refused with MQRC_OPTIONS_ERROR (2046)
      And after 4 s nothing is on ORDERS

      Examples: to a destination that the send names, by the long form, not persistently
        | producer                                                                                 | sent                                                         |
        | MessageProducer without a destination with a delivery delay of 3 s                       | sent to ORDERS                                               |
        | MessageProducer for ORDERS with a delivery delay of 3 s                                  | sent by the long form of send with an unlimited time to live |
        | MessageProducer for ORDERS with delivery mode NON_PERSISTENT and a delivery delay of 3 s | sent                                                         |

    Scenario Outline: A <api> refuses a message of a group that has all that a message can have
      Given the queues ORDERS and REPLIES
      And a <api> for ORDERS with priority 9, a time to live of 90 days and a delivery delay of 3 s
      When "order-1" is sent
        | first message of          | the group "batch-7" |
        | report options            | MQRO_EXCEPTION      |
        | reply to                  | REPLIES             |
        | JMSType                   | "invoice"           |
        | JMSCorrelationID as bytes | 80ff0102            |
        | length                    | 2000 characters     |
      Then the send is refused with MQRC_OPTIONS_ERROR (2046)
      And nothing is on ORDERS, the staging queue, nor on REPLIES

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @DD-33
  Rule: A publication that is to be retained is refused with a delay by the long form of send as well

    Whatever the long form says of its life.

    Scenario: A retained publication by the long form of send is refused
      Given a topic PRICES with a non-durable subscriber alice
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is sent by the long form of send with an unlimited time to live
        | JMS_IBM_RETAIN | RETAIN_PUBLICATION |
      Then the send is refused with MQRC_OPTIONS_ERROR (2046)
      And after 4 s nothing is delivered to the subscriber alice

    Scenario Outline: A <api> refuses a retained publication that has all that a message can have
      Given a topic PRICES with a non-durable subscriber alice
      And a queue REPLIES
      And a <api> for the topic PRICES with priority 9, a time to live of 90 days and a delivery delay of 3 s
      When "price-1" is published
        | JMS_IBM_RETAIN            | RETAIN_PUBLICATION  |
        | report options            | MQRO_EXCEPTION      |
        | reply to                  | REPLIES             |
        | JMSType                   | "invoice"           |
        | JMSCorrelationID as bytes | 80ff0102            |
        | length                    | 2000 characters     |
      Then the send is refused with MQRC_OPTIONS_ERROR (2046), and nothing is on the staging queue
      When 4 s pass
      Then nothing is delivered to the subscriber alice

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  Rule: A clustered queue that binds is refused with a delay by the long form of send as well

    DEFBIND is asked of the queue, whichever form the send has.

    @DD-19
    Scenario: A send by the long form is refused by a clustered queue with DEFBIND(OPEN)
      Given a cluster SALES of QM1 and QM2, and a queue ORDERS with CLUSTER(SALES) and DEFBIND(OPEN) on QM2
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent by the long form of send with an unlimited time to live
      Then the send is refused with MQRC_OPTIONS_ERROR (2046)
      And after 5 s nothing is on ORDERS of QM2

    Scenario Outline: A clustered queue with DEFBIND(<binding>) refuses a message that has all that a message can have
      Given a cluster SALES of QM1 and QM2
      And a queue ORDERS with CLUSTER(SALES) and DEFBIND(<binding>) on QM2
      And a queue REPLIES
      And a <api> for ORDERS with a destination whose persistence is non-persistent, priority 9, a time to live of 90 days and a delivery delay of 3 s
      When "order-1" is sent
        | report options            | MQRO_EXCEPTION  |
        | reply to                  | REPLIES         |
        | JMSType                   | "invoice"       |
        | JMSCorrelationID as bytes | 80ff0102        |
        | length                    | 2000 characters |
      Then the send is refused with MQRC_OPTIONS_ERROR (2046), and nothing is on the staging queue
      When 5 s pass
      Then nothing is on ORDERS of QM2

      @DD-19
      Examples: one API
        | api             | binding |
        | MessageProducer | OPEN    |

      @DD-20
      Examples: the other
        | api         | binding |
        | JMSProducer | GROUP   |

  @DD-75
  Rule: A queue that is not there is refused in any way

    The name is resolved at the send, whoever says it and however.

    Scenario Outline: A <producer> that sends to a queue that is not there is refused
      When a <producer> is created
      And "order-1" is <sent>
      Then createProducer or the send is refused
      When a queue NOWHERE is defined
      Then after 4 s nothing is on NOWHERE

      Examples: to a destination that the send names, by the long form, not persistently
        | producer                                                                                  | sent                                                         |
        | MessageProducer without a destination with a delivery delay of 3 s                        | sent to NOWHERE                                              |
        | MessageProducer for NOWHERE with a delivery delay of 3 s                                  | sent by the long form of send with an unlimited time to live |
        | MessageProducer for NOWHERE with delivery mode NON_PERSISTENT and a delivery delay of 3 s | sent                                                         |

    Scenario Outline: A <api> sends nothing with <options> and a delay of <delay> to a queue that is not there
      Given a queue REPLIES
      When a <api> for NOWHERE with priority 9, a time to live of 90 days and a delivery delay of <delay> is created
      And "order-1" is sent
        | report options   | <options>                  |
        | reply to         | REPLIES                    |
        | JMSType          | "invoice"                  |
        | JMSCorrelationID | "Bestellung für Zoë, 17 €" |
      Then createProducer or the send is refused, and nothing is on the staging queue, nor on REPLIES

      Examples: reports, a discard instead of the dead-letter queue, a long delay
        | api             | options                      | delay   |
        | MessageProducer | MQRO_EXCEPTION               | 3 s     |
        | JMSProducer     | MQRO_EXPIRATION and MQRO_COD | 3 s     |
        | JMSProducer     | MQRO_DISCARD_MSG             | 3 s     |
        | MessageProducer | MQRO_NONE                    | 30 days |
