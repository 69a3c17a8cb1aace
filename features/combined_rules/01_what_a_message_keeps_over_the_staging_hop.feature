Feature: What a message keeps over the staging hop

  A delayed message takes a detour. On the staging queue it has a new message id, and its original one
  stands where its correlation id was. What the sender was given, and what the receiver gets, must not
  show anything of that: the ids, the reply-to queue and the times are those of the send.

  The parts before this one say it piece by piece. The staged copy has another id and keeps the original
  one as its correlation id; a JMS client hands the message id to its sender; the message is delivered as
  it was sent. These scenarios look at the pieces together, as somebody does who has sent a message and
  wants it back.

  What the documents leave open, and what is accepted here:

  * What stands in MQMD.CorrelId where the application has set no correlation id. It is compared with that
    of a message which was not delayed.
  * MQMD.PutDate and MQMD.PutTime of the delivered message. JMSTimestamp is that of the send.
  * What becomes of a correlation id in another form than 24 bytes is not open: the part about header
    mapping has it, in chapters 07 and 09.

  @X-01
  Rule: The message id that the sender is given is the original one, not that of the staged copy

    With it the sender can find the copy, and recall it. A client that returns the id of its own put to
    the staging queue gives away an id that nobody will ever see again.

    Scenario Outline: The id given to the sender by a <api> is not that of the staged copy
      Given a <api> for a queue ORDERS with <mode> and a delivery delay of 4 s
      When "order-1" is sent
      Then the staged copy of "order-1" has a message id of its own
      And the staged copy of "order-1" has the original message id as its correlation id
      And nothing is on ORDERS yet

      Examples: both APIs, persistent or not
        | api             | mode                         |
        | MessageProducer | delivery mode PERSISTENT     |
        | MessageProducer | delivery mode NON_PERSISTENT |
        | JMSProducer     | delivery mode PERSISTENT     |
        | JMSProducer     | delivery mode NON_PERSISTENT |

    Scenario: Each of three staged messages is recalled by the id that its own sender was given
      Given a MessageProducer for a queue ORDERS with a delivery delay of 10 s
      When "order-1", "order-2" and "order-3" are sent
      Then an MQGET by correlation id recalls "order-2" from the staging queue
      And an MQGET by correlation id recalls "order-3" from the staging queue
      And a browser shows "order-1" on the staging queue
      And an MQGET by correlation id recalls "order-1" from the staging queue
      And nothing is on the staging queue

    Scenario: A message of a unit of work is found by its sender's id after the commit
      Given a transacted JMSProducer for a queue ORDERS with a delivery delay of 6 s
      When "order-1" is sent, and the unit of work is committed
      Then the staged copy of "order-1" has the original message id as its correlation id
      And an MQGET by correlation id recalls "order-1" from the staging queue
      And nothing is on ORDERS, nor on the staging queue

    @DD-59 @DD-60
    Scenario Outline: The staged copy of a message for <kind> has the ids of a staged copy
      Given <queues>
      And a MessageProducer for SALES with a delivery delay of 4 s
      When "order-1" is sent
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
      Then the staged copy of "order-1" has a message id of its own
      And the staged copy of "order-1" has the original message id as its correlation id
      And a browser shows "order-1" on the staging queue

      Examples: names that lead to another queue
        | kind           | queues                                                         |
        | an alias queue | a queue ORDERS with an alias queue SALES                       |
        | a remote queue | a remote queue SALES that leads through TO.QM2 to STOCK on QM2 |

    @DD-59 @DD-60
    Scenario: All staged copies of a unit of work have the ids of staged copies
      Given a transacted MessageProducer for a queue ORDERS with a delivery delay of 6 s
      When "order-1" and "order-2" are sent, and the unit of work is committed
      Then the staged copy of "order-1" has a message id of its own
      And the staged copy of "order-2" has a message id of its own
      And the staged copy of "order-2" has the original message id as its correlation id
      And nothing is on ORDERS yet

  @X-02
  Rule: The message is delivered with the id that its sender was given

    In the JMS header and in the descriptor alike.

    Scenario Outline: The message of a <api> is delivered with the sender's id
      Given a <api> for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due
      Then "order-1" is delivered to ORDERS
      And its JMSMessageID is the JMSMessageID that the sender of "order-1" was given, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A <mode> message of a <api> arrives with the id of its send in the descriptor
      Given a <api> for a queue ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due
      Then "order-1" is delivered to ORDERS
      And its MQMD.MsgId is the JMSMessageID that the sender of "order-1" was given
      And its JMSMessageID agrees with its MQMD.MsgId, and nothing else is on ORDERS

      Examples: both APIs, persistent or not
        | api             | mode           |
        | MessageProducer | PERSISTENT     |
        | MessageProducer | NON_PERSISTENT |
        | JMSProducer     | PERSISTENT     |
        | JMSProducer     | NON_PERSISTENT |

    Scenario: Two messages of equal length and delay keep each its own id
      Given a MessageProducer for a queue ORDERS
      When "order-1" is sent with a delivery delay of 3 s
      And "order-2" is sent with a delivery delay of 4 s, and the delivery delay of "order-2" is over
      Then MQGET from ORDERS with MQMO_MATCH_MSG_ID of "order-2" returns "order-2"
      And MQGET from ORDERS with MQMO_MATCH_MSG_ID of "order-1" returns "order-1", and nothing else is on ORDERS

    Scenario Outline: A message of a <api> for a remote queue arrives with the id that its sender was given
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And the channel of TO.QM2 is started, and a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due
      Then after 1 s "order-1" is delivered to STOCK on QM2
      And its JMSMessageID is the JMSMessageID that the sender of "order-1" was given, and nothing else is on STOCK on QM2

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @X-03
  Rule: The correlation id of the application is back when the message is delivered

    On the staging queue the original message id takes its place. The string in the header behind the
    descriptor can hide that it was not put back, so the descriptor is looked at.

    Scenario Outline: A <api> correlates with <kind of id>, and so does the message that is delivered
      Given a <api> for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due
        | correlation id | <correlation id> |
      Then "order-1" is delivered to ORDERS with MQMD.CorrelId "<correlation id>", and nothing else is on ORDERS

      Examples: 24 bytes
        | api             | kind of id    | correlation id                                   |
        | MessageProducer | readable text | 414d51204f524445522d4944000000000000000000000000 |
        | JMSProducer     | readable text | 414d51204f524445522d4944000000000000000000000000 |
        | MessageProducer | high bytes    | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
        | JMSProducer     | high bytes    | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
        | MessageProducer | zeros inside  | 010000000000000000000000000000000000000000000001 |

    Scenario: The correlation id of the application does not hinder the recall of the message
      Given a MessageProducer for a queue ORDERS with a delivery delay of 6 s
      When "order-1" is sent
        | correlation id | 414d51204f524445522d4944000000000000000000000000 |
      Then the staged copy of "order-1" has the original message id as its correlation id
      And an MQGET by correlation id recalls "order-1" from the staging queue
      And nothing is on ORDERS, nor on the staging queue

    @X-42
    Scenario: A message object that is sent again has in MQMD.CorrelId what its second send was given
      Given a queue ORDERS, and a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due
      And "order-2" is sent and comes due
        | message object of | "order-1" |
      Then "order-1" is delivered to ORDERS
      And "order-2" is delivered to ORDERS
      And its MQMD.CorrelId is the MQMD.CorrelId that the sender of "order-2" was given, and nothing else is on ORDERS

    Scenario: A message without a correlation id has in MQMD.CorrelId what a message has that was not delayed
      Given the queues ORDERS and TWINS, and a MessageProducer for TWINS
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "twin-1" is sent by the first producer
      And "order-1" is sent and comes due
      Then "twin-1" on TWINS and "order-1" on ORDERS have the same MQMD.CorrelId, and nothing else is on ORDERS

    Scenario: A message without a correlation id does not get that of another one
      Given the queues ORDERS and TWINS
      And a MessageProducer for TWINS
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "twin-1" is sent by the first producer
      And "order-1" is sent and comes due
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
      Then "order-1" is delivered to ORDERS
      When "order-2" is sent and comes due
      Then "twin-1" on TWINS and "order-2" on ORDERS have the same MQMD.CorrelId, and nothing else is on ORDERS

    @X-22 @X-28 @X-42 @DD-125
    Scenario: A message for a remote queue arrives with all that it was sent with
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And a queue REPLIES
      And the channel of TO.QM2 is started
      And a MessageProducer for ORDERS with delivery mode NON_PERSISTENT, priority 7 and a delivery delay of 3 s
      When "order-1" is sent and comes due
        | report options | MQRO_EXCEPTION and MQRO_PASS_CORREL_ID           |
        | reply to       | REPLIES                                          |
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
      Then after 1 s "order-1" is delivered to STOCK on QM2
      And its fields are
        | MQMD.CorrelId    | "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8" |
        | MQMD.Report      | MQRO_EXCEPTION and MQRO_PASS_CORREL_ID             |
        | MQMD.ReplyToQ    | "REPLIES"                                          |
        | MQMD.Priority    | 7                                                  |
        | MQMD.Persistence | MQPER_NOT_PERSISTENT                               |
      And nothing else is on STOCK on QM2

    @X-22 @X-28 @X-42 @DD-125
    Scenario: A message of a unit of work arrives with all that it was sent with
      Given the queues ORDERS and REPLIES
      And a transacted MessageProducer for ORDERS with delivery mode NON_PERSISTENT, priority 7 and a delivery delay of 3 s
      When "order-1" is sent, and the unit of work is committed
        | report options | MQRO_EXCEPTION_WITH_DATA and MQRO_EXPIRATION and MQRO_PASS_MSG_ID and MQRO_PASS_CORREL_ID and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                                                                                                        |
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8                                                               |
      Then after 4 s "order-1" is delivered to ORDERS
      And its fields are
        | MQMD.Report      | MQRO_EXCEPTION_WITH_DATA and MQRO_EXPIRATION and MQRO_PASS_MSG_ID and MQRO_PASS_CORREL_ID and MQRO_DISCARD_MSG |
        | MQMD.ReplyToQ    | "REPLIES"                                                                                                      |
        | MQMD.CorrelId    | "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8"                                                             |
        | MQMD.Priority    | 7                                                                                                              |
        | MQMD.Persistence | MQPER_NOT_PERSISTENT                                                                                           |
      And nothing is on ORDERS, nor on REPLIES

  @X-04
  Rule: A message has its original id in spite of the hint to do without message ids

    The hint is ignored, for what would the staged copy be found by?

    Scenario Outline: Two messages of a <api> with message ids disabled are staged with different correlation ids
      Given a <api> for a queue ORDERS with message ids disabled and a delivery delay of 4 s
      When "order-1" and "order-2" are sent
      Then the staged copies of "order-1" and "order-2" have a different correlation id each, none of them empty
      And the staged copy of "order-2" has the original message id as its correlation id, and nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: With message ids disabled, one message is recalled, and the other one stays
      Given a MessageProducer for a queue ORDERS with message ids disabled and a delivery delay of 4 s
      When "order-1" and "order-2" are sent
      Then an MQGET by correlation id recalls "order-1" from the staging queue
      When the delivery delay of "order-2" is over
      Then "order-2" is delivered to ORDERS, and nothing is on ORDERS, nor on the staging queue

  @X-22
  Rule: The reply-to queue survives the staging hop

    It is where reports go, and where the receiver sends an answer.

    Scenario Outline: The message of a <api> that is delivered names the reply-to queue of its send
      Given the queues ORDERS and REPLIES
      And a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due
        | report options | <options> |
        | reply to       | REPLIES   |
      Then "order-1" is delivered to ORDERS with JMSReplyTo "REPLIES"
      And its MQMD.ReplyToQ is "REPLIES", and nothing is on ORDERS, nor on REPLIES

      Examples: with report options and without
        | api             | options            |
        | MessageProducer | MQRO_DEAD_LETTER_Q |
        | MessageProducer | MQRO_EXCEPTION     |
        | JMSProducer     | MQRO_DEAD_LETTER_Q |
        | JMSProducer     | MQRO_EXCEPTION     |

    @X-42
    Scenario: A message that names no reply-to queue is not given that of the message before it
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      And "order-2" is sent and comes due
      Then "order-1" is delivered to ORDERS with MQMD.ReplyToQ "REPLIES"
      And "order-2" is delivered to ORDERS
      And its MQMD.ReplyToQ is the MQMD.ReplyToQ that the sender of "order-2" was given, and nothing is on ORDERS, nor on REPLIES

    Scenario Outline: The message of a <api> that is delivered names the queue manager of its reply-to queue
      Given the queues ORDERS and REPLIES
      And a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due
        | report options         | MQRO_EXCEPTION |
        | reply to               | REPLIES        |
        | reply to queue manager | QM7            |
      Then "order-1" is delivered to ORDERS with MQMD.ReplyToQ "REPLIES"
      And its MQMD.ReplyToQMgr is "QM7", and nothing is on ORDERS, nor on REPLIES

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    @HM-05
    Scenario Outline: The message that comes to <way> names the queue manager of its reply-to queue
      Given <queues>, and a queue REPLIES
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due
        | reply to               | REPLIES |
        | reply to queue manager | QM7     |
      Then "order-1" is delivered to <target>
      And its MQMD.ReplyToQ is "REPLIES"
      And its MQMD.ReplyToQMgr is "QM7", and nothing else is on <target>

      Examples: other ways than to a local queue by its own name
        | way               | mode           | target | queues                                                                                       |
        | an alias          | NON_PERSISTENT | STOCK  | a queue STOCK, and an alias queue ORDERS of STOCK                                            |
        | an alias          | PERSISTENT     | STOCK  | a queue STOCK, and an alias queue ORDERS of STOCK                                            |
        | a clustered queue | NON_PERSISTENT | ORDERS | a cluster SALES of QM1 and QM2, and a queue ORDERS with CLUSTER(SALES) and DEFBIND(NOTFIXED) |

    @HM-05
    Scenario: The message that comes to a shared queue names the queue manager of its reply-to queue
      Given a queue manager ZQM1 on z/OS in the queue-sharing group QSG1, and the application connects to ZQM1
      And the staging queue is defined, and a shared queue ORDERS in QSG1
      And a MessageProducer for ORDERS with delivery mode NON_PERSISTENT and a delivery delay of 3 s, and a queue REPLIES
      When "order-1" is sent and comes due
        | reply to               | REPLIES |
        | reply to queue manager | QM7     |
      Then "order-1" is delivered to ORDERS with MQMD.ReplyToQ "REPLIES"
      And its MQMD.ReplyToQMgr is "QM7", and nothing else is on ORDERS

    @HM-05
    Scenario Outline: The <mode> message that comes to another queue manager names the queue manager of its reply-to queue
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s, and a queue REPLIES
      When "order-1" is sent and comes due
        | reply to               | REPLIES |
        | reply to queue manager | QM7     |
      And the channel of TO.QM2 runs for 1 s
      Then "order-1" is delivered to STOCK on QM2 with MQMD.ReplyToQ "REPLIES"
      And its MQMD.ReplyToQMgr is "QM7", and nothing else is on STOCK on QM2

      Examples: persistent or not
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    @HM-05
    Scenario Outline: A message <kind> still names the queue manager of its reply-to queue when <event>
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with <settings>
      When "order-1" is sent and comes due
        | reply to               | REPLIES |
        | reply to queue manager | QM7     |
      Then MQGET from ORDERS with MQGMO_SYNCPOINT returns "order-1"
      When <event>
      Then "order-1" is delivered to ORDERS with MQMD.ReplyToQMgr "QM7", and nothing else is on ORDERS

      Examples: delayed or not, and in either way that a get is undone
        | kind            | settings                                             | event                                                        |
        | that was due    | a delivery delay of 3 s                              | the getting application backs out, which puts back "order-1" |
        | without a delay | delivery mode PERSISTENT                             | the getting application backs out, which puts back "order-1" |
        | that was due    | delivery mode PERSISTENT and a delivery delay of 3 s | the queue manager is restarted                               |
        | without a delay | delivery mode PERSISTENT                             | the queue manager is restarted                               |

  @X-41
  Rule: JMSTimestamp of a delayed message is the time of the send, not of the delivery

    The client writes it, and the client is long gone when the message is delivered.

    Scenario Outline: A message of a <api> that is delivered after <delay> shows when it was sent
      Given a <api> for a queue ORDERS with a delivery delay of <delay>
      When "order-1" is sent and comes due
      Then "order-1" is delivered to ORDERS
      And its JMSTimestamp is the time of the send of "order-1", and nothing else is on ORDERS

      Examples: short and long
        | api             | delay |
        | MessageProducer | 2 s   |
        | MessageProducer | 8 s   |
        | JMSProducer     | 2 s   |
        | JMSProducer     | 8 s   |

    Scenario Outline: A message of a <api> that lives for <life> shows when it was sent
      Given a <api> for a queue ORDERS with a time to live of <life> and a delivery delay of 4 s
      When "order-1" is sent and comes due
      Then "order-1" is delivered to ORDERS
      And its JMSTimestamp is the time of the send of "order-1", and nothing else is on ORDERS

      Examples: short and long
        | api             | life  |
        | MessageProducer | 2 min |
        | JMSProducer     | 1 day |

    Scenario: The time of a message in a unit of work is that of the send, not of the commit
      Given a transacted MessageProducer for a queue ORDERS with a delivery delay of 2 s
      When "order-1" is sent, and 5 s later the unit of work is committed
      And 3 s pass
      Then "order-1" is delivered to ORDERS
      And its JMSTimestamp is the time of the send of "order-1", and nothing else is on ORDERS

    Scenario Outline: A <mode> message that is dead-lettered at a later attempt shows when it was sent
      Given a clock that the tester sets
      And a queue ORDERS and no dead-letter queue
      And a <api> for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      And a dead-letter queue is defined, and 2 h pass
      Then "order-1" is delivered to the dead-letter queue, or never
      And its jms.Tms is the time of the send of "order-1", and nothing is on ORDERS, nor on the dead-letter queue

      Examples: either API, either delivery mode
        | api             | mode           |
        | JMSProducer     | PERSISTENT     |
        | MessageProducer | NON_PERSISTENT |

    Scenario Outline: A message of a <api> that its queue takes at a later attempt shows when it was sent
      Given a clock that the tester sets
      And a queue ORDERS and no dead-letter queue
      And a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      And ORDERS is altered to PUT(ENABLED), and 2 h pass
      Then "order-1" is delivered to ORDERS, or never
      And its JMSTimestamp is the time of the send of "order-1", and the depth of ORDERS is 0 or 1

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @X-28
  Rule: The priority is fixed at the send and decides the order on the target

    Neither the staging queue, which knows no priorities, nor a later change of the definition flattens it.

    Scenario Outline: A message of priority <priority> has it after its delay
      Given a MessageProducer for a queue ORDERS with priority <priority> and a delivery delay of 3 s
      When "order-1" is sent and comes due
      Then "order-1" is delivered to ORDERS with MQMD.Priority <priority>, and nothing else is on ORDERS

      Examples: all but the usual one
        | priority |
        | 0        |
        | 1        |
        | 2        |
        | 3        |
        | 5        |
        | 6        |
        | 7        |
        | 8        |
        | 9        |

    Scenario: Of three messages that are due the one of highest priority is got first
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent with priority 1, and "order-2" is sent with priority 9
      And "order-3" is sent with priority 5
      Then after the delivery delay of "order-3" the depth of ORDERS becomes 3
      And "order-2", "order-3" and "order-1" are delivered to ORDERS in this order, and nothing else is there

    Scenario: Behind a message that has expired the one of highest priority is got first
      Given a MessageProducer for a queue ORDERS with a time to live of 2 s and priority 9
      And a MessageProducer for ORDERS
      When "order-1" is sent by the first producer, and "order-2" is sent with priority 2
      And "order-3" is sent with priority 5, and the life of "order-1" is over
      Then "order-3" and "order-2" are delivered to ORDERS in this order, and nothing else is on ORDERS

    Scenario: MQGET goes on in order of priority behind a message that has expired
      Given a queue ORDERS with MSGDLVSQ(PRIORITY)
      When "order-1" is put to ORDERS with an expiry of 20 tenths and priority 9
      And "order-2" is put to ORDERS with priority 2, and "order-3" is put to ORDERS with priority 5
      Then after 5 s MQGET from ORDERS returns "order-3"
      And MQGET from ORDERS returns "order-2", and nothing else is on ORDERS

    Scenario Outline: A priority that the queue defines at the send counts although it becomes <later>
      Given a queue ORDERS with DEFPRTY(<at the send>)
      And a MessageProducer for ORDERS with a destination whose priority is as the queue defines and a delivery delay of 3 s
      And a MessageProducer for ORDERS with priority 5
      When "order-1" is sent by the first producer
      And "order-2" is sent
      And "order-1" comes due while ORDERS has DEFPRTY(<later>)
      Then the depth of ORDERS becomes 2
      And <order> are delivered to ORDERS in this order, and nothing else is there

      Examples: above and below that of another message
        | at the send | later | order                   |
        | 3           | 8     | "order-2" and "order-1" |
        | 8           | 3     | "order-1" and "order-2" |

    Scenario: The priority of the definition at the send is what the receiver sees
      Given a queue ORDERS with DEFPRTY(3)
      And a JMSProducer for ORDERS with a destination whose priority is as the queue defines and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has DEFPRTY(8)
      Then "order-1" is delivered to ORDERS with JMSPriority 3, and nothing else is on ORDERS

    Scenario: A message of high priority that was backed out is got once more before one of low priority
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent with priority 2, and "order-2" is sent with priority 7
      Then after the delivery delay of "order-2" the depth of ORDERS becomes 2
      And MQGET from ORDERS with MQGMO_SYNCPOINT returns "order-2"
      And the getting application backs out, which puts back "order-2"
      And MQGET from ORDERS returns "order-2" with MQMD.Priority 7
      And MQGET from ORDERS returns "order-1", and nothing else is on ORDERS

    Scenario Outline: A message of a <api> that was delivered before a restart has its priority behind it
      Given a <api> for a queue ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent with priority 2, and "order-2" is sent with priority 7
      And the delivery delay of "order-2" is over
      And the depth of ORDERS becomes 2, and the queue manager is restarted
      Then "order-2" is delivered to ORDERS with MQMD.Priority 7
      And "order-1" is delivered to ORDERS with MQMD.Priority 2, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @X-02 @X-03 @X-06 @X-22 @X-28 @X-42
  Rule: However it is got, a delayed message is the one that was sent

    A browse, a get in a unit of work and a get by way of an alias show what a plain get shows.

    @DD-130 @edition-later
    Scenario Outline: MQGET from <queue> with <options> shows a delayed message as it was sent
      Given a queue ORDERS with an alias queue SALES, and a queue REPLIES
      And a MessageProducer for ORDERS with delivery mode PERSISTENT, priority 7, a time to live of 60 s and a delivery delay of 3 s
      When "order-1" is sent
        | report options   | MQRO_PAN and MQRO_NAN |
        | reply to         | REPLIES               |
        | JMSType          | "invoice"             |
        | JMSCorrelationID | "order 17"            |
      And 6 s have passed since "order-1" was sent
      Then MQGET from <queue> with <options> returns "order-1"
      And the remaining expiry of "order-1" is about 540 tenths
      And its fields are
        | MQMD.MsgId       | the JMSMessageID that the sender of "order-1" was given  |
        | MQMD.CorrelId    | the MQMD.CorrelId that the sender of "order-1" was given |
        | MQMD.Report      | MQRO_PAN and MQRO_NAN                                    |
        | MQMD.ReplyToQ    | "REPLIES"                                                |
        | MQMD.Priority    | 7                                                        |
        | MQMD.Persistence | MQPER_PERSISTENT                                         |
        | MQMD.Feedback    | MQFB_NONE                                                |
        | mcd.Type         | "invoice"                                                |
        | jms.Dst          | the jms.Dst that the sender of "order-1" was given       |
        | jms.Rto          | the jms.Rto that the sender of "order-1" was given       |
        | jms.Cid          | "order 17"                                               |
        | jms.Pri          | 7                                                        |
        | jms.Exp          | the jms.Exp that the sender of "order-1" was given       |
      And nothing is on REPLIES, nor on the staging queue

      Examples: browses
        | queue  | options                                               |
        | ORDERS | MQGMO_BROWSE_NEXT                                     |
        | ORDERS | MQGMO_BROWSE_FIRST and MQGMO_LOCK                     |
        | SALES  | MQGMO_BROWSE_FIRST and MQMO_MATCH_MSG_ID of "order-1" |

      Examples: gets
        | queue  | options                        |
        | ORDERS | MQGMO_SYNCPOINT                |
        | ORDERS | MQMO_MATCH_MSG_ID of "order-1" |
        | SALES  | MQGMO_SYNCPOINT                |

    @DD-130 @edition-later
    Scenario: A get under the cursor shows a delayed message as it was sent
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with priority 7, a time to live of 60 s and a delivery delay of 3 s
      When "order-1" is sent and comes due
        | report options   | MQRO_PAN and MQRO_NAN |
        | reply to         | REPLIES               |
        | JMSCorrelationID | "order 17"            |
      Then MQGET from ORDERS with MQGMO_BROWSE_FIRST returns "order-1"
      And MQGET from ORDERS with MQGMO_MSG_UNDER_CURSOR returns "order-1", and its fields are
        | MQMD.MsgId    | the JMSMessageID that the sender of "order-1" was given  |
        | MQMD.CorrelId | the MQMD.CorrelId that the sender of "order-1" was given |
        | MQMD.Report   | MQRO_PAN and MQRO_NAN                                    |
        | MQMD.ReplyToQ | "REPLIES"                                                |
        | MQMD.Priority | 7                                                        |
        | jms.Cid       | "order 17"                                               |
      And nothing is on ORDERS, nor on REPLIES

    @DD-130 @edition-later
    Scenario: A JMS client that receives by way of an alias sees a delayed message as it was sent
      Given a queue ORDERS with an alias queue SALES, and a queue REPLIES
      And a MessageProducer for ORDERS with priority 7, a time to live of 60 s and a delivery delay of 3 s
      When "order-1" is sent
        | report options   | MQRO_PAN and MQRO_NAN |
        | reply to         | REPLIES               |
        | JMSType          | "invoice"             |
        | JMSCorrelationID | "order 17"            |
      And 6 s have passed since "order-1" was sent
      Then "order-1" is delivered to SALES
      And the remaining expiry of "order-1" is about 540 tenths
      And its fields are
        | JMSMessageID    | the JMSMessageID that the sender of "order-1" was given  |
        | JMSDeliveryMode | PERSISTENT                                               |
        | JMSPriority     | 7                                                        |
        | JMSTimestamp    | the JMSTimestamp that the sender of "order-1" was given  |
        | JMSExpiration   | the JMSExpiration that the sender of "order-1" was given |
        | MQMD.CorrelId   | the MQMD.CorrelId that the sender of "order-1" was given |
        | MQMD.Report     | MQRO_PAN and MQRO_NAN                                    |
        | MQMD.ReplyToQ   | "REPLIES"                                                |
        | mcd.Type        | "invoice"                                                |
        | jms.Dst         | the jms.Dst that the sender of "order-1" was given       |
        | jms.Rto         | the jms.Rto that the sender of "order-1" was given       |
        | jms.Cid         | "order 17"                                               |
      And nothing is on ORDERS, nor on REPLIES

    @DD-130 @edition-later
    Scenario: A JMS client that receives in a unit of work sees a delayed message as it was sent
      Given the queues ORDERS and REPLIES
      And a transacted MessageProducer for ORDERS with priority 7, a time to live of 60 s and a delivery delay of 3 s
      When "order-1" is sent
        | report options   | MQRO_PAN and MQRO_NAN |
        | reply to         | REPLIES               |
        | JMSCorrelationID | "order 17"            |
      And the unit of work is committed
      And 6 s have passed since "order-1" was sent
      Then the sender itself receives "order-1" from ORDERS
      And the remaining expiry of "order-1" is about 540 tenths
      And its fields are
        | JMSMessageID  | the JMSMessageID that the sender of "order-1" was given  |
        | JMSPriority   | 7                                                        |
        | MQMD.CorrelId | the MQMD.CorrelId that the sender of "order-1" was given |
        | MQMD.Report   | MQRO_PAN and MQRO_NAN                                    |
        | MQMD.ReplyToQ | "REPLIES"                                                |
        | jms.Rto       | the jms.Rto that the sender of "order-1" was given       |
        | jms.Cid       | "order 17"                                               |
        | jms.Pri       | 7                                                        |
      When the unit of work is committed
      Then nothing is on ORDERS, nor on REPLIES

    @EX-12 @EX-17 @EX-21
    Scenario: A JMS client that receives by way of an alias finds nothing where the message has expired
      Given a queue ORDERS with an alias queue SALES, and a queue REPLIES
      And a MessageProducer for ORDERS with a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent, and its life is over
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then nothing is on SALES, and the depth of ORDERS becomes 0
      And an expiration report about "order-1" arrives on REPLIES, and nothing is on ORDERS, nor on REPLIES
