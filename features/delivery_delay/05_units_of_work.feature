Feature: Units of work

  A message sent in a transacted session does not exist for anybody else before the commit. An undelayed
  one can at least be got by the same unit of work (the combined rules show it); a delayed one cannot,
  since it is put to the staging queue only by the commit, and reaches its target queue from there.

  What the documents leave open, and what is accepted here:

  * Whether the delay of such a message runs from its send or from its commit. The text, and JMS 2.0, say
    from the send. An arrival is wrong only before the send plus the delay or before the commit; that it
    should be there is expected only when the delay has passed since the commit as well.
  * Whether an uncommitted message already counts in the depth of the staging queue. An ordinary
    uncommitted put does. A browser must not show it.

  @DD-42
  Rule: A unit of work cannot get its own delayed message before the commit

    However long it waits: the message is not even staged.

    Scenario Outline: The sender of a <mode> message, with a <api>, finds nothing when the delay has long passed
      Given a transacted <api> for a queue ORDERS with delivery mode <mode> and a delivery delay of 2 s
      When "order-1" is sent, and 4 s pass
      Then the sender itself finds nothing on ORDERS
      When the unit of work is committed, and 3 s pass
      Then "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs, both delivery modes
        | api             | mode           |
        | MessageProducer | PERSISTENT     |
        | JMSProducer     | PERSISTENT     |
        | MessageProducer | NON_PERSISTENT |

    Scenario: An uncommitted message is not delivered when the delay of another message is over
      Given the queues ORDERS and INVOICES
      And a MessageProducer for INVOICES with a delivery delay of 3 s
      And a transacted MessageProducer for ORDERS with a delivery delay of 2 s
      When "order-1" is sent by the second producer
      And "invoice-1" is sent by the first producer
      Then after its delivery delay "invoice-1" is delivered to INVOICES, and nothing is on ORDERS yet
      When the unit of work is committed, and 3 s pass
      Then "order-1" is delivered to ORDERS, and nothing is on ORDERS, nor on INVOICES

  @DD-43
  Rule: Before the commit a delayed message is not on the staging queue

    What is browsed there has been committed.

    Scenario: A browser shows the message only after the commit
      Given a transacted MessageProducer for a queue ORDERS with a delivery delay of 6 s
      When "order-1" is sent
      Then a browser shows nothing on the staging queue
      When the unit of work is committed
      Then a browser shows "order-1" on the staging queue, and nothing is on ORDERS yet

    Scenario Outline: A transacted <api> commits its delayed message when nothing is in the way
      Given a transacted <api> for a queue ORDERS with a delivery delay of 2 s
      When "order-1" is sent, and the unit of work is committed
      Then every call is accepted
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A delayed message for <kind> is not on the staging queue before its commit
      Given <queues>
      And a transacted MessageProducer for SALES with a delivery delay of 6 s
      When "order-1" is sent
      Then a browser shows nothing on the staging queue
      When the unit of work is committed
      Then a browser shows "order-1" on the staging queue, and nothing is on <end> yet

      Examples: names that lead to another queue
        | kind           | queues                                                         | end    |
        | an alias queue | a queue ORDERS with an alias queue SALES                       | ORDERS |
        | a remote queue | a remote queue SALES that leads through TO.QM2 to STOCK on QM2 | TO.QM2 |

    Scenario: A commit stages what was sent since the last one, and nothing else
      Given a transacted MessageProducer for a queue ORDERS with a delivery delay of 6 s
      When "order-1" is sent, and the unit of work is committed
      And "order-2" is sent, and the unit of work is committed
      Then the depth of the staging queue is 2
      And nothing is on ORDERS yet

    Scenario Outline: The next commit of a <api> stages none of two <mode> messages again that the last one has staged
      Given a transacted <api> for a queue ORDERS with delivery mode <mode> and a delivery delay of 6 s
      When "order-1" and "order-2" are sent, and the unit of work is committed
      And "order-3" is sent, and the unit of work is committed
      Then the depth of the staging queue is 3
      And after 7 s "order-1", "order-2" and "order-3" are delivered to ORDERS in any order, and nothing else is there

      Examples: both APIs and modes
        | api             | mode           |
        | MessageProducer | PERSISTENT     |
        | JMSProducer     | NON_PERSISTENT |

    Scenario: Whether the uncommitted message counts in the depth of the staging queue is recorded
      Given a transacted MessageProducer for a queue ORDERS with a delivery delay of 6 s
      When "order-1" is sent
      Then the depth of the staging queue is 0 to 1
      And the answer to "What is the depth of the staging queue before the commit?" is recorded
      When the unit of work is committed
      Then the depth of the staging queue is 1
      And nothing is on ORDERS yet

    Scenario: A browser shows none of three messages before the commit
      Given a transacted MessageProducer for a queue ORDERS with a delivery delay of 6 s
      When "order-1", "order-2" and "order-3" are sent
      Then a browser shows nothing on the staging queue
      When the unit of work is committed
      Then a browser shows "order-1", "order-2" and "order-3" on the staging queue, and nothing is on ORDERS yet

    Scenario Outline: The delay of a <api> holds for what it sends after a rollback
      Given a transacted <api> for a queue ORDERS with a delivery delay of 4 s
      When the unit of work is rolled back
      And "order-1" is sent, and the unit of work is committed
      Then a browser shows "order-1" on the staging queue, and nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: What is sent after a rollback belongs to the next unit of work
      Given a transacted MessageProducer for a queue ORDERS
      And another MessageProducer for ORDERS with a delivery delay of 3 s in the same session
      When "order-1" is sent by the first producer
      And the unit of work is rolled back
      And "order-2" is sent
      Then nothing is on the staging queue
      And after 4 s nothing is on ORDERS
      When the unit of work is committed
      And the delivery delay of "order-2" is over
      Then after 3 s "order-2" is delivered to ORDERS, and nothing else is there

    Scenario: A unit of work that receives a message and sends another delays that as well
      Given the queues ORDERS and BILLS
      And a MessageProducer for ORDERS
      And a transacted MessageProducer for BILLS with a delivery delay of 5 s
      When "order-1" is sent by the first producer
      Then the sender itself receives "order-1" from ORDERS
      When "bill-1" is sent, and the unit of work is committed
      Then after 1 s nothing is on BILLS yet
      When the delivery delay of "bill-1" is over
      Then after 3 s "bill-1" is delivered to BILLS, and nothing is on ORDERS, nor on BILLS

    @DD-45
    Scenario Outline: The commit of one <api> stages nothing that another one has not committed
      Given a transacted <api> for a queue ORDERS with a delivery delay of 2 s
      And a transacted <api> for ORDERS with a delivery delay of 2 s
      When "order-1" is sent by the first producer and "order-2" by the second
      And the unit of work is committed
      Then after 3 s "order-2" is delivered to ORDERS, and nothing is on ORDERS, nor on the staging queue
      When the session of the first producer is committed
      Then after 3 s "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @DD-44
  Rule: A delayed message that is rolled back was never sent

    There is nothing to be delivered, neither at once nor when the delay would be over.

    Scenario Outline: A <mode> message that a <api> rolls back never arrives
      Given a transacted <api> for a queue ORDERS with delivery mode <mode> and a delivery delay of 2 s
      When "order-1" is sent, and the unit of work is rolled back
      And 4 s pass
      Then nothing is on ORDERS

      Examples: both APIs, both delivery modes
        | api             | mode           |
        | MessageProducer | PERSISTENT     |
        | JMSProducer     | PERSISTENT     |
        | MessageProducer | NON_PERSISTENT |

    Scenario Outline: A message for <kind> that is rolled back never arrives
      Given <queues>
      And a transacted MessageProducer for SALES with a delivery delay of 2 s
      When "order-1" is sent, and the unit of work is rolled back
      And 4 s pass
      Then nothing is on <end>, nor on the staging queue

      Examples: names that lead to another queue
        | kind           | queues                                                         | end    |
        | an alias queue | a queue ORDERS with an alias queue SALES                       | ORDERS |
        | a remote queue | a remote queue SALES that leads through TO.QM2 to STOCK on QM2 | TO.QM2 |

    Scenario Outline: A commit that the staging queue refuses to a <api> has rolled back all that was sent
      Given a transacted <api> for a queue ORDERS with a delivery delay of 2 s
      When "order-1" and "order-2" are sent
      And the staging queue is altered to MAXDEPTH(1)
      And the unit of work is committed, and the commit is accepted, or refused
      And the staging queue is altered to MAXDEPTH(9), and the unit of work is committed
      And 4 s pass
      Then a browser shows nothing on ORDERS, nor on the staging queue, if the commit was refused

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    @X-54
    Scenario Outline: A commit that the staging queue refuses to a <api> has put back what was received
      Given a queue ORDERS, and a MessageProducer for a queue STOCK with a delivery delay of 2 s
      And a transacted <api> for ORDERS with a delivery delay of 6 s
      When "stock-1" is sent by the first producer, and the delivery delay of "stock-1" is over
      Then the sender itself receives "stock-1" from STOCK
      When "order-1" and "order-2" are sent, and the staging queue is altered to MAXDEPTH(1)
      And the unit of work is committed, and the commit is accepted, or refused
      Then a browser shows "stock-1" on STOCK if the commit was refused, and nothing is on ORDERS yet

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A commit that the staging queue refuses for one of two copies of a publication leaves neither
      Given a topic PRICES and a queue PRICES.ALL, and a subscription to PRICES that delivers to PRICES.ALL
      And another subscription to PRICES that delivers to PRICES.ALL
      And a transacted MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published, and the staging queue is altered to MAXDEPTH(1)
      And the unit of work is committed, and the commit is accepted, or refused
      And the staging queue is altered to MAXDEPTH(9), and 5 s pass
      Then a browser shows nothing on PRICES.ALL, nor on the staging queue, if the commit was refused

    Scenario: A rollback takes nothing back that was committed before
      Given a transacted MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and the unit of work is committed
      And "order-2" is sent, and the unit of work is rolled back
      And the delivery delay of "order-1" is over
      Then after 1 s "order-1" is delivered to ORDERS, and nothing is on ORDERS, nor on the staging queue

    Scenario: A message whose unit of work ends with the queue manager never arrives
      Given a transacted MessageProducer for a queue ORDERS with delivery mode PERSISTENT and a delivery delay of 2 s
      When "order-1" is sent
      And the queue manager is restarted
      And 4 s pass
      Then nothing is on ORDERS, nor on the staging queue

    Scenario: Only what is committed arrives
      Given a transacted MessageProducer for a queue ORDERS with a delivery delay of 2 s
      When "order-1" is sent, and the unit of work is rolled back
      And "order-2" is sent, and the unit of work is committed
      And 4 s pass
      Then "order-2" is delivered to ORDERS, and nothing else is there

    Scenario: A message that is rolled back leaves nothing on the staging queue
      Given a transacted MessageProducer for a queue ORDERS with a delivery delay of 2 s
      When "order-1" is sent, and the unit of work is rolled back
      Then nothing is on the staging queue
      And nothing is on ORDERS

    Scenario Outline: None of three messages that a <api> rolls back arrives
      Given a transacted <api> for a queue ORDERS with a delivery delay of 2 s
      When "order-1", "order-2" and "order-3" are sent, and the unit of work is rolled back
      And 4 s pass
      Then nothing is on ORDERS, nor on the staging queue

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A message that is rolled back after its delay never arrives
      Given a transacted MessageProducer for a queue ORDERS with a delivery delay of 2 s
      When "order-1" is sent, and 4 s pass
      And the unit of work is rolled back
      And 2 s pass
      Then nothing is on ORDERS, nor on the staging queue

    Scenario: A persistent message that was rolled back does not come with a restart
      Given a transacted MessageProducer for a queue ORDERS with delivery mode PERSISTENT and a delivery delay of 4 s
      When "order-1" is sent, and the unit of work is rolled back
      And the queue manager is restarted
      And 5 s pass
      Then nothing is on ORDERS, nor on the staging queue

    Scenario Outline: Of two units of work <what happens>
      Given a transacted MessageProducer for a queue ORDERS with a delivery delay of 2 s
      And a transacted MessageProducer for ORDERS with a delivery delay of 2 s
      When "order-1" is sent by the first producer and "order-2" by the second
      And <first>, and <then>
      Then after 3 s "order-2" is delivered to ORDERS, and nothing is on ORDERS, nor on the staging queue

      Examples: either way round
        | what happens                                 | first                                            | then                                             |
        | the end of one does not roll the other back  | the session of the first producer is rolled back | the unit of work is committed                    |
        | the end of one does not commit the other one | the unit of work is committed                    | the session of the first producer is rolled back |

    Scenario: What was sent after a rollback is rolled back like what was sent before it
      Given a transacted MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and the unit of work is rolled back
      And "order-2" is sent, and the unit of work is rolled back
      And the unit of work is committed
      Then nothing is on the staging queue
      And after 4 s nothing is on ORDERS

    Scenario Outline: The depth of the staging queue is 0 when a <api> has rolled back two messages
      Given a transacted <api> for a queue ORDERS with a delivery delay of 3 s
      When "order-1" and "order-2" are sent, and the unit of work is rolled back
      Then the depth of the staging queue is 0
      And after 5 s nothing is on ORDERS, nor on the staging queue

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A delayed message of a <api> is rolled back with an undelayed one of its unit of work
      Given a transacted <api> for a queue ORDERS
      And another <api> for ORDERS with a delivery delay of 2 s in the same session
      When "order-1" is sent by the first producer and "order-2" by the second
      And the unit of work is rolled back
      Then nothing is on the staging queue
      And after 4 s nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: The next commit stages none of two copies of a publication that was rolled back
      Given a topic PRICES and a queue PRICES.ALL, and a subscription to PRICES that delivers to PRICES.ALL
      And another subscription to PRICES that delivers to PRICES.ALL
      And a transacted MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published, and the unit of work is rolled back
      And the unit of work is committed
      Then the depth of the staging queue is 0
      And after 5 s nothing is on PRICES.ALL, nor on the staging queue

  @DD-45
  Rule: A delayed message comes neither before its commit nor before its delay has passed since the send

    The later of the two counts.

    Scenario: A message committed in the middle of its delay still waits
      Given a transacted MessageProducer for a queue ORDERS with a delivery delay of 4 s
      When "order-1" is sent, and 1 s passes
      And the unit of work is committed, and 1 s passes
      Then nothing is on ORDERS yet
      And after 4 s "order-1" is delivered to ORDERS, and nothing else is there

    @multiplatforms
    Scenario: A processor that has failed does not deliver a message that is not committed
      Given a transacted MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      And the delivery delay processor fails in a recoverable way, and 10 s pass
      Then nothing is on ORDERS

    Scenario: Who waits for a message that is committed at once gets it when its delay is over, not before
      Given a transacted MessageProducer for a queue ORDERS with a delivery delay of 2 s
      When "order-1" is sent, and the unit of work is committed
      Then an application that waits on ORDERS receives "order-1" when its delivery delay is over
      And nothing else is on ORDERS

    Scenario: A message committed at the end of its delay still waits
      Given a transacted MessageProducer for a queue ORDERS with a delivery delay of 4 s
      When "order-1" is sent, and 3 s later the unit of work is committed
      Then after 500 ms nothing is on ORDERS yet
      And after 5 s "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: A message committed after its delay comes after the commit
      Given a transacted MessageProducer for a queue ORDERS with a delivery delay of 2 s
      When "order-1" is sent, and 4 s pass
      Then nothing is on ORDERS yet
      When the unit of work is committed, and 3 s pass
      Then "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: Whether the delay of a transacted message runs from its send or from its commit is recorded
      Given a transacted MessageProducer for a queue ORDERS with a delivery delay of 4 s
      When "order-1" is sent, and 3 s later the unit of work is committed
      Then after 2 s a browser shows "order-1" on ORDERS, or nothing
      And the answer to "Is a message sent 5 s and committed 2 s ago, with a delay of 4 s, there already?" is recorded
      And after 3 s "order-1" is delivered to ORDERS, and nothing else is there

    Scenario Outline: A unit of work of a <api> goes on when another queue manager ends
      Given a queue ORDERS
      And a remote queue ELSEWHERE that leads through TO.QM2 to STOCK on QM2
      And a transacted <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      And QM2 is ended and started
      And the unit of work is committed
      Then every call is accepted
      And after 4 s "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |
