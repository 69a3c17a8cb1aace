Feature: Everything at once, after restarts, failures and rollbacks

  Messages that have all that a message can have meet a queue manager that has been through something: it was
  restarted, its delivery delay processor has failed, a unit of work was rolled back, and the queue delivers in
  the order of arrival, holds few messages and was altered. Nothing of that is the business of the message that
  comes behind it.

  "All that a message can have" is this, where the table of a step does not say otherwise:

    reply to            REPLIES
    reply to priority   9
    JMSCorrelationID    "Bestellung für Zoë, 17 €"
    JMSType             "invoice"
    JMSExpiration       1, preset by the application
    length              2000 characters

  What the documents leave open, and what is accepted here:

  * Which call reports that a life is shorter than the delay.
  * Whether a confirmation of arrival or of delivery (COA, COD) is made at the target of a delayed message. Where
    one is asked for, nobody looks at the reply-to queue.
  * When expired messages are discarded that no get has asked for.

  Background:
    Given the queue manager is restarted
    And a queue ORDERS with MSGDLVSQ(FIFO) and MAXDEPTH(10), and a dead-letter queue
    And a queue REPLIES, and an alias queue SALES of ORDERS
    And ORDERS is altered to DEFPRTY(7), and a transacted MessageProducer for ORDERS
    And "order-0" is sent, and the unit of work is rolled back

  @HM-48 @X-02 @X-03 @X-42
  Rule: What is delivered shows to every get what its sender saw

    Where the queue defines persistence or priority the descriptor of the sender may go on to say so. MQMD.PutTime
    counts in hundredths of a second; after 123 ms it is not the time of the send.

    @multiplatforms
    Scenario Outline: A message that is sent <way> shows all that it was sent with to MQGET and to a JMS client
      Given <clock>, and the delivery delay processor fails in a recoverable way
      And a <producer> without a destination with <settings>, message ids disabled and a delivery delay of <delay>
      And the time to live is set to <life>
      When "order-1" is sent to <name> <how> with all that a message can have
        | report options | <options>                                             |
        | <kind of id>   | <correlation id>                                      |
        | JMSMessageID   | "ID:0102030405060708090a0b0c0d0e0f101112131415161718" |
        | JMSTimestamp   | 1                                                     |
      And "order-2" is sent to <name> <how>
        | report options    | <options>        |
        | reply to          | REPLIES          |
        | message object of | "order-1"        |
        | <kind of id>      | <correlation id> |
        | JMSType           | "invoice"        |
        | length            | 2000 characters  |
      And <end>
      Then the sender of "order-1" sees
        | JMSMessageID     | ID: and 48 hexadecimal digits                             |
        | JMSMessageID     | not "ID:0102030405060708090a0b0c0d0e0f101112131415161718" |
        | JMSTimestamp     | the time of the send                                      |
        | MQMD.Persistence | <shown persistence>                                       |
        | jms.Dlv          | <mode>                                                    |
        | MQMD.Priority    | <shown priority>                                          |
        | jms.Dst          | a URI that names <name>                                   |
        | jms.Rto          | a URI that names REPLIES                                  |
        | MQMD.ReplyToQ    | "REPLIES"                                                 |
        | mcd.Type         | "invoice"                                                 |
        | jms.Cid          | <in the header>                                           |
        | MQMD.CorrelId    | begins with <bytes>                                       |
      And the sender of "order-2" sees
        | JMSMessageID     | ID: and 48 hexadecimal digits |
        | JMSMessageID     | other than that of "order-1"  |
        | JMSTimestamp     | the time of the send          |
        | MQMD.Persistence | <shown persistence>           |
        | jms.Dlv          | <mode>                        |
        | MQMD.Priority    | <shown priority>              |
        | jms.Dst          | a URI that names <name>       |
        | MQMD.ReplyToQ    | "REPLIES"                     |
        | mcd.Type         | "invoice"                     |
        | jms.Cid          | <in the header>               |
        | MQMD.CorrelId    | begins with <bytes>           |
      When the delivery delay of "order-2" is over
      Then MQGET from ORDERS with MQGMO_SYNCPOINT and MQMO_MATCH_MSG_ID of "order-2" returns "order-2"
      And its JMSMessageID is the JMSMessageID that the sender of "order-2" was given
      And its fields are
        | MQMD.Report      | <options>       |
        | MQMD.Persistence | <persistence>   |
        | jms.Dlv          | <mode>          |
        | MQMD.Priority    | <priority>      |
        | MQMD.ReplyToQ    | "REPLIES"       |
        | mcd.Type         | "invoice"       |
        | jms.Cid          | <in the header> |
      And the getting application backs out, which puts back "order-2"
      And "order-1" and "order-2" are delivered to ORDERS in any order, as their senders saw them
      And nothing is on ORDERS, nor on the dead-letter queue

      Examples: in the long form, behind a rollback, for a day
        | way               | clock                        | producer                   | settings                                    | delay  | life         | name   | how                                                                                                  | end                           | options                                                | kind of id                | correlation id                                        | persistence          | mode        | priority | in the header                             | bytes                                            | shown persistence                      | shown priority |
        | in the long form  | 123 ms pass                  | transacted MessageProducer | priority 9                                  | 733 ms | 1.05 s       | SALES  | by the long form of send with delivery mode NON_PERSISTENT, priority 0 and a time to live of 70.05 s | the unit of work is committed | MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_PASS_MSG_ID     | JMSCorrelationID as bytes | 80ff0102                                              | MQPER_NOT_PERSISTENT | 1           | 0        | absent                                    | 80ff010200000000000000000000000000000000000000   | MQPER_NOT_PERSISTENT                   | 0              |
        | behind a rollback | 123 ms pass                  | MessageProducer            | delivery mode NON_PERSISTENT and priority 1 | 733 ms | 30 days      | ORDERS | as a destination whose persistence is as the queue defines                                           | nothing special happens       | MQRO_PASS_DISCARD_AND_EXPIRY and MQRO_DISCARD_MSG      | JMSCorrelationID          | "Bestellung 17 für Zoë, zu zahlen in bar"             | MQPER_NOT_PERSISTENT | absent or 1 | 1        | "Bestellung 17 für Zoë, zu zahlen in bar" | 42657374656c6c756e6720313720                     | MQPER_NOT_PERSISTENT or MQPER_AS_Q_DEF | 1              |
        | for a day         | a clock that the tester sets | JMSProducer                | priority 9                                  | 1 day  | 172799950 ms | ORDERS | as a destination whose priority is 9                                                                 | nothing special happens       | MQRO_EXPIRATION_WITH_FULL_DATA and MQRO_PASS_CORREL_ID | JMSCorrelationID as bytes | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8      | MQPER_PERSISTENT     | 2           | 9        | absent                                    | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 | MQPER_PERSISTENT                       | 9              |
        | without an option | a clock that the tester sets | transacted JMSProducer     | priority 8                                  | 1 day  | unlimited    | ORDERS | as a destination whose priority is as the queue defines                                              | the unit of work is committed | MQRO_DEAD_LETTER_Q                                     | JMSCorrelationID          | "ID:414d51204f544845522020202020202001020304050607ff" | MQPER_PERSISTENT     | 2           | 7        | absent                                    | 414d51204f544845522020202020202001020304050607ff | MQPER_PERSISTENT                       | 7 or -1        |


  @X-40
  Rule: A reply has the message id of its request as its correlation id, whatever it is besides

    @multiplatforms
    Scenario Outline: The reply of a <producer> with a delay of <delay> to a request that was delayed is found by its request
      Given <clock>, and the delivery delay processor fails in a recoverable way
      And a <producer> without a destination with priority 0, message ids disabled and a delivery delay of <delay>
      And the time to live is set to <life>
      When "order-1" is sent to SALES as a destination that applications of the MQI read
        | report options | MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_PASS_DISCARD_AND_EXPIRY |
        | reply to       | REPLIES                                                        |
        | JMSType        | "invoice"                                                      |
      And "reply-1" is sent to REPLIES <how>
        | answers        | "order-1"       |
        | report options | MQRO_EXPIRATION |
        | reply to       | ORDERS          |
        | JMSType        | "receipt"       |
        | length         | 2000 characters |
      And 123 ms pass, and the delivery delay of "reply-1" is over
      Then an MQGET from REPLIES by the message id of "order-1" as correlation id returns "reply-1"
      And its MQMD.CorrelId is the MQMD.MsgId that the sender of "order-1" was given
      And "order-1" is delivered to ORDERS, and nothing is on ORDERS, nor on REPLIES

      Examples: both APIs
        | producer        | clock                        | delay  | life         | how                                                                                                  |
        | MessageProducer | nothing special happens      | 733 ms | 70.05 s      | by the long form of send with delivery mode NON_PERSISTENT, priority 9 and a time to live of 71.95 s |
        | JMSProducer     | a clock that the tester sets | 1 day  | 172799950 ms | as a destination whose persistence is as the queue defines                                           |

  @DD-98 @DD-99 @DD-103 @DD-104 @DD-105 @X-37
  Rule: What fails at its target is disposed of as was asked for, whatever is done meanwhile

    @multiplatforms
    Scenario Outline: A <mode> message of a <producer> that fails is dealt with: <how>
      Given the delivery delay processor fails in a recoverable way
      And a queue NOTES, and a <producer> without a destination with delivery mode <mode>, <settings>, message ids disabled and a delivery delay of 1 day
      When "order-1" is sent to ORDERS, and the delivery delay is set to 733 ms
      And the time to live is set to <life>
      And "order-2" is sent to <name> as <destination> with all that a message can have
        | report options            | <options> |
        | JMSCorrelationID as bytes | 80ff0102  |
      And <end>, and <trouble>
      And "order-2" comes due while ORDERS has PUT(DISABLED)
      And "note-1" is put to NOTES with an expiry of 600 tenths and priority 9
        | report options | MQRO_PAN and MQRO_PASS_CORREL_ID                 |
        | reply to       | NOTES                                            |
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
      And "note-2" is put to NOTES in syncpoint, and the putting application backs out
      And "note-3" is put to NOTES by MQPUT1
      Then MQGET from NOTES with MQGMO_BROWSE_FIRST and MQGMO_LOCK returns "note-1"
      And MQGET from NOTES with MQGMO_SYNCPOINT and MQMO_MATCH_MSG_ID of "note-3" returns "note-3"
      And the getting application backs out, which puts back "note-3"
      And the depth of ORDERS is 0
      And nothing but this is on the queues
        | the staging queue | the dead-letter queue | REPLIES    | ORDERS  |
        | <staged>          | <dead-lettered>       | <reported> | nothing |

      Examples: the cells of the table of the failure cascade
        | mode           | producer                   | how                                             | trouble                                                                                  | settings   | life         | name   | destination                                             | end                           | options                                                               | staged              | dead-lettered          | reported   |
        | PERSISTENT     | MessageProducer            | it is dead-lettered, and so is its report       | REPLIES is altered to PUT(DISABLED)                                                      | priority 0 | 70.05 s      | SALES  | a destination whose persistence is persistent           | nothing special happens       | MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_PASS_MSG_ID                    | order-1             | order-2 and its report | nothing    |
        | PERSISTENT     | transacted JMSProducer     | it is kept, as nothing takes its report         | REPLIES and the dead-letter queue are altered to PUT(DISABLED)                           | priority 9 | unlimited    | ORDERS | a destination that applications of the MQI read         | the unit of work is committed | MQRO_EXCEPTION and MQRO_DISCARD_MSG and MQRO_EXPIRATION               | order-1 and order-2 | nothing                | nothing    |
        | PERSISTENT     | JMSProducer                | it is discarded though nothing takes its report | REPLIES and the dead-letter queue are altered to PUT(DISABLED)                           | priority 1 | 172799950 ms | SALES  | a destination whose persistence is non-persistent       | nothing special happens       | MQRO_EXCEPTION_WITH_DATA and MQRO_DISCARD_MSG and MQRO_PASS_CORREL_ID | order-1             | nothing                | nothing    |
        | NON_PERSISTENT | transacted MessageProducer | it is dead-lettered without its report          | REPLIES is altered to PUT(DISABLED), and the dead-letter queue is altered to MAXDEPTH(1) | priority 8 | 71.95 s      | SALES  | a destination whose priority is 9                       | the unit of work is committed | MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_PASS_CORREL_ID                 | order-1             | order-2                | nothing    |
        | NON_PERSISTENT | MessageProducer            | it is kept, as there is no dead-letter queue    | DEADQ is blanked                                                                         | priority 7 | 72.05 s      | ORDERS | a destination whose persistence is as the queue defines | nothing special happens       | MQRO_EXPIRATION_WITH_FULL_DATA and MQRO_PASS_DISCARD_AND_EXPIRY       | order-1 and order-2 | nothing                | nothing    |
        | NON_PERSISTENT | JMSProducer                | it is discarded without a report                | nothing special happens                                                                  | priority 0 | unlimited    | SALES  | a destination whose priority is as the queue defines    | nothing special happens       | MQRO_DISCARD_MSG and MQRO_PASS_MSG_ID                                 | order-1             | nothing                | nothing    |
        | NON_PERSISTENT | JMSProducer                | it is dead-lettered and reported                | nothing special happens                                                                  | priority 9 | 30 days      | ORDERS | a destination that applications of the MQI read         | nothing special happens       | MQRO_EXCEPTION_WITH_DATA and MQRO_EXPIRATION_WITH_DATA                | order-1             | order-2                | its report |

  @DD-106 @DD-109 @DD-116 @DD-117 @DD-123
  Rule: Each copy of a publication waits and fails on its own

    @multiplatforms
    Scenario Outline: A publication of a <publisher> with all that it can have has three copies, one of which <fate>
      Given <trouble>, and the delivery delay processor fails in a recoverable way
      And a topic PRICES with a <kind> subscriber alice, and a durable subscriber bob to PRICES
      And a subscription to PRICES that delivers to ORDERS
      And a <publisher> for the topic PRICES with <settings> and a delivery delay of 1 day
      When the time to live is set to <life>
      And "price-1" is published, and the delivery delay is set to <delay>
      And "price-2" is published with all that a message can have
        | report options            | <options> |
        | JMSCorrelationID as bytes | 80ff0102  |
      And <end>
      Then the depth of the staging queue is 6
      When carol subscribes to PRICES during the delay of "price-2"
      And the subscriber bob unsubscribes during the delay of "price-2"
      And "price-2" comes due while ORDERS has PUT(DISABLED)
      Then "price-2" is delivered to the subscriber alice, and nothing else
      And nothing is delivered to the subscriber carol
      And the depth of the staging queue becomes 3
      And nothing but this is on the queues
        | the dead-letter queue | REPLIES | ORDERS  |
        | <dead-lettered>       | nothing | nothing |

      Examples: with and without a dead-letter queue
        | kind        | publisher                  | fate             | trouble                                         | settings                                                           | delay   | life         | end                           | options                                                         | dead-lettered |
        | durable     | JMSProducer                | is dead-lettered | nothing special happens                         | delivery mode NON_PERSISTENT and priority 9                        | 1733 ms | 172799950 ms | nothing special happens       | MQRO_EXPIRATION_WITH_FULL_DATA and MQRO_PASS_DISCARD_AND_EXPIRY | price-2       |
        | non-durable | transacted MessageProducer | is discarded     | nothing special happens                         | priority 0 and message ids disabled                                | 1250 ms | unlimited    | the unit of work is committed | MQRO_DISCARD_MSG and MQRO_EXPIRATION and MQRO_PASS_MSG_ID       | nothing       |
        | non-durable | MessageProducer            | is discarded     | the dead-letter queue is altered to MAXDEPTH(0) | a destination whose persistence is persistent and priority 1       | 1733 ms | 30 days      | nothing special happens       | MQRO_EXPIRATION_WITH_DATA and MQRO_PASS_CORREL_ID               | nothing       |
        | durable     | transacted JMSProducer     | is discarded     | DEADQ is blanked                                | a destination whose priority is 8 and delivery mode NON_PERSISTENT | 1250 ms | 86400050 ms  | the unit of work is committed | MQRO_PASS_DISCARD_AND_EXPIRY and MQRO_PASS_MSG_ID               | nothing       |


  Rule: What is refused is refused, and leaves nothing

    @multiplatforms
    Scenario Outline: A message of a <producer> is refused for <what> with all that it can have
      Given the delivery delay processor fails in a recoverable way
      And a <producer> without a destination with <settings>, message ids disabled and a delivery delay of 1 day
      When "order-1" is sent to SALES, and the delivery delay is set to 0 ms
      And <trouble>
      And <one>, and <other>
      And "order-2" is sent to <name> <how> with all that a message can have
        | report options            | <options> |
        | JMSCorrelationID as bytes | 80ff0102  |
        | <group>                   | <named>   |
      Then <refused>
      And <end>, and ORDERS is altered to PUT(ENABLED)
      And after 4 s nothing is on ORDERS, REPLIES, nor on the dead-letter queue
      And a browser shows "order-1" on the staging queue

      @DD-25
      Examples: a life that is shorter than the delay
        | producer        | what            | trouble                 | settings                                    | one                                      | other                                  | name  | how                                                | options                                                        | group       | named | refused                                                            | end                     |
        | MessageProducer | a life of a day | nothing special happens | delivery mode NON_PERSISTENT and priority 9 | the delivery delay is set to 86399951 ms | the time to live is set to 86399950 ms | SALES | as a destination that applications of the MQI read | MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_PASS_DISCARD_AND_EXPIRY | JMSPriority | 3     | setTimeToLive or the send is refused with MQRC_EXPIRY_ERROR (2013) | nothing special happens |

      @DD-26
      Examples: a delay that is longer than the life
        | producer    | what             | trouble                 | settings   | one                               | other                               | name   | how                                                        | options                                    | group       | named | refused                                                               | end                     |
        | JMSProducer | a life of 732 ms | nothing special happens | priority 0 | the time to live is set to 732 ms | the delivery delay is set to 733 ms | ORDERS | as a destination whose persistence is as the queue defines | MQRO_DISCARD_MSG and MQRO_COA and MQRO_COD | JMSPriority | 3     | setDeliveryDelay or the send is refused with MQRC_EXPIRY_ERROR (2013) | nothing special happens |

      @DD-30
      Examples: an argument that is shorter than the delay
        | producer                   | what        | trouble                 | settings   | one                                  | other                                | name  | how                                                                                                  | options                                          | group       | named | refused                                           | end                           |
        | transacted MessageProducer | an argument | nothing special happens | priority 8 | the time to live is set to unlimited | the delivery delay is set to 1733 ms | SALES | by the long form of send with delivery mode NON_PERSISTENT, priority 0 and a time to live of 1732 ms | MQRO_EXCEPTION_WITH_DATA and MQRO_PASS_CORREL_ID | JMSPriority | 3     | the send is refused with MQRC_EXPIRY_ERROR (2013) | the unit of work is committed |

      @DD-36
      Examples: a group
        | producer                   | what    | trouble                 | settings                                    | one                                     | other                               | name   | how                                                     | options                                                        | group            | named               | refused                                            | end                           |
        | JMSProducer                | a group | nothing special happens | priority 1                                  | the time to live is set to unlimited    | the delivery delay is set to 733 ms | SALES  | as a destination whose priority is as the queue defines | MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_PASS_DISCARD_AND_EXPIRY | first message of | the group "batch-7" | the send is refused with MQRC_OPTIONS_ERROR (2046) | nothing special happens       |
        | transacted MessageProducer | a group | nothing special happens | delivery mode NON_PERSISTENT and priority 9 | the time to live is set to 172799950 ms | the delivery delay is set to 1 day  | ORDERS | as a destination that applications of the MQI read      | MQRO_DISCARD_MSG and MQRO_COA and MQRO_COD                     | first message of | the group "batch-7" | the send is refused with MQRC_OPTIONS_ERROR (2046) | the unit of work is committed |

      @DD-110
      Examples: a target that is inhibited for puts
        | producer    | what          | trouble                            | settings   | one                                | other                               | name   | how                                                  | options                                            | group       | named | refused             | end                     |
        | JMSProducer | PUT(DISABLED) | ORDERS is altered to PUT(DISABLED) | priority 1 | the time to live is set to 1450 ms | the delivery delay is set to 733 ms | ORDERS | as a destination whose persistence is non-persistent | MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_PASS_MSG_ID | JMSPriority | 3     | the send is refused | nothing special happens |

      @DD-112
      Examples: a target that is full
        | producer        | what        | trouble                          | settings                                    | one                                     | other                              | name   | how                                                | options                                            | group       | named | refused             | end                     |
        | MessageProducer | MAXDEPTH(0) | ORDERS is altered to MAXDEPTH(0) | delivery mode NON_PERSISTENT and priority 0 | the time to live is set to 172799950 ms | the delivery delay is set to 1 day | ORDERS | as a destination that applications of the MQI read | MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_DISCARD_MSG | JMSPriority | 3     | the send is refused | nothing special happens |

      @DD-111
      Examples: a target for shorter messages
        | producer        | what          | trouble                            | settings   | one                                | other                               | name   | how                                                                                                  | options                                             | group       | named | refused             | end                     |
        | MessageProducer | MAXMSGL(1000) | ORDERS is altered to MAXMSGL(1000) | priority 9 | the time to live is set to 1450 ms | the delivery delay is set to 733 ms | ORDERS | by the long form of send with delivery mode NON_PERSISTENT, priority 0 and a time to live of 71.95 s | MQRO_EXPIRATION_WITH_FULL_DATA and MQRO_PASS_MSG_ID | JMSPriority | 3     | the send is refused | nothing special happens |

  @EX-17 @EX-18 @EX-21 @EX-25
  Rule: What has expired is shown to no get, and reported

    @multiplatforms
    Scenario Outline: A message that is sent <way> and lives for <life> is shown to no get behind that
      Given <clock>, and the delivery delay processor fails in a recoverable way
      And a <producer> without a destination with <settings>, message ids disabled and a delivery delay of 30 days
      When "order-1" is sent to SALES, and the delivery delay is set to <delay>
      And the time to live is set to <life>
      And "order-2" is sent to <name> as <destination> with all that a message can have
        | report options            | <options> |
        | JMSCorrelationID as bytes | 80ff0102  |
      And <end>, and the life of "order-2" is over
      Then MQGET from ORDERS with MQMO_MATCH_MSG_ID of "order-2" finds no message
      And MQGET from ORDERS with MQGMO_BROWSE_FIRST and MQGMO_LOCK finds no message
      And nothing is on ORDERS, nor on the dead-letter queue
      And an expiration report about "order-2" arrives on REPLIES, and nothing else is on REPLIES
      And a browser shows "order-1" on the staging queue

      Examples: lives that are shorter than a second, or longer than a day
        | way               | clock                        | producer                   | settings                                    | life        | delay  | name   | destination                                             | end                           | options                                                     |
        | for a moment      | nothing special happens      | MessageProducer            | delivery mode NON_PERSISTENT and priority 9 | 850 ms      | 433 ms | SALES  | a destination that applications of the MQI read         | nothing special happens       | MQRO_EXPIRATION and MQRO_PASS_MSG_ID and MQRO_DISCARD_MSG   |
        | in a unit of work | nothing special happens      | transacted JMSProducer     | priority 0                                  | 950 ms      | 0 ms   | ORDERS | a destination whose persistence is as the queue defines | the unit of work is committed | MQRO_EXPIRATION_WITH_DATA and MQRO_EXCEPTION_WITH_FULL_DATA |
        | for a day         | a clock that the tester sets | JMSProducer                | priority 1                                  | 86401050 ms | 1 day  | SALES  | a destination whose priority is 8                       | nothing special happens       | MQRO_EXPIRATION_WITH_FULL_DATA and MQRO_DISCARD_MSG         |
        | without a delay   | a clock that the tester sets | transacted MessageProducer | priority 7                                  | 86400050 ms | 0 ms   | ORDERS | a destination whose persistence is persistent           | the unit of work is committed | MQRO_EXPIRATION and MQRO_PASS_CORREL_ID                     |

    @multiplatforms
    Scenario Outline: A <kind> copy that expires is shown to nobody, and reported
      Given <clock>, and the delivery delay processor fails in a recoverable way
      And a topic PRICES with a <kind> subscriber alice, and a <publisher> for the topic PRICES with <settings>
      And the time to live is set to <life>, and the delivery delay is set to <delay>
      When "price-1" is published with all that a message can have
        | report options            | <options> |
        | JMSCorrelationID as bytes | 80ff0102  |
      And <end>, and the life of "price-1" is over
      Then nothing is delivered to the subscriber alice
      And an expiration report arrives on REPLIES, caused by "price-1"
      And nothing is on REPLIES, nor on the dead-letter queue

      Examples: both APIs, with and without a delay
        | kind        | publisher                  | clock                        | settings                                                     | life        | delay  | end                           | options                                                      |
        | durable     | JMSProducer                | nothing special happens      | delivery mode NON_PERSISTENT and priority 9                  | 950 ms      | 533 ms | nothing special happens       | MQRO_EXPIRATION and MQRO_PASS_MSG_ID and MQRO_PASS_CORREL_ID |
        | non-durable | transacted MessageProducer | a clock that the tester sets | a destination whose persistence is persistent and priority 0 | 86401050 ms | 1 day  | the unit of work is committed | MQRO_EXPIRATION_WITH_FULL_DATA and MQRO_DISCARD_MSG          |
        | non-durable | MessageProducer            | nothing special happens      | a destination whose priority is 8 and message ids disabled   | 650 ms      | 0 ms   | nothing special happens       | MQRO_EXPIRATION_WITH_DATA and MQRO_EXCEPTION_WITH_FULL_DATA  |

  @EX-50 @EX-56 @X-31
  Rule: What waits for another queue manager has its Expiry twice, and both go down

    @multiplatforms
    Scenario Outline: A message that is sent <way> to a remote queue shows both its Expiry fields to every get
      Given a remote queue BILLS that leads through TO.QM2 to STOCK on QM2
      And <clock>, and the delivery delay processor fails in a recoverable way
      And a <producer> without a destination with <settings>, message ids disabled and a delivery delay of 30 days
      When "order-1" is sent to BILLS, and the delivery delay is set to <delay>
      And the time to live is set to <life>
      And "order-2" is sent to BILLS <how> with all that a message can have
        | report options            | <options> |
        | JMSCorrelationID as bytes | 80ff0102  |
      And <end>
      And the delivery delay of "order-2" is over
      Then after 1 s MQGET from TO.QM2 with MQGMO_BROWSE_FIRST and MQGMO_LOCK returns "order-2"
      And it begins with a transmission-queue header, and both its Expiry fields are the same
      And the remaining expiry of "order-2" is about <left> tenths
      And after 1 s MQGET from TO.QM2 with MQGMO_MSG_UNDER_CURSOR returns "order-2"
      And both its Expiry fields are the same
      And nothing is on TO.QM2, nor on the dead-letter queue

      Examples: in the long form, for a day
        | way               | clock                        | producer                   | settings   | delay  | life         | left   | how                                                                                                  | end                           | options                                                            |
        | in the long form  | nothing special happens      | transacted MessageProducer | priority 9 | 733 ms | 2050 ms      | 693    | by the long form of send with delivery mode NON_PERSISTENT, priority 0 and a time to live of 71.05 s | the unit of work is committed | MQRO_EXPIRATION_WITH_FULL_DATA and MQRO_COA                        |
        | for a day         | a clock that the tester sets | JMSProducer                | priority 0 | 1 day  | 172799950 ms | 863989 | as a destination whose persistence is persistent                                                     | nothing special happens       | MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_PASS_CORREL_ID and MQRO_COD |
        | without an option | a clock that the tester sets | transacted JMSProducer     | priority 8 | 1 day  | 86470050 ms  | 690    | as a destination that applications of the MQI read                                                   | the unit of work is committed | MQRO_DEAD_LETTER_Q                                                 |
