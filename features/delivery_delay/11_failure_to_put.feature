Feature: Failure to put to the target queue

  When the delay of a message is over and its target queue does not take it, its report options decide: it
  goes to the dead-letter queue, which is the default, or is discarded, where MQRO_DISCARD_MSG asks for
  it. Where the dead-letter queue does not take it either, it stays on the staging queue and is tried
  again. Chapter 12 describes the exception report about such a failure, and chapter 13 what is checked at
  the send to make a failure less likely; because of these checks a scenario makes the target unusable
  after the send. All of this is about messages for queues; what differs for publications is described in
  chapter 16.

  What the documents leave open, and what is accepted here:

  * Whether a later attempt begins with the target queue or with the disposal. When both the target and
    the dead-letter queue take messages again, the message may come to either, once. When only one of them
    does, it may come there or stay. Both are recorded.
  * How soon it is tried again. Scenarios in which that matters set the clock, and let two hours pass.
  * The reason in the dead-letter header, as long as it is a reason of a failure.

  @DD-97
  Rule: A message that cannot be put to its target is discarded where its sender asked for it

    Without being dead-lettered, and for good.

    Scenario Outline: A <mode> message with MQRO_DISCARD_MSG is discarded when its target is <harm>
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent
        | report options | MQRO_DISCARD_MSG |
        | reply to       | REPLIES          |
        | length         | 5000 characters  |
      And ORDERS is <harm> during the delay of "order-1"
      Then after the delivery delay of "order-1" nothing but this is on the queues
        | the staging queue | the dead-letter queue |
        | nothing           | nothing               |

      Examples: whatever is wrong with the target
        | mode           | harm                     |
        | PERSISTENT     | altered to PUT(DISABLED) |
        | NON_PERSISTENT | altered to PUT(DISABLED) |
        | PERSISTENT     | altered to MAXDEPTH(0)   |
        | NON_PERSISTENT | altered to MAXDEPTH(0)   |
        | PERSISTENT     | altered to MAXMSGL(1000) |
        | PERSISTENT     | deleted                  |
        | NON_PERSISTENT | deleted                  |

    Scenario Outline: A <mode> message of a <api> is discarded with a dead-letter queue of <dead-letter queue>
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a <api> for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED) and the dead-letter queue <dead-letter queue>
        | report options | MQRO_DISCARD_MSG |
        | reply to       | REPLIES          |
      Then nothing but this is on the queues
        | the staging queue | the dead-letter queue | ORDERS  |
        | nothing           | nothing               | nothing |

      Examples: it is not needed
        | api             | mode           | dead-letter queue |
        | MessageProducer | PERSISTENT     | PUT(DISABLED)     |
        | JMSProducer     | PERSISTENT     | PUT(DISABLED)     |
        | MessageProducer | NON_PERSISTENT | PUT(DISABLED)     |
        | JMSProducer     | NON_PERSISTENT | PUT(DISABLED)     |

      Examples: it is not used
        | api             | mode           | dead-letter queue |
        | MessageProducer | PERSISTENT     | MAXDEPTH(1)       |
        | JMSProducer     | NON_PERSISTENT | MAXDEPTH(1)       |

    Scenario: What was discarded does not come back
      Given a clock that the tester sets, and a queue ORDERS and no dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_DISCARD_MSG |
      And ORDERS is altered to PUT(ENABLED), and a dead-letter queue is defined
      Then after 2 h nothing is on ORDERS, nor on the dead-letter queue

    Scenario: A persistent message that was discarded does not come back with a restart
      Given a queue ORDERS and no dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_DISCARD_MSG |
      And "order-1" was discarded
      And ORDERS is altered to PUT(ENABLED)
      And the queue manager is restarted, and 4 s pass
      Then nothing is on ORDERS, nor on the staging queue

    Scenario: A message is discarded although an earlier one for the same target is kept
      Given a queue ORDERS and no dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and the delivery delay is set to 4 s
      And "order-2" is sent, and ORDERS is altered to PUT(DISABLED) during the delay of "order-1"
        | report options | MQRO_DISCARD_MSG |
      Then after the delivery delay of "order-2" nothing but this is on the queues
        | the staging queue | ORDERS  |
        | order-1           | nothing |

  @DD-98
  Rule: A message that cannot be put to its target goes to the dead-letter queue where nothing else was asked

    MQRO_DEAD_LETTER_Q has the value 0: who sets no report options has set it.

    Scenario Outline: A <mode> message is dead-lettered when its target is <harm>
      Given a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" of 5000 characters is sent, and ORDERS is <harm> during the delay of "order-1"
      Then after its delivery delay "order-1" is dead-lettered
      And the staging queue becomes empty, and nothing else is on the dead-letter queue

      Examples: whatever is wrong with the target
        | mode           | harm                     |
        | PERSISTENT     | altered to PUT(DISABLED) |
        | NON_PERSISTENT | altered to PUT(DISABLED) |
        | PERSISTENT     | altered to MAXDEPTH(0)   |
        | NON_PERSISTENT | altered to MAXDEPTH(0)   |
        | PERSISTENT     | altered to MAXMSGL(1000) |
        | PERSISTENT     | deleted                  |
        | NON_PERSISTENT | deleted                  |

    Scenario Outline: A <mode> message of a <api> with <options> is dead-lettered
      Given the queues ORDERS and REPLIES, and a dead-letter queue with <dead-letter queue>
      And a <api> for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | <options> |
        | reply to       | REPLIES   |
      Then nothing but this is on the queues
        | the staging queue | the dead-letter queue | ORDERS  |
        | nothing           | order-1               | nothing |

      Examples: options that do not ask for a discard
        | api             | mode           | dead-letter queue | options                              |
        | MessageProducer | PERSISTENT     | MAXDEPTH(10)      | MQRO_DEAD_LETTER_Q                   |
        | MessageProducer | NON_PERSISTENT | MAXDEPTH(10)      | MQRO_EXPIRATION                      |
        | MessageProducer | NON_PERSISTENT | MAXDEPTH(10)      | MQRO_PASS_MSG_ID                     |
        | JMSProducer     | PERSISTENT     | MAXDEPTH(10)      | MQRO_DEAD_LETTER_Q                   |
        | JMSProducer     | NON_PERSISTENT | MAXDEPTH(10)      | MQRO_EXPIRATION and MQRO_PASS_MSG_ID |
        | JMSProducer     | PERSISTENT     | MAXDEPTH(10)      | MQRO_PASS_DISCARD_AND_EXPIRY         |

      @edition-later
      Examples: confirmations and notifications, in their longest forms
        | api             | mode           | dead-letter queue | options                 |
        | MessageProducer | PERSISTENT     | MAXDEPTH(10)      | MQRO_COD_WITH_FULL_DATA |
        | JMSProducer     | NON_PERSISTENT | MAXDEPTH(10)      | MQRO_COA_WITH_FULL_DATA |
        | MessageProducer | NON_PERSISTENT | MAXDEPTH(10)      | MQRO_PAN and MQRO_NAN   |

      Examples: the last place on the dead-letter queue
        | api             | mode           | dead-letter queue | options            |
        | MessageProducer | PERSISTENT     | MAXDEPTH(1)       | MQRO_DEAD_LETTER_Q |
        | MessageProducer | NON_PERSISTENT | MAXDEPTH(1)       | MQRO_DEAD_LETTER_Q |

    Scenario: What was dead-lettered does not come to its target later
      Given a clock that the tester sets, and a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      And ORDERS is altered to PUT(ENABLED), and 2 h pass
      Then "order-1" is dead-lettered, and nothing is on ORDERS, nor on the dead-letter queue

    Scenario: The dead-letter queue is the one that DEADQ names when the put fails
      Given the queues ORDERS and UNDELIVERED, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      And UNDELIVERED is the dead-letter queue
      And "order-1" comes due while ORDERS has PUT(DISABLED)
      Then "order-1" is delivered to UNDELIVERED
      And it has a dead-letter header
      And nothing is on ORDERS, the dead-letter queue, nor on the staging queue

    Scenario: What DEADQ named for an earlier message counts for that one alone
      Given the queues ORDERS and UNDELIVERED, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      Then "order-1" is dead-lettered
      When UNDELIVERED is the dead-letter queue
      And ORDERS is altered to PUT(ENABLED)
      And "order-2" is sent and comes due while ORDERS has PUT(DISABLED)
      Then "order-2" is delivered to UNDELIVERED
      And it has a dead-letter header
      And nothing is on ORDERS, UNDELIVERED, the dead-letter queue, nor on the staging queue

    Scenario Outline: A <mode> message of another queue manager goes to the dead-letter queue of that one
      Given a queue manager QM2 of version 9.4 to which the application connects
      And a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      Then "order-1" is dead-lettered, and nothing else is on the dead-letter queue

      Examples: persistent or not
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    @DD-99
    Scenario: A message of a queue manager without a dead-letter queue goes to that of no other one
      Given a dead-letter queue
      And a queue manager QM2 of version 9.4 to which the application connects
      And a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      Then after 3 s nothing but this is on the queues
        | the staging queue | ORDERS  |
        | order-1           | nothing |
      And at QM1, nothing is on the dead-letter queue

    Scenario: A message for a remote queue is dead-lettered when the transmission queue takes none
      Given a remote queue STOCK that leads through TO.QM2 to STOCK on QM2
      And a dead-letter queue, and a MessageProducer for STOCK with a delivery delay of 3 s
      When "stock-1" is sent, and TO.QM2 is altered to PUT(DISABLED) during its delay
      Then after its delivery delay "stock-1" is dead-lettered
      And nothing is on TO.QM2, the dead-letter queue, nor on the staging queue

    Scenario: A dead-letter queue that cannot be read takes messages
      Given a queue ORDERS, and a dead-letter queue with GET(DISABLED)
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      Then the staging queue becomes empty
      When the dead-letter queue is altered to GET(ENABLED)
      Then "order-1" is dead-lettered, and nothing is on ORDERS, nor on the dead-letter queue

    Scenario Outline: The dead-letter header names the target queue <queue> in full, and as it is
      Given a queue <queue> and a dead-letter queue
      And a MessageProducer for <queue> with a delivery delay of 3 s
      When "order-1" is sent and comes due while <queue> has PUT(DISABLED)
      Then "order-1" is dead-lettered as undeliverable to <queue>
      And nothing else is on the dead-letter queue

      Examples: long, and in small letters
        | queue                                            |
        | ORDERS.OF.THE.NORTHERN.AND.THE.SOUTHERN.BRANCHES |
        | Orders.of.Europe                                 |

  @X-17
  Rule: What is dead-lettered is the message as the application sent it

    Behind the dead-letter header come the data of the application; the header that held the delay is gone.

    Scenario Outline: A dead-lettered message of a <api> names its target and has its own id and data
      Given a queue ORDERS and a dead-letter queue
      And a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      And "order-1" was dead-lettered
      Then "order-1" is dead-lettered as undeliverable to ORDERS
      And its JMSMessageID is the JMSMessageID that the sender of "order-1" was given
      And its data are those of "order-1" as sent
      And it carries no delay header, and nothing else is on the dead-letter queue

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A message of 100000 characters is dead-lettered whole
      Given a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" of 100000 characters is sent
      And ORDERS is altered to PUT(DISABLED) during the delay of "order-1"
      Then after its delivery delay "order-1" is dead-lettered
      And its data are those of "order-1" as sent, and nothing else is on the dead-letter queue

    @DD-130 @edition-later
    Scenario: What is dead-lettered at a later attempt has the report options that the processor ignores
      Given a clock that the tester sets
      And the queues ORDERS and REPLIES, and no dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_PAN and MQRO_NAN |
        | reply to       | REPLIES               |
      And a dead-letter queue is defined, and 2 h pass
      Then "order-1" is delivered to the dead-letter queue, or never
      And its MQMD.Report is MQRO_PAN and MQRO_NAN
      And nothing is on ORDERS, nor on the dead-letter queue

  @X-16
  Rule: A dead-lettered message goes on living as long as it would have

    The delay is part of its life, and so is the time on the dead-letter queue.

    Background:
      Given a queue ORDERS and a dead-letter queue

    Scenario: A message whose life is over is not got from the dead-letter queue
      Given a MessageProducer for ORDERS with a time to live of 8 s and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
      And the life of "order-1" is over
      Then nothing is on ORDERS, nor on the dead-letter queue

    Scenario: A message that is dead-lettered a second before its end has that second left
      Given a MessageProducer for ORDERS with a time to live of 4 s and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      And "order-1" was dead-lettered
      And the life of "order-1" is over
      Then nothing is on ORDERS, nor on the dead-letter queue

    Scenario: A message that is dead-lettered a second before its end is gone without a look as well
      Given a JMSProducer for ORDERS with a time to live of 4 s and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      And the life of "order-1" is over
      Then nothing is on ORDERS, nor on the dead-letter queue

    Scenario: A message that was staged over a restart has as much life left on the dead-letter queue as without
      Given a MessageProducer for ORDERS with delivery mode PERSISTENT, a time to live of 60 s and a delivery delay of 5 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
      And the queue manager is restarted
      And 10 s have passed since "order-1" was sent, and "order-1" was dead-lettered
      Then "order-1" is dead-lettered
      And the remaining expiry of "order-1" is about 500 tenths, and nothing else is on the dead-letter queue

    Scenario Outline: Of a life of 60 s about <tenths> are left <elapsed> after the send
      Given a MessageProducer for ORDERS with a time to live of 60 s and a delivery delay of 5 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
      And <elapsed> have passed since "order-1" was sent, and "order-1" was dead-lettered
      Then "order-1" is dead-lettered
      And the remaining expiry of "order-1" is about <tenths>, and nothing else is on the dead-letter queue

      Examples: soon after it was dead-lettered, and later
        | elapsed | tenths     |
        | 6 s     | 540 tenths |
        | 12 s    | 480 tenths |

  @DD-99
  Rule: A message that can be put neither to its target nor to the dead-letter queue is kept and tried again

    Persistent or not. Dropping those that are not persistent is a rule of message channels, not of the
    processor.

    Scenario Outline: A <mode> message with MQRO_DEAD_LETTER_Q stays on the staging queue: <dead-letter queue>
      Given the queues ORDERS and REPLIES
      And <dead-letter queue>
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_DEAD_LETTER_Q |
        | reply to       | REPLIES            |
      Then after 3 s nothing but this is on the queues
        | the staging queue | ORDERS  |
        | order-1           | nothing |

      Examples: none, and one that does not exist
        | mode           | dead-letter queue                |
        | PERSISTENT     | no dead-letter queue             |
        | NON_PERSISTENT | no dead-letter queue             |
        | PERSISTENT     | NOWHERE is the dead-letter queue |
        | NON_PERSISTENT | NOWHERE is the dead-letter queue |

    Scenario Outline: A <mode> message with <options> stays on the staging queue while the dead-letter queue has <dead-letter queue>
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), REPLIES <replies> and the dead-letter queue <dead-letter queue>
        | report options | <options> |
        | reply to       | REPLIES   |
      Then after 3 s nothing but this is on the queues
        | the staging queue | ORDERS  |
        | order-1           | nothing |

      Examples: whatever is wrong with the dead-letter queue
        | mode           | options            | replies      | dead-letter queue |
        | PERSISTENT     | MQRO_DEAD_LETTER_Q | PUT(ENABLED) | PUT(DISABLED)     |
        | NON_PERSISTENT | MQRO_DEAD_LETTER_Q | PUT(ENABLED) | PUT(DISABLED)     |
        | PERSISTENT     | MQRO_DEAD_LETTER_Q | PUT(ENABLED) | MAXDEPTH(0)       |
        | NON_PERSISTENT | MQRO_DEAD_LETTER_Q | PUT(ENABLED) | MAXDEPTH(0)       |

      Examples: whether or not a report is asked for and could be sent
        | mode           | options        | replies       | dead-letter queue |
        | PERSISTENT     | MQRO_EXCEPTION | PUT(ENABLED)  | PUT(DISABLED)     |
        | NON_PERSISTENT | MQRO_EXCEPTION | PUT(ENABLED)  | PUT(DISABLED)     |
        | PERSISTENT     | MQRO_EXCEPTION | PUT(DISABLED) | PUT(DISABLED)     |
        | NON_PERSISTENT | MQRO_EXCEPTION | PUT(DISABLED) | PUT(DISABLED)     |

    Scenario Outline: A <mode> message is kept when DEADQ was blanked during its delay
      Given a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent
      And DEADQ is blanked
      And "order-1" comes due while ORDERS has PUT(DISABLED)
      Then after 3 s nothing but this is on the queues
        | the staging queue | ORDERS  | the dead-letter queue |
        | order-1           | nothing | nothing               |

      Examples: persistent or not
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    Scenario: A message that is too long for the dead-letter queue is kept whole
      Given a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" of 5000 characters is sent
      And the dead-letter queue is altered to MAXMSGL(1000) during the delay of "order-1"
      And "order-1" comes due while ORDERS has PUT(DISABLED)
      Then after 3 s nothing but this is on the queues
        | the staging queue | ORDERS  | the dead-letter queue |
        | order-1           | nothing | nothing               |

    Scenario Outline: A <mode> message that no queue took arrives once when its target and a dead-letter queue take messages
      Given a clock that the tester sets
      And a queue ORDERS and no dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      And 1 min passes
      And a dead-letter queue is defined
      And ORDERS is altered to PUT(ENABLED), and 2 h pass
      Then "order-1" is delivered to ORDERS, or to the dead-letter queue
      And nothing is on ORDERS, nor on the dead-letter queue

      Examples: persistent or not
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    Scenario Outline: A <mode> message arrives once when its target and the dead-letter queue have <repair> again
      Given a clock that the tester sets
      And a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has <harm> and the dead-letter queue <harm>
      And <kept> pass
      And ORDERS and the dead-letter queue are altered to <repair>, and 2 h pass
      Then "order-1" is delivered to ORDERS, or to the dead-letter queue
      And the answer to "Where does a message go when both its target and the dead-letter queue are usable again?" is recorded
      And after 2 h nothing is on ORDERS, the staging queue, nor on the dead-letter queue

      Examples: after a minute
        | mode           | harm          | repair       | kept  |
        | PERSISTENT     | PUT(DISABLED) | PUT(ENABLED) | 1 min |
        | NON_PERSISTENT | PUT(DISABLED) | PUT(ENABLED) | 1 min |
        | PERSISTENT     | MAXDEPTH(0)   | MAXDEPTH(10) | 1 min |
        | NON_PERSISTENT | MAXDEPTH(0)   | MAXDEPTH(10) | 1 min |

      Examples: after a month
        | mode           | harm          | repair       | kept    |
        | PERSISTENT     | PUT(DISABLED) | PUT(ENABLED) | 30 days |
        | NON_PERSISTENT | PUT(DISABLED) | PUT(ENABLED) | 30 days |

    Scenario: Whether the target is tried again is recorded
      Given a clock that the tester sets
      And a queue ORDERS and no dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      And ORDERS is altered to PUT(ENABLED), and 2 h pass
      And ORDERS is altered to PUT(DISABLED)
      Then "order-1" is delivered to ORDERS, or never
      And the answer to "Is a target tried again while the dead-letter queue is still unusable?" is recorded
      And nothing is on ORDERS, nor on the dead-letter queue

    Scenario: Whether the dead-letter queue is tried again is recorded
      Given a clock that the tester sets
      And a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED) and the dead-letter queue PUT(DISABLED)
      And the dead-letter queue is altered to PUT(ENABLED), and 2 h pass
      And the dead-letter queue is altered to PUT(DISABLED)
      Then "order-1" is delivered to the dead-letter queue, or never
      And the answer to "Is the dead-letter queue tried again while the target is still unusable?" is recorded
      And nothing is on ORDERS, nor on the dead-letter queue

    @X-16 @X-17
    Scenario: What comes to the dead-letter queue only later has the ids with which it was sent, and what is left of its life
      Given a clock that the tester sets, and a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with a time to live of 5 h and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED) and the dead-letter queue PUT(DISABLED)
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
      And 1 min passes
      And the dead-letter queue is altered to PUT(ENABLED), and 2 h pass
      And the dead-letter queue is altered to PUT(DISABLED)
      Then "order-1" is delivered to the dead-letter queue with about 107370 tenths left, or never
      And its fields are
        | MQMD.MsgId    | the JMSMessageID that the sender of "order-1" was given |
        | MQMD.CorrelId | "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8"      |
      And nothing is on ORDERS, nor on the dead-letter queue

    Scenario: A message that is put later has the priority with which it was sent
      Given a queue ORDERS and a clock that the tester sets, and ORDERS is the dead-letter queue
      And a MessageProducer for ORDERS with priority 7 and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), and 1 min passes
      And ORDERS is altered to PUT(ENABLED), and 2 h pass
      Then "order-1" is delivered to ORDERS with MQMD.Priority 7, and nothing else is on ORDERS

    @X-02 @DD-79
    Scenario: A message that is put later has the ids with which it was sent, and what is left of its life
      Given a queue ORDERS and a clock that the tester sets, and ORDERS is the dead-letter queue
      And a MessageProducer for ORDERS with a time to live of 5 h and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), and 1 min passes
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
      And ORDERS is altered to PUT(ENABLED), and 2 h pass
      Then "order-1" is delivered to ORDERS with about 107370 tenths left
      And its fields are
        | MQMD.MsgId    | the JMSMessageID that the sender of "order-1" was given |
        | MQMD.CorrelId | "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8"      |
      And it carries no delay header, and nothing else is on ORDERS

    @X-42 @DD-10
    Scenario Outline: A message of a <api> that is put later says all that it said when it was sent
      Given a clock that the tester sets
      And the queues ORDERS and REPLIES
      And ORDERS is the dead-letter queue
      And a <api> for ORDERS with priority 9, a time to live of 5 h and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options    | MQRO_EXPIRATION and MQRO_PASS_CORREL_ID and MQRO_PASS_MSG_ID |
        | reply to          | REPLIES                                                      |
        | reply to priority | 7                                                            |
        | JMSType           | "invoice & more"                                             |
        | JMSCorrelationID  | "Bestellung für Zoë, 17 €"                                   |
        | length            | 5000 characters                                              |
      And 1 min passes
      And ORDERS is altered to PUT(ENABLED), and 2 h pass
      Then "order-1" is delivered to ORDERS
      And its fields are
        | MQMD.Report   | MQRO_EXPIRATION and MQRO_PASS_CORREL_ID and MQRO_PASS_MSG_ID |
        | MQMD.ReplyToQ | "REPLIES"                                                    |
        | mcd.Type      | "invoice & more"                                             |
        | jms.Cid       | "Bestellung für Zoë, 17 €"                                   |
        | jms.Dst       | a URI that names ORDERS                                      |
        | jms.Rto       | a URI that names REPLIES                                     |
        | jms.Exp       | the jms.Exp that the sender of "order-1" was given           |
        | jms.Pri       | 9                                                            |
      And its data are those of "order-1" as sent
      And nothing is on ORDERS, nor on REPLIES

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    @DD-78
    Scenario: A message that is put later has the priority that its queue defined at the send
      Given a clock that the tester sets
      And a queue ORDERS with DEFPRTY(3)
      And ORDERS is the dead-letter queue
      And a MessageProducer for ORDERS with a destination whose priority is as the queue defines and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) and DEFPRTY(8) during its delay
      And 60 s pass
      And ORDERS is altered to PUT(ENABLED), and 2 h pass
      Then "order-1" is delivered to ORDERS with MQMD.Priority 3, and nothing else is on ORDERS

    Scenario Outline: Of three <mode> messages that nobody took each arrives when somebody does
      Given a clock that the tester sets
      And a queue ORDERS and no dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1", "order-2" and "order-3" are sent
      And ORDERS is altered to PUT(DISABLED), and 1 min passes
      Then the depth of the staging queue is 3
      When a dead-letter queue is defined
      And ORDERS is altered to PUT(ENABLED), and 2 h pass
      Then the depths of ORDERS and the dead-letter queue add up to 3, and nothing is on the staging queue

      Examples: either delivery mode
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

  @DD-100
  Rule: No exception report is made as long as the message is neither dead-lettered nor discarded

    Who reports first and disposes afterwards reports what has not happened, again with every attempt.

    Scenario Outline: A <mode> message that is kept is not reported by <options>
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED) and the dead-letter queue PUT(DISABLED)
        | report options | <options> |
        | reply to       | REPLIES   |
      And 3 s pass, and "order-1" still waits on the staging queue
      Then nothing is on REPLIES

      Examples: in all its forms
        | mode           | options                       |
        | PERSISTENT     | MQRO_EXCEPTION                |
        | PERSISTENT     | MQRO_EXCEPTION_WITH_DATA      |
        | PERSISTENT     | MQRO_EXCEPTION_WITH_FULL_DATA |
        | NON_PERSISTENT | MQRO_EXCEPTION                |
        | NON_PERSISTENT | MQRO_EXCEPTION_WITH_DATA      |
        | NON_PERSISTENT | MQRO_EXCEPTION_WITH_FULL_DATA |

    @DD-101
    Scenario Outline: Many attempts make one report of a <mode> message that is dead-lettered in the end, and else none
      Given a clock that the tester sets
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS and the dead-letter queue are altered to PUT(DISABLED) during its delay
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      And 10 h pass
      And the dead-letter queue and ORDERS are altered to PUT(ENABLED)
      Then within 2 h there are as many exception reports about "order-1" on REPLIES as copies of it on the dead-letter queue
      And "order-1" is delivered to ORDERS, or to the dead-letter queue
      And nothing is on ORDERS, REPLIES, nor on the dead-letter queue

      Examples: persistent or not
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |
