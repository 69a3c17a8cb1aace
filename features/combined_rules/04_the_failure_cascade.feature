Feature: The failure cascade as a whole

  What becomes of a delayed message that its target does not take is decided by six things: whether it
  was sent to a queue or to a topic, whether its sender asked for a discard, whether a report was asked
  for, whether the reply-to queue takes that, how much the dead-letter queue takes, and whether the
  message is persistent. The chapter about the failure to put explains the table row by row. Here it is
  run through as a whole for messages sent to a queue, so that no cell is left to chance.

  Read a cell from the left: the disposal comes first, then the report, and persistence is asked last, when
  a report has nowhere to go. In each cell the target stays unusable and the queues are looked at 3 s later.

  What the documents leave open, and what is accepted here:

  * The reason in the dead-letter header and the feedback of the report.
  * That the dead-letter header names the target queue follows from what is dead-lettered, the message as it
    was sent, rather than from a sentence.
  * Where a report goes that has inherited the option to be discarded; it is recorded.
  * What is sent to a topic takes another path through the table. The chapter about publications that
    cannot be delivered follows it.

  @X-37
  Rule: Each cell of the table follows from what was asked for, from the queues, and last from persistence

    Where it was to be dead-lettered, the dead-letter queue decides first; where it was to be discarded, the
    dead-letter queue is asked only for the report.

    Background:
      Given a queue ORDERS

    Scenario Outline: A <mode> message to be dead-lettered, without a report: reply-to queue <replies>, dead-letter queue <dead-letter queue>
      Given a queue REPLIES and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), REPLIES <replies> and the dead-letter queue <dead-letter queue>
        | reply to | REPLIES |
      And 3 s pass
      Then nothing but this is on the queues
        | the staging queue | the dead-letter queue | REPLIES | ORDERS  |
        | <staged>          | <dead-lettered>       | nothing | nothing |

      Examples: the dead-letter queue takes it
        | mode           | replies       | dead-letter queue | staged  | dead-lettered |
        | PERSISTENT     | PUT(ENABLED)  | MAXDEPTH(10)      | nothing | order-1       |
        | NON_PERSISTENT | PUT(ENABLED)  | MAXDEPTH(10)      | nothing | order-1       |
        | PERSISTENT     | PUT(DISABLED) | MAXDEPTH(10)      | nothing | order-1       |
        | NON_PERSISTENT | PUT(DISABLED) | MAXDEPTH(10)      | nothing | order-1       |

      Examples: the dead-letter queue has one place left
        | mode           | replies       | dead-letter queue | staged  | dead-lettered |
        | PERSISTENT     | PUT(ENABLED)  | MAXDEPTH(1)       | nothing | order-1       |
        | NON_PERSISTENT | PUT(ENABLED)  | MAXDEPTH(1)       | nothing | order-1       |
        | PERSISTENT     | PUT(DISABLED) | MAXDEPTH(1)       | nothing | order-1       |
        | NON_PERSISTENT | PUT(DISABLED) | MAXDEPTH(1)       | nothing | order-1       |

      Examples: the dead-letter queue takes nothing
        | mode           | replies       | dead-letter queue | staged  | dead-lettered |
        | PERSISTENT     | PUT(ENABLED)  | PUT(DISABLED)     | order-1 | nothing       |
        | NON_PERSISTENT | PUT(ENABLED)  | PUT(DISABLED)     | order-1 | nothing       |
        | PERSISTENT     | PUT(DISABLED) | PUT(DISABLED)     | order-1 | nothing       |
        | NON_PERSISTENT | PUT(DISABLED) | PUT(DISABLED)     | order-1 | nothing       |
        | PERSISTENT     | PUT(ENABLED)  | MAXMSGL(1)        | order-1 | nothing       |
        | NON_PERSISTENT | PUT(ENABLED)  | MAXMSGL(1)        | order-1 | nothing       |

    Scenario Outline: A <mode> message to be dead-lettered and reported: reply-to queue <replies>, dead-letter queue <dead-letter queue>
      Given a queue REPLIES and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), REPLIES <replies> and the dead-letter queue <dead-letter queue>
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      And 3 s pass
      Then nothing but this is on the queues
        | the staging queue | the dead-letter queue | REPLIES    | ORDERS  |
        | <staged>          | <dead-lettered>       | <reported> | nothing |

      Examples: the reply-to queue takes the report
        | mode           | replies      | dead-letter queue | staged  | dead-lettered | reported   |
        | PERSISTENT     | PUT(ENABLED) | MAXDEPTH(10)      | nothing | order-1       | its report |
        | NON_PERSISTENT | PUT(ENABLED) | MAXDEPTH(10)      | nothing | order-1       | its report |
        | PERSISTENT     | PUT(ENABLED) | MAXDEPTH(1)       | nothing | order-1       | its report |
        | NON_PERSISTENT | PUT(ENABLED) | MAXDEPTH(1)       | nothing | order-1       | its report |

      Examples: the dead-letter queue takes the report too
        | mode           | replies       | dead-letter queue | staged  | dead-lettered          | reported |
        | PERSISTENT     | PUT(DISABLED) | MAXDEPTH(10)      | nothing | order-1 and its report | nothing  |
        | NON_PERSISTENT | PUT(DISABLED) | MAXDEPTH(10)      | nothing | order-1 and its report | nothing  |

      Examples: the dead-letter queue takes the message but not its report, so that persistence decides
        | mode           | replies       | dead-letter queue | staged  | dead-lettered | reported |
        | PERSISTENT     | PUT(DISABLED) | MAXDEPTH(1)       | order-1 | nothing       | nothing  |
        | NON_PERSISTENT | PUT(DISABLED) | MAXDEPTH(1)       | nothing | order-1       | nothing  |

      Examples: the dead-letter queue takes nothing, and persistence is not asked
        | mode           | replies       | dead-letter queue | staged  | dead-lettered | reported |
        | PERSISTENT     | PUT(ENABLED)  | PUT(DISABLED)     | order-1 | nothing       | nothing  |
        | NON_PERSISTENT | PUT(ENABLED)  | PUT(DISABLED)     | order-1 | nothing       | nothing  |
        | PERSISTENT     | PUT(DISABLED) | PUT(DISABLED)     | order-1 | nothing       | nothing  |
        | NON_PERSISTENT | PUT(DISABLED) | PUT(DISABLED)     | order-1 | nothing       | nothing  |

    Scenario Outline: A <mode> message to be discarded, without a report: reply-to queue <replies>, dead-letter queue <dead-letter queue>
      Given a queue REPLIES and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), REPLIES <replies> and the dead-letter queue <dead-letter queue>
        | report options | MQRO_DISCARD_MSG |
        | reply to       | REPLIES          |
      And 3 s pass
      Then nothing but this is on the queues
        | the staging queue | the dead-letter queue | REPLIES | ORDERS  |
        | nothing           | nothing               | nothing | nothing |

      Examples: whatever the queues take
        | mode           | replies       | dead-letter queue |
        | PERSISTENT     | PUT(ENABLED)  | MAXDEPTH(10)      |
        | NON_PERSISTENT | PUT(ENABLED)  | MAXDEPTH(10)      |
        | PERSISTENT     | PUT(ENABLED)  | MAXDEPTH(1)       |
        | NON_PERSISTENT | PUT(ENABLED)  | MAXDEPTH(1)       |
        | PERSISTENT     | PUT(ENABLED)  | PUT(DISABLED)     |
        | NON_PERSISTENT | PUT(ENABLED)  | PUT(DISABLED)     |
        | PERSISTENT     | PUT(DISABLED) | MAXDEPTH(10)      |
        | NON_PERSISTENT | PUT(DISABLED) | MAXDEPTH(10)      |
        | PERSISTENT     | PUT(DISABLED) | MAXDEPTH(1)       |
        | NON_PERSISTENT | PUT(DISABLED) | MAXDEPTH(1)       |
        | PERSISTENT     | PUT(DISABLED) | PUT(DISABLED)     |
        | NON_PERSISTENT | PUT(DISABLED) | PUT(DISABLED)     |

    Scenario Outline: A <mode> message to be discarded and reported: reply-to queue <replies>, dead-letter queue <dead-letter queue>
      Given a queue REPLIES and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), REPLIES <replies> and the dead-letter queue <dead-letter queue>
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
      And 3 s pass
      Then nothing but this is on the queues
        | the staging queue | the dead-letter queue | REPLIES    | ORDERS  |
        | <staged>          | <dead-lettered>       | <reported> | nothing |

      Examples: the reply-to queue takes the report, and the dead-letter queue is not asked
        | mode           | replies      | dead-letter queue | staged  | dead-lettered | reported   |
        | PERSISTENT     | PUT(ENABLED) | MAXDEPTH(10)      | nothing | nothing       | its report |
        | NON_PERSISTENT | PUT(ENABLED) | MAXDEPTH(10)      | nothing | nothing       | its report |
        | PERSISTENT     | PUT(ENABLED) | MAXDEPTH(1)       | nothing | nothing       | its report |
        | NON_PERSISTENT | PUT(ENABLED) | MAXDEPTH(1)       | nothing | nothing       | its report |
        | PERSISTENT     | PUT(ENABLED) | PUT(DISABLED)     | nothing | nothing       | its report |
        | NON_PERSISTENT | PUT(ENABLED) | PUT(DISABLED)     | nothing | nothing       | its report |

      Examples: the dead-letter queue takes the report, for which one place is enough
        | mode           | replies       | dead-letter queue | staged  | dead-lettered | reported |
        | PERSISTENT     | PUT(DISABLED) | MAXDEPTH(10)      | nothing | its report    | nothing  |
        | NON_PERSISTENT | PUT(DISABLED) | MAXDEPTH(10)      | nothing | its report    | nothing  |
        | PERSISTENT     | PUT(DISABLED) | MAXDEPTH(1)       | nothing | its report    | nothing  |
        | NON_PERSISTENT | PUT(DISABLED) | MAXDEPTH(1)       | nothing | its report    | nothing  |

      Examples: no queue takes the report, so that persistence decides
        | mode           | replies       | dead-letter queue | staged  | dead-lettered | reported |
        | PERSISTENT     | PUT(DISABLED) | PUT(DISABLED)     | order-1 | nothing       | nothing  |
        | NON_PERSISTENT | PUT(DISABLED) | PUT(DISABLED)     | nothing | nothing       | nothing  |

  @X-29
  Rule: The persistence that counts is the one with which the message was put, not the one that was sent

    The destination may override the producer. Where it does, the cascade goes by the destination.

    Scenario Outline: Sent as <mode> to a destination that is <destination>, a message that is to be <disposed of> is <kept or not>
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode>, a destination whose persistence is <destination> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), REPLIES PUT(DISABLED) and the dead-letter queue <dead-letter queue>
        | report options | <options> |
        | reply to       | REPLIES   |
      Then after 3 s nothing but this is on the queues
        | the staging queue | the dead-letter queue | REPLIES | ORDERS  |
        | <staged>          | <dead-lettered>       | nothing | nothing |

      Examples: persistent because the destination says so
        | mode           | destination | dead-letter queue | options                             | disposed of   | kept or not | staged  | dead-lettered |
        | NON_PERSISTENT | persistent  | PUT(DISABLED)     | MQRO_EXCEPTION and MQRO_DISCARD_MSG | discarded     | kept        | order-1 | nothing       |
        | NON_PERSISTENT | persistent  | MAXDEPTH(1)       | MQRO_EXCEPTION                      | dead-lettered | kept        | order-1 | nothing       |

      Examples: non-persistent because the destination says so
        | mode       | destination    | dead-letter queue | options                             | disposed of   | kept or not | staged  | dead-lettered |
        | PERSISTENT | non-persistent | PUT(DISABLED)     | MQRO_EXCEPTION and MQRO_DISCARD_MSG | discarded     | not kept    | nothing | nothing       |
        | PERSISTENT | non-persistent | MAXDEPTH(1)       | MQRO_EXCEPTION                      | dead-lettered | not kept    | nothing | order-1       |

    Scenario Outline: What the queue defines at the send decides whether the message is kept: <defined>
      Given a queue ORDERS with <defined>
      And a queue REPLIES and a dead-letter queue
      And a JMSProducer for ORDERS with delivery mode <mode>, a destination whose persistence is as the queue defines and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED) and <later>, REPLIES PUT(DISABLED) and the dead-letter queue PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
      Then after 3 s nothing but this is on the queues
        | the staging queue | the dead-letter queue | REPLIES | ORDERS  |
        | <staged>          | nothing               | nothing | nothing |

      Examples: against the send, and against a later definition
        | defined       | mode           | later         | staged  |
        | DEFPSIST(YES) | NON_PERSISTENT | DEFPSIST(NO)  | order-1 |
        | DEFPSIST(NO)  | PERSISTENT     | DEFPSIST(YES) | nothing |

  @X-17
  Rule: The dead-letter queue gets the message as it was sent, behind a header that names the target

    The way over the staging queue was the queue manager's own; the dead-letter header does not mention it.

    Scenario Outline: A <mode> message of <length> characters is dead-lettered whole, with both of its ids
      Given a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode>, priority 7 and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | length         | <length> characters                              |
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
      Then "order-1" is dead-lettered as undeliverable to ORDERS
      And its data are those of "order-1" as sent
      And its fields are
        | MQMD.MsgId       | the JMSMessageID that the sender of "order-1" was given |
        | MQMD.CorrelId    | "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8"      |
        | MQMD.Priority    | 7                                                       |
        | MQMD.Persistence | <persistence>                                           |
      And nothing else is on the dead-letter queue

      Examples: persistent or not, short and long
        | mode           | persistence          | length |
        | PERSISTENT     | MQPER_PERSISTENT     | 20     |
        | PERSISTENT     | MQPER_PERSISTENT     | 5000   |
        | NON_PERSISTENT | MQPER_NOT_PERSISTENT | 20     |
        | NON_PERSISTENT | MQPER_NOT_PERSISTENT | 5000   |

    @X-03
    Scenario: A message that was dead-lettered before a restart has both of its ids after it
      Given a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
      And the queue manager is restarted
      Then "order-1" is dead-lettered, and its fields are
        | MQMD.MsgId    | the JMSMessageID that the sender of "order-1" was given |
        | MQMD.CorrelId | "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8"      |
      And nothing else is on the dead-letter queue

    @X-41 @HM-35
    Scenario Outline: Behind the dead-letter header a message of a <api> holds the sender's JMSTimestamp
      Given a queue ORDERS and a dead-letter queue
      And a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      Then "order-1" is dead-lettered as undeliverable to ORDERS
      And its jms.Tms is the JMSTimestamp that the sender of "order-1" was given, and nothing else is on the dead-letter queue

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    @edition-later
    Scenario Outline: A dead-lettered message of a <api> says behind the dead-letter header all that it said when it was sent
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a <api> for ORDERS with priority 9, a time to live of 60 s and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options         | MQRO_EXPIRATION and MQRO_PAN and MQRO_PASS_MSG_ID |
        | reply to               | REPLIES                                           |
        | reply to priority      | 7                                                 |
        | reply to queue manager | QM7                                               |
        | JMSType                | "invoice & more"                                  |
        | JMSCorrelationID       | "Bestellung für Zoë, 17 €"                        |
      Then "order-1" is dead-lettered as undeliverable to ORDERS
      And its fields are
        | MQMD.Report      | MQRO_EXPIRATION and MQRO_PAN and MQRO_PASS_MSG_ID  |
        | MQMD.ReplyToQ    | "REPLIES"                                          |
        | MQMD.ReplyToQMgr | "QM7"                                              |
        | mcd.Type         | "invoice & more"                                   |
        | jms.Cid          | "Bestellung für Zoë, 17 €"                         |
        | jms.Dst          | a URI that names ORDERS                            |
        | jms.Rto          | a URI that names REPLIES                           |
        | jms.Exp          | the jms.Exp that the sender of "order-1" was given |
        | jms.Pri          | 9                                                  |
      And nothing is on the dead-letter queue, nor on REPLIES

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    @DD-103
    Scenario Outline: The report about a <mode> message that a queue manager should get that is not there is dead-lettered
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options         | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to               | REPLIES                             |
        | reply to queue manager | QM7                                 |
      Then an exception report about "order-1" arrives on the dead-letter queue
      And nothing is on ORDERS, REPLIES, nor on the dead-letter queue

      Examples: of either mode
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

  @X-34
  Rule: A report that may itself be discarded goes to the dead-letter queue, or is discarded

    Only where the message was to be discarded and passes that on. The message is disposed of either way.

    Scenario Outline: Where the report about a <mode> message goes that may be discarded is recorded
      Given a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG and MQRO_PASS_DISCARD_AND_EXPIRY |
        | reply to       | NOWHERE                                                              |
      And "order-1" was discarded
      Then an exception report arrives on the dead-letter queue, caused by "order-1", or nothing
      And the answer to "Is an unsendable report about a <mode> message dead-lettered though it may be discarded?" is recorded
      And nothing is on ORDERS, the staging queue, nor on the dead-letter queue

      Examples: persistent or not
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |
