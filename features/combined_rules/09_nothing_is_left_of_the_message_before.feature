Feature: Nothing is left of the message before

  Each message stands for itself. Nothing of the message before it is left on it, whichever of the two had
  more; and what happened to that one, on the queue or to a subscription, has happened once.

  @X-17 @X-42
  Rule: Nothing of a message is left on the one that is dead-lettered behind it

    Scenario: A bare message behind a furnished one is dead-lettered as it is
      Given a queue ORDERS and a dead-letter queue
      And a queue REPLIES, and a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
        | reply to       | REPLIES                                          |
        | report options | MQRO_PAN                                         |
        | length         | 2000 characters                                  |
      Then "order-1" is delivered to the dead-letter queue
      When ORDERS is altered to PUT(ENABLED)
      And "order-2" is sent and comes due while ORDERS has PUT(DISABLED)
      Then "order-2" is delivered to the dead-letter queue with MQMD.Report MQRO_NONE
      And its MQMD.CorrelId is not "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8"
      And nothing is on ORDERS, nor on the dead-letter queue

    @X-16 @EX-46 @EX-47
    Scenario Outline: A <mode> message is dead-lettered behind another with all that it was sent with
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode>, priority 7, a time to live of 60 s and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      Then "order-1" is delivered to the dead-letter queue
      When ORDERS is altered to PUT(ENABLED)
      And "order-2" is sent and comes due while ORDERS has PUT(DISABLED)
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
        | reply to       | REPLIES                                          |
        | report options | MQRO_EXPIRATION                                  |
      And 10 s pass
      Then "order-2" is delivered to the dead-letter queue with about 470 tenths left
      And its MQMD.CorrelId is "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8"
      And its MQMD.Persistence is <persistence>, and its MQMD.Priority is 7
      And its MQMD.Report is MQRO_EXPIRATION, and its jms.Rto is a URI that names REPLIES
      And nothing is on ORDERS, REPLIES, nor on the dead-letter queue

      Examples: persistent or not
        | mode           | persistence          |
        | PERSISTENT     | MQPER_PERSISTENT     |
        | NON_PERSISTENT | MQPER_NOT_PERSISTENT |

  @DD-98 @DD-103
  Rule: What cannot be delivered goes to the queue that DEADQ names by then

    Scenario Outline: A second <mode> message goes where DEADQ leads when its delay is over
      Given the queues ORDERS, FIRST and SECOND, and FIRST is the dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      Then "order-1" is delivered to FIRST
      When ORDERS is altered to PUT(ENABLED), and SECOND is the dead-letter queue
      And "order-2" is sent and comes due while ORDERS has PUT(DISABLED)
      Then "order-2" is delivered to SECOND, and nothing is on ORDERS, FIRST, nor on SECOND

      Examples: persistent or not
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    Scenario: A second report goes where DEADQ leads when it cannot be sent
      Given the queues ORDERS, FIRST and SECOND, and FIRST is the dead-letter queue
      And a queue REPLIES, and a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED) and REPLIES PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
      Then an exception report about "order-1" arrives on FIRST
      When ORDERS and REPLIES are altered to PUT(ENABLED), and SECOND is the dead-letter queue
      And "order-2" is sent and comes due while ORDERS has PUT(DISABLED) and REPLIES PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
      Then an exception report about "order-2" arrives on SECOND
      And nothing is on FIRST, SECOND, nor on ORDERS

    Scenario: A second message goes to the dead-letter queue that has been defined anew
      Given the queues ORDERS and DEAD, and DEAD is the dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      Then "order-1" is delivered to DEAD, and nothing else is there
      When DEAD is deleted, and a queue DEAD is defined
      And ORDERS is altered to PUT(ENABLED)
      And "order-2" is sent and comes due while ORDERS has PUT(DISABLED)
      Then "order-2" is delivered to DEAD, and nothing is on ORDERS, nor on DEAD

  @DD-101
  Rule: Each failure is reported, to the queue that there is

    Scenario: Two messages of one correlation id are reported each
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG              |
        | reply to       | REPLIES                                          |
      And 1 s passes, and "order-2" is sent
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG              |
        | reply to       | REPLIES                                          |
      And ORDERS is altered to PUT(DISABLED), and the delivery delay of "order-2" is over
      Then an exception report about "order-1" arrives on REPLIES
      And an exception report about "order-2" arrives on REPLIES
      And nothing is on ORDERS, REPLIES, nor on the dead-letter queue

    @X-22
    Scenario: A second report arrives on the queue that has been defined anew
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
      Then an exception report about "order-1" arrives on REPLIES
      When REPLIES is deleted, and a queue REPLIES is defined
      And ORDERS is altered to PUT(ENABLED)
      And "order-2" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
      Then an exception report about "order-2" arrives on REPLIES
      And nothing is on ORDERS, REPLIES, nor on the dead-letter queue

    @X-22
    Scenario Outline: A report about a <mode> message arrives on the queue that was defined anew during the delay
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
      And REPLIES is deleted during the delay of "order-1", and a queue REPLIES is defined
      And "order-1" comes due while ORDERS has PUT(DISABLED)
      Then an exception report about "order-1" arrives on REPLIES
      And nothing is on ORDERS, REPLIES, nor on the dead-letter queue

      Examples: persistent or not
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    @DD-103
    Scenario Outline: A report about a <mode> message arrives on the queue that did not take the report before
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED) and REPLIES PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
      Then an exception report about "order-1" arrives on the dead-letter queue
      When ORDERS and REPLIES are altered to PUT(ENABLED)
      And "order-2" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
      Then an exception report about "order-2" arrives on REPLIES
      And nothing is on ORDERS, REPLIES, nor on the dead-letter queue

      Examples: persistent or not
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

  @DD-115 @DD-116
  Rule: A second publication goes to those who are subscribed by then

    Scenario: Who has unsubscribed gets no second publication, and nothing is staged for it
      Given a topic NEWS
      And non-durable subscribers alice and bob to NEWS
      And a MessageProducer for the topic NEWS with a delivery delay of 3 s
      When "news-1" is published, and the delivery delay of "news-1" is over
      Then "news-1" is delivered to the subscribers alice and bob
      When the subscriber bob disconnects, and "news-2" is published
      Then the depth of the staging queue is 1
      And after the delivery delay of "news-2" "news-2" is delivered to the subscriber alice, and nothing else

    @DD-107
    Scenario: A durable subscriber that is away for the second time gets what is published meanwhile
      Given a topic NEWS with a durable subscriber alice
      And a MessageProducer for the topic NEWS with a delivery delay of 3 s
      When the subscriber alice disconnects, and the durable subscriber alice connects again
      And the subscriber alice disconnects, and "news-1" is published
      And the delivery delay of "news-1" is over
      And the durable subscriber alice connects again
      Then "news-1" is delivered to the subscriber alice, and nothing else

    @X-45
    Scenario: A publication that was delivered does not come back with a restart
      Given a topic NEWS, and a queue ORDERS
      And a subscription to NEWS that delivers to ORDERS
      And a MessageProducer for the topic NEWS with a delivery delay of 3 s
      When "news-1" is published, and the delivery delay of "news-1" is over
      Then "news-1" is delivered to ORDERS, and nothing else is there
      When the queue manager is restarted
      Then after 5 s nothing is on ORDERS, nor on the staging queue

    @DD-118
    Scenario: Two publications wait for another queue manager, and both are distributed there
      Given a queue manager QM2 below that of the application in a hierarchy
      And a topic NEWS
      And a non-durable subscriber alice to NEWS on QM2, and 1 s passes
      And a MessageProducer for the topic NEWS with a delivery delay of 3 s
      When "news-1" is published, and 1 s passes
      And "news-2" is published
      Then the depth of the staging queue is 2
      When the delivery delay of "news-2" is over, and 1 s passes
      Then "news-1" is delivered to the subscriber alice
      And "news-2" is delivered to the subscriber alice, and nothing else

  @DD-10
  Rule: What is over takes nothing with it that is due as well

    Scenario: A message arrives though one of the same instant has expired while the queue manager was down
      Given a queue ORDERS
      And a MessageProducer for ORDERS with delivery mode PERSISTENT, a time to live of 5 s and a delivery delay of 3 s
      When "order-1" is sent, and the time to live is set to unlimited
      And "order-2" is sent, and the queue manager is down for 8 s
      Then after 1 s "order-2" is delivered to ORDERS, and nothing else is there
      And nothing is on the staging queue

  @EX-40 @DD-43 @DD-44
  Rule: A unit of work is one, whatever has been in it or before it

    Scenario: A delayed message of a unit of work that has received one is rolled back with it
      Given a queue REQUESTS, and a transacted MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When "request-1" is put to REQUESTS
      Then the sender itself receives "request-1" from REQUESTS
      When "order-1" is sent
      Then a browser shows nothing on the staging queue
      When the unit of work is rolled back, and 5 s pass
      Then nothing is on ORDERS, nor on the staging queue
      And MQGET from REQUESTS returns "request-1", and nothing else is on REQUESTS

    @EX-27 @multiplatforms
    Scenario: A put that is refused for its expiry neither ends the unit of work nor takes the next put out of it
      Given a queue ORDERS, and AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      When "order-1" is put to ORDERS in syncpoint
      And "order-2" is put to ORDERS in syncpoint with an expiry of 0 tenths
      Then MQPUT is refused with MQRC_EXPIRY_ERROR (2013)
      When "order-3" is put to ORDERS in syncpoint
      Then a browser shows nothing on ORDERS
      When the putting application backs out
      Then the depth of ORDERS is 0, and nothing is on ORDERS

    @DD-79
    Scenario: The life of the second JMS message of a unit of work begins with its own send
      Given a transacted MessageProducer for a queue ORDERS with a time to live of 60 s
      When the priority is set to 7, and "order-1" is sent, and 20 s pass
      And the priority is set to 2, and "order-2" is sent, and the unit of work is committed
      Then "order-1" is delivered to ORDERS with about 400 tenths left
      And "order-2" is delivered to ORDERS with about 600 tenths left, and nothing else is on ORDERS

  @EX-05
  Rule: A look takes nothing off a life

    Scenario: A message that was browsed three times has what is left of its life
      Given a queue ORDERS
      When "order-1" is put to ORDERS
      And "order-2" is put to ORDERS with an expiry of 900 tenths, and 10 s pass
      Then MQGET from ORDERS with MQGMO_BROWSE_FIRST returns "order-1"
      And MQGET from ORDERS with MQGMO_BROWSE_NEXT returns "order-2"
      And after 10 s MQGET from ORDERS with MQGMO_BROWSE_FIRST returns "order-1"
      And MQGET from ORDERS with MQGMO_BROWSE_NEXT returns "order-2" with about 700 tenths left, and the depth of ORDERS is 2

  @EX-35
  Rule: A message that is gone is gone once

    Scenario: A transmission queue for one takes a message when a channel has taken another
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And TO.QM2 is altered to MAXDEPTH(1)
      When "order-1" is put to ORDERS, and the channel of TO.QM2 runs for 1 s
      Then "order-1" is delivered to STOCK on QM2, and the depth of TO.QM2 becomes 0
      When 10 s pass
      And "order-2" is put to ORDERS
      Then every call is accepted
      When the channel of TO.QM2 runs for 1 s
      Then "order-2" is delivered to STOCK on QM2, and a browser shows nothing on TO.QM2

    Scenario: A transmission queue for one takes a message when a channel has found an expired one
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And TO.QM2 is altered to MAXDEPTH(1)
      When "order-1" is put to ORDERS with an expiry of 20 tenths, and 5 s pass
      And the channel of TO.QM2 runs for 1 s
      Then the depth of TO.QM2 becomes 0
      When 10 s pass
      And "order-2" is put to ORDERS
      Then every call is accepted
      When the channel of TO.QM2 runs for 1 s
      Then "order-2" is delivered to STOCK on QM2, and a browser shows nothing on TO.QM2

    Scenario: A queue whose limit was raised takes what fits by now
      Given a queue ORDERS with MAXDEPTH(1)
      When "order-1" is put to ORDERS, and ORDERS is altered to MAXDEPTH(2)
      And "order-2" is put to ORDERS
      Then every call is accepted
      And MQGET from ORDERS returns "order-1"
      And MQGET from ORDERS returns "order-2", and nothing else is on ORDERS

    Scenario: A queue for two takes two messages of a JMS client when one was received
      Given a queue ORDERS with MAXDEPTH(2), and a MessageProducer for ORDERS
      When "order-1" is sent
      Then "order-1" is delivered to ORDERS, and nothing else is there
      When "order-2" and "order-3" are sent
      Then every call is accepted
      And "order-2" and "order-3" are delivered to ORDERS in any order, and nothing else is there

    @DD-53 @DD-106
    Scenario: A staging queue for one takes a message when a publication was discarded silently
      Given a topic NEWS with a non-durable subscriber alice
      And a MessageProducer for the topic NEWS with a delivery delay of 3 s
      And the staging queue is altered to MAXDEPTH(1)
      When "news-1" is published, and the subscriber alice disconnects during the delay of "news-1"
      And the delivery delay of "news-1" is over
      Then the depth of the staging queue becomes 0
      When bob subscribes to NEWS
      And "news-2" is published
      Then the send is accepted
      And after the delivery delay of "news-2" "news-2" is delivered to the subscriber bob, and nothing else
