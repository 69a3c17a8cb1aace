Feature: The expiry interval of a delayed message

  A time to live runs from the send, also where the message is held back: what it waits on the staging
  queue is part of its life. Of 20 s of life and 5 s of delay there are 15 s left when the message
  arrives, and MQMD.Expiry, which a get returns in tenths of a second, says so. A message whose life ends
  on the staging queue is discarded there. A sender who wants to know asks for a report by report options
  (MQRO_...) in the descriptor, and names a reply-to queue for it. Such a report is about the message
  that the application sent, not about the staged copy of it.

  A message with a life shorter than its delay is refused at the send, so it takes some trouble to let one
  expire on the staging queue: its target and the dead-letter queue refuse it for so long, or its unit of
  work is committed too late, or the queue manager is down. All three are tried.

  What the documents leave open, or say twice, and what is accepted here:

  * The worked example speaks of a get "after an elapsed time of 10,000 ms" and of 15 s between put and
    get. Both hold only where the 10 s are counted from the end of the delay. A get 10 s after the send
    finds about 100 tenths.
  * The remaining time is approximate. It is accepted within 10 tenths, where the misreadings (a life that
    starts anew, a delay taken off twice) are 50 and more away.
  * When an expired message is discarded. Any time after its end is right, at the latest when a get or a
    browser comes across it; the scenarios browse the staging queue.
  * How ids and data of reports are made in general: that stands in other documents. The report is
    compared with the one that an undelayed message of the same kind gets. Where a header of JMS comes first,
    a report with some of the data may end before the body; a message for the MQI shows that they begin right.
  * A life equal to the delay. Where it is accepted, the message is delivered in its last instant or has
    expired.

  @DD-79
  Rule: The life of a delayed message runs from its send

    Neither does it start anew at the delivery, nor is the delay taken off twice.

    Scenario Outline: Nobody gets a message of a <api> after its life of 6 s, for 3 s of which it was delayed
      Given a <api> for a queue ORDERS with a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent, and its life is over
      Then nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A message of a <api> is still there at three quarters of its life
      Given a <api> for a queue ORDERS with a time to live of 8 s and a delivery delay of 4 s
      When "order-1" is sent
      And 6 s have passed since "order-1" was sent
      Then "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A life of <life> that begins with a delay of <delay> ends when it would end without it
      Given a clock that the tester sets
      And a MessageProducer for a queue ORDERS with a time to live of <life> and a delivery delay of <delay>
      When "order-1" is sent, and 1 ms passes
      And "order-2" is sent
      And <almost> have passed since "order-1" was sent
      Then "order-1" is delivered to ORDERS
      And after the life of "order-2" nothing is on ORDERS

      Examples: 2 s before the end and 1 s after it
        | life    | delay | almost    |
        | 20 s    | 5 s   | 18 s      |
        | 2 h     | 1 h   | 7198 s    |
        | 20 days | 1 day | 1727998 s |

    Scenario Outline: Of <life> about <tenths> are left <elapsed> after the send, <delay> of them delayed
      Given a <api> for a queue ORDERS with a time to live of <life> and a delivery delay of <delay>
      When "order-1" is sent
      And <elapsed> have passed since "order-1" was sent
      Then "order-1" is delivered to ORDERS with about <tenths> left, and nothing else is on ORDERS

      Examples: got soon after the delivery
        | api             | life | delay | elapsed | tenths     |
        | MessageProducer | 60 s | 5 s   | 6 s     | 540 tenths |
        | JMSProducer     | 60 s | 5 s   | 6 s     | 540 tenths |

      Examples: got later
        | api             | life | delay | elapsed | tenths     |
        | MessageProducer | 60 s | 5 s   | 12 s    | 480 tenths |
        | JMSProducer     | 60 s | 5 s   | 12 s    | 480 tenths |

      Examples: delayed for most of its life
        | api             | life | delay | elapsed | tenths    |
        | MessageProducer | 15 s | 10 s  | 11 s    | 40 tenths |
        | JMSProducer     | 15 s | 10 s  | 11 s    | 40 tenths |

    Scenario: A message that was delayed for days has what is left of its life
      Given a clock that the tester sets
      And a MessageProducer for a queue ORDERS with a time to live of 20 days and a delivery delay of 2 days
      When "order-1" is sent
      And 3 days have passed since "order-1" was sent
      Then "order-1" is delivered to ORDERS with about 14688000 tenths left, and nothing else is on ORDERS

    @X-05
    Scenario Outline: JMSExpiration of a message of a <api> is the send plus the time to live
      Given a <api> for a queue ORDERS with a time to live of 20 s and a delivery delay of 3 s
      When "order-1" is sent
      Then the sender of "order-1" sees as JMSExpiration the time of the send plus 20 s
      And after its delivery delay "order-1" is delivered to ORDERS
      And its JMSExpiration is the time of the send of "order-1" plus 20 s, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: The life of a delayed publication runs from its send, too
      Given a topic PRICES with a non-durable subscriber alice
      And a MessageProducer for the topic PRICES with a time to live of 20 s and a delivery delay of 8 s
      When "price-1" is published and comes due
      Then "price-1" is delivered to the subscriber alice
      And the remaining expiry of "price-1" is about 120 tenths, and nothing else is delivered to the subscriber alice

    Scenario Outline: A message that lives <life> longer than it is delayed is delivered
      Given a clock that the tester sets
      And a MessageProducer for a queue ORDERS with delivery mode <mode>, a time to live of <time to live> and a delivery delay of 5 s
      When "order-1" is sent and comes due
      Then "order-1" is delivered to ORDERS, and nothing else is there

      Examples: little, and more
        | life  | time to live | mode           |
        | 1.5 s | 6500 ms      | PERSISTENT     |
        | 1.9 s | 6900 ms      | NON_PERSISTENT |
        | 3 s   | 8 s          | PERSISTENT     |

    @EX-23
    Scenario: Each of two messages of a unit of work has lived since its own send
      Given the queues ORDERS and BILLS
      And a transacted MessageProducer without a destination with a time to live of 60 s and a delivery delay of 3 s
      When "order-1" is sent to ORDERS
      And "bill-1" is sent to BILLS, and 20 s pass
      And the unit of work is committed
      Then after 4 s "order-1" is delivered to ORDERS
      And the remaining expiry of "order-1" is about 360 tenths, and nothing else is on ORDERS
      And "bill-1" is delivered to BILLS
      And the remaining expiry of "bill-1" is about 360 tenths, and nothing else is on BILLS

    Scenario: The life of a message goes on while a unit of work is open
      Given the queues ORDERS and BILLS
      And a MessageProducer for ORDERS with a time to live of 60 s and a delivery delay of 20 s
      When "bill-1" is put to BILLS in syncpoint
      And "order-1" is sent and comes due
      Then "order-1" is delivered to ORDERS
      And the remaining expiry of "order-1" is about 400 tenths, and nothing else is on ORDERS
      When the putting application backs out
      Then nothing is on BILLS

  @X-23
  Rule: The life of a delayed message in a unit of work runs from its send, not from the commit

    A unit of work may take longer than its messages live.

    Scenario Outline: A message of a <api> committed in the last second of its life is gone after that
      Given a transacted <api> for a queue ORDERS with a time to live of 6 s and a delivery delay of 2 s
      When "order-1" is sent, and 5 s later the unit of work is committed
      And the life of "order-1" is over
      Then nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    @X-24
    Scenario: A commit after the delay leaves what the send has left
      Given a transacted MessageProducer for a queue ORDERS with a time to live of 60 s and a delivery delay of 3 s
      When "order-1" is sent, and 10 s later the unit of work is committed
      And 4 s pass
      Then "order-1" is delivered to ORDERS with about 460 tenths left, and nothing else is on ORDERS

    @DD-79
    Scenario: A publication of a unit of work lives on a queue of a subscription for as long as it was published for
      Given a topic PRICES
      And a queue PRICES.ONE
      And a subscription to PRICES that delivers to PRICES.ONE
      And a transacted MessageProducer for the topic PRICES with a time to live of 60 s and a delivery delay of 3 s
      When "price-1" is published, and 10 s pass
      And the unit of work is committed, and 4 s pass
      Then "price-1" is delivered to PRICES.ONE with about 460 tenths left, and nothing else is on PRICES.ONE

  @DD-80
  Rule: Of 20 s of life and 5 s of delay about 50 tenths are left 10 s after the delivery

    The 10 s come after the delay. Who expects 50 tenths 10 s after the send certifies an implementation
    that takes the delay off twice.

    Scenario Outline: A get <when> finds about <tenths> left of a message of a <api>
      Given a <api> for a queue ORDERS with a time to live of 20 s and a delivery delay of 5 s
      When "order-1" is sent
      And <elapsed> have passed since "order-1" was sent
      Then "order-1" is delivered to ORDERS with about <tenths> left, and nothing else is on ORDERS

      Examples: the worked example, 15 s from put to get
        | when                    | elapsed | tenths    | api             |
        | 10 s after the delivery | 15 s    | 50 tenths | MessageProducer |
        | 10 s after the delivery | 15 s    | 50 tenths | JMSProducer     |

      Examples: 10 s from put to get, which is another matter
        | when                | elapsed | tenths     | api             |
        | 10 s after the send | 10 s    | 100 tenths | MessageProducer |
        | 10 s after the send | 10 s    | 100 tenths | JMSProducer     |

  @DD-81
  Rule: The remaining life that a get returns is approximate

    Small intervals need not be taken off at all.

    Scenario Outline: What is left of 20 s of life <elapsed> after the send is recorded
      Given a MessageProducer for a queue ORDERS with a time to live of 20 s and a delivery delay of 5 s
      When "order-1" is sent
      And <elapsed> have passed since "order-1" was sent
      Then "order-1" is delivered to ORDERS with about <tenths> left
      And the answer to "What MQMD.Expiry does a get return <elapsed> after the send of a message that lives 20 s?" is recorded
      And nothing else is on ORDERS

      Examples: between whole tenths
        | elapsed  | tenths     |
        | 5050 ms  | 150 tenths |
        | 10010 ms | 100 tenths |
        | 15 s     | 50 tenths  |

  @X-13
  Rule: A message that expires on the staging queue leaves no trace that nobody has asked for

    An expiry is no exception, and no reason to dead-letter anything.

    @edition-later
    Scenario Outline: No report is made of an expiry on the staging queue to a sender who asked for <options>
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a transacted MessageProducer for ORDERS with a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent, and its life is over
        | report options | <options> |
        | reply to       | REPLIES   |
      And the unit of work is committed, and 4 s pass
      Then the staging queue becomes empty, and nothing is on ORDERS, REPLIES, nor on the dead-letter queue

      Examples: nothing, or something else
        | options                                  |
        | MQRO_DEAD_LETTER_Q                       |
        | MQRO_EXCEPTION                           |
        | MQRO_EXCEPTION_WITH_FULL_DATA            |
        | MQRO_EXCEPTION and MQRO_DISCARD_MSG      |
        | MQRO_PAN and MQRO_NAN                    |
        | MQRO_PASS_MSG_ID and MQRO_PASS_CORREL_ID |

    Scenario Outline: A <mode> message that its target has refused expires without a report that nobody asked for
      Given the queues ORDERS and REPLIES, and no dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode>, a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | report options | MQRO_DEAD_LETTER_Q |
        | reply to       | REPLIES            |
      And 5 s after its send "order-1" still waits on the staging queue
      Then after the life of "order-1" the staging queue becomes empty
      And nothing is on ORDERS, nor on REPLIES

      Examples: of either mode
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

  @DD-82
  Rule: Of a message that expires on the staging queue one report is made, about the message that was sent

    The staged copy has a new message id, and the original one as its correlation id: a report made of the
    copy would tell the sender nothing.

    Scenario Outline: A <mode> message that its target refuses for too long is reported by <option>
      Given the queues ORDERS and REPLIES, and no dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode>, a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | report options | <option> |
        | reply to       | REPLIES  |
      And 5 s after its send "order-1" still waits on the staging queue
      Then nothing is on REPLIES during the life of "order-1"
      And after the life of "order-1" the staging queue becomes empty
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

      Examples: in all its forms
        | mode           | option                         |
        | PERSISTENT     | MQRO_EXPIRATION                |
        | PERSISTENT     | MQRO_EXPIRATION_WITH_DATA      |
        | PERSISTENT     | MQRO_EXPIRATION_WITH_FULL_DATA |
        | NON_PERSISTENT | MQRO_EXPIRATION                |
        | NON_PERSISTENT | MQRO_EXPIRATION_WITH_DATA      |
        | NON_PERSISTENT | MQRO_EXPIRATION_WITH_FULL_DATA |

    Scenario Outline: A message of priority <priority> that its target refuses for too long is reported
      Given the queues ORDERS and REPLIES, and no dead-letter queue
      And a MessageProducer for ORDERS with priority <priority>, a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then after the life of "order-1" the staging queue becomes empty
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

      Examples: the lowest and the highest
        | priority |
        | 0        |
        | 9        |

    Scenario Outline: A message of a <api> that is committed too late is reported after the commit
      Given the queues ORDERS and REPLIES
      And a transacted <api> for ORDERS with a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent, and its life is over
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then nothing is on REPLIES
      When the unit of work is committed, and 4 s pass
      Then the staging queue becomes empty, and nothing is on ORDERS
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    @X-45
    Scenario Outline: A message of a <api> that expires while the queue manager is down is reported after the start
      Given the queues ORDERS and REPLIES
      And a <api> for ORDERS with delivery mode PERSISTENT, a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent and expires while the queue manager is down
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then after 1 s the staging queue becomes empty, and nothing is on ORDERS
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    @X-12
    Scenario: An expiration report about a staged message goes to the queue behind the alias that its reply-to queue is
      Given the queues ORDERS and REPLIES, and an alias queue ANSWERS of REPLIES
      And no dead-letter queue, and a MessageProducer for ORDERS with a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | report options | MQRO_EXPIRATION |
        | reply to       | ANSWERS         |
      And 8 s have passed since "order-1" was sent
      Then the staging queue becomes empty, and nothing is on ORDERS
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

    @X-12
    Scenario: An expiration report about a staged message is on its way to the queue manager to which its reply-to queue leads
      Given a queue ORDERS, and a remote queue ANSWERS that leads through QM2 to REPLIES on QM2
      And no dead-letter queue, and a MessageProducer for ORDERS with a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | report options | MQRO_EXPIRATION |
        | reply to       | ANSWERS         |
      And 8 s have passed since "order-1" was sent
      Then the staging queue becomes empty
      And the depth of QM2 becomes 1, and nothing is on ORDERS

    @X-12
    Scenario Outline: The report about a message with <options> has <ids>
      Given the queues ORDERS and REPLIES, and no dead-letter queue
      And a MessageProducer for ORDERS with a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | report options | <options>                                        |
        | reply to       | REPLIES                                          |
        | correlation id | 414d51204f524445522d4944000000000000000000000000 |
      And 5 s after its send "order-1" still waits on the staging queue
      Then after the life of "order-1" the staging queue becomes empty
      And an expiration report arrives on REPLIES, caused by "order-1"
      And its <field> is <value>, and nothing else is on REPLIES

      Examples: the correlation id
        | options                                 | ids                                           | field         | value                                                   |
        | MQRO_EXPIRATION                         | the original message id as its correlation id | MQMD.CorrelId | the JMSMessageID that the sender of "order-1" was given |
        | MQRO_EXPIRATION and MQRO_PASS_CORREL_ID | the correlation id of the application         | MQMD.CorrelId | "414d51204f524445522d4944000000000000000000000000"      |

      Examples: the message id
        | options                              | ids                                   | field      | value                                                   |
        | MQRO_EXPIRATION and MQRO_PASS_MSG_ID | the original message id as its own id | MQMD.MsgId | the JMSMessageID that the sender of "order-1" was given |

    @X-12
    Scenario Outline: The report about a message with <options> that expired while the queue manager was down has <ids>
      Given the queues ORDERS and REPLIES, and no dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT, a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent, and the queue manager is down for 8 s
        | report options | <options>                                        |
        | reply to       | REPLIES                                          |
        | correlation id | 414d51204f524445522d4944000000000000000000000000 |
      Then after 2 s the staging queue becomes empty, and nothing is on ORDERS
      And an expiration report arrives on REPLIES, caused by "order-1"
      And its <field> is <value>, and nothing else is on REPLIES

      Examples: both ids
        | options                                 | ids                                   | field         | value                                                   |
        | MQRO_EXPIRATION and MQRO_PASS_CORREL_ID | the correlation id of the application | MQMD.CorrelId | "414d51204f524445522d4944000000000000000000000000"      |
        | MQRO_EXPIRATION and MQRO_PASS_MSG_ID    | the original message id as its own id | MQMD.MsgId    | the JMSMessageID that the sender of "order-1" was given |

    Scenario Outline: A message with <options> that expires while the queue manager is down is reported
      Given the queues ORDERS and REPLIES, and no dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT, a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent, and the queue manager is down for 8 s
        | report options | <options> |
        | reply to       | REPLIES   |
      Then after 2 s the staging queue becomes empty, and nothing is on ORDERS
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

      Examples: with another option beside it
        | options                              |
        | MQRO_EXPIRATION and MQRO_EXCEPTION   |
        | MQRO_EXPIRATION and MQRO_DISCARD_MSG |

  @DD-83
  Rule: The report does not contain the header that held the delay

    It begins with the data of the application, as the application sent them.

    Scenario Outline: A report by <option> about a message of <length> characters contains them and nothing else
      Given the queues ORDERS and REPLIES, and no dead-letter queue
      And a MessageProducer for ORDERS with a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | report options | <option>            |
        | reply to       | REPLIES             |
        | length         | <length> characters |
      And 5 s after its send "order-1" still waits on the staging queue
      Then after the life of "order-1" the staging queue becomes empty
      And the expiration report about "order-1" is taken from REPLIES
      And it carries no delay header
      And its data are those of "order-1" as sent, and nothing else is on REPLIES

      Examples: short
        | option                         | length |
        | MQRO_EXPIRATION_WITH_FULL_DATA | 20     |

      Examples: long
        | option                         | length |
        | MQRO_EXPIRATION_WITH_FULL_DATA | 5000   |

    Scenario Outline: A report with data about a message of <length> characters for the MQI begins with those of the application
      Given the queues ORDERS and REPLIES, and no dead-letter queue
      And a MessageProducer for ORDERS with a destination that applications of the MQI read, a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | report options | MQRO_EXPIRATION_WITH_DATA |
        | reply to       | REPLIES                   |
        | length         | <length> characters       |
      And 5 s after its send "order-1" still waits on the staging queue
      Then after the life of "order-1" the staging queue becomes empty
      And the expiration report about "order-1" is taken from REPLIES
      And it carries no delay header
      And its data are the beginning of those of "order-1" as sent, and nothing else is on REPLIES

      Examples: few and many
        | length |
        | 20     |
        | 5000   |

    Scenario Outline: A report by <option> has as many data as the one about an undelayed message
      Given the queues ORDERS, REPLIES, TWINS and TWINS.REPLIES, and no dead-letter queue
      And a MessageProducer for TWINS with a time to live of 6 s
      And a MessageProducer for ORDERS with a time to live of 6 s and a delivery delay of 3 s
      When "twins-1" is sent by the first producer
        | report options | <option>        |
        | reply to       | TWINS.REPLIES   |
        | length         | 5000 characters |
      And "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | report options | <option>        |
        | reply to       | REPLIES         |
        | length         | 5000 characters |
      And 5 s after its send "order-1" still waits on the staging queue
      Then after the life of "order-1" nothing is on TWINS
      And the staging queue becomes empty
      And the expiration reports about "twins-1" on TWINS.REPLIES and about "order-1" on REPLIES have equally many data
      And nothing else is on REPLIES

      Examples: in all its forms
        | option                         |
        | MQRO_EXPIRATION                |
        | MQRO_EXPIRATION_WITH_DATA      |
        | MQRO_EXPIRATION_WITH_FULL_DATA |

    Scenario: A report with full data about a message that is not persistent contains them and nothing else
      Given the queues ORDERS and REPLIES, and no dead-letter queue
      And a MessageProducer for ORDERS with delivery mode NON_PERSISTENT, a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | report options | MQRO_EXPIRATION_WITH_FULL_DATA |
        | reply to       | REPLIES                        |
      And 5 s after its send "order-1" still waits on the staging queue
      Then after the life of "order-1" the staging queue becomes empty
      And the expiration report about "order-1" is taken from REPLIES
      And it carries no delay header
      And its data are those of "order-1" as sent, and nothing else is on REPLIES

  @DD-84
  Rule: A message that expires on the staging queue is never delivered

    Not even to a queue that takes messages again by then.

    Scenario Outline: A message of a <api> that is committed after its end does not arrive
      Given a transacted <api> for a queue ORDERS with a time to live of 4 s and a delivery delay of 2 s
      When "order-1" is sent, and its life is over
      And the unit of work is committed
      And 3 s pass
      Then nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A message that expires while the queue manager is down does not arrive
      Given a MessageProducer for a queue ORDERS with delivery mode PERSISTENT, a time to live of 4 s and a delivery delay of 2 s
      When "order-1" is sent
      And "order-1" expires while the queue manager is down
      And 1 s passes
      Then nothing is on ORDERS

    @X-45
    Scenario: Of two messages that expire while the queue manager is down neither arrives
      Given a MessageProducer for a queue ORDERS with delivery mode PERSISTENT, a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent
      And the priority is set to 9, and "order-2" is sent
      And the queue manager is down for 12 s
      Then nothing is on ORDERS

    @X-45
    Scenario: Of two publications that expire while the queue manager is down no copy arrives
      Given a topic PRICES and a queue PRICES.ALL, and a subscription to PRICES that delivers to PRICES.ALL
      And a MessageProducer for the topic PRICES with delivery mode PERSISTENT, a time to live of 6 s and a delivery delay of 3 s
      When "price-1" is published
      And the priority is set to 9, and "price-2" is published
      And the queue manager is down for 12 s
      Then nothing is on PRICES.ALL

    @DD-76 @X-31
    Scenario: Nothing that expires while the queue manager is down is anywhere when it is up again
      Given a queue ORDERS, and a remote queue STOCK that leads through TO.QM2 to STOCK on QM2
      And a topic PRICES and a queue PRICES.ALL, and a subscription to PRICES that delivers to PRICES.ALL
      And a MessageProducer without a destination with delivery mode PERSISTENT, a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent to ORDERS, and "stock-1" is sent to STOCK
      And "price-1" is published to PRICES
      And the priority is set to 9, and "order-2" is sent to ORDERS
      And the queue manager is down for 12 s
      Then nothing is on ORDERS, TO.QM2, nor on PRICES.ALL

    @X-18
    Scenario: A message that has failed and expires while the queue manager is down is not on its target when that is up again
      Given a queue ORDERS and no dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT, a time to live of 8 s and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      And ORDERS is altered to PUT(ENABLED), and the queue manager is down for 8 s
      Then nothing is on ORDERS

    @X-18
    Scenario Outline: A message does not arrive when its target, altered to <harm>, takes messages again after its life
      Given a clock that the tester sets
      And a queue ORDERS and no dead-letter queue
      And a MessageProducer for ORDERS with a time to live of 1 min and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to <harm> during its delay
      And 50 s pass
      And "order-1" still waits on the staging queue
      And the life of "order-1" is over
      And ORDERS is altered to <repair>, and 2 h pass
      Then nothing is on ORDERS, nor on the dead-letter queue

      Examples: refused and open again
        | harm          | repair       |
        | PUT(DISABLED) | PUT(ENABLED) |
        | MAXDEPTH(0)   | MAXDEPTH(10) |

    Scenario: A copy for a durable subscriber that has expired where it waits for him is never delivered
      Given a topic PRICES
      And a durable subscriber alice to PRICES
      And a MessageProducer for the topic PRICES with a time to live of 6 s and a delivery delay of 3 s
      When "price-1" is published
      Then after the life of "price-1" nothing is delivered to the subscriber alice

  @X-53
  Rule: A message that lives just as long as it is delayed is delivered or reported, not both

    Whether such a message is accepted at all is left open; where it is, its last instant is its first.

    Scenario Outline: What becomes of a message of a <api> that lives for 3 s and is delayed for 3 s is recorded
      Given the queues ORDERS and REPLIES
      And a <api> for ORDERS with a delivery delay of 3 s
      When the time to live is set to 3 s
      And "order-1" is sent
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then setTimeToLive or the send is accepted, or refused with MQRC_EXPIRY_ERROR (2013)
      And after 5 s the staging queue becomes empty
      And "order-1" is delivered to ORDERS, or else an expiration report about it arrives on REPLIES
      And the answer to "What becomes of a message whose life is as long as its delay?" is recorded, and nothing is on ORDERS, nor on REPLIES

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |
