Feature: Stopping and starting the delivery delay processor

  On Multiplatforms the processor that moves messages from the staging queue to their targets starts with
  the queue manager, and starts again by itself after a failure from which it can recover. Nobody has to do
  anything, and no message is due at another time because of it: the end of a delay, like the end of a
  life, stays the instant that it was when the message was sent. What came due meanwhile arrives after the
  start.

  What the documents leave open, and what is accepted here:

  * What becomes of a staged message that is not persistent when the queue manager ends. Restarts are
    tested with persistent messages; what becomes of the others is recorded.
  * In which order overdue messages come after a start. Any is right.
  * What a recoverable failure is. One is provoked where the implementation offers it.
  * On z/OS the processor is stopped and started in other ways, which chapter 20 describes.

  @DD-95 @multiplatforms
  Rule: The processor starts with the queue manager, and no delay becomes longer or shorter by that

    An implementation that times its delays in memory forgets them or begins them anew.

    Scenario Outline: Nobody gets a message of a <api> earlier because the queue manager was restarted
      Given a <api> for a queue ORDERS with delivery mode PERSISTENT and a delivery delay of 8 s
      When "order-1" is sent, and 2 s pass
      And the queue manager is restarted, and 3 s pass
      Then nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A restart <when> a delay of <delay> does not change its end
      Given a clock that the tester sets
      And a MessageProducer for a queue ORDERS with delivery mode PERSISTENT and a delivery delay of <delay>
      When "order-1" is sent
      And <passed> have passed since "order-1" was sent
      And the queue manager is restarted
      And all but 1 ms of the delivery delay of "order-1" has passed
      Then nothing is on ORDERS yet
      And after 2 ms "order-1" is delivered to ORDERS, and nothing else is there

      Examples: at its beginning, in its middle and at its end
        | when                   | delay   | passed  |
        | at the beginning of    | 10 s    | 0 s     |
        | in the middle of       | 10 s    | 5 s     |
        | 1 ms before the end of | 10 s    | 9999 ms |
        | in the middle of       | 30 days | 15 days |
        | in the middle of       | 45 days | 15 days |

    @DD-01
    Scenario Outline: A delay of <delay> that begins <passed> after a second ends as long after one, in spite of a restart
      Given a clock that the tester sets, and <passed> pass
      And a MessageProducer for a queue ORDERS with delivery mode PERSISTENT and a delivery delay of <delay>
      When "order-1" is sent
      And the queue manager is restarted
      And all but 1 ms of the delivery delay of "order-1" has passed
      Then nothing is on ORDERS yet
      And after 2 ms "order-1" is delivered to ORDERS, and nothing else is there

      Examples: whole seconds and others
        | delay   | passed |
        | 6 s     | 350 ms |
        | 6 s     | 700 ms |
        | 6250 ms | 700 ms |

    @DD-10 @X-45
    Scenario: All of twelve messages come through a restart
      Given a MessageProducer for a queue ORDERS with delivery mode PERSISTENT and a delivery delay of 6 s
      When "order-1" to "order-12" are sent
      And "order-12" comes due after the queue manager is restarted
      Then "order-1" to "order-12" are delivered to ORDERS in any order
      And nothing is on ORDERS, nor on the staging queue

    Scenario: A restart does not change the end of the delay of a message of the lowest priority
      Given a clock that the tester sets
      And a MessageProducer for a queue ORDERS with delivery mode PERSISTENT, priority 0 and a delivery delay of 10 s
      When "order-1" is sent, and 5 s pass
      And the queue manager is restarted
      Then after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: Three restarts change no more than one
      Given a clock that the tester sets
      And a MessageProducer for a queue ORDERS with delivery mode PERSISTENT and a delivery delay of 1 h
      When "order-1" is sent
      And the queue manager is restarted, and 30 min pass
      And the queue manager is restarted, and 29 min pass
      And the queue manager is restarted
      Then nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: A message due while the queue manager is down arrives after the start, one due later when it is due
      Given a MessageProducer for a queue ORDERS with delivery mode PERSISTENT
      When "order-1" is sent with a delivery delay of 2 s
      And "order-2" is sent with a delivery delay of 8 s, and the queue manager is down for 4 s
      Then after 1 s "order-1" is delivered to ORDERS, and nothing is on ORDERS yet
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

    Scenario: Messages overdue at the start all arrive, each once
      Given the queues ORDERS and INVOICES
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 2 s
      And a MessageProducer for INVOICES with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent by the first producer and "invoice-1" by the second
      And the queue manager is down for 5 s
      Then after 1 s "order-1" is delivered to ORDERS
      And "invoice-1" is delivered to INVOICES
      When the queue manager is restarted, and 1 s passes
      Then nothing is on ORDERS, nor on INVOICES

    @X-45
    Scenario Outline: A message <kind> that is overdue at the start arrives
      Given <target>
      And a MessageProducer for SALES with delivery mode PERSISTENT, <settings> and a delivery delay of 3 s
      When "sale-1" is sent
      And the queue manager is down for 10 s, and 1 s passes
      Then the depth of <end> becomes 1, and nothing is on the staging queue

      Examples: where it goes
        | kind               | target                                                         | settings   | end    |
        | for an alias queue | a queue ORDERS with an alias queue SALES                       | priority 4 | ORDERS |
        | for a remote queue | a remote queue SALES that leads through TO.QM2 to STOCK on QM2 | priority 4 | TO.QM2 |

      Examples: how it is sent
        | kind                    | target        | settings              | end   |
        | of the highest priority | a queue SALES | priority 9            | SALES |
        | with a life of an hour  | a queue SALES | a time to live of 1 h | SALES |

    Scenario: A message sent after a restart is delayed as any other
      Given a MessageProducer for a queue ORDERS
      When the queue manager is restarted
      And a MessageProducer for ORDERS with a delivery delay of 4 s is created
      And "order-1" is sent, and 2 s pass
      Then nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: What becomes of a delayed message that is not persistent is recorded
      Given a MessageProducer for a queue ORDERS with delivery mode NON_PERSISTENT and a delivery delay of 4 s
      When "order-1" is sent
      And "order-1" comes due after the queue manager is restarted
      Then after 1 s "order-1" is delivered to ORDERS, or never
      And the answer to "What becomes of a non-persistent delayed message over a restart?" is recorded, and nothing else is on ORDERS

  @X-45
  Rule: The life of a delayed message goes on while the queue manager is down

    Like its delay it ends at the instant that was fixed at the send.

    @DD-79
    Scenario: What is left of a life after a restart counts from the send
      Given a MessageProducer for a queue ORDERS with delivery mode PERSISTENT, a time to live of 60 s and a delivery delay of 3 s
      When "order-1" is sent, and 2 s pass
      And the queue manager is down for 8 s
      And 2 s pass
      Then "order-1" is delivered to ORDERS with about 480 tenths left, and nothing else is on ORDERS

  @DD-96 @multiplatforms
  Rule: The processor starts again by itself after a failure from which it can recover

    Until then, and by then, nothing is lost, doubled or moved too early.

    Scenario: Nobody gets a message earlier because the processor has failed
      Given a MessageProducer for a queue ORDERS with a delivery delay of 6 s
      When "order-1" is sent, and 2 s pass
      And the delivery delay processor fails in a recoverable way
      Then after 2 s nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

    Scenario Outline: A failure of the processor <when> a delay does not change its end
      Given a clock that the tester sets
      And a MessageProducer for a queue ORDERS with a delivery delay of 10 s
      When "order-1" is sent
      And <passed> have passed since "order-1" was sent
      And the delivery delay processor fails in a recoverable way
      And all but 1 ms of the delivery delay of "order-1" has passed
      Then nothing is on ORDERS yet
      And after 2 ms "order-1" is delivered to ORDERS, and nothing else is there

      Examples: at its beginning, in its middle and at its end
        | when                   | passed  |
        | at the beginning of    | 0 s     |
        | in the middle of       | 5 s     |
        | 1 ms before the end of | 9999 ms |

    Scenario Outline: A failure of the processor loses no <mode> message
      Given a MessageProducer for a queue ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent
      And the delivery delay processor fails in a recoverable way
      And the delivery delay of "order-1" is over
      Then "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both delivery modes
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    Scenario Outline: A failure of the processor loses no message <kind>
      Given <target>
      And a MessageProducer for SALES with <settings> and a delivery delay of 3 s
      When "sale-1" is sent
      And the delivery delay processor fails in a recoverable way
      And the delivery delay of "sale-1" is over
      Then the depth of <end> becomes 1, and nothing is on the staging queue

      Examples: where it goes
        | kind               | target                                                         | settings   | end    |
        | for an alias queue | a queue ORDERS with an alias queue SALES                       | priority 4 | ORDERS |
        | for a remote queue | a remote queue SALES that leads through TO.QM2 to STOCK on QM2 | priority 4 | TO.QM2 |

      Examples: how it is sent
        | kind                    | target        | settings              | end   |
        | of the highest priority | a queue SALES | priority 9            | SALES |
        | with a life of an hour  | a queue SALES | a time to live of 1 h | SALES |

    Scenario: A failure of the processor loses no message for a clustered queue
      Given a cluster SALES of QM1 and QM2
      And a queue ORDERS with CLUSTER(SALES) and DEFBIND(NOTFIXED) on QM2
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and the delivery delay processor fails in a recoverable way
      Then after its delivery delay "order-1" is delivered to ORDERS on one of QM2
      And nothing else is on ORDERS of QM2

    Scenario: A failure of the processor loses no publication
      Given a topic PRICES with a non-durable subscriber alice
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      And the delivery delay processor fails in a recoverable way
      And the delivery delay of "price-1" is over
      Then "price-1" is delivered to the subscriber alice, and nothing else

    Scenario: A processor that fails twice starts again twice
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When the delivery delay processor fails in a recoverable way, and "order-1" is sent
      And the delivery delay processor fails in a recoverable way
      Then nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: A message sent after a failure of the processor is delivered as any other
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When the delivery delay processor fails in a recoverable way
      And "order-1" is sent
      Then nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: What was delivered before a failure of the processor is not delivered again
      Given a MessageProducer for a queue ORDERS
      When "order-1" is sent with a delivery delay of 2 s
      And "order-2" is sent with a delivery delay of 6 s
      Then after its delivery delay "order-1" is delivered to ORDERS
      When the delivery delay processor fails in a recoverable way
      Then after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

    Scenario: What no queue takes is kept over a failure of the processor
      Given a clock that the tester sets
      And a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and ORDERS and the dead-letter queue are altered to PUT(DISABLED) during its delay
      And 60 s pass
      And the delivery delay processor fails in a recoverable way
      And ORDERS and the dead-letter queue are altered to PUT(ENABLED), and 2 h pass
      Then "order-1" is delivered to ORDERS, or to the dead-letter queue
      And nothing is on ORDERS, the staging queue, nor on the dead-letter queue
