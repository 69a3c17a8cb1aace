Feature: Units of work and restarts

  While a unit of work lasts, and while a queue manager is down, time does not stop for a delayed message:
  its delay and its life go on, whether or not there is anybody to move it. A unit of work can get what it
  has itself put, if that was not delayed. This is the control: without it, it would prove nothing that a
  unit of work cannot get its own delayed message.

  What the documents leave open, and what is accepted here:

  * Whether the delay of a message in a unit of work runs from its send or from its commit. Its life runs
    from the send either way, so messages here live long enough for both, or are over for both.
  * What becomes of a non-persistent message when the queue manager ends. Restarts are tested with
    persistent messages here; the chapter about stopping and starting records what becomes of the
    others.

  @DD-41
  Rule: A unit of work can get its own undelayed message before the commit

    Nobody else can, and once it is rolled back nobody can. With a delay, the unit of work cannot either.

    Scenario Outline: A transacted <api> gets its own undelayed message before the commit, and nobody else does
      Given a transacted <api> for a queue ORDERS
      When "order-1" is sent
      Then nothing is on ORDERS, and the sender itself receives "order-1" from ORDERS
      When the unit of work is committed
      Then every call is accepted, and nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A putting application gets back in syncpoint what it has put in syncpoint
      Given a queue ORDERS
      When "order-1" is put to ORDERS in syncpoint
      Then MQGET from ORDERS finds no message
      And the putting application itself gets "order-1" from ORDERS in syncpoint
      When the putting application commits
      Then nothing is on ORDERS

    Scenario: Of two messages of a unit of work it gets the undelayed one alone
      Given a transacted MessageProducer for a queue ORDERS with a delivery delay of 2 s
      And another MessageProducer for ORDERS in the same session
      When "order-1" is sent by the first producer and "order-2" by the second
      Then after 4 s the sender itself receives "order-2" from ORDERS
      And the sender itself finds nothing on ORDERS

    Scenario Outline: An undelayed message of a <api> that is rolled back is got by nobody
      Given a transacted <api> for a queue ORDERS
      When "order-1" is sent, and the unit of work is rolled back
      Then nothing is on ORDERS, and the sender itself finds nothing on ORDERS
      When "order-2" is sent, and the unit of work is committed
      Then "order-2" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: What a putting application has put in syncpoint and backed out is got by nobody
      Given a queue ORDERS
      When "order-1" is put to ORDERS in syncpoint
      And the putting application backs out
      Then MQGET from ORDERS finds no message, and nothing is on ORDERS

  @X-23
  Rule: A message that is committed after its life is over is never delivered, and reported after the commit

    Its life began with the send. Before the commit it does not exist for anybody, so nothing is reported.

    Scenario Outline: Nothing is reported of an expired message of a <api> that has not been committed
      Given the queues ORDERS and REPLIES
      And a transacted <api> for ORDERS with a time to live of 4 s and a delivery delay of 2 s
      When "order-1" is sent, and its life is over
        | report options | <option> |
        | reply to       | REPLIES  |
      Then after 5 s nothing is on REPLIES
      And nothing is on ORDERS
      When the unit of work is committed, and 3 s pass
      Then the staging queue becomes empty, and nothing is on ORDERS
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

      Examples: both APIs
        | api             | option                         |
        | MessageProducer | MQRO_EXPIRATION                |
        | MessageProducer | MQRO_EXPIRATION_WITH_FULL_DATA |
        | JMSProducer     | MQRO_EXPIRATION                |

    Scenario: An expired message that is rolled back is not reported at all
      Given the queues ORDERS and REPLIES
      And a transacted MessageProducer for ORDERS with a time to live of 4 s and a delivery delay of 2 s
      When "order-1" is sent, and its life is over
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And the unit of work is rolled back, and 5 s pass
      Then nothing is on ORDERS, REPLIES, nor on the staging queue

  @X-24
  Rule: A message that is committed after its delay has the life that is left of it since the send

    Neither all of it, nor the life less the delay and the wait.

    Scenario Outline: Of a life of 60 s about <tenths> are left when a <api> commits at <committed> and <later> pass
      Given a transacted <api> for a queue ORDERS with a time to live of 60 s and a delivery delay of 3 s
      When "order-1" is sent, and <committed> later the unit of work is committed
      And <later> pass
      Then "order-1" is delivered to ORDERS with about <tenths> left, and nothing else is on ORDERS

      Examples: soon after the delay, and long after it
        | api             | committed | later | tenths     |
        | MessageProducer | 4 s       | 4 s   | 520 tenths |
        | MessageProducer | 20 s      | 4 s   | 360 tenths |
        | JMSProducer     | 4 s       | 4 s   | 520 tenths |
        | JMSProducer     | 20 s      | 4 s   | 360 tenths |

    Scenario: A message that is not persistent arrives when it is committed after its delay, too
      Given a transacted MessageProducer for a queue ORDERS with delivery mode NON_PERSISTENT, a time to live of 60 s and a delivery delay of 3 s
      When "order-1" is sent, and 4 s later the unit of work is committed
      And 4 s pass
      Then "order-1" is delivered to ORDERS with about 520 tenths left, and nothing else is on ORDERS

    Scenario: Each message of a unit of work has its own life
      Given the queues ORDERS and BILLS
      And a transacted MessageProducer for ORDERS with a time to live of 20 s and a delivery delay of 3 s
      And another MessageProducer for BILLS with a time to live of 60 s and a delivery delay of 3 s in the same session
      When "order-1" is sent by the first producer and "bill-1" by the second
      And the unit of work is committed, and 6 s pass
      Then "bill-1" is delivered to BILLS with about 540 tenths left
      And "order-1" is delivered to ORDERS with about 140 tenths left, and nothing is on ORDERS, nor on BILLS

  @X-45
  Rule: A persistent staged message survives a restart with its due time, its life and its options

    The time for which the queue manager is down counts for both.

    Scenario Outline: A message of a <api> whose delay ends after the restart is delivered then, and not earlier
      Given a <api> for a queue ORDERS with delivery mode PERSISTENT and a delivery delay of 8 s
      When "order-1" is sent, and 2 s pass
      And the queue manager is down for 2 s
      Then nothing is on ORDERS yet
      When 9 s have passed since "order-1" was sent
      Then "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    @X-03
    Scenario Outline: A message <kind> has the correlation id of its application after a restart
      Given a MessageProducer for a queue ORDERS with <settings>, delivery mode PERSISTENT and a delivery delay of 4 s
      When "order-1" is sent
        | correlation id | 414d51204f524445522d4944000000000000000000000000 |
      And "order-1" comes due after the queue manager is restarted
      Then "order-1" is delivered to ORDERS with MQMD.CorrelId "414d51204f524445522d4944000000000000000000000000", and nothing else is on ORDERS

      Examples: with a header of JMS, and without one
        | kind        | settings                                        |
        | for JMS     | priority 4                                      |
        | for the MQI | a destination that applications of the MQI read |

    @X-03 @X-17
    Scenario: A message that is dead-lettered after a restart has the correlation id of its application
      Given a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 6 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | correlation id | 414d51204f524445522d4944000000000000000000000000 |
      And "order-1" comes due after the queue manager is restarted
      Then "order-1" is dead-lettered
      And its MQMD.CorrelId is "414d51204f524445522d4944000000000000000000000000"
      And nothing is on ORDERS, nor on the dead-letter queue

    Scenario: The time for which the queue manager is down beyond the delay counts for the life
      Given a MessageProducer for a queue ORDERS with delivery mode PERSISTENT, a time to live of 60 s and a delivery delay of 3 s
      When "order-1" is sent, and 1 s passes
      And the queue manager is down for 20 s
      And 1 s passes
      Then "order-1" is delivered to ORDERS with about 380 tenths left, and nothing else is on ORDERS

    Scenario Outline: A message with <options> that fails after a restart is reported as it asked before
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 6 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | report options | <options> |
        | reply to       | REPLIES   |
      And "order-1" comes due after the queue manager is restarted
      Then after 1 s nothing but this is on the queues
        | the staging queue | the dead-letter queue | REPLIES    | ORDERS  |
        | nothing           | <dead-lettered>       | <reported> | nothing |

      Examples: what was asked for
        | options                             | dead-lettered | reported   |
        | MQRO_EXCEPTION                      | order-1       | its report |
        | MQRO_EXCEPTION and MQRO_DISCARD_MSG | nothing       | its report |
        | MQRO_DISCARD_MSG                    | nothing       | nothing    |

    Scenario Outline: The report about a message that fails after a restart has the <id> that it asked for before
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 6 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | report options | MQRO_EXCEPTION and MQRO_PASS_MSG_ID and MQRO_PASS_CORREL_ID |
        | reply to       | REPLIES                                                     |
        | correlation id | 414d51204f524445522d4944000000000000000000000000            |
      And "order-1" comes due after the queue manager is restarted
      And the exception report about "order-1" is taken from REPLIES
      Then its <field> is <value>, and nothing else is on REPLIES

      Examples: both ids
        | id             | field         | value                                                   |
        | message id     | MQMD.MsgId    | the JMSMessageID that the sender of "order-1" was given |
        | correlation id | MQMD.CorrelId | "414d51204f524445522d4944000000000000000000000000"      |

    @DD-97
    Scenario: A message for an application of the MQI with MQRO_DISCARD_MSG that fails after a restart is discarded
      Given a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with a destination that applications of the MQI read, delivery mode PERSISTENT and a delivery delay of 6 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | report options | MQRO_DISCARD_MSG |
      And "order-1" comes due after the queue manager is restarted
      Then after 1 s nothing but this is on the queues
        | the staging queue | the dead-letter queue | ORDERS  |
        | nothing           | nothing               | nothing |

    @DD-97 @DD-123
    Scenario: A publication with MQRO_DISCARD_MSG that fails after a restart is discarded
      Given a topic PRICES, and the queues PRICES.ONE and REPLIES
      And a subscription to PRICES that delivers to PRICES.ONE, and a dead-letter queue
      And a MessageProducer for the topic PRICES with delivery mode PERSISTENT and a delivery delay of 6 s
      When "price-1" is published
        | report options | MQRO_DISCARD_MSG |
        | reply to       | REPLIES          |
      And PRICES.ONE is altered to PUT(DISABLED) during the delay of "price-1"
      And "price-1" comes due after the queue manager is restarted
      Then after 1 s nothing but this is on the queues
        | the staging queue | the dead-letter queue | PRICES.ONE | REPLIES |
        | nothing           | nothing               | nothing    | nothing |

    @X-37
    Scenario Outline: After a restart a message with <options> is <kept> where REPLIES has <replies> and the dead-letter queue <dead letters>
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 6 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | report options | <options> |
        | reply to       | REPLIES   |
      And REPLIES is altered to <replies> during the delay of "order-1"
      And the dead-letter queue is altered to <dead letters> during the delay of "order-1"
      And "order-1" comes due after the queue manager is restarted
      Then after 3 s nothing but this is on the queues
        | the staging queue | the dead-letter queue | REPLIES | ORDERS  |
        | <staged>          | <dead-lettered>       | nothing | nothing |

      Examples: as before it: for want of a place for its report, for want of one for itself, or not
        | options                             | replies       | dead letters  | kept      | staged  | dead-lettered |
        | MQRO_EXCEPTION and MQRO_DISCARD_MSG | PUT(DISABLED) | PUT(DISABLED) | kept      | order-1 | nothing       |
        | MQRO_EXCEPTION                      | PUT(ENABLED)  | PUT(DISABLED) | kept      | order-1 | nothing       |
        | MQRO_EXCEPTION and MQRO_DISCARD_MSG | PUT(DISABLED) | PUT(ENABLED)  | discarded | nothing | its report    |

    Scenario: A message that was sent before a restart and expires on its target after it is discarded and reported
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with delivery mode PERSISTENT, a time to live of 12 s and a delivery delay of 4 s
      When "order-1" is sent
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And the queue manager is restarted
      Then after the life of "order-1" nothing is on ORDERS
      And the depth of ORDERS is 0
      And a browser shows an expiration report about "order-1" on REPLIES, and nothing is on the staging queue

    Scenario: After a restart each subscription gets its copy of a delayed publication
      Given a topic PRICES
      And the queues PRICES.ONE and PRICES.TWO
      And subscriptions to PRICES that deliver to PRICES.ONE and PRICES.TWO
      And a MessageProducer for the topic PRICES with delivery mode PERSISTENT and a delivery delay of 4 s
      When "price-1" is published
      And "price-1" comes due after the queue manager is restarted
      Then "price-1" is delivered to PRICES.ONE
      And "price-1" is delivered to PRICES.TWO, and nothing is on PRICES.ONE, nor on the staging queue
      And nothing is on PRICES.TWO

    @DD-21
    Scenario: A persistent message for a clustered queue is delivered after a restart
      Given a cluster SALES of QM1 and QM2
      And a queue ORDERS with CLUSTER(SALES) and DEFBIND(NOTFIXED)
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 4 s
      When "order-1" is sent
      And "order-1" comes due after the queue manager is restarted
      Then "order-1" is delivered to ORDERS, and nothing is on ORDERS, nor on the staging queue

    @DD-118
    Scenario: After a restart another queue manager gets a delayed publication to distribute
      Given a queue manager QM2 below that of the application in a hierarchy
      And a topic PRICES
      And a non-durable subscriber alice to PRICES on QM2
      And 1 s passes
      And a MessageProducer for the topic PRICES with delivery mode PERSISTENT and a delivery delay of 4 s
      When "price-1" is published
      And "price-1" comes due after the queue manager is restarted
      Then after 1 s "price-1" is delivered to the subscriber alice, and nothing else

    Scenario: A durable subscriber that is away over a restart gets its copy of a delayed publication
      Given a topic PRICES with a durable subscriber alice
      And a MessageProducer for the topic PRICES with delivery mode PERSISTENT and a delivery delay of 4 s
      When "price-1" is published
      And the subscriber alice disconnects during the delay of "price-1"
      And "price-1" comes due after the queue manager is restarted
      And the durable subscriber alice connects again
      Then "price-1" is delivered to the subscriber alice, and nothing else

    Scenario: A durable subscriber gets what was delivered for it while it was away, also after a restart
      Given a topic PRICES with a durable subscriber alice
      And a MessageProducer for the topic PRICES with delivery mode PERSISTENT and a delivery delay of 3 s
      When "price-1" is published
      And the subscriber alice disconnects during the delay of "price-1"
      And the delivery delay of "price-1" is over
      And the queue manager is restarted
      And the durable subscriber alice connects again
      Then "price-1" is delivered to the subscriber alice, and nothing else

    Scenario: A durable subscriber that the end of the queue manager disconnects gets its copy of a delayed publication
      Given a topic PRICES with a durable subscriber alice
      And a MessageProducer for the topic PRICES with delivery mode PERSISTENT and a delivery delay of 4 s
      When "price-1" is published and comes due after the queue manager is restarted
      And the durable subscriber alice connects again
      Then "price-1" is delivered to the subscriber alice, and nothing else

    Scenario: A copy for a durable subscriber waits for the end of the delay that it was published with
      Given a topic PRICES with a durable subscriber alice
      And a MessageProducer for the topic PRICES with delivery mode PERSISTENT and a delivery delay of 8 s
      When "price-1" is published, and 4 s pass
      And the queue manager is restarted
      And the durable subscriber alice connects again
      Then nothing is delivered to the subscriber alice yet
      And after its delivery delay "price-1" is delivered to the subscriber alice, and nothing else

    @DD-107 @DD-108
    Scenario: A copy for a non-durable subscriber that the end of the queue manager disconnects is reported
      Given a topic PRICES with a non-durable subscriber alice, and a queue REPLIES and a dead-letter queue
      And a MessageProducer for the topic PRICES with delivery mode PERSISTENT and a delivery delay of 4 s
      When "price-1" is published
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      And "price-1" comes due after the queue manager is restarted
      Then nothing but this is on the queues
        | the staging queue | the dead-letter queue | REPLIES    |
        | nothing           | nothing               | its report |

    Scenario: A subscription that ends after a restart gets nothing of a publication from before it
      Given a topic PRICES
      And the queues PRICES.ONE and PRICES.TWO, and a dead-letter queue
      And subscriptions to PRICES that deliver to PRICES.ONE and PRICES.TWO
      And a MessageProducer for the topic PRICES with delivery mode PERSISTENT and a delivery delay of 6 s
      When "price-1" is published
      And the queue manager is restarted
      And the subscription that delivers to PRICES.ONE is deleted during the delay of "price-1"
      And the delivery delay of "price-1" is over
      Then "price-1" is delivered to PRICES.TWO, and nothing is on PRICES.ONE, nor on the dead-letter queue
      And the staging queue becomes empty

    Scenario: A message that is delivered after a restart has the header that it was sent with
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with delivery mode PERSISTENT, priority 7 and a delivery delay of 4 s
      When "order-1" is sent and comes due after the queue manager is restarted
        | JMSCorrelationID | "invoice 4711" |
        | JMSType          | "invoice"      |
        | reply to         | REPLIES        |
      Then "order-1" is delivered to ORDERS, and its fields are
        | JMSPriority | 7         |
        | JMSType     | "invoice" |
        | JMSReplyTo  | "REPLIES" |
      And a receiver with JMS alone sees JMSCorrelationID "invoice 4711"
      And it carries no delay header, and nothing else is on ORDERS

    @DD-01
    Scenario Outline: Who waits for a message that was delayed by <delay> gets it when that is over after a restart, not before
      Given a MessageProducer for a queue ORDERS with delivery mode PERSISTENT and a delivery delay of <delay>
      When "order-1" is sent, and the queue manager is restarted
      Then an application that waits on ORDERS receives "order-1" when its delivery delay is over
      And nothing else is on ORDERS

      Examples: short and long
        | delay |
        | 2 s   |
        | 8 s   |

    Scenario: A staged message is found by its sender's id after a restart
      Given a MessageProducer for a queue ORDERS with delivery mode PERSISTENT and a delivery delay of 10 s
      When "order-1" is sent, and the queue manager is restarted
      Then the staged copy of "order-1" has the original message id as its correlation id
      And an MQGET by correlation id recalls "order-1" from the staging queue
      And nothing is on ORDERS, nor on the staging queue

    Scenario Outline: A message for applications of <readers> is delivered after a restart with <options>
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with <settings>, delivery mode PERSISTENT and a delivery delay of 4 s
      When "order-1" is sent
        | report options | <options> |
        | reply to       | REPLIES   |
      And "order-1" comes due after the queue manager is restarted
      Then "order-1" is delivered to ORDERS
      And its MQMD.Report is <options>, and nothing else is on ORDERS

      Examples: what the processor would have done with it
        | readers | settings                                        | options                                                              |
        | JMS     | priority 4                                      | MQRO_DISCARD_MSG                                                     |
        | JMS     | priority 4                                      | MQRO_EXPIRATION and MQRO_DISCARD_MSG                                 |
        | the MQI | a destination that applications of the MQI read | MQRO_EXCEPTION and MQRO_DISCARD_MSG and MQRO_PASS_DISCARD_AND_EXPIRY |
        | JMS     | priority 4                                      | MQRO_EXCEPTION and MQRO_PASS_DISCARD_AND_EXPIRY and MQRO_PASS_MSG_ID |

    @edition-later
    Scenario: A message is delivered after a restart with the report options and the message id of its send
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 4 s
      When "order-1" is sent
        | report options | MQRO_EXCEPTION and MQRO_COD |
        | reply to       | REPLIES                     |
      And "order-1" comes due after the queue manager is restarted
      Then after 1 s "order-1" is delivered to ORDERS
      And its MQMD.Report is MQRO_EXCEPTION and MQRO_COD
      And its MQMD.MsgId is the JMSMessageID that the sender of "order-1" was given, and nothing else is on ORDERS

    Scenario: A message that no queue has taken is tried again after a restart, too
      Given a clock that the tester sets
      And a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
      And the dead-letter queue is altered to PUT(DISABLED)
      And the delivery delay of "order-1" is over
      And 1 min passes
      And the queue manager is restarted
      And ORDERS and the dead-letter queue are altered to PUT(ENABLED), and 2 h pass
      Then "order-1" is delivered to ORDERS, or to the dead-letter queue, and nothing is on ORDERS, nor on the dead-letter queue

    Scenario: A message is delivered after a restart with the ids and the delivery mode of its send
      Given a JMSProducer for a queue ORDERS with delivery mode PERSISTENT and a delivery delay of 4 s
      When "order-1" is sent
        | JMSCorrelationID | "invoice 4711" |
      And "order-1" comes due after the queue manager is restarted
      Then "order-1" is delivered to ORDERS
      And its JMSMessageID is the JMSMessageID that the sender of "order-1" was given
      And its MQMD.CorrelId begins with 696e766f6963652034373131
      And its MQMD.Persistence is MQPER_PERSISTENT, and nothing else is on ORDERS

    Scenario: A message is delivered after a restart with the correlation id of 24 bytes that was sent
      Given a MessageProducer for a queue ORDERS with delivery mode PERSISTENT and a delivery delay of 4 s
      When "order-1" is sent
        | correlation id | 0102030405060708090a0b0c0d0e0f101112131415161718 |
      And "order-1" comes due after the queue manager is restarted
      Then "order-1" is delivered to ORDERS
      And its MQMD.CorrelId begins with 0102030405060708090a0b0c0d0e0f101112131415161718, and nothing else is on ORDERS

    Scenario Outline: Messages that a <api> has committed in one unit of work survive a restart
      Given a transacted <api> for a queue ORDERS with delivery mode PERSISTENT and a delivery delay of 4 s
      When "order-1", "order-2" and "order-3" are sent, and the unit of work is committed
      And the queue manager is restarted
      And 5 s pass
      Then "order-1", "order-2" and "order-3" are delivered to ORDERS in any order, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A persistent message survives a restart whatever else its unit of work has sent
      Given the queues ORDERS and BILLS
      And a transacted MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 4 s
      And another MessageProducer for BILLS with delivery mode NON_PERSISTENT and a delivery delay of 4 s in the same session
      When "order-1" is sent by the first producer and "bill-1" by the second
      And the unit of work is committed
      And the queue manager is restarted
      And 5 s pass
      Then "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: What was delivered just before a restart is not delivered again
      Given a MessageProducer for a queue ORDERS with delivery mode PERSISTENT and a delivery delay of 2 s
      When "order-1" is sent and comes due
      Then "order-1" is delivered to ORDERS
      When the queue manager is restarted, and 5 s pass
      Then nothing is on ORDERS, nor on the staging queue

    Scenario: A message that no queue took before a restart arrives once after it
      Given a clock that the tester sets
      And a queue ORDERS and no dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      And 1 min passes
      And the queue manager is restarted
      And a dead-letter queue is defined
      And ORDERS is altered to PUT(ENABLED), and 2 h pass
      Then "order-1" is delivered to ORDERS, or to the dead-letter queue
      And nothing is on ORDERS, the dead-letter queue, nor on the staging queue

    Scenario: A message that was due while the queue manager was down for two days has the life that is left
      Given a clock that the tester sets, and a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT, a time to live of 4 days and a delivery delay of 2 h
      When "order-1" is sent
      And the queue manager is down for 2 days, and 1 s passes
      Then "order-1" is delivered to ORDERS with about 1727990 tenths left, and nothing is on ORDERS, nor on the dead-letter queue

    Scenario: A dead-letter queue that was named last is the dead-letter queue after a restart
      Given the queues ORDERS, LOST and FOUND
      And LOST is the dead-letter queue
      And FOUND is the dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 5 s
      When "order-1" is sent
      And ORDERS is altered to PUT(DISABLED)
      And "order-1" comes due after the queue manager is restarted
      Then after 1 s "order-1" is delivered to FOUND, and nothing is on LOST, nor on FOUND

    Scenario: An alias that was led elsewhere still leads there after a restart
      Given the queues ORDERS and ARCHIVE
      And an alias queue SALES of ORDERS
      And SALES is defined anew as an alias of ARCHIVE
      When the queue manager is restarted
      And a MessageProducer for SALES with a delivery delay of 3 s is created
      And "order-1" is sent and comes due
      Then "order-1" is delivered to ARCHIVE, and nothing is on ORDERS, nor on ARCHIVE

    Scenario Outline: A message that is persistent <because> survives a restart
      Given a queue ORDERS with DEFPSIST(YES)
      And a <api> for ORDERS with a destination whose persistence is <persistence>, delivery mode NON_PERSISTENT and a delivery delay of 4 s
      When "order-1" is sent
      And "order-1" comes due after the queue manager is restarted
      Then "order-1" is delivered to ORDERS with MQMD.Persistence MQPER_PERSISTENT, and nothing else is on ORDERS

      Examples: whatever the delivery mode of the send
        | api             | because                   | persistence          |
        | MessageProducer | as its destination has it | persistent           |
        | JMSProducer     | as its destination has it | persistent           |
        | MessageProducer | as its queue is defined   | as the queue defines |

    @DD-77
    Scenario: A message that is persistent as its queue was defined is so after a restart, however that is defined then
      Given a queue ORDERS with DEFPSIST(YES)
      And a MessageProducer for ORDERS with a destination whose persistence is as the queue defines and a delivery delay of 4 s
      When "order-1" is sent, and ORDERS is altered to DEFPSIST(NO)
      And "order-1" comes due after the queue manager is restarted
      Then "order-1" is delivered to ORDERS with MQMD.Persistence MQPER_PERSISTENT, and nothing else is on ORDERS

    @DD-77 @DD-78
    Scenario Outline: What a queue was altered to is what its messages are after a restart: <altered>
      Given a queue ORDERS with DEFPSIST(<first>) and DEFPRTY(2)
      And ORDERS is altered to <altered>
      When the queue manager is restarted
      And a MessageProducer without a destination is created
      And "order-1" is sent to ORDERS as a destination whose <what> is as the queue defines
      Then "order-1" is delivered to ORDERS with <field>, and nothing else is on ORDERS

      Examples: persistence and priority
        | first | altered       | what        | field                                 |
        | NO    | DEFPSIST(YES) | persistence | MQMD.Persistence MQPER_PERSISTENT     |
        | YES   | DEFPSIST(NO)  | persistence | MQMD.Persistence MQPER_NOT_PERSISTENT |
        | NO    | DEFPRTY(7)    | priority    | MQMD.Priority 7                       |

    @DD-38
    Scenario Outline: A queue takes no more after a restart than before it: <queue> with <limit>
      Given a queue ORDERS
      And <queue> is altered to <limit>
      When the queue manager is restarted
      And a MessageProducer without a destination with a delivery delay of 3 s is created
      And "order-1" is sent to ORDERS
        | length | 5000 characters |
      Then the send is refused, and nothing is on ORDERS, nor on the staging queue

      @DD-111 @DD-112
      Examples: the target
        | queue  | limit         |
        | ORDERS | MAXDEPTH(0)   |
        | ORDERS | MAXMSGL(1000) |

      @DD-53 @DD-39
      Examples: the staging queue
        | queue             | limit         |
        | the staging queue | MAXDEPTH(0)   |
        | the staging queue | MAXMSGL(1000) |

    @DD-98
    Scenario: A dead-letter queue is the dead-letter queue after two restarts
      Given a dead-letter queue
      And a MessageProducer for a queue ORDERS with delivery mode PERSISTENT and a delivery delay of 5 s
      When "order-1" is sent
      And ORDERS is altered to PUT(DISABLED), and the queue manager is restarted
      And "order-1" comes due after the queue manager is restarted
      Then after 1 s "order-1" is dead-lettered
      And nothing is on ORDERS, the dead-letter queue, nor on the staging queue

    Scenario: A long message survives a restart whole
      Given a MessageProducer for a queue ORDERS with delivery mode PERSISTENT and a delivery delay of 4 s
      When "order-1" of 5000 characters is sent
      And "order-1" comes due after the queue manager is restarted
      Then "order-1" is delivered to ORDERS
      And its data are those of "order-1" as sent, and nothing else is on ORDERS

    Scenario: A message that fails after a restart is reported to the queue manager that its sender named
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 5 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | report options         | MQRO_EXCEPTION |
        | reply to               | REPLIES        |
        | reply to queue manager | QM7            |
      And "order-1" comes due after the queue manager is restarted
      Then the staging queue becomes empty, and nothing is on ORDERS, nor on REPLIES

    @X-22 @HM-05
    Scenario: A message that is delivered after a restart names the queue manager of its reply-to queue
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 4 s
      When "order-1" is sent
        | reply to               | REPLIES |
        | reply to queue manager | QM7     |
      And "order-1" comes due after the queue manager is restarted
      Then "order-1" is delivered to ORDERS with MQMD.ReplyToQMgr "QM7", and nothing else is on ORDERS

    Scenario: What is left of the life of a publication after a restart counts from the publish
      Given a topic PRICES and a queue PRICES.ARCHIVE
      And a subscription to PRICES that delivers to PRICES.ARCHIVE
      And a MessageProducer for the topic PRICES with delivery mode PERSISTENT, a time to live of 60 s and a delivery delay of 6 s
      When "price-1" is published, and 4 s pass
      And "price-1" comes due after the queue manager is restarted, and 4 s pass
      Then "price-1" is delivered to PRICES.ARCHIVE with about 500 tenths left, and nothing else is on PRICES.ARCHIVE

    @X-42
    Scenario Outline: After a restart a receiver with JMS alone sees the JMSReplyTo and <what> of the send
      Given the queues ORDERS and REPLIES
      And a <api> for ORDERS with delivery mode PERSISTENT and a delivery delay of 4 s
      When "order-1" is sent
        | JMSCorrelationID  | <id>           |
        | reply to          | REPLIES        |
        | reply to priority | 7              |
      And "order-1" comes due after the queue manager is restarted
      Then "order-1" is delivered to ORDERS
      And a receiver with JMS alone sees JMSCorrelationID <id>
      And a receiver with JMS alone sees the JMSReplyTo that "order-1" was sent with, and nothing else is on ORDERS

      Examples: a text that is longer than 24 bytes, and 24 bytes
        | api             | what                  | id                                                    |
        | MessageProducer | the correlation text  | "invoice 4711 of a customer who pays on Fridays"      |
        | JMSProducer     | the correlation bytes | "ID:fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8" |

    @X-42
    Scenario Outline: After a restart the header has the reply-to queue with its priority and <what> of the send
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 4 s
      When "order-1" is sent
        | JMSCorrelationID  | <id>    |
        | reply to          | REPLIES |
        | reply to priority | 7       |
      And "order-1" comes due after the queue manager is restarted
      Then "order-1" is delivered to ORDERS
      And its jms.Rto is the jms.Rto that the sender of "order-1" was given
      And its jms.Cid is the jms.Cid that the sender of "order-1" was given, and nothing else is on ORDERS

      Examples: a text that is longer than 24 bytes, and 24 bytes
        | what                  | id                                                    |
        | the correlation text  | "invoice 4711 of a customer who pays on Fridays"      |
        | the correlation bytes | "ID:fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8" |

    @DD-10
    Scenario Outline: Messages of a <api> that were due one after the other while the queue manager was down all arrive
      Given a <api> for a queue ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent, and 1 s passes
      And "order-2" is sent, and 1 s passes
      And "order-3" is sent, and the queue manager is down for 8 s
      Then after 1 s "order-1", "order-2" and "order-3" are delivered to ORDERS in any order, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |
