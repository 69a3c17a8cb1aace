Feature: The staging queue

  Delayed messages wait on SYSTEM.DDELAY.LOCAL.QUEUE, a local queue of the queue manager that accepted
  the send. It is meant to be looked at by administrators: to watch, and to recall a message that was sent
  with too long a delay, by a get from this queue. It must be large enough for what waits there, and to make
  it so is their task.

  What the documents leave open, and what is accepted here:

  * How long the header is that a staged message carries. A message is tested as too long for the staging
    queue only where it is so by far.
  * With which reason code the staging queue refuses. Any refusal is accepted, and the reason recorded.
  * What a direct put to the staging queue would do. Nothing is ever put there.
  * How soon the processor looks again for a message that was in the hands of an application when it was due
    and is put back later. Two hours pass, as where no queue has taken a message.

  @DD-51
  Rule: The staging queue is called SYSTEM.DDELAY.LOCAL.QUEUE

    Administrators look for it under this name.

    Scenario: A delayed message is found under that name
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      Then a browser shows "order-1" on SYSTEM.DDELAY.LOCAL.QUEUE
      And nothing is on ORDERS yet

  @DD-52 @multiplatforms
  Rule: On Multiplatforms the staging queue is there without anybody's doing

    On z/OS the administrator defines it.

    Scenario: A fresh queue manager has an empty staging queue
      Then the depth of SYSTEM.DDELAY.LOCAL.QUEUE is 0
      And a browser shows nothing on SYSTEM.DDELAY.LOCAL.QUEUE

    Scenario: A second queue manager has an empty staging queue as well
      Given a queue manager QM2 of version 9.4 to which the application connects
      Then the depth of SYSTEM.DDELAY.LOCAL.QUEUE is 0
      And a browser shows nothing on SYSTEM.DDELAY.LOCAL.QUEUE

  @DD-53
  Rule: What does not fit on the staging queue is refused at the send

    Its limits do not grow with the load; the sender learns of them.

    Scenario Outline: A <api> is refused when <why>
      Given a queue ORDERS
      And the staging queue is altered to <limit>
      And a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" of 5000 characters is sent
      Then the send is refused
      And the reason is recorded as the answer to "With which reason does a delayed send fail when <why>?"
      And after 4 s nothing is on ORDERS
      And nothing is on the staging queue

      Examples: too many and too long
        | api             | why                                           | limit         |
        | MessageProducer | the staging queue holds no message            | MAXDEPTH(0)   |
        | JMSProducer     | the staging queue holds no message            | MAXDEPTH(0)   |
        | MessageProducer | the message is too long for the staging queue | MAXMSGL(1000) |
        | JMSProducer     | the message is too long for the staging queue | MAXMSGL(1000) |

    Scenario: The limits of the staging queue do not concern undelayed messages
      Given a queue ORDERS, and the staging queue is altered to MAXDEPTH(0) and MAXMSGL(1000)
      And a MessageProducer for ORDERS
      When "order-1" of 5000 characters is sent
      Then the send is accepted
      And "order-1" is delivered to ORDERS, and nothing else is there

    Scenario Outline: A <api> is refused by the limits of the moment, whatever was sent before
      Given a <api> for a queue ORDERS with a delivery delay of 3 s
      When "order-1" of 5000 characters is sent
      Then the send is accepted
      When the staging queue is altered to MAXMSGL(1000)
      And "order-2" of 5000 characters is sent
      Then the send is refused
      And after 4 s "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: Larger limits let the message through
      Given a queue ORDERS
      And the staging queue is altered to MAXMSGL(1000)
      And the staging queue is altered to MAXMSGL(100000)
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" of 5000 characters is sent
      Then the send is accepted
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

    Scenario Outline: What is staged stays when the staging queue is altered to <attributes>
      Given a MessageProducer for a queue ORDERS with a delivery delay of 4 s
      When "order-1" and "order-2" are sent
      And the staging queue is altered to <attributes> during the delay of "order-1"
      And the delivery delay of "order-2" is over
      Then "order-1" and "order-2" are delivered to ORDERS in any order, and nothing is on ORDERS, nor on the staging queue

      Examples: fewer or shorter than what is there
        | attributes  |
        | MAXDEPTH(1) |
        | MAXMSGL(1)  |

    Scenario Outline: A transacted <api> cannot commit more messages than the staging queue takes
      Given a queue ORDERS
      And the staging queue is altered to MAXDEPTH(1)
      And a transacted <api> for ORDERS with a delivery delay of 3 s
      When "order-1" and "order-2" are sent, and the unit of work is committed
      Then the send or the commit is refused, and nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A transacted <api> cannot commit a message that is too long for the staging queue
      Given a queue ORDERS
      And the staging queue is altered to MAXMSGL(1000)
      And a transacted <api> for ORDERS with a delivery delay of 3 s
      When "order-1" of 5000 characters is sent
      And the unit of work is committed
      Then the send or the commit is refused
      And after 4 s nothing is on ORDERS, nor on the staging queue

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A message for <kind> is refused when <why>
      Given <queues>
      And the staging queue is altered to <limit>
      And a MessageProducer for SALES with a delivery delay of 3 s
      When "order-1" of 5000 characters is sent
      Then the send is refused, and nothing is on the staging queue
      And after 4 s nothing is on <end>

      Examples: names that lead to another queue
        | kind           | why                                           | limit         | queues                                                         | end    |
        | an alias queue | the staging queue holds no message            | MAXDEPTH(0)   | a queue ORDERS with an alias queue SALES                       | ORDERS |
        | an alias queue | the message is too long for the staging queue | MAXMSGL(1000) | a queue ORDERS with an alias queue SALES                       | ORDERS |
        | a remote queue | the staging queue holds no message            | MAXDEPTH(0)   | a remote queue SALES that leads through TO.QM2 to STOCK on QM2 | TO.QM2 |
        | a remote queue | the message is too long for the staging queue | MAXMSGL(1000) | a remote queue SALES that leads through TO.QM2 to STOCK on QM2 | TO.QM2 |

    Scenario Outline: A message for a clustered queue is refused when <why>
      Given a cluster SALES of QM1 and QM2
      And a queue ORDERS with CLUSTER(SALES) and DEFBIND(NOTFIXED) on <where>
      And the staging queue is altered to <limit>, and a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" of 5000 characters is sent
      Then the send is refused, and nothing is on the staging queue
      And after 4 s nothing is on ORDERS of <where>

      Examples: on the queue manager of the sender and on another one
        | why                                           | limit         | where |
        | the staging queue holds no message            | MAXDEPTH(0)   | QM1   |
        | the staging queue holds no message            | MAXDEPTH(0)   | QM2   |
        | the message is too long for the staging queue | MAXMSGL(1000) | QM1   |
        | the message is too long for the staging queue | MAXMSGL(1000) | QM2   |

    @DD-54
    Scenario Outline: A message for a shared queue is refused when <why>
      Given a queue manager ZQM1 on z/OS in the queue-sharing group QSG1
      And the application connects to ZQM1, and the staging queue is defined
      And the staging queue is altered to <limit>, and a shared queue ORDERS in QSG1
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" of 5000 characters is sent
      Then the send is refused, and nothing is on the staging queue
      And after 4 s nothing is on ORDERS

      Examples: too many, too long, and none at all
        | why                                           | limit         |
        | the staging queue holds no message            | MAXDEPTH(0)   |
        | the message is too long for the staging queue | MAXMSGL(1000) |
        | the staging queue takes no messages           | PUT(DISABLED) |

    Scenario: A publication that is too long for the staging queue is refused
      Given a topic PRICES with a non-durable subscriber alice
      And the staging queue is altered to MAXMSGL(1000)
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
        | length | 5000 characters |
      Then the send is refused, and nothing is on the staging queue
      And after 4 s nothing is delivered to the subscriber alice

    Scenario Outline: A full staging queue refuses a message that is <sent>
      Given a queue ORDERS
      And the staging queue is altered to MAXDEPTH(0)
      And a <producer>
      When "order-1" is <sent>
      Then the send is refused
      When the staging queue is altered to MAXDEPTH(10), and 4 s pass
      Then nothing is on ORDERS, nor on the staging queue

      Examples: the long form, a queue that the send names, a delivery mode
        | producer                                                                                 | sent                                                         |
        | MessageProducer for ORDERS with a delivery delay of 3 s                                  | sent by the long form of send with an unlimited time to live |
        | MessageProducer without a destination with a delivery delay of 3 s                       | sent to ORDERS                                               |
        | MessageProducer for ORDERS with delivery mode NON_PERSISTENT and a delivery delay of 3 s | sent                                                         |

    Scenario Outline: A full staging queue refuses a message of a <api> that has all that a message can have
      Given the queues ORDERS and REPLIES
      And the staging queue is altered to MAXDEPTH(0)
      And a <api> for ORDERS with priority 9, a time to live of 90 days and a delivery delay of 3 s
      When "order-1" is sent
        | report options            | MQRO_EXCEPTION  |
        | reply to                  | REPLIES         |
        | JMSType                   | "invoice"       |
        | JMSCorrelationID as bytes | 80ff0102        |
        | length                    | 2000 characters |
      Then the send is refused
      When the staging queue is altered to MAXDEPTH(10), and 4 s pass
      Then nothing is on ORDERS, the staging queue, nor on REPLIES

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @DD-59
  Rule: The staged copy has a message id of its own

    The id that the sender was given is kept elsewhere, and comes back with the delivery.

    Scenario Outline: The staged copy of a message of a <api> does not have the sender's id
      Given a <api> for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      Then the staged copy of "order-1" has a message id of its own
      And nothing is on ORDERS yet

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: The staged copy of a <mode> message of a <api> does not have the sender's id
      Given a <api> for a queue ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent
      Then the staged copy of "order-1" has a message id of its own
      And the staged copy of "order-1" has the original message id as its correlation id
      And nothing is on ORDERS yet

      Examples: persistent or not
        | api             | mode           |
        | MessageProducer | PERSISTENT     |
        | MessageProducer | NON_PERSISTENT |
        | JMSProducer     | NON_PERSISTENT |

    Scenario Outline: The staged copy of a publication of a <api> does not have the publisher's id
      Given a topic PRICES with a non-durable subscriber alice
      And a <api> for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      Then the staged copy of "price-1" has a message id of its own
      And nothing is delivered to the subscriber alice yet

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: The staged copy of a message of a <api> shows the same id of its own at each look
      Given a <api> for a queue ORDERS with delivery mode <mode> and a delivery delay of 4 s
      When "order-1" is sent
      Then the staged copy of "order-1" has a message id of its own
      When 1 s passes
      Then the staged copy of "order-1" still has that message id, and nothing is on ORDERS yet

      Examples: both APIs, persistent or not
        | api             | mode           |
        | MessageProducer | NON_PERSISTENT |
        | JMSProducer     | PERSISTENT     |

    Scenario Outline: Each of two staged copies of a <api> has a message id of its own
      Given a <api> for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and "order-2" is sent
      Then the staged copy of "order-1" has a message id of its own
      And the staged copy of "order-2" has another message id than that of "order-1"
      And nothing is on ORDERS yet

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: The staged copy is not found by the sender's id as its message id
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      Then MQGET from the staging queue with MQMO_MATCH_MSG_ID of "order-1" finds no message
      When the delivery delay of "order-1" is over
      Then MQGET from ORDERS with MQMO_MATCH_MSG_ID of "order-1" returns "order-1", and nothing else is on ORDERS

  @DD-60
  Rule: The staged copy has the original message id as its correlation id

    So the sender, who knows that id, can find it.

    Scenario Outline: The staged copy of a message of a <api> is found by the sender's id
      Given a <api> for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and "order-2" is sent
      Then the staged copy of "order-1" has the original message id as its correlation id
      And the staged copy of "order-2" has the original message id as its correlation id
      And nothing is on ORDERS yet

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: The staged copy of a message of a <api> with a correlation id is found by the sender's id
      Given a <api> for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
      Then the staged copy of "order-1" has the original message id as its correlation id
      And nothing is on ORDERS yet

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: The staged copy of a message object that was sent before is found by the id of its last send
      Given a MessageProducer for a queue ORDERS with a delivery delay of 4 s
      When "order-1" is sent
      And "order-2" is sent
        | message object of | "order-1" |
      Then an MQGET by correlation id recalls "order-2" from the staging queue
      And the staged copy of "order-1" has the original message id as its correlation id
      And nothing is on ORDERS yet

  @DD-61
  Rule: A staged message can be recalled by that correlation id

    For example when too long a delay was given by mistake. What was recalled is not delivered.

    Scenario Outline: A message of a <api> that was recalled does not arrive
      Given a <api> for a queue ORDERS with a delivery delay of 4 s
      When "order-1" is sent, and "order-2" is sent
      Then an MQGET by correlation id recalls "order-1" from the staging queue
      And a browser shows "order-2" on the staging queue
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: The message asked for is recalled, not the one that has waited longest
      Given a MessageProducer for a queue ORDERS with a delivery delay of 4 s
      When "order-1" is sent
      And "order-2" is sent
      And "order-3" is sent
      Then an MQGET by correlation id recalls "order-2" from the staging queue
      And a browser shows "order-1" and "order-3" on the staging queue
      When the delivery delay of "order-3" is over
      Then "order-1" and "order-3" are delivered to ORDERS in any order, and nothing else is there

    Scenario: A message that answers another one is not recalled in its place
      Given a MessageProducer for a queue ORDERS
      And a MessageProducer for ORDERS with a delivery delay of 6 s
      When "order-1" is sent by the first producer
      And "order-2" is sent by the second producer
        | answers | "order-1" |
      Then MQGET from the staging queue with MQMO_MATCH_CORREL_ID of "order-1" finds no message
      And an MQGET by correlation id recalls "order-2" from the staging queue
      And "order-1" is delivered to ORDERS, and nothing else is there

    Scenario Outline: A <mode> message that is recalled in a unit of work does not arrive, though it comes due before the commit
      Given a MessageProducer for a queue ORDERS with delivery mode <mode> and a delivery delay of 4 s
      When "order-1" is sent
      Then an MQGET in syncpoint by correlation id recalls "order-1" from the staging queue
      When the delivery delay of "order-1" is over, and 2 s pass
      Then nothing is on ORDERS
      When the getting application commits
      Then after 1 s nothing is on ORDERS, nor on the staging queue

      Examples: both delivery modes
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    Scenario Outline: A <mode> message that is recalled in a unit of work arrives when that is backed out after the delay
      Given a clock that the tester sets
      And a MessageProducer for a queue ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent
      Then an MQGET in syncpoint by correlation id recalls "order-1" from the staging queue
      When the delivery delay of "order-1" is over
      And 2 s pass
      And the getting application backs out, which puts back "order-1"
      Then after 2 h "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both modes
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    Scenario: A message that is recalled in a unit of work arrives when that is backed out during the delay
      Given a MessageProducer for a queue ORDERS with a delivery delay of 4 s
      When "order-1" is sent
      Then an MQGET in syncpoint by correlation id recalls "order-1" from the staging queue
      When 2 s pass, and the getting application backs out, which puts back "order-1"
      Then after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

    @DD-01
    Scenario: A message that is recalled in a unit of work waits on when that is backed out
      Given a MessageProducer for a queue ORDERS with a delivery delay of 6 s
      When "order-1" is sent
      Then an MQGET in syncpoint by correlation id recalls "order-1" from the staging queue
      When the getting application backs out, which puts back "order-1"
      Then after 3 s nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: A message that is recalled under the cursor in a unit of work arrives when that is backed out
      Given a MessageProducer for a queue ORDERS with a delivery delay of 4 s
      When "order-1" is sent
      Then an MQGET in syncpoint under the cursor recalls "order-1" from the staging queue
      When the getting application backs out, which puts back "order-1"
      Then after 5 s "order-1" is delivered to ORDERS, and nothing else is there

    @DD-10
    Scenario: A message on which a cursor stands was not recalled, and arrives
      Given a MessageProducer for a queue ORDERS with a delivery delay of 4 s
      When "order-1" is sent
      Then a browse by MQGET puts a cursor on "order-1" on the staging queue
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

    @DD-10 @X-54
    Scenario Outline: A <mode> message that no queue took and that is recalled does not arrive as well
      Given a queue ORDERS and a clock that the tester sets
      And a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED) and the dead-letter queue PUT(DISABLED)
      Then an MQGET by correlation id recalls "order-1" from the staging queue
      When ORDERS and the dead-letter queue are altered to PUT(ENABLED), and 2 h pass
      Then nothing is on ORDERS, nor on the dead-letter queue

      Examples: both modes
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    @DD-99
    Scenario: A message that no queue took and that is recalled in a unit of work arrives when that is backed out
      Given a queue ORDERS and a clock that the tester sets
      And a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED) and the dead-letter queue PUT(DISABLED)
      Then an MQGET in syncpoint by correlation id recalls "order-1" from the staging queue
      When 1 min passes, and the getting application backs out, which puts back "order-1"
      And ORDERS and the dead-letter queue are altered to PUT(ENABLED), and 2 h pass
      Then "order-1" is delivered to ORDERS, or to the dead-letter queue, and nothing is on the staging queue

    Scenario: A message that is recalled in a unit of work does not arrive when that is committed during the delay
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      Then an MQGET in syncpoint by correlation id recalls "order-1" from the staging queue
      When the getting application commits
      Then after 4 s nothing is on ORDERS, nor on the staging queue

    Scenario: A persistent message that was recalled does not come back with a restart
      Given a MessageProducer for a queue ORDERS with delivery mode PERSISTENT and a delivery delay of 4 s
      When "order-1" is sent
      Then an MQGET by correlation id recalls "order-1" from the staging queue
      When the queue manager is restarted, and 5 s pass
      Then nothing is on ORDERS, nor on the staging queue

    Scenario: A message that is recalled in a unit of work arrives when that ends with the queue manager
      Given a MessageProducer for a queue ORDERS with delivery mode PERSISTENT and a delivery delay of 4 s
      When "order-1" is sent
      Then an MQGET in syncpoint by correlation id recalls "order-1" from the staging queue
      When the queue manager is restarted, and 5 s pass
      Then "order-1" is delivered to ORDERS, and nothing else is there

    Scenario Outline: A message that <what> has recalled does not arrive
      Given a MessageProducer for a queue ORDERS with a delivery delay of 4 s
      When "order-1" is sent
      Then <what> recalls "order-1" from the staging queue
      And after the delivery delay of "order-1" nothing is on ORDERS, nor on the staging queue

      Examples: not by its correlation id
        | what                          |
        | an MQGET under the cursor     |
        | an MQGET of the first message |
        | a receive by a JMS client     |

    Scenario: A message that is recalled is not reported as expired, nor as failed
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with a time to live of 8 s and a delivery delay of 4 s
      When "order-1" is sent
        | report options | MQRO_EXPIRATION and MQRO_EXCEPTION |
        | reply to       | REPLIES                            |
      Then an MQGET by correlation id recalls "order-1" from the staging queue
      And after 9 s nothing is on ORDERS, nor on REPLIES

    Scenario: Who recalls the copy of one subscriber leaves the other one its own
      Given a topic PRICES
      And the queues PRICES.ONE and PRICES.TWO
      And subscriptions to PRICES that deliver to PRICES.ONE and PRICES.TWO
      And a MessageProducer for the topic PRICES with a delivery delay of 4 s
      When "price-1" is published
      Then an MQGET of the first message recalls "price-1" from the staging queue
      And after 5 s the depths of PRICES.ONE and PRICES.TWO add up to 1, and nothing is on the staging queue

    Scenario Outline: A <mode> message that is recalled 1 ms before it is due, and in syncpoint, does not arrive
      Given a clock that the tester sets
      And a MessageProducer for a queue ORDERS with delivery mode <mode> and a delivery delay of 6 s
      When "order-1" is sent, and all but 1 ms of the delivery delay of "order-1" has passed
      Then an MQGET in syncpoint by correlation id recalls "order-1" from the staging queue
      When the getting application commits
      Then after 5 s nothing is on ORDERS, nor on the staging queue

      Examples: persistent or not
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |
