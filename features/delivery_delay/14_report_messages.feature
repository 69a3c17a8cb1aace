Feature: Report messages

  The report options of a message say which reports its sender wants and what is to become of it in a
  failure. The delivery delay processor acts on all of them but four families: confirmation of arrival
  (COA) and of delivery (COD), notification of what the application made of the message (PAN for success,
  NAN for failure), and activity reports (ACTIVITY). Those it ignores, and passes on with the message,
  since arrival, delivery and use concern the target queue and the application behind it, not the staging
  queue.

  Expiration reports of staged messages are described with the expiry interval (09), the way of an
  exception report with the reports of a failure to put (12). Here is what such a report says, and what the
  ignored options do not do.

  What the documents leave open, or say in one edition only, and what is accepted here:

  * Whether COA and COD reports are made when the message arrives on its target and is got from there. The
    options are on the message, but no sentence promises the reports. Both are accepted and recorded; they
    never come before, and never twice. The same holds for a COD report where a staged message is recalled.
    Whether a COD report about a get in a unit of work waits for the commit is not said either: where that was
    backed out, the next get may make another one.
  * The text has two editions, one for version 8.0 and one for later versions. The older one breaks off
    before the list of the four families. It may be taken to mean the same; what depends on the list is
    tested under the later edition only.
  * Whether channels and whatever else passes a message on to another queue manager report that as an activity,
    and whether a publish is reported as one, or the get of who receives the message. The processor reports none,
    and no other hop is looked at.
  * How long the data of a report "with data" are, and whether a header of JMS in front of the body counts. Those
    of a message for the MQI, which has no such header, begin with the application's.
  * What stands in MQMD.CorrelId of a message for which the application has set no correlation id. It is passed
    as it is.
  * What MQRO_PASS_DISCARD_AND_EXPIRY does to the report. Other documents describe it; here it is
    recorded.

  @DD-125
  Rule: The processor acts on all report options but the four families that it passes through

    What holds for a message that is not delayed holds for a delayed one.

    @edition-later
    Scenario Outline: A delayed send with <options> is accepted
      Given the queues ORDERS and REPLIES, and a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
        | report options | <options> |
        | reply to       | REPLIES   |
      Then the send is accepted
      When the delivery delay of "order-1" is over
      Then "order-1" is delivered to ORDERS with MQMD.Report <options>, and nothing else is on ORDERS

      Examples: what the processor acts on
        | options                                  |
        | MQRO_EXCEPTION_WITH_FULL_DATA            |
        | MQRO_EXPIRATION_WITH_FULL_DATA           |
        | MQRO_DISCARD_MSG                         |
        | MQRO_PASS_MSG_ID and MQRO_PASS_CORREL_ID |
        | MQRO_PASS_DISCARD_AND_EXPIRY             |

      Examples: what it passes through
        | options                 |
        | MQRO_COA_WITH_FULL_DATA |
        | MQRO_COD_WITH_FULL_DATA |
        | MQRO_PAN and MQRO_NAN   |
        | MQRO_ACTIVITY           |

    @edition-later
    Scenario Outline: Beside options that are ignored, the discard is not: <options>
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | <options> |
        | reply to       | REPLIES   |
      Then nothing but this is on the queues
        | the staging queue | the dead-letter queue | ORDERS  |
        | nothing           | <dead-lettered>       | nothing |

      Examples: with it and without
        | options                                                                                | dead-lettered |
        | MQRO_DISCARD_MSG and MQRO_COA and MQRO_COD and MQRO_PAN and MQRO_NAN and MQRO_ACTIVITY | nothing       |
        | MQRO_COA and MQRO_COD and MQRO_PAN and MQRO_NAN and MQRO_ACTIVITY                      | order-1       |

    Scenario: Beside options about ids and lives of reports the discard is carried out
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_DISCARD_MSG and MQRO_PASS_DISCARD_AND_EXPIRY and MQRO_PASS_MSG_ID and MQRO_PASS_CORREL_ID |
        | reply to       | REPLIES                                                                                        |
      Then nothing but this is on the queues
        | the staging queue | the dead-letter queue | ORDERS  |
        | nothing           | nothing               | nothing |

    Scenario Outline: A message of a <api> that is dead-lettered is reported as an exception
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      And "order-1" was dead-lettered
      Then an exception report arrives on REPLIES, caused by "order-1", and nothing else is on REPLIES

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A message of a <api> that expires before its commit is reported as expired
      Given the queues ORDERS and REPLIES
      And a transacted <api> for ORDERS with a time to live of 4 s and a delivery delay of 2 s
      When "order-1" is sent, and its life is over
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And the unit of work is committed, and 3 s pass
      Then the staging queue becomes empty, and nothing is on ORDERS
      And an expiration report arrives on REPLIES, caused by "order-1", and nothing else is on REPLIES

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: No option makes a report of a message that is delivered: <options>
      Given the queues ORDERS and REPLIES
      And a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due
        | report options | <options> |
        | reply to       | REPLIES   |
      Then "order-1" is delivered to ORDERS, and nothing is on ORDERS, nor on REPLIES

      Examples: options for the case of failure or expiry
        | api             | options                                  |
        | MessageProducer | MQRO_EXCEPTION and MQRO_EXPIRATION       |
        | JMSProducer     | MQRO_EXCEPTION and MQRO_EXPIRATION       |
        | MessageProducer | MQRO_DISCARD_MSG and MQRO_PASS_CORREL_ID |

    Scenario: What MQRO_PASS_DISCARD_AND_EXPIRY makes of the life of a report is recorded
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a time to live of 60 s and a delivery delay of 5 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | report options | MQRO_EXCEPTION and MQRO_PASS_DISCARD_AND_EXPIRY |
        | reply to       | REPLIES                                         |
      And 6 s have passed since "order-1" was sent
      And "order-1" was dead-lettered
      And the exception report about "order-1" is taken from REPLIES
      Then its expiry is positive or unlimited
      And its MQMD.Expiry is not 0
      And the answer to "What is the MQMD.Expiry of a report that inherits the rest of a life, 54 s?" is recorded, and nothing else is on REPLIES

  @X-20
  Rule: An exception report is correlated by the message id that the sender was given

    The staged copy has another id: a report made of the copy would lead nowhere.

    Scenario Outline: The report about a <mode> message of a <api> that was <disposed of> leads to its send
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a <api> for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | <options> |
        | reply to       | REPLIES   |
      And "order-1" was <disposed of>
      And the exception report about "order-1" is taken from REPLIES
      Then its MQMD.CorrelId is the JMSMessageID that the sender of "order-1" was given
      And its MQMD.MsgId is not "000000000000000000000000000000000000000000000000", and nothing else is on REPLIES

      Examples: dead-lettered
        | api             | mode           | options        | disposed of   |
        | MessageProducer | PERSISTENT     | MQRO_EXCEPTION | dead-lettered |
        | JMSProducer     | NON_PERSISTENT | MQRO_EXCEPTION | dead-lettered |

      Examples: discarded
        | api             | mode           | options                             | disposed of |
        | MessageProducer | NON_PERSISTENT | MQRO_EXCEPTION and MQRO_DISCARD_MSG | discarded   |
        | JMSProducer     | PERSISTENT     | MQRO_EXCEPTION and MQRO_DISCARD_MSG | discarded   |

  @X-21
  Rule: MQRO_PASS_MSG_ID and MQRO_PASS_CORREL_ID pass the ids of the message that was sent

    The correlation id of the application is not the one of the staged copy, which is the original message
    id.

    Scenario Outline: With <options> the <field> of the report about a <mode> message is <whose>
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | <options>                                        |
        | reply to       | REPLIES                                          |
        | correlation id | 414d51204f524445522d4944000000000000000000000000 |
      And the exception report about "order-1" is taken from REPLIES
      Then its <field> is <value>, and nothing else is on REPLIES

      Examples: the message id
        | mode           | options                                                              | field      | whose               | value                                                   |
        | PERSISTENT     | MQRO_EXCEPTION and MQRO_PASS_MSG_ID                                  | MQMD.MsgId | that of the message | the JMSMessageID that the sender of "order-1" was given |
        | NON_PERSISTENT | MQRO_EXCEPTION and MQRO_PASS_MSG_ID and MQRO_PASS_CORREL_ID          | MQMD.MsgId | that of the message | the JMSMessageID that the sender of "order-1" was given |
        | PERSISTENT     | MQRO_EXCEPTION and MQRO_PASS_MSG_ID and MQRO_DISCARD_MSG             | MQMD.MsgId | that of the message | the JMSMessageID that the sender of "order-1" was given |
        | PERSISTENT     | MQRO_EXCEPTION and MQRO_PASS_MSG_ID and MQRO_PASS_DISCARD_AND_EXPIRY | MQMD.MsgId | that of the message | the JMSMessageID that the sender of "order-1" was given |

      Examples: the correlation id
        | mode           | options                                                                 | field         | whose                   | value                                                   |
        | PERSISTENT     | MQRO_EXCEPTION and MQRO_PASS_MSG_ID                                     | MQMD.CorrelId | the message id          | the JMSMessageID that the sender of "order-1" was given |
        | NON_PERSISTENT | MQRO_EXCEPTION and MQRO_PASS_CORREL_ID                                  | MQMD.CorrelId | that of the application | "414d51204f524445522d4944000000000000000000000000"      |
        | PERSISTENT     | MQRO_EXCEPTION and MQRO_PASS_MSG_ID and MQRO_PASS_CORREL_ID             | MQMD.CorrelId | that of the application | "414d51204f524445522d4944000000000000000000000000"      |
        | PERSISTENT     | MQRO_EXCEPTION and MQRO_PASS_CORREL_ID and MQRO_DISCARD_MSG             | MQMD.CorrelId | that of the application | "414d51204f524445522d4944000000000000000000000000"      |
        | PERSISTENT     | MQRO_EXCEPTION and MQRO_PASS_CORREL_ID and MQRO_PASS_DISCARD_AND_EXPIRY | MQMD.CorrelId | that of the application | "414d51204f524445522d4944000000000000000000000000"      |

    Scenario: Where the application has set no correlation id the one that its message has all the same is passed
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_PASS_CORREL_ID |
        | reply to       | REPLIES                                |
      And the exception report about "order-1" is taken from REPLIES
      Then its MQMD.CorrelId is the MQMD.CorrelId that the sender of "order-1" was given, and nothing else is on REPLIES

    @HM-43
    Scenario Outline: With MQRO_PASS_CORREL_ID the report about a message of a <api> has the bytes that were set as its correlation id
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options            | MQRO_EXCEPTION and MQRO_PASS_CORREL_ID |
        | reply to                  | REPLIES                                |
        | JMSCorrelationID as bytes | aabbcc                                 |
      And the exception report about "order-1" is taken from REPLIES
      Then its MQMD.CorrelId is "aabbcc000000000000000000000000000000000000000000", and nothing else is on REPLIES

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @X-19
  Rule: The data of an exception report are those of the message that was sent

    Without the header that held the delay.

    Background:
      Given the queues ORDERS and REPLIES, and a dead-letter queue

    Scenario Outline: A report by <option> about a message of <length> characters contains all of them
      Given a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | <option>            |
        | reply to       | REPLIES             |
        | length         | <length> characters |
      And the exception report about "order-1" is taken from REPLIES
      Then its data are those of "order-1" as sent
      And it carries no delay header, and nothing else is on REPLIES

      Examples: short
        | option                        | length |
        | MQRO_EXCEPTION_WITH_FULL_DATA | 20     |

      Examples: long
        | option                        | length |
        | MQRO_EXCEPTION_WITH_FULL_DATA | 5000   |

    Scenario Outline: A report with data about a message of <length> characters for the MQI begins with the first of them
      Given a MessageProducer for ORDERS with a destination that applications of the MQI read and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_EXCEPTION_WITH_DATA |
        | reply to       | REPLIES                  |
        | length         | <length> characters      |
      And the exception report about "order-1" is taken from REPLIES
      Then its data are the beginning of those of "order-1" as sent
      And it carries no delay header, and nothing else is on REPLIES

      Examples: few and many
        | length |
        | 20     |
        | 5000   |

  @X-55
  Rule: A dead-lettered message may be reported twice: when it was dead-lettered, and when it has expired there

    Two reports about two events, where the sender asked for both.

    Scenario: An exception report comes first and an expiration report when the life is over
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a time to live of 8 s and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_EXPIRATION |
        | reply to       | REPLIES                            |
      And "order-1" was dead-lettered
      And the exception report about "order-1" is taken from REPLIES
      Then after the life of "order-1" nothing is on the dead-letter queue
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

  @DD-126 @edition-later
  Rule: The processor makes no COA report, neither for the staging queue nor before the delay is over

    The message has not arrived where it was sent to.

    Scenario Outline: No arrival of a message of a <api> with <option> is reported while it is staged
      Given the queues ORDERS and REPLIES
      And a <api> for ORDERS with a delivery delay of 4 s
      When "order-1" is sent, and 2 s pass
        | report options | <option> |
        | reply to       | REPLIES  |
      Then nothing is on REPLIES during the delay of "order-1"
      And after its delivery delay "order-1" is delivered to ORDERS
      And a COA report about "order-1" arrives on REPLIES, or nothing
      And the answer to "Is the arrival on the target queue reported with <option>?" is recorded, and nothing is on ORDERS, nor on REPLIES

      Examples: in all its forms
        | api             | option                  |
        | MessageProducer | MQRO_COA                |
        | MessageProducer | MQRO_COA_WITH_DATA      |
        | MessageProducer | MQRO_COA_WITH_FULL_DATA |
        | JMSProducer     | MQRO_COA                |

    Scenario: The arrival of a message at a later attempt is reported once, if at all
      Given a clock that the tester sets, and the queues ORDERS and REPLIES, and no dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_COA |
        | reply to       | REPLIES  |
      And a dead-letter queue is defined
      And ORDERS is altered to PUT(ENABLED), and 2 h pass
      Then "order-1" is delivered to ORDERS, or to the dead-letter queue
      And a COA report about "order-1" arrives on REPLIES, or nothing
      And nothing is on ORDERS, REPLIES, nor on the dead-letter queue

    Scenario: A message that is committed is not reported as arrived on the staging queue
      Given the queues ORDERS and REPLIES
      And a transacted MessageProducer for ORDERS with a delivery delay of 6 s
      When "order-1" is sent, and the unit of work is committed
        | report options | MQRO_COA |
        | reply to       | REPLIES  |
      And 2 s pass
      Then nothing is on REPLIES during the delay of "order-1"

    Scenario Outline: A <mode> message with <options> that expires while it is tried again is not reported as arrived
      Given the queues ORDERS and REPLIES, and no dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode>, a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | report options | <options> |
        | reply to       | REPLIES   |
      Then after the life of "order-1" the staging queue becomes empty
      And no COA report is on REPLIES, and nothing is on ORDERS

      Examples: alone and beside the report of the expiry
        | mode           | options                      |
        | PERSISTENT     | MQRO_COA                     |
        | NON_PERSISTENT | MQRO_COA and MQRO_EXPIRATION |

    @X-32
    Scenario: A recall is no arrival
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with a delivery delay of 6 s
      When "order-1" is sent
        | report options | MQRO_COA |
        | reply to       | REPLIES  |
      Then an MQGET by correlation id recalls "order-1" from the staging queue
      And no COA report is on REPLIES, and nothing is on REPLIES
      And nothing is on ORDERS, nor on the staging queue

    Scenario: What is discarded is not reported as arrived
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_COA and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                       |
      And "order-1" was discarded
      Then no COA report is on REPLIES, and nothing is on ORDERS

    @X-32
    Scenario: To get a dead letter is no arrival
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_COA |
        | reply to       | REPLIES  |
      Then "order-1" is dead-lettered, and nothing is on the dead-letter queue
      And no COA report is on REPLIES, and nothing is on REPLIES

    Scenario: Nothing confirms the arrival of a publication before its delay is over
      Given a topic PRICES and a queue REPLIES, and a non-durable subscriber alice to PRICES
      And a MessageProducer for the topic PRICES with a delivery delay of 5 s
      When "price-1" is published, and 2 s pass
        | report options | MQRO_COA |
        | reply to       | REPLIES  |
      Then nothing is on REPLIES during the delay of "price-1"
      And nothing is delivered to the subscriber alice yet

  @DD-127 @edition-later
  Rule: The processor makes no COD report when it takes a message from the staging queue

    Nobody has received it yet. That the processor gets it like an application does is its own business.

    Scenario Outline: No delivery of a message of a <api> with <option> is reported before somebody gets it
      Given the queues ORDERS and REPLIES
      And a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
        | report options | <option> |
        | reply to       | REPLIES  |
      Then nothing is on REPLIES during the delay of "order-1"
      And after the delivery delay of "order-1" the staging queue becomes empty, and nothing is on REPLIES
      And "order-1" is delivered to ORDERS
      And a COD report about "order-1" arrives on REPLIES, or nothing
      And the answer to "Is the get from the target queue reported with <option>?" is recorded, and nothing is on ORDERS, nor on REPLIES

      Examples: in all its forms
        | api             | option                  |
        | MessageProducer | MQRO_COD                |
        | MessageProducer | MQRO_COD_WITH_DATA      |
        | MessageProducer | MQRO_COD_WITH_FULL_DATA |
        | JMSProducer     | MQRO_COD                |

    Scenario: No delivery of a message that is not persistent is reported before somebody gets it
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with delivery mode NON_PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due
        | report options | MQRO_COD |
        | reply to       | REPLIES  |
      Then the depth of ORDERS becomes 1, and nothing is on REPLIES

    Scenario: No delivery of a message that comes at a later attempt is reported before somebody gets it
      Given a clock that the tester sets, and the queues ORDERS and REPLIES, and no dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_COD |
        | reply to       | REPLIES  |
      And a dead-letter queue is defined
      And ORDERS is altered to PUT(ENABLED), and 2 h pass
      Then the depth of REPLIES is 0
      And "order-1" is delivered to ORDERS, or to the dead-letter queue
      And nothing is on ORDERS, nor on the dead-letter queue

    Scenario: No delivery of a message is reported before somebody gets it, though the queue manager was restarted
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent
        | report options | MQRO_COD |
        | reply to       | REPLIES  |
      And the queue manager is restarted, and the delivery delay of "order-1" is over
      Then the depth of ORDERS becomes 1, and nothing is on REPLIES

    Scenario: No delivery of a publication is reported before its subscriber gets it
      Given a topic PRICES and a queue REPLIES
      And a queue PRICES.ONE, and a subscription to PRICES that delivers to PRICES.ONE
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published and comes due
        | report options | MQRO_COD |
        | reply to       | REPLIES  |
      Then the depth of PRICES.ONE becomes 1, and nothing is on REPLIES

    Scenario Outline: No delivery of a message with <options> is reported when it cannot be delivered
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | <options> |
        | reply to       | REPLIES   |
      And "order-1" was <disposed of>
      Then no COD report is on REPLIES, and nothing is on ORDERS

      Examples: dead-lettered or discarded
        | options                       | disposed of   |
        | MQRO_COD                      | dead-lettered |
        | MQRO_COD and MQRO_DISCARD_MSG | discarded     |

    @X-32
    Scenario: A browse of the target is no delivery
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due
        | report options | MQRO_COD |
        | reply to       | REPLIES  |
      Then the depth of ORDERS becomes 1
      And a browser shows "order-1" on ORDERS, and nothing is on REPLIES, nor on the staging queue

    @X-32
    Scenario: An MQGET that browses the target is no delivery
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due
        | report options | MQRO_COD |
        | reply to       | REPLIES  |
      Then the depth of ORDERS becomes 1
      And MQGET from ORDERS with MQGMO_BROWSE_FIRST returns "order-1", and nothing is on REPLIES, nor on the staging queue

    Scenario Outline: No message of a <api> with MQRO_COD is confirmed on its way to an alias
      Given a queue ORDERS with an alias queue SALES, and a queue REPLIES
      And a <api> for SALES with a delivery delay of 3 s
      When "order-1" is sent and comes due
        | report options | MQRO_COD |
        | reply to       | REPLIES  |
      Then the depth of ORDERS becomes 1, and nothing is on REPLIES

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @X-33 @edition-later
  Rule: A message that expires on the staging queue is not reported as delivered

    One that an application recalls from there may be: that is an ordinary get.

    Scenario: No delivery is reported of a message that is committed after its end
      Given the queues ORDERS and REPLIES
      And a transacted MessageProducer for ORDERS with a time to live of 4 s and a delivery delay of 2 s
      When "order-1" is sent, and its life is over
        | report options | MQRO_COD |
        | reply to       | REPLIES  |
      And the unit of work is committed, and 3 s pass
      Then the staging queue becomes empty
      And no COD report is on REPLIES, and nothing is on ORDERS

    @X-32
    Scenario: A get that the end of the queue manager has undone is reported once as a delivery, or not at all
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 2 s
      When "order-1" is sent and comes due
        | report options | MQRO_COD |
        | reply to       | REPLIES  |
      Then MQGET from ORDERS with MQGMO_SYNCPOINT returns "order-1"
      When the queue manager is restarted
      Then a COD report arrives on REPLIES, caused by "order-1", or nothing
      And nothing else is on REPLIES
      And MQGET from ORDERS returns "order-1", and nothing else is on ORDERS

    @EX-22
    Scenario: No delivery is reported of a message that expires on its target while the queue manager is down
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with delivery mode PERSISTENT, a time to live of 7 s and a delivery delay of 2 s
      When "order-1" is sent and comes due
        | report options | MQRO_COD |
        | reply to       | REPLIES  |
      And the queue manager is down for 9 s
      Then nothing is on ORDERS
      And no COD report is on REPLIES, and nothing is on ORDERS

    Scenario: Whether a message recalled from the staging queue is reported as delivered is recorded
      Given the queues ORDERS and REPLIES, and a MessageProducer for ORDERS with a delivery delay of 6 s
      When "order-1" is sent
        | report options | MQRO_COD |
        | reply to       | REPLIES  |
      Then an MQGET by correlation id recalls "order-1" from the staging queue
      And a COD report arrives on REPLIES, caused by "order-1", or nothing
      And the answer to "Is a message recalled from the staging queue reported as delivered?" is recorded, and nothing else is on REPLIES

  @DD-128 @edition-later
  Rule: The processor makes neither PAN nor NAN reports

    They are for the application that uses the message, whatever the processor made of it.

    Scenario Outline: No use of a message of a <api> with <options> is reported when it has just been delivered
      Given the queues ORDERS and REPLIES
      And a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due
        | report options | <options> |
        | reply to       | REPLIES   |
      Then "order-1" is delivered to ORDERS, and nothing is on ORDERS, nor on REPLIES

      Examples: one of them and both
        | api             | options               |
        | MessageProducer | MQRO_PAN              |
        | MessageProducer | MQRO_NAN              |
        | MessageProducer | MQRO_PAN and MQRO_NAN |
        | JMSProducer     | MQRO_PAN and MQRO_NAN |

    Scenario Outline: A message of a <api> with <options> that is <disposed of> is reported neither as used nor as refused
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | <options> |
        | reply to       | REPLIES   |
      And "order-1" was <disposed of>
      Then no PAN or NAN report is on REPLIES, and nothing is on ORDERS

      Examples: dead-lettered
        | api             | options               | disposed of   |
        | MessageProducer | MQRO_PAN              | dead-lettered |
        | MessageProducer | MQRO_NAN              | dead-lettered |
        | JMSProducer     | MQRO_PAN and MQRO_NAN | dead-lettered |

      Examples: discarded
        | api             | options                                    | disposed of |
        | MessageProducer | MQRO_NAN and MQRO_DISCARD_MSG              | discarded   |
        | JMSProducer     | MQRO_PAN and MQRO_NAN and MQRO_DISCARD_MSG | discarded   |

    Scenario Outline: No use of a message with <settings> is reported when it has just been delivered
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with <settings> and a delivery delay of 3 s
      When "order-1" is sent and comes due
        | report options | MQRO_PAN and MQRO_NAN |
        | reply to       | REPLIES               |
      Then nothing is on REPLIES
      And "order-1" is delivered to ORDERS, and nothing else is on ORDERS

      Examples: another mode, a limited life
        | settings                     |
        | delivery mode NON_PERSISTENT |
        | a time to live of 60 s       |

    Scenario: The processor makes no PAN or NAN report about a publication
      Given a topic PRICES and a queue REPLIES
      And a non-durable subscriber alice to PRICES
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published and comes due
        | report options | MQRO_PAN and MQRO_NAN |
        | reply to       | REPLIES               |
      Then "price-1" is delivered to the subscriber alice, and nothing is on REPLIES

    Scenario: A copy for a subscriber who is gone is reported neither as used nor as refused
      Given a topic PRICES and a queue REPLIES, and a durable subscriber alice to PRICES
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
        | report options | MQRO_PAN and MQRO_NAN |
        | reply to       | REPLIES               |
      And the subscriber alice unsubscribes during the delay of "price-1"
      Then after 4 s the staging queue becomes empty
      And no PAN or NAN report is on REPLIES, and nothing is on REPLIES

  @DD-129 @edition-later
  Rule: The processor makes no activity report of the way over the staging queue

    The staging queue is no stop of which an application should know.

    Scenario Outline: A message of a <api> with MQRO_ACTIVITY leaves no report on its way
      Given the queues ORDERS and REPLIES
      And a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and 1 s passes
        | report options | MQRO_ACTIVITY |
        | reply to       | REPLIES       |
      Then nothing is on REPLIES during the delay of "order-1"
      When the delivery delay of "order-1" is over
      Then nothing is on REPLIES
      And "order-1" is delivered to ORDERS, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A message with MQRO_ACTIVITY and <option> leaves no activity report on its way
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due
        | report options | MQRO_ACTIVITY and <option> |
        | reply to       | REPLIES                    |
      Then no activity report is on REPLIES
      And "order-1" is delivered to ORDERS, and nothing else is on ORDERS

      Examples: beside other options
        | option          |
        | MQRO_COA        |
        | MQRO_COD        |
        | MQRO_EXPIRATION |

    Scenario Outline: A message with <settings> and MQRO_ACTIVITY leaves no report on its way
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with <settings> and a delivery delay of 3 s
      When "order-1" is sent and comes due
        | report options | MQRO_ACTIVITY |
        | reply to       | REPLIES       |
      Then nothing is on REPLIES
      And "order-1" is delivered to ORDERS, and nothing else is on ORDERS

      Examples: another mode, a limited life
        | settings                     |
        | delivery mode NON_PERSISTENT |
        | a time to live of 60 s       |

    Scenario Outline: A message with <options> leaves no activity report when it is <disposed of>
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | <options> |
        | reply to       | REPLIES   |
      And "order-1" was <disposed of>
      Then no activity report is on REPLIES, and nothing is on ORDERS

      Examples: dead-lettered or discarded
        | options                            | disposed of   |
        | MQRO_ACTIVITY                      | dead-lettered |
        | MQRO_ACTIVITY and MQRO_DISCARD_MSG | discarded     |

    Scenario: A message with MQRO_ACTIVITY leaves no report while it is tried again
      Given a clock that the tester sets
      And the queues ORDERS and REPLIES, and a dead-letter queue with PUT(DISABLED)
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_ACTIVITY |
        | reply to       | REPLIES       |
      And 2 h pass
      Then nothing is on REPLIES, and nothing is on ORDERS

  @DD-130 @edition-later
  Rule: The options that the processor ignores are still on the message on its target queue

    Ignored does not mean taken away: the application behind the target may act on them.

    Scenario Outline: A publication still has <options> when it is delivered
      Given a topic PRICES and a queue REPLIES, and a non-durable subscriber alice to PRICES
      And a <api> for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published and comes due
        | report options | <options> |
        | reply to       | REPLIES   |
      Then "price-1" is delivered to the subscriber alice
      And its MQMD.Report is <options>, and nothing else is delivered to the subscriber alice

      Examples: confirmations, notifications, activities
        | api             | options               |
        | MessageProducer | MQRO_COA and MQRO_COD |
        | JMSProducer     | MQRO_PAN and MQRO_NAN |
        | MessageProducer | MQRO_ACTIVITY         |

    Scenario: A publication still has the options when another queue manager distributes it
      Given a queue manager QM2 below that of the application in a hierarchy
      And a topic PRICES and a queue REPLIES
      And a non-durable subscriber alice to PRICES on QM2
      And 1 s passes
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
        | report options | MQRO_PAN and MQRO_NAN and MQRO_ACTIVITY |
        | reply to       | REPLIES                                 |
      Then after 5 s "price-1" is delivered to the subscriber alice
      And its MQMD.Report is MQRO_PAN and MQRO_NAN and MQRO_ACTIVITY, and nothing else is delivered to the subscriber alice

    Scenario: A message still has the options when it has come to another queue manager
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And the channel of TO.QM2 is started, and a queue REPLIES
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due
        | report options | MQRO_PAN and MQRO_NAN |
        | reply to       | REPLIES               |
      Then after 1 s "order-1" is delivered to STOCK on QM2
      And its MQMD.Report is MQRO_PAN and MQRO_NAN, and nothing else is on STOCK on QM2

    Scenario Outline: A message of a <api> sent with <options> still has them when it is delivered
      Given the queues ORDERS and REPLIES
      And a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due
        | report options | <options> |
        | reply to       | REPLIES   |
      Then "order-1" is delivered to ORDERS with MQMD.Report <options>, and nothing else is on ORDERS

      Examples: one by one
        | api             | options                 |
        | MessageProducer | MQRO_COA                |
        | MessageProducer | MQRO_COA_WITH_DATA      |
        | MessageProducer | MQRO_COA_WITH_FULL_DATA |
        | MessageProducer | MQRO_COD                |
        | MessageProducer | MQRO_COD_WITH_DATA      |
        | MessageProducer | MQRO_COD_WITH_FULL_DATA |
        | MessageProducer | MQRO_PAN                |
        | MessageProducer | MQRO_NAN                |
        | MessageProducer | MQRO_ACTIVITY           |

      Examples: all at once
        | api             | options                                                           |
        | MessageProducer | MQRO_COA and MQRO_COD and MQRO_PAN and MQRO_NAN and MQRO_ACTIVITY |
        | JMSProducer     | MQRO_COA and MQRO_COD and MQRO_PAN and MQRO_NAN and MQRO_ACTIVITY |

      Examples: beside an option that is carried out
        | api             | options                                                     |
        | MessageProducer | MQRO_EXCEPTION and MQRO_PAN and MQRO_NAN                    |
        | MessageProducer | MQRO_EXCEPTION and MQRO_COA and MQRO_ACTIVITY               |
        | JMSProducer     | MQRO_EXPIRATION and MQRO_PAN and MQRO_NAN and MQRO_ACTIVITY |

    Scenario Outline: A message <kind> still has <options> when it is delivered
      Given a queue ORDERS with an alias queue SALES, and a queue REPLIES
      And a MessageProducer for <queue> with <settings> and a delivery delay of 3 s
      When "order-1" is sent and comes due
        | report options | <options> |
        | reply to       | REPLIES   |
      Then "order-1" is delivered to ORDERS with MQMD.Report <options>, and nothing else is on ORDERS

      Examples: an alias, another mode, a limited life
        | kind                   | queue  | settings                     | options                                                           |
        | for an alias queue     | SALES  | priority 4                   | MQRO_COA and MQRO_COD and MQRO_PAN and MQRO_NAN and MQRO_ACTIVITY |
        | that is not persistent | ORDERS | delivery mode NON_PERSISTENT | MQRO_COA and MQRO_COD and MQRO_PAN and MQRO_NAN and MQRO_ACTIVITY |
        | with a limited life    | ORDERS | a time to live of 60 s       | MQRO_COA and MQRO_COD and MQRO_PAN and MQRO_NAN and MQRO_ACTIVITY |

    Scenario: A message still has all these options on a transmission queue
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2, and a queue REPLIES
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due
        | report options | MQRO_COA and MQRO_COD and MQRO_PAN and MQRO_NAN and MQRO_ACTIVITY |
        | reply to       | REPLIES                                                           |
      And the channel of TO.QM2 runs for 1 s
      Then "order-1" is delivered to STOCK on QM2
      And its MQMD.Report is MQRO_COA and MQRO_COD and MQRO_PAN and MQRO_NAN and MQRO_ACTIVITY, and nothing else is on STOCK on QM2

    @DD-21
    Scenario: A message still has all these options on a clustered queue
      Given a cluster SALES of QM1 and QM2, and a queue REPLIES
      And a queue ORDERS with CLUSTER(SALES) and DEFBIND(NOTFIXED) on QM2
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and 6 s pass
        | report options | MQRO_COA and MQRO_COD and MQRO_PAN and MQRO_NAN and MQRO_ACTIVITY |
        | reply to       | REPLIES                                                           |
      Then "order-1" is delivered to ORDERS on QM2
      And its MQMD.Report is MQRO_COA and MQRO_COD and MQRO_PAN and MQRO_NAN and MQRO_ACTIVITY, and nothing is on ORDERS of QM2

    @DD-69
    Scenario: A message still has all these options on a shared queue
      Given a queue manager ZQM1 on z/OS in the queue-sharing group QSG1
      And the application connects to ZQM1, and the staging queue is defined
      And a shared queue ORDERS in QSG1, and a queue REPLIES, and a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due
        | report options | MQRO_COA and MQRO_COD and MQRO_PAN and MQRO_NAN and MQRO_ACTIVITY |
        | reply to       | REPLIES                                                           |
      Then "order-1" is delivered to ORDERS
      And its MQMD.Report is MQRO_COA and MQRO_COD and MQRO_PAN and MQRO_NAN and MQRO_ACTIVITY, and nothing else is on ORDERS

    Scenario: The options that pass through are on a message that is dead-lettered, too
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_COA_WITH_DATA and MQRO_COD and MQRO_PAN and MQRO_NAN and MQRO_ACTIVITY |
        | reply to       | REPLIES                                                                     |
      Then "order-1" is dead-lettered
      And its MQMD.Report is MQRO_COA_WITH_DATA and MQRO_COD and MQRO_PAN and MQRO_NAN and MQRO_ACTIVITY
      And nothing else is on the dead-letter queue

    Scenario: With options that pass through, the message itself arrives, not a report about it
      Given the queues ORDERS and REPLIES, and a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due
        | report options | MQRO_PAN and MQRO_NAN |
        | reply to       | REPLIES               |
      Then "order-1" is delivered to ORDERS
      And its MQMD.MsgType is not MQMT_REPORT
      And its MQMD.Feedback is MQFB_NONE, and nothing else is on ORDERS

    Scenario Outline: A message of a transacted <api> still has <options> on its target queue
      Given the queues ORDERS and REPLIES
      And a transacted <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and the unit of work is committed
        | report options | <options> |
        | reply to       | REPLIES   |
      Then after its delivery delay "order-1" is delivered to ORDERS
      And its MQMD.Report is <options>, and nothing else is on ORDERS

      Examples: confirmations, notifications, activities
        | api             | options                         |
        | MessageProducer | MQRO_ACTIVITY and MQRO_PAN      |
        | JMSProducer     | MQRO_ACTIVITY and MQRO_NAN      |
        | MessageProducer | MQRO_COA_WITH_DATA and MQRO_COD |
        | JMSProducer     | MQRO_COA and MQRO_COD_WITH_DATA |

  @X-22 @edition-later
  Rule: The reply-to queue stays on the message over the staging queue

    It is where reports and replies are sent.

    Scenario Outline: A message of a <api> is delivered with the reply-to queue that it was sent with
      Given the queues ORDERS and REPLIES
      And a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      Then "order-1" is delivered to ORDERS with MQMD.ReplyToQ "REPLIES", and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |
