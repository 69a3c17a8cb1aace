Feature: Expiration reports

  A message may carry the wish that its sender be told when it expires: one of the report options
  MQRO_EXPIRATION, MQRO_EXPIRATION_WITH_DATA and MQRO_EXPIRATION_WITH_FULL_DATA. Whoever then discards
  the message puts a report message with the feedback MQFB_EXPIRATION (258) to the reply-to queue.
  Without such an option the message goes in silence.

  What the documents leave open, and what is accepted here:

  * When the report comes, since nothing says when the message is discarded. But the two come together: a
    report about a message that still counts on its queue is as wrong as a message gone without a report.
  * How reports look in general: their ids, and how much of the message they carry. That stands in other
    documents. Only kind and feedback are looked at here, and that no report is about another message. The
    combined rules compare a report about a delayed message with such a report.
  * Whether a message that asks to have its arrival confirmed gets that confirmation. It may lie beside
    the expiration report, or where none is.
  * Whether the put or the discard of a message that asks for reports of activities (MQRO_ACTIVITY) is one. Such
    a report may lie there as well.

  @EX-21
  Rule: Discarding an expired message that asked for a report generates one

    The three options share bits; a test for equality with the first misses the others.

    Scenario Outline: A message with <option> is reported once
      Given the queues ORDERS and REPLIES
      When "order-1" is put to ORDERS with an expiry of 20 tenths, and its life is over
        | report options | <option> |
        | reply to       | REPLIES  |
      Then MQGET from ORDERS finds no message, and an expiration report about "order-1" arrives on REPLIES
      And after 1 min nothing else is on REPLIES
      And nothing is on ORDERS

      Examples: the three options
        | option                         |
        | MQRO_EXPIRATION                |
        | MQRO_EXPIRATION_WITH_DATA      |
        | MQRO_EXPIRATION_WITH_FULL_DATA |

      Examples: among others
        | option                                            |
        | MQRO_EXCEPTION and MQRO_EXPIRATION                |
        | MQRO_EXPIRATION_WITH_FULL_DATA and MQRO_COD       |
        | MQRO_EXPIRATION and MQRO_DISCARD_MSG              |
        | MQRO_EXPIRATION and MQRO_PAN and MQRO_NAN         |

    Scenario: A message whose activities are to be reported as well is reported as expired all the same
      Given the queues ORDERS and REPLIES
      When "order-1" is put to ORDERS with an expiry of 20 tenths, and its life is over
        | report options | MQRO_EXPIRATION_WITH_DATA and MQRO_ACTIVITY |
        | reply to       | REPLIES                                     |
      Then MQGET from ORDERS finds no message
      And a browser shows one expiration report on REPLIES, whatever else, and nothing is on ORDERS

    Scenario: A message whose arrival is to be confirmed as well is reported as expired all the same
      Given the queues ORDERS and REPLIES
      When "order-1" is put to ORDERS with an expiry of 80 tenths
        | report options | MQRO_EXPIRATION and MQRO_COA |
        | reply to       | REPLIES                      |
      Then after 2 s a COA report about "order-1" arrives on REPLIES, or nothing
      And after the life of "order-1" nothing is on ORDERS
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

    Scenario Outline: A message that has lived for <life> is reported
      Given a clock that the tester sets, and the queues ORDERS and REPLIES
      When "order-1" is put to ORDERS with an expiry of <expiry> tenths, and <life> pass
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And 5 s pass
      Then MQGET from ORDERS finds no message
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

      Examples: more milliseconds than fit into 31 and into 32 bits
        | life    | expiry   |
        | 30 days | 25920000 |
        | 60 days | 51840000 |

    Scenario: A message that a get by way of an alias discards is reported
      Given a queue ORDERS.EU with an alias queue ORDERS
      And a queue REPLIES
      When "order-1" is put to ORDERS.EU with an expiry of 20 tenths, and its life is over
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then MQGET from ORDERS finds no message
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

    Scenario Outline: A message that <look> discards on a shared queue is reported
      Given a queue manager ZQM1 on z/OS in the queue-sharing group QSG1
      And a shared queue ORDERS in QSG1
      And the application connects to ZQM1
      And a queue REPLIES
      And a MessageProducer for ORDERS with a time to live of 2 s
      When "order-1" is sent, and its life is over
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then <looked>
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

      Examples: a receive and a browser
        | look      | looked                            |
        | a receive | nothing is on ORDERS              |
        | a browser | a browser shows nothing on ORDERS |

    Scenario: A message of a group is reported as well
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with a time to live of 2 s
      When "order-1" is sent, and its life is over
        | report options   | MQRO_EXPIRATION     |
        | reply to         | REPLIES             |
        | first message of | the group "batch-7" |
      Then nothing is on ORDERS
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

    Scenario: Two messages with one correlation id are reported, each of them
      Given the queues ORDERS and REPLIES
      When "order-1" and "order-2" are put to ORDERS with an expiry of 20 tenths
        | report options | MQRO_EXPIRATION                                  |
        | reply to       | REPLIES                                          |
        | correlation id | 0102030405060708090a0b0c0d0e0f101112131415161718 |
      And 5 s pass
      Then nothing is on ORDERS
      And a browser shows an expiration report about "order-1" and "order-2" on REPLIES

    Scenario: A message that was put by MQPUT1 is reported as well
      Given the queues ORDERS and REPLIES
      When "order-1" is put to ORDERS by MQPUT1 with an expiry of 20 tenths, and its life is over
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then MQGET from ORDERS finds no message
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

    Scenario Outline: A message of a <api> with the option of full data is reported once
      Given the queues ORDERS and REPLIES
      And a <api> for ORDERS with a time to live of 2 s
      When "order-1" is sent, and its life is over
        | report options | MQRO_EXPIRATION_WITH_FULL_DATA |
        | reply to       | REPLIES                        |
      Then nothing is on ORDERS
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: Of several messages that one get discards each is reported by itself
      Given the queues ORDERS and REPLIES
      When "order-1" and "order-2" are put to ORDERS with an expiry of 20 tenths
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And "order-3" is put to ORDERS, and 5 s pass
      Then MQGET from ORDERS returns "order-3"
      And a browser shows an expiration report about "order-1" and "order-2" on REPLIES

    Scenario Outline: A message that a get with <options> discards is reported
      Given the queues ORDERS and REPLIES
      When "order-1" is put to ORDERS with an expiry of 20 tenths, and its life is over
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then MQGET from ORDERS with <options> finds no message
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

      Examples: the ways to get
        | options                                               |
        | MQGMO_SYNCPOINT                                       |
        | MQMO_MATCH_MSG_ID of "order-1"                        |
        | MQMO_MATCH_MSG_ID of "order-1" and MQGMO_SYNCPOINT    |
        | MQGMO_BROWSE_FIRST and MQGMO_LOCK                     |
        | MQGMO_BROWSE_FIRST and MQMO_MATCH_MSG_ID of "order-1" |

    Scenario: A message that a get in a unit of work discards on a transmission queue is reported
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And a queue REPLIES
      When "order-1" is put to ORDERS with an expiry of 20 tenths, and its life is over
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then MQGET from TO.QM2 with MQGMO_SYNCPOINT finds no message
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

    Scenario: A message that a browser of a JMS client discards is reported
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with a time to live of 2 s
      When "order-1" is sent, and its life is over
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then a browser shows nothing on ORDERS
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

    Scenario: A message of the MQI that a browser discards is reported
      Given the queues ORDERS and REPLIES
      When "order-1" is put to ORDERS with an expiry of 20 tenths, and its life is over
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then a browser shows nothing on ORDERS
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

    Scenario Outline: A message that a get with <options> finds expired under the cursor is reported
      Given the queues ORDERS and REPLIES
      When "order-1" is put to ORDERS with an expiry of 40 tenths
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then MQGET from ORDERS with MQGMO_BROWSE_FIRST and MQGMO_LOCK returns "order-1"
      And after the life of "order-1" MQGET from ORDERS with <options> finds no message
      And nothing is on ORDERS
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

      Examples: at once or in a unit of work
        | options                                    |
        | MQGMO_MSG_UNDER_CURSOR                     |
        | MQGMO_MSG_UNDER_CURSOR and MQGMO_SYNCPOINT |

    Scenario: A message that a browse discards is reported
      Given the queues ORDERS and REPLIES
      When "order-1" is put to ORDERS with an expiry of 20 tenths, and its life is over
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then MQGET from ORDERS with MQGMO_BROWSE_FIRST finds no message
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES
      And nothing is on ORDERS

    Scenario: A message that a continued browse discards is reported
      Given the queues ORDERS and REPLIES
      When "order-1" is put to ORDERS
      And "order-2" is put to ORDERS with an expiry of 30 tenths
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And "order-3" is put to ORDERS
      Then MQGET from ORDERS with MQGMO_BROWSE_FIRST returns "order-1"
      And after the life of "order-2" MQGET from ORDERS with MQGMO_BROWSE_NEXT returns "order-3"
      And an expiration report about "order-2" arrives on REPLIES, and nothing else is on REPLIES

    Scenario: A persistent message that was discarded is not reported again after a restart
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a time to live of 2 s
      When "order-1" is sent, and its life is over
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then nothing is on ORDERS
      And an expiration report about "order-1" arrives on REPLIES
      When the queue manager is restarted
      Then nothing is on ORDERS, nor on REPLIES

    Scenario: A message that expires on its queue while the queue manager is down is reported
      Given the queues ORDERS and REPLIES
      When "order-1" is put to ORDERS with an expiry of 40 tenths and MQPER_PERSISTENT
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And the queue manager is down for 6 s
      Then MQGET from ORDERS finds no message
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

    Scenario: A publication that expires while the queue manager is down is reported when its durable subscriber looks for it
      Given a topic PRICES and a queue REPLIES, and a durable subscriber alice to PRICES
      And a MessageProducer for the topic PRICES with delivery mode PERSISTENT and a time to live of 4 s
      When "price-1" is published
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And the queue manager is down for 6 s
      And the durable subscriber alice connects again
      Then nothing is delivered to the subscriber alice
      And an expiration report arrives on REPLIES, caused by "price-1", and nothing else is on REPLIES

    Scenario Outline: A publication that has expired is reported when its <kind> subscriber looks for it
      Given a topic PRICES and a queue REPLIES, and a <kind> subscriber alice to PRICES
      And a MessageProducer for the topic PRICES with a time to live of 2 s
      When "price-1" is published
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then after the life of "price-1" nothing is delivered to the subscriber alice
      And an expiration report arrives on REPLIES, caused by "price-1", and nothing else is on REPLIES

      Examples: of all kinds
        | kind        |
        | non-durable |
        | durable     |
        | transacted  |

    Scenario: Each of two messages is reported to the reply-to queue that it names itself
      Given the queues ORDERS, REPLIES and STOCK
      When "order-1" is put to ORDERS with an expiry of 20 tenths
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And "order-2" is put to ORDERS with an expiry of 20 tenths
        | report options | MQRO_EXPIRATION |
        | reply to       | STOCK           |
      Then after 5 s MQGET from ORDERS finds no message
      And an expiration report about "order-1" arrives on REPLIES
      And an expiration report about "order-2" arrives on STOCK, and nothing else is on REPLIES
      And nothing else is on STOCK

    Scenario: An expiration report goes to the queue of its message if that is the reply-to queue
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 20 tenths, and its life is over
        | report options | MQRO_EXPIRATION |
        | reply to       | ORDERS          |
      Then MQGET from ORDERS with MQMO_MATCH_MSG_ID of "order-1" finds no message
      And an expiration report about "order-1" arrives on ORDERS, and nothing else is on ORDERS

    Scenario: An expiration report goes to the queue behind the alias that its reply-to queue is
      Given the queues ORDERS and REPLIES
      And an alias queue ANSWERS of REPLIES
      When "order-1" is put to ORDERS with an expiry of 20 tenths, and its life is over
        | report options | MQRO_EXPIRATION |
        | reply to       | ANSWERS         |
      Then MQGET from ORDERS finds no message
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

    Scenario: An expiration report goes to the dead-letter queue if that is the reply-to queue
      Given the queues ORDERS and TRASH, and TRASH is the dead-letter queue
      When "order-1" is put to ORDERS with an expiry of 20 tenths, and its life is over
        | report options | MQRO_EXPIRATION |
        | reply to       | TRASH           |
      Then MQGET from ORDERS finds no message
      And an expiration report about "order-1" arrives on TRASH, and nothing else is on TRASH

    Scenario: An expiration report is on its way to the queue manager to which its reply-to queue leads
      Given a queue ORDERS, and no dead-letter queue
      And a remote queue ANSWERS that leads through QM2 to REPLIES on QM2
      When "order-1" is put to ORDERS with an expiry of 20 tenths, and its life is over
        | report options | MQRO_EXPIRATION |
        | reply to       | ANSWERS         |
      Then MQGET from ORDERS finds no message
      And the depth of QM2 becomes 1, and nothing is on ORDERS

    Scenario: A report that its queue takes is not dead-lettered besides
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      When "order-1" is put to ORDERS with an expiry of 20 tenths, and its life is over
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then MQGET from ORDERS finds no message
      And an expiration report about "order-1" arrives on REPLIES
      And nothing is on REPLIES, nor on the dead-letter queue

  @EX-22
  Rule: Without one of these options no expiration report is generated

    Nobody is interested any more, perhaps because a later message has taken its place.

    Background:
      Given the queues ORDERS and REPLIES

    Scenario Outline: A message with <options> expires in silence
      When "order-1" is put to ORDERS with an expiry of 20 tenths, and its life is over
        | report options | <options> |
        | reply to       | REPLIES   |
      Then nothing is on ORDERS
      And after 5 s nothing is on REPLIES

      Examples: options for other events
        | options                                            |
        | MQRO_EXCEPTION_WITH_FULL_DATA                      |
        | MQRO_COD_WITH_FULL_DATA                            |
        | MQRO_PAN and MQRO_NAN                              |

      Examples: options about reports and disposal
        | options                                            |
        | MQRO_PASS_MSG_ID and MQRO_PASS_CORREL_ID           |
        | MQRO_DISCARD_MSG and MQRO_PASS_DISCARD_AND_EXPIRY  |

    Scenario: A message with a reply-to queue but no option expires in silence
      When "order-1" is put to ORDERS with an expiry of 20 tenths, and its life is over
        | reply to | REPLIES |
      Then nothing is on ORDERS
      And after 5 s nothing is on REPLIES

    Scenario Outline: A message <whose> is not reported as expired
      When "order-1" is put to ORDERS with an expiry of 20 tenths, and its life is over
        | report options | <option> |
        | reply to       | REPLIES  |
      Then nothing is on ORDERS
      And after 5 s a browser shows no expiration report on REPLIES

      Examples: options that may bring reports of their own
        | whose                               | option        |
        | whose arrival is to be confirmed    | MQRO_COA      |
        | whose activities are to be reported | MQRO_ACTIVITY |

    Scenario: A request of a JMS client without report options expires in silence
      Given a MessageProducer for ORDERS with a time to live of 2 s
      When "order-1" is sent, and its life is over
        | reply to | REPLIES |
      Then nothing is on ORDERS
      And after 2 s nothing is on REPLIES

  @EX-26
  Rule: Whatever discards a message because it expired reports that

    Not only the queue manager serving a get: the processor of delayed messages and the channels as well.

    Scenario: A channel that discards an expired message reports it
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2, and a queue REPLIES
      When "order-1" is put to ORDERS with an expiry of 50 tenths, and its life is over
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And the channel of TO.QM2 runs for 1 s
      Then a browser shows an expiration report about "order-1" on REPLIES
      And the depth of TO.QM2 is 0, and nothing is on STOCK on QM2

    Scenario: A message that expires on its way while the queue manager is down is reported
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2, and a queue REPLIES
      When "order-1" is put to ORDERS with an expiry of 40 tenths and MQPER_PERSISTENT
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And the queue manager is down for 16 s
      And the channel of TO.QM2 runs for 1 s
      Then a browser shows an expiration report about "order-1" on REPLIES
      And the depth of TO.QM2 is 0, and nothing is on STOCK on QM2

    Scenario Outline: A message of a <api> that expires on the staging queue is reported
      Given a clock that the tester sets
      And the queues ORDERS and REPLIES, and no dead-letter queue
      And a <api> for ORDERS with a delivery delay of 5 s and a time to live of 20 s
      When "order-1" is sent
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And ORDERS is altered to PUT(DISABLED)
      Then within 2 h an expiration report about "order-1" arrives on REPLIES
      And nothing is on the staging queue
      When ORDERS is altered to PUT(ENABLED), and 2 h pass
      Then nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @EX-37
  Rule: The expiration report comes when the message is discarded, not when its life is over

    Who has the report may rely on the message being gone.

    Background:
      Given the queues ORDERS and REPLIES

    Scenario: There are as many reports as messages are gone, without and with a get
      When "order-1" and "order-2" are put to ORDERS with an expiry of 20 tenths
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then after 7 s of 2 expired messages as many are reported on REPLIES as are gone from ORDERS
      And the answer to "How many of two expired messages are gone 5 s after their end, without a get?" is recorded
      And MQGET from ORDERS finds no message
      And of 2 expired messages as many are reported on REPLIES as are gone from ORDERS
      And a browser shows an expiration report about "order-1" and "order-2" on REPLIES

    Scenario: There are as many reports as messages are gone when a get has passed one of them
      When "order-1" is put to ORDERS with an expiry of 20 tenths
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And "order-2" is put to ORDERS
      And "order-3" is put to ORDERS with an expiry of 20 tenths
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then after 7 s MQGET from ORDERS returns "order-2"
      And of 2 expired messages as many are reported on REPLIES as are gone from ORDERS
      And MQGET from ORDERS finds no message
      And a browser shows an expiration report about "order-1" and "order-3" on REPLIES

    Scenario: There are as many reports as messages of a JMS client are gone
      Given a MessageProducer for ORDERS with a time to live of 2 s
      When "order-1" and "order-2" are sent
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then after 7 s of 2 expired messages as many are reported on REPLIES as are gone from ORDERS
      And nothing is on ORDERS
      And a browser shows an expiration report about "order-1" and "order-2" on REPLIES
