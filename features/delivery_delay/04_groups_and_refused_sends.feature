Feature: Message groups, and what a refused send leaves

  A message with a delay must not belong to a message group, and one that cannot be sent must not be lost
  without a word. Whatever the reason for which a send is refused, the message is then nowhere: neither on
  its target queue, nor on the staging queue, nor on the dead-letter queue.

  What the documents leave open, and what is accepted here:

  * How a message becomes part of a group. A group id with a sequence number surely makes it one; a group
    id alone may or may not.
  * With which reason code an unusable queue is reported, and whether the text names the target queue, the
    staging queue or both. Any refusal is accepted, and its reason recorded.

  @DD-32
  Rule: A refused send leaves nothing behind

    An implementation that stages first and checks afterwards would leave a copy somewhere.

    Scenario Outline: A message refused for <why> never arrives
      Given a <api> for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent <how>
      And setTimeToLive or the send has been refused
      And 5 s pass
      Then nothing is on ORDERS

      Examples: both APIs
        | api             | why              | how                                 |
        | MessageProducer | too short a life | with a time to live of 2 s          |
        | JMSProducer     | too short a life | with a time to live of 2 s          |
        | MessageProducer | its group        | as message 1 of the group "batch-7" |
        | JMSProducer     | its group        | as message 1 of the group "batch-7" |

    Scenario Outline: A message refused for <why> is not on the staging queue
      Given a <api> for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent <how>
      And setTimeToLive or the send has been refused
      Then nothing is on the staging queue

      Examples: both APIs
        | api             | why              | how                                 |
        | MessageProducer | too short a life | with a time to live of 2 s          |
        | JMSProducer     | too short a life | with a time to live of 2 s          |
        | MessageProducer | its group        | as message 1 of the group "batch-7" |
        | JMSProducer     | its group        | as message 1 of the group "batch-7" |

    Scenario: A refused message is not dead-lettered, and no report is made of it
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When the time to live is set to 2 s
      And "order-1" is sent
        | report options | MQRO_EXCEPTION and MQRO_EXPIRATION |
        | reply to       | REPLIES                            |
      And setTimeToLive or the send has been refused
      Then after 5 s nothing is on ORDERS, nor on the dead-letter queue
      And nothing is on REPLIES

    Scenario: A message for a queue that is not there is not dead-lettered, and no report is made of it
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer without a destination with a delivery delay of 3 s
      When ORDERS is deleted
      And "order-1" is sent to ORDERS
        | report options | MQRO_EXCEPTION and MQRO_EXPIRATION |
        | reply to       | REPLIES                            |
      And the send has been refused
      Then after 5 s nothing is on the staging queue, nor on the dead-letter queue
      And nothing is on REPLIES

    Scenario: A message for a queue that was never there is not dead-lettered
      Given a dead-letter queue
      And a MessageProducer without a destination with a delivery delay of 3 s
      When "order-1" is sent to ORDERS
      And the send has been refused
      Then after 5 s nothing is on the dead-letter queue

    Scenario: A message of a sender without authority is not dead-lettered, and no report is made of it
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      When a MessageProducer of the user alice without a destination with a delivery delay of 3 s is created
      And "order-1" is sent to ORDERS
        | report options | MQRO_EXCEPTION and MQRO_EXPIRATION |
        | reply to       | REPLIES                            |
      And the send has been refused
      Then after 5 s nothing is on ORDERS, nor on the dead-letter queue
      And nothing is on REPLIES

    @X-54
    Scenario Outline: A refused send of a transacted <api> leaves nothing, and takes nothing with it
      Given a transacted <api> for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and "order-2" is sent as message 1 of the group "batch-7"
      And the send has been refused
      And the unit of work is committed, and 4 s pass
      Then "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @DD-36
  Rule: A message of a group is refused when it has a delay

    Delays would pull a group apart. A group id with a sequence number makes a message part of a group.

    Scenario Outline: A <api> with a delay refuses message <number> of a group
      Given a <api> for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent as message <number> of the group "batch-7"
      Then the send is refused with MQRC_OPTIONS_ERROR (2046)
      And after 4 s nothing is on ORDERS

      Examples: first and later
        | api             | number    |
        | MessageProducer | 1         |
        | JMSProducer     | 1         |
        | MessageProducer | 2         |
        | MessageProducer | 10        |
        | JMSProducer     | 999999999 |

    Scenario Outline: A <api> refuses a message of a group with a delay of <delay> as well
      Given a <api> for a queue ORDERS with a delivery delay of <delay>
      When "order-1" is sent as message 1 of the group "batch-7"
      Then the send is refused, and nothing is on the staging queue

      Examples: a millisecond, a little more than a day, and years
        | api             | delay     |
        | MessageProducer | 1 ms      |
        | JMSProducer     | 90000 s   |
        | MessageProducer | 1000 days |

    Scenario Outline: A <api> refuses a message of a group that asks for a reply as well
      Given the queues ORDERS and REPLIES, and a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
        | reply to         | REPLIES             |
        | first message of | the group "batch-7" |
      Then the send is refused with MQRC_OPTIONS_ERROR (2046), and nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A <api> with a delay of <delay> refuses a message of a group as well
      Given a <api> for a queue ORDERS with a delivery delay of <delay>
      When "order-1" is sent as message 1 of the group "batch-7"
      Then the send is refused with MQRC_OPTIONS_ERROR (2046), and nothing is on ORDERS

      Examples: short and long
        | api             | delay  |
        | MessageProducer | 1 ms   |
        | JMSProducer     | 1 min  |
        | MessageProducer | 60 min |

    Scenario Outline: A <api> with a delay refuses a message of a group in a unit of work, too
      Given a transacted <api> for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent as message 1 of the group "batch-7"
      Then the send is refused with MQRC_OPTIONS_ERROR (2046)
      And after 4 s nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A delayed message of a group is refused on its way to a remote queue as well
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent as message 1 of the group "batch-7"
      Then the send is refused, and nothing is on the staging queue
      And after 4 s nothing is on TO.QM2

    Scenario: A message object that was sent before is refused as one of a group
      Given a MessageProducer for a queue ORDERS
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent by the first producer
      And "order-2" is sent by the second producer
        | message object of | "order-1"           |
        | first message of  | the group "batch-7" |
      Then the send is refused with MQRC_OPTIONS_ERROR (2046)
      And "order-1" is delivered to ORDERS
      And after 4 s nothing is on ORDERS

    Scenario Outline: A <api> with a delay refuses a publication of a group
      Given a topic PRICES with PMSGDLV(ALLAVAIL) and NPMSGDLV(ALLAVAIL), and a non-durable subscriber alice
      And a <api> for the topic PRICES with a delivery delay of 3 s
      When "price-1" is sent as message 1 of the group "batch-7"
      Then the send is refused with MQRC_OPTIONS_ERROR (2046)
      And after 4 s nothing is delivered to the subscriber alice

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: Whether a <api> takes a group id alone for a group is recorded
      Given a <api> for a queue ORDERS with a delivery delay of 2 s
      When "order-1" is sent with the group "batch-7" but no sequence number
      Then the send is accepted, or refused with MQRC_OPTIONS_ERROR (2046)
      And the answer to "Is a group id without a sequence number accepted with a delay?" is recorded
      And after 4 s "order-1" is delivered to ORDERS, or never, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @DD-37
  Rule: A group without a delay, and a delay without a group, are accepted

    An implementation that refuses everything would pass the rule before.

    Scenario Outline: A <api> without a delay sends a message of a group
      Given a <api> for a queue ORDERS
      When "order-1" is sent as message 1 of the group "batch-7"
      Then the send is accepted
      And "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A <api> whose delay was taken back sends a message of a group
      Given a <api> for a queue ORDERS with a delivery delay of 3 s and then a delivery delay of 0 s
      When "order-1" is sent as message 1 of the group "batch-7"
      Then every call is accepted
      And "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A message of a group without a delay is accepted beside a delayed one of its session
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      And another MessageProducer for ORDERS in the same session
      When "order-1" is sent by the first producer
      And "order-2" is sent by the second producer
        | first message of | the group "batch-7" |
      Then the send is accepted
      And "order-2" is delivered to ORDERS
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

    Scenario Outline: A <api> with a delay sends a message without a group
      Given a <api> for a queue ORDERS with a delivery delay of 2 s
      When "order-1" is sent
      Then the send is accepted
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    @DD-28
    Scenario Outline: After a send that was refused for <what>, the next one is accepted
      Given a MessageProducer for a queue ORDERS with a delivery delay of 2 s
      When <refused>, and the send has been refused
      And "order-2" is sent
      Then the send is accepted
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

      Examples: what the next one does not have
        | what      | refused                                                                   |
        | its group | "order-1" is sent as message 1 of the group "batch-7"                     |
        | its life  | "order-1" is sent by the long form of send with a time to live of 1000 ms |

  @DD-38
  Rule: A delayed message that cannot be sent is never lost in silence

    The send throws, or the commit where a session is transacted. Which exception fits is not said.

    Scenario Outline: A <api> learns at once that <why>
      Given a queue ORDERS with <attributes>
      And a <api> for ORDERS with a delivery delay of 2 s
      When "order-1" of 5000 characters is sent
      Then the send is refused
      And the reason is recorded as the answer to "With which reason does a send fail when <why>?"
      When ORDERS is altered to PUT(ENABLED) and MAXMSGL(9999), and 4 s pass
      Then nothing is on ORDERS

      Examples: both APIs
        | api             | why                     | attributes    |
        | MessageProducer | the queue takes no puts | PUT(DISABLED) |
        | JMSProducer     | the queue takes no puts | PUT(DISABLED) |
        | MessageProducer | the message is too long | MAXMSGL(1000) |
        | JMSProducer     | the message is too long | MAXMSGL(1000) |

    Scenario: A transacted sender learns it at the send or at the commit
      Given a queue ORDERS with PUT(DISABLED)
      And a transacted MessageProducer for ORDERS with a delivery delay of 2 s
      When "order-1" is sent, and the unit of work is committed
      Then the send or the commit is refused
      And the answer to "Which call of a unit of work reports that the queue takes no puts?" is recorded
      When ORDERS is altered to PUT(ENABLED), and 4 s pass
      Then nothing is on ORDERS

    Scenario Outline: A transacted <api> learns at the send or at the commit that the staging queue takes nothing
      Given a queue ORDERS, and the staging queue is altered to <attributes>
      And a transacted <api> for ORDERS with a delivery delay of 2 s
      When "order-1" of 5000 characters is sent
      And the unit of work is committed
      Then the send or the commit is refused
      And after 4 s nothing is on ORDERS, nor on the staging queue

      Examples: what is in the way
        | api             | attributes    |
        | MessageProducer | MAXDEPTH(0)   |
        | JMSProducer     | MAXDEPTH(0)   |
        | MessageProducer | MAXMSGL(1000) |
        | JMSProducer     | MAXMSGL(1000) |

    Scenario Outline: A transacted <api> learns at the send or at the commit that <why>
      Given a queue ORDERS with <attributes>
      And a transacted <api> for ORDERS with a delivery delay of 2 s
      When "order-1" of 5000 characters is sent
      And the unit of work is committed
      Then the send or the commit is refused
      When ORDERS is altered to PUT(ENABLED) and MAXMSGL(9999)
      And ORDERS is altered to MAXDEPTH(10), and 4 s pass
      Then nothing is on ORDERS

      Examples: what is in the way at the send and at the commit
        | api             | why                     | attributes    |
        | MessageProducer | the queue is full       | MAXDEPTH(0)   |
        | JMSProducer     | the queue is full       | MAXDEPTH(0)   |
        | MessageProducer | the message is too long | MAXMSGL(1000) |
        | JMSProducer     | the message is too long | MAXMSGL(1000) |
        | JMSProducer     | the queue takes no puts | PUT(DISABLED) |

  @DD-39
  Rule: A full queue is reported to the sender

    The documents name it as the example of an error that fits.

    Scenario Outline: A <api> learns at once that its target queue is full
      Given a queue ORDERS with MAXDEPTH(1), and a <api> for ORDERS
      When "order-1" is sent, and "order-2" is sent with a delivery delay of 2 s
      Then the send is refused
      And the reason is recorded as the answer to "With which reason does a delayed send fail when the target queue is full?"
      And after 4 s "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A sender learns at once that the staging queue is full
      Given the queues ORDERS and REPLIES
      And the staging queue is altered to MAXDEPTH(1)
      And a MessageProducer for ORDERS with a delivery delay of 2 s
      And a MessageProducer for REPLIES with a delivery delay of 2 s
      When "order-1" is sent by the first producer and "reply-1" by the second
      And that was during the delay of "order-1"
      Then the send is refused
      And the reason is recorded as the answer to "With which reason does a delayed send fail when the staging queue is full?"
      And after 3 s "order-1" is delivered to ORDERS, and nothing else is there
      And nothing is on REPLIES

    Scenario Outline: A transacted <api> learns at the send or at the commit that the staging queue is full, for a <mode> message
      Given a queue ORDERS, and the staging queue is altered to MAXDEPTH(0)
      And a transacted <api> for ORDERS with delivery mode <mode> and a delivery delay of 2 s
      When "order-1" is sent, and the unit of work is committed
      Then the send or the commit is refused
      When the staging queue is altered to MAXDEPTH(10), and 4 s pass
      Then nothing is on ORDERS

      Examples: both APIs, both delivery modes
        | api             | mode           |
        | MessageProducer | PERSISTENT     |
        | MessageProducer | NON_PERSISTENT |
        | JMSProducer     | PERSISTENT     |
        | JMSProducer     | NON_PERSISTENT |

  @DD-40
  Rule: The error may speak of the target queue, of the staging queue, or of both

    So no name is looked for in its text.

    Scenario: With both queues full, one refusal is enough
      Given a queue ORDERS with MAXDEPTH(1)
      And the staging queue is altered to MAXDEPTH(0)
      And a MessageProducer for ORDERS
      When "order-1" is sent
      And "order-2" is sent with a delivery delay of 2 s
      Then the send is refused
      And the reason is recorded as the answer to "With which reason does a delayed send fail when both queues are full?"
      And after 4 s "order-1" is delivered to ORDERS, and nothing else is there
