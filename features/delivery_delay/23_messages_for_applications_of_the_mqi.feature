Feature: Messages for applications of the MQI

  A JMS client can send to a destination whose readers know no JMS. Such a message has no JMS header, and
  a client makes it in a way of its own. What the documents say about a delayed message holds for this one too:
  nothing of it depends on who reads the message. The chapters before this one go through the rules with messages
  for JMS; here is one scenario of each, with a message for the MQI.

  What the documents leave open, and what is accepted here:

  * Whether such a message has a JMS header all the same. Nobody looks for it.
  * Whether a conflict of life and delay is reported by the setter or by the send.
  * Whether authority is checked when the producer is created or at the send.
  * The reason of a refusal by the target. It is recorded in the chapters before.

  @DD-25
  Rule: A message for the MQI may not live less than its delay either

    The two are compared by the client, before anybody reads the message.

    Scenario Outline: A <api> refuses to let a message for the MQI live less than its delay
      Given a <api> for a queue ORDERS with a destination that applications of the MQI read and a delivery delay of 5 s
      When the time to live is set to 3 s
      And "order-1" is sent
      Then setTimeToLive or the send is refused with MQRC_EXPIRY_ERROR (2013)
      And after 6 s nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @DD-26
  Rule: A message for the MQI may not be delayed for longer than it lives either

    The same comparison, with the delay set last.

    Scenario Outline: A <api> refuses to delay a message for the MQI for longer than it lives
      Given a <api> for a queue ORDERS with a destination that applications of the MQI read and a time to live of 3 s
      When the delivery delay is set to 5 s
      And "order-1" is sent
      Then setDeliveryDelay or the send is refused with MQRC_EXPIRY_ERROR (2013)
      And after 6 s nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @DD-36
  Rule: A message for the MQI that belongs to a group is not delayed

    Its group stands in the descriptor, which every message has.

    Scenario Outline: A <api> refuses to delay a message of a group for the MQI
      Given a <api> for a queue ORDERS with a destination that applications of the MQI read and a delivery delay of 3 s
      When "order-1" is sent
        | first message of | the group "batch-7" |
      Then the send is refused with MQRC_OPTIONS_ERROR (2046)
      And after 4 s nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @DD-46 @DD-47
  Rule: A message for the MQI needs the authority of its sender to the target queue

    A message for the MQI is put to the same queue.

    Scenario Outline: A <api> of a user without authority sends no delayed message for the MQI
      Given a queue ORDERS, and the user alice may put to the staging queue
      When a <api> of the user alice for ORDERS with a destination that applications of the MQI read and a delivery delay of 3 s is created
      And "order-1" is sent
      Then createProducer or the send is refused
      And after 4 s nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @DD-110
  Rule: A queue that is inhibited for puts takes no delayed message for the MQI

    Nothing is staged that would have been refused without a delay.

    Scenario: A delayed message for the MQI is refused by a queue with PUT(DISABLED)
      Given a queue ORDERS with PUT(DISABLED)
      And a MessageProducer for ORDERS with a destination that applications of the MQI read and a delivery delay of 3 s
      When "order-1" is sent
        | length | 5000 characters |
      Then the send is refused, and nothing is on the staging queue
      When ORDERS is altered to PUT(ENABLED), and 5 s pass
      Then nothing is on ORDERS

  @DD-111
  Rule: A queue takes no delayed message for the MQI that is too long

    Its length is that of what was sent.

    Scenario: A delayed message for the MQI is refused by a queue for which it is too long
      Given a queue ORDERS with MAXMSGL(1000)
      And a MessageProducer for ORDERS with a destination that applications of the MQI read and a delivery delay of 3 s
      When "order-1" is sent
        | length | 5000 characters |
      Then the send is refused, and nothing is on the staging queue
      When ORDERS is altered to MAXMSGL(100000), and 5 s pass
      Then nothing is on ORDERS

  @DD-112
  Rule: A full queue takes no delayed message for the MQI

    There may be room when the delay is over; that is not asked.

    Scenario: A delayed message for the MQI is refused by a queue that is full
      Given a queue ORDERS with MAXDEPTH(0)
      And a MessageProducer for ORDERS with a destination that applications of the MQI read and a delivery delay of 3 s
      When "order-1" is sent
        | length | 5000 characters |
      Then the send is refused, and nothing is on the staging queue
      When ORDERS is altered to MAXDEPTH(10), and 5 s pass
      Then nothing is on ORDERS

  @DD-19
  Rule: A delayed message for the MQI is refused by a clustered queue that binds

    DEFBIND is an attribute of the queue, not of its readers.

    Scenario Outline: A delayed message for the MQI is refused by a clustered queue with DEFBIND(OPEN) on <where>
      Given a cluster SALES of QM1 and QM2
      And a queue ORDERS with CLUSTER(SALES) and DEFBIND(OPEN) on <where>
      And a MessageProducer for ORDERS with a destination that applications of the MQI read and a delivery delay of 3 s
      When "order-1" is sent
      Then the send is refused with MQRC_OPTIONS_ERROR (2046)
      And after 5 s nothing is on ORDERS of <where>

      Examples: the local queue manager and another one
        | where |
        | QM1   |
        | QM2   |

  @DD-44
  Rule: A delayed message for the MQI that is rolled back is never delivered

    What follows it in the next unit of work is.

    Scenario Outline: A delayed <mode> message for the MQI that is rolled back never was
      Given a transacted MessageProducer for a queue ORDERS with a destination that applications of the MQI read, delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent, and the unit of work is rolled back
      And "order-2" is sent, and the unit of work is committed
      And the delivery delay of "order-2" is over
      Then after 4 s "order-2" is delivered to ORDERS, and nothing else is there

      Examples: persistent or not
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

  @X-45
  Rule: A delayed message for the MQI survives a restart

    The log knows messages, not their readers.

    Scenario: A persistent delayed message for the MQI arrives after a restart
      Given a MessageProducer for a queue ORDERS with a destination that applications of the MQI read, delivery mode PERSISTENT and a delivery delay of 5 s
      When "order-1" is sent, and the queue manager is restarted
      Then nothing is on ORDERS yet
      When the delivery delay of "order-1" is over
      Then after 1 s "order-1" is delivered to ORDERS, and nothing else is there

  @DD-97
  Rule: A message for the MQI that its target does not take is discarded where its sender asked for it

    As any other message, and reported as any other.

    Scenario: A message for the MQI with MQRO_DISCARD_MSG that its target does not take is discarded and reported
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a destination that applications of the MQI read and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                                            |
        | length         | 3000 characters                                    |
      Then nothing but this is on the queues
        | the staging queue | the dead-letter queue | ORDERS  |
        | nothing           | nothing               | nothing |
      And an exception report about "order-1" arrives on REPLIES
      And its data are those of "order-1" as sent
      And it carries no delay header, and nothing else is on REPLIES

  @DD-98
  Rule: A message for the MQI that its target does not take is dead-lettered by default

    As any other message, and reported as any other.

    Scenario: A message for the MQI that its target does not take is dead-lettered and reported
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a destination that applications of the MQI read and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_EXCEPTION_WITH_FULL_DATA |
        | reply to       | REPLIES                       |
        | length         | 3000 characters               |
      Then nothing but this is on the queues
        | the staging queue | the dead-letter queue | ORDERS  |
        | nothing           | order-1               | nothing |
      And an exception report about "order-1" arrives on REPLIES
      And its data are those of "order-1" as sent
      And it carries no delay header, and nothing else is on REPLIES

    @X-17
    Scenario: A message for the MQI is dead-lettered with the ids, the priority and the life that it was sent with
      Given a queue ORDERS, and a dead-letter queue
      And a MessageProducer for ORDERS with a destination that applications of the MQI read, priority 7, a time to live of 60 s and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
      And 20 s pass
      Then "order-1" is dead-lettered as undeliverable to ORDERS
      And its fields are
        | MQMD.MsgId    | the JMSMessageID that the sender of "order-1" was given |
        | MQMD.CorrelId | "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8"      |
        | MQMD.Priority | 7                                                       |
      And the remaining expiry of "order-1" is about 400 tenths, and nothing else is on the dead-letter queue

  @DD-99
  Rule: A message for the MQI that fits nowhere is kept and tried again

    The queue manager owes it to its sender as much as any other.

    Scenario: A message for the MQI that no queue took arrives when its target and a dead-letter queue take messages
      Given a clock that the tester sets
      And a queue ORDERS and no dead-letter queue
      And a MessageProducer for ORDERS with a destination that applications of the MQI read and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      And 1 min passes
      And a dead-letter queue is defined
      And ORDERS is altered to PUT(ENABLED), and 2 h pass
      Then "order-1" is delivered to ORDERS, or to the dead-letter queue
      And nothing is on ORDERS, nor on the dead-letter queue

  @HM-11
  Rule: A message for the MQI is not persistent where its sender said so

    The delivery mode stands in the descriptor.

    Scenario: A message for the MQI that is not persistent says so
      Given a MessageProducer for a queue ORDERS with a destination that applications of the MQI read and delivery mode NON_PERSISTENT
      When "order-1" is sent
      Then "order-1" is delivered to ORDERS with MQMD.Persistence MQPER_NOT_PERSISTENT, and nothing else is on ORDERS

  @HM-14
  Rule: The sender of a message for the MQI sees JMSExpiration as well

    It is a field of the message object, whoever reads the message.

    Scenario: The sender of a message for the MQI sees the end of its life
      Given a MessageProducer for a queue ORDERS with a destination that applications of the MQI read and a time to live of 60 s
      When "order-1" is sent
      Then the sender of "order-1" sees as JMSExpiration the time of the send plus 60 s
      And "order-1" is delivered to ORDERS, and nothing else is there

  @HM-20
  Rule: A life of a message for the MQI that MQMD.Expiry cannot hold becomes unlimited

    There is no header that could hold the true end.

    Scenario: A message for the MQI that lives for 4000 days is unlimited
      Given a MessageProducer for a queue ORDERS with a destination that applications of the MQI read and a time to live of 4000 days
      When "order-1" is sent
      Then "order-1" is delivered to ORDERS with MQMD.Expiry MQEI_UNLIMITED, and nothing else is on ORDERS

  @HM-27
  Rule: Every message for the MQI has an id of its own

    The queue manager assigns it.

    Scenario: Two messages for the MQI have two ids
      Given a MessageProducer for a queue ORDERS with a destination that applications of the MQI read
      When "order-1" and "order-2" are sent
      Then the senders of "order-1" and "order-2" see a different JMSMessageID each
      And "order-1" and "order-2" are delivered to ORDERS in this order, and nothing else is there

  @HM-43
  Rule: Bytes that correlate a message for the MQI are padded with nulls in MQMD.CorrelId

    They are in the descriptor, so every reader finds them.

    Scenario: Five bytes that correlate a message for the MQI begin its MQMD.CorrelId
      Given a MessageProducer for a queue ORDERS with a destination that applications of the MQI read
      When "order-1" is sent
        | JMSCorrelationID as bytes | 00ff7f80fe |
      Then "order-1" is delivered to ORDERS with MQMD.CorrelId "00ff7f80fe00000000000000000000000000000000000000", and nothing else is on ORDERS
