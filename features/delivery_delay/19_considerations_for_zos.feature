Feature: Considerations for z/OS

  On z/OS nobody can send with a delay until an administrator has defined the staging queue. A sample
  definition is supplied, commented out, so that running it unchanged defines nothing.

  The two editions of the documents differ here. Both ask for INDXTYPE(NONE), no index, and
  MSGDLVSQ(FIFO), the order of arrival; the newer one asks for HARDENBO, a backout count that survives a
  restart, as well. The older one, for version 8.0, says that OPMODE, which allows or forbids new
  functions, does not matter and that messages on the staging queue are marooned by a migration back.

  What the documents leave open, and what is accepted here:

  * With which reason code a delayed send fails without a staging queue. It is recorded.
  * The storage class. One that is adequate for the load and one of a certain name are both asked for; any
    is accepted, and recorded.
  * How the sample is shipped. That it is commented out is recorded, not judged.
  * What a staging queue does that was defined otherwise; OPMODE and migration of other versions. Neither
    is tested.

  @DD-56
  Rule: Without a staging queue no message is delayed

    The send fails.

    Background:
      Given a queue manager ZQM1 on z/OS to which the application connects

    Scenario Outline: A <api> is refused on z/OS while there is no staging queue
      Given a <api> for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      Then the send is refused
      And the reason is recorded as the answer to "With which reason does a delayed send fail without a staging queue?"
      And after 5 s nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A message <kind> is refused on z/OS while there is no staging queue
      Given <target>
      And a MessageProducer for SALES with <settings>
      When "sale-1" is sent
      Then the send is refused
      And after 5 s nothing is on <end>

      Examples: where it would go
        | kind               | target                                                         | settings                | end    |
        | for an alias queue | a queue ORDERS, and an alias queue SALES of ORDERS             | a delivery delay of 3 s | ORDERS |
        | for a remote queue | a remote queue SALES that leads through TO.QM2 to STOCK on QM2 | a delivery delay of 3 s | TO.QM2 |

      Examples: how it is sent
        | kind                   | target        | settings                                                 | end   |
        | that is not persistent | a queue SALES | delivery mode NON_PERSISTENT and a delivery delay of 3 s | SALES |
        | that is delayed long   | a queue SALES | a delivery delay of 1 h                                  | SALES |
        | that lives for a while | a queue SALES | a time to live of 60 s and a delivery delay of 3 s       | SALES |

    @DD-54
    Scenario: A message for a shared queue is refused while there is no staging queue
      Given a queue manager ZQM2 on z/OS in the queue-sharing group QSG1
      And the application connects to ZQM2, and a shared queue SALES in QSG1
      And a MessageProducer for SALES with a delivery delay of 3 s
      When "sale-1" is sent
      Then the send is refused, and after 5 s nothing is on SALES

    Scenario: A message that is sent by the long form is refused on z/OS while there is no staging queue
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent by the long form of send with an unlimited time to live
      Then the send is refused
      And after 5 s nothing is on ORDERS

    Scenario: A message is refused when the staging queue has been deleted
      Given a defined staging queue, and a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When the staging queue is deleted
      And "order-1" is sent
      Then the send is refused
      And after 5 s nothing is on ORDERS

    Scenario: A transacted sender learns of the missing staging queue at the commit at the latest
      Given a transacted MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and the unit of work is committed
      Then the send or the commit is refused
      And after 5 s nothing is on ORDERS

    Scenario Outline: A publication of a <api> is not delayed either while there is no staging queue
      Given a topic PRICES, and a non-durable subscriber alice to PRICES on ZQM1
      And a <api> for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      Then the send is refused
      And after 5 s nothing is delivered to the subscriber alice

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: Once the staging queue is defined, messages are delayed
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When the staging queue is defined, and "order-1" is sent
      Then every call is accepted, and nothing is on ORDERS yet
      And the depth of the staging queue is 1
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

  @DD-08
  Rule: What is sent without a delay needs no staging queue

    Background:
      Given a queue manager ZQM1 on z/OS to which the application connects

    Scenario Outline: A <api> may send without a delay while there is no staging queue
      Given a <api> for a queue ORDERS with a delivery delay of 0 s
      When "order-1" is sent
      Then every call is accepted
      And "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: What is sent without a delay to <kind> needs no staging queue
      Given <target>
      And a dead-letter queue, and a MessageProducer for SALES
      When "sale-1" is sent
      Then every call is accepted
      And the depth of <end> is 1, and nothing is on the dead-letter queue

      Examples: names that lead to another queue
        | kind           | target                                                         | end    |
        | an alias queue | a queue ORDERS, and an alias queue SALES of ORDERS             | ORDERS |
        | a remote queue | a remote queue SALES that leads through TO.QM2 to STOCK on QM2 | TO.QM2 |

    Scenario: What is sent without a delay in a unit of work needs no staging queue
      Given a transacted MessageProducer for a queue ORDERS
      When "order-1" is sent, and the unit of work is committed
      Then every call is accepted
      And "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: What is published without a delay needs no staging queue
      Given a topic PRICES, and a non-durable subscriber alice to PRICES on ZQM1
      And a MessageProducer for the topic PRICES
      When "price-1" is published
      Then every call is accepted
      And "price-1" is delivered to the subscriber alice, and nothing else

  @DD-62
  Rule: The staging queue is to be defined with INDXTYPE(NONE)

    Although messages can be got from it by their correlation id.

    Scenario: The supplied sample has no index
      Given a queue manager ZQM1 on z/OS to which the application connects
      Then the supplied definition of the staging queue says INDXTYPE(NONE)

  @DD-63
  Rule: The staging queue is to be defined with MSGDLVSQ(FIFO)

    Which says nothing of the order in which messages reach their targets: each comes when it is due.

    Scenario: The supplied sample keeps the order of arrival
      Given a queue manager ZQM1 on z/OS to which the application connects
      Then the supplied definition of the staging queue says MSGDLVSQ(FIFO)

    Scenario: A message with a shorter delay overtakes one with a longer
      Given a queue manager ZQM1 on z/OS to which the application connects
      And a defined staging queue
      And the queues ORDERS and INVOICES
      And a MessageProducer for ORDERS with a delivery delay of 20 s
      And a MessageProducer for INVOICES with a delivery delay of 3 s
      When "order-1" is sent by the first producer and "invoice-1" by the second
      Then after its delivery delay "invoice-1" is delivered to INVOICES, and nothing is on ORDERS yet

  @DD-65 @edition-later
  Rule: The newer edition asks for HARDENBO as well

    And names a storage class, which may be another one where the load asks for it.

    Scenario: The supplied sample hardens the backout count
      Given a queue manager ZQM1 on z/OS to which the application connects
      Then the supplied definition of the staging queue says HARDENBO

  Rule: What else the supplied sample says is recorded

    Nothing here is right or wrong.

    Scenario Outline: Whether the sample speaks of <what> is recorded
      Given a queue manager ZQM1 on z/OS to which the application connects
      Then the supplied definition of the staging queue is asked for <what>
      And the answer to "What does the supplied definition of the staging queue say of <what>?" is recorded

      Examples: a storage class, and whether it would be carried out
        | what         |
        | STGCLASS     |
        | being active |

  @DD-67 @edition-8.0
  Rule: OPMODE does not matter to delivery delay in version 8.0

    New functions that hinder a migration back need OPMODE(NEWFUNC); this one does not.

    Scenario Outline: A <api> delays a message under OPMODE(<mode>)
      Given a queue manager ZQM1 of version 8.0 on z/OS to which the application connects
      And a defined staging queue
      And a queue ORDERS
      And the queue manager runs with OPMODE(<mode>)
      And a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      Then every call is accepted, and nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both modes
        | api             | mode    |
        | MessageProducer | COMPAT  |
        | MessageProducer | NEWFUNC |
        | JMSProducer     | COMPAT  |

    @X-45
    Scenario Outline: A staged message outlives a change to OPMODE(<mode>)
      Given a queue manager ZQM1 of version 8.0 on z/OS to which the application connects
      And a defined staging queue
      And a queue ORDERS
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent
      And the queue manager runs with OPMODE(<mode>)
      And 5 s pass
      Then "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both modes
        | mode    |
        | COMPAT  |
        | NEWFUNC |

    Scenario Outline: A message <kind> is delayed under OPMODE(COMPAT)
      Given a queue manager ZQM1 of version 8.0 on z/OS to which the application connects
      And a defined staging queue, and the queue manager runs with OPMODE(COMPAT)
      And a queue ORDERS, and an alias queue SALES of ORDERS
      And a MessageProducer for <queue> with <settings> and a delivery delay of 3 s
      When "order-1" is <sent>
      Then every call is accepted, and nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: where it goes and how it is sent
        | kind                   | queue  | settings                     | sent                                                         |
        | for an alias queue     | SALES  | priority 4                   | sent                                                         |
        | that is not persistent | ORDERS | delivery mode NON_PERSISTENT | sent                                                         |
        | sent by the long form  | ORDERS | priority 4                   | sent by the long form of send with an unlimited time to live |

    @X-45
    Scenario Outline: A staged message <kind> outlives a change to OPMODE(COMPAT)
      Given a queue manager ZQM1 of version 8.0 on z/OS to which the application connects
      And a defined staging queue
      And a queue ORDERS, and an alias queue SALES of ORDERS
      And a MessageProducer for <queue> with delivery mode PERSISTENT, <settings> and a delivery delay of 3 s
      When "order-1" is sent
      And the queue manager runs with OPMODE(COMPAT), and 5 s pass
      Then "order-1" is delivered to ORDERS, and nothing else is there

      Examples: where it goes and how it is sent
        | kind                    | queue  | settings              |
        | for an alias queue      | SALES  | priority 4            |
        | of the highest priority | ORDERS | priority 9            |
        | that lives for an hour  | ORDERS | a time to live of 1 h |

    @X-45
    Scenario: A staged publication outlives a change to OPMODE(COMPAT)
      Given a queue manager ZQM1 of version 8.0 on z/OS to which the application connects
      And a defined staging queue
      And a topic PRICES, and a queue PRICES.ONE, and a subscription to PRICES that delivers to PRICES.ONE
      And a MessageProducer for the topic PRICES with delivery mode PERSISTENT and a delivery delay of 3 s
      When "price-1" is published
      And the queue manager runs with OPMODE(COMPAT), and 5 s pass
      Then the depth of PRICES.ONE becomes 1, and nothing is on the staging queue

    Scenario Outline: A transacted <api> delays a publication under OPMODE(<mode>)
      Given a queue manager ZQM1 of version 8.0 on z/OS to which the application connects
      And a defined staging queue
      And the queue manager runs with OPMODE(<mode>)
      And a topic PRICES
      And a non-durable subscriber alice to PRICES on ZQM1
      And a transacted <api> for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      And the unit of work is committed
      Then every call is accepted
      And after its delivery delay "price-1" is delivered to the subscriber alice, and nothing else

      Examples: both modes
        | api             | mode    |
        | MessageProducer | COMPAT  |
        | MessageProducer | NEWFUNC |
        | JMSProducer     | COMPAT  |

  @DD-68 @edition-8.0
  Rule: After a migration back from version 8.0 staged messages stay where they are

    Neither delivered nor deleted, until somebody deals with them.

    Background:
      Given a queue manager ZQM1 of version 8.0 on z/OS to which the application connects
      And a defined staging queue
      And a MessageProducer for a queue ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s

    Scenario: A staged message is neither delivered nor deleted after a migration back
      When "order-1" is sent
      And the queue manager is migrated back to version 7.1
      And that was during the delay of "order-1"
      And 60 s pass
      Then the depth of the staging queue is 1, and nothing is on ORDERS

    Scenario: A staged message is found on the staging queue after a migration back
      When "order-1" is sent
      And the queue manager is migrated back to version 7.1
      And that was during the delay of "order-1"
      And 60 s pass
      Then a browser shows "order-1" on the staging queue, and nothing is on ORDERS

    Scenario Outline: A staged message <kind> is neither delivered nor deleted after a migration back
      Given a queue SALES with an alias queue RETURNS
      And a MessageProducer for <queue> with delivery mode PERSISTENT, <settings> and a delivery delay of 3 s
      When "sale-1" is sent
      And the queue manager is migrated back to version 7.1
      And that was during the delay of "sale-1"
      Then after 60 s the depth of the staging queue is 1, and nothing is on SALES

      Examples: where it would go and how it is sent
        | kind                    | queue   | settings              |
        | for an alias queue      | RETURNS | priority 4            |
        | of the highest priority | SALES   | priority 9            |
        | that lives for an hour  | SALES   | a time to live of 1 h |

    Scenario: A staged publication is neither delivered nor deleted after a migration back
      Given a topic PRICES, and a queue PRICES.ONE, and a subscription to PRICES that delivers to PRICES.ONE
      And a MessageProducer for the topic PRICES with delivery mode PERSISTENT and a delivery delay of 3 s
      When "price-1" is published
      And the queue manager is migrated back to version 7.1
      And that was during the delay of "price-1"
      Then after 60 s the depth of the staging queue is 1, and nothing is on PRICES.ONE
