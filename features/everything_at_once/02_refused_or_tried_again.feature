Feature: Everything at once, refused or tried again

  Messages that have all that a message can have, as in the chapter before this one, are accepted or refused
  for what the rule says and for nothing else; and a message or a batch that is kept is tried again and dealt
  with by the same rules as at first, whatever applications do at that moment.

  What the documents leave open, and what is accepted here:

  * Whether a confirmation of arrival or of delivery (COA, COD) is made at the target of a delayed message. Where
    one is asked for, nobody looks at the reply-to queue.
  * Whether an MQGET that recalls a message from the staging queue confirms that it was delivered.
  * Whether the get of who receives a message is reported as an activity. The reply-to queue is looked at before.
  * When a message that is kept is tried again. The clock is set, and two hours pass.
  * Whether what could not be put to its target is put there or dead-lettered when both can be done again.

  Background:
    Given the queue manager is restarted
    And a queue ORDERS with MAXDEPTH(10) and DEFPSIST(YES), and a dead-letter queue
    And a queue REPLIES, and an alias queue SALES of ORDERS
    And ORDERS is altered to DEFPRTY(7), and a transacted MessageProducer for ORDERS
    And "order-0" is sent, and the unit of work is rolled back

  @DD-25 @DD-26 @DD-28 @DD-29 @X-08
  Rule: A life that is long enough is accepted, and is as long as it was set

    @multiplatforms
    Scenario Outline: Messages of a <producer> with a life of <life> and a delay of <delay> are accepted and delivered
      Given <clock>, and the delivery delay processor fails in a recoverable way
      And a <producer> without a destination with <settings>, message ids disabled and a delivery delay of <delay>
      When the time to live is set to <life>
      And "order-1" is sent to <name> <how> with all that a message can have
        | report options            | <options> |
        | JMSCorrelationID as bytes | 80ff0102  |
      Then every call is accepted
      When 123 ms pass
      And "order-2" is sent to <name> <how> with all that a message can have
        | report options            | <options> |
        | JMSCorrelationID as bytes | 80ff0102  |
      Then every call is accepted
      And the sender of "order-1" sees MQMD.Expiry <expiry>
      When <end>, and the delivery delay of "order-2" is over
      Then MQGET from ORDERS with MQMO_MATCH_MSG_ID of "order-1" returns "order-1"
      And its MQMD.Priority is <priority>
      And "order-2" is delivered to ORDERS with MQMD.Expiry <left>
      And nothing is on ORDERS, nor on the dead-letter queue

      Examples: unlimited, more than the descriptor holds, and of any length
        | producer                   | clock                        | settings                                    | delay   | life            | name   | how                                                                                                          | options                                                                        | end                           | expiry         | priority | left           |
        | MessageProducer            | nothing special happens      | delivery mode NON_PERSISTENT and priority 9 | 733 ms  | unlimited       | ORDERS | as a destination that applications of the MQI read                                                           | MQRO_EXPIRATION_WITH_FULL_DATA and MQRO_COD and MQRO_PASS_CORREL_ID            | nothing special happens       | MQEI_UNLIMITED | 9        | MQEI_UNLIMITED |
        | transacted JMSProducer     | a clock that the tester sets | priority 0                                  | 1 day   | unlimited       | SALES  | as a destination whose persistence is non-persistent                                                         | MQRO_PASS_DISCARD_AND_EXPIRY and MQRO_DISCARD_MSG and MQRO_EXCEPTION_WITH_DATA | the unit of work is committed | MQEI_UNLIMITED | 0        | MQEI_UNLIMITED |
        | JMSProducer                | a clock that the tester sets | priority 8                                  | 1 day   | 214748364800 ms | ORDERS | as a destination whose persistence is as the queue defines                                                   | MQRO_DEAD_LETTER_Q                                                             | nothing special happens       | MQEI_UNLIMITED | 8        | MQEI_UNLIMITED |
        | transacted MessageProducer | nothing special happens      | priority 1                                  | 1250 ms | 30 days         | SALES  | by the long form of send with delivery mode NON_PERSISTENT, priority 0 and a time to live of 214748364900 ms | MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_COA and MQRO_PASS_MSG_ID                | the unit of work is committed | MQEI_UNLIMITED | 0        | MQEI_UNLIMITED |
        | MessageProducer            | nothing special happens      | priority 7                                  | 733 ms  | 1450 ms         | ORDERS | by the long form of send with delivery mode PERSISTENT, priority 9 and a time to live of 214748364800 ms     | MQRO_PASS_DISCARD_AND_EXPIRY and MQRO_DISCARD_MSG and MQRO_EXCEPTION_WITH_DATA | nothing special happens       | MQEI_UNLIMITED | 9        | MQEI_UNLIMITED |

  Rule: What must not be delayed is refused, with all that it can have

    @multiplatforms
    Scenario Outline: A publication of a <publisher> is refused for <what> with all that it can have
      Given the delivery delay processor fails in a recoverable way
      And a topic PRICES with a <kind> subscriber alice, and a <publisher> for the topic PRICES with <settings>
      And the delivery delay is set to 1 day, and "price-1" is published
      And the delivery delay is set to <delay>, and the time to live is set to <life>
      When the topic PRICES is altered to <attributes>
      And "price-2" is published with all that a message can have
        | report options            | <options> |
        | JMSCorrelationID as bytes | 80ff0102  |
        | <more>                    | <value>   |
      Then the send is refused with <reason>
      And <end>
      And after 4 s nothing is delivered to the subscriber alice
      And nothing is on REPLIES, nor on the dead-letter queue
      And a browser shows "price-1" on the staging queue

      @DD-122
      Examples: its topic
        | publisher       | what             | kind        | settings                                                             | delay  | life         | attributes       | more        | value | options                                                                        | reason                          | end                     |
        | JMSProducer     | NPMSGDLV(ALLDUR) | durable     | delivery mode NON_PERSISTENT and priority 9 and message ids disabled | 733 ms | 1450 ms      | NPMSGDLV(ALLDUR) | JMSPriority | 3     | MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_COA and MQRO_PASS_MSG_ID                | MQRC_PUBLICATION_FAILURE (2502) | nothing special happens |
        | MessageProducer | PMSGDLV(ALL)     | non-durable | priority 0 and message ids disabled                                  | 1 day  | 172799950 ms | PMSGDLV(ALL)     | JMSPriority | 3     | MQRO_PASS_DISCARD_AND_EXPIRY and MQRO_DISCARD_MSG and MQRO_EXCEPTION_WITH_DATA | MQRC_PUBLICATION_FAILURE (2502) | nothing special happens |

      @DD-33
      Examples: it is to be retained
        | publisher       | what          | kind        | settings                                                             | delay  | life      | attributes         | more           | value              | options                                                             | reason                    | end                     |
        | MessageProducer | its retention | durable     | delivery mode NON_PERSISTENT and priority 8 and message ids disabled | 733 ms | unlimited | NPMSGDLV(ALLAVAIL) | JMS_IBM_RETAIN | RETAIN_PUBLICATION | MQRO_EXPIRATION_WITH_FULL_DATA and MQRO_COD and MQRO_PASS_CORREL_ID | MQRC_OPTIONS_ERROR (2046) | nothing special happens |
        | JMSProducer     | its retention | non-durable | priority 1                                                           | 1 day  | 30 days   | PMSGDLV(ALLAVAIL)  | JMS_IBM_RETAIN | RETAIN_PUBLICATION | MQRO_DEAD_LETTER_Q                                                  | MQRC_OPTIONS_ERROR (2046) | nothing special happens |

      @DD-36
      Examples: it belongs to a group
        | publisher   | what      | kind    | settings                                                         | delay   | life    | attributes         | more             | value               | options                                                                        | reason                    | end                     |
        | JMSProducer | its group | durable | a destination whose persistence is non-persistent and priority 7 | 1733 ms | 71.95 s | NPMSGDLV(ALLAVAIL) | first message of | the group "batch-7" | MQRO_PASS_DISCARD_AND_EXPIRY and MQRO_DISCARD_MSG and MQRO_EXCEPTION_WITH_DATA | MQRC_OPTIONS_ERROR (2046) | nothing special happens |

    Scenario Outline: A message of a <producer> to a clustered queue with DEFBIND(<binding>) is refused, and one without a delay is not
      Given a cluster SHOPS of QM1 and QM2
      And a queue BILLS with CLUSTER(SHOPS) and DEFBIND(<binding>) on QM2
      And the queue manager is restarted, and a dead-letter queue
      And a queue STOCK, and an alias queue GOODS of STOCK
      And a transacted MessageProducer for STOCK, and "stock-0" is sent
      And the unit of work is rolled back
      And a <producer> without a destination with <settings>, message ids disabled and a delivery delay of 1 day
      When "order-1" is sent to STOCK, and the delivery delay is set to 0 ms
      And "order-2" is sent to BILLS
        | JMSType | "invoice"       |
        | length  | 2000 characters |
      And the delivery delay is set to <delay>, and the time to live is set to <life>
      And "order-3" is sent to BILLS <how> with all that a message can have
        | report options            | <options> |
        | reply to                  | STOCK     |
        | JMSCorrelationID as bytes | 80ff0102  |
      Then the send is refused with MQRC_OPTIONS_ERROR (2046)
      And a browser shows "order-1" on the staging queue
      And after 1 s "order-2" is delivered to BILLS on QM2, and nothing else is there

      @DD-19
      Examples: bound when it is opened
        | producer        | binding | settings                                    | delay  | life    | how                                                | options                                                         |
        | MessageProducer | OPEN    | delivery mode NON_PERSISTENT and priority 9 | 733 ms | 1450 ms | as a destination that applications of the MQI read | MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_COA and MQRO_PASS_MSG_ID |

      @DD-20
      Examples: bound for a group
        | producer    | binding | settings   | delay | life         | how                                                  | options                                                                        |
        | JMSProducer | GROUP   | priority 0 | 1 day | 172799950 ms | as a destination whose persistence is non-persistent | MQRO_PASS_DISCARD_AND_EXPIRY and MQRO_DISCARD_MSG and MQRO_EXCEPTION_WITH_DATA |

  @multiplatforms @EX-30 @EX-31 @EX-32
  Rule: The largest expiry is enforced for every put, where the variable can be seen

    Scenario Outline: A put <how> of <expiry> tenths with all that it can have is refused with the variable
      Given the delivery delay processor fails in a recoverable way
      And a MessageProducer for ORDERS with a delivery delay of 1 day, and "order-1" is sent
      And AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "<value>"
      When "order-2" is put to <name> <how> with an expiry of 600 tenths and priority 9
      And "order-3" is put to <name> <how> with an expiry of <expiry> tenths, priority <priority> and <persistence>
        | report options | <options>                                        |
        | reply to       | REPLIES                                          |
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
        | length         | 2000 characters                                  |
      Then <call> is refused with MQRC_EXPIRY_ERROR (2013)
      When <end>
      Then MQGET from ORDERS returns "order-2", and nothing is on ORDERS, nor on REPLIES
      And a browser shows "order-1" on the staging queue

      @EX-27
      Examples: MQPUT
        | call  | how          | name  | expiry     | value | priority | persistence          | options                                                                        | end                             |
        | MQPUT | in syncpoint | SALES | 2147483647 | yes   | 1        | MQPER_NOT_PERSISTENT | MQRO_PASS_DISCARD_AND_EXPIRY and MQRO_DISCARD_MSG and MQRO_EXCEPTION_WITH_DATA | the putting application commits |

      @EX-28
      Examples: MQPUT1, with any value
        | call   | how                    | name   | expiry     | value | priority | persistence          | options                                                             | end                             |
        | MQPUT1 | by MQPUT1 in syncpoint | SALES  | 1000000000 | no    | 0        | MQPER_PERSISTENT     | MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_COA and MQRO_PASS_MSG_ID     | the putting application commits |
        | MQPUT1 | by MQPUT1              | ORDERS | 0          | 0     | 9        | MQPER_NOT_PERSISTENT | MQRO_EXPIRATION_WITH_FULL_DATA and MQRO_COD and MQRO_PASS_CORREL_ID | nothing special happens         |

  @DD-98 @DD-99
  Rule: What was kept is put or disposed of when it can be, whatever else is done then

    @multiplatforms
    Scenario Outline: A message that is kept is put or dead-lettered behind <what>
      Given a clock that the tester sets
      And a queue NOTES, and a topic PRICES with a <kind> subscriber alice
      And a <producer> without a destination with <settings>, message ids disabled and a delivery delay of 30 days
      When "order-1" is sent to ORDERS, and the delivery delay is set to <delay>
      And the time to live is set to <life>
      And "order-2" is sent to <name> as <destination> with all that a message can have
        | report options            | <options> |
        | JMSCorrelationID as bytes | 80ff0102  |
      And <end>, and the dead-letter queue is altered to PUT(DISABLED)
      And "order-2" comes due while ORDERS has PUT(DISABLED)
      And the delivery delay processor fails in a recoverable way
      And ORDERS and the dead-letter queue are altered to PUT(ENABLED)
      And <done>
      Then after 2 h an exception report about "order-2" arrives on REPLIES, or nothing
      And "order-2" is delivered to ORDERS, or to the dead-letter queue
      And nothing is on ORDERS, REPLIES, nor on the dead-letter queue
      And a browser shows "order-1" on the staging queue

      Examples: looks, gets, puts and ends of units of work
        | what                  | kind        | producer                   | settings                                    | delay   | life         | name   | destination                                             | end                           | options                                                     | done                                                                         |
        | a look at the depth   | durable     | MessageProducer            | delivery mode NON_PERSISTENT and priority 9 | 733 ms  | unlimited    | SALES  | a destination that applications of the MQI read         | nothing special happens       | MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_PASS_MSG_ID          | the depth of NOTES is 0                                                      |
        | a get of a subscriber | non-durable | JMSProducer                | priority 0                                  | 1 day   | 30 days      | ORDERS | a destination whose persistence is non-persistent       | nothing special happens       | MQRO_EXCEPTION and MQRO_EXPIRATION                          | nothing is delivered to the subscriber alice                                 |
        | an MQPUT              | durable     | transacted JMSProducer     | priority 1                                  | 1250 ms | 172799950 ms | SALES  | a destination whose persistence is persistent           | the unit of work is committed | MQRO_EXCEPTION_WITH_DATA and MQRO_PASS_MSG_ID               | "note-1" is put to NOTES with an expiry of 600 tenths and priority 9         |
        | an MQGET              | durable     | transacted MessageProducer | priority 8                                  | 1 day   | unlimited    | ORDERS | a destination whose persistence is as the queue defines | the unit of work is committed | MQRO_EXCEPTION and MQRO_EXPIRATION_WITH_FULL_DATA           | MQGET from NOTES with MQGMO_SYNCPOINT finds no message                       |
        | an MQPUT1             | non-durable | MessageProducer            | priority 7                                  | 733 ms  | 30 days      | ORDERS | a destination whose priority is 9                       | nothing special happens       | MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_EXPIRATION_WITH_DATA | "note-1" is put to NOTES by MQPUT1                                           |
        | a rollback            | durable     | JMSProducer                | delivery mode NON_PERSISTENT and priority 0 | 1733 ms | unlimited    | SALES  | a destination that applications of the MQI read         | nothing special happens       | MQRO_EXCEPTION                                              | "note-1" is put to NOTES in syncpoint, and the putting application backs out |

  @edition-later @DD-126 @DD-127 @DD-128 @DD-129
  Rule: Nothing is confirmed of a message that waits, whatever it is besides

    @multiplatforms
    Scenario Outline: Nobody is told that a message of a <producer> with a delay of <delay> has come to the staging queue
      Given <clock>, and the delivery delay processor fails in a recoverable way
      And a <producer> without a destination with <settings>, message ids disabled and a delivery delay of 30 days
      When "order-1" is sent to SALES, and the delivery delay is set to <delay>
      And the time to live is set to <life>
      And "order-2" is sent to <name> <how> with all that a message can have
        | report options            | <options> |
        | JMSCorrelationID as bytes | 80ff0102  |
      And <end>
      Then nothing is on REPLIES during the delay of "order-2"
      And an MQGET by correlation id recalls "order-2" from the staging queue
      And after 4 s nothing is on ORDERS, nor on the dead-letter queue
      And a browser shows "order-1" on the staging queue

      Examples: both APIs, with and without a unit of work
        | producer                   | clock                        | settings                                    | delay   | life         | name   | how                                                                                                  | end                           | options                                                                          |
        | MessageProducer            | nothing special happens      | priority 9                                  | 1733 ms | 72.05 s      | SALES  | by the long form of send with delivery mode NON_PERSISTENT, priority 0 and a time to live of 71.05 s | nothing special happens       | MQRO_COA_WITH_FULL_DATA and MQRO_COD and MQRO_PASS_MSG_ID                        |
        | transacted JMSProducer     | a clock that the tester sets | delivery mode NON_PERSISTENT and priority 0 | 1 day   | 172799950 ms | ORDERS | as a destination that applications of the MQI read                                                   | the unit of work is committed | MQRO_COD_WITH_FULL_DATA and MQRO_COA and MQRO_PAN and MQRO_NAN and MQRO_ACTIVITY |
        | transacted MessageProducer | nothing special happens      | priority 8                                  | 1250 ms | unlimited    | ORDERS | as a destination whose persistence is as the queue defines                                           | the unit of work is committed | MQRO_COA and MQRO_COD and MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_ACTIVITY        |

    @multiplatforms
    Scenario Outline: Nobody is told that a message of a <producer> with a delay of <delay> was processed or went its way
      Given <clock>, and the delivery delay processor fails in a recoverable way
      And a <producer> without a destination with <settings>, message ids disabled and a delivery delay of 30 days
      When "order-1" is sent to SALES, and the delivery delay is set to <delay>
      And the time to live is set to <life>
      And "order-2" is sent to <name> <how> with all that a message can have
        | report options            | <options> |
        | JMSCorrelationID as bytes | 80ff0102  |
      And <end>
      And the delivery delay of "order-2" is over
      Then nothing is on REPLIES
      And MQGET from ORDERS with MQMO_MATCH_MSG_ID of "order-2" returns "order-2"
      And nothing is on ORDERS, nor on the dead-letter queue
      And a browser shows "order-1" on the staging queue

      Examples: both APIs, with and without a unit of work
        | producer                   | clock                        | settings                                    | delay  | life      | name   | how                                                                                                  | end                           | options                                                                                           |
        | JMSProducer                | nothing special happens      | delivery mode NON_PERSISTENT and priority 9 | 733 ms | 24500 ms  | ORDERS | as a destination whose priority is 8                                                                 | nothing special happens       | MQRO_PAN and MQRO_NAN and MQRO_EXPIRATION_WITH_FULL_DATA                                          |
        | transacted MessageProducer | nothing special happens      | priority 1                                  | 733 ms | 30 days   | SALES  | by the long form of send with delivery mode NON_PERSISTENT, priority 0 and a time to live of 71.05 s | the unit of work is committed | MQRO_PAN and MQRO_NAN and MQRO_ACTIVITY and MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_PASS_CORREL_ID |
        | JMSProducer                | a clock that the tester sets | priority 0                                  | 1 day  | unlimited | SALES  | as a destination whose persistence is as the queue defines                                           | nothing special happens       | MQRO_ACTIVITY and MQRO_NAN and MQRO_PASS_DISCARD_AND_EXPIRY and MQRO_DISCARD_MSG                  |
