Feature: Changes between sends, and between a send and its delivery

  Between two sends, and between a send and the end of its delay, much happens that has nothing to do with
  the message: a definition is altered, somebody else unsubscribes, a topic object goes, a queue fills with
  what is over. None of it takes a message away, none of it keeps a report back, and what was found once
  decides nothing later.

  What the documents leave open, and what is accepted here:

  * When expired messages are discarded that no get has asked for, and so whether a queue that they fill takes
    another message.
  * Whether the priority of a destination wins over that of the send. Only sends that follow are looked at.

  Rule: What decides about a send is what there is at the send

    Whatever an earlier send by the same application has found.

    @DD-19
    Scenario: A clustered queue that has taken a delayed message takes none when it has DEFBIND(OPEN) by then
      Given a cluster SALES of QM1 and QM2, and a queue ORDERS with CLUSTER(SALES) and DEFBIND(NOTFIXED)
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and the delivery delay of "order-1" is over
      Then "order-1" is delivered to ORDERS, and nothing else is there
      When ORDERS is altered to DEFBIND(OPEN)
      And a MessageProducer for ORDERS with a delivery delay of 3 s is created, and "order-2" is sent
      Then the send is refused with MQRC_OPTIONS_ERROR (2046), and after 5 s nothing is on ORDERS

    @DD-21
    Scenario: A clustered queue that has refused a delayed message takes one when it has DEFBIND(NOTFIXED) by then
      Given a cluster SALES of QM1 and QM2, and a queue ORDERS with CLUSTER(SALES) and DEFBIND(OPEN)
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      Then the send is refused with MQRC_OPTIONS_ERROR (2046)
      When ORDERS is altered to DEFBIND(NOTFIXED)
      And a MessageProducer for ORDERS with a delivery delay of 3 s is created, and "order-2" is sent
      Then the send is accepted
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

    @HM-09 @HM-48
    Scenario Outline: Each publication of a <api> is as persistent as the destination says to which it is published
      Given a topic NEWS with a non-durable subscriber alice, and a <api> without a destination
      When "news-1" is published to NEWS as a destination whose persistence is <first>
      Then the sender of "news-1" sees MQMD.Persistence <one>
      And "news-1" is delivered to the subscriber alice
      When "news-2" is published to NEWS as a destination whose persistence is <second>
      Then the sender of "news-2" sees MQMD.Persistence <other>
      And "news-2" is delivered to the subscriber alice, and nothing else

      Examples: both APIs, and both ways
        | api             | first          | second         | one                  | other                |
        | MessageProducer | persistent     | non-persistent | MQPER_PERSISTENT     | MQPER_NOT_PERSISTENT |
        | MessageProducer | non-persistent | persistent     | MQPER_NOT_PERSISTENT | MQPER_PERSISTENT     |
        | JMSProducer     | persistent     | non-persistent | MQPER_PERSISTENT     | MQPER_NOT_PERSISTENT |

    @HM-24 @HM-48
    Scenario Outline: A publication of a <api> has the priority of its send behind one to a destination with another
      Given a topic NEWS with a non-durable subscriber alice, and a <api> without a destination with priority 2
      When "news-1" is published to NEWS as a destination whose priority is 7
      And "news-2" is published to NEWS
      Then the sender of "news-2" sees MQMD.Priority 2
      And "news-1" is delivered to the subscriber alice
      And "news-2" is delivered to the subscriber alice, and nothing else

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    @HM-24
    Scenario Outline: A message of a <api> has the priority of its send behind one to a destination with another
      Given a queue ORDERS, and a <api> without a destination with priority 2
      When "order-1" is sent to ORDERS as a destination whose priority is 7
      And "order-2" is sent to ORDERS
      Then "order-1" is delivered to ORDERS
      And "order-2" is delivered to ORDERS with MQMD.Priority 2, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  Rule: What was refused once is refused again, and what was done once is done again

    @DD-17
    Scenario Outline: setDeliveryDelay of a second <api> is refused on version 7.5 like that of the first
      Given a queue manager OLD of version 7.5 to which the application connects
      And a <api> for a queue ORDERS
      When the delivery delay is set to 5 s, and setDeliveryDelay has been refused
      And a <api> for ORDERS is created, and the delivery delay is set to 5 s
      Then setDeliveryDelay is refused with MQRC_FUNCTION_NOT_SUPPORTED (2298), and nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    @DD-36
    Scenario Outline: A <api> with a delay refuses the second message of a group like the first
      Given a <api> for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent as message 1 of the group "batch-7", and the send has been refused
      And "order-2" is sent as message 2 of the group "batch-7"
      Then the send is refused with MQRC_OPTIONS_ERROR (2046)
      And after 4 s nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    @DD-33
    Scenario Outline: A <api> with a delay refuses the second retained publication like the first
      Given a topic NEWS with a non-durable subscriber alice
      And a <api> for the topic NEWS with a delivery delay of 3 s
      When "news-1" is published, and the send has been refused
        | JMS_IBM_RETAIN | RETAIN_PUBLICATION |
      And "news-2" is published
        | JMS_IBM_RETAIN | RETAIN_PUBLICATION |
      Then the send is refused with MQRC_OPTIONS_ERROR (2046)
      And after 4 s nothing is delivered to the subscriber alice

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    @DD-122
    Scenario Outline: A topic whose attributes do not allow it refuses the second publication like the first
      Given a topic NEWS with PMSGDLV(ALL) and NPMSGDLV(ALL), and a non-durable subscriber alice
      And a MessageProducer for the topic NEWS with delivery mode <mode> and a delivery delay of 3 s
      When "news-1" is published, and the send has been refused
      And "news-2" is published
      Then the send is refused with MQRC_PUBLICATION_FAILURE (2502)
      And after 4 s nothing is delivered to the subscriber alice

      Examples: persistent or not
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    @DD-118
    Scenario: A subscriber elsewhere gets the second publication like the first
      Given a queue manager QM2 below that of the application in a hierarchy, and a topic NEWS
      And a non-durable subscriber bob to NEWS on QM2, and 1 s passes
      And a MessageProducer for the topic NEWS with a delivery delay of 3 s
      When "news-1" is published, and the delivery delay of "news-1" is over
      Then after 1 s "news-1" is delivered to the subscriber bob
      When "news-2" is published, and the delivery delay of "news-2" is over
      Then after 1 s "news-2" is delivered to the subscriber bob, and nothing else

    @DD-112
    Scenario Outline: A full queue refuses the second delayed message of a <api> like the first
      Given a queue ORDERS with MAXDEPTH(1), and a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is put to ORDERS
      And "order-2" is sent, and the send has been refused
      And "order-3" is sent
      Then the send is refused, and nothing is on the staging queue
      And MQGET from ORDERS returns "order-1", and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @EX-21 @EX-26
  Rule: What is over is reported, whatever makes room where it lay

    @X-26 @DD-82
    Scenario: What fills the staging queue and is over is reported, whether or not another message takes its room
      Given the queues ORDERS, BILLS and REPLIES, and no dead-letter queue
      And the staging queue is altered to MAXDEPTH(1)
      And a MessageProducer without a destination with a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent to ORDERS
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And ORDERS is altered to PUT(DISABLED) during the delay of "order-1"
      And the life of "order-1" is over
      And "bill-1" is sent to BILLS
      Then the send is accepted, or refused
      And after 4 s "bill-1" is delivered to BILLS, or never
      And a browser shows nothing on the staging queue
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

    @DD-98
    Scenario: What fills a target and is over is reported, whether or not a delivery takes its room
      Given a queue ORDERS with MAXDEPTH(1), and a queue REPLIES and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 6 s
      When "order-1" is sent
      And "order-2" is put to ORDERS with an expiry of 20 tenths
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And the delivery delay of "order-1" is over
      Then "order-1" is delivered to ORDERS, or to the dead-letter queue
      And a browser shows nothing on ORDERS
      And an expiration report about "order-2" arrives on REPLIES, and nothing else is on REPLIES

  @DD-115 @DD-116
  Rule: What is staged for a subscriber goes with nobody else's subscription, and not with the topic object

    @DD-118
    Scenario Outline: A publication goes to another queue manager though a <durability> subscriber <goes> here
      Given a queue manager QM2 below that of the application in a hierarchy
      And a topic NEWS with a <durability> subscriber alice
      And a non-durable subscriber bob to NEWS on QM2, and 1 s passes
      And a MessageProducer for the topic NEWS with a delivery delay of 3 s
      When "news-1" is published, and the subscriber alice <goes> during the delay of "news-1"
      And the delivery delay of "news-1" is over
      Then after 1 s "news-1" is delivered to the subscriber bob, and nothing else

      Examples: both ways to go
        | durability  | goes         |
        | durable     | unsubscribes |
        | non-durable | disconnects  |

    @DD-118
    Scenario Outline: A publication goes to another queue manager though one of two subscribers there <goes>
      Given a queue manager QM2 below that of the application in a hierarchy, and a topic NEWS
      And a non-durable subscriber alice to NEWS on QM2
      And a non-durable subscriber bob to NEWS on QM2, and 1 s passes
      And a MessageProducer for the topic NEWS with a delivery delay of 3 s
      When "news-1" is published, and the subscriber alice <goes> during the delay of "news-1"
      And the delivery delay of "news-1" is over
      Then after 1 s "news-1" is delivered to the subscriber bob, and nothing else

      Examples: both ways to go
        | goes         |
        | disconnects  |
        | unsubscribes |

    @DD-115
    Scenario: A subscriber gets its copy though another one of its session disconnects
      Given a topic NEWS with a non-durable subscriber alice
      And a non-durable subscriber bob to NEWS in the session of alice
      And a MessageProducer for the topic NEWS with a delivery delay of 3 s
      When "news-1" is published, and the subscriber alice disconnects during the delay of "news-1"
      And the delivery delay of "news-1" is over
      Then "news-1" is delivered to the subscriber bob, and nothing else

    @DD-115
    Scenario: One of two subscriptions that deliver to one queue gets its copy though the other one ends
      Given a topic NEWS and a queue NEWS.ALL
      And a subscription to NEWS that delivers to NEWS.ALL
      And another subscription to NEWS that delivers to NEWS.ALL
      And a MessageProducer for the topic NEWS with a delivery delay of 3 s
      When "news-1" is published
      And the subscription that delivers to NEWS.ALL is deleted during the delay of "news-1"
      And the delivery delay of "news-1" is over
      Then "news-1" is delivered to NEWS.ALL, and the staging queue becomes empty
      And nothing is on NEWS.ALL

    @DD-106
    Scenario: A subscription that comes gets nothing of one that delivered to the same queue and is gone
      Given a topic NEWS and a queue NEWS.ALL
      And a subscription to NEWS that delivers to NEWS.ALL
      And a MessageProducer for the topic NEWS with a delivery delay of 3 s
      When "news-1" is published
      And the subscription that delivers to NEWS.ALL is deleted during the delay of "news-1"
      And another subscription to NEWS that delivers to NEWS.ALL
      And the delivery delay of "news-1" is over
      Then nothing is on NEWS.ALL

    @DD-107
    Scenario: A durable subscriber that disconnects twice during a delay gets the publication
      Given a topic NEWS with a durable subscriber alice
      And a MessageProducer for the topic NEWS with a delivery delay of 6 s
      When "news-1" is published, and the subscriber alice disconnects
      And the durable subscriber alice connects again, and the subscriber alice disconnects
      And the durable subscriber alice connects again
      And the delivery delay of "news-1" is over
      Then "news-1" is delivered to the subscriber alice, and nothing else

    Scenario: A publication reaches its subscriber though the topic object is deleted during its delay
      Given a topic NEWS with a non-durable subscriber alice
      And a MessageProducer for the topic NEWS with a delivery delay of 3 s
      When "news-1" is published, and the topic NEWS is deleted during the delay of "news-1"
      And the delivery delay of "news-1" is over
      Then "news-1" is delivered to the subscriber alice, and nothing else

  @DD-12
  Rule: What becomes of one message changes nothing about another

    Scenario: A message that is kept holds up none that is due with it
      Given the queues ORDERS and BILLS, and no dead-letter queue
      And a MessageProducer without a destination with a delivery delay of 3 s
      When "order-1" is sent to ORDERS, and "bill-1" is sent to BILLS
      And "order-1" comes due while ORDERS has PUT(DISABLED)
      Then after 1 s "bill-1" is delivered to BILLS, and nothing else is there
      And "order-1" still waits on the staging queue, and nothing is on ORDERS

    Scenario: Two messages whose lives end together come each when it is due
      Given a MessageProducer for a queue ORDERS with a time to live of 10 min
      When the delivery delay is set to 9 s, and "order-1" is sent
      And the delivery delay is set to 3 s, and "order-2" is sent
      Then after its delivery delay "order-2" is delivered to ORDERS, and nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

    @DD-130 @edition-later
    Scenario: A message that is staged keeps its report options when the object is sent again with others
      Given a queue REPLIES, and a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent
        | report options | MQRO_PAN |
        | reply to       | REPLIES  |
      And 1 s passes, and "order-2" is sent
        | report options    | MQRO_NAN  |
        | reply to          | REPLIES   |
        | message object of | "order-1" |
      Then after its delivery delay "order-1" is delivered to ORDERS with MQMD.Report MQRO_PAN
      And after its delivery delay "order-2" is delivered to ORDERS with MQMD.Report MQRO_NAN
      And nothing else is on ORDERS

    @DD-102
    Scenario: A message object that is sent again with another report option is reported as its second send says
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      And "order-2" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options    | MQRO_EXPIRATION |
        | reply to          | REPLIES         |
        | message object of | "order-1"       |
      Then an exception report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

    @DD-79
    Scenario: A message that is staged keeps its end when the object is sent again with another
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When the time to live is set to 60 s, and "order-1" is sent
      And 1 s passes, and the time to live is set to 10 min
      And "order-2" is sent
        | message object of | "order-1" |
      Then after its delivery delay "order-1" is delivered to ORDERS with about 570 tenths left
      And after its delivery delay "order-2" is delivered to ORDERS with about 5970 tenths left
      And nothing else is on ORDERS

  @EX-05
  Rule: A look at the staging queue takes nothing off a life

    Scenario: A message that was browsed twice on the staging queue has what is left of its life
      Given a MessageProducer for a queue ORDERS with a time to live of 90 s and a delivery delay of 60 s
      When "order-1" is sent, and 10 s pass
      Then a browser shows "order-1" on the staging queue
      And after 10 s a browser shows "order-1" on the staging queue
      And after 10 s an MQGET by correlation id recalls "order-1" from the staging queue
      And the remaining expiry of "order-1" is about 600 tenths, and nothing is on the staging queue

  @EX-40
  Rule: A connection has one unit of work after the other

    Scenario: A get in syncpoint behind a commit is backed out
      Given a queue ORDERS
      When "order-1" and "order-2" are put to ORDERS with an expiry of 600 tenths
      Then MQGET from ORDERS with MQGMO_SYNCPOINT returns "order-1", and the getting application commits
      And MQGET from ORDERS with MQGMO_SYNCPOINT returns "order-2"
      And the getting application backs out, which puts back "order-2"
      And MQGET from ORDERS returns "order-2", and nothing else is on ORDERS
