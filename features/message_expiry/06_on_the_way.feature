Feature: Expiry on the way

  A message may pass several queues before somebody wants it: transmission queues on its way to another
  queue manager, the queue of an application that forwards it, a dead-letter queue. Its life goes on all
  the while, and what a queue manager hands on is what is left of it. An application that makes a new
  message out of an old one decides for itself.

  What the documents leave open, and what is accepted here:

  * Whether a channel takes off the time of the transmission itself. It may, if that is significant, which
    no document defines. Values at the destination have an upper bound; how much lower they are is
    recorded.
  * When a message that expired on a transmission queue is discarded: at the latest by the channel, whose
    get it is.
  * Whether a publication comes to a queue manager of a hierarchy that is down when its delay is over, and what
    a member of a cluster does with a message that its queue does not take. Where it comes to a queue, it has
    what is left of its life.
  * How soon a cluster tries again to reach a member that was down: here within an hour.
  * What else configuration can make of a message on a dead-letter queue. To preserve the rest of the life
    and to go on decrementing it is called the default action, and nothing else is configured here.
  * What a channel does with a message that its destination does not take. For channels with AMS on z/OS
    the next part, undelivered messages, says it. Here the component that dead-letters is the delivery
    delay processor.

  @EX-06
  Rule: Time on a transmission queue is taken off as well

    An interval that began anew at each hop would never end.

    Scenario: 10 s on a transmission queue are missing at the destination
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      When "order-1" is put to ORDERS with an expiry of 600 tenths, and 10 s pass
      And the channel of TO.QM2 runs for 1 s
      Then "order-1" is delivered to STOCK on QM2
      And the remaining expiry of "order-1" is about 490 tenths, and nothing else is on STOCK on QM2

    Scenario Outline: Time on a transmission queue is missing to a message of a <api> with <delay>
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And a <api> for ORDERS with a time to live of 60 s and <delay>
      When "order-1" is sent, and 23 s pass
      And the channel of TO.QM2 runs for 1 s
      Then "order-1" is delivered to STOCK on QM2
      And the remaining expiry of "order-1" is about 360 tenths, and nothing else is on STOCK on QM2

      Examples: both APIs, at once and delayed
        | api             | delay                   |
        | MessageProducer | a delivery delay of 0 s |
        | JMSProducer     | a delivery delay of 0 s |
        | MessageProducer | a delivery delay of 3 s |
        | JMSProducer     | a delivery delay of 3 s |

    @DD-79
    Scenario Outline: Time on the way to a member of a cluster that is down is missing to a message of a <api>
      Given a clock that the tester sets, and a cluster SALES of QM1 and QM2
      And a queue ORDERS with CLUSTER(SALES) and DEFBIND(NOTFIXED) on QM2
      And a <api> for ORDERS with delivery mode <mode>, a time to live of 2 h and a delivery delay of 15 s
      When "order-1" is sent, and QM2 is down for 40 s
      Then after 1 h "order-1" is delivered to ORDERS on QM2
      And the remaining expiry of "order-1" is about 35600 tenths, and nothing else is on ORDERS on QM2

      Examples: both APIs, persistent or not
        | api             | mode           |
        | MessageProducer | PERSISTENT     |
        | JMSProducer     | PERSISTENT     |
        | MessageProducer | NON_PERSISTENT |

    @DD-79 @DD-118
    Scenario: Time on the way to a queue manager of a hierarchy that is down is missing to a publication
      Given a queue manager QM2 below that of the application in a hierarchy
      And at QM2, a queue PRICES.FAR
      And at QM2, a subscription to PRICES that delivers to PRICES.FAR
      And a topic PRICES, and 1 s passes
      And a MessageProducer for the topic PRICES with a time to live of 60 s and a delivery delay of 15 s
      When "price-1" is published, and QM2 is down for 40 s
      Then after 4 s at QM2, "price-1" is delivered to PRICES.FAR with about 160 tenths left, or never
      And nothing else is on PRICES.FAR on QM2

    Scenario: Time for which a channel that has run is stopped is missing
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      When the channel of TO.QM2 runs for 1 s, and the channel of TO.QM2 is stopped
      And "order-1" is put to ORDERS with an expiry of 600 tenths, and 20 s pass
      And the channel of TO.QM2 runs for 1 s
      Then "order-1" is delivered to STOCK on QM2
      And the remaining expiry of "order-1" is about 390 tenths, and nothing else is on STOCK on QM2

    @DD-79
    Scenario Outline: Time for which a channel is in retry is missing to a message of a <api>
      Given a clock that the tester sets, and a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And a <api> for ORDERS with delivery mode PERSISTENT, a time to live of 2 h and a delivery delay of 15 s
      When the channel of TO.QM2 is started
      And "order-1" is sent, and QM2 is down for 40 s
      Then after 1 h "order-1" is delivered to STOCK on QM2
      And the remaining expiry of "order-1" is about 35600 tenths, and nothing else is on STOCK on QM2

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: Time on the transmission queue and on the destination queue add up
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      When "order-1" is put to ORDERS with an expiry of 600 tenths, and 20 s pass
      And the channel of TO.QM2 runs for 30 s
      Then "order-1" is delivered to STOCK on QM2
      And the remaining expiry of "order-1" is about 100 tenths, and nothing else is on STOCK on QM2

    Scenario: A life begun on a transmission queue ends on the destination queue
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      When "order-1" is put to ORDERS with an expiry of 200 tenths
      And 15 s pass
      And the channel of TO.QM2 runs for 10 s
      Then nothing is on STOCK on QM2

    Scenario: A restart on the way leaves a message the life that it has left
      Given a remote queue STOCK that leads through TO.QM2 to STOCK on QM2
      When "stock-1" is put to STOCK with MQPER_PERSISTENT and an expiry of 600 tenths, and 10 s pass
      And the queue manager is restarted, and 10 s pass
      And the channel of TO.QM2 runs for 1 s
      Then "stock-1" is delivered to STOCK on QM2
      And the remaining expiry of "stock-1" is about 390 tenths, and nothing else is on STOCK on QM2

    @HM-24
    Scenario: Messages that go together to another queue manager keep each its own priority and what is left of its life
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2, and a MessageProducer for ORDERS
      When "order-1" is sent with priority 7 and a time to live of 60 s
      And "order-2" is sent with priority 2 and a time to live of 300 s
      And the channel of TO.QM2 is started
      Then after 10 s "order-1" is delivered to STOCK on QM2 with MQMD.Priority 7
      And the remaining expiry of "order-1" is about 500 tenths
      And "order-2" is delivered to STOCK on QM2 with MQMD.Priority 2
      And the remaining expiry of "order-2" is about 2900 tenths, and nothing else is on STOCK on QM2

    Scenario: Time for which a channel is stopped is missing to what was on the transmission queue before
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      When "order-1" is put to ORDERS with an expiry of 600 tenths, and 10 s pass
      And the channel of TO.QM2 is stopped, and 20 s pass
      And the channel of TO.QM2 runs for 1 s
      Then "order-1" is delivered to STOCK on QM2
      And the remaining expiry of "order-1" is about 290 tenths, and nothing else is on STOCK on QM2

    Scenario: Time on a transmission queue is missing to each of the messages that a channel moves
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      When "order-1" and "order-2" are put to ORDERS with an expiry of 600 tenths, and 10 s pass
      And the channel of TO.QM2 runs for 1 s
      Then "order-1" is delivered to STOCK on QM2
      And the remaining expiry of "order-1" is about 490 tenths
      And "order-2" is delivered to STOCK on QM2
      And the remaining expiry of "order-2" is about 490 tenths, and nothing else is on STOCK on QM2

    Scenario: The delay is missing from the life of a message that a channel takes on as soon as it is due
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And a MessageProducer for ORDERS with a time to live of 60 s and a delivery delay of 20 s
      When "order-1" is sent, and 19 s pass
      And the channel of TO.QM2 runs for 3 s
      Then "order-1" is delivered to STOCK on QM2
      And the remaining expiry of "order-1" is about 380 tenths, and nothing else is on STOCK on QM2

  @EX-07
  Rule: Channels may take off the time of transmission

    Where a line is slow it matters.

    Scenario: What is left after a transmission queue of 10 s and a channel is recorded
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      When "order-1" is put to ORDERS with an expiry of 6000 tenths, and 10 s pass
      And the channel of TO.QM2 runs for 1 s
      Then "order-1" is delivered to STOCK on QM2, and its expiry is at most 6000 tenths
      And the answer to "What is left of an expiry of 6000 after 10 s on a transmission queue?" is recorded, and nothing else is on STOCK on QM2

  @EX-08
  Rule: An application that forwards a message may lower the value for the time that it held it

    The queue manager cannot do it in its place: to it, the second put is a put.

    Scenario: A forwarded message has the life that the forwarding application gives it
      Given the queues ORDERS and STOCK
      When "order-1" is put to ORDERS with an expiry of 600 tenths
      Then MQGET from ORDERS returns "order-1"
      When 20 s pass, and "order-1 forwarded" is put to STOCK with an expiry of 400 tenths
      Then MQGET from STOCK returns "order-1 forwarded" with about 400 tenths left, and nothing else is on STOCK

    Scenario: A message forwarded without a correction has the life that it had when it was got
      Given the queues ORDERS and STOCK
      When "order-1" is put to ORDERS with an expiry of 600 tenths
      Then MQGET from ORDERS returns "order-1"
      When 20 s pass
      And "order-1 forwarded" is put to STOCK with an expiry of 600 tenths, and 10 s pass
      Then MQGET from STOCK returns "order-1 forwarded" with about 500 tenths left, and nothing else is on STOCK

  @EX-20
  Rule: A message put to a remote queue may expire on the transmission queue, and then never arrives

    The channel gets it like any application, and is not given what has expired.

    Scenario: A message whose life ends before the channel starts does not arrive
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      When "order-1" is put to ORDERS with an expiry of 50 tenths
      And "order-2" is put to ORDERS with an expiry of 600 tenths, and 10 s pass
      And the channel of TO.QM2 runs for 1 s
      Then "order-2" is delivered to STOCK on QM2, and nothing else is there

    Scenario: What expires on its way to a member of a cluster that is down does not arrive
      Given a clock that the tester sets, and a cluster SALES of QM1 and QM2
      And a queue ORDERS with CLUSTER(SALES) and DEFBIND(NOTFIXED) on QM2
      And a MessageProducer for ORDERS with delivery mode PERSISTENT, a time to live of 30 s and a delivery delay of 15 s
      When "order-1" is sent, and QM2 is down for 40 s
      Then after 1 h nothing is on ORDERS on QM2

    Scenario: What a JMS client sends to a remote queue does not arrive after its time to live
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And a MessageProducer for ORDERS with a time to live of 4 s
      When "order-1" is sent, and its life is over
      And the channel of TO.QM2 runs for 1 s
      Then nothing is on STOCK on QM2

  @EX-42
  Rule: A reply may take over what is left of its request

    Whatever a get has shown can be put: it is positive or unlimited.

    Scenario Outline: An expiry of <expiry> tenths, left of a request got after <after>, can be put with the reply
      Given the queues ORDERS and REPLIES
      When "request-1" is put to ORDERS with an expiry of 600 tenths
        | reply to | REPLIES |
      Then after <after> MQGET from ORDERS returns "request-1"
      When "reply-1" is put to REPLIES with an expiry of <expiry> tenths
      Then every call is accepted
      And MQGET from REPLIES returns "reply-1" with a positive expiry, or no message, and nothing else is on REPLIES

      Examples: in the middle, and with the least value that there is
        | after | expiry |
        | 20 s  | 400    |
        | 58 s  | 1      |

    Scenario: A reply that took over the rest ends with its request
      Given the queues ORDERS and REPLIES
      When "request-1" is put to ORDERS with an expiry of 600 tenths
        | reply to | REPLIES |
      Then after 40 s MQGET from ORDERS returns "request-1"
      When "reply-1" is put to REPLIES with an expiry of 200 tenths
      Then after 22 s nothing is on REPLIES

  @EX-43
  Rule: A reply may have a life of its own

    Longer or shorter than what is left of the request.

    Scenario Outline: A reply with an expiry of <expiry> tenths to a request with 400 tenths left has <left> tenths left after 5 s
      Given the queues ORDERS and REPLIES
      When "request-1" is put to ORDERS with an expiry of 600 tenths
        | reply to | REPLIES |
      Then after 20 s MQGET from ORDERS returns "request-1"
      When "reply-1" is put to REPLIES with an expiry of <expiry> tenths
      Then every call is accepted
      When 5 s pass
      Then MQGET from REPLIES returns "reply-1" with about <left> tenths left, and nothing else is on REPLIES

      Examples: shorter and longer
        | expiry | left |
        | 100    | 50   |
        | 3000   | 2950 |

    Scenario: A reply of a JMS application has the time to live of its own producer
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with a time to live of 60 s
      And a JMSProducer for REPLIES with a time to live of 300 s
      When "request-1" is sent by the first producer
      Then after 5 s "request-1" is delivered to ORDERS
      When "reply-1" is sent, and 5 s pass
      Then "reply-1" is delivered to REPLIES with about 2950 tenths left, and nothing else is on REPLIES

  @EX-44
  Rule: A reply may be unlimited

    However short the life of its request was.

    Scenario: An unlimited reply outlives its request
      Given the queues ORDERS and REPLIES
      When "request-1" is put to ORDERS with an expiry of 100 tenths
        | reply to | REPLIES |
      Then after 5 s MQGET from ORDERS returns "request-1"
      When "reply-1" is put to REPLIES with an expiry of MQEI_UNLIMITED
      Then every call is accepted
      And after 1 min MQGET from REPLIES returns "reply-1", and nothing else is on REPLIES

  @EX-45
  Rule: Whether a reply takes over a life, has its own or has no end is the application's choice

    The queue manager passes nothing on from the message got last to the message put next.

    Background:
      Given the queues ORDERS and REPLIES

    Scenario: A reply put with an initial descriptor inherits nothing
      When "request-1" is put to ORDERS with an expiry of 100 tenths
        | reply to | REPLIES |
      And 5 s pass
      Then MQGET from ORDERS returns "request-1"
      When "reply-1" is put to REPLIES, and 1 min passes
      Then MQGET from REPLIES returns "reply-1", and nothing else is on REPLIES

    Scenario: A reply of a JMS client has the time to live of its producer
      Given a MessageProducer for ORDERS with a time to live of 3 s, and a MessageProducer for REPLIES
      When "request-1" is sent by the first producer
        | reply to | REPLIES |
      Then "request-1" is delivered to ORDERS
      When "reply-1" is sent by the second producer
      Then after 5 s "reply-1" is delivered to REPLIES, and nothing else is there

    Scenario: What the application that got a limited request puts next is not limited by that
      When "request-1" is put to ORDERS with an expiry of 100 tenths
        | reply to | REPLIES |
      Then after 5 s MQGET from ORDERS returns "request-1"
      When "reply-1" is put to REPLIES by the getting application
      And 1 min passes
      Then MQGET from REPLIES returns "reply-1" with MQMD.Expiry MQEI_UNLIMITED, and nothing else is on REPLIES

  @EX-46
  Rule: A message put to a dead-letter queue keeps what is left of its life

    Neither all of it nor an unlimited one.

    Scenario Outline: A message of a <api> that the delivery delay processor dead-letters has the rest of its life
      Given a queue ORDERS and a dead-letter queue
      And a <api> for ORDERS with a delivery delay of 5 s and a time to live of 60 s
      When "order-1" is sent
      And ORDERS is altered to PUT(DISABLED), and 15 s pass
      Then "order-1" is dead-lettered as undeliverable to ORDERS
      And the remaining expiry of "order-1" is about 450 tenths, and nothing else is on the dead-letter queue

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A message that a member of a cluster dead-letters has the rest of its life
      Given a cluster SALES of QM1 and QM2
      And a queue ORDERS with CLUSTER(SALES) and DEFBIND(NOTFIXED) on QM2
      And at QM2, a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 5 s and a time to live of 60 s
      When "order-1" is sent
      And at QM2, ORDERS is altered to PUT(DISABLED)
      And 15 s pass
      Then at QM2, "order-1" is dead-lettered with about 450 tenths left, or not at all
      And nothing is on ORDERS on QM2

    Scenario: An unlimited message stays unlimited on the dead-letter queue
      Given a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 5 s
      When "order-1" is sent
      And ORDERS is altered to PUT(DISABLED), and 15 s pass
      Then "order-1" is dead-lettered
      And its MQMD.Expiry is MQEI_UNLIMITED, and nothing else is on the dead-letter queue

    Scenario Outline: A report about a <mode> message keeps a life that it has inherited when it is dead-lettered
      Given the queues ORDERS, REPLIES and LATE.REPLIES, and a dead-letter queue
      And a <api> for ORDERS with delivery mode <mode>, a time to live of 60 s and a delivery delay of 3 s
      When "order-1" is sent
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG and MQRO_PASS_DISCARD_AND_EXPIRY |
        | reply to       | REPLIES                                                              |
      And "order-2" is sent and comes due while ORDERS has PUT(DISABLED) and LATE.REPLIES PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG and MQRO_PASS_DISCARD_AND_EXPIRY |
        | reply to       | LATE.REPLIES                                                         |
      And 10 s have passed since "order-2" was sent
      Then an exception report about "order-2" on the dead-letter queue, if any, has a life as that about "order-1" on REPLIES has
      And nothing is on REPLIES, LATE.REPLIES, nor on the dead-letter queue

      Examples: persistent or not
        | api             | mode           |
        | MessageProducer | PERSISTENT     |
        | JMSProducer     | NON_PERSISTENT |

    Scenario Outline: A <mode> publication whose queue does not take it at once is dead-lettered, if it is, with the rest of its life
      Given a topic PRICES
      And a queue PRICES.ALL, and a dead-letter queue
      And a subscription to PRICES that delivers to PRICES.ALL
      And a <api> for the topic PRICES with delivery mode <mode> and a time to live of 60 s
      When PRICES.ALL is altered to PUT(DISABLED)
      And "price-1" is published
      Then the send is accepted, or refused
      When 15 s have passed since "price-1" was sent
      Then "price-1" is dead-lettered with about 450 tenths left, or not at all, and nothing else is on the dead-letter queue

      Examples: persistent or not
        | api             | mode           |
        | MessageProducer | PERSISTENT     |
        | JMSProducer     | NON_PERSISTENT |

  @EX-47
  Rule: A life goes on on the dead-letter queue, and ends there

    Who asked for a report gets it from there as well.

    Scenario Outline: A message of a <api> that expires on the dead-letter queue is reported, not returned
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a <api> for ORDERS with a delivery delay of 5 s and a time to live of 20 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED)
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then after the life of "order-1" nothing is on the dead-letter queue
      And a browser shows an expiration report about "order-1" on REPLIES, and nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: Two looks at the dead-letter queue show a life going down
      Given a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 5 s and a time to live of 60 s
      When "order-1" is sent
      And ORDERS is altered to PUT(DISABLED), and 10 s pass
      Then MQGET from the dead-letter queue with MQGMO_BROWSE_FIRST returns "order-1"
      And the remaining expiry of "order-1" is about 500 tenths
      And after 30 s "order-1" is dead-lettered
      And the remaining expiry of "order-1" is about 200 tenths, and nothing else is on the dead-letter queue

    Scenario: A restart of the queue manager leaves a life on the dead-letter queue as it is
      Given a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT, a delivery delay of 5 s and a time to live of 60 s
      When "order-1" is sent
      And ORDERS is altered to PUT(DISABLED), and 10 s pass
      And "order-1" was dead-lettered
      And the queue manager is restarted
      And "order-1" was dead-lettered
      Then after 10 s "order-1" is dead-lettered
      And the remaining expiry of "order-1" is about 400 tenths, and nothing else is on the dead-letter queue
