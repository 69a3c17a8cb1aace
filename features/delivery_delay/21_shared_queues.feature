Feature: Shared queues

  The queue managers of a queue-sharing group on z/OS, its members, use shared queues under one name. A
  message for a shared queue is delayed as any other: on the private staging queue of the queue manager
  to which its sender is connected. That queue manager alone can move it, so it has to be up when the
  delay is over.

  What the documents leave open, and what is accepted here:

  * What becomes of a non-persistent message when the owner of the staging queue ends before it is due. It
    is said to be lost; an implementation that keeps it does better, and is not blamed. It is recorded.
  * How soon an overdue message arrives when the owner is up again.

  Background:
    Given a queue manager ZQM1 on z/OS in the queue-sharing group QSG1
    And a queue manager ZQM2 on z/OS in the queue-sharing group QSG1
    And at ZQM1, the staging queue is defined
    And at ZQM2, the staging queue is defined
    And a shared queue ORDERS in QSG1
    And the application connects to ZQM1

  @DD-69
  Rule: A message for a shared queue can be delayed, and any member can get it when it is due

    And none before.

    Scenario Outline: A delayed message of a <api> for a shared queue is got at <member>
      Given a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      Then every call is accepted, and nothing is on ORDERS yet
      And at ZQM2, nothing is on ORDERS yet
      And after the delivery delay of "order-1" at <member>, "order-1" is delivered to ORDERS
      And nothing else is on ORDERS
      And at ZQM2, nothing else is on ORDERS

      Examples: by the sender's queue manager and by another one
        | api             | member |
        | MessageProducer | ZQM1   |
        | MessageProducer | ZQM2   |
        | JMSProducer     | ZQM2   |

    @X-42 @HM-10
    Scenario: A persistent message for a shared queue arrives as a persistent one
      Given a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent, and 4 s pass
      Then "order-1" is delivered to ORDERS
      And its MQMD.Persistence is MQPER_PERSISTENT, and nothing else is on ORDERS

    @DD-77 @DD-78
    Scenario Outline: A message for a shared queue keeps the <field> that <then> gave it at its send
      Given ORDERS is altered to <then>
      And a MessageProducer for ORDERS with a destination whose <property> is as the queue defines and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to <now>
      Then after its delivery delay "order-1" is delivered to ORDERS with <field> <value>, and nothing else is on ORDERS

      Examples: persistence and priority
        | property    | then          | now           | field            | value                |
        | persistence | DEFPSIST(YES) | DEFPSIST(NO)  | MQMD.Persistence | MQPER_PERSISTENT     |
        | persistence | DEFPSIST(NO)  | DEFPSIST(YES) | MQMD.Persistence | MQPER_NOT_PERSISTENT |
        | priority    | DEFPRTY(3)    | DEFPRTY(8)    | MQMD.Priority    | 3                    |

    @X-02 @X-03 @X-06 @X-22 @X-28 @X-42 @DD-130 @edition-later
    Scenario: A message for a shared queue arrives with all that it was sent with
      Given a queue REPLIES
      And a MessageProducer for ORDERS with delivery mode NON_PERSISTENT, priority 7, a time to live of 60 s and a delivery delay of 3 s
      When "order-1" is sent
        | report options | MQRO_ACTIVITY and MQRO_NAN                       |
        | reply to       | REPLIES                                          |
        | JMSType        | "invoice"                                        |
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
      Then after 6 s at ZQM2, "order-1" is delivered to ORDERS
      And the remaining expiry of "order-1" is about 540 tenths
      And its fields are
        | JMSMessageID     | the JMSMessageID that the sender of "order-1" was given |
        | MQMD.CorrelId    | "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8"      |
        | MQMD.Report      | MQRO_ACTIVITY and MQRO_NAN                              |
        | MQMD.ReplyToQ    | "REPLIES"                                               |
        | MQMD.Priority    | 7                                                       |
        | MQMD.Persistence | MQPER_NOT_PERSISTENT                                    |
        | mcd.Type         | "invoice"                                               |
      And nothing else is on ORDERS

    @DD-43 @DD-44
    Scenario: A message for a shared queue that is rolled back never arrives
      Given a transacted MessageProducer for ORDERS with a delivery delay of 2 s
      When "order-1" is sent
      Then a browser shows nothing on the staging queue
      When the unit of work is rolled back
      Then after 4 s nothing is on ORDERS, nor on the staging queue

    Scenario: Members delay for the same shared queue independently
      Given a MessageProducer for ORDERS with a delivery delay of 8 s
      When "order-1" is sent
      And the application connects to ZQM2
      And a MessageProducer for ORDERS with a delivery delay of 3 s is created
      And "order-2" is sent and comes due
      Then "order-2" is delivered to ORDERS, and nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

    Scenario Outline: A delayed message of a <api> for a shared queue is sent by way of its alias
      Given an alias queue SALES of ORDERS
      And a <api> for SALES with a delivery delay of 3 s
      When "order-1" is sent
      Then every call is accepted, and nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @DD-54
  Rule: Messages for shared and for local queues wait on the same staging queue

    Its name says local, and it is; what waits there may be meant for a shared queue.

    Scenario: A local and a shared target make the depth of one staging queue 2
      Given a queue INVOICES
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      And a MessageProducer for INVOICES with a delivery delay of 3 s
      When "order-1" is sent by the first producer and "invoice-1" by the second
      Then the depth of the staging queue is 2
      And a browser shows "order-1" and "invoice-1" on the staging queue
      When the delivery delay of "invoice-1" is over
      Then "order-1" is delivered to ORDERS
      And "invoice-1" is delivered to INVOICES, and nothing is on the staging queue

  @DD-70
  Rule: The staging queue is that of the queue manager that accepted the send, and no other

    No member takes over what another one has staged.

    Scenario Outline: A message sent to <sender> is not on the staging queue of <other>
      Given the application connects to <sender>
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      Then a browser shows "order-1" on the staging queue
      And at <other>, the depth of the staging queue is 0
      And at <other>, nothing is on the staging queue
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both ways
        | sender | other |
        | ZQM1   | ZQM2  |
        | ZQM2   | ZQM1  |

  @DD-71
  Rule: The owner of the staging queue has to be up for the message to arrive

    While it is down the delay, and the life, of the message go on.

    Scenario: While the owner is down the message does not arrive, and when it is up it does
      Given a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent
      And the queue manager is ended
      And that was during the delay of "order-1"
      Then after 60 s at ZQM2, nothing is on ORDERS
      When the queue manager is started
      Then after 1 s at ZQM2, "order-1" is delivered to ORDERS
      And at ZQM2, nothing else is on ORDERS

    Scenario: An owner that is up again in time delivers on time
      Given a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 8 s
      When "order-1" is sent, and the queue manager is down for 2 s
      Then after 2 s at ZQM2, nothing is on ORDERS yet
      And after the delivery delay of "order-1" at ZQM2, "order-1" is delivered to ORDERS
      And at ZQM2, nothing else is on ORDERS

    Scenario: That another member is down changes nothing
      Given a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent
      And at ZQM2, the queue manager is ended
      And the delivery delay of "order-1" is over
      Then "order-1" is delivered to ORDERS, and nothing else is there

    Scenario Outline: A message for a shared queue stays where it was staged when <what>
      Given a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      And <what>
      And that was during the delay of "order-1"
      Then after 60 s the depth of the staging queue is 1, and nothing is on ORDERS

      @DD-90
      Examples: another error
        | what                                             |
        | another error stops the delivery delay processor |

      @DD-94
      Examples: put disabled
        | what                                          |
        | the staging queue is altered to PUT(DISABLED) |

      @DD-89
      Examples: get disabled
        | what                                          |
        | the staging queue is altered to GET(DISABLED) |

    Scenario Outline: An overdue message for a shared queue arrives after <attribute>(ENABLED)
      Given a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      And the staging queue is altered to <attribute>(DISABLED), and 10 s pass
      And the staging queue is altered to <attribute>(ENABLED), and 1 s passes
      Then "order-1" is delivered to ORDERS, and nothing is on ORDERS, nor on the staging queue

      @DD-93
      Examples: put enabled
        | attribute |
        | PUT       |

      @DD-92
      Examples: get enabled
        | attribute |
        | GET       |

    @DD-12
    Scenario Outline: That <what> at another member changes nothing
      Given a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      And at ZQM2, <what>
      And that was during the delay of "order-1"
      And the delivery delay of "order-1" is over
      Then "order-1" is delivered to ORDERS, and nothing else is there

      Examples: whatever stops the processor there
        | what                                             |
        | another error stops the delivery delay processor |
        | the staging queue is altered to PUT(DISABLED)    |
        | the staging queue is altered to GET(DISABLED)    |
        | the staging queue is deleted                     |

    Scenario: A message whose life ends while the owner is down never arrives
      Given a MessageProducer for ORDERS with delivery mode PERSISTENT, a time to live of 10 s and a delivery delay of 3 s
      When "order-1" is sent
      And "order-1" expires while the queue manager is down
      And 1 s passes
      Then at ZQM2, nothing is on ORDERS

  @DD-72
  Rule: A non-persistent message may be lost when the owner ends before it is due

    More easily than one that is sent without a delay, which is on the shared queue at once.

    Scenario: What becomes of a non-persistent message for a shared queue is recorded
      Given a MessageProducer for ORDERS with delivery mode NON_PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due after the queue manager is restarted
      Then after 1 s "order-1" is delivered to ORDERS, or never
      And the answer to "What becomes of a non-persistent delayed message for a shared queue when the owner of the staging queue ends?" is recorded
      And nothing else is on ORDERS

    Scenario: A persistent message for a shared queue is not lost
      Given a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent
      And "order-1" comes due after the queue manager is restarted
      And 1 s passes
      Then "order-1" is delivered to ORDERS, and nothing else is there

  @DD-98
  Rule: What a shared queue does not take is dead-lettered by the owner of the staging queue

    The failure is that of any target.

    Scenario Outline: A <mode> message is dead-lettered where it was staged when a shared queue has <limit>
      Given a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" of 5000 characters is sent
      And "order-1" comes due while ORDERS has <limit>
      Then "order-1" is dead-lettered
      And nothing is on ORDERS, the dead-letter queue, nor on the staging queue

      Examples: both modes
        | mode           | limit         |
        | PERSISTENT     | PUT(DISABLED) |
        | NON_PERSISTENT | PUT(DISABLED) |

      Examples: other limits
        | mode           | limit         |
        | PERSISTENT     | MAXDEPTH(0)   |
        | NON_PERSISTENT | MAXDEPTH(0)   |
        | PERSISTENT     | MAXMSGL(1000) |

    @DD-101
    Scenario Outline: A message with <options> that a shared queue does not take is reported
      Given a queue REPLIES and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | <options> |
        | reply to       | REPLIES   |
      Then an exception report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

      Examples: dead-lettered or discarded
        | options                             |
        | MQRO_EXCEPTION                      |
        | MQRO_EXCEPTION and MQRO_DISCARD_MSG |

    @DD-99
    Scenario Outline: A <mode> message that a shared queue does not take, nor a dead-letter queue, is kept
      Given no dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      Then after 3 s nothing but this is on the queues
        | the staging queue |
        | order-1           |

      Examples: both modes
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    @DD-104
    Scenario: A persistent message that a shared queue does not take is kept when its report fits nowhere
      Given no dead-letter queue, and a queue REPLIES
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED) and REPLIES PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
      Then after 3 s nothing but this is on the queues
        | the staging queue |
        | order-1           |

    @DD-97
    Scenario Outline: A <mode> message with MQRO_DISCARD_MSG that a shared queue does not take is discarded
      Given a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_DISCARD_MSG |
      Then the staging queue becomes empty
      And nothing is on ORDERS, nor on the dead-letter queue

      Examples: both modes
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    Scenario: What a shared queue does not take is not dead-lettered by another member
      Given at ZQM1, a dead-letter queue
      And the application connects to ZQM2
      And a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      Then "order-1" is dead-lettered
      And nothing is on ORDERS, the dead-letter queue, nor on the staging queue
      And at ZQM1, nothing is on the dead-letter queue

  @DD-110
  Rule: A shared queue that is inhibited for puts takes no delayed message

    It is looked at as a local one.

    Scenario: A delayed message is refused by a shared queue with PUT(DISABLED)
      Given ORDERS is altered to PUT(DISABLED)
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
        | length | 5000 characters |
      Then the send is refused, and nothing is on the staging queue
      When ORDERS is altered to PUT(ENABLED), and 5 s pass
      Then nothing is on ORDERS

  @DD-111
  Rule: A shared queue takes no delayed message that is too long

    Its own limit counts, not that of the staging queue.

    Scenario: A delayed message is refused by a shared queue for which it is too long
      Given ORDERS is altered to MAXMSGL(1000)
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
        | length | 5000 characters |
      Then the send is refused, and nothing is on the staging queue
      When ORDERS is altered to MAXMSGL(100000), and 5 s pass
      Then nothing is on ORDERS

  @DD-112
  Rule: A full shared queue takes no delayed message

    That the staging queue has room does not help.

    Scenario: A delayed message is refused by a shared queue that is full
      Given ORDERS is altered to MAXDEPTH(0), and a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
        | length | 5000 characters |
      Then the send is refused, and nothing is on the staging queue
      When ORDERS is altered to MAXDEPTH(10), and 5 s pass
      Then nothing is on ORDERS

    Scenario: A shared queue for one takes a delayed message when another was received
      Given ORDERS is altered to MAXDEPTH(1), and a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and the delivery delay of "order-1" is over
      Then "order-1" is delivered to ORDERS, and nothing else is there
      When "order-2" is sent
      Then the send is accepted
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

  @DD-46 @DD-47
  Rule: The authority of a sender to a shared queue is checked at the send

    By the queue manager to which the sender is connected.

    Scenario: A user without authority sends nothing with a delay to a shared queue
      Given the user alice may put to no queue
      When a MessageProducer of the user alice for ORDERS with a delivery delay of 3 s is created
      And "order-1" is sent
      Then createProducer or the send is refused
      And after 4 s nothing is on ORDERS

  @EX-17 @EX-12 @EX-15
  Rule: What expires on a shared queue is discarded by a get

    Expiry is a field of the message. Where the queue is kept makes no difference to it.

    Scenario Outline: A <look> at a shared queue discards all that is over ahead of what is not
      Given a MessageProducer for ORDERS with a time to live of 2 s
      And a MessageProducer for ORDERS
      And the getting application connects to ZQM1
      When "order-1" to "order-2" are sent by the first producer
      And "order-3" is sent by the second producer
      And 5 s pass
      Then MQGET from ORDERS <with> returns "order-3"
      And the depth of ORDERS is 1, and nothing is on the staging queue

      Examples: the first that lives is shown
        | look   | with                                   |
        | lock   | with MQGMO_BROWSE_FIRST and MQGMO_LOCK |
        | browse | with MQGMO_BROWSE_FIRST                |

  @EX-05 @EX-10 @EX-19
  Rule: A get from a shared queue shows what is left of a life

    A tenth of a second at least, like any other get.

    Scenario Outline: A get with <options> from a shared queue shows what is left, not what was sent
      Given a MessageProducer for ORDERS with a time to live of 60 s
      And the getting application connects to ZQM1
      When "order-1" is sent, and 10 s pass
      Then MQGET from ORDERS with <options> returns "order-1"
      And the remaining expiry of "order-1" is about 500 tenths, and nothing is on the staging queue

      Examples: gets and browses
        | options            |
        | MQGMO_SYNCPOINT    |
        | MQGMO_BROWSE_FIRST |

    Scenario: A get from a shared queue shows no 0 in the last tenth of a life
      Given a clock that the tester sets
      And a MessageProducer for ORDERS with a time to live of 2 s
      And the getting application connects to ZQM1
      When "order-1" is sent, and 1950 ms pass
      Then MQGET from ORDERS returns "order-1" with a positive expiry, or no message, and nothing else is on ORDERS

    Scenario: A get in a unit of work from a shared queue shows no 0 in the last tenth of a life
      Given a clock that the tester sets
      And a MessageProducer for ORDERS with a time to live of 2 s
      And the getting application connects to ZQM1
      When "order-1" is sent
      And 1950 ms pass
      Then MQGET from ORDERS with MQGMO_SYNCPOINT returns "order-1" with a positive expiry, or no message, and nothing else is on ORDERS

  @EX-17 @EX-38 @EX-39
  Rule: What a get in a unit of work discards from a shared queue is no part of that unit of work

    Its report stays the only one. Where another member has discarded it before, it may not come here at all.

    Scenario: What a get in a unit of work has discarded from a shared queue does not come back with the backout
      Given a MessageProducer for ORDERS with a time to live of 2 s
      And the getting application connects to ZQM1
      When "order-1" is sent, and its life is over
      Then MQGET from ORDERS with MQGMO_SYNCPOINT finds no message
      When the getting application, which has not got "order-1", backs out
      Then the depth of ORDERS becomes 0, and nothing is on ORDERS

    Scenario: What has expired on a shared queue is not reported once more when the unit of work of the get is backed out
      Given a queue REPLIES
      And a MessageProducer for ORDERS with a time to live of 2 s
      And the getting application connects to ZQM1
      When "order-1" is sent, and its life is over
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then MQGET from ORDERS with MQGMO_SYNCPOINT finds no message
      And an expiration report about "order-1" arrives on REPLIES, or nothing
      When the getting application, which has not got "order-1", backs out
      Then the depth of ORDERS becomes 0
      And nothing is on REPLIES, nor on ORDERS

  @EX-21 @EX-22 @X-22
  Rule: What another member finds expired is not reported to a queue of its own

    A report is for the queue of the queue manager that the message names. Whether it comes there from another
    member, and how, the documents leave to others.

    Scenario Outline: What a get with <options> at another member finds expired is not reported to its queue of the same name
      Given a queue REPLIES
      And at ZQM2, a queue REPLIES
      And a MessageProducer for ORDERS with a time to live of 2 s
      And the getting application connects to ZQM2
      When "order-1" is sent, and its life is over
        | report options         | <report> |
        | reply to               | REPLIES  |
        | reply to queue manager | ZQM1     |
      Then MQGET from ORDERS with <options> finds no message
      And after 1 s at ZQM2, nothing is on REPLIES, nor on ORDERS

      Examples: a get and a browse, with and without a request for a report
        | options            | report                         |
        | MQGMO_SYNCPOINT    | MQRO_EXPIRATION                |
        | MQGMO_BROWSE_FIRST | MQRO_EXPIRATION_WITH_FULL_DATA |
        | MQGMO_SYNCPOINT    | MQRO_EXCEPTION                 |

  @EX-41
  Rule: A message may expire under its lock on a shared queue

    The get under the cursor says so with MQRC_NO_MSG_UNDER_CURSOR (2034), there as anywhere.

    Scenario: A lock on a shared queue protects nothing from its end
      Given a MessageProducer for ORDERS with a time to live of 4 s
      And the getting application connects to ZQM1
      When "order-1" is sent
      Then MQGET from ORDERS with MQGMO_BROWSE_FIRST and MQGMO_LOCK returns "order-1"
      When the life of "order-1" is over
      Then MQGET from ORDERS with MQGMO_MSG_UNDER_CURSOR fails with MQRC_NO_MSG_UNDER_CURSOR (2034), and nothing else is on ORDERS
