Feature: Reports about delayed messages

  A report about a delayed message is about the message that the application sent. What is on the staging
  queue when the report is made is something else: a copy with a new message id, with the original id in
  place of the correlation id, and with a header in front of the data. Every option that copies an id or
  data into the report gives something wrong if it is applied to the copy.

  How reports are made in general is not the business of these documents. What each option does to ids,
  data and life of a report is seen by its twin: a message with the same options that was never delayed and
  expires on its queue. The report about the delayed message has to relate to its message as the report
  about the twin relates to the twin. An exception report has no such twin, since an undelayed put that
  fails is refused to the application that makes it. Its data, where it has all of them, are compared with
  those of an expiration report. Its ids are compared with the words of the rules, and so are those of an
  expiration report where the rules say something: the correlation id is the message id of the send, unless
  the options say otherwise.

  What the documents leave open, and what is accepted here:

  * How much of the data a report "with data" has, and whether a plain one has any. As much as the twin's.
  * When the report about an expired message comes. Not before the message has expired; a browse of the
    staging queue brings it, a get from the target queue need not.
  * What MQRO_PASS_DISCARD_AND_EXPIRY makes of the life of the report. It is recorded and, where reports of
    arrival are made at all, compared with the twin's. What is inherited of a life that is over is not
    looked at.
  * Whether COA and COD reports are made at all.

  @X-12
  Rule: A report about a message that expired while it was staged looks as that about its undelayed twin

    In every field: the ids, the data, the life, the persistence and priority of the report, its own options.

    Scenario Outline: The expiration report with <option> and <ids> looks as that about the twin
      Given the queues ORDERS, REPLIES, TWINS and TWINS.REPLIES
      And a MessageProducer for TWINS with a time to live of 6 s
      And a MessageProducer for ORDERS with a time to live of 6 s and a delivery delay of 3 s
      When "twin-1" is sent by the first producer
        | report options | <option> and <ids>                               |
        | reply to       | TWINS.REPLIES                                    |
        | correlation id | 414d51204f524445522d4944000000000000000000000000 |
        | length         | <length> characters                              |
      And "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | report options | <option> and <ids>                               |
        | reply to       | REPLIES                                          |
        | correlation id | 414d51204f524445522d4944000000000000000000000000 |
        | length         | <length> characters                              |
      Then after the life of "order-1" nothing is on TWINS
      And the staging queue becomes empty
      And an expiration report about "order-1" on REPLIES is like that about its undelayed twin "twin-1" on TWINS.REPLIES
      And nothing is on REPLIES, nor on TWINS.REPLIES

      Examples: the default ids
        | option                         | ids                | length |
        | MQRO_EXPIRATION                | MQRO_DEAD_LETTER_Q | 20     |
        | MQRO_EXPIRATION_WITH_DATA      | MQRO_DEAD_LETTER_Q | 20     |
        | MQRO_EXPIRATION_WITH_FULL_DATA | MQRO_DEAD_LETTER_Q | 20     |
        | MQRO_EXPIRATION                | MQRO_DEAD_LETTER_Q | 5000   |
        | MQRO_EXPIRATION_WITH_DATA      | MQRO_DEAD_LETTER_Q | 5000   |
        | MQRO_EXPIRATION_WITH_FULL_DATA | MQRO_DEAD_LETTER_Q | 5000   |

      Examples: ids that are passed on
        | option                         | ids                                      | length |
        | MQRO_EXPIRATION                | MQRO_PASS_MSG_ID                         | 20     |
        | MQRO_EXPIRATION                | MQRO_PASS_CORREL_ID                      | 20     |
        | MQRO_EXPIRATION_WITH_DATA      | MQRO_PASS_MSG_ID and MQRO_PASS_CORREL_ID | 5000   |
        | MQRO_EXPIRATION_WITH_FULL_DATA | MQRO_PASS_MSG_ID and MQRO_PASS_CORREL_ID | 5000   |

    Scenario Outline: With <option> and no correlation id of the application there is nothing to pass on, as with the twin
      Given the queues ORDERS, REPLIES, TWINS and TWINS.REPLIES
      And a MessageProducer for TWINS with delivery mode NON_PERSISTENT, priority 7 and a time to live of 6 s
      And a MessageProducer for ORDERS with delivery mode NON_PERSISTENT, priority 7, a time to live of 6 s and a delivery delay of 3 s
      When "twin-1" is sent by the first producer
        | report options | <option> and MQRO_PASS_CORREL_ID |
        | reply to       | TWINS.REPLIES                    |
      And "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | report options | <option> and MQRO_PASS_CORREL_ID |
        | reply to       | REPLIES                          |
      Then after the life of "order-1" nothing is on TWINS
      And the staging queue becomes empty
      And an expiration report about "order-1" on REPLIES is like that about its undelayed twin "twin-1" on TWINS.REPLIES
      And nothing is on REPLIES, nor on TWINS.REPLIES

      Examples: without data and with them
        | option                         |
        | MQRO_EXPIRATION                |
        | MQRO_EXPIRATION_WITH_DATA      |
        | MQRO_EXPIRATION_WITH_FULL_DATA |

    Scenario Outline: A <mode> message of priority <priority> that is committed too late is reported as its twin is
      Given the queues ORDERS, REPLIES, TWINS and TWINS.REPLIES
      And a transacted MessageProducer for TWINS with delivery mode <mode>, priority <priority> and a time to live of 4 s
      And another MessageProducer for ORDERS with delivery mode <mode>, priority <priority>, a time to live of 4 s and a delivery delay of 2 s in the same session
      When "twin-1" is sent by the first producer
        | report options | MQRO_EXPIRATION_WITH_FULL_DATA |
        | reply to       | TWINS.REPLIES                  |
      And "order-1" is sent by the second producer, and its life is over
        | report options | MQRO_EXPIRATION_WITH_FULL_DATA |
        | reply to       | REPLIES                        |
      And the unit of work is committed, and 3 s pass
      Then nothing is on TWINS
      And the staging queue becomes empty, and nothing is on ORDERS
      And an expiration report about "order-1" on REPLIES is like that about its undelayed twin "twin-1" on TWINS.REPLIES
      And nothing is on REPLIES, nor on TWINS.REPLIES

      Examples: persistent or not
        | mode           | priority |
        | PERSISTENT     | 7        |
        | NON_PERSISTENT | 2        |

    Scenario Outline: The report about a message of a <api> with <options> has <whose> as its <field>
      Given the queues ORDERS and REPLIES, and no dead-letter queue
      And a <api> for ORDERS with a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | report options | <options>                                        |
        | reply to       | REPLIES                                          |
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
      Then after the life of "order-1" the staging queue becomes empty
      And the expiration report about "order-1" is taken from REPLIES
      And its <field> is <value>, and nothing else is on REPLIES

      Examples: what the rule says by itself
        | api             | options                                                                     | field         | whose                              | value                                                   |
        | JMSProducer     | MQRO_EXPIRATION_WITH_FULL_DATA                                              | MQMD.CorrelId | the original message id            | the JMSMessageID that the sender of "order-1" was given |
        | JMSProducer     | MQRO_EXPIRATION_WITH_FULL_DATA and MQRO_PASS_CORREL_ID                      | MQMD.CorrelId | the application's correlation id   | "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8"      |
        | MessageProducer | MQRO_EXPIRATION_WITH_FULL_DATA and MQRO_PASS_MSG_ID and MQRO_PASS_CORREL_ID | MQMD.MsgId    | the original message id once again | the JMSMessageID that the sender of "order-1" was given |

    @edition-later
    Scenario Outline: A message with <options> that expires while it is tried again is reported as expired, and as nothing else
      Given the queues ORDERS and REPLIES, and no dead-letter queue
      And a MessageProducer for ORDERS with a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | report options | <options> |
        | reply to       | REPLIES   |
      Then after the life of "order-1" the staging queue becomes empty
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

      Examples: beside what only passes through
        | options                                                  |
        | MQRO_EXPIRATION and MQRO_COA                             |
        | MQRO_EXPIRATION_WITH_DATA and MQRO_COD                   |
        | MQRO_EXPIRATION_WITH_FULL_DATA and MQRO_PAN and MQRO_NAN |
        | MQRO_EXPIRATION and MQRO_ACTIVITY                        |

  @X-13
  Rule: A message that expires while it is staged goes without a trace where no report was asked for

    Nothing on the reply-to queue, nothing on the dead-letter queue, whatever else was asked for.

    @edition-later
    Scenario Outline: A <mode> message with <options> that no queue takes expires without a trace
      Given the queues ORDERS and REPLIES, and no dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode>, a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | report options | <options> |
        | reply to       | REPLIES   |
      Then after the life of "order-1" the staging queue becomes empty
      When ORDERS is altered to PUT(ENABLED)
      And a dead-letter queue is defined
      Then after 5 s nothing is on ORDERS, REPLIES, the dead-letter queue, nor on the staging queue

      Examples: no report of an expiry was asked for
        | mode           | options                       |
        | PERSISTENT     | MQRO_DEAD_LETTER_Q            |
        | NON_PERSISTENT | MQRO_DEAD_LETTER_Q            |
        | PERSISTENT     | MQRO_PAN and MQRO_NAN         |
        | NON_PERSISTENT | MQRO_EXCEPTION_WITH_FULL_DATA |
        | PERSISTENT     | MQRO_EXCEPTION                |
        | PERSISTENT     | MQRO_COD                      |
        | NON_PERSISTENT | MQRO_ACTIVITY                 |

    Scenario Outline: A message of a <api> that was staged when its life was over does not count on the dead-letter queue
      Given a queue ORDERS and a dead-letter queue
      And a <api> for ORDERS with delivery mode PERSISTENT, a time to live of 5 s and a delivery delay of 3 s
      When "order-1" is sent and expires while the queue manager is down
      Then nothing is on ORDERS, nor on the staging queue
      And after 5 s the depth of the dead-letter queue is 0, and the depth of the staging queue is 0

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A message whose life was over when the queue manager started is not dead-lettered where nobody looks
      Given a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT, a time to live of 5 s and a delivery delay of 3 s
      When "order-1" is sent and expires while the queue manager is down
      And 5 s pass
      Then the depth of the dead-letter queue is 0, and nothing is on ORDERS, nor on the staging queue

    Scenario: On z/OS who finds a message with MQRO_EXCEPTION expired on the staging queue brings no report
      Given a queue manager ZQM1 on z/OS to which the application connects
      And a defined staging queue
      And the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      And the staging queue is altered to PUT(DISABLED) during the delay of "order-1"
      And the life of "order-1" is over
      And the getting application connects to ZQM1
      Then MQGET from the staging queue with MQMO_MATCH_CORREL_ID of "order-1" finds no message
      And after 5 s nothing is on ORDERS, REPLIES, nor on the staging queue

    Scenario: A publication that was staged when its life was over does not count on the dead-letter queue
      Given a topic PRICES and a queue PRICES.ALL, and a dead-letter queue
      And a subscription to PRICES that delivers to PRICES.ALL
      And a MessageProducer for the topic PRICES with delivery mode PERSISTENT, a time to live of 5 s and a delivery delay of 3 s
      When "price-1" is published and expires while the queue manager is down
      Then nothing is on PRICES.ALL, nor on the staging queue
      And after 5 s the depth of the dead-letter queue is 0, and the depth of the staging queue is 0

  @X-14
  Rule: The report about a staged message does not come before the message has expired, and then at any time

    It comes with the discard. Who gets from the target queue discards nothing on the staging queue.

    Scenario Outline: There is no report about a message of a <api> as long as it lives
      Given the queues ORDERS and REPLIES, and no dead-letter queue
      And a <api> for ORDERS with a time to live of 10 s and a delivery delay of 3 s
      When "order-1" is sent, and 2 s pass
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then nothing is on REPLIES during the delay of "order-1"
      When ORDERS is altered to PUT(DISABLED) during the delay of "order-1"
      And 7 s have passed since "order-1" was sent
      Then nothing is on ORDERS
      And "order-1" still waits on the staging queue
      And nothing is on REPLIES during the life of "order-1"

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A browse of the staging queue brings the report; whether a get from the target queue does is recorded
      Given the queues ORDERS and REPLIES, and no dead-letter queue
      And a MessageProducer for ORDERS with a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then after the life of "order-1" nothing is on ORDERS
      And the depth of REPLIES is 0 to 1
      And the answer to "How many expiration reports are there when a staged message has expired and its target was asked for it?" is recorded
      And the staging queue becomes empty
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

  @X-18
  Rule: A message that expires while it is tried again is reported as expired, not as failed

    Its failure has never been disposed of, so there is nothing else to report. A disposal that happens to
    succeed first, in the very attempt, is tolerated; then the message is on the dead-letter queue.

    Scenario Outline: A <mode> message with both options that expires while it is tried again is reported once as expired
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode>, a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS and the dead-letter queue are altered to PUT(DISABLED) during its delay
        | report options | MQRO_EXCEPTION and MQRO_EXPIRATION |
        | reply to       | REPLIES                            |
      Then after the life of "order-1" the staging queue becomes empty
      And an expiration report about "order-1" arrives on REPLIES
      When the dead-letter queue and ORDERS are altered to PUT(ENABLED), and 5 s pass
      Then nothing is on ORDERS, REPLIES, the dead-letter queue, nor on the staging queue

      Examples: persistent or not
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    Scenario: A message that expires while it is tried again is not reported as failed where that alone was asked for
      Given the queues ORDERS and REPLIES, and no dead-letter queue
      And a MessageProducer for ORDERS with a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      And the life of "order-1" is over
      Then after 1 min the staging queue becomes empty, and nothing is on ORDERS, nor on REPLIES

    Scenario: What expired while it was tried again is delivered by no later attempt
      Given a clock that the tester sets
      And the queues ORDERS and REPLIES, and no dead-letter queue
      And a JMSProducer for ORDERS with a time to live of 1 min and a delivery delay of 3 s
      When "order-1" is sent
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And ORDERS is altered to MAXDEPTH(0)
      And the life of "order-1" is over
      And ORDERS is altered to MAXDEPTH(10)
      Then while ORDERS is browsed, an expiration report about "order-1" arrives on REPLIES within 2 h
      And nothing is on ORDERS, REPLIES, nor on the staging queue

    Scenario Outline: A <mode> message that nobody looks at while it is tried again is reported as expired
      Given a clock that the tester sets
      And the queues ORDERS and REPLIES, and no dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode>, a time to live of 1 min and a delivery delay of 3 s
      When "order-1" is sent
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And ORDERS is altered to MAXDEPTH(0)
      Then while ORDERS is browsed, and the staging queue not before 2 h have passed, an expiration report about "order-1" arrives on REPLIES within 3 h
      And nothing is on ORDERS, REPLIES, nor on the staging queue

      Examples: persistent or not
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

  @X-19
  Rule: The data of an exception report are those of the message as it was sent

    Of a report with full data nothing more and nothing less.

    Scenario Outline: The report about a <mode> message of <length> characters that was <disposed of> has them all
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a <api> for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | <options>           |
        | reply to       | REPLIES             |
        | length         | <length> characters |
      And "order-1" was <disposed of>
      And the exception report about "order-1" is taken from REPLIES
      Then its data are those of "order-1" as sent
      And it carries no delay header, and nothing else is on REPLIES

      Examples: discarded
        | api             | mode           | length | options                                            | disposed of |
        | MessageProducer | PERSISTENT     | 5000   | MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_DISCARD_MSG | discarded   |
        | JMSProducer     | NON_PERSISTENT | 20     | MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_DISCARD_MSG | discarded   |

      Examples: dead-lettered
        | api             | mode           | length | options                       | disposed of   |
        | MessageProducer | NON_PERSISTENT | 5000   | MQRO_EXCEPTION_WITH_FULL_DATA | dead-lettered |
        | MessageProducer | PERSISTENT     | 100000 | MQRO_EXCEPTION_WITH_FULL_DATA | dead-lettered |
        | JMSProducer     | PERSISTENT     | 20     | MQRO_EXCEPTION_WITH_FULL_DATA | dead-lettered |

    Scenario: The report about a message that was staged over a restart has all of its data, and no others
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 5 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | report options | MQRO_EXCEPTION_WITH_FULL_DATA |
        | reply to       | REPLIES                       |
        | length         | 500 characters                |
      And "order-1" comes due after the queue manager is restarted
      And the exception report about "order-1" is taken from REPLIES
      Then its data are those of "order-1" as sent
      And it carries no delay header, and nothing else is on REPLIES

    Scenario Outline: The exception report about a <mode> message that was <disposed of> repeats data as an expiration report does
      Given the queues ORDERS, REPLIES, TWINS and TWINS.REPLIES, and a dead-letter queue
      And a MessageProducer for TWINS with a time to live of 2 s
      And a <api> for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "twin-1" is sent by the first producer
        | report options | MQRO_EXPIRATION_WITH_FULL_DATA |
        | reply to       | TWINS.REPLIES                  |
      And "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | <options> |
        | reply to       | REPLIES   |
      And "order-1" was <disposed of>
      Then nothing is on TWINS
      And an exception report about "order-1" on REPLIES has its data as an expiration report about its undelayed twin "twin-1" on TWINS.REPLIES
      And nothing is on REPLIES, nor on TWINS.REPLIES

      Examples: what the descriptor says of the data, and the MQRFH2 that they begin with
        | api             | mode           | options                                            | disposed of   |
        | MessageProducer | PERSISTENT     | MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_DISCARD_MSG | discarded     |
        | JMSProducer     | NON_PERSISTENT | MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_DISCARD_MSG | discarded     |
        | MessageProducer | NON_PERSISTENT | MQRO_EXCEPTION_WITH_FULL_DATA                      | dead-lettered |
        | JMSProducer     | PERSISTENT     | MQRO_EXCEPTION_WITH_FULL_DATA                      | dead-lettered |

    Scenario Outline: The exception report about a <mode> message that fails repeats data as an expiration report does
      Given the queues ORDERS, REPLIES, TWINS and TWINS.REPLIES, and a dead-letter queue
      And a MessageProducer for TWINS with a time to live of 2 s
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "twin-1" is sent by the first producer
        | report options | MQRO_EXPIRATION_WITH_FULL_DATA |
        | reply to       | TWINS.REPLIES                  |
      And "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_EXCEPTION_WITH_FULL_DATA |
        | reply to       | REPLIES                       |
      Then nothing is on TWINS
      And an exception report about "order-1" on REPLIES has its data as an expiration report about its undelayed twin "twin-1" on TWINS.REPLIES
      And nothing is on REPLIES, nor on TWINS.REPLIES

      Examples: both modes
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    Scenario: An exception report that was itself dead-lettered has the data of the message as sent
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED) and REPLIES PUT(DISABLED)
        | report options | MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                                            |
      And the exception report about "order-1" is taken from the dead-letter queue
      Then its data are those of "order-1" as sent
      And it carries no delay header, and nothing else is on the dead-letter queue

  @X-20
  Rule: By default the correlation id of an exception report is the message id that the sender was given

    So the sender knows which message has failed.

    Scenario: Of two messages that fail each is reported by its own id
      Given the queues ORDERS, BILLS, REPLIES and BILLS.REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      And a MessageProducer for BILLS with a delivery delay of 3 s
      When "order-1" is sent by the first producer
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      And "bill-1" is sent by the second producer
        | report options | MQRO_EXCEPTION |
        | reply to       | BILLS.REPLIES  |
      And ORDERS is altered to PUT(DISABLED) during the delay of "order-1"
      And "bill-1" comes due while BILLS has PUT(DISABLED)
      Then an exception report about "order-1" arrives on REPLIES
      And an exception report about "bill-1" arrives on BILLS.REPLIES, and nothing is on REPLIES, nor on BILLS.REPLIES

    Scenario Outline: The report about a message of a <api> with a correlation id of its own leads to its send
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | <option>                                         |
        | reply to       | REPLIES                                          |
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
      Then an exception report about "order-1" arrives on REPLIES
      And its MQMD.CorrelId is the JMSMessageID that the sender of "order-1" was given, and nothing else is on REPLIES

      Examples: in all forms of the report
        | api             | option                        |
        | MessageProducer | MQRO_EXCEPTION                |
        | MessageProducer | MQRO_EXCEPTION_WITH_DATA      |
        | JMSProducer     | MQRO_EXCEPTION_WITH_FULL_DATA |

  @X-21
  Rule: The ids that the options pass on to an exception report are those of the message as it was sent

    Passed on from the staged copy, the correlation id would be the message id, and the message id nobody's.

    Scenario Outline: With <options> the <field> of a report that was dead-lettered is <whose>
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED) and REPLIES PUT(DISABLED)
        | report options | <options> and MQRO_DISCARD_MSG                   |
        | reply to       | REPLIES                                          |
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
      And the exception report about "order-1" is taken from the dead-letter queue
      Then its <field> is <value>, and nothing else is on the dead-letter queue

      Examples: one option, and both
        | options                                                     | field         | whose                            | value                                                   |
        | MQRO_EXCEPTION and MQRO_PASS_MSG_ID                         | MQMD.MsgId    | the original message id          | the JMSMessageID that the sender of "order-1" was given |
        | MQRO_EXCEPTION and MQRO_PASS_CORREL_ID                      | MQMD.CorrelId | the application's correlation id | "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8"      |
        | MQRO_EXCEPTION and MQRO_PASS_MSG_ID and MQRO_PASS_CORREL_ID | MQMD.MsgId    | the original message id          | the JMSMessageID that the sender of "order-1" was given |
        | MQRO_EXCEPTION and MQRO_PASS_MSG_ID and MQRO_PASS_CORREL_ID | MQMD.CorrelId | the application's correlation id | "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8"      |

    Scenario Outline: With MQRO_PASS_CORREL_ID a report about a message <what> has the correlation id that stood in its descriptor
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with <settings>
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED) and REPLIES PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_PASS_CORREL_ID and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                                                     |
        | <form>         | <given>                                                     |
      And the exception report about "order-1" is taken from the dead-letter queue
      Then its MQMD.CorrelId is "<bytes>", and nothing else is on the dead-letter queue

      Examples: a text, and a message for the MQI
        | what                  | settings                                                                     | form             | given                                            | bytes                                            |
        | with a text           | a delivery delay of 3 s                                                      | JMSCorrelationID | "order 17 of the day, cake"                      | 6f72646572203137206f6620746865206461792c2063616b |
        | for the MQI           | a destination that applications of the MQI read and a delivery delay of 3 s  | correlation id   | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |

    @edition-later
    Scenario Outline: To the report of the <event> of a delayed message <ids> pass on what they pass on to that of its twin
      Given the queues ORDERS, REPLIES, TWINS and TWINS.REPLIES
      And a MessageProducer for TWINS
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "twin-1" is sent by the first producer
        | report options | <option> and <ids>                               |
        | reply to       | TWINS.REPLIES                                    |
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
      And "order-1" is sent
        | report options | <option> and <ids>                               |
        | reply to       | REPLIES                                          |
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
      And 8 s have passed since "order-1" was sent
      Then "twin-1" is delivered to TWINS
      And "order-1" is delivered to ORDERS
      And <kind> report about "order-1" on REPLIES, if any, has its ids from where that about its undelayed twin "twin-1" on TWINS.REPLIES has them, and nothing else is on ORDERS

      Examples: one option, and both
        | event    | kind  | option   | ids                                      |
        | arrival  | a COA | MQRO_COA | MQRO_PASS_MSG_ID and MQRO_PASS_CORREL_ID |
        | delivery | a COD | MQRO_COD | MQRO_PASS_MSG_ID and MQRO_PASS_CORREL_ID |
        | delivery | a COD | MQRO_COD | MQRO_PASS_CORREL_ID                      |

  @X-22
  Rule: Reports go to the reply-to queue that the message named when it was sent

    And to no other, wherever the message was when the report was made.

    Scenario Outline: Two messages with reply-to queues of their own are reported there when <what happens>
      Given the queues ORDERS, REPLIES and OTHER.REPLIES
      And <dead-letter queue>
      And a MessageProducer for ORDERS with <life> and a delivery delay of 3 s
      When "order-1" is sent
        | report options | MQRO_EXCEPTION and MQRO_EXPIRATION |
        | reply to       | REPLIES                            |
      And "order-2" is sent
        | report options | MQRO_EXCEPTION and MQRO_EXPIRATION |
        | reply to       | OTHER.REPLIES                      |
      And ORDERS is altered to PUT(DISABLED) during the delay of "order-1"
      And 7 s have passed since "order-1" was sent
      Then the staging queue becomes empty
      And <report> report about "order-1" arrives on REPLIES
      And <report> report about "order-2" arrives on OTHER.REPLIES
      And nothing is on REPLIES, nor on OTHER.REPLIES

      Examples: dead-lettered, and expired
        | what happens | dead-letter queue    | life                   | report        |
        | they fail    | a dead-letter queue  | a time to live of 60 s | an exception  |
        | they expire  | no dead-letter queue | a time to live of 6 s  | an expiration |

    Scenario: The reply-to queue of another queue manager is not the one of its name here: the message fails
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options         | MQRO_EXCEPTION |
        | reply to               | REPLIES        |
        | reply to queue manager | QM7            |
      Then the staging queue becomes empty, and nothing is on ORDERS, nor on REPLIES
      And the depth of the dead-letter queue is 1 or 2

    Scenario: The reply-to queue of another queue manager is not the one of its name here: the message expires
      Given the queues ORDERS and REPLIES, and no dead-letter queue
      And a MessageProducer for ORDERS with a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | report options         | MQRO_EXPIRATION |
        | reply to               | REPLIES         |
        | reply to queue manager | QM7             |
      And 8 s have passed since "order-1" was sent
      Then the staging queue becomes empty, and nothing is on ORDERS, nor on REPLIES

  @X-32
  Rule: Arrival and delivery of a delayed message are reported on its target, once, or not at all

    Neither the staging queue nor the processor is where it was sent to.

    @edition-later
    Scenario Outline: A message of a <api> with <options> is reported at most once of each kind, after its delay
      Given the queues ORDERS and REPLIES
      And a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
        | report options | <options> |
        | reply to       | REPLIES   |
      Then nothing is on REPLIES during the delay of "order-1"
      And after its delivery delay "order-1" is delivered to ORDERS
      And a COA and a COD report about "order-1" arrive on REPLIES, or one of them, or nothing
      And nothing is on REPLIES

      Examples: in all forms
        | api             | options                                             |
        | MessageProducer | MQRO_COA and MQRO_COD                               |
        | MessageProducer | MQRO_COA_WITH_FULL_DATA and MQRO_COD_WITH_FULL_DATA |
        | JMSProducer     | MQRO_COA and MQRO_COD                               |
        | JMSProducer     | MQRO_COA_WITH_DATA and MQRO_COD_WITH_DATA           |

    @edition-later
    Scenario: A restart of the queue manager does not report an arrival again
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due
        | report options | MQRO_COA |
        | reply to       | REPLIES  |
      And the queue manager is restarted, and 1 s passes
      Then a COA and a COD report about "order-1" arrive on REPLIES, or one of them, or nothing
      And "order-1" is delivered to ORDERS, and nothing is on ORDERS, nor on REPLIES

    @edition-later
    Scenario Outline: A message with <options> whose get was backed out has been reported at most once of each kind
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due
        | report options | <options> |
        | reply to       | REPLIES   |
      Then MQGET from ORDERS with MQGMO_SYNCPOINT returns "order-1"
      When the getting application backs out, which puts back "order-1"
      Then a COA and a COD report about "order-1" arrive on REPLIES, or one of them, or nothing
      And nothing is on REPLIES
      And "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both families
        | options                                   |
        | MQRO_COA and MQRO_COD                     |
        | MQRO_COA_WITH_DATA and MQRO_COD_WITH_DATA |

    @edition-later
    Scenario Outline: A message that is got in a unit of work is reported at most once of each kind when that is committed
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due
        | report options | MQRO_COA and MQRO_COD |
        | reply to       | REPLIES               |
      Then MQGET from ORDERS with MQGMO_SYNCPOINT returns "order-1"
      When the getting application commits
      Then a COA and a COD report about "order-1" arrive on REPLIES, or one of them, or nothing
      And nothing is on REPLIES, nor on ORDERS

      Examples: both modes
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    @edition-later
    Scenario: On a transmission queue a message has not arrived
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And a queue REPLIES, and a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due
        | report options | MQRO_COA and MQRO_COD |
        | reply to       | REPLIES               |
      Then the depth of TO.QM2 becomes 1, and no COA report is on REPLIES
      And no COD report is on REPLIES, and nothing is on REPLIES

    @edition-later
    Scenario: A channel that takes a message to another queue manager has not delivered it
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And a queue REPLIES, and a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due
        | report options | MQRO_COD |
        | reply to       | REPLIES  |
      And the channel of TO.QM2 runs for 1 s
      Then the depth of TO.QM2 becomes 0
      And no COD report is on REPLIES, and nothing is on REPLIES

    @edition-later
    Scenario: No arrival is reported of a message that has not arrived
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), and "order-1" was dead-lettered
        | report options | MQRO_COA and MQRO_COD |
        | reply to       | REPLIES               |
      Then no COA report is on REPLIES
      And no COD report is on REPLIES, and nothing is on ORDERS

  @X-33
  Rule: A staged message that expires is not reported as delivered

    The discard takes it off the queue as a get would, but nobody has got it.

    @edition-later
    Scenario Outline: A <mode> message with <options> that expires while it is tried again is not reported as delivered
      Given the queues ORDERS and REPLIES, and no dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode>, a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | report options | <options> |
        | reply to       | REPLIES   |
      Then after the life of "order-1" the staging queue becomes empty
      And no COD report is on REPLIES, and nothing is on ORDERS

      Examples: in all forms, alone and beside the report of the expiry
        | mode           | options                      |
        | PERSISTENT     | MQRO_COD                     |
        | PERSISTENT     | MQRO_COD_WITH_DATA           |
        | NON_PERSISTENT | MQRO_COD_WITH_FULL_DATA      |
        | NON_PERSISTENT | MQRO_COD and MQRO_EXPIRATION |

    @edition-later
    Scenario: A message that expires on the dead-letter queue is not reported as delivered
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_COD |
        | reply to       | REPLIES  |
      And the life of "order-1" is over
      Then nothing is on the dead-letter queue
      And no COD report is on REPLIES, and nothing is on REPLIES, nor on ORDERS

  @X-35
  Rule: With MQRO_PASS_DISCARD_AND_EXPIRY a report inherits what its undelayed twin inherits

    By the meaning of the option that is the rest of the life of the message, its delay taken off. The
    documents do not say so themselves.

    Scenario Outline: What a report about a message that was <disposed of> inherits of a life of <life> is recorded
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with <life> and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | report options | <options> |
        | reply to       | REPLIES   |
      And 10 s have passed since "order-1" was sent
      And "order-1" was <disposed of>
      And the exception report about "order-1" is taken from REPLIES
      Then its expiry is positive or unlimited
      And its MQMD.Expiry is not 0
      And the answer to "What is the MQMD.Expiry, 10 s after the send, of a report with MQRO_PASS_DISCARD_AND_EXPIRY about a message with <life> that was <disposed of>?" is recorded, and nothing else is on REPLIES

      Examples: limited and unlimited
        | life                      | options                                                              | disposed of   |
        | a time to live of 60 s    | MQRO_EXCEPTION and MQRO_PASS_DISCARD_AND_EXPIRY                      | dead-lettered |
        | a time to live of 60 s    | MQRO_EXCEPTION and MQRO_PASS_DISCARD_AND_EXPIRY and MQRO_DISCARD_MSG | discarded     |
        | an unlimited time to live | MQRO_EXCEPTION and MQRO_PASS_DISCARD_AND_EXPIRY                      | dead-lettered |

    @EX-05 @EX-10 @EX-62
    Scenario Outline: Whatever life a report has goes on while <meanwhile>
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT, a time to live of 60 s and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | <options> |
        | reply to       | REPLIES   |
      Then a browse by MQGET shows an exception report about "order-1" on REPLIES
      When <meanwhile>
      Then MQGET from REPLIES returns that report, whose life has gone on or has no end
      And nothing else is on REPLIES

      Examples: of its message or its own, on its queue and over a restart
        | options                                         | meanwhile                          |
        | MQRO_EXCEPTION and MQRO_PASS_DISCARD_AND_EXPIRY | 20 s pass                          |
        | MQRO_EXCEPTION and MQRO_PASS_DISCARD_AND_EXPIRY | the queue manager is down for 20 s |
        | MQRO_EXCEPTION and MQRO_PASS_DISCARD_AND_EXPIRY | 80 s pass                          |
        | MQRO_EXCEPTION                                  | 20 s pass                          |

    @edition-later
    Scenario Outline: The report of the <event> of a delayed message inherits what that of its twin inherits
      Given the queues ORDERS, REPLIES, TWINS and TWINS.REPLIES
      And a MessageProducer for TWINS with a time to live of 60 s
      And a MessageProducer for ORDERS with a time to live of 60 s and a delivery delay of 3 s
      When "twin-1" is sent by the first producer
        | report options | <option> and MQRO_PASS_DISCARD_AND_EXPIRY |
        | reply to       | TWINS.REPLIES                             |
      And "order-1" is sent
        | report options | <option> and MQRO_PASS_DISCARD_AND_EXPIRY |
        | reply to       | REPLIES                                   |
      And 8 s have passed since "order-1" was sent
      Then "twin-1" is delivered to TWINS
      And "order-1" is delivered to ORDERS
      And <kind> report about "order-1" on REPLIES, if any, is like that about its undelayed twin "twin-1" on TWINS.REPLIES, and nothing else is on ORDERS

      Examples: of arrival and of delivery
        | event    | kind  | option   |
        | arrival  | a COA | MQRO_COA |
        | delivery | a COD | MQRO_COD |

  @X-55
  Rule: A message may be reported twice: as dead-lettered, and as expired on the dead-letter queue

    Both reports are about the same send.

    Scenario Outline: Both reports about a <mode> message of a <api> lead to its send
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a <api> for ORDERS with delivery mode <mode>, a time to live of 8 s and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | <options> |
        | reply to       | REPLIES   |
      Then an exception report about "order-1" arrives on REPLIES
      And after the life of "order-1" nothing is on the dead-letter queue
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

      Examples: in several forms
        | api             | mode           | options                                                          |
        | MessageProducer | PERSISTENT     | MQRO_EXCEPTION and MQRO_EXPIRATION                               |
        | MessageProducer | NON_PERSISTENT | MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_EXPIRATION_WITH_FULL_DATA |
        | JMSProducer     | PERSISTENT     | MQRO_EXCEPTION_WITH_DATA and MQRO_EXPIRATION                     |
        | JMSProducer     | NON_PERSISTENT | MQRO_EXCEPTION and MQRO_EXPIRATION_WITH_DATA                     |
