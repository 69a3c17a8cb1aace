Feature: Delivery mode and priority in the header

  A destination object may take the choice of the delivery mode away from the application: it may be persistent,
  or non-persistent, or leave it to the definition of the queue. Persistence in the descriptor then is the
  destination's. Beside the descriptor, the header behind it repeats the delivery mode (here called jms.Dlv) and
  a priority that is not the default (here called jms.Pri), in the numbers of JMS.

  What the documents leave open, and what is accepted here:

  * Whether the delivery mode is written where the queue's definition decides it: the text says only when it
    must be. If it is, it must not contradict the persistence that the message has.
  * Whether the default priority, 4, is written.
  * A destination that overrides the priority. Other documents speak of it.
  * The names of both elements. They are looked at where an adapter shows them.

  @HM-09
  Rule: A destination that decides the delivery mode overrides the send and the producer

    In both directions, and whichever way the application has said it.

    Scenario Outline: A <persistence> destination turns <mode> of a <api> into <written>
      Given a <api> for a queue ORDERS with a destination whose persistence is <persistence> and delivery mode <mode>
      When "order-1" is sent
      Then the sender of "order-1" sees MQMD.Persistence <written>
      And "order-1" is delivered to ORDERS with MQMD.Persistence <written>, and nothing else is on ORDERS

      Examples: against the producer
        | api             | persistence    | mode           | written              |
        | MessageProducer | persistent     | NON_PERSISTENT | MQPER_PERSISTENT     |
        | MessageProducer | non-persistent | PERSISTENT     | MQPER_NOT_PERSISTENT |
        | JMSProducer     | persistent     | NON_PERSISTENT | MQPER_PERSISTENT     |
        | JMSProducer     | non-persistent | PERSISTENT     | MQPER_NOT_PERSISTENT |

      Examples: in accord with the producer
        | api             | persistence    | mode           | written              |
        | MessageProducer | persistent     | PERSISTENT     | MQPER_PERSISTENT     |
        | JMSProducer     | non-persistent | NON_PERSISTENT | MQPER_NOT_PERSISTENT |

    Scenario Outline: A <persistence> destination overrides <mode> in the long form of send
      Given a MessageProducer for a queue ORDERS with a destination whose persistence is <persistence>
      When "order-1" is sent by the long form of send with delivery mode <mode>, priority 4 and a time to live of 60 s
      Then "order-1" is delivered to ORDERS with MQMD.Persistence <written>, and nothing else is on ORDERS

      Examples: both directions
        | persistence    | mode           | written              |
        | persistent     | NON_PERSISTENT | MQPER_PERSISTENT     |
        | non-persistent | PERSISTENT     | MQPER_NOT_PERSISTENT |

    Scenario Outline: The receiver sees the mode that a <persistence> destination decided
      Given a MessageProducer for a queue ORDERS with a destination whose persistence is <persistence> and delivery mode <mode>
      When "order-1" is sent
      Then "order-1" is delivered to ORDERS with JMSDeliveryMode <seen>, and nothing else is on ORDERS

      Examples: both directions
        | persistence    | mode           | seen           |
        | persistent     | NON_PERSISTENT | PERSISTENT     |
        | non-persistent | PERSISTENT     | NON_PERSISTENT |

    Scenario Outline: A <persistence> destination overrides <mode> of a transacted <api>
      Given a transacted <api> for a queue ORDERS with a destination whose persistence is <persistence> and delivery mode <mode>
      When "order-1" is sent, and the unit of work is committed
      Then "order-1" is delivered to ORDERS with MQMD.Persistence <written>, and nothing else is on ORDERS

      Examples: both directions
        | api             | persistence    | mode           | written              |
        | MessageProducer | persistent     | NON_PERSISTENT | MQPER_PERSISTENT     |
        | JMSProducer     | non-persistent | PERSISTENT     | MQPER_NOT_PERSISTENT |

    Scenario Outline: A <persistence> destination overrides <mode> of a <api> with a delay as well
      Given a <api> for a queue ORDERS with a destination whose persistence is <persistence> and delivery mode <mode> and a delivery delay of 2 s
      When "order-1" is sent and comes due
      Then "order-1" is delivered to ORDERS with MQMD.Persistence <written>, and nothing else is on ORDERS

      Examples: both directions
        | api             | persistence    | mode           | written              |
        | MessageProducer | non-persistent | PERSISTENT     | MQPER_NOT_PERSISTENT |
        | JMSProducer     | persistent     | NON_PERSISTENT | MQPER_PERSISTENT     |

    Scenario Outline: A <persistence> destination that the send names overrides <mode> of its producer
      Given a queue ORDERS
      And a MessageProducer without a destination with delivery mode <mode>
      When "order-1" is sent to ORDERS as a destination whose persistence is <persistence>
      Then "order-1" is delivered to ORDERS with MQMD.Persistence <written>, and nothing else is on ORDERS

      Examples: both directions
        | persistence    | mode           | written              |
        | persistent     | NON_PERSISTENT | MQPER_PERSISTENT     |
        | non-persistent | PERSISTENT     | MQPER_NOT_PERSISTENT |

    Scenario Outline: A <persistence> destination that the long form of send names overrides its <mode>
      Given a queue ORDERS, and a MessageProducer without a destination with delivery mode <mode>
      When "order-1" is sent to ORDERS as a destination whose persistence is <persistence> by the long form of send with delivery mode <mode>, priority 4 and a time to live of 60 s
      Then "order-1" is delivered to ORDERS with MQMD.Persistence <written>, and nothing else is on ORDERS

      Examples: both directions
        | persistence    | mode           | written              |
        | persistent     | NON_PERSISTENT | MQPER_PERSISTENT     |
        | non-persistent | PERSISTENT     | MQPER_NOT_PERSISTENT |

    Scenario Outline: A <persistence> destination counts for what is sent to it, and the next message of its <api> is <mode> again
      Given a queue ORDERS
      And a <api> without a destination with delivery mode <mode>
      When "order-1" is sent to ORDERS as a destination whose persistence is <persistence>
      And "order-2" is sent to ORDERS
      Then the sender of "order-1" sees MQMD.Persistence <written>
      And the sender of "order-2" sees MQMD.Persistence <of the producer>
      And "order-1" and "order-2" are delivered to ORDERS in any order, and nothing else is there

      Examples: both directions, one in each API
        | api             | persistence    | mode           | written              | of the producer      |
        | MessageProducer | persistent     | NON_PERSISTENT | MQPER_PERSISTENT     | MQPER_NOT_PERSISTENT |
        | JMSProducer     | non-persistent | PERSISTENT     | MQPER_NOT_PERSISTENT | MQPER_PERSISTENT     |

  @HM-12
  Rule: Unless the queue's definition decides it, the delivery mode is written into the header

    In the number of JMS, and the mode that counts, not the one that a destination has overridden.

    Scenario Outline: A <api> that sends <mode> writes <mode>
      Given a <api> for a queue ORDERS with delivery mode <mode>
      When "order-1" is sent
      Then the sender of "order-1" sees jms.Dlv <mode>
      And "order-1" is delivered to ORDERS with jms.Dlv <mode>, and nothing else is on ORDERS

      Examples: both APIs and both modes
        | api             | mode           |
        | MessageProducer | PERSISTENT     |
        | MessageProducer | NON_PERSISTENT |
        | JMSProducer     | PERSISTENT     |
        | JMSProducer     | NON_PERSISTENT |

    @HM-09
    Scenario Outline: A <persistence> destination has its own mode written
      Given a MessageProducer for a queue ORDERS with a destination whose persistence is <persistence> and delivery mode <mode>
      When "order-1" is sent
      Then the sender of "order-1" sees jms.Dlv <written>
      And "order-1" is delivered to ORDERS with jms.Dlv <written>, and nothing else is on ORDERS

      Examples: both directions
        | persistence    | mode           | written        |
        | persistent     | NON_PERSISTENT | PERSISTENT     |
        | non-persistent | PERSISTENT     | NON_PERSISTENT |

    Scenario Outline: A transacted <api> that sends <mode> writes <mode>
      Given a transacted <api> for a queue ORDERS with delivery mode <mode>
      When "order-1" is sent, and the unit of work is committed
      Then "order-1" is delivered to ORDERS with jms.Dlv <mode>, and nothing else is on ORDERS

      Examples: both APIs
        | api             | mode           |
        | MessageProducer | PERSISTENT     |
        | JMSProducer     | NON_PERSISTENT |

    Scenario Outline: A <api> writes <mode> behind a unit of work that was rolled back too
      Given a transacted <api> for a queue ORDERS with delivery mode <mode>
      And "order-0" is sent, and the unit of work is rolled back
      When "order-1" is sent, and the unit of work is committed
      Then "order-1" is delivered to ORDERS with jms.Dlv <mode>, and nothing else is on ORDERS

      Examples: both APIs
        | api             | mode           |
        | MessageProducer | PERSISTENT     |
        | JMSProducer     | NON_PERSISTENT |

  @HM-13
  Rule: Where the queue's definition decides it, the delivery mode may be left out

    The client does not know it yet. Whatever is written must not belie the message.

    Scenario Outline: What <mode> becomes on a queue with DEFPSIST(<default>) is written as <resolved> or not at all
      Given a queue ORDERS with DEFPSIST(<default>)
      And a MessageProducer for ORDERS with a destination whose persistence is as the queue defines and delivery mode <mode>
      When "order-1" is sent
      Then the sender of "order-1" sees jms.Dlv absent or <resolved>
      And "order-1" is delivered to ORDERS
      And its jms.Dlv is absent or <resolved>
      And the answer to "Which delivery mode is written where the queue decides?" is recorded, and nothing else is on ORDERS

      Examples: against the producer, and in accord with it
        | default | mode           | resolved       |
        | YES     | NON_PERSISTENT | PERSISTENT     |
        | NO      | PERSISTENT     | NON_PERSISTENT |
        | YES     | PERSISTENT     | PERSISTENT     |
        | NO      | NON_PERSISTENT | NON_PERSISTENT |

  @HM-25
  Rule: A priority that is not the default is written into the header

    0 as well, which is a priority like any other.

    Scenario Outline: A <api> with priority <priority> writes <priority>
      Given a <api> for a queue ORDERS with priority <priority>
      When "order-1" is sent
      Then the sender of "order-1" sees jms.Pri <priority>
      And "order-1" is delivered to ORDERS with jms.Pri <priority>, and nothing else is on ORDERS

      Examples: the ends of the scale
        | api             | priority |
        | MessageProducer | 0        |
        | MessageProducer | 9        |
        | JMSProducer     | 0        |
        | JMSProducer     | 9        |

      Examples: on either side of the default, and between
        | api             | priority |
        | MessageProducer | 3        |
        | MessageProducer | 5        |
        | JMSProducer     | 7        |

      Examples: the others
        | api             | priority |
        | MessageProducer | 1        |
        | JMSProducer     | 2        |
        | MessageProducer | 6        |
        | JMSProducer     | 8        |

    Scenario: The priority of the long form of send is the one that is written
      Given a MessageProducer for a queue ORDERS with priority 2
      When "order-1" is sent by the long form of send with delivery mode PERSISTENT, priority 7 and a time to live of 60 s
      Then the sender of "order-1" sees jms.Pri 7
      And "order-1" is delivered to ORDERS, and nothing else is there

  @HM-26
  Rule: The default priority may be left out

    Where it is written it is 4.

    Scenario Outline: A <api> that was told nothing writes no priority, or 4
      Given a <api> for a queue ORDERS
      When "order-1" is sent
      Then the sender of "order-1" sees jms.Pri absent or 4
      And "order-1" is delivered to ORDERS, and its jms.Pri is absent or 4
      And the answer to "Is the default priority written?" is recorded, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |
