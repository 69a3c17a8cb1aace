Feature: Conservation

  Each delayed message that was accepted ends in one place and in no other: on its target, on the
  dead-letter queue, or nowhere, because it was to be discarded, has expired, or was recalled. Until then
  it is staged. No rule of the parts before says this as a whole; it is what they come to together. A
  message that is lost on the way breaks one of them, and one that is there twice another.

  The large workloads of the campaign look for the same with random commands. These are small enough to be
  counted by hand.

  What the documents leave open, and what is accepted here:

  * In which order messages arrive that fall due at one instant.
  * What becomes of a message that lives just as long as it is delayed: delivered, or expired, or refused.
  * Non-persistent messages for a shared queue, which may be lost with the queue manager that staged them.

  @X-53
  Rule: A message that lives as long as it is delayed is either delivered or reported as expired

    Its last instant is its first. Whichever is taken first, the other is then ruled out.

    Scenario Outline: Of a message that lives for <time> and is delayed for <time> there is one trace, not two
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a <api> for ORDERS with a time to live of <time>
      When the delivery delay is set to <time>
      And "order-1" is sent
        | report options | <option> |
        | reply to       | REPLIES  |
      Then setDeliveryDelay or the send is accepted, or refused with MQRC_EXPIRY_ERROR (2013)
      And after 6 s the staging queue becomes empty
      And "order-1" is delivered to ORDERS, or else an expiration report about it arrives on REPLIES
      And nothing is on ORDERS, REPLIES, nor on the dead-letter queue

      Examples: the other order of the setters, and other forms of the report
        | api             | time | option                         |
        | MessageProducer | 4 s  | MQRO_EXPIRATION                |
        | MessageProducer | 5 s  | MQRO_EXPIRATION_WITH_DATA      |
        | JMSProducer     | 4 s  | MQRO_EXPIRATION_WITH_FULL_DATA |
        | JMSProducer     | 5 s  | MQRO_EXPIRATION                |

    @EX-12
    Scenario Outline: A message of a <api> whose delay and life end together is counted nowhere after that
      Given a <api> for a queue ORDERS with a delivery delay of 4 s
      When the time to live is set to 4 s, and "order-1" is sent
      Then setTimeToLive or the send is accepted, or refused with MQRC_EXPIRY_ERROR (2013)
      And after 6 s the staging queue becomes empty, and "order-1" is delivered to ORDERS, or never
      And the depth of the staging queue is 0, and the depth of ORDERS is 0

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    @DD-79
    Scenario: Of a message that has less than a tenth of a second to live when it is due there is one trace as well
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a time to live of 4100 ms and a delivery delay of 4050 ms
      When "order-1" is sent
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then after 6 s the staging queue becomes empty
      And "order-1" is delivered to ORDERS, or else an expiration report about it arrives on REPLIES
      And nothing is on ORDERS, REPLIES, nor on the dead-letter queue

  @X-54
  Rule: Each accepted delayed message is in one place, and in the end in one only

    Counted on all queues together, and one by one.

    Scenario Outline: Twenty messages of a <api> with <settings> are staged, and then on their target, never both
      Given a <api> for a queue ORDERS with <settings>
      When "order-1" to "order-20" are sent
      Then the depths of ORDERS and the staging queue add up to 20
      And after the delivery delay of "order-20" the depths of ORDERS and the staging queue add up to 20
      And "order-1" to "order-20" are delivered to ORDERS in any order
      And nothing is on ORDERS, nor on the staging queue

      Examples: both APIs
        | api             | settings                                                 |
        | MessageProducer | a delivery delay of 3 s                                  |
        | MessageProducer | delivery mode NON_PERSISTENT and a delivery delay of 3 s |
        | JMSProducer     | a delivery delay of 3 s                                  |

    Scenario: Of a hundred delayed messages each arrives, once
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When "order-1" to "order-100" are sent
      And the delivery delay of "order-100" is over
      Then "order-1" to "order-100" are delivered to ORDERS in any order
      And nothing is on ORDERS, nor on the staging queue

    Scenario: Of sixty delayed messages of one unit of work each arrives, once
      Given a transacted MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When "order-1" to "order-60" are sent, and the unit of work is committed
      And the delivery delay of "order-60" is over
      Then "order-1" to "order-60" are delivered to ORDERS in any order
      And nothing is on ORDERS, nor on the staging queue

    Scenario: Of forty staged messages a restart loses none
      Given a MessageProducer for a queue ORDERS with delivery mode PERSISTENT and a delivery delay of 8 s
      When "order-1" to "order-40" are sent
      And "order-40" comes due after the queue manager is restarted
      Then after 1 s "order-1" to "order-40" are delivered to ORDERS in any order
      And nothing is on ORDERS, nor on the staging queue

    Scenario: Of sixty delayed messages for another queue manager each arrives, once
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" to "order-60" are sent, and the channel of TO.QM2 is started
      And the delivery delay of "order-60" is over, and 1 s passes
      Then "order-1" to "order-60" are delivered to STOCK on QM2 in any order
      And a browser shows nothing on TO.QM2, and nothing is on the staging queue

    @DD-98 @DD-101
    Scenario: Of forty messages that cannot be delivered each is reported
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 5 s
      When "order-1" to "order-40" are sent
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      And ORDERS is altered to PUT(DISABLED) during the delay of "order-1"
      Then after the delivery delay of "order-40" the depth of REPLIES becomes 40
      And the depth of the dead-letter queue becomes 40
      And the depth of the staging queue becomes 0

    @DD-82
    Scenario: Of forty messages that expire on the staging queue each is reported
      Given the queues ORDERS and REPLIES, and no dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT, a time to live of 8 s and a delivery delay of 5 s
      When "order-1" to "order-40" are sent
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And ORDERS is altered to PUT(DISABLED) during the delay of "order-1"
      Then after the life of "order-40" the staging queue becomes empty
      And the depth of REPLIES becomes 40
      And the depth of the staging queue becomes 0

    Scenario Outline: Of twenty messages for a queue with room for <room> the rest is <elsewhere>
      Given a queue ORDERS with MAXDEPTH(40)
      And <dead-letter queue>
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" to "order-20" are sent
      And ORDERS is altered to MAXDEPTH(<room>) during the delay of "order-1"
      Then after the delivery delay of "order-20" the depth of ORDERS becomes <room>
      And the depth of the dead-letter queue becomes <dead-lettered>
      And the depth of the staging queue becomes <staged>

      Examples: room for some, for all, and for none
        | room | dead-letter queue                    | dead-lettered | staged | elsewhere                |
        | 0    | a dead-letter queue                  | 20            | 0      | dead-lettered            |
        | 7    | a dead-letter queue                  | 13            | 0      | dead-lettered            |
        | 20   | a dead-letter queue                  | 0             | 0      | none at all              |
        | 7    | no dead-letter queue                 | 0             | 13     | staged                   |
        | 7    | a dead-letter queue with MAXDEPTH(5) | 5             | 8      | dead-lettered and staged |

    Scenario: Five messages with four fates are where their fates have led them
      Given the queues ORDERS, BILLS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 4 s
      And a MessageProducer for BILLS with a delivery delay of 4 s
      When "order-1" to "order-3" are sent by the first producer
      And "bill-1" is sent by the second producer
      And "bill-2" is sent by the second producer
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
      And BILLS is altered to PUT(DISABLED) during the delay of "bill-1"
      Then an MQGET by correlation id recalls "order-2" from the staging queue
      And after the delivery delay of "bill-2" nothing but this is on the queues
        | the staging queue | ORDERS              | BILLS   | the dead-letter queue | REPLIES    |
        | nothing           | order-1 and order-3 | nothing | bill-1                | its report |

    Scenario Outline: What a transacted <api> has received is there again when it rolls back, all of it
      Given the queues ORDERS and BILLS
      And a transacted <api> without a destination with a delivery delay of 2 s
      When "order-1" is sent to ORDERS
      And "bill-1" is sent to BILLS
      And the unit of work is committed
      Then after the delivery delay of "bill-1" the sender itself receives "order-1" from ORDERS
      And the sender itself receives "bill-1" from BILLS
      When the unit of work is rolled back
      Then "order-1" is delivered to ORDERS
      And "bill-1" is delivered to BILLS, and nothing is on ORDERS, nor on BILLS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: What a transacted <api> has received nobody else receives
      Given a transacted <api> for a queue ORDERS with a delivery delay of 2 s
      When "order-1" is sent, and the unit of work is committed
      Then after the delivery delay of "order-1" the sender itself receives "order-1" from ORDERS
      And nothing is on ORDERS
      When the unit of work is committed
      Then nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: Messages of different delays leave the staging queue one by one, each once
      Given a MessageProducer for a queue ORDERS
      When "order-1" is sent with a delivery delay of 2 s
      And "order-2" is sent with a delivery delay of 5 s
      And "order-3" is sent with a delivery delay of 8 s
      Then the depths of ORDERS and the staging queue add up to 3
      And after the delivery delay of "order-2" the depths of ORDERS and the staging queue add up to 3
      When the delivery delay of "order-3" is over
      Then "order-1", "order-2" and "order-3" are delivered to ORDERS in any order, and nothing is on ORDERS, nor on the staging queue

    Scenario: What was rolled back or recalled is nowhere, and the rest is where it belongs
      Given a transacted MessageProducer for a queue ORDERS with a delivery delay of 3 s
      And a MessageProducer for ORDERS with a delivery delay of 4 s
      When "order-1" is sent by the first producer
      And "order-2" and "order-3" are sent
      Then an MQGET by correlation id recalls "order-3" from the staging queue
      When the session of the first producer is rolled back
      And the delivery delay of "order-2" is over
      Then "order-2" is delivered to ORDERS, and nothing is on ORDERS, nor on the staging queue

    Scenario: A restart neither loses nor doubles persistent messages, staged, delivered and dead-lettered
      Given the queues ORDERS and BILLS, and a dead-letter queue
      And a MessageProducer for BILLS with delivery mode PERSISTENT and a delivery delay of 2 s
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 8 s
      When "bill-1" is sent by the first producer
      And "order-1" to "order-5" are sent
      And BILLS is altered to PUT(DISABLED) during the delay of "bill-1", and 4 s pass
      And "order-5" comes due after the queue manager is restarted
      Then after 1 s the depths of ORDERS, BILLS, the dead-letter queue and the staging queue add up to 6
      And "bill-1" is dead-lettered
      And "order-1" to "order-5" are delivered to ORDERS in any order, and nothing else is on ORDERS

    Scenario: Each of 130 messages that are due together arrives once
      Given a clock that the tester sets
      And a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When "order-1" to "order-130" are sent
      Then the depth of the staging queue is 130
      When the delivery delay of "order-130" is over
      Then "order-1" to "order-130" are delivered to ORDERS in any order
      And nothing is on ORDERS, nor on the staging queue

    Scenario: Each of 60 messages for a remote queue arrives once
      Given a clock that the tester sets, and a remote queue STOCK that leads through TO.QM2 to STOCK on QM2
      And a MessageProducer for STOCK with a delivery delay of 3 s
      When "stock-1" to "stock-60" are sent, and the delivery delay of "stock-60" is over
      And the channel of TO.QM2 runs for 1 s
      Then "stock-1" to "stock-60" are delivered to STOCK on QM2 in any order, and nothing else is on STOCK on QM2

    Scenario: A message whose get was backed out is still there after a restart
      Given a MessageProducer for a queue ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due
      Then MQGET from ORDERS with MQGMO_SYNCPOINT returns "order-1"
      When the getting application backs out, which puts back "order-1"
      And the queue manager is restarted
      Then "order-1" is delivered to ORDERS, and nothing is on ORDERS, nor on the staging queue

    Scenario: A dead letter that its receiver has not committed when the queue manager ends is still there
      Given a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      Then MQGET from the dead-letter queue with MQGMO_SYNCPOINT returns "order-1"
      When the queue manager is restarted
      Then "order-1" is dead-lettered, and nothing else is on the dead-letter queue

    Scenario: A message that its receiver has not committed when the queue manager ends is still there
      Given the queues ORDERS and BILLS
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      And a transacted MessageProducer for BILLS
      When "order-1" is sent by the first producer
      Then after the delivery delay of "order-1" the sender itself receives "order-1" from ORDERS
      When the queue manager is restarted
      Then "order-1" is delivered to ORDERS, and nothing is on ORDERS, nor on the staging queue
