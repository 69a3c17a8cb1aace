Feature: Where limits meet

  A queue may be inhibited, full or too short, and it may be the target, the queue behind a name, the
  dead-letter queue, that for replies or the staging queue itself. What is done with a message that its target
  does not take depends on none of that; what a limit forbids is said of a put, not of what lies on a queue
  already.

  What the documents leave open, and what is accepted here:

  * Whether a message that nobody took goes to its target or to the dead-letter queue once both take messages.
    Either is accepted, within 2 h; with one of them alone nothing is asked.
  * Whether a definition that a message was sent to and that is another one by the end of its delay
    counts as it was. It is asked only where a local queue has become an alias.
  * Whether a subscription ends with the queue to which it delivers. What is published later may not come.

  @X-37
  Rule: What is done with a message that its target does not take is the same wherever its name leads

    @DD-97
    Scenario Outline: A <mode> message to <name> is discarded where its sender asked for that
      Given <way>, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS.EU has PUT(DISABLED)
        | report options | MQRO_DISCARD_MSG |
      Then nothing but this is on the queues
        | the staging queue | the dead-letter queue |
        | nothing           | nothing               |

      Examples: names that lead on
        | mode           | name           | way                                                                |
        | PERSISTENT     | an alias       | a queue ORDERS.EU with an alias queue ORDERS                        |
        | NON_PERSISTENT | an alias       | a queue ORDERS.EU with an alias queue ORDERS                        |
        | PERSISTENT     | a remote queue | a remote queue ORDERS that leads through ORDERS.EU to STOCK on QM2 |
        | NON_PERSISTENT | a remote queue | a remote queue ORDERS that leads through ORDERS.EU to STOCK on QM2 |

    @DD-98
    Scenario Outline: A <mode> message to <name> that comes to have <limit> is dead-lettered
      Given <way>, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" of 5000 characters is sent
      And "order-1" comes due while ORDERS.EU has <limit>
      Then "order-1" is dead-lettered
      And nothing is on ORDERS.EU, the dead-letter queue, nor on the staging queue

      Examples: names that lead on
        | mode           | limit         | name           | way                                                                |
        | PERSISTENT     | MAXDEPTH(0)   | an alias       | a queue ORDERS.EU with an alias queue ORDERS                        |
        | NON_PERSISTENT | MAXDEPTH(0)   | an alias       | a queue ORDERS.EU with an alias queue ORDERS                        |
        | PERSISTENT     | MAXMSGL(1000) | an alias       | a queue ORDERS.EU with an alias queue ORDERS                        |
        | PERSISTENT     | MAXDEPTH(0)   | a remote queue | a remote queue ORDERS that leads through ORDERS.EU to STOCK on QM2 |
        | NON_PERSISTENT | MAXDEPTH(0)   | a remote queue | a remote queue ORDERS that leads through ORDERS.EU to STOCK on QM2 |
        | PERSISTENT     | MAXMSGL(1000) | a remote queue | a remote queue ORDERS that leads through ORDERS.EU to STOCK on QM2 |

    @DD-101
    Scenario Outline: A message with <options> to <name> is reported
      Given <way>, and a dead-letter queue
      And a queue REPLIES, and a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS.EU has PUT(DISABLED)
        | report options | <options> |
        | reply to       | REPLIES   |
      Then an exception report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

      Examples: dead-lettered or discarded
        | options                             | name           | way                                                                |
        | MQRO_EXCEPTION                      | an alias       | a queue ORDERS.EU with an alias queue ORDERS                        |
        | MQRO_EXCEPTION and MQRO_DISCARD_MSG | an alias       | a queue ORDERS.EU with an alias queue ORDERS                        |
        | MQRO_EXCEPTION                      | a remote queue | a remote queue ORDERS that leads through ORDERS.EU to STOCK on QM2 |
        | MQRO_EXCEPTION and MQRO_DISCARD_MSG | a remote queue | a remote queue ORDERS that leads through ORDERS.EU to STOCK on QM2 |

    @DD-99
    Scenario Outline: A <mode> message to <name> that nobody takes is kept
      Given <way>, and no dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS.EU has PUT(DISABLED)
      Then after 3 s nothing but this is on the queues
        | the staging queue |
        | order-1           |

      Examples: names that lead on
        | mode           | name           | way                                                                |
        | PERSISTENT     | an alias       | a queue ORDERS.EU with an alias queue ORDERS                        |
        | NON_PERSISTENT | an alias       | a queue ORDERS.EU with an alias queue ORDERS                        |
        | PERSISTENT     | a remote queue | a remote queue ORDERS that leads through ORDERS.EU to STOCK on QM2 |
        | NON_PERSISTENT | a remote queue | a remote queue ORDERS that leads through ORDERS.EU to STOCK on QM2 |

    @DD-84 @DD-82
    Scenario: A message that expired before its target could refuse it is reported as expired, and not dead-lettered
      Given a dead-letter queue, and the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with delivery mode PERSISTENT, a time to live of 5 s and a delivery delay of 3 s
      When "order-1" is sent
        | report options | MQRO_EXPIRATION and MQRO_EXCEPTION |
        | reply to       | REPLIES                            |
      And ORDERS is altered to PUT(DISABLED)
      And the queue manager is down for 8 s, and 1 s passes
      Then an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES
      And nothing is on ORDERS, the staging queue, nor on the dead-letter queue

    @DD-99
    Scenario Outline: A <mode> message whose target was deleted is kept where there is no dead-letter queue
      Given no dead-letter queue
      And a MessageProducer for a queue ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is deleted during the delay of "order-1"
      And 5 s pass
      Then nothing but this is on the queues
        | the staging queue |
        | order-1           |

      Examples: both delivery modes
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    @DD-99
    Scenario: A message is kept where the dead-letter queue that does not take it is its reply-to queue
      Given the queues ORDERS and REPLIES
      And REPLIES is the dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED) and REPLIES PUT(DISABLED)
        | reply to | REPLIES |
      Then nothing but this is on the queues
        | the staging queue | ORDERS  | REPLIES |
        | order-1           | nothing | nothing |

    @DD-101 @DD-97
    Scenario: A message that is discarded where the queue for its report is the dead-letter queue is reported
      Given the queues ORDERS and REPLIES
      And REPLIES is the dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
      Then an exception report about "order-1" arrives on REPLIES, and nothing else is on REPLIES
      And nothing is on ORDERS, nor on the staging queue

    @DD-101 @DD-97
    Scenario: A message that is discarded where its target is the dead-letter queue is reported
      Given the queues ORDERS and REPLIES
      And ORDERS is the dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
      Then an exception report about "order-1" arrives on REPLIES, and nothing else is on REPLIES
      And nothing is on ORDERS, nor on the staging queue

    @DD-104
    Scenario Outline: A persistent message to <name> whose report fits nowhere is kept
      Given <way>, and no dead-letter queue
      And a queue REPLIES
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS.EU has PUT(DISABLED) and REPLIES PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
      Then after 3 s nothing but this is on the queues
        | the staging queue |
        | order-1           |

      Examples: names that lead on
        | name           | way                                                                |
        | an alias       | a queue ORDERS.EU with an alias queue ORDERS                        |
        | a remote queue | a remote queue ORDERS that leads through ORDERS.EU to STOCK on QM2 |

    @DD-97
    Scenario: A message to a clustered queue is discarded where its sender asked for that
      Given a cluster SALES of QM1 and QM2, and a queue ORDERS with CLUSTER(SALES) and DEFBIND(NOTFIXED)
      And a dead-letter queue, and a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_DISCARD_MSG |
      Then nothing but this is on the queues
        | the staging queue | the dead-letter queue |
        | nothing           | nothing               |

    @DD-101
    Scenario Outline: A message with <options> to a clustered queue is reported
      Given a cluster SALES of QM1 and QM2, and a queue ORDERS with CLUSTER(SALES) and DEFBIND(NOTFIXED)
      And a dead-letter queue
      And a queue REPLIES, and a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | <options> |
        | reply to       | REPLIES   |
      Then an exception report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

      Examples: dead-lettered or discarded
        | options                             |
        | MQRO_EXCEPTION                      |
        | MQRO_EXCEPTION and MQRO_DISCARD_MSG |

    @DD-98
    Scenario Outline: A <mode> message to a clustered queue that comes to have <limit> is dead-lettered
      Given a cluster SALES of QM1 and QM2, and a queue ORDERS with CLUSTER(SALES) and DEFBIND(NOTFIXED)
      And a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" of 5000 characters is sent
      And "order-1" comes due while ORDERS has <limit>
      Then "order-1" is dead-lettered
      And nothing is on ORDERS, the dead-letter queue, nor on the staging queue

      Examples: persistent or not
        | mode           | limit         |
        | PERSISTENT     | PUT(DISABLED) |
        | NON_PERSISTENT | PUT(DISABLED) |
        | PERSISTENT     | MAXDEPTH(0)   |
        | PERSISTENT     | MAXMSGL(1000) |

    @DD-99
    Scenario Outline: A <mode> message to a clustered queue that nobody takes is kept
      Given a cluster SALES of QM1 and QM2, and a queue ORDERS with CLUSTER(SALES) and DEFBIND(NOTFIXED)
      And no dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      Then after 3 s nothing but this is on the queues
        | the staging queue |
        | order-1           |

      Examples: persistent or not
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    @DD-104
    Scenario: A persistent message to a clustered queue whose report fits nowhere is kept
      Given a cluster SALES of QM1 and QM2, and a queue ORDERS with CLUSTER(SALES) and DEFBIND(NOTFIXED)
      And no dead-letter queue, and a queue REPLIES
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED) and REPLIES PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
      Then after 3 s nothing but this is on the queues
        | the staging queue |
        | order-1           |

    @DD-74 @DD-97
    Scenario: A message to a name that becomes an alias is discarded where its sender asked for that
      Given the queues ORDERS and ORDERS.EU, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is deleted
        | report options | MQRO_DISCARD_MSG |
      And an alias queue ORDERS of ORDERS.EU is defined
      And "order-1" comes due while ORDERS.EU has PUT(DISABLED)
      Then nothing but this is on the queues
        | the staging queue | the dead-letter queue |
        | nothing           | nothing               |

    @DD-74 @DD-98 @DD-101
    Scenario: A message to a name that becomes an alias is dead-lettered and reported
      Given the queues ORDERS, ORDERS.EU and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is deleted
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      And an alias queue ORDERS of ORDERS.EU is defined
      And "order-1" comes due while ORDERS.EU has PUT(DISABLED)
      Then an exception report about "order-1" arrives on REPLIES
      And "order-1" is dead-lettered, and nothing is on REPLIES, nor on the dead-letter queue

    @DD-74 @DD-99
    Scenario: A message to a name that becomes an alias is kept where nobody takes it
      Given the queues ORDERS and ORDERS.EU, and no dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is deleted
      And an alias queue ORDERS of ORDERS.EU is defined
      And "order-1" comes due while ORDERS.EU has PUT(DISABLED)
      Then after 3 s nothing but this is on the queues
        | the staging queue |
        | order-1           |

  @DD-103
  Rule: A report that finds no room where its reply-to queue leads goes to the dead-letter queue

    Scenario Outline: A report about a <mode> message that <name> does not take is dead-lettered
      Given a queue ORDERS and a dead-letter queue
      And <way>
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent, and REPLIES.EU is altered to <limit> during its delay
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
      And "order-1" comes due while ORDERS has PUT(DISABLED)
      Then an exception report about "order-1" arrives on the dead-letter queue
      And nothing is on REPLIES.EU, nor on the dead-letter queue

      Examples: names that lead on
        | mode           | name           | limit         | way                                                                    |
        | PERSISTENT     | an alias       | PUT(DISABLED) | a queue REPLIES.EU with an alias queue REPLIES                          |
        | NON_PERSISTENT | an alias       | PUT(DISABLED) | a queue REPLIES.EU with an alias queue REPLIES                          |
        | PERSISTENT     | an alias       | MAXDEPTH(0)   | a queue REPLIES.EU with an alias queue REPLIES                          |
        | PERSISTENT     | a remote queue | PUT(DISABLED) | a remote queue REPLIES that leads through REPLIES.EU to ANSWERS on QM2 |
        | NON_PERSISTENT | a remote queue | MAXDEPTH(0)   | a remote queue REPLIES that leads through REPLIES.EU to ANSWERS on QM2 |

    @DD-104
    Scenario Outline: A report that is too long for the dead-letter queue fits nowhere: that about a <mode> message
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), REPLIES PUT(DISABLED) and the dead-letter queue MAXMSGL(1000)
        | report options | MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                                            |
        | length         | 5000 characters                                    |
      Then after 3 s nothing but this is on the queues
        | the staging queue | the dead-letter queue |
        | <kept>            | nothing               |

      Examples: persistent or not
        | mode           | kept    |
        | PERSISTENT     | order-1 |
        | NON_PERSISTENT | nothing |

  @DD-10
  Rule: A queue takes messages whoever may read it, and whenever it was defined

    GET(DISABLED) says nothing of puts, whatever the queue is for.

    @DD-74
    Scenario: A message goes on its way by a transmission queue that cannot be read
      Given a remote queue STOCK that leads through TO.QM2 to STOCK on QM2, and a dead-letter queue
      And a MessageProducer for STOCK with a delivery delay of 3 s
      When "stock-1" is sent and comes due while TO.QM2 has GET(DISABLED)
      Then the staging queue becomes empty, and the depth of TO.QM2 is 1
      And nothing is on the dead-letter queue

    Scenario: A message comes by an alias to a queue that cannot be read
      Given a queue ORDERS.EU with an alias queue ORDERS, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS.EU has GET(DISABLED)
      Then the staging queue becomes empty, and nothing is on the dead-letter queue
      When ORDERS.EU is altered to GET(ENABLED)
      Then "order-1" is delivered to ORDERS.EU, and nothing else is there

    @DD-101
    Scenario: A report comes to a reply-to queue that cannot be read
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When REPLIES is altered to GET(DISABLED)
      And "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
      Then the staging queue becomes empty, and nothing is on the dead-letter queue
      When REPLIES is altered to GET(ENABLED)
      Then an exception report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

    @DD-116
    Scenario: A publication comes to the queue of a subscription that cannot be read
      Given a topic NEWS, and a queue NEWS.ALL and a dead-letter queue
      And a subscription to NEWS that delivers to NEWS.ALL
      And a MessageProducer for the topic NEWS with a delivery delay of 3 s
      When "news-1" is published, and NEWS.ALL is altered to GET(DISABLED)
      And the delivery delay of "news-1" is over
      Then the staging queue becomes empty, and nothing is on the dead-letter queue
      When NEWS.ALL is altered to GET(ENABLED)
      Then "news-1" is delivered to NEWS.ALL, and nothing else is there

    @DD-74
    Scenario: A second message goes on its way by a transmission queue that was defined anew
      Given a remote queue STOCK that leads through TO.QM2 to STOCK on QM2
      And a MessageProducer for STOCK with a delivery delay of 3 s
      When "stock-1" is sent, and the delivery delay of "stock-1" is over
      Then "stock-1" is delivered to TO.QM2, and nothing else is there
      When TO.QM2 is deleted, and a transmission queue TO.QM2
      And "stock-2" is sent, and the delivery delay of "stock-2" is over
      Then the depth of TO.QM2 becomes 1

    @DD-116
    Scenario: A second publication comes to the queue of a subscription that was defined anew, if it goes on
      Given a topic NEWS and a queue NEWS.ALL
      And a subscription to NEWS that delivers to NEWS.ALL
      And a MessageProducer for the topic NEWS with a delivery delay of 3 s
      When "news-1" is published, and the delivery delay of "news-1" is over
      Then "news-1" is delivered to NEWS.ALL, and nothing else is there
      When NEWS.ALL is deleted, and a queue NEWS.ALL is defined
      And "news-2" is published, and the depth of the staging queue is read
      Then after the delivery delay of "news-2" the staging queue becomes empty
      And "news-2" is delivered to NEWS.ALL, or never where "news-2" was not staged
      And nothing is on NEWS.ALL

  @DD-38
  Rule: A clustered queue is asked at the send what it takes

    One that is on the queue manager of the sender alone, as any queue of that queue manager.

    @DD-110 @DD-111 @DD-112
    Scenario Outline: A <api> sends nothing with a delay to a clustered queue with <limit>
      Given a cluster SALES of QM1 and QM2, and a queue ORDERS with CLUSTER(SALES) and DEFBIND(NOTFIXED)
      And a <api> for ORDERS with a delivery delay of 3 s
      When ORDERS is altered to <limit>
      And "order-1" of 5000 characters is sent
      Then the send is refused, and nothing is on the staging queue, nor on ORDERS

      Examples: whatever is wrong with it
        | api             | limit         |
        | MessageProducer | PUT(DISABLED) |
        | MessageProducer | MAXMSGL(1000) |
        | MessageProducer | MAXDEPTH(0)   |
        | JMSProducer     | PUT(DISABLED) |

  @DD-114 @DD-98
  Rule: A queue that holds more than MAXDEPTH is full

    As one that holds as many.

    Scenario: A message is dead-lettered whose target holds more than its lowered MAXDEPTH by then
      Given a queue ORDERS and a dead-letter queue, and a MessageProducer for ORDERS
      When the delivery delay is set to 3 s, and "order-1" is sent
      And "order-2" and "order-3" are put to ORDERS
      And "order-1" comes due while ORDERS has MAXDEPTH(1)
      Then "order-1" is dead-lettered, and the depth of ORDERS is 2

    @DD-103
    Scenario: A report goes to the dead-letter queue where its own holds more than its lowered MAXDEPTH
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "reply-1" and "reply-2" are put to REPLIES
      And "order-1" is sent and comes due while ORDERS has PUT(DISABLED) and REPLIES MAXDEPTH(1)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
      Then an exception report about "order-1" arrives on the dead-letter queue
      And the depth of REPLIES is 2

    @DD-99
    Scenario: A message is kept where the dead-letter queue holds more than its lowered MAXDEPTH
      Given a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "dead-1" and "dead-2" are put to the dead-letter queue
      And "order-1" is sent and comes due while ORDERS has PUT(DISABLED) and the dead-letter queue MAXDEPTH(1)
      Then after 3 s nothing but this is on the queues
        | the staging queue |
        | order-1           |
      And the depth of the dead-letter queue is 2

    @DD-53 @DD-39
    Scenario Outline: A <api> sends nothing with a delay where the staging queue holds more than its lowered MAXDEPTH
      Given a <api> for a queue ORDERS with a delivery delay of 1 h
      When "order-1" and "order-2" are sent
      And the staging queue is altered to MAXDEPTH(1)
      And "order-3" is sent
      Then the send is refused, and the depth of the staging queue is 2

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @DD-99
  Rule: A message that is kept needs no room on the staging queue, for it has never left it

    Scenario Outline: A <mode> message that nobody took is not lost when the staging queue has <limit>
      Given a clock that the tester sets, and a queue ORDERS and no dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      And the staging queue is altered to <limit>
      Then after 2 h nothing but this is on the queues
        | the staging queue | ORDERS  |
        | order-1           | nothing |

      Examples: limits of puts
        | mode           | limit         |
        | PERSISTENT     | MAXDEPTH(0)   |
        | NON_PERSISTENT | MAXDEPTH(0)   |
        | PERSISTENT     | MAXMSGL(0)    |
        | NON_PERSISTENT | MAXMSGL(0)    |
        | PERSISTENT     | PUT(DISABLED) |
        | NON_PERSISTENT | PUT(DISABLED) |

    @DD-104
    Scenario Outline: A message whose report fits nowhere is not lost when the staging queue has <limit>
      Given a clock that the tester sets
      And the queues ORDERS and REPLIES, and no dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED) and REPLIES PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
      And the staging queue is altered to <limit>
      Then after 2 h nothing but this is on the queues
        | the staging queue | ORDERS  |
        | order-1           | nothing |

      Examples: limits of puts
        | limit         |
        | MAXDEPTH(0)   |
        | PUT(DISABLED) |

  @DD-99
  Rule: A message that is kept is put later, whatever it was that was missing

    @DD-112
    Scenario Outline: A <mode> message arrives when somebody has got what filled its target
      Given a clock that the tester sets
      And a queue ORDERS with MAXDEPTH(1), and ORDERS is the dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent, and "order-2" is put to ORDERS
      And 1 min passes
      Then "order-1" still waits on the staging queue
      And MQGET from ORDERS returns "order-2"
      When 2 h pass
      Then "order-1" is delivered to ORDERS, and nothing is on ORDERS, nor on the staging queue

      Examples: persistent or not
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    @DD-49
    Scenario Outline: A <mode> message arrives when its queue is defined again
      Given a clock that the tester sets
      And a queue ORDERS, and ORDERS is the dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is deleted during the delay of "order-1"
      And 1 min passes
      Then "order-1" still waits on the staging queue
      When a queue ORDERS is defined, and 2 h pass
      Then "order-1" is delivered to ORDERS, and nothing is on ORDERS, nor on the staging queue

      Examples: persistent or not
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    @DD-111
    Scenario Outline: A <mode> message arrives when its queue takes messages of its length again
      Given a clock that the tester sets
      And a queue ORDERS, and ORDERS is the dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" of 5000 characters is sent
      And "order-1" comes due while ORDERS has MAXMSGL(1000)
      And 1 min passes
      Then "order-1" still waits on the staging queue
      When ORDERS is altered to MAXMSGL(100000), and 2 h pass
      Then "order-1" is delivered to ORDERS, and nothing is on ORDERS, nor on the staging queue

      Examples: persistent or not
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    Scenario Outline: A <mode> message arrives when <queue>, which was missing, is defined as well as its own
      Given a clock that the tester sets
      And a queue ORDERS, and DEAD is the dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is deleted during the delay of "order-1"
      And 1 min passes
      Then "order-1" still waits on the staging queue
      When a queue ORDERS is defined, and a queue DEAD is defined
      And 2 h pass
      Then "order-1" is delivered to ORDERS, or to DEAD
      And nothing is on ORDERS, DEAD, nor on the staging queue

      Examples: persistent or not
        | mode           | queue |
        | PERSISTENT     | DEAD  |
        | NON_PERSISTENT | DEAD  |

  @EX-40
  Rule: What a unit of work gives back needs no room where it lies

    Scenario Outline: A message is there again when its get is backed out from a queue with <limit>
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 600 tenths
      Then MQGET from ORDERS with MQGMO_SYNCPOINT returns "order-1"
      When ORDERS is altered to <limit>
      And the getting application backs out, which puts back "order-1"
      Then MQGET from ORDERS returns "order-1", and nothing else is on ORDERS

      Examples: limits of puts
        | limit         |
        | MAXDEPTH(0)   |
        | MAXMSGL(0)    |
        | PUT(DISABLED) |

    @DD-61 @DD-10
    Scenario Outline: A message whose recall is backed out comes when it is due though the staging queue has <limit>
      Given a MessageProducer for a queue ORDERS with a delivery delay of 6 s
      When "order-1" is sent
      Then an MQGET in syncpoint by correlation id recalls "order-1" from the staging queue
      When the staging queue is altered to <limit>
      And the getting application backs out, which puts back "order-1"
      Then after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: limits of puts that stop no processor
        | limit       |
        | MAXDEPTH(0) |
        | MAXMSGL(0)  |
