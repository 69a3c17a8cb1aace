Feature: Queues that have been used before

  No rule knows a first time. What a queue allows is asked for each message, and what is counted on it is
  what is there: not what was there when it was opened, and not what has gone by another way than the
  usual one. What is staged keeps what it was sent with, whatever is sent or recalled behind it, and
  however often the queue manager or its processor has started again since.

  The parts before use most queues once. Here everything has been used before.

  What the documents leave open, and what is accepted here:

  * When expired messages are discarded that no get has asked for.
  * Whether a queue manager triggers again when the depth is reached once more.

  @EX-35
  Rule: What has gone from a queue is not counted, whichever way it has gone

    A count that misses one way leaves a queue full on which nothing is.

    Background:
      Given a queue ORDERS with MAXDEPTH(2)

    Scenario Outline: A queue for two takes two messages more when one was <gone>
      When "order-1" is put to ORDERS
      Then MQGET from ORDERS with <options> returns "order-1"
      And the depth of ORDERS is 0
      When "order-2" and "order-3" are put to ORDERS
      Then every call is accepted, and MQGET from ORDERS returns "order-2"
      And MQGET from ORDERS returns "order-3", and nothing else is on ORDERS

      Examples: asked for by an id
        | gone            | options                         |
        | got by its id   | MQMO_MATCH_MSG_ID of "order-1"  |

    Scenario: A queue for two takes two messages more when one was got under the cursor
      When "order-1" is put to ORDERS
      Then MQGET from ORDERS with MQGMO_BROWSE_FIRST returns "order-1"
      And MQGET from ORDERS with MQGMO_MSG_UNDER_CURSOR returns "order-1", and the depth of ORDERS is 0
      When "order-2" and "order-3" are put to ORDERS
      Then every call is accepted, and MQGET from ORDERS returns "order-2"
      And MQGET from ORDERS returns "order-3", and nothing else is on ORDERS

    Scenario: A queue for two takes two messages more when one was got in a unit of work
      When "order-1" is put to ORDERS
      Then MQGET from ORDERS with MQGMO_SYNCPOINT returns "order-1"
      When the getting application commits, and the depth of ORDERS becomes 0
      And "order-2" and "order-3" are put to ORDERS
      Then every call is accepted, and MQGET from ORDERS returns "order-2"
      And MQGET from ORDERS returns "order-3", and nothing else is on ORDERS

    Scenario: A queue for two takes two messages more when one was received
      When "order-1" is put to ORDERS
      Then "order-1" is delivered to ORDERS, and the depth of ORDERS is 0
      When "order-2" and "order-3" are put to ORDERS
      Then every call is accepted
      And "order-2" and "order-3" are delivered to ORDERS in this order, and nothing else is there

    Scenario: A queue for two takes two messages when the put of one was backed out
      When "order-1" is put to ORDERS in syncpoint, and the putting application backs out
      Then the depth of ORDERS is 0
      When "order-2" and "order-3" are put to ORDERS
      Then every call is accepted, and MQGET from ORDERS returns "order-2"
      And MQGET from ORDERS returns "order-3", and nothing else is on ORDERS

    Scenario: A queue for two takes one message beside one that a backout has put back
      When "order-1" is put to ORDERS
      Then MQGET from ORDERS with MQGMO_SYNCPOINT returns "order-1"
      And the getting application backs out, which puts back "order-1"
      When "order-2" and "order-3" are put to ORDERS
      Then MQPUT is refused
      And MQGET from ORDERS returns "order-1"
      And MQGET from ORDERS returns "order-2", and nothing else is on ORDERS

    Scenario: A queue for two takes two messages when a browser has found an expired one
      When "order-1" is put to ORDERS with an expiry of 20 tenths, and 5 s pass
      Then a browser shows nothing on ORDERS, and the depth of ORDERS is 0
      When "order-2" and "order-3" are put to ORDERS
      Then every call is accepted, and MQGET from ORDERS returns "order-2"
      And MQGET from ORDERS returns "order-3", and nothing else is on ORDERS

    Scenario: A queue for two takes two messages when one has expired under the cursor
      When "order-1" is put to ORDERS with an expiry of 20 tenths
      Then MQGET from ORDERS with MQGMO_BROWSE_FIRST and MQGMO_LOCK returns "order-1"
      And after 5 s MQGET from ORDERS with MQGMO_MSG_UNDER_CURSOR fails with MQRC_NO_MSG_UNDER_CURSOR (2034)
      And the depth of ORDERS is 0
      When "order-2" and "order-3" are put to ORDERS
      Then every call is accepted, and MQGET from ORDERS returns "order-2"
      And MQGET from ORDERS returns "order-3", and nothing else is on ORDERS

    Scenario: A queue for two takes two messages when a unit of work has found an expired one
      When "order-1" is put to ORDERS with an expiry of 20 tenths, and 5 s pass
      Then MQGET from ORDERS with MQGMO_SYNCPOINT finds no message, and the depth of ORDERS is 0
      When "order-2" and "order-3" are put to ORDERS
      Then every call is accepted, and MQGET from ORDERS returns "order-2"
      And MQGET from ORDERS returns "order-3", and nothing else is on ORDERS

    @EX-21
    Scenario: What makes room on a full queue is reported
      Given a queue REPLIES
      When "order-1" and "order-2" are put to ORDERS with an expiry of 20 tenths
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And 5 s pass, and "order-3" is put to ORDERS
      Then MQPUT is accepted, or refused
      And "order-3" is delivered to ORDERS, or never
      And a browser shows nothing on ORDERS
      And a browser shows an expiration report about "order-1" and "order-2" on REPLIES

  @DD-53 @DD-39
  Rule: What has gone from the staging queue makes room for what is sent then

    Scenario: A staging queue for one takes another message when the first was recalled
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      And the staging queue is altered to MAXDEPTH(1)
      When "order-1" is sent
      Then an MQGET by correlation id recalls "order-1" from the staging queue
      And the depth of the staging queue is 0
      When "order-2" is sent
      Then the send is accepted
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

    Scenario: A staging queue for one takes a message when another was rolled back
      Given a transacted MessageProducer for a queue ORDERS with a delivery delay of 3 s
      And the staging queue is altered to MAXDEPTH(1)
      When "order-1" is sent, and the unit of work is rolled back
      And "order-2" is sent, and the unit of work is committed
      Then every call is accepted
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

    Scenario: A staging queue for one is no longer full when its limit is raised
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      And the staging queue is altered to MAXDEPTH(1)
      When "order-1" is sent, and the staging queue is altered to MAXDEPTH(2)
      And "order-2" is sent
      Then the send is accepted, and the delivery delay of "order-2" is over
      And "order-1" and "order-2" are delivered to ORDERS in any order, and nothing else is there

    Scenario: A staging queue that had no room for any message takes what is sent when it has
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      And the staging queue is altered to MAXDEPTH(0)
      When "order-1" is sent
      Then the send is refused
      When the staging queue is altered to MAXDEPTH(1), and "order-2" is sent
      Then the send is accepted
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

  Rule: What a queue allows is asked anew for each message

    @DD-111
    Scenario: A queue that takes longer messages by now takes one that is sent then
      Given a queue ORDERS with MAXMSGL(1000), and a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to MAXMSGL(10000)
      And "order-2" of 5000 characters is sent
      Then the send is accepted, and the delivery delay of "order-2" is over
      And "order-1" and "order-2" are delivered to ORDERS in any order, and nothing else is there

    @DD-111
    Scenario: A queue that has taken a long message takes no second one when it no longer may
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When "order-1" of 5000 characters is sent, and the delivery delay of "order-1" is over
      Then "order-1" is delivered to ORDERS, and nothing else is there
      When ORDERS is altered to MAXMSGL(1000), and "order-2" of 5000 characters is sent
      Then the send is refused, and nothing is on ORDERS, nor on the staging queue

    @DD-114 @DD-98
    Scenario: A queue that has taken a long message fails for a second one that is too long by then
      Given a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" of 5000 characters is sent, and the delivery delay of "order-1" is over
      Then "order-1" is delivered to ORDERS, and nothing else is there
      When "order-2" of 5000 characters is sent, and ORDERS is altered to MAXMSGL(1000) during the delay of "order-2"
      Then after the delivery delay of "order-2" "order-2" is dead-lettered
      And nothing is on ORDERS, nor on the staging queue

    @DD-99
    Scenario Outline: A dead-letter queue that has taken one message keeps out another when it has <harm> by then
      Given a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      Then "order-1" is dead-lettered
      When ORDERS is altered to PUT(ENABLED), and "order-2" of 5000 characters is sent
      And the dead-letter queue is altered to <harm>
      And "order-2" comes due while ORDERS has PUT(DISABLED)
      Then after 1 s nothing but this is on the queues
        | the staging queue | ORDERS  | the dead-letter queue |
        | order-2           | nothing | nothing               |

      Examples: each of the limits
        | harm          |
        | PUT(DISABLED) |
        | MAXDEPTH(0)   |
        | MAXMSGL(1000) |

    @DD-75
    Scenario: A queue that a send did not find is found when it has been defined
      Given a MessageProducer without a destination with a delivery delay of 3 s
      When "order-1" is sent to ORDERS
      Then the send is refused
      When a queue ORDERS is defined, and "order-2" is sent to ORDERS
      Then the send is accepted
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

    @DD-49 @DD-74
    Scenario: A message reaches the queue that there is by then, and not one of its name that there was
      Given a queue ORDERS, and a MessageProducer without a destination with a delivery delay of 3 s
      When "order-1" is sent to ORDERS, and the delivery delay of "order-1" is over
      Then "order-1" is delivered to ORDERS, and nothing else is there
      When "order-2" is sent to ORDERS
      And ORDERS is deleted during the delay of "order-2", and a queue ORDERS is defined
      Then after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

    @HM-10 @HM-11 @DD-77
    Scenario: A queue definition that has been altered decides for what is sent then
      Given a queue ORDERS with DEFPSIST(NO) and DEFPRTY(2), and a MessageProducer without a destination
      When "order-1" is sent to ORDERS as a destination whose persistence is as the queue defines
      And ORDERS is altered to DEFPSIST(YES)
      And "order-2" is sent to ORDERS as a destination whose persistence is as the queue defines
      Then "order-1" is delivered to ORDERS with MQMD.Persistence MQPER_NOT_PERSISTENT
      And "order-2" is delivered to ORDERS with MQMD.Persistence MQPER_PERSISTENT, and nothing else is on ORDERS

    @DD-118
    Scenario: A publication goes to a queue manager on which somebody has subscribed by now
      Given a queue manager QM2 below that of the application in a hierarchy
      And a topic NEWS with a non-durable subscriber alice
      And a MessageProducer for the topic NEWS with a delivery delay of 3 s
      When "news-1" is published, and the delivery delay of "news-1" is over
      Then "news-1" is delivered to the subscriber alice
      When bob subscribes to NEWS on QM2, and 1 s passes
      And "news-2" is published
      Then after 1 s nothing is delivered to the subscriber bob yet
      And after the delivery delay of "news-2" "news-2" is delivered to the subscriber alice
      And after 1 s "news-2" is delivered to the subscriber bob
      And nothing else is delivered to the subscribers alice and bob

  @X-45
  Rule: What is staged stays as it was sent, however often the queue manager starts

    Background:
      Given a MessageProducer for a queue ORDERS with delivery mode PERSISTENT, a time to live of 1 h and a delivery delay of 12 s

    @DD-79
    Scenario: A message has what is left of its life after two restarts
      When "order-1" is sent, and the queue manager is restarted
      And 5 s pass, and the queue manager is restarted
      Then after its delivery delay "order-1" is delivered to ORDERS
      And the remaining expiry of "order-1" is about 35880 tenths
      And nothing else is on ORDERS

    @DD-61
    Scenario: A message that was recalled in a unit of work does not come back with a restart
      When "order-1" is sent
      Then an MQGET in syncpoint by correlation id recalls "order-1" from the staging queue
      When the getting application commits, and the queue manager is restarted
      Then after 15 s nothing is on ORDERS, nor on the staging queue

    @DD-10
    Scenario: A message that was delivered late does not come back with a restart
      When "order-1" is sent, and the queue manager is down for 15 s
      Then after 1 s "order-1" is delivered to ORDERS
      When the queue manager is restarted
      Then after 15 s nothing is on ORDERS, nor on the staging queue

    @DD-96 @DD-12 @multiplatforms
    Scenario: A message comes when it is due although the processor has failed twice
      When "order-1" is sent, and the delivery delay processor fails in a recoverable way
      And 5 s pass, and the delivery delay processor fails in a recoverable way
      Then 8 s after its send "order-1" still waits on the staging queue
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

    @DD-96 @DD-61 @multiplatforms
    Scenario: A message that was recalled does not come back with a failure of the processor
      When "order-1" is sent
      Then an MQGET by correlation id recalls "order-1" from the staging queue
      When the delivery delay processor fails in a recoverable way
      Then after 15 s nothing is on ORDERS, nor on the staging queue

  @DD-12
  Rule: What two messages have in common says nothing about when they are due, nor whether

    @DD-61
    Scenario: A message that is recalled takes no other one of its correlation id with it
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When "order-1" and "order-2" are sent
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
      Then an MQGET by correlation id recalls "order-1" from the staging queue
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

    Scenario Outline: Two messages of one <property> come each when it is due
      Given a queue REPLIES, and a MessageProducer for a queue ORDERS
      When the delivery delay is set to 9 s, and "order-1" is sent
        | <property> | <value> |
      And the delivery delay is set to 3 s, and "order-2" is sent
        | <property> | <value> |
      Then after its delivery delay "order-2" is delivered to ORDERS, and nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: what a processor might go by
        | property       | value                                            |
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
        | reply to       | REPLIES                                          |

    @HM-24 @HM-38
    Scenario: A message that is staged keeps its header when the object is sent again with another
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When the priority is set to 7, and "order-1" is sent
        | JMSType | "first" |
      And the priority is set to 2, and "order-2" is sent
        | JMSType           | "second"  |
        | message object of | "order-1" |
      And the delivery delay of "order-2" is over
      Then "order-1" is delivered to ORDERS with MQMD.Priority 7, and its mcd.Type is "first"
      And "order-2" is delivered to ORDERS with MQMD.Priority 2, and its mcd.Type is "second"
      And nothing else is on ORDERS

    @X-28
    Scenario: Two messages of one unit of work have each its own priority
      Given a transacted MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent with priority 7, and "order-2" is sent with priority 2
      And the unit of work is committed, and the delivery delay of "order-2" is over
      Then "order-1" is delivered to ORDERS with MQMD.Priority 7
      And "order-2" is delivered to ORDERS with MQMD.Priority 2, and nothing else is on ORDERS

    @DD-28
    Scenario: A message without an end arrives without one behind one that has an end
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent with a time to live of 10 min, and "order-2" is sent with an unlimited time to live
      And the delivery delay of "order-2" is over
      Then "order-1" and "order-2" are delivered to ORDERS in any order, and nothing else is there

  @EX-23 @EX-03
  Rule: Each message of a unit of work has its own life

    Scenario: The life of the second message of a unit of work begins with its own put
      Given a queue ORDERS
      When "order-1" is put to ORDERS in syncpoint with priority 7 and an expiry of 600 tenths, and 20 s pass
      And "order-2" is put to ORDERS in syncpoint with priority 2 and an expiry of 600 tenths
      And the putting application commits
      Then MQGET from ORDERS returns "order-1" with about 400 tenths left
      And MQGET from ORDERS returns "order-2" with about 600 tenths left, and nothing else is on ORDERS

  @EX-40 @EX-04
  Rule: A backout puts back all that was got, and no look takes anything off a life

    Scenario: A backout puts back four messages
      Given a queue ORDERS
      When "order-1" and "order-2" are put to ORDERS, and "order-3" and "order-4" are put to ORDERS
      Then MQGET from ORDERS with MQGMO_SYNCPOINT returns "order-1"
      And MQGET from ORDERS with MQGMO_SYNCPOINT returns "order-2"
      And MQGET from ORDERS with MQGMO_SYNCPOINT returns "order-3"
      And the getting application backs out, which puts back "order-1", "order-2" and "order-3"
      And "order-1" to "order-4" are delivered to ORDERS in any order, and nothing is on ORDERS

    @EX-41 @EX-05
    Scenario: A message that was looked at twice, and locked by the second look, has what is left of its life
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 600 tenths, and 10 s pass
      Then MQGET from ORDERS with MQGMO_BROWSE_FIRST returns "order-1"
      And after 10 s MQGET from ORDERS with MQGMO_BROWSE_FIRST and MQGMO_LOCK returns "order-1"
      And the remaining expiry of "order-1" is about 400 tenths
      And after 10 s MQGET from ORDERS with MQGMO_MSG_UNDER_CURSOR returns "order-1" with about 300 tenths left
      And nothing else is on ORDERS

  @X-39
  Rule: A message that does not arrive triggers nothing

    Scenario: A message whose target does not take it triggers nothing
      Given a queue INITIATION, and a queue ORDERS that triggers INITIATION at a depth of 1
      And a dead-letter queue, and a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      Then "order-1" is dead-lettered
      And the depth of INITIATION is 0, and nothing is on ORDERS
