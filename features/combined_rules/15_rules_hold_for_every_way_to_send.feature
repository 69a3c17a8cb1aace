Feature: The rules hold for every way to send

  What becomes of a message behind its send does not depend on the way in which it was sent either: where it fails,
  what is reported about it, what a restart or a rollback does to it, and what its receiver sees. The ways to send,
  and "all that a message can have", are those of the chapter before this one.

  What the documents leave open, and what is accepted here:

  * What becomes of non-persistent messages when the queue manager ends.
  * Whether the send or the commit of a unit of work tells that a message cannot be delayed.
  * Whether a user who sends with a delay needs authority to the reply-to queue and to the staging queue. Here
    the user has both.

  @DD-97 @DD-101 @X-37
  Rule: A message that is to be discarded where it fails is discarded and reported

    Scenario Outline: A message with all that it can have is sent <way>, fails, and is discarded and reported
      Given an application that sends <way>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And its producer, with a delivery delay of 1 day, sends "order-1" to ORDERS
      When the application sends "order-2" with a delivery delay of <delay> and a time to live of 71.95 s and with all that a message can have
        | report options | MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_DISCARD_MSG |
      And "order-2" comes due while ORDERS has PUT(DISABLED)
      Then an exception report about "order-2" arrives on REPLIES, and nothing else is on REPLIES
      And nothing is on ORDERS
      And nothing else is there but "order-1" on the staging queue

      Examples: each way
        | way                                | delay   |
        | after a restart                    | 733 ms  |
        | as a user                          | 1250 ms |
        | to an alias                        | 1733 ms |
        | by a JMSProducer                   | 733 ms  |
        | in a unit of work                  | 1250 ms |
        | behind a rollback                  | 733 ms  |
        | at another queue manager           | 1733 ms |
        | in the long form                   | 733 ms  |
        | behind a refused send, to an alias | 1250 ms |

  @DD-99 @DD-100 @X-37
  Rule: A message that fails is kept and not reported while nothing can be done with it

    Scenario Outline: A message with all that it can have is sent <way> and kept while the dead-letter queue takes nothing
      Given an application that sends <way>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And its producer, with a delivery delay of 1 day, sends "order-1" to ORDERS
      When the application sends "order-2" with a delivery delay of <delay> and a time to live of 71.95 s and with all that a message can have
        | report options | MQRO_EXCEPTION_WITH_DATA and MQRO_PASS_MSG_ID |
      And the dead-letter queue is altered to <attribute> during the delay of "order-2"
      And "order-2" comes due while ORDERS has PUT(DISABLED)
      And 3 s pass
      Then nothing but this is on the queues
        | the staging queue   | the dead-letter queue | REPLIES | ORDERS  |
        | order-1 and order-2 | nothing               | nothing | nothing |

      Examples: each way
        | way                                | delay   | attribute     |
        | after a restart                    | 1733 ms | PUT(DISABLED) |
        | as a user                          | 733 ms  | MAXDEPTH(0)   |
        | to an alias                        | 733 ms  | MAXMSGL(1)    |
        | by a JMSProducer                   | 1250 ms | PUT(DISABLED) |
        | in a unit of work                  | 733 ms  | MAXDEPTH(0)   |
        | behind a rollback                  | 1250 ms | MAXMSGL(1)    |
        | at another queue manager           | 733 ms  | PUT(DISABLED) |
        | in the long form                   | 1250 ms | PUT(DISABLED) |
        | behind a refused send, to an alias | 1733 ms | MAXDEPTH(0)   |

  @DD-103 @X-37
  Rule: A report that its queue does not take is dead-lettered behind its message

    Scenario Outline: A message with all that it can have is sent <way> and dead-lettered together with its report
      Given an application that sends <way>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And its producer, with a delivery delay of 1 day, sends "order-1" to ORDERS
      When the application sends "order-2" with a delivery delay of 1733 ms and a time to live of 71.95 s and with all that a message can have
        | report options | MQRO_EXCEPTION |
      And REPLIES is altered to PUT(DISABLED) during the delay of "order-2"
      And "order-2" comes due while ORDERS has PUT(DISABLED)
      Then nothing but this is on the queues
        | the staging queue | the dead-letter queue  | REPLIES | ORDERS  |
        | order-1           | order-2 and its report | nothing | nothing |

      Examples: each way
        | way                                |
        | after a restart                    |
        | as a user                          |
        | to an alias                        |
        | by a JMSProducer                   |
        | in a unit of work                  |
        | behind a rollback                  |
        | at another queue manager           |
        | in the long form                   |
        | behind a refused send, to an alias |

  @DD-104 @DD-105 @X-37
  Rule: Where a report has nowhere to go, persistence decides about its message

    Scenario Outline: A persistent message with all that it can have is sent <way> and kept as its report fits nowhere
      Given an application that sends <way>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And its producer, with a delivery delay of 1 day, sends "order-1" to ORDERS
      When the application sends "order-2" with a delivery delay of 1733 ms and a time to live of 71.95 s and with all that a message can have
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
      And REPLIES is altered to PUT(DISABLED) during the delay of "order-2"
      And the dead-letter queue is altered to PUT(DISABLED) during the delay of "order-2"
      And "order-2" comes due while ORDERS has PUT(DISABLED)
      And 3 s pass
      Then nothing but this is on the queues
        | the staging queue   | the dead-letter queue | REPLIES | ORDERS  |
        | order-1 and order-2 | nothing               | nothing | nothing |

      Examples: the ways of persistent messages
        | way                                |
        | after a restart                    |
        | as a user                          |
        | behind a rollback                  |
        | at another queue manager           |
        | in the long form                   |
        | behind a refused send, to an alias |

    Scenario Outline: A non-persistent message with all that it can have is sent <way> and discarded without the report
      Given an application that sends <way>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And its producer, with a delivery delay of 1 day, sends "order-1" to ORDERS
      When the application sends "order-2" with a delivery delay of 1733 ms and a time to live of 71.95 s and with all that a message can have
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
      And REPLIES is altered to PUT(DISABLED) during the delay of "order-2"
      And the dead-letter queue is altered to PUT(DISABLED) during the delay of "order-2"
      And "order-2" comes due while ORDERS has PUT(DISABLED)
      Then nothing but this is on the queues
        | the staging queue | the dead-letter queue | REPLIES | ORDERS  |
        | order-1           | nothing               | nothing | nothing |

      Examples: the ways of non-persistent messages
        | way               |
        | to an alias       |
        | by a JMSProducer  |
        | in a unit of work |

  @multiplatforms @DD-95 @DD-10
  Rule: A restart neither loses nor delays what is staged

    Scenario Outline: A message with all that it can have is sent <way> and comes due after one more restart
      Given an application that sends <way>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And its producer, with a delivery delay of 1 day, sends "order-1" to ORDERS
      When the application sends "order-2" with a delivery delay of 1733 ms and a time to live of <life> and with all that a message can have
        | report options | MQRO_EXPIRATION and MQRO_EXCEPTION |
      And the queue manager is restarted
      Then nothing is on ORDERS during the delay of "order-2"
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there
      And nothing is on REPLIES, nor on the dead-letter queue

      Examples: the ways of persistent messages
        | way                                | life    |
        | after a restart                    | 70.05 s |
        | as a user                          | 71.95 s |
        | behind a rollback                  | 30 days |
        | at another queue manager           | 70.05 s |
        | in the long form                   | 30 days |
        | behind a refused send, to an alias | 71.95 s |

    @X-45 @X-42 @HM-44
    Scenario Outline: Messages with all that they can have are sent <way>, survive a restart and are received as their senders saw them
      Given an application that sends <way>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And its producer has a time to live of 71.95 s
      When the application sends "order-1" with a delivery delay of 1733 ms and with all that a message can have
        | report options            | MQRO_EXCEPTION and MQRO_DISCARD_MSG                  |
        | JMSCorrelationID as bytes | 80ff0102030405060708090a0b0c0d0e0f101112131415161718 |
      And the application sends "order-2" with a delivery delay of 1250 ms and with all that a message can have
        | report options   | MQRO_EXPIRATION_WITH_FULL_DATA                        |
        | JMSCorrelationID | "ID:fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8" |
      And the queue manager is restarted
      Then the sender of "order-1" sees
        | JMSMessageID  | ID: and 48 hexadecimal digits                      |
        | JMSTimestamp  | the time of the send                               |
        | mcd.Type      | "invoice"                                          |
        | MQMD.ReplyToQ | "REPLIES"                                          |
        | MQMD.CorrelId | "80ff0102030405060708090a0b0c0d0e0f10111213141516" |
      And the sender of "order-2" sees
        | JMSMessageID  | other than that of "order-1"                       |
        | JMSTimestamp  | the time of the send                               |
        | mcd.Type      | "invoice"                                          |
        | MQMD.ReplyToQ | "REPLIES"                                          |
        | MQMD.CorrelId | "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8" |
      And after the delivery delay of "order-1" "order-1" and "order-2" are delivered to ORDERS in any order, as their senders saw them
      And nothing is on ORDERS, REPLIES, nor on the dead-letter queue

      Examples: the ways of persistent messages, of clients that read the header
        | way                                |
        | after a restart                    |
        | as a user                          |
        | behind a refused send, to an alias |
        | at another queue manager           |
        | in the long form                   |

    @X-45 @DD-79
    Scenario Outline: Neither the delay nor the life of a message with all that it can have, sent <way>, begins anew with a restart
      Given an application that sends <way>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And its producer has a time to live of 40.05 s
      When the application sends "order-1" with a delivery delay of 12 s and with all that a message can have
        | report options | MQRO_EXCEPTION and MQRO_EXPIRATION |
      And 10 s pass, and the queue manager is restarted
      And 5 s pass
      Then "order-1" is delivered to ORDERS with about 250 tenths left
      And nothing is on ORDERS, REPLIES, nor on the dead-letter queue

      Examples: the ways of persistent messages
        | way                                |
        | after a restart                    |
        | as a user                          |
        | behind a rollback                  |
        | behind a refused send, to an alias |
        | at another queue manager           |
        | in the long form                   |

  @DD-44 @DD-43
  Rule: A rolled-back send is never staged

    Scenario Outline: Messages with all that they can have are sent <way> and rolled back
      Given an application that sends <way>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And its producer, with a delivery delay of 733 ms, sends "order-1" to ORDERS
      When the application sends, but does not commit, "order-2" with a delivery delay of 1250 ms and a time to live of 71.95 s and all that a message can have
        | report options | MQRO_EXCEPTION and MQRO_EXPIRATION |
      And the unit of work is rolled back
      Then a browser shows nothing on the staging queue
      And after 3 s nothing is on ORDERS, REPLIES, nor on the dead-letter queue

      Examples: in one unit of work
        | way                          |
        | in a unit of work            |
        | behind a rollback            |
        | behind a commit, to an alias |

  @DD-38 @DD-110 @DD-111 @DD-75
  Rule: What cannot be delayed is refused, whatever was to be sent

    Scenario Outline: A message with all that it can have is refused to an application that sends <way> where ORDERS has <attribute>
      Given an application that sends <way>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And its producer, with a delivery delay of 1 day, sends "order-1" to ORDERS
      And ORDERS is altered to <attribute>
      When the application sends "order-2" with a delivery delay of 733 ms and a time to live of 71.95 s and with all that a message can have
        | report options | MQRO_EXCEPTION and MQRO_EXPIRATION |
      Then the send is refused
      And after 2 s nothing is on ORDERS
      And nothing else is there but "order-1" on the staging queue

      Examples: the ways without a unit of work
        | way                      | attribute     |
        | after a restart          | PUT(DISABLED) |
        | as a user                | MAXDEPTH(0)   |
        | by a JMSProducer         | MAXMSGL(100)  |
        | at another queue manager | PUT(DISABLED) |
        | in the long form         | MAXMSGL(100)  |
        | after a restart          | MAXDEPTH(0)   |
        | as a user                | MAXMSGL(100)  |
        | as a user                | PUT(DISABLED) |
        | by a JMSProducer         | PUT(DISABLED) |
        | at another queue manager | MAXMSGL(100)  |
        | in the long form         | MAXDEPTH(0)   |

    Scenario Outline: The second message of a unit of work, with all that it can have, is refused <way> where ORDERS has <attribute>
      Given an application that sends <way>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And its producer, with a delivery delay of 1 day, sends "order-1" to ORDERS
      And ORDERS is altered to <attribute>
      When the application sends "order-2" with a delivery delay of 733 ms and a time to live of 71.95 s and with all that a message can have
        | report options | MQRO_EXCEPTION and MQRO_PASS_MSG_ID |
      Then the send or the commit is refused
      And after 2 s nothing is on ORDERS, REPLIES, nor on the dead-letter queue

      Examples: the ways with a unit of work
        | way               | attribute     |
        | in a unit of work | PUT(DISABLED) |
        | in a unit of work | MAXMSGL(100)  |
        | behind a rollback | MAXDEPTH(0)   |
        | behind a rollback | MAXMSGL(100)  |

  @DD-53 @DD-38
  Rule: What the staging queue does not take is refused, whatever was to be sent

    Scenario Outline: A message with all that it can have is refused to an application that sends <way> where the staging queue has <attribute>
      Given an application that sends <way>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And its producer, with a delivery delay of 1 day, sends "order-1" to ORDERS
      And the staging queue is altered to <attribute>
      When the application sends "order-2" with a delivery delay of 733 ms and a time to live of 71.95 s and with all that a message can have
        | report options | MQRO_EXPIRATION_WITH_DATA and MQRO_DISCARD_MSG |
      Then the send is refused
      And after 2 s nothing is on ORDERS
      And nothing else is there but "order-1" on the staging queue

      Examples: the ways without a unit of work
        | way                                | attribute    |
        | after a restart                    | MAXDEPTH(1)  |
        | as a user                          | MAXDEPTH(1)  |
        | by a JMSProducer                   | MAXMSGL(100) |
        | behind a refused send, to an alias | MAXDEPTH(1)  |
        | at another queue manager           | MAXMSGL(100) |
        | in the long form                   | MAXMSGL(100) |

  @DD-46 @DD-47
  Rule: Who may not put to a queue cannot delay a message for it, whatever was to be sent

    Scenario: A message with all that it can have is refused to a user who may no longer put to the queue
      Given an application that sends as a user
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And its producer, with a delivery delay of 1 day, sends "order-1" to ORDERS
      And the user alice may no longer put to ORDERS
      When the application sends "order-2" with a delivery delay of 733 ms and a time to live of 71.95 s and with all that a message can have
        | report options | MQRO_EXCEPTION and MQRO_EXPIRATION |
        | JMSPriority    | 3                                  |
      Then the send is refused
      And after 2 s nothing is on ORDERS
      And nothing else is there but "order-1" on the staging queue

  @HM-48 @X-42
  Rule: A receiver sees what the sender saw, however long the message waited

    Scenario Outline: Messages with all that they can have are sent <way> and received as their senders saw them
      Given an application that sends <way>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And its producer has a time to live of 71.95 s
      When the application sends "order-1" with a delivery delay of 733 ms and with all that a message can have
        | report options | MQRO_EXCEPTION and MQRO_EXPIRATION |
      And the application sends "order-2" with a delivery delay of 1250 ms and with all that a message can have
        | JMSType          | "receipt"                                             |
        | JMSCorrelationID | "ID:fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8" |
      Then the sender of "order-1" sees
        | JMSMessageID | ID: and 48 hexadecimal digits |
        | JMSTimestamp | the time of the send          |
        | mcd.Type     | "invoice"                     |
      And the sender of "order-2" sees
        | JMSMessageID  | other than that of "order-1"                       |
        | mcd.Type      | "receipt"                                          |
        | MQMD.CorrelId | "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8" |
      And after the delivery delay of "order-2" "order-1" and "order-2" are delivered to ORDERS in any order, as their senders saw them
      And nothing is on ORDERS, REPLIES, nor on the dead-letter queue

      Examples: the ways of clients that read the header
        | way                                |
        | after a restart                    |
        | as a user                          |
        | to an alias                        |
        | in a unit of work                  |
        | behind a commit, to an alias       |
        | at another queue manager           |
        | in the long form                   |
        | behind a refused send, to an alias |

  @X-46 @DD-79 @EX-10
  Rule: The life of a message goes on while it is delayed and while it waits for its get

    Scenario Outline: A message with all that it can have is sent <way>, and its remaining life is that of the send
      Given an application that sends <way>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And its producer has a time to live of 20.05 s
      When the application sends "order-1" with a delivery delay of 1733 ms and with all that a message can have
        | report options | MQRO_EXCEPTION and MQRO_EXPIRATION |
      And 5 s pass
      Then "order-1" is delivered to ORDERS with about 150 tenths left
      And nothing is on ORDERS, REPLIES, nor on the dead-letter queue

      Examples: each way
        | way                                |
        | after a restart                    |
        | as a user                          |
        | to an alias                        |
        | by a JMSProducer                   |
        | in a unit of work                  |
        | behind a rollback                  |
        | at another queue manager           |
        | in the long form                   |
        | behind a refused send, to an alias |
