Feature: What a refusal leaves

  A call that is refused has done nothing. It has taken no place on a queue that it did not reach, the unit of
  work that it was part of is what it was before. And what it was refused for is asked anew: a queue that was
  full takes a message as soon as one has gone, and who had no authority may put when it has been granted.

  The parts before show that a call is refused, and that its message is nowhere. Here another call follows.

  What the documents leave open, and what is accepted here:

  * What a producer holds when one of its setters was refused: it is not used again here.
  * Whether a target that is inhibited, full or too short for it refuses an undelayed send of a JMS client, or
    with which reason: where it does not, nothing is learnt.

  @DD-53 @DD-39
  Rule: A delayed send that is refused takes no place on the staging queue

    A place that is kept for it before the checks has to be given back behind them.

    Scenario Outline: A staging queue for one takes a message of a <api> when one was refused for a queue that is none
      Given a queue ORDERS, and a <api> without a destination with a delivery delay of 3 s
      And the staging queue is altered to MAXDEPTH(1)
      When "order-1" is sent to BILLS
      Then the send is refused
      When "order-2" is sent to ORDERS
      Then the send is accepted
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A staging queue for one takes a message when one was refused for <what>
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      And the staging queue is altered to MAXDEPTH(1)
      When <refused>
      Then the send is refused
      When "order-2" is sent
      Then the send is accepted, and nothing is on ORDERS yet
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

      Examples: what the next one does not have
        | what      | refused                                                                   |
        | its group | "order-1" is sent as message 1 of the group "batch-7"                     |
        | its life  | "order-1" is sent by the long form of send with a time to live of 1000 ms |

    Scenario Outline: A staging queue for one takes a message when one was refused for a target with <harm>
      Given a queue ORDERS with <harm>, and a MessageProducer for ORDERS with a delivery delay of 3 s
      And the staging queue is altered to MAXDEPTH(1)
      When "order-1" of 5000 characters is sent
      Then the send is refused
      When ORDERS is altered to <mended>, and "order-2" is sent
      Then the send is accepted, and nothing is on ORDERS yet
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

      Examples: what can be mended
        | harm          | mended         |
        | PUT(DISABLED) | PUT(ENABLED)   |
        | MAXDEPTH(0)   | MAXDEPTH(9)    |
        | MAXMSGL(1000) | MAXMSGL(10000) |

    Scenario: A staging queue for one takes a message when its sender had no authority before
      Given a queue ORDERS, and the user alice may put to the staging queue
      And a MessageProducer of the user alice without a destination with a delivery delay of 3 s
      And the staging queue is altered to MAXDEPTH(1)
      When "order-1" is sent to ORDERS
      Then the send is refused
      When the user alice may put to ORDERS, and "order-2" is sent to ORDERS
      Then the send is accepted
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

    @DD-122
    Scenario: A staging queue for one takes a publication when one was refused for its topic
      Given a topic NEWS with PMSGDLV(ALL) and NPMSGDLV(ALL)
      And a non-durable subscriber alice to NEWS
      And a MessageProducer for the topic NEWS with a delivery delay of 3 s
      And the staging queue is altered to MAXDEPTH(1)
      When "news-1" is published
      Then the send is refused
      When the topic NEWS is altered to PMSGDLV(ALLAVAIL) and NPMSGDLV(ALLAVAIL), and "news-2" is published
      Then the send is accepted
      And after the delivery delay of "news-2" "news-2" is delivered to the subscriber alice, and nothing else

    Scenario: A staging queue for two takes two messages of a unit of work in which another was refused
      Given a transacted MessageProducer for a queue ORDERS with a delivery delay of 3 s
      And the staging queue is altered to MAXDEPTH(2)
      When "order-1" is sent as message 1 of the group "batch-7"
      Then the send is refused
      When "order-2" and "order-3" are sent, and the unit of work is committed
      Then every call is accepted, and the delivery delay of "order-3" is over
      And "order-2" and "order-3" are delivered to ORDERS in any order, and nothing else is there

  @EX-35
  Rule: A put that is refused takes no place on its queue

    Scenario: A queue for one takes a message when one was refused for PUT(DISABLED)
      Given a queue ORDERS with MAXDEPTH(1) and PUT(DISABLED)
      When "order-1" is put to ORDERS
      Then MQPUT is refused, and the depth of ORDERS is 0
      When ORDERS is altered to PUT(ENABLED), and "order-2" is put to ORDERS
      Then every call is accepted
      And MQGET from ORDERS returns "order-2", and nothing else is on ORDERS

    Scenario: A queue for one takes a message when one was refused for its length
      Given a queue ORDERS with MAXDEPTH(1) and MAXMSGL(1000)
      When "order-1" is put to ORDERS
        | length | 5000 characters |
      Then MQPUT is refused, and the depth of ORDERS is 0
      When "order-2" is put to ORDERS
      Then every call is accepted
      And MQGET from ORDERS returns "order-2", and nothing else is on ORDERS

    Scenario: A queue for one takes a message of a JMS client when one was refused for its length
      Given a queue ORDERS with MAXDEPTH(1) and MAXMSGL(1000)
      And a MessageProducer for ORDERS
      When "order-1" of 5000 characters is sent
      And the send has been refused
      And ORDERS is altered to MAXMSGL(10000), and "order-2" is sent
      Then the send is accepted
      And "order-2" is delivered to ORDERS, and nothing else is there

    Scenario: A queue for one takes a message of a JMS client that had no authority before
      Given a queue ORDERS with MAXDEPTH(1)
      And a MessageProducer of the user alice without a destination
      When "order-1" is sent to ORDERS
      And the send has been refused
      And the user alice may put to ORDERS, and "order-2" is sent to ORDERS
      Then the send is accepted
      And "order-2" is delivered to ORDERS, and nothing else is there

    @EX-27 @multiplatforms
    Scenario: A queue for one takes a message when one was refused for its expiry
      Given a queue ORDERS with MAXDEPTH(1), and AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      When "order-1" is put to ORDERS with an expiry of 0 tenths
      Then MQPUT is refused with MQRC_EXPIRY_ERROR (2013)
      When "order-2" is put to ORDERS
      Then every call is accepted
      And MQGET from ORDERS returns "order-2", and nothing else is on ORDERS

    Scenario: A full queue takes a message for each that goes, whatever it has refused before
      Given a queue ORDERS with MAXDEPTH(2)
      When "order-1" and "order-2" are put to ORDERS
      And "order-3" is put to ORDERS
      Then MQPUT is refused
      And MQGET from ORDERS returns "order-1"
      When "order-4" is put to ORDERS
      Then every call is accepted
      And MQGET from ORDERS returns "order-2"
      And MQGET from ORDERS returns "order-4", and nothing else is on ORDERS

    @DD-112
    Scenario: A full target takes a delayed message when one has gone, whatever it has refused before
      Given a queue ORDERS with MAXDEPTH(2), and a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" and "order-2" are put to ORDERS
      And "order-3" is sent
      Then the send is refused
      And MQGET from ORDERS returns "order-1"
      When "order-4" is sent
      Then the send is accepted, and MQGET from ORDERS returns "order-2"
      And after its delivery delay "order-4" is delivered to ORDERS, and nothing else is there

  @DD-43 @DD-44
  Rule: A send that is refused leaves the rest of its unit of work as it is

    Scenario: An undelayed send that is refused takes nothing back that its session has delayed
      Given a queue BILLS with MAXMSGL(1000), and a transacted MessageProducer without a destination
      When "order-1" is sent to ORDERS
      Then the send has been refused
      When a queue ORDERS is defined
      And the delivery delay is set to 3 s, and "order-2" is sent to ORDERS
      And the delivery delay is set to 0 s, and "bill-1" is sent to BILLS
        | length | 5000 characters |
      And the send has been refused
      And the unit of work is committed
      Then after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

  @DD-46
  Rule: Authority is asked for each send, also by who did not have it before

    Scenario Outline: A user of a <api> that was refused sends when it has been given the authority
      Given a queue ORDERS, and the user alice may put to the staging queue
      And a <api> of the user alice without a destination with a delivery delay of 3 s
      When "order-1" is sent to ORDERS
      Then the send is refused
      When the user alice may put to ORDERS, and "order-2" is sent to ORDERS
      Then the send is accepted
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A user sends when it has been given the authority again that was taken away
      Given a queue ORDERS, and the user alice may put to ORDERS and to the staging queue
      And a MessageProducer of the user alice without a destination with a delivery delay of 3 s
      When the user alice may no longer put to ORDERS, and "order-1" is sent to ORDERS
      Then the send is refused
      When the user alice may put to ORDERS, and "order-2" is sent to ORDERS
      Then the send is accepted
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there
