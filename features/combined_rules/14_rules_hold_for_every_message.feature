Feature: The rules hold for every message, whatever it has in it

  A rule holds for every message that it is about: whichever client has sent it and in which form of send,
  whatever it has in it, whatever happened before and whatever lies beside it. An implementation that is right
  about a plain message and wrong about one with a correlation id, with a delay of less than a second, behind a
  rollback or after a restart, was written for the plain one.

  Most parts before this one look at one thing at a time. Here everything meets. Times are no whole seconds or
  tenths, another message waits on the staging queue, and "all that a message can have" is a queue for replies
  with a priority, a correlation id, a type, a preset expiration and a body of 2000 characters. The ways to send:

  * after a restart of the queue manager, by a MessageProducer with NON_PERSISTENT and priority 9, to a
    destination that is persistent;
  * as a user who may put to what there is, after a restart, to a destination whose priority is 9;
  * to an alias of the queue, by a JMSProducer, to a destination that is non-persistent;
  * by a JMSProducer, after a restart, to a destination that applications of the MQI read;
  * in a unit of work, which is committed behind the send; or behind a rollback of the same session; or behind a
    commit, to an alias;
  * by a JMSProducer of which a send to another queue was refused, to an alias, as a persistent message;
  * by the long form of send, with another delivery mode and priority than those of the producer;
  * at another queue manager, QM2.

  What the documents leave open, and what is accepted here:

  * Which call reports that a life is shorter than the delay.
  * Whether a user who sends with a delay needs authority to the reply-to queue and to the staging queue. Here
    the user has both.
  * When expired messages are discarded that no get has asked for.
  * Whether a browse shows what somebody has got in a unit of work that is still open. It is committed first.

  @DD-01 @DD-03 @DD-06 @DD-10
  Rule: A message waits for its own delay, to the millisecond

    Scenario Outline: A message with all that it can have is sent <way> and waits for <delay>
      Given an application that sends <way>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And its producer, with message ids disabled and a delivery delay of 1 day, sends "order-1" to ORDERS
      When the application sends "order-2" with a delivery delay of <delay> and a time to live of <life> and with all that a message can have
        | report options | MQRO_EXCEPTION_WITH_DATA and MQRO_EXPIRATION and MQRO_PASS_MSG_ID and MQRO_DISCARD_MSG |
      Then nothing is on ORDERS until "order-2" is due
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there
      And nothing else is there but "order-1" on the staging queue

      Examples: each way
        | way                                | delay   | life    |
        | after a restart                    | 733 ms  | 70.05 s |
        | as a user                          | 1250 ms | 71.95 s |
        | to an alias                        | 1733 ms | 70.05 s |
        | by a JMSProducer                   | 733 ms  | 71.95 s |
        | in a unit of work                  | 733 ms  | 70.05 s |
        | behind a rollback                  | 1250 ms | 30 days |
        | at another queue manager           | 1733 ms | 71.95 s |
        | in the long form                   | 1250 ms | 70.05 s |
        | behind a refused send, to an alias | 733 ms  | 30 days |

    Scenario Outline: A message with all that it can have is sent <way> by the long form of send and waits for <delay>
      Given an application that sends <way>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And its producer, with message ids disabled and a delivery delay of 1 day, sends "order-1" to ORDERS
      And the delivery delay is set to <delay>
      When the application sends "order-2" by the long form of send with a time to live of <life> and with all that a message can have
        | report options  | MQRO_EXCEPTION_WITH_DATA and MQRO_EXPIRATION and MQRO_PASS_CORREL_ID |
        | JMSDeliveryMode | PERSISTENT                                                           |
      Then nothing is on ORDERS until "order-2" is due
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there
      And nothing else is there but "order-1" on the staging queue

      Examples: with and without a unit of work
        | way               | delay   | life    |
        | after a restart   | 733 ms  | 71.95 s |
        | behind a rollback | 1250 ms | 70.05 s |

    Scenario Outline: A publication of a <publisher> with all that it can have waits for <delay> for its <kind> subscriber
      Given a topic PRICES with a <kind> subscriber alice
      And a queue REPLIES, and a dead-letter queue
      And a <publisher> for the topic PRICES with <settings> and a delivery delay of 1 day
      When "price-1" is published
      And "price-2" is published with a delivery delay of <delay> and a time to live of <life> and with all that a message can have
        | report options | MQRO_EXCEPTION_WITH_DATA and MQRO_EXPIRATION |
      Then nothing is delivered to the subscriber alice until "price-2" is due
      And after its delivery delay "price-2" is delivered to the subscriber alice, and nothing else
      And nothing is on REPLIES, nor on the dead-letter queue

      Examples: both APIs, with and without a unit of work
        | kind        | publisher                  | settings                                    | delay   | life    |
        | durable     | JMSProducer                | delivery mode NON_PERSISTENT and priority 9 | 1250 ms | 70.05 s |
        | non-durable | transacted MessageProducer | priority 0                                  | 1733 ms | 30 days |

  @EX-25 @EX-17
  Rule: A message that expired before its commit is never returned

    Scenario Outline: A message with all that it can have is sent <way> and expires before its commit
      Given an application that sends <way>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And its producer, with message ids disabled, sends "order-1" to ORDERS
      When the application sends, but does not commit, "order-2" with a time to live of <life> and all that a message can have
        | report options | MQRO_EXCEPTION_WITH_DATA and MQRO_PASS_MSG_ID |
      And 4 s pass, and the unit of work is committed
      Then a browser shows "order-1" on ORDERS
      And "order-1" is delivered to ORDERS, and nothing else is there
      And nothing is on REPLIES, nor on the dead-letter queue

      Examples: below a second, and no whole tenths
        | way                          | life    |
        | in a unit of work            | 733 ms  |
        | behind a rollback            | 1.25 s  |
        | behind a commit, to an alias | 1733 ms |

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
      When "price-1" is published
      And "price-2" is published, but not committed, with a time to live of 1.25 s and all that a message can have
        | report options | MQRO_EXCEPTION_WITH_DATA |
      And 4 s pass, and the unit of work is committed
      Then "price-1" is delivered to the subscriber alice, and nothing else
      And nothing is on REPLIES, nor on the dead-letter queue

      Examples: both APIs
        | kind        | publisher                  | settings                                    |
        | durable     | transacted JMSProducer     | delivery mode NON_PERSISTENT and priority 9 |
        | non-durable | transacted MessageProducer | priority 0                                  |

  @DD-98 @X-20 @X-21
  Rule: A message that fails at its target is dead-lettered, and its report has the ids that were asked for

    Scenario Outline: A message with all that it can have is sent <way>, fails at its target and is reported
      Given an application that sends <way>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And its producer, with a delivery delay of 1 day, sends "order-1" to ORDERS
      When the application sends "order-2" with a delivery delay of <delay> and a time to live of <life> and with all that a message can have
        | report options   | MQRO_EXCEPTION_WITH_DATA and MQRO_EXPIRATION and MQRO_PASS_MSG_ID and MQRO_PASS_CORREL_ID |
        | JMSCorrelationID | "ID:fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8"                                     |
      And "order-2" comes due while ORDERS has PUT(DISABLED)
      Then "order-2" is dead-lettered, and nothing else is on the dead-letter queue
      And an exception report arrives on REPLIES, caused by "order-2"
      And its MQMD.MsgId is the JMSMessageID that the sender of "order-2" was given
      And its MQMD.CorrelId is "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8"
      And nothing else is there but "order-1" on the staging queue

      Examples: each way
        | way                                | delay   | life    |
        | after a restart                    | 1733 ms | 70.05 s |
        | as a user                          | 1250 ms | 60 days |
        | to an alias                        | 1733 ms | 70.05 s |
        | in a unit of work                  | 1250 ms | 70.05 s |
        | behind a rollback                  | 1250 ms | 30 days |
        | at another queue manager           | 1733 ms | 70.05 s |
        | in the long form                   | 733 ms  | 71.95 s |
        | behind a refused send, to an alias | 1733 ms | 60 days |

  @DD-82
  Rule: A message that expires on the staging queue is reported as it was sent

    Scenario Outline: A message with all that it can have is sent <way> and reported as it expires on the staging queue
      Given an application that sends <way>
      And the queues ORDERS and REPLIES, and no dead-letter queue
      And its producer, with a delivery delay of 3 s, sends "order-1" to ORDERS
      When the application sends "order-2" with a time to live of 6.05 s and with all that a message can have
        | report options | MQRO_EXPIRATION_WITH_DATA |
      And ORDERS is altered to PUT(DISABLED) during the delay of "order-2"
      Then after the life of "order-2" a browser shows "order-1" on the staging queue
      And an expiration report about "order-2" arrives on REPLIES, and nothing else is on REPLIES

      Examples: after a restart, to an alias, in a unit of work, at another queue manager
        | way                                |
        | after a restart                    |
        | to an alias                        |
        | in a unit of work                  |
        | at another queue manager           |
        | in the long form                   |
        | behind a refused send, to an alias |

  @DD-78
  Rule: Priority as the queue defines is taken at the send

    Scenario Outline: A message with all that it can have is sent <way> and keeps the priority that its queue defined
      Given an application that sends <way>
      And a queue ORDERS with DEFPRTY(3)
      And a queue REPLIES, and a dead-letter queue
      And its producer, with message ids disabled and a delivery delay of 1 day, sends "order-1" to ORDERS
      When the delivery delay is set to 1733 ms
      And "order-2" is sent to ORDERS as a destination whose priority is as the queue defines
        | report options | MQRO_EXCEPTION_WITH_DATA and MQRO_EXPIRATION and MQRO_PASS_MSG_ID |
        | reply to       | REPLIES                                                           |
        | JMSType        | "invoice"                                                         |
      And ORDERS is altered to DEFPRTY(8) during the delay of "order-2"
      Then after its delivery delay "order-2" is delivered to ORDERS with MQMD.Priority 3
      And nothing else is there but "order-1" on the staging queue

      Examples: by both APIs, after a restart, as a user, at another queue manager
        | way                      |
        | after a restart          |
        | as a user                |
        | by a JMSProducer         |
        | at another queue manager |

    @DD-77
    Scenario Outline: The second message with all that it can have, sent <way>, keeps what its queue defined
      Given an application that sends <way>
      And a queue ORDERS with DEFPRTY(3) and DEFPSIST(YES)
      And a queue REPLIES, and a dead-letter queue
      And its producer, with message ids disabled and a delivery delay of 1 day, sends "order-1" to ORDERS
      When the delivery delay is set to 1250 ms
      And "order-2" is sent to ORDERS as a destination whose persistence is as the queue defines and a destination whose priority is as the queue defines
        | report options | MQRO_EXCEPTION_WITH_DATA and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                                       |
        | JMSType        | "invoice"                                     |
        | length         | 2000 characters                               |
      And ORDERS is altered to DEFPRTY(8) and DEFPSIST(NO) during the delay of "order-2"
      Then after its delivery delay "order-2" is delivered to ORDERS with MQMD.Priority 3
      And its MQMD.Persistence is MQPER_PERSISTENT, and nothing else is on ORDERS

      Examples: by both APIs, after a restart, as a user, at another queue manager
        | way                      |
        | after a restart          |
        | as a user                |
        | by a JMSProducer         |
        | at another queue manager |

    Scenario: A message of a unit of work behind a rollback keeps the priority that its queue defined
      Given an application that sends behind a rollback
      And a queue ORDERS with DEFPRTY(3)
      And a queue REPLIES, and a dead-letter queue
      And its producer, with a delivery delay of 1733 ms and a time to live of 30 days, sends "order-1" to ORDERS
      When "order-2" is sent to ORDERS as a destination whose priority is as the queue defines, and the unit of work is committed
      And ORDERS is altered to DEFPRTY(8) during the delay of "order-2"
      Then after its delivery delay "order-2" is delivered to ORDERS with MQMD.Priority 3
      And "order-1" is delivered to ORDERS, and nothing else is there

  @EX-17 @EX-18 @EX-21
  Rule: A message that expires on its queue is shown to nobody, and reported

    Scenario Outline: A message with all that it can have is sent <way> and expires on its queue <after>
      Given an application that sends <way>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And its producer, with a delivery delay of 1 day, sends "order-1" to ORDERS
      When the application sends "order-2" with a delivery delay of <delay> and a time to live of 1.85 s and with all that a message can have
        | report options | MQRO_EXPIRATION_WITH_FULL_DATA and MQRO_EXCEPTION and MQRO_DISCARD_MSG |
      And the life of "order-2" is over
      Then a browser shows nothing on ORDERS
      And nothing is on ORDERS, nor on the dead-letter queue
      And an expiration report about "order-2" arrives on REPLIES, and nothing else is on REPLIES
      And a browser shows "order-1" on the staging queue

      Examples: each way
        | way                                | delay  | after           |
        | after a restart                    | 733 ms | behind a delay  |
        | as a user                          | 733 ms | behind a delay  |
        | to an alias                        | 0 ms   | without a delay |
        | in a unit of work                  | 733 ms | behind a delay  |
        | behind a rollback                  | 0 ms   | without a delay |
        | at another queue manager           | 0 ms   | without a delay |
        | in the long form                   | 733 ms | behind a delay  |
        | behind a refused send, to an alias | 0 ms   | without a delay |

    Scenario Outline: A message that is put <how> to <queue> with all that it can have and expires on its queue is reported
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And an alias queue SALES of ORDERS, and ORDERS is altered to MAXDEPTH(10)
      When "order-1" is put to <queue> <how> with priority 9 and MQPER_PERSISTENT
      And "order-2" is put to <queue> <how> with an expiry of 13 tenths and priority 0
        | report options | MQRO_EXPIRATION_WITH_FULL_DATA and MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                                                                |
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8                       |
        | length         | 2000 characters                                                        |
      And <end>, and the life of "order-2" is over
      Then MQGET from <queue> with MQGMO_SYNCPOINT returns "order-1", and the getting application commits
      And MQGET from <queue> with MQGMO_BROWSE_FIRST finds no message
      And MQGET from ORDERS finds no message, and nothing is on the dead-letter queue
      And a browser shows an expiration report about "order-2" on REPLIES

      Examples: both calls, with and without a unit of work
        | queue  | how                    | end                             |
        | ORDERS | by MQPUT1 in syncpoint | the putting application commits |
        | SALES  | by MQPUT1              | nothing special happens         |
        | SALES  | in syncpoint           | the putting application commits |

  @DD-60 @DD-61
  Rule: A message that waits can be recalled by the id that its sender was given

    Scenario Outline: A message with all that it can have is sent <way> and recalled by its id
      Given an application that sends <way>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And its producer, with a delivery delay of 1 day, sends "order-1" to ORDERS
      When the application sends "order-2" with a delivery delay of 3733 ms and a time to live of <life> and with all that a message can have
        | report options | MQRO_EXPIRATION and MQRO_EXCEPTION_WITH_DATA and MQRO_PASS_CORREL_ID |
      Then the staged copy of "order-2" has the original message id as its correlation id
      And an MQGET by correlation id recalls "order-2" from the staging queue
      And after 5 s nothing is on ORDERS
      And nothing else is there but "order-1" on the staging queue

      Examples: after a restart, as a user, to an alias, in a unit of work, behind a rollback
        | way                                | life    |
        | after a restart                    | 70.05 s |
        | as a user                          | 71.95 s |
        | to an alias                        | 70.05 s |
        | in a unit of work                  | 71.95 s |
        | behind a rollback                  | 30 days |
        | in the long form                   | 70.05 s |
        | behind a refused send, to an alias | 71.95 s |

  @DD-36 @DD-16
  Rule: A delayed message of a group is refused, in the kind of exception of the API, whatever else it has

    Scenario Outline: A group with all that a message can have is refused by a <exception> to an application that sends <way>
      Given an application that sends <way>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And its producer, with message ids disabled and a delivery delay of 1 day, sends "order-1" to ORDERS
      When the application sends "order-2" with a delivery delay of 1733 ms and a time to live of 70.05 s and with all that a message can have
        | report options   | MQRO_EXPIRATION_WITH_DATA and MQRO_PASS_MSG_ID and MQRO_PASS_CORREL_ID |
        | first message of | the group "batch-7"                                                    |
      Then the send is refused with MQRC_OPTIONS_ERROR (2046)
      And the exception is a <exception>
      And after 4 s nothing is on ORDERS
      And nothing else is there but "order-1" on the staging queue

      Examples: both APIs
        | way              | exception           |
        | after a restart  | JMSException        |
        | by a JMSProducer | JMSRuntimeException |

  @DD-25 @DD-26 @DD-16
  Rule: A life below the delay is refused, in the kind of exception of the API, whatever was to be sent

    Scenario Outline: A life of 1732 ms for a delay of 1733 ms is refused by a <exception> to an application that sends <way>
      Given an application that sends <way>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And its producer, with message ids disabled and a delivery delay of 1 day, sends "order-1" to ORDERS
      When the application sends "order-2" with a delivery delay of 1733 ms and a time to live of 1732 ms and with all that a message can have
        | report options | MQRO_EXPIRATION_WITH_DATA and MQRO_PASS_MSG_ID and MQRO_PASS_CORREL_ID |
        | JMSPriority    | 3                                                                      |
      Then setTimeToLive or the send is refused with MQRC_EXPIRY_ERROR (2013)
      And the exception is a <exception>
      And after 4 s nothing is on ORDERS
      And nothing else is there but "order-1" on the staging queue

      Examples: both APIs
        | way              | exception           |
        | after a restart  | JMSException        |
        | by a JMSProducer | JMSRuntimeException |

    @DD-30
    Scenario: The long form of send refuses a life that is 1 ms below the delay, after a restart, with all that a message can have
      Given an application that sends after a restart
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And its producer, with message ids disabled and a delivery delay of 1 day, sends "order-1" to ORDERS
      And the delivery delay is set to 1733 ms
      When the application sends "order-2" by the long form of send with a time to live of 1732 ms and with all that a message can have
        | report options | MQRO_EXPIRATION_WITH_DATA and MQRO_PASS_MSG_ID and MQRO_PASS_CORREL_ID |
      Then the send is refused with MQRC_EXPIRY_ERROR (2013)
      And the exception is a JMSException
      And after 4 s nothing is on ORDERS
      And nothing else is there but "order-1" on the staging queue

    @DD-30
    Scenario: The long form of send in a unit of work refuses a life that is 1 ms below the delay
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a transacted MessageProducer for ORDERS with a delivery delay of 733 ms
      When "order-1" is sent by the long form of send with delivery mode NON_PERSISTENT, priority 9 and a time to live of 732 ms
        | reply to | REPLIES         |
        | JMSType  | "invoice"       |
        | length   | 2000 characters |
      Then the send is refused with MQRC_EXPIRY_ERROR (2013)
      And the exception is a JMSException
      And after 4 s nothing is on ORDERS, REPLIES, nor on the dead-letter queue

    Scenario Outline: A life of <life> is enough for a delay of <delay> to an application that sends <way>
      Given a clock that the tester sets, and an application that sends <way>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And its producer, with message ids disabled and a delivery delay of 1 day, sends "order-1" to ORDERS
      When the application sends "order-2" with a delivery delay of <delay> and a time to live of <life> and with all that a message can have
        | report options | MQRO_EXCEPTION_WITH_DATA and MQRO_PASS_MSG_ID and MQRO_PASS_CORREL_ID |
      Then every call is accepted
      And after 4 s nothing is on ORDERS, nor on the dead-letter queue
      And a browser shows "order-1" on the staging queue

      Examples: one millisecond more
        | way              | delay   | life    |
        | after a restart  | 1733 ms | 1734 ms |
        | by a JMSProducer | 733 ms  | 734 ms  |

  @HM-20 @HM-14
  Rule: A life that Expiry does not hold is unlimited in the descriptor, and as it was set in the header

    Scenario Outline: A message with all that it can have is sent <way> with a life of 214748364.8 s
      Given an application that sends <way>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And its producer, with a time to live of 214748364800 ms, sends "order-1" to ORDERS
      When the application sends "order-2" with a delivery delay of 733 ms and with all that a message can have
        | report options | MQRO_EXCEPTION_WITH_DATA and MQRO_EXPIRATION and MQRO_PASS_MSG_ID |
      Then the sender of "order-2" sees MQMD.Expiry MQEI_UNLIMITED
      And the sender of "order-2" sees as JMSExpiration the time of the send plus 214748364800 ms
      And "order-1" is delivered to ORDERS with MQMD.Expiry MQEI_UNLIMITED
      And after its delivery delay "order-2" is delivered to ORDERS with MQMD.Expiry MQEI_UNLIMITED
      And nothing is on ORDERS, REPLIES, nor on the dead-letter queue

      Examples: both APIs, after a restart, behind a rollback, in the long form, at another queue manager
        | way                      |
        | by a JMSProducer         |
        | behind a rollback        |
        | in the long form         |
        | at another queue manager |

  @EX-50
  Rule: What is sent to a remote queue waits behind a header with the same Expiry

    Scenario Outline: A message with all that it can have is sent <way> to a remote queue and has its Expiry twice
      Given an application that sends <way>
      And a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And a queue REPLIES, and a dead-letter queue
      And its producer has a time to live of 62.05 s
      When the application sends "order-1" with a delivery delay of <delay> and with all that a message can have
        | report options | MQRO_EXCEPTION_WITH_DATA and MQRO_EXPIRATION and MQRO_PASS_MSG_ID and MQRO_DISCARD_MSG |
      Then after 2 s MQGET from TO.QM2 with MQGMO_BROWSE_FIRST returns "order-1"
      And it begins with a transmission-queue header, and both its Expiry fields are the same
      And the remaining expiry of "order-1" is about 600 tenths
      And MQGET from TO.QM2 returns "order-1", and nothing else is on TO.QM2

      Examples: with and without a delay
        | way               | delay   |
        | after a restart   | 0 ms    |
        | by a JMSProducer  | 733 ms  |
        | in a unit of work | 1250 ms |
        | in the long form  | 733 ms  |

  @X-30
  Rule: Which attribute of a topic counts is decided by the persistence that the publication has in effect

    Scenario Outline: After a restart a <mode> publication of a <publisher> to a destination that is <override> fails, with all that it can have
      Given the queue manager is restarted
      And a topic PRICES with <attributes>, and a non-durable subscriber alice
      And a queue REPLIES, and a dead-letter queue
      And a <publisher> for the topic PRICES with a destination whose persistence is <override>, delivery mode <mode> and priority 9
      When "price-1" is published with a delivery delay of 1733 ms and a time to live of 71.95 s and with all that a message can have
        | report options | MQRO_EXCEPTION_WITH_DATA and MQRO_EXPIRATION |
      Then the send is refused with MQRC_PUBLICATION_FAILURE (2502), and nothing is on the staging queue
      And nothing is delivered to the subscriber alice
      And nothing is on REPLIES, nor on the dead-letter queue

      Examples: both APIs
        | mode           | publisher       | override       | attributes                             |
        | NON_PERSISTENT | JMSProducer     | persistent     | PMSGDLV(ALLDUR) and NPMSGDLV(ALLAVAIL) |
        | PERSISTENT     | JMSProducer     | non-persistent | NPMSGDLV(ALL) and PMSGDLV(ALLAVAIL)    |
        | NON_PERSISTENT | MessageProducer | persistent     | PMSGDLV(ALLDUR) and NPMSGDLV(ALLAVAIL) |
        | PERSISTENT     | MessageProducer | non-persistent | NPMSGDLV(ALL) and PMSGDLV(ALLAVAIL)    |
