Feature: Stopping and starting the delivery delay processor on z/OS

  Chapter 10 describes the processor on Multiplatforms. On z/OS the delivery delay processor is part of
  the queue manager. It starts with it, and stops when it cannot work: because there is no staging queue,
  because it cannot get from it, or for another error. That stops nothing else. How it starts again depends
  on why it has stopped:

    why it stopped                    how it starts again
    --------------------------------  -------------------------------------------------------
    staging queue not defined         by itself, once the queue is defined
    GET(DISABLED)                     by itself, once it is altered to GET(ENABLED)
    another error                     PUT altered from ENABLED to DISABLED and back to ENABLED
    PUT(DISABLED), the stop switch    PUT altered back to ENABLED
    any of them                       the queue manager is started again, the queue being usable

  It is PUT that stops the processor on purpose, although the processor only gets from the queue. What came
  due meanwhile arrives after the start, unless its life is over.

  What the documents leave open, and what is accepted here:

  * Which errors count as another error. One is provoked where the implementation offers it. A target that
    does not take a message is none.
  * Whether delayed messages can be sent while GET is DISABLED or the processor has failed. Messages are
    sent before. While PUT is DISABLED they cannot be staged, so the send fails, for whatever reason.
  * A queue manager that is started while PUT is DISABLED; GET that is switched after another error, or
    enabled while PUT is DISABLED; PUT that is enabled after another error that occurred while PUT was
    DISABLED. None is tested; once PUT is enabled after GET was, the processor runs.

  Background:
    Given a queue manager ZQM1 on z/OS to which the application connects
    And a queue ORDERS

  @DD-86
  Rule: The processor starts with the queue manager

    What came due while the queue manager was down arrives without anybody's doing.

    Background:
      Given a defined staging queue

    Scenario: A message due while the queue manager is down on z/OS arrives after the start
      Given a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent
      And the queue manager is down for 10 s
      And 1 s passes
      Then "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: A restart on z/OS makes no delay shorter
      Given a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 8 s
      When "order-1" is sent, and 2 s pass
      And the queue manager is restarted, and 3 s pass
      Then nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: After an error a restart of the queue manager is enough
      Given a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent, and another error stops the delivery delay processor
      And that was during the delay of "order-1", and 10 s pass
      And the queue manager is restarted, and 1 s passes
      Then "order-1" is delivered to ORDERS, and nothing else is there

  @DD-87
  Rule: A processor that finds a usable staging queue waits for messages on it

    Also for those that are sent much later.

    Scenario: Messages sent after a restart on z/OS are delayed and delivered
      Given a defined staging queue
      When the queue manager is restarted, and 60 s pass
      And a MessageProducer for ORDERS with a delivery delay of 3 s is created
      And "order-1" is sent
      Then nothing is on ORDERS yet
      And the depth of the staging queue is 1
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there
      And nothing is on the staging queue

  @DD-88
  Rule: Without a staging queue the processor shuts down, and the queue manager goes on

    Whether the queue was never there or has been deleted.

    Scenario: A queue manager without a staging queue does its work
      Given no staging queue
      And a MessageProducer for ORDERS
      When 60 s pass, and "order-1" is sent
      Then every call is accepted
      And "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: A queue manager that is started without a staging queue does its work
      Given no staging queue
      When the queue manager is restarted
      And a MessageProducer for ORDERS is created
      Then the application can connect
      When 60 s pass, and "order-1" is sent
      Then every call is accepted
      And "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: A queue manager whose staging queue was deleted does its work
      Given a defined staging queue
      And a MessageProducer for ORDERS
      When the staging queue is deleted, and 60 s pass
      And "order-1" is sent
      Then every call is accepted
      And "order-1" is delivered to ORDERS, and nothing else is there
      When the queue manager is restarted
      And a MessageProducer for ORDERS is created
      Then the application can connect
      When "order-2" is sent
      Then every call is accepted
      And "order-2" is delivered to ORDERS, and nothing else is there

  @DD-89
  Rule: With GET(DISABLED) the processor shuts down, and staged messages stay

    Past the end of their delays as well.

    Scenario: An overdue message stays on a get-disabled staging queue
      Given a defined staging queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      And the staging queue is altered to GET(DISABLED) during the delay of "order-1", and 60 s pass
      Then the depth of the staging queue is 1, and nothing is on ORDERS

    Scenario: PUT that is switched off and on starts no processor as long as the staging queue is get-disabled
      Given a defined staging queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      And the staging queue is altered to GET(DISABLED) during the delay of "order-1", and 60 s pass
      And the staging queue is altered to PUT(DISABLED)
      And the staging queue is altered to PUT(ENABLED), and 60 s pass
      Then the depth of the staging queue is 1, and nothing is on ORDERS

    Scenario: A get-disabled staging queue stays unread over a restart
      Given a defined staging queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent
      And the staging queue is altered to GET(DISABLED) during the delay of "order-1"
      And the queue manager is restarted, and 60 s pass
      Then the depth of the staging queue is 1, and nothing is on ORDERS

    Scenario Outline: A message <kind> stays as well on a get-disabled staging queue
      Given a defined staging queue, and <target>
      And a MessageProducer for SALES with <settings> and a delivery delay of 3 s
      When "sale-1" is sent
      And the staging queue is altered to GET(DISABLED)
      And that was during the delay of "sale-1"
      Then after 60 s the depth of the staging queue is 1, and nothing is on <end>

      Examples: where it goes
        | kind               | target                                                         | settings   | end    |
        | for an alias queue | an alias queue SALES of ORDERS                                 | priority 4 | ORDERS |
        | for a remote queue | a remote queue SALES that leads through TO.QM2 to STOCK on QM2 | priority 4 | TO.QM2 |

      Examples: how it is sent
        | kind                    | target        | settings                     | end   |
        | that is persistent      | a queue SALES | delivery mode PERSISTENT     | SALES |
        | that is not persistent  | a queue SALES | delivery mode NON_PERSISTENT | SALES |
        | of the highest priority | a queue SALES | priority 9                   | SALES |
        | with a life of an hour  | a queue SALES | a time to live of 1 h        | SALES |

    @DD-117
    Scenario: A publication stays as well on a get-disabled staging queue
      Given a defined staging queue, and a topic NEWS, and a non-durable subscriber alice to NEWS on ZQM1
      And a MessageProducer for the topic NEWS with a delivery delay of 3 s
      When "news-1" is published
      And the staging queue is altered to GET(DISABLED)
      And that was during the delay of "news-1"
      Then after 60 s the depth of the staging queue is 1, and nothing is delivered to the subscriber alice

  @DD-90
  Rule: Another error stops the processor too

    It does not come back by itself as it does on Multiplatforms.

    Scenario: After another error an overdue message stays on the staging queue
      Given a defined staging queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and another error stops the delivery delay processor
      And that was during the delay of "order-1"
      Then after 60 s the depth of the staging queue is 1, and nothing is on ORDERS

    Scenario Outline: The processor does not start again by itself when <what>
      Given a clock that the tester sets, and a defined staging queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and another error stops the delivery delay processor
      And that was during the delay of "order-1"
      And <what>
      Then after 60 s a browser shows "order-1" on the staging queue, and nothing is on ORDERS

      Examples: neither after a while nor for another change
        | what                                          |
        | 3 h pass                                      |
        | the staging queue is altered to MAXDEPTH(100) |
        | ORDERS is altered to MAXDEPTH(100)            |

    Scenario: A message that is sent after another error starts no processor
      Given a defined staging queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and another error stops the delivery delay processor
      And that was during the delay of "order-1"
      And "order-2" is sent
      Then the send is accepted, or refused
      And after 60 s the depth of the staging queue is 1 to 2, and nothing is on ORDERS

    Scenario: A target that does not take a message is no such error
      Given a defined staging queue
      And a queue INVOICES
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      And a MessageProducer for INVOICES with a delivery delay of 5 s
      When "order-1" is sent by the first producer and "invoice-1" by the second
      And ORDERS is altered to PUT(DISABLED) during the delay of "order-1"
      Then after its delivery delay "invoice-1" is delivered to INVOICES, and nothing else is there
      And nothing is on ORDERS

    Scenario Outline: A message <kind> stays as well after another error
      Given a defined staging queue, and <target>
      And a MessageProducer for SALES with <settings> and a delivery delay of 3 s
      When "sale-1" is sent
      And another error stops the delivery delay processor
      And that was during the delay of "sale-1"
      Then after 60 s the depth of the staging queue is 1, and nothing is on <end>

      Examples: where it goes
        | kind               | target                                                         | settings   | end    |
        | for an alias queue | an alias queue SALES of ORDERS                                 | priority 4 | ORDERS |
        | for a remote queue | a remote queue SALES that leads through TO.QM2 to STOCK on QM2 | priority 4 | TO.QM2 |

      Examples: how it is sent
        | kind                    | target        | settings                     | end   |
        | that is persistent      | a queue SALES | delivery mode PERSISTENT     | SALES |
        | that is not persistent  | a queue SALES | delivery mode NON_PERSISTENT | SALES |
        | of the highest priority | a queue SALES | priority 9                   | SALES |
        | with a life of an hour  | a queue SALES | a time to live of 1 h        | SALES |

    @DD-117
    Scenario: A publication stays as well after another error
      Given a defined staging queue, and a topic NEWS, and a non-durable subscriber alice to NEWS on ZQM1
      And a MessageProducer for the topic NEWS with a delivery delay of 3 s
      When "news-1" is published
      And another error stops the delivery delay processor
      And that was during the delay of "news-1"
      Then after 60 s the depth of the staging queue is 1, and nothing is delivered to the subscriber alice

  @DD-91
  Rule: When the missing staging queue is defined, the processor starts by itself

    No restart and no other command is needed.

    Scenario Outline: A staging queue that is defined <when> is processed
      When <passed> pass, and the staging queue is defined
      And a MessageProducer for ORDERS with a delivery delay of 3 s is created
      And "order-1" is sent
      Then nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: at once and later
        | when    | passed |
        | at once | 0 s    |
        | later   | 60 s   |

    Scenario: A staging queue that is deleted and defined again is processed
      Given a defined staging queue
      When the staging queue is deleted, and 10 s pass
      And the staging queue is defined
      And a MessageProducer for ORDERS with a delivery delay of 3 s is created
      And "order-1" is sent and comes due
      Then "order-1" is delivered to ORDERS, and nothing else is there

    @DD-53
    Scenario: A staging queue that is deleted and defined again has the room with which it is defined
      Given a defined staging queue
      When the staging queue is altered to MAXDEPTH(0)
      And the staging queue is deleted, and the staging queue is defined
      And a MessageProducer for ORDERS with a delivery delay of 3 s is created
      And "order-1" is sent
      Then the send is accepted
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: A queue manager that was started without a staging queue delivers when it is defined
      Given no staging queue
      When the queue manager is restarted, and 10 s pass
      And the staging queue is defined
      And a MessageProducer for ORDERS with a delivery delay of 3 s is created
      And "order-1" is sent and comes due
      Then after 1 s "order-1" is delivered to ORDERS, and nothing is on ORDERS, nor on the staging queue

  @DD-92
  Rule: When GET is enabled again, the processor starts by itself and delivers what is overdue

    What has expired meanwhile is not delivered any more.

    Background:
      Given a defined staging queue

    Scenario: An overdue message arrives after GET(ENABLED)
      Given a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      And the staging queue is altered to GET(DISABLED), and 10 s pass
      And the staging queue is altered to GET(ENABLED), and 1 s passes
      Then "order-1" is delivered to ORDERS, and nothing else is there
      And nothing is on the staging queue

    Scenario: A message that is not due yet waits for its time after GET(ENABLED)
      Given a MessageProducer for ORDERS with a delivery delay of 8 s
      When "order-1" is sent
      And the staging queue is altered to GET(DISABLED), and 2 s pass
      And the staging queue is altered to GET(ENABLED), and 2 s pass
      Then nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: A message whose life ended while GET was disabled is not delivered
      Given a MessageProducer for ORDERS with a time to live of 5 s and a delivery delay of 3 s
      When "order-1" is sent, and the staging queue is altered to GET(DISABLED)
      And the life of "order-1" is over
      And the staging queue is altered to GET(ENABLED), and 1 s passes
      Then nothing is on ORDERS

    @DD-82
    Scenario: A message whose life ended while GET was disabled is reported afterwards
      Given a queue REPLIES
      And a MessageProducer for ORDERS with a time to live of 5 s and a delivery delay of 3 s
      When "order-1" is sent, and the staging queue is altered to GET(DISABLED)
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And the life of "order-1" is over
      And the staging queue is altered to GET(ENABLED), and 1 s passes
      Then nothing is on the staging queue, nor on ORDERS
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

    Scenario: A queue manager that was started with a get-disabled staging queue delivers after GET(ENABLED)
      Given a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent, and the staging queue is altered to GET(DISABLED)
      And the queue manager is restarted, and 10 s pass
      And the staging queue is altered to GET(ENABLED), and 1 s passes
      Then "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: What had stopped the processor before a start with a get-disabled staging queue does not matter
      Given a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent, and another error stops the delivery delay processor
      And the staging queue is altered to GET(DISABLED)
      And the queue manager is restarted, and 10 s pass
      And the staging queue is altered to GET(ENABLED), and 1 s passes
      Then "order-1" is delivered to ORDERS, and nothing else is there

    Scenario Outline: An overdue <mode> message arrives after GET(ENABLED) each time
      Given a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When the staging queue is altered to GET(DISABLED)
      And the staging queue is altered to GET(ENABLED), and 1 s passes
      And "order-1" is sent
      And the staging queue is altered to GET(DISABLED), and 10 s pass
      And the staging queue is altered to GET(ENABLED), and 1 s passes
      Then "order-1" is delivered to ORDERS, and nothing is on ORDERS, nor on the staging queue

      Examples: persistent or not
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    Scenario: All that is overdue arrives after GET(ENABLED)
      Given a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" to "order-3" are sent
      And the staging queue is altered to GET(DISABLED), and 10 s pass
      And the staging queue is altered to GET(ENABLED), and 1 s passes
      Then "order-1" to "order-3" are delivered to ORDERS in any order, and nothing is on ORDERS
      And nothing is on the staging queue

    @DD-93 @DD-94
    Scenario Outline: After <first> and <second> an overdue message arrives once both are enabled, <third> first
      Given a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      And the staging queue is altered to <first>
      And the staging queue is altered to <second>, and 10 s pass
      And the staging queue is altered to <third>
      And the staging queue is altered to <fourth>, and 1 s passes
      Then "order-1" is delivered to ORDERS, and nothing is on ORDERS, nor on the staging queue

      Examples: in any order
        | first         | second        | third        | fourth       |
        | GET(DISABLED) | PUT(DISABLED) | GET(ENABLED) | PUT(ENABLED) |
        | GET(DISABLED) | PUT(DISABLED) | PUT(ENABLED) | GET(ENABLED) |
        | PUT(DISABLED) | GET(DISABLED) | GET(ENABLED) | PUT(ENABLED) |
        | PUT(DISABLED) | GET(DISABLED) | PUT(ENABLED) | GET(ENABLED) |

    Scenario Outline: A message <kind> arrives after GET(ENABLED)
      Given <target>
      And a MessageProducer for SALES with <settings> and a delivery delay of 3 s
      When "sale-1" is sent
      And the staging queue is altered to GET(DISABLED), and 10 s pass
      And the staging queue is altered to GET(ENABLED), and 1 s passes
      Then the depth of <end> becomes 1, and nothing is on the staging queue

      Examples: where it goes
        | kind               | target                                                         | settings   | end    |
        | for an alias queue | an alias queue SALES of ORDERS                                 | priority 4 | ORDERS |
        | for a remote queue | a remote queue SALES that leads through TO.QM2 to STOCK on QM2 | priority 4 | TO.QM2 |

      Examples: how it is sent
        | kind                    | target        | settings              | end   |
        | of the highest priority | a queue SALES | priority 9            | SALES |
        | with a life of an hour  | a queue SALES | a time to live of 1 h | SALES |

    @DD-115
    Scenario: An overdue publication reaches its subscriber after GET(ENABLED)
      Given a topic NEWS, and a non-durable subscriber alice to NEWS on ZQM1
      And a MessageProducer for the topic NEWS with a delivery delay of 3 s
      When "news-1" is published
      And the staging queue is altered to GET(DISABLED), and 10 s pass
      And the staging queue is altered to GET(ENABLED), and 1 s passes
      Then "news-1" is delivered to the subscriber alice, and nothing else

    @DD-99
    Scenario: A message that was kept is tried again after GET(ENABLED)
      Given a clock that the tester sets, and no dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      And the staging queue is altered to GET(DISABLED), and the staging queue is altered to GET(ENABLED)
      And ORDERS is altered to PUT(ENABLED), and a dead-letter queue is defined
      And 2 h pass
      Then "order-1" is delivered to ORDERS, or to the dead-letter queue
      And nothing is on ORDERS, the dead-letter queue, nor on the staging queue

  @DD-93
  Rule: After another error, switching PUT off and on starts the processor

    From ENABLED to DISABLED and back.

    Background:
      Given a defined staging queue

    Scenario: After a second error switching PUT off and on starts the processor again
      Given a MessageProducer for ORDERS with a delivery delay of 3 s
      When another error stops the delivery delay processor
      And the staging queue is altered to PUT(DISABLED)
      And the staging queue is altered to PUT(ENABLED), and 1 s passes
      And another error stops the delivery delay processor
      And "order-1" is sent, and 10 s pass
      And the staging queue is altered to PUT(DISABLED)
      And the staging queue is altered to PUT(ENABLED), and 1 s passes
      Then "order-1" is delivered to ORDERS, and nothing is on ORDERS, nor on the staging queue

    Scenario: An overdue message arrives after PUT was switched off and on
      Given a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      And another error stops the delivery delay processor
      And that was during the delay of "order-1"
      And 10 s pass
      And the staging queue is altered to PUT(DISABLED)
      Then nothing is on ORDERS
      When the staging queue is altered to PUT(ENABLED), and 1 s passes
      Then "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: Messages sent after PUT was switched off and on are delivered as any others
      When another error stops the delivery delay processor
      And the staging queue is altered to PUT(DISABLED), and the staging queue is altered to PUT(ENABLED)
      And a MessageProducer for ORDERS with a delivery delay of 3 s is created
      And "order-1" is sent and comes due
      Then "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: PUT starts the processor each time that it was switched off and on
      Given a MessageProducer for ORDERS with a delivery delay of 3 s
      When the staging queue is altered to PUT(DISABLED), and 1 s passes
      And the staging queue is altered to PUT(ENABLED)
      And "order-1" is sent
      And the staging queue is altered to PUT(DISABLED), and 10 s pass
      And the staging queue is altered to PUT(ENABLED), and 1 s passes
      Then "order-1" is delivered to ORDERS, and nothing is on ORDERS, nor on the staging queue

    @DD-94
    Scenario Outline: A message <kind> arrives after PUT was switched off and on
      Given <target>
      And a MessageProducer for SALES with <settings> and a delivery delay of 3 s
      When "sale-1" is sent
      And the staging queue is altered to PUT(DISABLED), and 10 s pass
      And the staging queue is altered to PUT(ENABLED), and 1 s passes
      Then the depth of <end> becomes 1, and nothing is on the staging queue

      Examples: where it goes
        | kind               | target                                                         | settings   | end    |
        | for an alias queue | an alias queue SALES of ORDERS                                 | priority 4 | ORDERS |
        | for a remote queue | a remote queue SALES that leads through TO.QM2 to STOCK on QM2 | priority 4 | TO.QM2 |

      Examples: how it is sent
        | kind                    | target        | settings                     | end   |
        | that is persistent      | a queue SALES | delivery mode PERSISTENT     | SALES |
        | that is not persistent  | a queue SALES | delivery mode NON_PERSISTENT | SALES |
        | of the highest priority | a queue SALES | priority 9                   | SALES |
        | with a life of an hour  | a queue SALES | a time to live of 1 h        | SALES |

    @DD-94 @DD-115
    Scenario: An overdue publication reaches its subscriber after PUT was switched off and on
      Given a topic NEWS, and a non-durable subscriber alice to NEWS on ZQM1
      And a MessageProducer for the topic NEWS with a delivery delay of 3 s
      When "news-1" is published
      And the staging queue is altered to PUT(DISABLED), and 10 s pass
      And the staging queue is altered to PUT(ENABLED), and 1 s passes
      Then "news-1" is delivered to the subscriber alice, and nothing else

    @DD-94
    Scenario: The processor runs when PUT was switched off and on three times
      Given a MessageProducer for ORDERS with a delivery delay of 3 s
      When the staging queue is altered to PUT(DISABLED), and the staging queue is altered to PUT(ENABLED)
      And 1 s passes
      And the staging queue is altered to PUT(DISABLED), and the staging queue is altered to PUT(ENABLED)
      And 1 s passes
      And the staging queue is altered to PUT(DISABLED), and the staging queue is altered to PUT(ENABLED)
      And "order-1" is sent and comes due
      Then after 1 s "order-1" is delivered to ORDERS, and nothing is on ORDERS, nor on the staging queue

  @DD-94
  Rule: PUT(DISABLED) stops the processor

    Until PUT is enabled. New delayed messages cannot be staged meanwhile, so their senders are told.

    Background:
      Given a defined staging queue

    Scenario: Nothing is delivered while PUT of the staging queue is disabled
      Given a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      And the staging queue is altered to PUT(DISABLED) during the delay of "order-1", and 60 s pass
      Then nothing is on ORDERS
      And a browser shows "order-1" on the staging queue
      When the staging queue is altered to PUT(ENABLED), and 1 s passes
      Then "order-1" is delivered to ORDERS, and nothing else is there

    Scenario Outline: A message <kind> stays as well while PUT of the staging queue is disabled
      Given <target>
      And a MessageProducer for SALES with <settings> and a delivery delay of 3 s
      When "sale-1" is sent
      And the staging queue is altered to PUT(DISABLED)
      And that was during the delay of "sale-1"
      Then after 60 s the depth of the staging queue is 1, and nothing is on <end>

      Examples: where it goes
        | kind               | target                                                         | settings   | end    |
        | for an alias queue | an alias queue SALES of ORDERS                                 | priority 4 | ORDERS |
        | for a remote queue | a remote queue SALES that leads through TO.QM2 to STOCK on QM2 | priority 4 | TO.QM2 |

      Examples: how it is sent
        | kind                    | target        | settings                     | end   |
        | that is persistent      | a queue SALES | delivery mode PERSISTENT     | SALES |
        | that is not persistent  | a queue SALES | delivery mode NON_PERSISTENT | SALES |
        | of the highest priority | a queue SALES | priority 9                   | SALES |
        | with a life of an hour  | a queue SALES | a time to live of 1 h        | SALES |

    @DD-117
    Scenario: A publication stays as well while PUT of the staging queue is disabled
      Given a topic NEWS, and a non-durable subscriber alice to NEWS on ZQM1
      And a MessageProducer for the topic NEWS with a delivery delay of 3 s
      When "news-1" is published
      And the staging queue is altered to PUT(DISABLED)
      And that was during the delay of "news-1"
      Then after 60 s the depth of the staging queue is 1, and nothing is delivered to the subscriber alice

    Scenario: PUT(DISABLED) does not wear off
      Given a clock that the tester sets
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      And the staging queue is altered to PUT(DISABLED) during the delay of "order-1", and 3 h pass
      Then a browser shows "order-1" on the staging queue, and nothing is on ORDERS

    Scenario: A change of the staging queue other than of PUT does not start the processor again
      Given a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      And the staging queue is altered to PUT(DISABLED) during the delay of "order-1"
      And the staging queue is altered to MAXDEPTH(100), and 60 s pass
      Then a browser shows "order-1" on the staging queue, and nothing is on ORDERS

    Scenario: PUT(DISABLED) stops the processor a second time
      Given a MessageProducer for ORDERS with a delivery delay of 3 s
      And the staging queue is altered to PUT(DISABLED), and the staging queue is altered to PUT(ENABLED)
      When "order-1" is sent
      And the staging queue is altered to PUT(DISABLED) during the delay of "order-1", and 60 s pass
      Then a browser shows "order-1" on the staging queue, and nothing is on ORDERS

    @DD-90
    Scenario Outline: What is done at another queue manager does not start a processor after <what>
      Given a queue manager ZQM2 on z/OS in the queue-sharing group QSG1
      And at ZQM2, the staging queue is defined
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and <what>
      And that was during the delay of "order-1"
      And at ZQM2, the staging queue is altered to PUT(DISABLED)
      And at ZQM2, the staging queue is altered to PUT(ENABLED), and the queue manager is restarted
      Then after 60 s the depth of the staging queue is 1, and nothing is on ORDERS

      Examples: stopped by an error and on purpose
        | what                                             |
        | another error stops the delivery delay processor |
        | the staging queue is altered to PUT(DISABLED)    |

    @DD-61
    Scenario: What was recalled while PUT was disabled does not come back when the processor starts
      Given a MessageProducer for ORDERS with a delivery delay of 10 s
      And the getting application connects to ZQM1
      When "order-1" is sent, and the staging queue is altered to PUT(DISABLED)
      Then an MQGET by correlation id recalls "order-1" from the staging queue
      When the staging queue is altered to PUT(ENABLED)
      Then after 15 s nothing is on ORDERS, nor on the staging queue

    @X-03 @DD-125 @DD-79
    Scenario: A message keeps all that it was sent with when the processor stops and starts during its delay
      Given a queue REPLIES
      And a MessageProducer for ORDERS with a time to live of 2 min and a delivery delay of 30 s
      When "order-1" is sent
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
        | report options | MQRO_PASS_MSG_ID                                 |
        | reply to       | REPLIES                                          |
      And 10 s pass, and the staging queue is altered to PUT(DISABLED)
      And the staging queue is altered to PUT(ENABLED)
      Then after its delivery delay "order-1" is delivered to ORDERS with MQMD.Report MQRO_PASS_MSG_ID
      And its MQMD.CorrelId is "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8"
      And the remaining expiry of "order-1" is about 900 tenths, and nothing else is on ORDERS

    Scenario Outline: A <api> learns that nothing can be staged while PUT is disabled
      Given a <api> for ORDERS with a delivery delay of 3 s
      When the staging queue is altered to PUT(DISABLED)
      And "order-1" is sent
      Then the send is refused
      And the reason is recorded as the answer to "With which reason does a delayed send fail while the staging queue takes no puts on z/OS?"
      When the staging queue is altered to PUT(ENABLED), and 5 s pass
      Then nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: PUT of the staging queue does not concern undelayed messages
      Given a MessageProducer for ORDERS
      When the staging queue is altered to PUT(DISABLED)
      And "order-1" is sent
      Then every call is accepted
      And "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: A message that is not due yet waits for its time after PUT(ENABLED)
      Given a MessageProducer for ORDERS with a delivery delay of 8 s
      When "order-1" is sent
      And the staging queue is altered to PUT(DISABLED), and 2 s pass
      And the staging queue is altered to PUT(ENABLED), and 2 s pass
      Then nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there
