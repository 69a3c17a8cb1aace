Feature: What is done a second time

  What is done for the second time is done as for the first. A queue on which there was something has the room
  that it shows, and one that was deleted and defined anew is what it is defined to be now. What a
  rollback has given back is not taken by the commit behind it, and a get in vain changes nothing.

  The parts before do most things once, and some of them twice (chapters 8 and 9). Here is what is
  left of that.

  What the documents leave open, and what is accepted here:

  * What becomes of a message whose gets are backed out again and again: it may be put out of the way.
  * Whether a queue manager triggers again when the depth is reached once more.

  @DD-53 @DD-39
  Rule: What has left the staging queue has made room there, wherever it went

    Background:
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      And the staging queue is altered to MAXDEPTH(1)

    Scenario: A staging queue for one takes a message when another was delivered
      When "order-1" is sent, and the delivery delay of "order-1" is over
      Then "order-1" is delivered to ORDERS, and nothing else is there
      When "order-2" is sent
      Then the send is accepted
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

    @DD-99
    Scenario: A staging queue for one takes a message when another has left it at a later attempt
      Given a clock that the tester sets, and no dead-letter queue
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      And a dead-letter queue is defined
      And ORDERS is altered to PUT(ENABLED), and 2 h pass
      Then "order-1" is delivered to ORDERS, or to the dead-letter queue
      When "order-2" is sent
      Then the send is accepted
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

    Scenario: A staging queue for one takes a message when another was dead-lettered
      Given a dead-letter queue
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      Then "order-1" is dead-lettered
      When ORDERS is altered to PUT(ENABLED), and "order-2" is sent
      Then the send is accepted
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

    @DD-61
    Scenario: A staging queue for one takes a message when another was recalled under the cursor
      When "order-1" is sent
      Then an MQGET under the cursor recalls "order-1" from the staging queue
      When "order-2" is sent
      Then the send is accepted
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

    @DD-61
    Scenario: A staging queue for one takes a message when another was recalled in a unit of work
      When "order-1" is sent
      Then an MQGET in syncpoint by correlation id recalls "order-1" from the staging queue
      When the getting application commits, and "order-2" is sent
      Then the send is accepted
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

  @EX-35
  Rule: What has left a queue has made room there, whatever took it

    @DD-112
    Scenario: A target for one takes a delayed message when another was received
      Given a queue ORDERS with MAXDEPTH(1), and a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and the delivery delay of "order-1" is over
      Then "order-1" is delivered to ORDERS, and nothing else is there
      When "order-2" is sent
      Then the send is accepted
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

    @DD-98
    Scenario: A dead-letter queue for one takes a message when another was taken off
      Given a queue ORDERS, and a dead-letter queue with MAXDEPTH(1)
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      Then "order-1" is dead-lettered
      When ORDERS is altered to PUT(ENABLED)
      And "order-2" is sent and comes due while ORDERS has PUT(DISABLED)
      Then "order-2" is dead-lettered
      And nothing is on ORDERS, the staging queue, nor on the dead-letter queue

    @DD-98
    Scenario: A dead-letter queue for one takes a message when another has expired there
      Given a queue ORDERS, and a dead-letter queue with MAXDEPTH(1)
      And a MessageProducer for ORDERS with a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      And 6 s pass
      Then a browser shows nothing on the dead-letter queue, and the depth of the dead-letter queue becomes 0
      When ORDERS is altered to PUT(ENABLED), and the time to live is set to unlimited
      And "order-2" is sent and comes due while ORDERS has PUT(DISABLED)
      Then "order-2" is dead-lettered
      And nothing is on ORDERS, the staging queue, nor on the dead-letter queue

    @EX-21
    Scenario: A reply-to queue for one takes a report when another was taken off
      Given a queue ORDERS, and a queue REPLIES with MAXDEPTH(1)
      When "order-1" is put to ORDERS with an expiry of 20 tenths
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And 5 s pass
      Then MQGET from ORDERS finds no message
      And an expiration report about "order-1" arrives on REPLIES
      When "order-2" is put to ORDERS with an expiry of 20 tenths
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And 5 s pass
      Then MQGET from ORDERS finds no message
      And an expiration report about "order-2" arrives on REPLIES, and nothing else is on REPLIES

    Scenario: A queue for one takes a message when one that was asked for by its id had expired
      Given a queue ORDERS with MAXDEPTH(1)
      When "order-1" is put to ORDERS with an expiry of 20 tenths, and 5 s pass
      Then MQGET from ORDERS with MQMO_MATCH_MSG_ID of "order-1" finds no message, and the depth of ORDERS is 0
      When "order-2" is put to ORDERS
      Then every call is accepted
      And MQGET from ORDERS returns "order-2", and nothing else is on ORDERS

    Scenario: A queue for one takes a message when another was backed out by the end of the queue manager
      Given a queue ORDERS with MAXDEPTH(1)
      When "order-1" is put to ORDERS in syncpoint, and the queue manager is restarted
      And "order-2" is put to ORDERS
      Then every call is accepted
      And MQGET from ORDERS returns "order-2", and nothing else is on ORDERS

    @DD-112
    Scenario Outline: A target for one takes a delayed message when an undelayed one of a <api> was rolled back
      Given a queue ORDERS with MAXDEPTH(1), and a MessageProducer for ORDERS with a delivery delay of 3 s
      And a transacted <api> for ORDERS
      When "order-1" is sent, and the unit of work is rolled back
      And "order-2" is sent by the first producer
      Then the send is accepted
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @DD-49 @DD-74
  Rule: A queue that is deleted and defined anew is what it is defined to be now

    Nothing of the former queue of that name counts.

    @DD-110
    Scenario: A queue that is defined anew without PUT(DISABLED) takes what is sent then
      Given a queue ORDERS with PUT(DISABLED)
      And a MessageProducer without a destination with a delivery delay of 3 s
      When "order-1" is sent to ORDERS
      Then the send is refused
      When ORDERS is deleted, and a queue ORDERS is defined
      And "order-2" is sent to ORDERS
      Then the send is accepted
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

    Scenario Outline: A queue that is defined anew with <attribute> does not take what it took before
      Given a queue ORDERS, and a MessageProducer without a destination with a delivery delay of 3 s
      When "order-1" is sent to ORDERS
        | length | 5000 characters |
      And the delivery delay of "order-1" is over
      Then "order-1" is delivered to ORDERS, and nothing else is there
      When ORDERS is deleted, and a queue ORDERS with <attribute> is defined
      And "order-2" is sent to ORDERS
        | length | 5000 characters |
      Then the send is refused, and nothing is on ORDERS, nor on the staging queue

      @DD-110
      Examples: no puts
        | attribute     |
        | PUT(DISABLED) |

      @DD-111
      Examples: shorter messages
        | attribute     |
        | MAXMSGL(1000) |

      @DD-112
      Examples: no message
        | attribute   |
        | MAXDEPTH(0) |

    Scenario Outline: A queue that is defined anew without <attribute> takes what it did not take before
      Given a queue ORDERS with <attribute>
      And a MessageProducer without a destination with a delivery delay of 3 s
      When "order-1" is sent to ORDERS
        | length | 5000 characters |
      Then the send is refused
      When ORDERS is deleted, and a queue ORDERS is defined
      And "order-2" is sent to ORDERS
        | length | 5000 characters |
      Then the send is accepted
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

      @DD-111
      Examples: shorter messages
        | attribute     |
        | MAXMSGL(1000) |

      @DD-112
      Examples: no message
        | attribute   |
        | MAXDEPTH(0) |

    @HM-08 @HM-10
    Scenario: A queue that is defined anew with another DEFPSIST decides for what is sent then
      Given a queue ORDERS with DEFPSIST(NO), and a MessageProducer without a destination
      When "order-1" is sent to ORDERS as a destination whose persistence is as the queue defines
      Then "order-1" is delivered to ORDERS with MQMD.Persistence MQPER_NOT_PERSISTENT, and nothing else is on ORDERS
      When ORDERS is deleted, and a queue ORDERS with DEFPSIST(YES) is defined
      And "order-2" is sent to ORDERS as a destination whose persistence is as the queue defines
      Then "order-2" is delivered to ORDERS with MQMD.Persistence MQPER_PERSISTENT, and nothing else is on ORDERS

    @DD-78
    Scenario: A queue that is defined anew with another DEFPRTY decides for what is sent then
      Given a queue ORDERS with DEFPRTY(2), and a MessageProducer without a destination
      When "order-1" is sent to ORDERS as a destination whose priority is as the queue defines
      Then "order-1" is delivered to ORDERS with MQMD.Priority 2, and nothing else is on ORDERS
      When ORDERS is deleted, and a queue ORDERS with DEFPRTY(7) is defined
      And "order-2" is sent to ORDERS as a destination whose priority is as the queue defines
      Then "order-2" is delivered to ORDERS with MQMD.Priority 7, and nothing else is on ORDERS

    @X-39
    Scenario: A queue that is defined anew without a trigger triggers nothing
      Given a queue INITIATION, and a queue ORDERS that triggers INITIATION at a depth of 1
      When ORDERS is deleted, and a queue ORDERS is defined
      And "order-1" is put to ORDERS
      Then after 1 s nothing is on INITIATION
      And MQGET from ORDERS returns "order-1", and nothing else is on ORDERS

    @X-28
    Scenario: A queue that is defined anew with MSGDLVSQ(PRIORITY) delivers by priority
      Given a queue ORDERS with MSGDLVSQ(FIFO)
      When ORDERS is deleted, and a queue ORDERS with MSGDLVSQ(PRIORITY) is defined
      And "order-1" is put to ORDERS with priority 2
      And "order-2" is put to ORDERS with priority 7
      Then MQGET from ORDERS returns "order-2"
      And MQGET from ORDERS returns "order-1", and nothing else is on ORDERS

    @DD-21 @DD-24
    Scenario Outline: A clustered queue that is defined anew with <anew> takes a delayed message
      Given a cluster SALES of QM1 and QM2, and a queue ORDERS with CLUSTER(SALES) and DEFBIND(OPEN)
      And a MessageProducer without a destination with a delivery delay of 3 s
      When ORDERS is deleted, and a queue ORDERS with <anew> is defined
      And "order-1" is sent to ORDERS
      Then the send is accepted
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: not bound, or not clustered
        | anew                                |
        | CLUSTER(SALES) and DEFBIND(NOTFIXED) |
        | DEFBIND(OPEN)                       |

    @DD-19
    Scenario Outline: A queue with <before> that is defined anew with CLUSTER(SALES) and DEFBIND(OPEN) takes no delayed message
      Given a cluster SALES of QM1 and QM2, and a queue ORDERS with <before>
      And a MessageProducer without a destination with a delivery delay of 3 s
      When ORDERS is deleted, and a queue ORDERS with CLUSTER(SALES) and DEFBIND(OPEN) is defined
      And "order-1" is sent to ORDERS
      Then the send is refused with MQRC_OPTIONS_ERROR (2046)
      And after 4 s nothing is on ORDERS

      Examples: not bound, or not clustered
        | before                               |
        | CLUSTER(SALES) and DEFBIND(NOTFIXED) |
        | DEFBIND(OPEN)                        |

  @EX-40 @X-54
  Rule: A commit takes nothing that was given back before it

    Scenario: A commit takes nothing off that was backed out before it
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and the delivery delay of "order-1" is over
      Then MQGET from ORDERS with MQGMO_SYNCPOINT returns "order-1"
      And the getting application backs out, which puts back "order-1"
      When the getting application commits
      Then MQGET from ORDERS returns "order-1", and nothing else is on ORDERS

    Scenario Outline: A commit takes nothing off that a <api> has rolled back before it
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      And a transacted <api> for ORDERS
      When "order-1" is sent by the first producer, and the delivery delay of "order-1" is over
      Then the sender itself receives "order-1" from ORDERS
      When the unit of work is rolled back, and the unit of work is committed
      Then "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    @DD-10
    Scenario Outline: A rollback of a <api> puts nothing back that was taken since the last one
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      And a transacted <api> for ORDERS
      When "order-1" is sent by the first producer, and the delivery delay of "order-1" is over
      Then the sender itself receives "order-1" from ORDERS
      When the unit of work is rolled back
      Then "order-1" is delivered to ORDERS, and nothing else is there
      When the unit of work is rolled back
      Then nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    @DD-61
    Scenario: A commit takes nothing off the staging queue that was backed out before it
      Given a MessageProducer for a queue ORDERS with a delivery delay of 12 s
      When "order-1" is sent
      Then an MQGET in syncpoint by correlation id recalls "order-1" from the staging queue
      And the getting application backs out, which puts back "order-1"
      When the getting application commits
      Then after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

  @EX-38
  Rule: A get that finds nothing but what is over leaves its unit of work as it is

    Background:
      Given the queues ORDERS and BILLS
      When "bill-1" is put to BILLS with an expiry of 20 tenths, and 5 s pass

    Scenario: A get in vain neither ends a unit of work nor takes the next put out of it
      When "order-1" is put to ORDERS in syncpoint
      Then the putting application itself finds nothing on BILLS in its unit of work
      And a browser shows nothing on ORDERS
      When "order-2" is put to ORDERS in syncpoint
      Then a browser shows nothing on ORDERS
      When the putting application backs out
      Then the depth of ORDERS is 0, and nothing is on ORDERS, nor on BILLS

    Scenario: What was put before a get in vain is committed with the rest
      When "order-1" is put to ORDERS in syncpoint
      Then the putting application itself finds nothing on BILLS in its unit of work
      When "order-2" is put to ORDERS in syncpoint, and the putting application commits
      Then a browser shows "order-1" and "order-2" on ORDERS

  @DD-98
  Rule: A dead-letter header names the queue of its own message

    Scenario: A message is dead-lettered as undeliverable to its own queue behind one for another queue
      Given the queues ORDERS and BILLS, and a dead-letter queue
      And a MessageProducer without a destination with a delivery delay of 3 s
      When "order-1" is sent to ORDERS
      And "order-1" comes due while ORDERS has PUT(DISABLED)
      Then "order-1" is dead-lettered as undeliverable to ORDERS
      When "bill-1" is sent to BILLS
      And "bill-1" comes due while BILLS has PUT(DISABLED)
      Then "bill-1" is dead-lettered as undeliverable to BILLS
      And nothing is on ORDERS, BILLS, nor on the dead-letter queue

  @DD-101 @DD-99
  Rule: What could not be disposed of at first is reported when it is

    Scenario Outline: A <mode> message is reported when the dead-letter queue takes it at a later attempt
      Given a clock that the tester sets
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS and the dead-letter queue are altered to PUT(DISABLED) during its delay
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      And 1 min passes
      And the dead-letter queue is altered to PUT(ENABLED)
      Then within 2 h there are as many exception reports about "order-1" on REPLIES as copies of it on the dead-letter queue
      And nothing is on ORDERS

      Examples: both modes
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |
