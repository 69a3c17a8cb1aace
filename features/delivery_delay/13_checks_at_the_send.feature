Feature: Checks at the send

  To make a failure at the end of the delay less likely the queue manager looks at the target queue when a
  message with a delay is sent: is it inhibited for puts, is the message too long for it, is it full? A
  message that has passed may fail all the same, as chapter 11 describes.

  What the documents leave open, and what is accepted here:

  * With which reason code a send is refused, and which further checks are made. The reason is recorded.
  * Whether messages that wait on the staging queue for the same target count when it is asked whether the
    target is full. They should not, since they are elsewhere; a queue manager that counts them refuses,
    and is not accused.
  * What is checked of the queue behind an alias or a remote queue. The messages here name their target.

  @DD-110
  Rule: A send with a delay to a queue that is inhibited for puts is refused

    The put is to happen later only, but who sends to a closed queue should learn it now.

    Scenario Outline: A <api> learns at the send that its target has PUT(DISABLED)
      Given a <api> for a queue ORDERS with a delivery delay of 3 s, and ORDERS is altered to PUT(DISABLED)
      When "order-1" is sent
      Then the send is refused, and the reason of the refusal is recorded
      When ORDERS is altered to PUT(ENABLED), and 5 s pass
      Then nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A message refused by a queue with PUT(DISABLED) is neither staged nor dead-lettered
      Given a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      And ORDERS is altered to PUT(DISABLED)
      When "order-1" is sent
      Then the send is refused, and nothing is on the staging queue
      And after 5 s nothing is on ORDERS, the staging queue, nor on the dead-letter queue

    Scenario Outline: A <api> sends when its target has PUT(ENABLED) again
      Given a queue ORDERS with PUT(DISABLED), and ORDERS is altered to PUT(ENABLED)
      And a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      Then the send is accepted
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    @DD-112
    Scenario: A target that is full as well as inhibited for puts is both
      Given a queue ORDERS with MAXDEPTH(1), and a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-0" is put to ORDERS, and ORDERS is altered to PUT(DISABLED)
      And "order-1" is sent
      Then the send is refused, and nothing is on the staging queue

    Scenario: A target that is named with its queue manager is looked at, too
      Given a queue ORDERS with PUT(DISABLED)
      And a MessageProducer without a destination with a delivery delay of 3 s
      When "order-1" is sent to ORDERS on QM1
      Then the send is refused, and nothing is on the staging queue

  @DD-111
  Rule: A send with a delay of a message that is too long for its target is refused

    It would fit on the staging queue, which is another matter. Headers may count too, so that a message whose
    data alone are too long is too long in any case, and one that is just short enough need not be taken.

    Scenario Outline: A <api> learns at the send that its message is too long for its target
      Given a queue ORDERS with MAXMSGL(1000), and a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" of 5000 characters is sent
      Then the send is refused, and the reason of the refusal is recorded
      When ORDERS is altered to MAXMSGL(100000), and 5 s pass
      Then nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A <api> learns that 5000 characters are too many for MAXMSGL(<limit>)
      Given a queue ORDERS with MAXMSGL(<limit>), and a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" of 5000 characters is sent
      Then the send is refused, and nothing is on the staging queue
      When ORDERS is altered to MAXMSGL(100000), and 5 s pass
      Then nothing is on ORDERS

      Examples: by a single character
        | api             | limit |
        | MessageProducer | 4999  |
        | JMSProducer     | 4999  |

      Examples: as any message is
        | api             | limit |
        | MessageProducer | 0     |

    Scenario: A message too long for its target is neither staged nor dead-lettered
      Given a queue ORDERS with MAXMSGL(1000), and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" of 5000 characters is sent
      Then the send is refused, and nothing is on the staging queue
      And after 5 s nothing is on ORDERS, the staging queue, nor on the dead-letter queue

    Scenario Outline: A <api> sends a message that is not too long for its target
      Given a queue ORDERS with MAXMSGL(20000)
      And a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" of 5000 characters is sent
      Then the send is accepted
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @DD-112
  Rule: A send with a delay to a full queue is refused

    There may well be room when the delay is over. That does not count.

    Scenario Outline: A <api> learns at the send that the last place on its target is taken
      Given a queue ORDERS with MAXDEPTH(1)
      And a MessageProducer for ORDERS
      And a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent by the first producer
      Then the send is accepted
      When "order-2" is sent by the second producer
      Then the send is refused
      And the reason of the refusal is recorded
      And "order-1" is delivered to ORDERS
      And after 5 s nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A place that a locked message takes is taken
      Given a queue ORDERS with MAXDEPTH(1)
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is put to ORDERS
      Then MQGET from ORDERS with MQGMO_BROWSE_FIRST and MQGMO_LOCK returns "order-1"
      When "order-2" is sent
      Then the send is refused, and nothing is on the staging queue
      And MQGET from ORDERS with MQGMO_MSG_UNDER_CURSOR returns "order-1", and nothing else is on ORDERS

    Scenario: A message refused by a full queue is neither staged nor dead-lettered
      Given a queue ORDERS with MAXDEPTH(1), and a dead-letter queue
      And a MessageProducer for ORDERS
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent by the first producer
      Then the send is accepted
      When "order-2" is sent by the second producer
      Then the send is refused
      And after 5 s nothing but this is on the queues
        | ORDERS  | the staging queue | the dead-letter queue |
        | order-1 | nothing           | nothing               |

    Scenario Outline: A <api> sends when there is one place left on its target
      Given a queue ORDERS with MAXDEPTH(2)
      And a MessageProducer for ORDERS
      And a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent by the first producer
      Then the send is accepted
      When "order-2" is sent by the second producer
      Then the send is accepted
      When the delivery delay of "order-2" is over
      Then "order-1" and "order-2" are delivered to ORDERS in any order, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: An alteration of something else leaves MAXDEPTH as it was
      Given a queue ORDERS with MAXDEPTH(0), and ORDERS is altered to DEFPRTY(3)
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      Then the send is refused, and nothing is on the staging queue
      And after 5 s nothing is on ORDERS

    Scenario Outline: A <mode> message with a delay is refused by a full queue
      Given a queue ORDERS with MAXDEPTH(0)
      And a <api> for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent
      Then the send is refused
      When ORDERS is altered to MAXDEPTH(10), and 5 s pass
      Then nothing is on ORDERS

      Examples: both modes
        | api             | mode           |
        | MessageProducer | NON_PERSISTENT |
        | MessageProducer | PERSISTENT     |
        | JMSProducer     | NON_PERSISTENT |

    Scenario: A message that is locked has its place on a full queue
      Given a queue ORDERS with MAXDEPTH(1), and a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is put to ORDERS
      Then MQGET from ORDERS with MQGMO_BROWSE_FIRST and MQGMO_LOCK returns "order-1"
      When "order-2" is sent
      Then the send is refused
      And MQGET from ORDERS with MQGMO_MSG_UNDER_CURSOR returns "order-1", and nothing else is on ORDERS

    Scenario Outline: A queue of <limit> with two <mode> messages is full
      Given a MessageProducer for a queue ORDERS with delivery mode <mode>
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" to "order-2" are sent by the first producer
      And ORDERS is altered to <limit>
      And "order-3" is sent by the second producer
      Then the send is refused
      And "order-1" and "order-2" are delivered to ORDERS in any order
      And after 5 s nothing is on ORDERS

      Examples: as many as it takes, and more
        | mode           | limit       |
        | PERSISTENT     | MAXDEPTH(2) |
        | NON_PERSISTENT | MAXDEPTH(2) |
        | PERSISTENT     | MAXDEPTH(1) |
        | NON_PERSISTENT | MAXDEPTH(1) |

  Rule: A queue is looked at for each session and each message, whatever unit of work is open there

    Scenario Outline: A queue with <limit> and a put that is not committed takes the delayed message of neither session
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      And a JMSProducer for ORDERS with a delivery delay of 3 s
      When "order-0" is put to ORDERS in syncpoint, and ORDERS is altered to <limit>
      And "order-1" is sent by the first producer
        | length | 5000 characters |
      Then the send is refused
      When "order-2" is sent by the second producer
        | length | 5000 characters |
      Then the send is refused, and nothing is on the staging queue
      When the putting application commits
      Then MQGET from ORDERS returns "order-0", and nothing else is on ORDERS

      @DD-110
      Examples: a queue that is inhibited for puts
        | limit         |
        | PUT(DISABLED) |

      @DD-111
      Examples: a queue for shorter messages
        | limit         |
        | MAXMSGL(1000) |

      @DD-112
      Examples: a full queue
        | limit       |
        | MAXDEPTH(0) |

    Scenario Outline: A transacted <api> learns that ORDERS with <limit> does not take its <mode> message
      Given a queue ORDERS with <limit>
      And a transacted <api> for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" of 5000 characters is sent, and the unit of work is committed
      Then createProducer, the send or the commit is refused, and nothing is on the staging queue

      @DD-110
      Examples: a queue that is inhibited for puts
        | limit         | api             | mode           |
        | PUT(DISABLED) | MessageProducer | NON_PERSISTENT |
        | PUT(DISABLED) | JMSProducer     | PERSISTENT     |

      @DD-111
      Examples: a queue for shorter messages
        | limit         | api             | mode           |
        | MAXMSGL(1000) | JMSProducer     | NON_PERSISTENT |
        | MAXMSGL(1000) | MessageProducer | PERSISTENT     |

      @DD-112
      Examples: a full queue
        | limit       | api             | mode           |
        | MAXDEPTH(0) | MessageProducer | NON_PERSISTENT |
        | MAXDEPTH(0) | JMSProducer     | PERSISTENT     |

    Scenario Outline: A queue that has taken a <mode> message of a <api> and gets <limit> does not take its next one
      Given a queue ORDERS, and a <api> for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent
      Then after its delivery delay "order-1" is delivered to ORDERS
      When ORDERS is altered to <limit>, and "order-2" of 5000 characters is sent
      Then the send is refused, and nothing is on ORDERS, nor on the staging queue

      @DD-110
      Examples: a queue that is inhibited for puts
        | limit         | api             | mode           |
        | PUT(DISABLED) | MessageProducer | NON_PERSISTENT |
        | PUT(DISABLED) | JMSProducer     | PERSISTENT     |

      @DD-111
      Examples: a queue for shorter messages
        | limit         | api             | mode           |
        | MAXMSGL(1000) | JMSProducer     | NON_PERSISTENT |
        | MAXMSGL(1000) | MessageProducer | PERSISTENT     |

      @DD-112
      Examples: a full queue
        | limit       | api             | mode           |
        | MAXDEPTH(0) | MessageProducer | NON_PERSISTENT |
        | MAXDEPTH(0) | JMSProducer     | PERSISTENT     |

  @DD-113
  Rule: The checks at the send are not all that may be checked, and promise nothing

    Further refusals are right, and so are failures after the checks. What was accepted must not be lost.

    Background:
      Given a queue ORDERS with MAXDEPTH(1), and a dead-letter queue
      And a MessageProducer for ORDERS

    Scenario: Whether a staged message takes the last place on its target is recorded
      When "order-1" is sent with a delivery delay of 3 s
      Then the send is accepted
      When "order-2" is sent with a delivery delay of 9 s
      Then setDeliveryDelay or the send is accepted, or refused
      And the answer to "Is a second delayed message for a queue with one place accepted?" is recorded
      And after 11 s "order-2" is on the dead-letter queue if its send was accepted
      And nothing but this is on the queues
        | ORDERS  | the staging queue |
        | order-1 | nothing           |

    Scenario: A message that passed the checks may fail when its delay is over
      Given a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      Then the send is accepted
      When "order-2" is sent by the first producer
      And the delivery delay of "order-1" is over
      And "order-1" was dead-lettered
      Then "order-2" is delivered to ORDERS, and nothing else is there

  @DD-114
  Rule: What happens to the target after the send does not make the send fail

    The sender was told that all is well and hears of the failure by a report, or not at all.

    Background:
      Given a queue ORDERS and a dead-letter queue

    Scenario Outline: A message of a <api> was sent although its target is <harm> by the end of its delay
      Given a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" of 5000 characters is sent
      Then the send is accepted
      When ORDERS is <harm> during the delay of "order-1"
      Then after its delivery delay "order-1" is dead-lettered, and nothing else is on the dead-letter queue

      Examples: both APIs, whatever happens
        | api             | harm                     |
        | MessageProducer | altered to PUT(DISABLED) |
        | JMSProducer     | altered to PUT(DISABLED) |
        | MessageProducer | altered to MAXDEPTH(0)   |
        | JMSProducer     | altered to MAXDEPTH(0)   |
        | MessageProducer | altered to MAXMSGL(1000) |
        | JMSProducer     | altered to MAXMSGL(1000) |
        | MessageProducer | deleted                  |
        | JMSProducer     | deleted                  |

    Scenario: A commit that has succeeded stays so when the target fails
      Given a transacted MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and the unit of work is committed
      Then every call is accepted
      When ORDERS is altered to PUT(DISABLED) during the delay of "order-1", and 5 s pass
      Then "order-1" is dead-lettered, and nothing else is on the dead-letter queue

    Scenario Outline: A message is dead-lettered whose target is <harm> between its send and its commit
      Given a transacted MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" of 5000 characters is sent, and ORDERS is <harm>
      And the unit of work is committed, and 4 s pass
      Then "order-1" is dead-lettered, and nothing else is on the dead-letter queue

      Examples: whatever happens
        | harm                     |
        | altered to PUT(DISABLED) |
        | altered to MAXDEPTH(0)   |
        | altered to MAXMSGL(1000) |
        | deleted                  |

    Scenario: A target that is repaired before the delay is over takes the message
      Given a MessageProducer for ORDERS with a delivery delay of 4 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
      And 1 s passes
      And "order-1" comes due while ORDERS has PUT(ENABLED)
      Then "order-1" is delivered to ORDERS, and nothing is on ORDERS, nor on the dead-letter queue

    Scenario: A target that has failed takes what comes due when it has been repaired
      Given a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      And "order-1" was dead-lettered, and ORDERS is altered to PUT(ENABLED)
      And "order-2" is sent and comes due
      Then "order-2" is delivered to ORDERS, and nothing else is there
