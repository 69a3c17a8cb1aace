Feature: Discarding expired messages

  An expired message has no right to be on its queue any longer. When it goes is the queue manager's
  business, with one exception: it goes at the latest when a get or a browse comes along that would have
  returned it, had it not expired. Such a call discards what has expired on its way, and returns the first
  message that is still alive. In no case does anybody get an expired message.

  What the documents leave open, and what is accepted here:

  * Whether something else discards expired messages earlier, at their end or from time to time. All of
    it is right. So no scenario relies on an expired message being still there, and none on its being gone
    before a get or browse that would have returned it.
  * What becomes of expired messages that a get passes but would not have returned: those behind the
    message that it returned, and those that its match options exclude. They may go or stay; they count in
    the depth as long as they stay, and the depth is recorded.

  @EX-11
  Rule: When the life of a message is over, the queue manager may discard it, whether or not anybody looks

    A right, not a duty: how long expired messages take up room differs between implementations.

    Scenario: How many of three expired messages are left after a minute without a get is recorded
      Given a queue ORDERS
      When "order-1", "order-2" and "order-3" are put to ORDERS with an expiry of 20 tenths
      And 1 min passes
      Then the depth of ORDERS is 0 to 3
      And the answer to "How many of three expired messages are left after a minute without a get?" is recorded, and nothing is on ORDERS

    Scenario: How many of three messages are left 5 s after their time to live is recorded
      Given a MessageProducer for a queue ORDERS with a time to live of 2 s
      When "order-1", "order-2" and "order-3" are sent
      And 7 s pass
      Then the depth of ORDERS is 0 to 3
      And the answer to "How many of three messages are left 5 s after their time to live?" is recorded, and nothing is on ORDERS

  @EX-12
  Rule: A get discards the expired messages that it would have returned

    This is the last moment for it, not the only one. On a real clock the discard may take a second: slow, not
    wrong.

    Scenario: After a get that found only an expired message the queue is empty
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 20 tenths, and its life is over
      Then MQGET from ORDERS finds no message
      And the depth of ORDERS is 0

    Scenario: An expired message is discarded, not dead-lettered
      Given a queue ORDERS and a dead-letter queue
      When "order-1" is put to ORDERS with an expiry of 20 tenths, and its life is over
      Then MQGET from ORDERS finds no message, and nothing is on the dead-letter queue

    Scenario Outline: A get with <options> discards the expired message with that id
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 20 tenths, and its life is over
      Then MQGET from ORDERS with <options> finds no message
      And the depth of ORDERS becomes 0

      Examples: at once or in a unit of work
        | options                                            |
        | MQMO_MATCH_MSG_ID of "order-1"                     |
        | MQMO_MATCH_MSG_ID of "order-1" and MQGMO_SYNCPOINT |

    Scenario: After a receive that found only an expired message the queue is empty
      Given a MessageProducer for a queue ORDERS with a time to live of 2 s
      When "order-1" is sent, and its life is over
      Then nothing is on ORDERS
      And the depth of ORDERS is 0

    Scenario Outline: A receive discards a message that may have been taken with a life of <life> for its delay of 3 s
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent with a time to live of <life>
      Then setTimeToLive or the send is accepted, or refused
      And after 6 s nothing is on ORDERS
      And the depth of ORDERS becomes 0

      Examples: as long as the delay, and shorter
        | life |
        | 3 s  |
        | 1 s  |

    Scenario: A get by way of an alias discards what it finds expired
      Given a queue ORDERS.EU with an alias queue ORDERS
      When "order-1" is put to ORDERS.EU with an expiry of 20 tenths
      And "order-2" is put to ORDERS.EU, and 5 s pass
      Then MQGET from ORDERS returns "order-2"
      And the depth of ORDERS.EU becomes 0

    Scenario Outline: A get under the cursor with <options> discards the message that has expired there
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 40 tenths
      Then MQGET from ORDERS with MQGMO_BROWSE_FIRST returns "order-1"
      And after the life of "order-1" MQGET from ORDERS with <options> finds no message
      And the depth of ORDERS becomes 0

      Examples: at once or in a unit of work
        | options                                    |
        | MQGMO_MSG_UNDER_CURSOR                     |
        | MQGMO_MSG_UNDER_CURSOR and MQGMO_SYNCPOINT |

    Scenario Outline: A get with <options> discards the expired message of this id
      Given the queues REQUESTS and REPLIES, and a MessageProducer for REQUESTS
      And a MessageProducer for REPLIES with a time to live of 2 s
      When "request-1" is sent by the first producer
      And "reply-1" is sent, and its life is over
        | answers | "request-1" |
      Then MQGET from REPLIES with <options> finds no message, and the depth of REPLIES becomes 0

      Examples: at once or in a unit of work
        | options                                                 |
        | MQMO_MATCH_CORREL_ID of "request-1"                     |
        | MQMO_MATCH_CORREL_ID of "request-1" and MQGMO_SYNCPOINT |

    Scenario: An expired message that a get discards does not count on the dead-letter queue
      Given a queue ORDERS and a dead-letter queue
      When "order-1" is put to ORDERS with an expiry of 20 tenths, and its life is over
      Then MQGET from ORDERS finds no message
      And the depth of ORDERS is 0, and the depth of the dead-letter queue is 0

    Scenario Outline: An expired publication of a <api> that a get discards does not count on the dead-letter queue
      Given a topic PRICES and a queue PRICES.ALL, and a dead-letter queue
      And a subscription to PRICES that delivers to PRICES.ALL
      And a <api> for the topic PRICES with a time to live of 5 s and a delivery delay of <delay>
      When "price-1" is published, and its life is over
      Then nothing is on PRICES.ALL, nor on the staging queue
      And the depth of PRICES.ALL is 0, and the depth of the dead-letter queue is 0

      Examples: delayed or not
        | api             | delay |
        | MessageProducer | 0 s   |
        | MessageProducer | 2 s   |
        | JMSProducer     | 2 s   |

  @EX-13
  Rule: A browse discards the expired messages that it would have returned

    Looking is not without effect here.

    Scenario Outline: After a browse with <options> that found only an expired message the queue is empty
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 20 tenths, and its life is over
      Then MQGET from ORDERS with <options> finds no message
      And the depth of ORDERS is 0

      Examples: the ways to browse
        | options                                               |
        | MQGMO_BROWSE_FIRST                                    |
        | MQGMO_BROWSE_FIRST and MQGMO_LOCK                     |
        | MQGMO_BROWSE_FIRST and MQMO_MATCH_MSG_ID of "order-1" |

    Scenario: A browse discards two expired messages ahead of a live one
      Given a queue ORDERS
      When "order-1" and "order-2" are put to ORDERS with an expiry of 20 tenths
      And "order-3" is put to ORDERS, and 5 s pass
      Then MQGET from ORDERS with MQGMO_BROWSE_FIRST returns "order-3"
      And the depth of ORDERS is 1

    Scenario: A continued browse discards the expired message that was next
      Given a queue ORDERS
      When "order-1" is put to ORDERS
      And "order-2" is put to ORDERS with an expiry of 30 tenths
      And "order-3" is put to ORDERS
      Then MQGET from ORDERS with MQGMO_BROWSE_FIRST returns "order-1"
      And after the life of "order-2" MQGET from ORDERS with MQGMO_BROWSE_NEXT returns "order-3"
      And the depth of ORDERS is 2

    Scenario: After a browser that found only an expired message the queue is empty
      Given a MessageProducer for a queue ORDERS with a time to live of 2 s
      When "order-1" is sent, and its life is over
      Then a browser shows nothing on ORDERS
      And the depth of ORDERS is 0

    Scenario: After a browser of an alias that found only an expired message the queue is empty
      Given a queue ORDERS with an alias queue SALES
      And a MessageProducer for ORDERS with a time to live of 2 s
      When "order-1" is sent, and its life is over
      Then a browser shows nothing on SALES
      And the depth of ORDERS becomes 0

    @EX-47
    Scenario: After a browser that found only an expired message the dead-letter queue is empty
      Given a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      And the life of "order-1" is over
      Then a browser shows nothing on the dead-letter queue
      And the depth of the dead-letter queue is 0, and nothing is on ORDERS

    @EX-47
    Scenario: After a browse that found only an expired message the dead-letter queue is empty
      Given a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      And the life of "order-1" is over
      Then MQGET from the dead-letter queue with MQGMO_BROWSE_FIRST finds no message
      And the depth of the dead-letter queue is 0, and nothing is on ORDERS

    Scenario: A browser discards the expired messages behind a live one, too
      Given a queue ORDERS
      When "order-1" is put to ORDERS
      And "order-2" and "order-3" are put to ORDERS with an expiry of 20 tenths
      And "order-4" is put to ORDERS, and 5 s pass
      Then a browser shows "order-1" and "order-4" on ORDERS
      And the depth of ORDERS is 2

  @EX-14
  Rule: A get need not discard expired messages that it would not have returned

    They may go with it or stay; nobody gets them in either case.

    Scenario: What becomes of an expired message that a get by another id passes is recorded
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 20 tenths
      And "order-2" is put to ORDERS
      Then after the life of "order-1" MQGET from ORDERS with MQMO_MATCH_MSG_ID of "order-2" returns "order-2"
      And the depth of ORDERS is 0 to 1
      And the answer to "How many expired messages does a get by another message id leave, of one ahead?" is recorded
      And nothing else is on ORDERS

    Scenario: What becomes of an expired message behind the one returned is recorded
      Given a queue ORDERS
      When "order-1" is put to ORDERS
      And "order-2" is put to ORDERS with an expiry of 20 tenths, and its life is over
      Then MQGET from ORDERS returns "order-1"
      And the depth of ORDERS is 0 to 1
      And the answer to "How many expired messages does a get leave, of one behind the message returned?" is recorded
      And nothing else is on ORDERS

  @EX-15
  Rule: On a FIFO queue one get discards all expired messages ahead of the first live one, and returns that

    Who had to call again for each expired message would take a queue full of them for empty.

    Scenario: One get passes two expired messages
      Given a queue ORDERS with MSGDLVSQ(FIFO)
      When "order-1" and "order-2" are put to ORDERS with an expiry of 20 tenths
      And "order-3" is put to ORDERS, and 5 s pass
      Then MQGET from ORDERS returns "order-3"
      And the depth of ORDERS is 0

    Scenario: On a FIFO queue it is arrival that counts for delayed messages, too
      Given a clock that the tester sets
      And a queue ORDERS with MSGDLVSQ(FIFO)
      And a MessageProducer for ORDERS with priority 2 and a delivery delay of 3 s
      And a MessageProducer for ORDERS with priority 9 and a delivery delay of 5 s
      When "order-1" is sent by the first producer and "order-2" by the second
      And the delivery delay of "order-2" is over
      Then "order-1" and "order-2" are delivered to ORDERS in this order, and nothing else is on ORDERS

    Scenario: On a FIFO queue it is arrival that counts, not priority
      Given a queue ORDERS with MSGDLVSQ(FIFO)
      When "order-1" is put to ORDERS with an expiry of 20 tenths and priority 1
      And "order-2" is put to ORDERS with priority 5
      And "order-3" is put to ORDERS with priority 9
      Then after 5 s MQGET from ORDERS returns "order-2"
      And the depth of ORDERS is 1
      And MQGET from ORDERS returns "order-3", and nothing else is on ORDERS

    Scenario: One get passes ten expired messages
      Given a queue ORDERS with MSGDLVSQ(FIFO)
      When "order-1", "order-2", "order-3", "order-4" and "order-5" are put to ORDERS with an expiry of 20 tenths
      And "order-6", "order-7", "order-8", "order-9" and "order-10" are put to ORDERS with an expiry of 30 tenths
      And "order-11" is put to ORDERS with an expiry of 600 tenths
      Then after 6 s MQGET from ORDERS returns "order-11"
      And the depth of ORDERS is 0

    Scenario: One receive passes two expired messages
      Given a MessageProducer for a queue ORDERS with a time to live of 2 s
      When "order-1" and "order-2" are sent, and the time to live is set to unlimited
      And "order-3" is sent, and 5 s pass
      Then "order-3" is delivered to ORDERS
      And the depth of ORDERS is 0

    Scenario: One get passes twelve expired messages
      Given a clock that the tester sets, and a queue ORDERS with MSGDLVSQ(FIFO)
      When "o-1", "o-2", "o-3", "o-4", "o-5", "o-6", "o-7", "o-8", "o-9", "o-10", "o-11" and "o-12" are put to ORDERS with an expiry of 50 tenths
      And "order-1" is put to ORDERS, and 10 s pass
      Then MQGET from ORDERS returns "order-1"
      And the depth of ORDERS is 0

    Scenario: One receive passes sixty expired messages
      Given a clock that the tester sets
      And a MessageProducer for a queue ORDERS with a time to live of 5 s
      When "order-1" to "order-60" are sent
      And the time to live is set to unlimited, and "order-61" is sent, and 10 s pass
      Then "order-61" is delivered to ORDERS
      And the depth of ORDERS is 0

  @EX-16
  Rule: On a priority queue one get discards the expired messages that come before the first live one

    Those of higher priority and those of the same priority that arrived earlier; the others may stay.

    Scenario: One get passes what comes before the live message in delivery order
      Given a queue ORDERS with MSGDLVSQ(PRIORITY)
      When "order-1" is put to ORDERS with an expiry of 20 tenths and priority 5
      And "order-2" is put to ORDERS with priority 5
      And "order-3" is put to ORDERS with an expiry of 20 tenths and priority 9
      Then after 5 s MQGET from ORDERS returns "order-2"
      And the depth of ORDERS is 0

    Scenario Outline: One get passes an expired message of priority <expired> before a live one of priority <live>
      Given a queue ORDERS with MSGDLVSQ(PRIORITY)
      When "order-1" is put to ORDERS with an expiry of 20 tenths and priority <expired>
      And "order-2" is put to ORDERS with priority <live>
      Then after 5 s MQGET from ORDERS returns "order-2"
      And the depth of ORDERS is 0, and nothing else is on ORDERS

      Examples: of the same priority
        | expired | live |
        | 0       | 0    |
        | 1       | 1    |
        | 2       | 2    |
        | 3       | 3    |
        | 4       | 4    |
        | 6       | 6    |
        | 7       | 7    |
        | 8       | 8    |
        | 9       | 9    |

      Examples: of a higher one
        | expired | live |
        | 1       | 0    |
        | 2       | 1    |
        | 3       | 2    |
        | 4       | 3    |
        | 6       | 0    |
        | 7       | 6    |
        | 8       | 4    |
        | 9       | 8    |

    Scenario: One get passes an expired message of the same priority, and those of a lower one stay
      Given a queue ORDERS with MSGDLVSQ(PRIORITY)
      When "order-1" is put to ORDERS with an expiry of 20 tenths and priority 5
      And "order-2" is put to ORDERS with priority 5
      And "order-3" is put to ORDERS with priority 1
      Then after 5 s MQGET from ORDERS returns "order-2"
      And the depth of ORDERS is 1
      And "order-3" is delivered to ORDERS, and nothing else is there

    Scenario: What becomes of expired messages that come after the live one is recorded
      Given a queue ORDERS with MSGDLVSQ(PRIORITY)
      When "order-1" is put to ORDERS with an expiry of 20 tenths and priority 1
      And "order-2" is put to ORDERS with priority 5
      And "order-3" is put to ORDERS with an expiry of 20 tenths and priority 5
      Then after 5 s MQGET from ORDERS returns "order-2"
      And the depth of ORDERS is 0 to 2
      And the answer to "How many expired messages does a get leave, of one lower and one later?" is recorded, and nothing else is on ORDERS

    Scenario: One receive passes an expired message of higher priority
      Given a MessageProducer for a queue ORDERS with priority 5
      When "order-1" is sent, and the priority is set to 9
      And the time to live is set to 2 s
      And "order-2" is sent, and 5 s pass
      Then "order-1" is delivered to ORDERS, and the depth of ORDERS is 0

  @EX-17
  Rule: A get never returns an expired message

    In whatever way it asks for it.

    Scenario Outline: A get with <options> does not return an expired message
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 20 tenths, and its life is over
      Then MQGET from ORDERS with <options> finds no message, and nothing else is on ORDERS

      Examples: the ways to get
        | options                                            |
        | MQGMO_SYNCPOINT                                    |
        | MQMO_MATCH_MSG_ID of "order-1"                     |
        | MQMO_MATCH_MSG_ID of "order-1" and MQGMO_SYNCPOINT |

    Scenario Outline: A get with <options> does not return an expired message that was browsed before its end
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 30 tenths
      Then MQGET from ORDERS with MQGMO_BROWSE_FIRST returns "order-1"
      When the life of "order-1" is over
      Then MQGET from ORDERS with <options> finds no message, and nothing else is on ORDERS

      Examples: at once or in a unit of work
        | options                                    |
        | MQGMO_MSG_UNDER_CURSOR                     |
        | MQGMO_MSG_UNDER_CURSOR and MQGMO_SYNCPOINT |

    Scenario: A get by way of an alias does not return an expired message
      Given a queue ORDERS with an alias queue SALES
      When "order-1" is put to ORDERS with an expiry of 20 tenths
      And "order-2" is put to ORDERS with an expiry of 600 tenths
      And the life of "order-1" is over
      Then MQGET from SALES returns "order-2", and nothing else is on ORDERS

    Scenario: Who subscribes when the life of a retained publication is over does not receive it
      Given a MessageProducer for a topic PRICES with a time to live of 2 s
      When "price-1" is published
        | JMS_IBM_RETAIN | RETAIN_PUBLICATION |
      And 4 s pass, and alice subscribes to PRICES
      Then nothing is delivered to the subscriber alice

    Scenario Outline: A <kind> subscriber does not receive an expired publication of a <api>
      Given a topic PRICES with PMSGDLV(ALLAVAIL) and NPMSGDLV(ALLAVAIL), and a <kind> subscriber alice
      And a <api> for the topic PRICES with a time to live of 2 s
      When "price-1" is published, and the time to live is set to 60 s
      And "price-2" is published, and the life of "price-1" is over
      Then "price-2" is delivered to the subscriber alice, and nothing else

      Examples: both APIs, and all kinds of subscribers
        | api             | kind        |
        | MessageProducer | non-durable |
        | JMSProducer     | non-durable |
        | MessageProducer | durable     |
        | MessageProducer | transacted  |

    Scenario Outline: A get with <options> returns the next live message with that id instead
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS
      And a MessageProducer for REPLIES with a time to live of 2 s
      When "order-1" is sent by the first producer
      And "reply-1" is sent
        | answers | "order-1" |
      And the time to live is set to 60 s
      And "reply-2" is sent
        | answers | "order-1" |
      And the life of "reply-1" is over
      Then MQGET from REPLIES with <options> returns "reply-2", and nothing else is on REPLIES

      Examples: at once or in a unit of work
        | options                                               |
        | MQMO_MATCH_CORREL_ID of "order-1"                     |
        | MQMO_MATCH_CORREL_ID of "order-1" and MQGMO_SYNCPOINT |

    Scenario: A get returns the next live message instead
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 20 tenths
        | length         | 5000 characters                                  |
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
      And "order-2" is put to ORDERS with an expiry of 600 tenths
      And the life of "order-1" is over
      Then MQGET from ORDERS returns "order-2", and nothing else is on ORDERS

    Scenario Outline: A receive returns the next live message of a <api> instead
      Given a <api> for a queue ORDERS with a time to live of 2 s
      When "order-1" is sent
      And the time to live is set to 60 s
      And "order-2" is sent, and the life of "order-1" is over
      Then "order-2" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A transacted session receives no expired message
      Given a transacted MessageProducer for a queue ORDERS with a time to live of 2 s
      When "order-1" is sent, and the unit of work is committed
      And the life of "order-1" is over
      Then the sender itself finds nothing on ORDERS
      And nothing is on ORDERS

    Scenario: A get by way of an alias finds nothing where a message has expired
      Given a queue ORDERS.EU with an alias queue ORDERS
      When "order-1" is put to ORDERS.EU with an expiry of 20 tenths, and its life is over
      Then MQGET from ORDERS finds no message
      And nothing is on ORDERS, nor on ORDERS.EU

    Scenario: A receive by way of an alias returns no expired message
      Given a queue ORDERS with an alias queue SALES
      And a MessageProducer for ORDERS with a time to live of 2 s
      When "order-1" is sent, and its life is over
      Then the sender itself finds nothing on SALES
      And nothing is on ORDERS

    Scenario: A get through an alias returns no expired message
      Given a queue ORDERS with an alias queue SALES
      When "order-1" is put to ORDERS with an expiry of 20 tenths, and its life is over
      Then MQGET from SALES finds no message, and nothing is on ORDERS

  @EX-18
  Rule: A browse never returns an expired message

    The QueueBrowser of JMS included.

    Scenario Outline: A browse with <options> does not return an expired message
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 20 tenths, and its life is over
      Then MQGET from ORDERS with <options> finds no message, and nothing else is on ORDERS

      Examples: the ways to browse
        | options                                               |
        | MQGMO_BROWSE_FIRST                                    |
        | MQGMO_BROWSE_FIRST and MQGMO_LOCK                     |
        | MQGMO_BROWSE_NEXT                                     |
        | MQGMO_BROWSE_FIRST and MQMO_MATCH_MSG_ID of "order-1" |

    Scenario: A lock lets nobody browse a message beyond its life
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 30 tenths
      Then MQGET from ORDERS with MQGMO_BROWSE_FIRST and MQGMO_LOCK returns "order-1"
      When the life of "order-1" is over
      Then MQGET from ORDERS with MQGMO_BROWSE_FIRST finds no message, and nothing else is on ORDERS

    Scenario: A continued browse passes a message that expires meanwhile
      Given a queue ORDERS
      When "order-1" is put to ORDERS
      And "order-2" is put to ORDERS with an expiry of 30 tenths
      And "order-3" is put to ORDERS
      Then MQGET from ORDERS with MQGMO_BROWSE_FIRST returns "order-1"
      And after the life of "order-2" MQGET from ORDERS with MQGMO_BROWSE_NEXT returns "order-3"
      And a browser shows "order-1" and "order-3" on ORDERS

    Scenario Outline: A browser does not show an expired message of a <api>
      Given a <api> for a queue ORDERS with a time to live of 2 s
      When "order-1" is sent
      Then a browser shows "order-1" on ORDERS
      And after the life of "order-1" a browser shows nothing on ORDERS, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A browser shows the live messages alone
      Given a MessageProducer for a queue ORDERS
      When "order-1" is sent, and "order-2" is sent with a time to live of 2 s
      And "order-3" is sent with a time to live of 60 s
      Then after the life of "order-2" a browser shows "order-1" and "order-3" on ORDERS
      And "order-1" and "order-3" are delivered to ORDERS in this order, and nothing else is there
