Feature: Expired messages that are still there

  Until it is discarded an expired message takes up room like any other. It counts in the depth that an
  administrator reads, it fills a queue, and it helps to reach the depth at which a trigger fires. But no
  get and no browse returns it. An implementation that discards every message at its end never shows any
  of this and is right as well.

  What the documents leave open, and what is accepted here:

  * Whether an expired message is still there at a given moment, or already gone. So these scenarios first
    read a depth, which may be anything from no expired message to all of them, and then see whether the
    rest agrees with it. Between two readings expired messages may go; none can come.

  @EX-34
  Rule: Expired messages may stay on the queue for a while, and cannot be retrieved there

    Who reads a depth must not conclude that there is something to get.

    Scenario: Whether an expired message still counts 5 s after its end is recorded
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 20 tenths
      Then after 7 s the depth of ORDERS is 0 to 1
      And the answer to "What is the depth of a queue with one expired message, 5 s after its end?" is recorded
      And MQGET from ORDERS with MQGMO_BROWSE_FIRST finds no message, and nothing else is on ORDERS

    Scenario: A message that still counts after its time to live is not received
      Given a MessageProducer for a queue ORDERS
      When "order-1" is sent, and "order-2" is sent with a time to live of 2 s
      Then after 5 s the depth of ORDERS is 1 to 2
      And the answer to "What is the depth of a queue with one live and one expired message?" is recorded
      And "order-1" is delivered to ORDERS, and nothing else is there

  @EX-35
  Rule: As long as they are there, expired messages count in the depth for all purposes

    A depth that leaves them out while they fill the queue misleads whoever looks for the reason.

    Background:
      Given a queue ORDERS with MAXDEPTH(2)

    Scenario: A put is refused only on a queue that the depth shows to be full
      When "order-1" and "order-2" are put to ORDERS with an expiry of 20 tenths, and 5 s pass
      And the depth of ORDERS is read
      And "order-3" is put to ORDERS
      Then MQPUT is accepted, or refused if the depth of ORDERS was 2
      And the answer to "Is a put to a queue accepted that expired messages fill?" is recorded
      And the depth of ORDERS is 0 to 2
      And MQGET from ORDERS returns "order-3" if it was accepted, and else no message, and nothing else is on ORDERS

    Scenario: A queue takes no more than its limit, however many of its messages have expired
      When "order-1" is put to ORDERS with an expiry of 20 tenths
      And "order-2" is put to ORDERS, and 5 s pass
      And the depth of ORDERS is read
      And "order-3" is put to ORDERS
      Then MQPUT is accepted, or refused if the depth of ORDERS was 2
      And the depth of ORDERS is 1 to 2
      And MQGET from ORDERS returns "order-2"
      And MQGET from ORDERS returns "order-3" if it was accepted, and else no message, and nothing else is on ORDERS

    Scenario: When a get has discarded the expired messages there is room again
      When "order-1" and "order-2" are put to ORDERS with an expiry of 20 tenths
      Then after 5 s MQGET from ORDERS finds no message
      And the depth of ORDERS is 0
      When "order-3" and "order-4" are put to ORDERS
      Then every call is accepted
      And MQGET from ORDERS returns "order-3"
      And MQGET from ORDERS returns "order-4", and nothing else is on ORDERS

    Scenario: A send is refused only on a queue that the depth shows to be full
      Given a MessageProducer for ORDERS with a time to live of 2 s
      When "order-1" and "order-2" are sent, and 5 s pass
      And the depth of ORDERS is read
      And "order-3" is sent by the long form of send with an unlimited time to live
      Then the send is accepted, or refused if the depth of ORDERS was 2
      And the depth of ORDERS is 0 to 2
      And "order-3" is delivered to ORDERS, or never, and nothing else is on ORDERS

    Scenario: A dead-letter queue takes no more than its limit, though its message has expired
      Given a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 6 s
      When "order-1" is put to the dead-letter queue with an expiry of 20 tenths
      And "order-2" is sent and comes due while ORDERS has PUT(DISABLED) and the dead-letter queue MAXDEPTH(1)
      Then the depth of the dead-letter queue is 0 to 1, and nothing is on ORDERS

    Scenario: A reply-to queue takes no more than its limit, though its message has expired
      Given a queue REPLIES and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 6 s
      When "order-1" is put to REPLIES with an expiry of 20 tenths
      And "order-2" is sent and comes due while ORDERS has PUT(DISABLED) and REPLIES MAXDEPTH(1)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
      Then the depth of REPLIES is 0 to 1, and nothing is on ORDERS

    Scenario: A target takes no more than its limit when a message comes due, though its messages have expired
      Given a dead-letter queue, and a MessageProducer for ORDERS with a delivery delay of 6 s
      When "order-1" is sent
      And "order-2" and "order-3" are put to ORDERS with an expiry of 20 tenths
      And the delivery delay of "order-1" is over
      Then the depth of ORDERS is 0 to 2
      And "order-1" is delivered to ORDERS, or to the dead-letter queue, and nothing else is on ORDERS

    Scenario: A transmission queue takes no more than its limit, though its message has expired
      Given a remote queue SALES that leads through TO.QM2 to STOCK on QM2, and TO.QM2 is altered to MAXDEPTH(1)
      When "order-1" is put to SALES with an expiry of 20 tenths, and 5 s pass
      And the depth of TO.QM2 is read
      And "order-2" is put to SALES
      Then MQPUT is accepted, or refused if the depth of TO.QM2 was 1
      And the depth of TO.QM2 is 0 to 1
      And MQGET from TO.QM2 returns "order-2" if it was accepted, and else no message, and nothing else is on TO.QM2

  @EX-36
  Rule: As long as they are there, expired messages count for depth triggering

    The trigger goes by the depth, not by what could be got.

    Background:
      Given a queue INITIATION
      And a queue ORDERS that triggers INITIATION at a depth of 2

    Scenario: A trigger fires if an expired message and a new one make up the depth
      When "order-1" is put to ORDERS with an expiry of 20 tenths, and 5 s pass
      And the depth of ORDERS is read, and "order-2" is put to ORDERS
      Then a trigger message is on INITIATION if the depth of ORDERS has reached 2, and only then
      And the answer to "Does a trigger fire at a depth that an expired message helps to reach?" is recorded
      And MQGET from ORDERS returns "order-2", and nothing else is on ORDERS

    Scenario: A trigger fires if two expired messages and a new one make up the depth
      Given a queue BILLS that triggers INITIATION at a depth of 3
      When "bill-1" and "bill-2" are put to BILLS with an expiry of 20 tenths, and 5 s pass
      And the depth of BILLS is read, and "bill-3" is put to BILLS
      Then a trigger message is on INITIATION if the depth of BILLS has reached 3, and only then
      And MQGET from BILLS returns "bill-3", and nothing else is on BILLS

    Scenario: What a get has discarded helps no trigger any more
      When "order-1" is put to ORDERS with an expiry of 20 tenths
      Then after 5 s MQGET from ORDERS finds no message
      And the depth of ORDERS is 0
      When "order-2" is put to ORDERS
      Then the depth of INITIATION is 0
      And MQGET from ORDERS returns "order-2", and nothing else is on ORDERS
