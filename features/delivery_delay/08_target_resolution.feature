Feature: Resolution of the target queue

  The name of the target queue is resolved twice: at the send, and again when the queue manager moves the
  message from the staging queue. What an administrator changes in between takes effect. Persistence and
  priority, where the destination leaves them to the definition of the queue (DEFPSIST, DEFPRTY), are
  taken at the first resolution and stay. They are looked at as the receiver sees them and, where it can
  be read, in the message descriptor, the MQMD.

  What the documents leave open, and what is accepted here:

  * Where a message goes whose destination is an alias that is given another target during the delay. The
    name that the application used, resolved again, leads to the new target; an implementation that
    keeps the result of the first resolution leads to the old one. Both are accepted, the one taken is
    recorded. The same holds for a remote queue that leads elsewhere by then, and for a queue that has taken
    the place of an alias. Where the queue itself was deleted and its name became an alias, both lead to
    the new one.
  * Whether the first resolution is at the send, or at the creation of a producer that has a destination of
    its own. It is the application's, and no more is said. Scenarios that alter a definition before a send
    have a producer without a destination, or record what they see; where the queue that was there at the
    creation is gone, both lead to what the name means by then.
  * By which call, and with which reason code, an unknown queue is reported.

  @DD-74
  Rule: The target queue is resolved at the send and once more when the delay is over

    The second resolution finds what the name means by then.

    Scenario Outline: A message of a <api> follows the name of its queue
      Given the queues ORDERS and ORDERS.NEW
      And a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is deleted
      And ORDERS is defined anew as an alias of ORDERS.NEW
      Then after its delivery delay "order-1" is delivered to ORDERS.NEW, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A message finds the queue <queue> behind its alias
      Given a queue <queue> with an alias queue ORDERS
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      Then after its delivery delay "order-1" is delivered to <queue>, and nothing else is there

      Examples: small letters, and as long as a name may be
        | queue                                            |
        | Orders.of.Europe                                 |
        | ORDERS.OF.ALL.SHOPS.IN.TOWN.AND.IN.THE.COUNTRY.A |

    Scenario Outline: A message finds the queue <queue> of another queue manager
      Given a remote queue ORDERS that leads through TO.QM2 to <queue> on QM2
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due, and the channel of TO.QM2 runs for 1 s
      Then "order-1" is delivered to <queue> on QM2, and nothing else is on <queue> on QM2

      Examples: small letters, and as long as a name may be
        | queue                                            |
        | Stock.of.Europe                                  |
        | ORDERS.OF.ALL.SHOPS.IN.TOWN.AND.IN.THE.COUNTRY.A |

    Scenario: A message for a queue of another queue manager does not come to the queue of that name here
      Given a queue STOCK, and a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due
      Then "order-1" is delivered to TO.QM2, and nothing is on STOCK, nor on TO.QM2

    Scenario: Where a message goes when its alias has got another target is recorded
      Given the queues ORDERS.OLD and ORDERS.NEW
      And an alias queue ORDERS of ORDERS.OLD
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      And ORDERS is defined anew as an alias of ORDERS.NEW
      Then after its delivery delay "order-1" is delivered to ORDERS.NEW, or to ORDERS.OLD
      And the answer to "To which queue does a message go whose alias was given ORDERS.NEW instead of ORDERS.OLD?" is recorded
      And nothing is on ORDERS.NEW, nor on ORDERS.OLD

    Scenario: A message whose alias got a new target twice is not at the first of these
      Given the queues ORDERS.OLD and ORDERS.NEW, and a queue ORDERS.NEXT
      And an alias queue ORDERS of ORDERS.OLD
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is defined anew as an alias of ORDERS.NEXT
      And ORDERS is defined anew as an alias of ORDERS.NEW
      Then after its delivery delay "order-1" is delivered to ORDERS.NEW, or to ORDERS.OLD
      And nothing is on ORDERS.NEW, ORDERS.OLD, nor on ORDERS.NEXT

    Scenario Outline: The next message of a <api> goes where the alias leads by then
      Given the queues ORDERS.OLD and ORDERS.NEW
      And an alias queue ORDERS of ORDERS.OLD
      And a <api> without a destination with a delivery delay of 3 s
      When "order-1" is sent to ORDERS, and "order-2" is sent to ORDERS
      And "order-3" is sent to ORDERS, and the delivery delay of "order-3" is over
      Then "order-1", "order-2" and "order-3" are delivered to ORDERS.OLD in any order
      When ORDERS is defined anew as an alias of ORDERS.NEW
      And "order-4" is sent to ORDERS
      And the delivery delay of "order-4" is over
      Then "order-4" is delivered to ORDERS.NEW, and nothing is on ORDERS.NEW, nor on ORDERS.OLD

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: Where a message goes when its alias got another target before the send is recorded
      Given the queues ORDERS.OLD and ORDERS.NEW
      And an alias queue ORDERS of ORDERS.OLD
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When ORDERS is defined anew as an alias of ORDERS.NEW
      And "order-1" is sent
      Then after its delivery delay "order-1" is delivered to ORDERS.NEW, or to ORDERS.OLD
      And the answer to "To which queue does a message go whose alias was given ORDERS.NEW after its producer was created?" is recorded
      And nothing is on ORDERS.NEW, nor on ORDERS.OLD

    Scenario: A message reaches the queue to which its name leads since its producer was created
      Given the queues ORDERS and ORDERS.NEW
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When ORDERS is deleted, and ORDERS is defined anew as an alias of ORDERS.NEW
      And "order-1" is sent
      Then after its delivery delay "order-1" is delivered to ORDERS.NEW, and nothing else is there

    Scenario Outline: A message of a transacted <api> reaches the queue to which its name leads since the send
      Given the queues ORDERS and ORDERS.NEW
      And a transacted <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is deleted
      And ORDERS is defined anew as an alias of ORDERS.NEW
      And the unit of work is committed, and 4 s pass
      Then "order-1" is delivered to ORDERS.NEW, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A delayed message reaches the target of an alias
      Given a queue ORDERS.EU with an alias queue ORDERS
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and 1 s passes
      Then nothing is on ORDERS.EU during the delay of "order-1"
      And after its delivery delay "order-1" is delivered to ORDERS.EU, and nothing else is there

    @X-03 @X-06
    Scenario: A message that arrives behind an alias has its correlation id and what is left of its life
      Given a queue ORDERS.EU with an alias queue ORDERS
      And a MessageProducer for ORDERS with a time to live of 60 s and a delivery delay of 3 s
      When "order-1" is sent
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
      And 6 s pass
      Then "order-1" is delivered to ORDERS.EU with about 540 tenths left with MQMD.CorrelId "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8", and nothing else is on ORDERS.EU

    @X-42 @HM-10
    Scenario: A persistent message arrives behind an alias as a persistent one
      Given a queue ORDERS.EU with an alias queue ORDERS
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due
      Then "order-1" is delivered to ORDERS.EU
      And its MQMD.Persistence is MQPER_PERSISTENT, and nothing else is on ORDERS.EU

    @X-22 @X-28 @X-42 @DD-130 @edition-later
    Scenario: A message arrives behind an alias with all that it was sent with
      Given the queues ORDERS.EU and REPLIES, and an alias queue ORDERS of ORDERS.EU
      And a MessageProducer for ORDERS with delivery mode NON_PERSISTENT, priority 7 and a delivery delay of 3 s
      When "order-1" is sent and comes due
        | report options   | MQRO_PAN and MQRO_NAN |
        | reply to         | REPLIES               |
        | JMSType          | "invoice"             |
        | JMSCorrelationID | "order 17"            |
      Then "order-1" is delivered to ORDERS.EU, and its fields are
        | MQMD.Report      | MQRO_PAN and MQRO_NAN |
        | MQMD.ReplyToQ    | "REPLIES"             |
        | MQMD.Priority    | 7                     |
        | MQMD.Persistence | MQPER_NOT_PERSISTENT  |
        | mcd.Type         | "invoice"             |
        | jms.Cid          | "order 17"            |
      And nothing is on ORDERS.EU, nor on REPLIES

    @DD-98
    Scenario: A message is dead-lettered when the queue behind an alias does not take it
      Given a queue ORDERS.EU with an alias queue ORDERS, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS.EU has PUT(DISABLED)
      Then "order-1" is dead-lettered, and nothing is on ORDERS.EU, nor on the staging queue

    Scenario: A message is dead-lettered when the queue behind an alias is gone
      Given a queue ORDERS with an alias queue SALES, and a dead-letter queue
      And a MessageProducer for SALES with a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is deleted during the delay of "order-1"
      And the delivery delay of "order-1" is over
      Then "order-1" is dead-lettered, and nothing is on the staging queue, nor on the dead-letter queue

    Scenario: A message whose alias is deleted during its delay is not lost
      Given a queue ORDERS.EU with an alias queue ORDERS, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is deleted
      And the delivery delay of "order-1" is over
      Then "order-1" is delivered to ORDERS.EU, or to the dead-letter queue
      And nothing is on ORDERS.EU, the dead-letter queue, nor on the staging queue

    Scenario: A message whose remote queue is deleted during its delay is not lost
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is deleted
      And the delivery delay of "order-1" is over
      Then "order-1" is delivered to TO.QM2, or to the dead-letter queue
      And nothing is on TO.QM2, the dead-letter queue, nor on the staging queue

    Scenario: A message whose remote queue leads elsewhere by the end of its delay is on its way
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      And a remote queue ORDERS is defined that leads through TO.QM3 to STOCK on QM3
      And the delivery delay of "order-1" is over
      Then "order-1" is delivered to TO.QM3, or to TO.QM2
      And nothing is on TO.QM3, TO.QM2, nor on the staging queue

    Scenario: A message follows the name of its queue to another queue manager
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is deleted
      And a remote queue ORDERS is defined that leads through TO.QM2 to STOCK on QM2
      And the channel of TO.QM2 is started, and the delivery delay of "order-1" is over
      Then after 1 s "order-1" is delivered to STOCK on QM2, and nothing else is there

    Scenario Outline: A message of a <api> whose alias gives way to a queue of its name is not lost
      Given a queue ORDERS.EU with an alias queue ORDERS, and a dead-letter queue
      And a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is deleted during the delay of "order-1"
      And a queue ORDERS is defined, and the delivery delay of "order-1" is over
      Then "order-1" is delivered to ORDERS, or to ORDERS.EU
      And nothing is on ORDERS, ORDERS.EU, nor on the dead-letter queue

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @DD-75
  Rule: A target queue that cannot be resolved is refused at the send

    The first resolution is a real one, although nothing is put to the target queue yet.

    Scenario Outline: A <api> learns at once that there is no such queue
      When a <api> for NOWHERE with a delivery delay of 3 s is created
      And "order-1" is sent
      Then createProducer or the send is refused
      And the reason is recorded as the answer to "With which reason does a delayed send to an unknown queue fail?", and nothing is on the staging queue

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A message for a queue that was deleted after its producer was created is refused
      Given a queue ORDERS, and a MessageProducer for ORDERS with a delivery delay of 3 s
      When ORDERS is deleted
      And "order-1" is sent
      Then the send is refused, and nothing is on the staging queue

    Scenario: A second message for a queue that was deleted after the first one had come is refused
      Given a queue ORDERS, and a MessageProducer without a destination with a delivery delay of 3 s
      When "order-1" is sent to ORDERS
      Then after its delivery delay "order-1" is delivered to ORDERS
      When ORDERS is deleted
      And "order-2" is sent to ORDERS
      Then the send is refused, and nothing is on the staging queue

    Scenario: A queue that appears during the delay comes too late
      When a MessageProducer for ORDERS with a delivery delay of 3 s is created
      And "order-1" is sent
      Then createProducer or the send is refused
      When a queue ORDERS is defined
      Then after 4 s nothing is on ORDERS

    Scenario Outline: A <api> sends to a queue that appeared after it was created
      When a <api> for ORDERS with a delivery delay of 3 s is created
      Then createProducer is accepted, or refused
      When a queue ORDERS is defined
      And "order-1" is sent
      Then the send is accepted
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A transacted <api> learns at the commit at the latest that there is no such queue
      When a transacted <api> for NOWHERE with a delivery delay of 3 s is created
      And "order-1" is sent, and the unit of work is committed
      Then createProducer, the send or the commit is refused, and nothing is on the staging queue

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A <api> learns at once that there is no queue behind an alias
      Given an alias queue ORDERS of NOWHERE
      When a <api> for ORDERS with a delivery delay of 3 s is created
      And "order-1" is sent
      Then createProducer or the send is refused, and nothing is on the staging queue

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @DD-77
  Rule: Persistence as the queue defines is taken at the send

    The definition may change during the delay; the message does not.

    Scenario Outline: A message sent when DEFPSIST was <then> is <mode>
      Given a queue ORDERS with DEFPSIST(<then>)
      And a <api> for ORDERS with a destination whose persistence is as the queue defines and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to DEFPSIST(<now>)
      Then after its delivery delay "order-1" is delivered to ORDERS
      And its <field> is <mode>, and nothing else is on ORDERS

      Examples: as the receiver sees it
        | api             | then | now | field           | mode           |
        | MessageProducer | YES  | NO  | JMSDeliveryMode | PERSISTENT     |
        | MessageProducer | NO   | YES | JMSDeliveryMode | NON_PERSISTENT |
        | JMSProducer     | YES  | NO  | JMSDeliveryMode | PERSISTENT     |
        | JMSProducer     | NO   | YES | JMSDeliveryMode | NON_PERSISTENT |

      Examples: as the message descriptor says it
        | api             | then | now | field            | mode                 |
        | MessageProducer | YES  | NO  | MQMD.Persistence | MQPER_PERSISTENT     |
        | MessageProducer | NO   | YES | MQMD.Persistence | MQPER_NOT_PERSISTENT |

    Scenario Outline: A message that its target has refused has the persistence that DEFPSIST(<then>) gave it at its send
      Given a clock that the tester sets, and a queue ORDERS with DEFPSIST(<then>), and no dead-letter queue
      And a MessageProducer for ORDERS with a destination whose persistence is as the queue defines and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      And ORDERS is altered to DEFPSIST(<now>) and PUT(ENABLED), and 2 h pass
      And ORDERS is altered to PUT(DISABLED)
      Then "order-1" is delivered to ORDERS, or never
      And its MQMD.Persistence is <mode>, and nothing else is on ORDERS

      Examples: either of them
        | then | now | mode                 |
        | YES  | NO  | MQPER_PERSISTENT     |
        | NO   | YES | MQPER_NOT_PERSISTENT |

    Scenario Outline: A message of a unit of work has the persistence that DEFPSIST(<then>) gave it at its send
      Given a queue ORDERS with DEFPSIST(<then>)
      And a transacted <api> for ORDERS with a destination whose persistence is as the queue defines and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to DEFPSIST(<now>)
      And the unit of work is committed, and 4 s pass
      Then "order-1" is delivered to ORDERS with MQMD.Persistence <mode>, and nothing else is on ORDERS

      Examples: either of them
        | api             | then | now | mode                 |
        | MessageProducer | YES  | NO  | MQPER_PERSISTENT     |
        | JMSProducer     | NO   | YES | MQPER_NOT_PERSISTENT |

    Scenario: A message for a queue that is named with its queue manager is not persistent when DEFPSIST was NO at its send
      Given a queue ORDERS with DEFPSIST(NO), and a MessageProducer without a destination with a delivery delay of 3 s
      When "order-1" is sent to ORDERS on QM1 as a destination whose persistence is as the queue defines
      And ORDERS is altered to DEFPSIST(YES)
      Then after its delivery delay "order-1" is delivered to ORDERS
      And its MQMD.Persistence is MQPER_NOT_PERSISTENT, and nothing else is on ORDERS

    Scenario Outline: A message of a <api> for an alias is not persistent when DEFPSIST was NO at its send
      Given a queue STOCK with DEFPSIST(NO), and an alias queue ORDERS of STOCK
      And a <api> for ORDERS with a destination whose persistence is as the queue defines and a delivery delay of 3 s
      When "order-1" is sent, and STOCK is altered to DEFPSIST(YES)
      Then after its delivery delay "order-1" is delivered to STOCK
      And its MQMD.Persistence is MQPER_NOT_PERSISTENT, and nothing else is on STOCK

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A message has the persistence that DEFPSIST(<then>) gave it, though ORDERS is an alias when it is due
      Given a queue ORDERS with DEFPSIST(<then>), and a queue ORDERS.NEW with DEFPSIST(<now>)
      And a MessageProducer for ORDERS with a destination whose persistence is as the queue defines and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is deleted
      And ORDERS is defined anew as an alias of ORDERS.NEW
      Then after its delivery delay "order-1" is delivered to ORDERS.NEW
      And its MQMD.Persistence is <mode>, and nothing else is on ORDERS.NEW

      Examples: either of them
        | then | now | mode                 |
        | YES  | NO  | MQPER_PERSISTENT     |
        | NO   | YES | MQPER_NOT_PERSISTENT |

    Scenario Outline: A message with <more> has the persistence that DEFPSIST(<then>) gave it at its send
      Given a queue ORDERS with DEFPSIST(<then>), and a queue REPLIES
      And a MessageProducer for ORDERS with a destination whose persistence is as the queue defines<set> and a delivery delay of 3 s
      When "order-1" is sent
        | reply to | REPLIES |
        | <field>  | <value> |
      And ORDERS is altered to DEFPSIST(<now>)
      Then after its delivery delay "order-1" is delivered to ORDERS
      And its MQMD.Persistence is <mode>, and nothing else is on ORDERS

      Examples: what may take another way
        | more            | set                      | field          | value          | then | now | mode                 |
        | a life          | , a time to live of 60 s | length         | 20 characters  | YES  | NO  | MQPER_PERSISTENT     |
        | a life          | , a time to live of 60 s | length         | 20 characters  | NO   | YES | MQPER_NOT_PERSISTENT |
        | a report option |                          | report options | MQRO_EXCEPTION | YES  | NO  | MQPER_PERSISTENT     |
        | a report option |                          | report options | MQRO_EXCEPTION | NO   | YES | MQPER_NOT_PERSISTENT |

    Scenario Outline: Each delayed message of a <api> has the persistence that the queue defines when it is sent
      Given a queue ORDERS with DEFPSIST(NO)
      And a <api> without a destination with a delivery delay of 3 s
      When "order-1" is sent to ORDERS as a destination whose persistence is as the queue defines
      And ORDERS is altered to DEFPSIST(YES), and the priority is set to 2
      And "order-2" is sent to ORDERS as a destination whose persistence is as the queue defines
      Then after the delivery delay of "order-2" "order-1" is delivered to ORDERS with MQMD.Persistence MQPER_NOT_PERSISTENT
      And "order-2" is delivered to ORDERS with MQMD.Persistence MQPER_PERSISTENT, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @DD-78
  Rule: Priority as the queue defines is taken at the send

    Neither the changed definition nor that of the staging queue counts.

    Scenario Outline: A message sent when DEFPRTY was <then> has priority <then>
      Given a queue ORDERS with DEFPRTY(<then>)
      And a <api> for ORDERS with a destination whose priority is as the queue defines and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to DEFPRTY(<now>)
      Then after its delivery delay "order-1" is delivered to ORDERS
      And its <field> is <then>, and nothing else is on ORDERS

      Examples: as the receiver sees it
        | api             | then | now | field       |
        | MessageProducer | 3    | 8   | JMSPriority |
        | MessageProducer | 8    | 3   | JMSPriority |
        | JMSProducer     | 3    | 8   | JMSPriority |
        | JMSProducer     | 8    | 3   | JMSPriority |

      Examples: as the message descriptor says it
        | api             | then | now | field         |
        | MessageProducer | 3    | 8   | MQMD.Priority |
        | MessageProducer | 8    | 3   | MQMD.Priority |
        | MessageProducer | 0    | 8   | MQMD.Priority |

    Scenario Outline: The next message of a <api> has the priority that the queue defines by then
      Given a queue ORDERS with DEFPRTY(3)
      And a <api> without a destination with a delivery delay of 3 s
      When "order-1" is sent to ORDERS as a destination whose priority is as the queue defines
      Then after its delivery delay "order-1" is delivered to ORDERS
      When ORDERS is altered to DEFPRTY(8)
      And "order-2" is sent to ORDERS as a destination whose priority is as the queue defines
      And the delivery delay of "order-2" is over
      Then "order-2" is delivered to ORDERS with JMSPriority 8, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A message of a unit of work has the priority <then> that the queue defined at its send
      Given a queue ORDERS with DEFPRTY(<then>)
      And a transacted <api> for ORDERS with a destination whose priority is as the queue defines and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to DEFPRTY(<now>)
      And the unit of work is committed, and 4 s pass
      Then "order-1" is delivered to ORDERS with MQMD.Priority <then>, and nothing else is on ORDERS

      Examples: either way
        | api             | then | now |
        | MessageProducer | 3    | 8   |
        | JMSProducer     | 8    | 3   |

    Scenario Outline: After a restart a message has the priority <then> that the queue defined at its send
      Given a queue ORDERS with DEFPRTY(<then>)
      And a <api> for ORDERS with delivery mode PERSISTENT, a destination whose priority is as the queue defines and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to DEFPRTY(<now>)
      And "order-1" comes due after the queue manager is restarted
      Then "order-1" is delivered to ORDERS with MQMD.Priority <then>, and nothing else is on ORDERS

      Examples: either way
        | api             | then | now |
        | MessageProducer | 3    | 8   |
        | JMSProducer     | 8    | 3   |

    Scenario: A message that follows the name of its queue keeps the priority that the queue defined at its send
      Given a queue ORDERS with DEFPRTY(3), and a queue STOCK with DEFPRTY(8)
      And a MessageProducer for ORDERS with a destination whose priority is as the queue defines and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is deleted during the delay of "order-1"
      And an alias queue ORDERS of STOCK is defined, and the delivery delay of "order-1" is over
      Then "order-1" is delivered to STOCK with MQMD.Priority 3, and nothing else is on STOCK

    Scenario: An alteration of something else leaves the default priority as it was
      Given a queue ORDERS with DEFPRTY(3)
      And ORDERS is altered to MAXDEPTH(10)
      And a MessageProducer for ORDERS with a destination whose priority is as the queue defines and a delivery delay of 3 s
      When "order-1" is sent and comes due
      Then "order-1" is delivered to ORDERS with MQMD.Priority 3, and nothing else is on ORDERS

    Scenario Outline: Each delayed message of a <api> has the priority that the queue defines when it is sent
      Given a queue ORDERS with DEFPRTY(7)
      And a <api> without a destination with a delivery delay of 3 s
      When "order-1" is sent to ORDERS as a destination whose priority is as the queue defines
      And ORDERS is altered to DEFPRTY(2)
      And "order-2" is sent to ORDERS as a destination whose priority is as the queue defines
      Then after the delivery delay of "order-2" "order-1" is delivered to ORDERS with MQMD.Priority 7
      And "order-2" is delivered to ORDERS with MQMD.Priority 2, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A message that comes due some time after a restart has the priority of its send
      Given a queue ORDERS with DEFPRTY(2)
      And a MessageProducer for ORDERS with a destination whose priority is as the queue defines, delivery mode PERSISTENT and a delivery delay of 9 s
      When "order-1" is sent, and 1 s passes
      And the queue manager is down for 1 s, and ORDERS is altered to DEFPRTY(7)
      Then after its delivery delay "order-1" is delivered to ORDERS with MQMD.Priority 2, and nothing else is on ORDERS
