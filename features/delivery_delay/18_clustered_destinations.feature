Feature: Clustered destinations

  A clustered queue may exist several times, on several queue managers of a cluster. DEFBIND says when one
  of its instances is chosen for a message: when the queue is opened (OPEN), once for a group of messages
  (GROUP), or for each message (NOTFIXED). For a delayed message the queue is opened twice, by
  its sender and by the queue manager when the delay is over, so a delay is accepted only where nothing is fixed
  before that.

    DEFBIND    with a delay                  without a delay
    ---------  ----------------------------  ---------------
    OPEN       MQRC_OPTIONS_ERROR (2046)     accepted
    GROUP      MQRC_OPTIONS_ERROR (2046)     accepted
    NOTFIXED   accepted, one instance        accepted

  Most queues have DEFBIND(OPEN), because that is the customary default; in a queue that belongs to no
  cluster it means nothing.

  What the documents leave open, and what is accepted here:

  * Which instance a message comes to, and at which of the two resolutions it is chosen. It is recorded.
  * A DEFBIND that is altered during the delay, and instances that differ in it. Neither is tested.
  * What becomes of a message to an instance that does not take it. It is not tested.

  @DD-19
  Rule: A delayed send to a clustered queue with DEFBIND(OPEN) is refused

    With MQRC_OPTIONS_ERROR, whichever queue manager of the cluster has the queue. Nothing is left anywhere.

    Scenario Outline: A <api> with a delay is refused by a clustered queue with DEFBIND(OPEN) on <where>
      Given a cluster SALES of QM1, QM2 and QM3
      And a queue ORDERS with CLUSTER(SALES) and DEFBIND(OPEN) on <where>
      And a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      Then the send is refused with MQRC_OPTIONS_ERROR (2046), and nothing is on the staging queue
      And after 5 s nothing is on ORDERS of <where>

      Examples: on the queue manager of the sender, on another one, on several
        | api             | where       |
        | MessageProducer | QM1         |
        | MessageProducer | QM2         |
        | MessageProducer | QM2 and QM3 |
        | JMSProducer     | QM1         |
        | JMSProducer     | QM2         |
        | JMSProducer     | QM2 and QM3 |

    Scenario Outline: A <api> with a delay of <delay> is refused by a clustered queue with DEFBIND(<binding>)
      Given a cluster SALES of QM1 and QM2
      And a queue ORDERS with CLUSTER(SALES) and DEFBIND(<binding>) on QM2
      And a <api> for ORDERS with a delivery delay of <delay>
      When "order-1" is sent
      Then the send is refused with MQRC_OPTIONS_ERROR (2046), and nothing is on the staging queue

      Examples: short and long
        | api             | delay  | binding |
        | MessageProducer | 1 ms   | OPEN    |
        | JMSProducer     | 99 ms  | OPEN    |
        | MessageProducer | 60 min | OPEN    |
        | JMSProducer     | 1 ms   | GROUP   |

    Scenario: A clustered queue without a DEFBIND of its own is as unsuitable as one with DEFBIND(OPEN)
      Given a cluster SALES of QM1 and QM2, and a queue ORDERS with CLUSTER(SALES) on QM2
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      Then the send is refused with MQRC_OPTIONS_ERROR (2046)
      And after 5 s nothing is on ORDERS of QM2

    Scenario Outline: A <producer> is refused by a clustered queue with DEFBIND(OPEN) as well
      Given a cluster SALES of QM1 and QM2, and a queue ORDERS with CLUSTER(SALES) and DEFBIND(OPEN) on QM2
      And a <producer> with a delivery delay of 3 s
      When "order-1" is <sent>
      Then the send is refused with MQRC_OPTIONS_ERROR (2046)
      And after 5 s nothing is on ORDERS of QM2

      Examples: in a unit of work
        | producer                              | sent |
        | transacted MessageProducer for ORDERS | sent |
        | transacted JMSProducer for ORDERS     | sent |

      Examples: to a destination that the send names
        | producer                              | sent           |
        | MessageProducer without a destination | sent to ORDERS |
        | JMSProducer without a destination     | sent to ORDERS |

    Scenario Outline: A <mode> message is refused by a clustered queue with DEFBIND(OPEN)
      Given a cluster SALES of QM1 and QM2
      And a queue ORDERS with CLUSTER(SALES) and DEFBIND(OPEN) on QM2
      And a <api> for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent
      Then the send is refused with MQRC_OPTIONS_ERROR (2046), and nothing is on ORDERS of QM2

      Examples: both APIs and both modes
        | api             | mode           |
        | MessageProducer | NON_PERSISTENT |
        | MessageProducer | PERSISTENT     |
        | JMSProducer     | NON_PERSISTENT |

    Scenario Outline: A clustered queue with DEFBIND(OPEN) on <where> refuses the second delayed message as well
      Given a cluster SALES of QM1 and QM2
      And a queue ORDERS with CLUSTER(SALES) and DEFBIND(OPEN) on <where>
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent by the first producer
      Then the send is refused with MQRC_OPTIONS_ERROR (2046)
      When "order-2" is sent by the second producer
      Then the send is refused with MQRC_OPTIONS_ERROR (2046)
      And after 5 s nothing is on ORDERS of <where>

      Examples: the local queue manager and another one
        | where |
        | QM1   |
        | QM2   |

    Scenario: DEFBIND is asked for what it was altered to
      Given a cluster SALES of QM1 and QM2, and a queue ORDERS with CLUSTER(SALES) and DEFBIND(NOTFIXED)
      And ORDERS is altered to DEFBIND(OPEN)
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      Then the send is refused with MQRC_OPTIONS_ERROR (2046), and after 5 s nothing is on ORDERS

  @DD-20
  Rule: A delayed send to a clustered queue with DEFBIND(GROUP) is refused as well

    Anything but NOTFIXED is, so a check for OPEN alone is not enough.

    Scenario Outline: A <api> with a delay is refused by a clustered queue with DEFBIND(GROUP) on <where>
      Given a cluster SALES of QM1, QM2 and QM3
      And a queue ORDERS with CLUSTER(SALES) and DEFBIND(GROUP) on <where>
      And a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      Then the send is refused with MQRC_OPTIONS_ERROR (2046), and nothing is on the staging queue
      And after 5 s nothing is on ORDERS of <where>

      Examples: on the queue manager of the sender, on another one, on several
        | api             | where       |
        | MessageProducer | QM1         |
        | MessageProducer | QM2         |
        | JMSProducer     | QM2 and QM3 |

    Scenario: A transacted send with a delay is refused by a clustered queue with DEFBIND(GROUP) as well
      Given a cluster SALES of QM1 and QM2
      And a queue ORDERS with CLUSTER(SALES) and DEFBIND(GROUP) on QM2
      And a transacted MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      Then the send is refused with MQRC_OPTIONS_ERROR (2046), and nothing is on the staging queue
      When the unit of work is committed, and 5 s pass
      Then nothing is on ORDERS of QM2

  @DD-21
  Rule: With DEFBIND(NOTFIXED) a delayed message is accepted and comes to one instance

    To one and no other, after its delay.

    Scenario Outline: A delayed message of a <api> comes to one of the instances on <where>
      Given a cluster SALES of QM1, QM2 and QM3
      And a queue ORDERS with CLUSTER(SALES) and DEFBIND(NOTFIXED) on <where>
      And a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      Then the send is accepted, and nothing is on ORDERS of <where>
      And after its delivery delay "order-1" is delivered to ORDERS on one of <where>
      And the answer to "Which of the instances on <where> does a delayed message come to?" is recorded, and nothing else is on ORDERS of <where>

      Examples: on the queue manager of the sender, on another one, on several
        | api             | where            |
        | MessageProducer | QM1              |
        | MessageProducer | QM2              |
        | MessageProducer | QM2 and QM3      |
        | MessageProducer | QM1, QM2 and QM3 |
        | JMSProducer     | QM1              |
        | JMSProducer     | QM2              |
        | JMSProducer     | QM2 and QM3      |

    Scenario Outline: A delayed <mode> message of a <producer> comes to one of several instances elsewhere
      Given a cluster SALES of QM1, QM2 and QM3
      And a queue ORDERS with CLUSTER(SALES) and DEFBIND(NOTFIXED) on QM2 and QM3
      And a <producer> for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent, and <end>
      Then every call is accepted
      And after its delivery delay "order-1" is delivered to ORDERS on one of QM2 and QM3, and nothing else is on ORDERS of QM2 and QM3

      Examples: both modes, at once and in a unit of work
        | producer                   | mode           | end                           |
        | MessageProducer            | NON_PERSISTENT | nothing special happens       |
        | JMSProducer                | PERSISTENT     | nothing special happens       |
        | transacted MessageProducer | PERSISTENT     | the unit of work is committed |
        | transacted JMSProducer     | NON_PERSISTENT | the unit of work is committed |

    @X-42 @HM-10
    Scenario: A persistent message for a clustered queue arrives as a persistent one
      Given a cluster SALES of QM1 and QM2
      And a queue ORDERS with CLUSTER(SALES) and DEFBIND(NOTFIXED) on QM2
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent, and 6 s pass
      Then "order-1" is delivered to ORDERS on QM2
      And its MQMD.Persistence is MQPER_PERSISTENT, and nothing is on ORDERS of QM2

    @DD-77 @DD-78
    Scenario Outline: A message for a clustered queue keeps the <field> that <then> gave it at its send
      Given a cluster SALES of QM1 and QM2
      And a queue ORDERS with CLUSTER(SALES), DEFBIND(NOTFIXED) and <then>
      And a MessageProducer for ORDERS with a destination whose <property> is as the queue defines and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to <now>
      Then after its delivery delay "order-1" is delivered to ORDERS with <field> <value>, and nothing else is on ORDERS

      Examples: persistence and priority
        | property    | then          | now           | field            | value                |
        | persistence | DEFPSIST(YES) | DEFPSIST(NO)  | MQMD.Persistence | MQPER_PERSISTENT     |
        | persistence | DEFPSIST(NO)  | DEFPSIST(YES) | MQMD.Persistence | MQPER_NOT_PERSISTENT |
        | priority    | DEFPRTY(3)    | DEFPRTY(8)    | MQMD.Priority    | 3                    |

    @X-02 @X-03 @X-06 @X-22 @X-28 @X-42 @DD-130 @edition-later
    Scenario: A message for a clustered queue arrives with all that it was sent with
      Given a cluster SALES of QM1 and QM2
      And a queue ORDERS with CLUSTER(SALES) and DEFBIND(NOTFIXED) on QM2
      And a queue REPLIES
      And a MessageProducer for ORDERS with delivery mode NON_PERSISTENT, priority 7, a time to live of 60 s and a delivery delay of 3 s
      When "order-1" is sent
        | report options | MQRO_ACTIVITY and MQRO_NAN                       |
        | reply to       | REPLIES                                          |
        | JMSType        | "invoice"                                        |
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
      Then after 6 s "order-1" is delivered to ORDERS on QM2
      And the remaining expiry of "order-1" is about 540 tenths
      And its fields are
        | JMSMessageID     | the JMSMessageID that the sender of "order-1" was given |
        | MQMD.CorrelId    | "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8"      |
        | MQMD.Report      | MQRO_ACTIVITY and MQRO_NAN                              |
        | MQMD.ReplyToQ    | "REPLIES"                                               |
        | MQMD.Priority    | 7                                                       |
        | MQMD.Persistence | MQPER_NOT_PERSISTENT                                    |
        | mcd.Type         | "invoice"                                               |
      And nothing is on ORDERS of QM2

    @DD-98 @DD-114
    Scenario: A message for a clustered queue that is gone when its delay is over is on the dead-letter queue
      Given a cluster SALES of QM1 and QM2, and a dead-letter queue
      And a queue ORDERS with CLUSTER(SALES) and DEFBIND(NOTFIXED)
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      And ORDERS is deleted during the delay of "order-1"
      Then after the delivery delay of "order-1" nothing but this is on the queues
        | the staging queue | the dead-letter queue |
        | nothing           | order-1               |

    @DD-43
    Scenario: What is sent to a clustered queue in a unit of work is staged at its commit
      Given a cluster SALES of QM1 and QM2
      And a queue ORDERS with CLUSTER(SALES) and DEFBIND(NOTFIXED)
      And a transacted MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      Then a browser shows nothing on the staging queue
      When the unit of work is rolled back
      Then nothing is on the staging queue
      And after 4 s nothing is on ORDERS

    Scenario: Until its delay is over the message is on the staging queue of the sender's queue manager
      Given a cluster SALES of QM1 and QM2
      And a queue ORDERS with CLUSTER(SALES) and DEFBIND(NOTFIXED) on QM2
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      Then the depth of the staging queue is 1
      And at QM2, the depth of the staging queue is 0
      When the delivery delay of "order-1" is over
      Then "order-1" is delivered to ORDERS on one of QM2, and nothing is on the staging queue

    @X-45
    Scenario Outline: A message of a <api> that is on its way in the cluster survives a restart of its queue manager
      Given a clock that the tester sets, and a cluster SALES of QM1 and QM2
      And a queue ORDERS with CLUSTER(SALES) and DEFBIND(NOTFIXED) on QM2
      And a <api> for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent, and at QM2, the queue manager is ended
      And the delivery delay of "order-1" is over
      And the queue manager is restarted, and at QM2, the queue manager is started
      Then after 1 h "order-1" is delivered to ORDERS on QM2, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @DD-22
  Rule: For an unsuitable DEFBIND it is the send that is refused, not what precedes it

    A producer may be created for a clustered queue and given a delay; it may send without one in the end.

    Scenario Outline: A producer for a clustered queue with DEFBIND(<binding>) may be created and given a delay
      Given a cluster SALES of QM1 and QM2
      And a queue ORDERS with CLUSTER(SALES) and DEFBIND(<binding>) on <where>
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      Then every call is accepted
      When "order-1" is sent
      Then the send is refused with MQRC_OPTIONS_ERROR (2046)
      And after 5 s nothing is on ORDERS of <where>

      Examples: both unsuitable values
        | binding | where |
        | OPEN    | QM1   |
        | OPEN    | QM2   |
        | GROUP   | QM1   |
        | GROUP   | QM2   |

    Scenario Outline: The creation of a <api> for a clustered queue with DEFBIND(<binding>) is accepted
      Given a cluster SALES of QM1 and QM2
      And a queue ORDERS with CLUSTER(SALES) and DEFBIND(<binding>) on <where>
      When a <api> for ORDERS is created
      Then createProducer is accepted
      And nothing is on ORDERS of <where>

      Examples: both APIs and both unsuitable values
        | api             | binding | where |
        | MessageProducer | OPEN    | QM1   |
        | MessageProducer | GROUP   | QM2   |
        | JMSProducer     | OPEN    | QM2   |
        | JMSProducer     | GROUP   | QM1   |

    Scenario: A producer whose delay is set back to 0 may send
      Given a cluster SALES of QM1 and QM2, and a queue ORDERS with CLUSTER(SALES) and DEFBIND(OPEN) on QM2
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent with a delivery delay of 0 s
      Then every call is accepted
      And after 1 s "order-1" is delivered to ORDERS on one of QM2, and nothing else is on ORDERS of QM2

  @DD-23
  Rule: Without a delay DEFBIND does not matter

    An implementation that refuses every send to a cluster would pass the rules before.

    Scenario Outline: An undelayed message of a <api> is accepted with DEFBIND(<binding>) on <where>
      Given a cluster SALES of QM1 and QM2
      And a queue ORDERS with CLUSTER(SALES) and DEFBIND(<binding>) on <where>, and a <api> for ORDERS
      When "order-1" is sent
      Then the send is accepted
      And after 1 s "order-1" is delivered to ORDERS on one of <where>, and nothing else is on ORDERS of <where>

      Examples: every value of DEFBIND
        | api             | binding  | where |
        | MessageProducer | OPEN     | QM1   |
        | MessageProducer | OPEN     | QM2   |
        | MessageProducer | GROUP    | QM1   |
        | MessageProducer | GROUP    | QM2   |
        | MessageProducer | NOTFIXED | QM2   |
        | JMSProducer     | OPEN     | QM2   |
        | JMSProducer     | GROUP    | QM2   |
        | JMSProducer     | NOTFIXED | QM1   |

    Scenario Outline: An undelayed message of a <api> with delivery mode <mode> is accepted at its commit, too
      Given a cluster SALES of QM1 and QM2
      And a queue ORDERS with CLUSTER(SALES) and DEFBIND(<binding>) on QM2
      And a transacted <api> for ORDERS with delivery mode <mode>
      When "order-1" is sent, and the unit of work is committed
      Then every call is accepted
      And after 1 s "order-1" is delivered to ORDERS on one of QM2, and nothing else is on ORDERS of QM2

      Examples: both APIs and modes
        | api             | mode           | binding |
        | MessageProducer | PERSISTENT     | OPEN    |
        | MessageProducer | NON_PERSISTENT | GROUP   |
        | JMSProducer     | PERSISTENT     | GROUP   |
        | JMSProducer     | NON_PERSISTENT | OPEN    |

  @DD-24
  Rule: A queue that is in no cluster is not restricted, whatever its DEFBIND

    It usually has DEFBIND(OPEN); a check of the attribute alone would stop every delayed message.

    Scenario Outline: A <api> with a delay is accepted by a local queue with DEFBIND(<binding>)
      Given a queue ORDERS with DEFBIND(<binding>)
      And a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      Then every call is accepted
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: every value of DEFBIND
        | api             | binding  |
        | MessageProducer | OPEN     |
        | MessageProducer | GROUP    |
        | MessageProducer | NOTFIXED |
        | JMSProducer     | OPEN     |
        | JMSProducer     | GROUP    |
        | JMSProducer     | NOTFIXED |

    Scenario Outline: A <api> with a delay is accepted by an alias of a local queue with DEFBIND(<binding>)
      Given a queue STOCK with DEFBIND(<binding>), and an alias queue ORDERS of STOCK
      And a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      Then every call is accepted
      And after its delivery delay "order-1" is delivered to STOCK, and nothing else is there

      Examples: both unsuitable values
        | api             | binding |
        | MessageProducer | OPEN    |
        | JMSProducer     | GROUP   |

    Scenario Outline: A <api> with a delay is accepted by a remote queue, whatever the DEFBIND of its transmission queue
      Given a remote queue BILLS that leads through TO.QM2 to STOCK on QM2
      And a <api> for BILLS with a delivery delay of 3 s
      When "order-1" is sent
      Then every call is accepted
      And after the delivery delay of "order-1" the depth of TO.QM2 becomes 1, and nothing is on the staging queue

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: That the queue manager is in a cluster does not make its queues clustered
      Given a cluster SALES of QM1 and QM2, and a queue ORDERS with DEFBIND(OPEN)
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      Then every call is accepted
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there
