Feature: Authority

  Who may put to a queue is checked when a delayed message is sent, against the queue that the
  application named. When the delay is over the queue manager opens that queue itself and asks nobody.

  What the documents leave open, and what is accepted here:

  * By which call, and with which reason code, a lack of authority is reported: by the creation of the
    producer or by the send, as any JMSException. The reason is recorded.
  * Whether the name of an alias or of a remote queue is enough, or the queue behind it is asked for as
    well. No scenario here gives authority to the name alone.
  * Whether a commit asks once more. A lack of authority at the send stays one, whatever is granted before
    the commit; a commit that is refused for a lack that came after the send leaves its scenario undecided.
  * Whether the sender needs authority to the staging queue. The documents want as few users as possible to
    have it, so the answer should be no; it is recorded.
  * Whether the sender needs authority to the reply-to queue as well. Here who names one has it.

  @DD-46
  Rule: The authority to the target queue is checked at the send

    An implementation that puts to the staging queue and checks only that would let everybody through.

    Scenario Outline: Authority to the staging queue alone is not enough for a <api>
      Given a queue ORDERS, and the user alice may put to the staging queue
      When a <api> of the user alice for ORDERS with a delivery delay of 3 s is created
      And "order-1" is sent
      Then createProducer or the send is refused
      And after 4 s nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A <api> of a user with authority sends
      Given a queue ORDERS, and the user alice may put to ORDERS and to the staging queue
      And a <api> of the user alice for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      Then the send is accepted
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A <api> of a user who was given authority after it was created sends
      Given a queue ORDERS
      When a <api> of the user alice for ORDERS with a delivery delay of 3 s is created
      Then createProducer is accepted, or refused
      When the user alice may put to ORDERS and to the staging queue
      And "order-1" is sent
      Then the send is accepted
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A <api> of a user without authority does not send with the authority of another user
      Given a queue ORDERS
      And the user alice may put to ORDERS and to the staging queue
      And the user bob may put to no queue
      When a <api> of the user bob for ORDERS with a delivery delay of 3 s is created
      And a <api> of the user alice for ORDERS with a delivery delay of 3 s is created
      And "order-1" is sent by the first producer
      Then createProducer or the send is refused
      And after 4 s nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A <api> of a user without authority sends nothing behind a user who may
      Given a queue ORDERS, and the user alice may put to ORDERS and to the staging queue
      And the user bob may put to no queue
      And a MessageProducer of the user alice for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      Then the send is accepted
      When a <api> of the user bob for ORDERS with a delivery delay of 3 s is created
      And "order-2" is sent
      Then createProducer or the send is refused
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A <api> of a user without authority is refused as often as it sends
      Given a queue ORDERS, and the user alice may put to the staging queue
      And a <api> of the user alice without a destination with a delivery delay of 3 s
      When "order-1" is sent to ORDERS
      Then the send is refused
      When "order-2" is sent to ORDERS
      Then the send is refused
      And after 4 s nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A user without authority sends nothing with a delay to a remote queue
      Given a remote queue STOCK that leads through TO.QM2 to STOCK on QM2
      And the user alice may put to no queue
      When a MessageProducer of the user alice for STOCK with a delivery delay of 3 s is created
      And "stock-1" is sent
      Then createProducer or the send is refused, and nothing is on the staging queue
      And after 4 s nothing is on TO.QM2

    Scenario: A user without authority sends nothing with a delay through an alias
      Given a queue ORDERS with an alias queue SALES, and the user alice may put to no queue
      When a MessageProducer of the user alice for SALES with a delivery delay of 3 s is created
      And "order-1" is sent
      Then createProducer or the send is refused
      And after 4 s nothing is on ORDERS

    Scenario: A user without authority sends nothing with a delay through an alias in a unit of work
      Given a queue ORDERS with an alias queue SALES, and the user alice may put to no queue
      When a transacted MessageProducer of the user alice for SALES with a delivery delay of 3 s is created
      And "order-1" is sent, and the unit of work is committed
      Then createProducer, the send or the commit is refused
      And after 4 s nothing is on ORDERS

    Scenario: A user without authority sends nothing with a delay to a queue whose queue manager is named
      Given a queue ORDERS, and the user alice may put to the staging queue
      When a MessageProducer of the user alice without a destination with a delivery delay of 3 s is created
      And "order-1" is sent to ORDERS on QM1
      Then createProducer or the send is refused, and nothing is on the staging queue
      And after 4 s nothing is on ORDERS

    Scenario: A user without authority sends nothing with a delay to a clustered queue
      Given a cluster SALES of QM1 and QM2
      And a queue ORDERS with CLUSTER(SALES) and DEFBIND(NOTFIXED) on QM2
      And the user alice may put to no queue
      When a MessageProducer of the user alice for ORDERS with a delivery delay of 3 s is created
      And "order-1" is sent
      Then createProducer or the send is refused
      And after 4 s nothing is on ORDERS of QM2

    Scenario: Authority to a queue whose name is the beginning of another is no authority to the other
      Given the queues ORDERS and ORDERS.ABROAD
      And the user alice may put to ORDERS and to the staging queue
      When a MessageProducer of the user alice for ORDERS.ABROAD with a delivery delay of 3 s is created
      And "order-1" is sent
      Then createProducer or the send is refused, and after 4 s nothing is on ORDERS, nor on ORDERS.ABROAD

    Scenario: Authority at one queue manager is no authority at another
      Given the user alice may put to ORDERS and to the staging queue
      And a queue manager QM2 of version 9.4 to which the application connects
      And a queue ORDERS
      And the user alice may put to no queue
      When a MessageProducer of the user alice for ORDERS with a delivery delay of 3 s is created
      And "order-1" is sent
      Then createProducer or the send is refused
      And after 4 s nothing is on ORDERS

    Scenario Outline: A <api> that has sent already sends nothing more when its user has lost the authority
      Given a queue ORDERS
      And the user alice may put to ORDERS and to the staging queue
      And a <api> of the user alice without a destination with a delivery delay of 3 s
      When "order-1" is sent to ORDERS
      Then after 4 s "order-1" is delivered to ORDERS
      When the user alice may no longer put to ORDERS
      And "order-2" is sent to ORDERS
      Then the send is refused
      And after 4 s nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A user who has lost the authority since the producer was created sends nothing
      Given a queue ORDERS, and the user alice may put to ORDERS and to the staging queue
      And a MessageProducer of the user alice for ORDERS with a delivery delay of 3 s
      When the user alice may no longer put to ORDERS
      And "order-1" is sent
      Then the send is refused, and nothing is on the staging queue
      And after 4 s nothing is on ORDERS

  @DD-47
  Rule: Without authority the send fails, and nothing comes of it later

    A message refused is refused for good, whatever is granted while its delay would have run.

    Background:
      Given a queue ORDERS

    Scenario Outline: Authority that comes after the send of a <api> comes too late
      Given the user alice may put to no queue
      When a <api> of the user alice for ORDERS with a delivery delay of 3 s is created
      And "order-1" is sent
      Then createProducer or the send is refused
      And the reason is recorded as the answer to "With which reason does a delayed send fail for lack of authority?"
      When the user alice may put to ORDERS
      Then after 5 s nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A transacted MessageProducer without a destination learns it at the commit at the latest
      Given the user alice may put to no queue
      When a transacted MessageProducer of the user alice without a destination with a delivery delay of 3 s is created
      And "order-1" is sent to ORDERS
      Then createProducer or the send is accepted, or refused
      When the user alice may put to ORDERS, and the unit of work is committed
      Then the commit is accepted, or refused, and after 5 s nothing is on ORDERS

    Scenario: A message refused for lack of authority is not on the staging queue
      Given the user alice may put to no queue
      When a MessageProducer of the user alice for ORDERS with a delivery delay of 3 s is created
      And "order-1" is sent
      Then createProducer or the send is refused
      And nothing is on the staging queue, and nothing is on ORDERS

    Scenario Outline: A transacted <api> without authority learns it at the commit at the latest
      Given the user alice may put to no queue
      When a transacted <api> of the user alice for ORDERS with a delivery delay of 3 s is created
      And "order-1" is sent, and the unit of work is committed
      Then createProducer, the send or the commit is refused
      And after 5 s nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: Authority that comes between the send of a transacted <api> and its commit comes too late
      Given the user alice may put to no queue
      When a transacted <api> of the user alice for ORDERS with a delivery delay of 3 s is created
      And "order-1" is sent
      Then createProducer or the send is accepted, or refused
      When the user alice may put to ORDERS, and the unit of work is committed
      Then the commit is accepted, or refused
      And after 5 s nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: Authority that was given is there after a restart
      Given the user alice may put to ORDERS and to the staging queue
      When the queue manager is restarted
      And a MessageProducer of the user alice for ORDERS with a delivery delay of 3 s is created
      And "order-1" is sent
      Then the send is accepted
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: Authority that was taken back does not come back with a restart
      Given the user alice may put to ORDERS and to the staging queue
      When the user alice may no longer put to ORDERS, and the queue manager is restarted
      And a MessageProducer of the user alice for ORDERS with a delivery delay of 3 s is created
      And "order-1" is sent
      Then createProducer or the send is refused, and after 4 s nothing is on ORDERS

  @DD-48
  Rule: The sender needs no authority to the staging queue

    No sentence says it outright, so a queue manager that asks for it is not accused.

    Scenario Outline: Whether authority to the target queue alone is enough for a <api> is recorded
      Given a queue ORDERS
      And the user alice may put to ORDERS
      When a <api> of the user alice for ORDERS with a delivery delay of 3 s is created
      And "order-1" is sent
      Then createProducer or the send is accepted, or refused
      And the answer to "Is authority to the target queue alone enough?" is recorded
      And after 5 s "order-1" is delivered to ORDERS, or never, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @DD-49
  Rule: The target queue is opened when the delay is over

    That it existed at the send is not enough: no handle is kept from then.

    Background:
      Given a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s

    Scenario: A message whose target queue is gone when its delay ends is dead-lettered
      When "order-1" is sent
      And ORDERS is deleted
      And the delivery delay of "order-1" is over
      Then "order-1" is dead-lettered, and nothing else is on the dead-letter queue

    Scenario: A message reaches the queue that has the name when its delay ends
      When "order-1" is sent
      And ORDERS is deleted
      And a queue ORDERS with MAXDEPTH(10) is defined
      Then after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there
      And nothing is on the dead-letter queue

  @DD-50
  Rule: When the delay is over nobody's authority is checked

    What the sender was allowed at the send is enough.

    Scenario Outline: A message of a <api> arrives although its sender has lost the authority
      Given a queue ORDERS
      And the user alice may put to ORDERS and to the staging queue
      And a <api> of the user alice for ORDERS with a delivery delay of 4 s
      When "order-1" is sent
      And the user alice may no longer put to ORDERS
      And a MessageProducer of the user alice for ORDERS is created
      And "order-2" is sent
      Then createProducer or the send is refused
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A message of a transacted <api> arrives although its sender has lost the authority before the commit
      Given a queue ORDERS
      And the user alice may put to ORDERS and to the staging queue
      And a transacted <api> of the user alice for ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and the user alice may no longer put to ORDERS
      And the unit of work is committed, and 4 s pass
      Then "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A message with <options> arrives although its sender has lost the authority
      Given the queues ORDERS and REPLIES
      And the user alice may put to ORDERS and to REPLIES, and the user alice may put to the staging queue
      And a MessageProducer of the user alice for ORDERS with a delivery delay of 4 s
      When "order-1" is sent, and the user alice may no longer put to ORDERS
        | report options | <options> |
        | reply to       | REPLIES   |
      Then after its delivery delay "order-1" is delivered to ORDERS, and nothing is on ORDERS, nor on REPLIES

      Examples: which ask for a report if it cannot be put
        | options                             |
        | MQRO_EXCEPTION                      |
        | MQRO_EXCEPTION and MQRO_DISCARD_MSG |

    Scenario: A message that was sent to an alias arrives although its sender has lost the authority
      Given a queue ORDERS with an alias queue SALES
      And the user alice may put to ORDERS and to SALES, and the user alice may put to the staging queue
      And a MessageProducer of the user alice for SALES with a delivery delay of 4 s
      When "order-1" is sent, and the user alice may no longer put to SALES
      Then after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

    Scenario Outline: A <mode> message of a <api> with <options> arrives although its sender has lost the authority
      Given a queue ORDERS, and the user alice may put to ORDERS and to the staging queue
      And a <api> of the user alice for ORDERS with delivery mode <mode> and a delivery delay of 4 s
      When "order-1" is sent
        | report options | <options> |
      And the user alice may no longer put to ORDERS
      Then after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: what a message may have
        | api             | mode           | options             |
        | MessageProducer | NON_PERSISTENT | MQRO_PASS_CORREL_ID |
        | JMSProducer     | NON_PERSISTENT | MQRO_PASS_CORREL_ID |
        | MessageProducer | PERSISTENT     | MQRO_DISCARD_MSG    |
        | JMSProducer     | NON_PERSISTENT | MQRO_DISCARD_MSG    |

    Scenario: A message that was sent to a remote queue goes there although its sender has lost the authority
      Given a remote queue STOCK that leads through TO.QM2 to STOCK on QM2
      And the user alice may put to STOCK and to the staging queue
      And a MessageProducer of the user alice for STOCK with a delivery delay of 3 s
      When "stock-1" is sent, and the user alice may no longer put to STOCK
      Then after its delivery delay "stock-1" is delivered to TO.QM2, and nothing else is there

    Scenario: A message arrives after a restart although its sender has lost the authority
      Given a queue ORDERS, and the user alice may put to ORDERS and to the staging queue
      And a MessageProducer of the user alice for ORDERS with delivery mode PERSISTENT and a delivery delay of 4 s
      When "order-1" is sent, and the user alice may no longer put to ORDERS
      And "order-1" comes due after the queue manager is restarted
      Then "order-1" is delivered to ORDERS, and nothing else is there

    Scenario Outline: A message of a <api> is dead-lettered although its sender may not put to the dead-letter queue
      Given a queue ORDERS and a dead-letter queue
      And the user alice may put to ORDERS and to the staging queue
      And a <api> of the user alice for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      Then "order-1" is dead-lettered
      And nothing is on ORDERS, the dead-letter queue, nor on the staging queue

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A message that comes due some time after a restart arrives although its sender has lost the authority
      Given a queue ORDERS, and the user alice may put to ORDERS and to the staging queue
      And a MessageProducer of the user alice for ORDERS with delivery mode PERSISTENT and a delivery delay of 9 s
      When "order-1" is sent, and 1 s passes
      And the queue manager is down for 1 s, and the user alice may no longer put to ORDERS
      And 9 s pass
      Then "order-1" is delivered to ORDERS, and nothing else is there
