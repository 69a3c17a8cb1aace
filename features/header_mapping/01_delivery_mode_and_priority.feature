Feature: Delivery mode and priority

  What a JMS application says about a message in the terms of JMS, the client writes in those of MQ: into
  the message descriptor (MQMD), which every message has, and into a header behind it (the MQRFH2) that
  holds what the descriptor has no room for. This part tells field by field what is written where.

  A JMS application chooses delivery mode and priority by the setters of its producer, or by the long form
  of send, which overrides the setters. What it writes into the message itself does not count: those
  header fields belong to the send, which overwrites them. The values become MQMD.Persistence and
  MQMD.Priority. The delivery modes of JMS and the persistences of MQ are the same two things under
  different numbers (PERSISTENT is 2, MQPER_PERSISTENT is 1; NON_PERSISTENT is 1, MQPER_NOT_PERSISTENT is
  0), so that a copied number turns one into the other or into something else.

  Sender and receiver see the JMS values in every JMS client. Where the descriptor can be seen as well,
  scenarios of their own look at it.

  What the documents leave open, and what is accepted here:

  * Which wins where the setters and the long form of send differ. The text names both and no order. JMS
    has the long form win, and so it is expected here.
  * Destination objects that override delivery mode or priority, and what of both is written into the header
    behind the descriptor. Chapter 02 is about that.

  @HM-08
  Rule: The delivery mode comes from the send or the producer, not from the message

    A message that was received and is sent on still carries the values of its first journey.

    Scenario Outline: A <api> that sends <mode> ignores <preset> on the message
      Given a <api> for a queue ORDERS with delivery mode <mode>
      When "order-1" is sent
        | JMSDeliveryMode | <preset> |
      Then the sender of "order-1" sees JMSDeliveryMode <mode>
      And "order-1" is delivered to ORDERS with JMSDeliveryMode <mode>, and nothing else is on ORDERS

      Examples: both APIs and both modes
        | api             | mode           | preset         |
        | MessageProducer | PERSISTENT     | NON_PERSISTENT |
        | MessageProducer | NON_PERSISTENT | PERSISTENT     |
        | JMSProducer     | PERSISTENT     | NON_PERSISTENT |
        | JMSProducer     | NON_PERSISTENT | PERSISTENT     |

    Scenario Outline: A <api> that sends <mode> writes <persistence>, whatever <preset> on the message says
      Given a <api> for a queue ORDERS with delivery mode <mode>
      When "order-1" is sent
        | JMSDeliveryMode | <preset> |
      Then "order-1" is delivered to ORDERS with MQMD.Persistence <persistence>, and nothing else is on ORDERS

      Examples: both APIs and both modes
        | api             | mode           | preset         | persistence          |
        | MessageProducer | PERSISTENT     | NON_PERSISTENT | MQPER_PERSISTENT     |
        | MessageProducer | NON_PERSISTENT | PERSISTENT     | MQPER_NOT_PERSISTENT |
        | JMSProducer     | PERSISTENT     | NON_PERSISTENT | MQPER_PERSISTENT     |
        | JMSProducer     | NON_PERSISTENT | PERSISTENT     | MQPER_NOT_PERSISTENT |

    Scenario: A producer that was told nothing sends PERSISTENT, whatever the message says
      Given a MessageProducer for a queue ORDERS
      When "order-1" is sent
        | JMSDeliveryMode | NON_PERSISTENT |
      Then the sender of "order-1" sees JMSDeliveryMode PERSISTENT
      And "order-1" is delivered to ORDERS with JMSDeliveryMode PERSISTENT, and nothing else is on ORDERS

    Scenario: What the long form of send says is for that message alone
      Given a MessageProducer for a queue ORDERS
      When "order-1" is sent by the long form of send with delivery mode NON_PERSISTENT, priority 7 and a time to live of 60 s
      Then "order-1" is delivered to ORDERS
      When "order-2" is sent
      Then the sender of "order-2" sees JMSDeliveryMode PERSISTENT
      And the sender of "order-2" sees JMSPriority 4
      And the sender of "order-2" sees JMSExpiration 0
      And "order-2" is delivered to ORDERS with JMSDeliveryMode PERSISTENT, and nothing else is on ORDERS

    Scenario Outline: The long form of send with <mode> overrides a producer with <set>
      Given a MessageProducer for a queue ORDERS with delivery mode <set>
      When "order-1" is sent by the long form of send with delivery mode <mode>, priority 4 and a time to live of 60 s
      Then the sender of "order-1" sees JMSDeliveryMode <mode>
      And "order-1" is delivered to ORDERS with JMSDeliveryMode <mode>, and nothing else is on ORDERS

      Examples: both modes
        | mode           | set            |
        | NON_PERSISTENT | PERSISTENT     |
        | PERSISTENT     | NON_PERSISTENT |

    Scenario Outline: A delivery mode preset on the message is not used with a delay of a <api> either
      Given a <api> for a queue ORDERS with delivery mode PERSISTENT and a delivery delay of 2 s
      When "order-1" is sent
        | JMSDeliveryMode | NON_PERSISTENT |
      Then the sender of "order-1" sees JMSDeliveryMode PERSISTENT
      When the delivery delay of "order-1" is over
      Then "order-1" is delivered to ORDERS with JMSDeliveryMode PERSISTENT, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A <api> that was told <first> and then <second> sends <second>
      Given a <api> for a queue ORDERS with delivery mode <first>
      When "order-1" is sent
      Then "order-1" is delivered to ORDERS
      When "order-2" is sent with delivery mode <second>
      Then the sender of "order-2" sees JMSDeliveryMode <second>
      And "order-2" is delivered to ORDERS with JMSDeliveryMode <second>, and nothing else is on ORDERS

      Examples: in both directions
        | api             | first          | second         |
        | MessageProducer | NON_PERSISTENT | PERSISTENT     |
        | JMSProducer     | NON_PERSISTENT | PERSISTENT     |
        | MessageProducer | PERSISTENT     | NON_PERSISTENT |

    Scenario: The delivery mode of one producer is not that of another in its session
      Given the queues ORDERS and BILLS
      And a MessageProducer for ORDERS with delivery mode PERSISTENT
      And another MessageProducer for BILLS with delivery mode NON_PERSISTENT in the same session
      When "order-1" is sent by the first producer and "bill-1" by the second
      Then "order-1" is delivered to ORDERS with MQMD.Persistence MQPER_PERSISTENT
      And "bill-1" is delivered to BILLS
      And its MQMD.Persistence is MQPER_NOT_PERSISTENT, and nothing is on ORDERS, nor on BILLS

  @HM-10
  Rule: PERSISTENT becomes MQPER_PERSISTENT

    2 becomes 1. A copied 2 would leave the choice to the queue.

    Scenario Outline: What a <api> sends as PERSISTENT is persistent on a queue that prefers the opposite
      Given a queue ORDERS with DEFPSIST(NO)
      And a <api> for ORDERS with delivery mode PERSISTENT
      When "order-1" is sent
      Then "order-1" is delivered to ORDERS with MQMD.Persistence MQPER_PERSISTENT, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: The receiver of what a <api> sends as PERSISTENT sees PERSISTENT
      Given a <api> for a queue ORDERS with delivery mode PERSISTENT
      When "order-1" is sent
      Then the sender of "order-1" sees JMSDeliveryMode PERSISTENT
      And "order-1" is delivered to ORDERS with JMSDeliveryMode PERSISTENT, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: PERSISTENT in the long form of send becomes MQPER_PERSISTENT
      Given a MessageProducer for a queue ORDERS with delivery mode NON_PERSISTENT
      When "order-1" is sent by the long form of send with delivery mode PERSISTENT, priority 4 and a time to live of 60 s
      Then "order-1" is delivered to ORDERS with MQMD.Persistence MQPER_PERSISTENT, and nothing else is on ORDERS

    Scenario: PERSISTENT in the long form of send is MQPER_PERSISTENT after a delay and a commit, too
      Given a transacted MessageProducer for a queue ORDERS with delivery mode NON_PERSISTENT and a delivery delay of 2 s
      When "order-1" is sent by the long form of send with delivery mode PERSISTENT, priority 4 and a time to live of 60 s
      And the unit of work is committed, and 3 s pass
      Then "order-1" is delivered to ORDERS with MQMD.Persistence MQPER_PERSISTENT, and nothing else is on ORDERS

    Scenario Outline: PERSISTENT of a <api> is MQPER_PERSISTENT after a delay, too
      Given a <api> for a queue ORDERS with delivery mode PERSISTENT and a delivery delay of 2 s
      When "order-1" is sent and comes due
      Then "order-1" is delivered to ORDERS with MQMD.Persistence MQPER_PERSISTENT, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: What a <api> sends as PERSISTENT is persistent at another queue manager, too
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And a <api> for ORDERS with delivery mode PERSISTENT
      When "order-1" is sent
      And the channel of TO.QM2 runs for 1 s
      Then "order-1" is delivered to STOCK on QM2 with MQMD.Persistence MQPER_PERSISTENT, and nothing else is on STOCK on QM2

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @HM-11
  Rule: NON_PERSISTENT becomes MQPER_NOT_PERSISTENT

    1 becomes 0. A copied 1 would make every message persistent.

    Scenario Outline: What a <api> sends as NON_PERSISTENT is not persistent on a queue that prefers the opposite
      Given a queue ORDERS with DEFPSIST(YES)
      And a <api> for ORDERS with delivery mode NON_PERSISTENT
      When "order-1" is sent
      Then "order-1" is delivered to ORDERS with MQMD.Persistence MQPER_NOT_PERSISTENT, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: The receiver of what a <api> sends as NON_PERSISTENT sees NON_PERSISTENT
      Given a <api> for a queue ORDERS with delivery mode NON_PERSISTENT
      When "order-1" is sent
      Then the sender of "order-1" sees JMSDeliveryMode NON_PERSISTENT
      And "order-1" is delivered to ORDERS with JMSDeliveryMode NON_PERSISTENT, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: NON_PERSISTENT in the long form of send becomes MQPER_NOT_PERSISTENT
      Given a MessageProducer for a queue ORDERS with delivery mode PERSISTENT
      When "order-1" is sent by the long form of send with delivery mode NON_PERSISTENT, priority 4 and a time to live of 60 s
      Then "order-1" is delivered to ORDERS with MQMD.Persistence MQPER_NOT_PERSISTENT, and nothing else is on ORDERS

    Scenario Outline: What a <api> sends as NON_PERSISTENT is not persistent at another queue manager either
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And a <api> for ORDERS with delivery mode NON_PERSISTENT
      When "order-1" is sent
      And the channel of TO.QM2 runs for 1 s
      Then "order-1" is delivered to STOCK on QM2 with MQMD.Persistence MQPER_NOT_PERSISTENT, and nothing else is on STOCK on QM2

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @HM-24
  Rule: JMSPriority 0 to 9 becomes MQMD.Priority 0 to 9, number by number

    Both scales have ten steps, and both begin at 0.

    Scenario: A priority preset on the message is not used
      Given a MessageProducer for a queue ORDERS with priority 2
      When "order-1" is sent
        | JMSPriority | 8 |
      Then the sender of "order-1" sees JMSPriority 2
      And "order-1" is delivered to ORDERS with JMSPriority 2, and nothing else is on ORDERS

    Scenario: A priority preset on the message does not reach the descriptor
      Given a JMSProducer for a queue ORDERS with priority 2
      When "order-1" is sent
        | JMSPriority | 8 |
      Then "order-1" is delivered to ORDERS with MQMD.Priority 2, and nothing else is on ORDERS

    Scenario Outline: A <api> that was told no priority sends with 4, whatever <preset> on the message says
      Given a <api> for a queue ORDERS
      When "order-1" is sent
        | JMSPriority | <preset> |
      Then the sender of "order-1" sees JMSPriority 4
      And "order-1" is delivered to ORDERS with JMSPriority 4, and nothing else is on ORDERS

      Examples: both APIs
        | api             | preset |
        | MessageProducer | 8      |
        | JMSProducer     | 0      |

    Scenario Outline: The long form of send to a named queue with <mode>, priority <priority> and <life> overrides the producer
      Given a queue ORDERS
      And a MessageProducer without a destination with delivery mode <set>, priority 7 and a time to live of 60 s
      When "order-1" is sent to ORDERS by the long form of send with delivery mode <mode>, priority <priority> and a time to live of <life>
      Then the sender of "order-1" sees JMSDeliveryMode <mode>
      And the sender of "order-1" sees JMSPriority <priority>
      And the sender of "order-1" sees as JMSExpiration the time of the send plus <life>
      And "order-1" is delivered to ORDERS with JMSDeliveryMode <mode>
      And its JMSPriority is <priority>, and nothing else is on ORDERS

      Examples: the lowest priority, which is no lack of one, and another
        | mode           | set            | priority | life |
        | NON_PERSISTENT | PERSISTENT     | 0        | 20 s |
        | PERSISTENT     | NON_PERSISTENT | 9        | 90 s |

      Examples: the default values of JMS, which are no lack of values either
        | mode       | set            | priority | life |
        | PERSISTENT | NON_PERSISTENT | 4        | 90 s |

    Scenario Outline: Priority <priority> of a MessageProducer is MQMD.Priority <priority>
      Given a MessageProducer for a queue ORDERS with priority <priority>
      When "order-1" is sent
      Then "order-1" is delivered to ORDERS with MQMD.Priority <priority>
      And its JMSPriority is <priority>, and nothing else is on ORDERS

      Examples: the ends of the scale
        | priority |
        | 0        |
        | 9        |

      Examples: the default
        | priority |
        | 4        |

      Examples: the others
        | priority |
        | 1        |
        | 2        |
        | 3        |
        | 5        |
        | 6        |
        | 7        |
        | 8        |

    Scenario Outline: Priority <priority> of a JMSProducer is MQMD.Priority <priority>
      Given a JMSProducer for a queue ORDERS with priority <priority>
      When "order-1" is sent
      Then "order-1" is delivered to ORDERS with MQMD.Priority <priority>, and nothing else is on ORDERS

      Examples: the ends of the scale and the default
        | priority |
        | 0        |
        | 4        |
        | 9        |

    Scenario: A producer that was told nothing sends with priority 4
      Given a queue ORDERS with DEFPRTY(7)
      And a MessageProducer for ORDERS
      When "order-1" is sent
      Then "order-1" is delivered to ORDERS with MQMD.Priority 4, and nothing else is on ORDERS

    Scenario Outline: The receiver of what a <api> sends sees its priority <priority>
      Given a <api> for a queue ORDERS with priority <priority>
      When "order-1" is sent
      Then the sender of "order-1" sees JMSPriority <priority>
      And "order-1" is delivered to ORDERS with JMSPriority <priority>, and nothing else is on ORDERS

      Examples: the ends of the scale and the default
        | api             | priority |
        | MessageProducer | 0        |
        | MessageProducer | 4        |
        | MessageProducer | 9        |
        | JMSProducer     | 0        |
        | JMSProducer     | 4        |
        | JMSProducer     | 9        |

    Scenario Outline: Priority <priority> of the long form of send overrides the producer's
      Given a MessageProducer for a queue ORDERS with priority 2
      When "order-1" is sent by the long form of send with delivery mode PERSISTENT, priority <priority> and a time to live of 60 s
      Then the sender of "order-1" sees JMSPriority <priority>
      And "order-1" is delivered to ORDERS with JMSPriority <priority>, and nothing else is on ORDERS

      Examples: the default of JMS, and another
        | priority |
        | 4        |
        | 7        |

    Scenario Outline: Priority <priority> of a transacted <api> is MQMD.Priority <priority>
      Given a transacted <api> for a queue ORDERS with priority <priority>
      When "order-1" is sent, and the unit of work is committed
      Then "order-1" is delivered to ORDERS with MQMD.Priority <priority>
      And its JMSPriority is <priority>, and nothing else is on ORDERS

      Examples: both APIs
        | api             | priority |
        | MessageProducer | 0        |
        | MessageProducer | 7        |
        | JMSProducer     | 7        |

    Scenario Outline: Priority 7 of a <api> is priority 7 at another queue manager, too
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And a <api> for ORDERS with priority 7
      When "order-1" is sent
      And the channel of TO.QM2 runs for 1 s
      Then "order-1" is delivered to STOCK on QM2 with MQMD.Priority 7, and nothing else is on STOCK on QM2

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: The priority of one producer is not that of another in its session
      Given the queues ORDERS and BILLS, and a MessageProducer for ORDERS with priority 2
      And another MessageProducer for BILLS in the same session, and the priority is set to 8
      When "order-1" is sent by the first producer and "bill-1" by the second
      Then "order-1" is delivered to ORDERS with MQMD.Priority 2, and "bill-1" is delivered to BILLS
      And its MQMD.Priority is 8, and nothing is on ORDERS, nor on BILLS

    Scenario: A message object that was sent with one priority is sent again with another
      Given the queues ORDERS and BILLS
      And a MessageProducer for ORDERS with priority 2
      And a MessageProducer for BILLS with priority 8
      When "order-1" is sent by the first producer
      And "bill-1" is sent
        | message object of | "order-1" |
      Then "order-1" is delivered to ORDERS with MQMD.Priority 2
      And "bill-1" is delivered to BILLS
      And its MQMD.Priority is 8, and nothing is on ORDERS, nor on BILLS
