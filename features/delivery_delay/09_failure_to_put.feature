Feature: Failure to put to the target queue

  When the delay of a message is over and its target queue does not take it, its report options decide: it
  goes to the dead-letter queue, which is the default, or is discarded, where MQRO_DISCARD_MSG asks for
  it. Only when that has succeeded is an exception report made, for a sender who asked for one. It goes to
  the reply-to queue, else to the dead-letter queue. If it fits nowhere, persistence decides, and nothing
  but this depends on persistence:

    disposal           report     reply-to queue  dead-letter queue    the message            the report
    -----------------  ---------  --------------  -------------------  ---------------------  -----------------
    dead-letter queue  any        any             unusable             kept, tried again      none
    dead-letter queue  not asked  -               usable               dead-letter queue      none
    dead-letter queue  asked      usable          usable               dead-letter queue      reply-to queue
    dead-letter queue  asked      unusable        usable for both      dead-letter queue      dead-letter queue
    dead-letter queue  asked      unusable        usable for one,
                                                    persistent         kept, tried again      none
                                                    non-persistent     dead-letter queue      none
    discard            not asked  -               any                  discarded              none
    discard            asked      usable          any                  discarded              reply-to queue
    discard            asked      unusable        usable               discarded              dead-letter queue
    discard            asked      unusable        unusable,
                                                    persistent         kept, tried again      none
                                                    non-persistent     discarded              none

  To make such a failure less likely the queue manager looks at the target when the message is sent: is
  it inhibited for puts, is the message too long for it, is it full? So a scenario makes the target
  unusable after the send. All of this is about messages for queues; what differs for publications is
  described in chapter 12.

  What the documents leave open, and what is accepted here:

  * Whether a later attempt begins with the target queue or with the disposal. When both the target and
    the dead-letter queue take messages again, the message may come to either, once. When only one of them
    does, it may come there or stay. Both are recorded.
  * How soon it is tried again. Scenarios in which that matters set the clock, and let two hours pass.
  * The reason in the dead-letter header, and the feedback of the exception report, as long as they are
    reasons of a failure; whether a report on the dead-letter queue has such a header.
  * With which reason code a send is refused, and which further checks are made. The reason is recorded.
  * Whether messages that wait on the staging queue for the same target count when it is asked whether the
    target is full. They should not, since they are elsewhere; a queue manager that counts them refuses,
    and is not accused.
  * Where a report goes that has inherited the option to be discarded (MQRO_PASS_DISCARD_AND_EXPIRY). It
    is recorded.

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
      Then "order-1" is delivered to ORDERS, or never
      And the answer to "Is a target tried again while the dead-letter queue is still unusable?" is recorded
      And nothing is on ORDERS, nor on the dead-letter queue

    Scenario: Whether the dead-letter queue is tried again is recorded
      Given a clock that the tester sets
      And a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED) and the dead-letter queue PUT(DISABLED)
      And the dead-letter queue is altered to PUT(ENABLED), and 2 h pass
      Then "order-1" is delivered to the dead-letter queue, or never
      And the answer to "Is the dead-letter queue tried again while the target is still unusable?" is recorded
      And nothing is on ORDERS, nor on the dead-letter queue

    @X-16 @X-17
    Scenario: What comes to the dead-letter queue only later has the ids with which it was sent, and what is left of its life
      Given a clock that the tester sets
      And a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with a time to live of 5 h and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS and the dead-letter queue are altered to PUT(DISABLED) during its delay
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
      And 60 s pass
      And the dead-letter queue is altered to PUT(ENABLED), and 2 h pass
      Then "order-1" is delivered to the dead-letter queue, or never
      And its MQMD.MsgId is the JMSMessageID that the sender of "order-1" was given
      And its MQMD.CorrelId is "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8"
      And the remaining expiry of "order-1" is about 107400 tenths
      And nothing is on ORDERS, nor on the dead-letter queue

    Scenario: A message that is put later has the priority with which it was sent
      Given a queue ORDERS and a clock that the tester sets, and ORDERS is the dead-letter queue
      And a MessageProducer for ORDERS with priority 7 and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), and 1 min passes
      And ORDERS is altered to PUT(ENABLED), and 2 h pass
      Then "order-1" is delivered to ORDERS with MQMD.Priority 7, and nothing else is on ORDERS

    @X-02 @DD-79
    Scenario: A message that is put later has the ids with which it was sent, and what is left of its life
      Given a queue ORDERS and a clock that the tester sets
      And ORDERS is the dead-letter queue
      And a MessageProducer for ORDERS with a time to live of 5 h and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
      And 60 s pass
      And ORDERS is altered to PUT(ENABLED), and 2 h pass
      Then "order-1" is delivered to ORDERS
      And its MQMD.MsgId is the JMSMessageID that the sender of "order-1" was given
      And its MQMD.CorrelId is "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8"
      And the remaining expiry of "order-1" is about 107400 tenths
      And it carries no delay header, and nothing else is on ORDERS

    @X-42 @DD-10
    Scenario Outline: A message of a <api> that is put later says all that it said when it was sent
      Given a clock that the tester sets
      And the queues ORDERS and REPLIES
      And ORDERS is the dead-letter queue
      And a <api> for ORDERS with priority 9, a time to live of 5 h and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options    | MQRO_EXPIRATION and MQRO_PAN and MQRO_PASS_MSG_ID |
        | reply to          | REPLIES                                           |
        | reply to priority | 7                                                 |
        | JMSType           | "invoice & more"                                  |
        | JMSCorrelationID  | "Bestellung für Zoë, 17 €"                        |
        | length            | 5000 characters                                   |
      And 1 min passes
      And ORDERS is altered to PUT(ENABLED), and 2 h pass
      Then "order-1" is delivered to ORDERS
      And its fields are
        | MQMD.Report   | MQRO_EXPIRATION and MQRO_PAN and MQRO_PASS_MSG_ID  |
        | MQMD.ReplyToQ | "REPLIES"                                          |
        | mcd.Type      | "invoice & more"                                   |
        | jms.Cid       | "Bestellung für Zoë, 17 €"                         |
        | jms.Dst       | a URI that names ORDERS                            |
        | jms.Rto       | a URI that names REPLIES                           |
        | jms.Exp       | the jms.Exp that the sender of "order-1" was given |
        | jms.Pri       | 9                                                  |
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

  @DD-101
  Rule: An exception report goes to the reply-to queue when the message was dead-lettered or discarded

    One, and only to a sender who asked for it.

    Scenario Outline: A <mode> message with <options> is reported though the dead-letter queue has <dead-letter queue>
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED) and the dead-letter queue <dead-letter queue>, and "order-1" was <disposed of>
        | report options | <options> |
        | reply to       | REPLIES   |
      Then nothing but this is on the queues
        | the dead-letter queue | REPLIES    |
        | <dead-lettered>       | its report |

      Examples: discarded
        | mode           | options                             | dead-letter queue | disposed of | dead-lettered |
        | PERSISTENT     | MQRO_EXCEPTION and MQRO_DISCARD_MSG | MAXDEPTH(10)      | discarded   | nothing       |
        | NON_PERSISTENT | MQRO_EXCEPTION and MQRO_DISCARD_MSG | MAXDEPTH(10)      | discarded   | nothing       |
        | PERSISTENT     | MQRO_EXCEPTION and MQRO_DISCARD_MSG | PUT(DISABLED)     | discarded   | nothing       |
        | NON_PERSISTENT | MQRO_EXCEPTION and MQRO_DISCARD_MSG | PUT(DISABLED)     | discarded   | nothing       |

      Examples: dead-lettered
        | mode           | options        | dead-letter queue | disposed of   | dead-lettered |
        | PERSISTENT     | MQRO_EXCEPTION | MAXDEPTH(10)      | dead-lettered | order-1       |
        | NON_PERSISTENT | MQRO_EXCEPTION | MAXDEPTH(10)      | dead-lettered | order-1       |
        | PERSISTENT     | MQRO_EXCEPTION | MAXDEPTH(1)       | dead-lettered | order-1       |
        | NON_PERSISTENT | MQRO_EXCEPTION | MAXDEPTH(1)       | dead-lettered | order-1       |

    Scenario Outline: A message of a <api> with <options> is reported with the reason of the failure
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
        | report options | <options> |
        | reply to       | REPLIES   |
      And ORDERS is <harm> during the delay of "order-1"
      And the delivery delay of "order-1" is over
      And "order-1" was dead-lettered
      Then an exception report arrives on REPLIES, caused by "order-1"
      And its MQMD.Feedback is not MQFB_NONE or MQFB_EXPIRATION
      And the answer to "What is the feedback of an exception report when the target was <harm>?" is recorded, and nothing else is on REPLIES

      Examples: in all its forms
        | api             | options                       | harm                     |
        | MessageProducer | MQRO_EXCEPTION                | altered to PUT(DISABLED) |
        | MessageProducer | MQRO_EXCEPTION_WITH_DATA      | altered to PUT(DISABLED) |
        | MessageProducer | MQRO_EXCEPTION_WITH_FULL_DATA | altered to PUT(DISABLED) |
        | JMSProducer     | MQRO_EXCEPTION                | altered to PUT(DISABLED) |
        | JMSProducer     | MQRO_EXCEPTION_WITH_DATA      | altered to PUT(DISABLED) |
        | JMSProducer     | MQRO_EXCEPTION_WITH_FULL_DATA | altered to PUT(DISABLED) |

      Examples: whatever is wrong with the target
        | api             | options        | harm                   |
        | MessageProducer | MQRO_EXCEPTION | altered to MAXDEPTH(0) |
        | MessageProducer | MQRO_EXCEPTION | altered to MAXMSGL(1)  |
        | MessageProducer | MQRO_EXCEPTION | deleted                |

    Scenario: The report goes to the queue behind the alias that its reply-to queue is
      Given the queues ORDERS and REPLIES
      And an alias queue ANSWERS of REPLIES
      And a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | ANSWERS                             |
      Then an exception report about "order-1" arrives on REPLIES
      And nothing is on REPLIES, nor on the dead-letter queue

    Scenario: The report is on its way to the other queue manager to which its reply-to queue leads
      Given a queue ORDERS
      And a remote queue ANSWERS that leads through TO.QM2 to REPLIES on QM2
      And a dead-letter queue, and a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | ANSWERS                             |
      Then the depth of TO.QM2 becomes 1, and nothing is on ORDERS, nor on the dead-letter queue

    Scenario Outline: A message with <options> is reported when it is <disposed of>
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a time to live of 60 s and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | <options> |
        | reply to       | REPLIES   |
      Then an exception report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

      Examples: with an expiration report
        | options                                                 | disposed of   |
        | MQRO_EXCEPTION and MQRO_EXPIRATION                      | dead-lettered |
        | MQRO_EXCEPTION and MQRO_EXPIRATION and MQRO_DISCARD_MSG | discarded     |

      Examples: with data, and discarded
        | options                                            | disposed of |
        | MQRO_EXCEPTION_WITH_DATA and MQRO_DISCARD_MSG      | discarded   |
        | MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_DISCARD_MSG | discarded   |

      @edition-later
      Examples: with confirmations
        | options                                          | disposed of   |
        | MQRO_EXCEPTION and MQRO_COA                      | dead-lettered |
        | MQRO_EXCEPTION and MQRO_COD                      | dead-lettered |
        | MQRO_EXCEPTION and MQRO_COD and MQRO_DISCARD_MSG | discarded     |
        | MQRO_EXCEPTION and MQRO_PAN and MQRO_NAN         | dead-lettered |
        | MQRO_EXCEPTION and MQRO_COA and MQRO_COD         | dead-lettered |
        | MQRO_EXCEPTION and MQRO_ACTIVITY                 | dead-lettered |

    Scenario Outline: The failure of a message of priority <priority> is reported
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with priority <priority> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      Then an exception report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

      Examples: the lowest and the highest
        | priority |
        | 0        |
        | 9        |

  @DD-102
  Rule: No exception report is made for a sender who did not ask for one

    A reply-to queue is an address, not a request.

    Scenario Outline: A message with <options> is not reported when it is <disposed of>
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | <options> |
        | reply to       | REPLIES   |
      And "order-1" was <disposed of>
      Then nothing but this is on the queues
        | the dead-letter queue | REPLIES |
        | <dead-lettered>       | nothing |

      Examples: no report options
        | options            | disposed of   | dead-lettered |
        | MQRO_DEAD_LETTER_Q | dead-lettered | order-1       |
        | MQRO_DISCARD_MSG   | discarded     | nothing       |

      Examples: other report options
        | options                                  | disposed of   | dead-lettered |
        | MQRO_EXPIRATION                          | dead-lettered | order-1       |
        | MQRO_EXPIRATION and MQRO_DISCARD_MSG     | discarded     | nothing       |
        | MQRO_PASS_MSG_ID and MQRO_PASS_CORREL_ID | dead-lettered | order-1       |

    Scenario: A copy of a publication that fits nowhere is not reported where nobody asked for it
      Given a topic PRICES
      And the queues PRICES.ALL and REPLIES, and no dead-letter queue
      And a subscription to PRICES that delivers to PRICES.ALL
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published and comes due while PRICES.ALL has PUT(DISABLED)
        | reply to | REPLIES |
      Then nothing but this is on the queues
        | the staging queue | PRICES.ALL | REPLIES |
        | nothing           | nothing    | nothing |

    Scenario: A copy of a publication for somebody who is gone is not reported where nobody asked for it
      Given a topic PRICES and a queue REPLIES, and a durable subscriber alice to PRICES
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
        | reply to | REPLIES |
      And the subscriber alice unsubscribes during the delay of "price-1"
      Then after 4 s the staging queue becomes empty, and nothing is on REPLIES

  @DD-103
  Rule: An exception report that its own queue does not take goes to the dead-letter queue

    Beside the message, where that is dead-lettered too.

    Scenario Outline: The report about a <mode> message with <options> is dead-lettered when REPLIES has <replies>
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), REPLIES <replies> and the dead-letter queue <dead-letter queue>, and "order-1" was <disposed of>
        | report options | <options> |
        | reply to       | REPLIES   |
      Then nothing but this is on the queues
        | the dead-letter queue | REPLIES |
        | <dead-lettered>       | nothing |

      Examples: the message is dead-lettered too
        | mode           | options        | replies       | dead-letter queue | disposed of   | dead-lettered          |
        | PERSISTENT     | MQRO_EXCEPTION | PUT(DISABLED) | MAXDEPTH(10)      | dead-lettered | order-1 and its report |
        | NON_PERSISTENT | MQRO_EXCEPTION | PUT(DISABLED) | MAXDEPTH(10)      | dead-lettered | order-1 and its report |
        | PERSISTENT     | MQRO_EXCEPTION | MAXDEPTH(0)   | MAXDEPTH(10)      | dead-lettered | order-1 and its report |
        | NON_PERSISTENT | MQRO_EXCEPTION | MAXDEPTH(0)   | MAXDEPTH(10)      | dead-lettered | order-1 and its report |

      Examples: the last two places on the dead-letter queue
        | mode           | options        | replies       | dead-letter queue | disposed of   | dead-lettered          |
        | PERSISTENT     | MQRO_EXCEPTION | PUT(DISABLED) | MAXDEPTH(2)       | dead-lettered | order-1 and its report |
        | NON_PERSISTENT | MQRO_EXCEPTION | PUT(DISABLED) | MAXDEPTH(2)       | dead-lettered | order-1 and its report |

      Examples: the message is discarded
        | mode           | options                             | replies       | dead-letter queue | disposed of | dead-lettered |
        | PERSISTENT     | MQRO_EXCEPTION and MQRO_DISCARD_MSG | PUT(DISABLED) | MAXDEPTH(10)      | discarded   | its report    |
        | NON_PERSISTENT | MQRO_EXCEPTION and MQRO_DISCARD_MSG | PUT(DISABLED) | MAXDEPTH(10)      | discarded   | its report    |
        | PERSISTENT     | MQRO_EXCEPTION and MQRO_DISCARD_MSG | PUT(DISABLED) | MAXDEPTH(1)       | discarded   | its report    |
        | NON_PERSISTENT | MQRO_EXCEPTION and MQRO_DISCARD_MSG | PUT(DISABLED) | MAXDEPTH(1)       | discarded   | its report    |

    Scenario Outline: A report that is too long for its queue goes to the dead-letter queue: that about a <mode> message
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED) and REPLIES MAXMSGL(1000), and "order-1" was discarded
        | report options | MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                                            |
        | length         | 5000 characters                                    |
      Then nothing but this is on the queues
        | the dead-letter queue | REPLIES |
        | its report            | nothing |

      Examples: persistent or not
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    Scenario Outline: A report without data fits on a dead-letter queue for which its <mode> message is too long
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), REPLIES PUT(DISABLED) and the dead-letter queue MAXMSGL(20000)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
        | length         | 50000 characters                    |
      And "order-1" was discarded
      Then an exception report arrives on the dead-letter queue, caused by "order-1", and nothing else is on the dead-letter queue

      Examples: persistent or not
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    Scenario Outline: The report about a <mode> message goes to the dead-letter queue when there is no reply-to queue
      Given a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), and "order-1" was discarded
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | NOWHERE                             |
      Then an exception report arrives on the dead-letter queue, caused by "order-1"
      And nothing else is on the dead-letter queue

      Examples: persistent or not
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    Scenario: The report goes to the dead-letter queue when its reply-to queue is the very target that takes nothing
      Given a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), and "order-1" was discarded
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | ORDERS                              |
      Then an exception report arrives on the dead-letter queue, caused by "order-1"
      And nothing is on ORDERS, nor on the dead-letter queue

  @X-34
  Rule: An exception report that has inherited the option to be discarded may be discarded

    The sentence about the dead-letter queue speaks against it, the meaning of the option for it.

    Scenario: Where a report goes that may be discarded and cannot be sent is recorded
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED) and REPLIES PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG and MQRO_PASS_DISCARD_AND_EXPIRY |
        | reply to       | REPLIES                                                              |
      And "order-1" was discarded
      Then an exception report arrives on the dead-letter queue, caused by "order-1", or nothing
      And the answer to "Is an unsendable report dead-lettered though it may be discarded?" is recorded
      And nothing is on ORDERS, REPLIES, nor on the dead-letter queue

  @DD-104
  Rule: If its report fits nowhere, what was done with a persistent message is undone, and it is kept

    That the message could be dead-lettered or discarded does not help: without the report it did not
    happen.

    Scenario Outline: A PERSISTENT message with <options> is kept when a dead-letter queue of <dead-letter queue> has no room for its report
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), REPLIES <replies> and the dead-letter queue <dead-letter queue>
        | report options | <options> |
        | reply to       | REPLIES   |
      Then after 3 s nothing but this is on the queues
        | the staging queue | the dead-letter queue | REPLIES | ORDERS  |
        | order-1           | nothing               | nothing | nothing |

      Examples: it would have been discarded
        | options                             | replies       | dead-letter queue |
        | MQRO_EXCEPTION and MQRO_DISCARD_MSG | PUT(DISABLED) | PUT(DISABLED)     |
        | MQRO_EXCEPTION and MQRO_DISCARD_MSG | MAXDEPTH(0)   | MAXDEPTH(0)       |

      Examples: it would have been dead-lettered
        | options        | replies       | dead-letter queue |
        | MQRO_EXCEPTION | PUT(DISABLED) | MAXDEPTH(1)       |
        | MQRO_EXCEPTION | MAXDEPTH(0)   | MAXDEPTH(1)       |

    Scenario Outline: A persistent message that meets <limit> is kept when no queue has room for its report
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has <limit>, REPLIES PUT(DISABLED) and the dead-letter queue PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
        | length         | 5000 characters                     |
      Then after 3 s nothing but this is on the queues
        | the staging queue | the dead-letter queue | REPLIES | ORDERS  |
        | order-1           | nothing               | nothing | nothing |

      Examples: no room, and too short
        | limit         |
        | MAXDEPTH(0)   |
        | MAXMSGL(1000) |

    Scenario: A persistent message whose target is gone is kept when no queue has room for its report
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent, and REPLIES and the dead-letter queue are altered to PUT(DISABLED) during its delay
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
      And ORDERS is deleted during the delay of "order-1"
      Then after 6 s nothing but this is on the queues
        | the staging queue | the dead-letter queue | REPLIES |
        | order-1           | nothing               | nothing |

    Scenario: A persistent message is kept when its report is too long for the reply-to queue
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), REPLIES MAXMSGL(1000) and the dead-letter queue PUT(DISABLED)
        | report options | MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                                            |
        | length         | 5000 characters                                    |
      Then after 3 s nothing but this is on the queues
        | the staging queue | the dead-letter queue | REPLIES | ORDERS  |
        | order-1           | nothing               | nothing | nothing |

    Scenario: A persistent message is kept when there is no queue at all for its report
      Given a queue ORDERS and no dead-letter queue
      And a JMSProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | NOWHERE                             |
      And 3 s pass
      Then nothing but this is on the queues
        | the staging queue | ORDERS  |
        | order-1           | nothing |

    Scenario: A persistent message is discarded and reported when its report can be sent
      Given a queue ORDERS and a clock that the tester sets
      And a queue REPLIES and no dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS and REPLIES are altered to PUT(DISABLED) during its delay
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
      And 1 day passes
      And REPLIES is altered to PUT(ENABLED)
      Then within 2 h an exception report about "order-1" arrives on REPLIES
      And nothing is on ORDERS, REPLIES, nor on the staging queue

    @X-45
    Scenario: A persistent message that is kept for want of a place for its report is still kept after a restart
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), REPLIES PUT(DISABLED) and the dead-letter queue PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
      And 3 s pass, and the queue manager is restarted
      Then after 3 s nothing but this is on the queues
        | the staging queue | the dead-letter queue | REPLIES | ORDERS  |
        | order-1           | nothing               | nothing | nothing |

    @DD-79
    Scenario: A persistent message that was kept for want of a place for its report ends with the life that it was sent with
      Given a queue ORDERS and a clock that the tester sets
      And a queue REPLIES and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT, a time to live of 3 h and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), REPLIES PUT(DISABLED) and the dead-letter queue MAXDEPTH(1)
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      And 2 h pass
      And 30 min pass
      And ORDERS and REPLIES are altered to PUT(ENABLED), and 2 h pass
      Then nothing is on ORDERS, the dead-letter queue, nor on the staging queue

    @X-18
    Scenario: A persistent message that is kept for want of a place for its report has gone when its life is over
      Given a queue ORDERS and a clock that the tester sets
      And a queue REPLIES and no dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT, a time to live of 3 h and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED) and REPLIES PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
      And 5 h pass
      And ORDERS is altered to PUT(ENABLED), and 2 h pass
      Then nothing is on ORDERS, nor on the staging queue

    Scenario: A persistent message arrives once when everything is usable again
      Given a queue ORDERS and a clock that the tester sets
      And a queue REPLIES, and a dead-letter queue with MAXDEPTH(1)
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS and REPLIES are altered to PUT(DISABLED) during its delay
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      And 1 day passes
      And ORDERS and REPLIES are altered to PUT(ENABLED)
      Then within 2 h there are as many exception reports about "order-1" on REPLIES as copies of it on the dead-letter queue
      And "order-1" is delivered to ORDERS, or to the dead-letter queue
      And nothing is on ORDERS, REPLIES, the staging queue, nor on the dead-letter queue

  @DD-105
  Rule: If its report fits nowhere, a non-persistent message is disposed of all the same, and the report is lost

    Word for word the same situation as for a persistent message.

    Scenario Outline: A NON_PERSISTENT message with <options> is not kept when a dead-letter queue of <dead-letter queue> has no room for its report
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode NON_PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), REPLIES <replies> and the dead-letter queue <dead-letter queue>
        | report options | <options> |
        | reply to       | REPLIES   |
      Then after 3 s nothing but this is on the queues
        | the staging queue | the dead-letter queue | REPLIES | ORDERS  |
        | nothing           | <dead-lettered>       | nothing | nothing |

      Examples: it is discarded
        | options                             | replies       | dead-letter queue | dead-lettered |
        | MQRO_EXCEPTION and MQRO_DISCARD_MSG | PUT(DISABLED) | PUT(DISABLED)     | nothing       |
        | MQRO_EXCEPTION and MQRO_DISCARD_MSG | MAXDEPTH(0)   | MAXDEPTH(0)       | nothing       |

      Examples: it is dead-lettered
        | options        | replies       | dead-letter queue | dead-lettered |
        | MQRO_EXCEPTION | PUT(DISABLED) | MAXDEPTH(1)       | order-1       |
        | MQRO_EXCEPTION | MAXDEPTH(0)   | MAXDEPTH(1)       | order-1       |

    Scenario: A non-persistent message is discarded when there is no queue at all for its report
      Given a queue ORDERS and no dead-letter queue
      And a JMSProducer for ORDERS with delivery mode NON_PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | NOWHERE                             |
      And 3 s pass
      Then nothing but this is on the queues
        | the staging queue | ORDERS  |
        | nothing           | nothing |

    Scenario: A report that was lost does not come later
      Given a queue ORDERS and a clock that the tester sets
      And a queue REPLIES and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode NON_PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), REPLIES PUT(DISABLED) and the dead-letter queue PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
      And ORDERS and REPLIES are altered to PUT(ENABLED)
      And the dead-letter queue is altered to PUT(ENABLED), and 2 h pass
      Then nothing is on ORDERS, REPLIES, the dead-letter queue, nor on the staging queue

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

    Scenario Outline: A <api> learns of a single character too many
      Given a queue ORDERS with MAXMSGL(4999), and a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" of 5000 characters is sent
      Then the send is refused, and nothing is on the staging queue
      When ORDERS is altered to MAXMSGL(100000), and 5 s pass
      Then nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: Any message is too long for a queue with MAXMSGL(0)
      Given a queue ORDERS with MAXMSGL(0), and a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" of 5000 characters is sent
      Then the send is refused, and nothing is on the staging queue
      When ORDERS is altered to MAXMSGL(100000), and 5 s pass
      Then nothing is on ORDERS

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
