Feature: Expiry in units of work and under locks

  Time does not wait for a unit of work. The life of a message put in syncpoint, that is in a unit of work,
  begins at the put, and may be over before the commit; a message got in syncpoint, or locked by a browse,
  grows older as well. What the queue manager does about expired messages is its own affair in turn:
  neither a discard nor the report of it belongs to the unit of work of the get that happened to cause it.

  What the documents leave open, and what is accepted here:

  * When a message is discarded that expired before its commit: "at some time after". The next get that
    would have returned it is the latest.
  * Whether a commit of a message that has expired is special in any way. Nothing says so, so it is expected
    to be a commit like any other.
  * Whether a message that is almost at its end survives a rollback, or a lock. Both are tested with a wait
    that is clearly longer than what was left.
  * Whether a queue manager locks what is browsed (MQGMO_LOCK) at all. Where it refuses that with
    MQRC_OPTIONS_ERROR (2046), nothing is learnt.

  @EX-23
  Rule: The life of a message put in syncpoint begins at the put

    Begun at the commit, a message of a long unit of work would live too long.

    Scenario Outline: A message committed 10 s after its put with <persistence> is 10 s old
      Given a queue ORDERS
      When "order-1" is put to ORDERS in syncpoint with an expiry of 200 tenths and <persistence>
      And 10 s pass
      And the putting application commits
      Then MQGET from ORDERS returns "order-1" with about 100 tenths left, and nothing else is on ORDERS

      Examples: persistent or not
        | persistence          |
        | MQPER_NOT_PERSISTENT |
        | MQPER_PERSISTENT     |

    Scenario: A message put by MQPUT1 and committed 10 s later is 10 s old
      Given a queue ORDERS
      When "order-1" is put to ORDERS by MQPUT1 in syncpoint with an expiry of 200 tenths
      And 10 s pass
      And the putting application commits
      Then MQGET from ORDERS returns "order-1" with about 100 tenths left, and nothing else is on ORDERS

    @EX-56
    Scenario: A message that is got in the unit of work in which it was put is as old in its header
      Given a queue ORDERS
      When "order-1" is put to ORDERS in syncpoint with an expiry of 600 tenths behind a transmission-queue header with an expiry of 500 tenths
      And 20 s pass
      Then the putting application itself gets "order-1" from ORDERS in syncpoint
      And the remaining expiry of "order-1" in its header is about 300 tenths
      When the putting application commits
      Then nothing is on ORDERS

    @EX-10
    Scenario: A message that is got in the unit of work in which it was put is as old as its put
      Given a queue ORDERS
      When "order-1" is put to ORDERS in syncpoint with an expiry of 600 tenths, and 20 s pass
      Then the putting application itself gets "order-1" from ORDERS in syncpoint
      And the remaining expiry of "order-1" is about 400 tenths
      When the putting application commits
      Then nothing is on ORDERS

    Scenario: A message committed in the middle of its life has gone when that is over
      Given a queue ORDERS
      When "order-1" is put to ORDERS in syncpoint with an expiry of 200 tenths
      And 10 s pass
      And the putting application commits, and 15 s pass
      Then nothing is on ORDERS

    Scenario Outline: What a transacted <api> sent has gone when its time to live since the send is over
      Given a transacted <api> for a queue ORDERS with a time to live of 7 s
      When "order-1" is sent, and 4 s later the unit of work is committed
      And 5 s pass
      Then nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: JMSExpiration of what a transacted <api> sent is counted from the send
      Given a transacted <api> for a queue ORDERS with a time to live of 60 s
      When "order-1" is sent, and 3 s later the unit of work is committed
      Then "order-1" is delivered to ORDERS
      And its JMSExpiration is the time of the send of "order-1" plus 60 s, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A message for a remote queue that is committed 10 s after its put is 10 s old
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      When "order-1" is put to ORDERS in syncpoint with an expiry of 200 tenths, and 10 s pass
      And the putting application commits
      Then MQGET from TO.QM2 returns "order-1", and both its Expiry fields are the same
      And the remaining expiry of "order-1" is about 100 tenths, and nothing else is on TO.QM2

    Scenario Outline: What a transacted <api> publishes is as old as its publish when it is committed
      Given a topic PRICES with a non-durable subscriber alice
      And a transacted <api> for the topic PRICES with a time to live of 20 s
      When "price-1" is published, and 8 s pass
      And the unit of work is committed
      Then "price-1" is delivered to the subscriber alice
      And the remaining expiry of "price-1" is about 120 tenths, and nothing else is delivered to the subscriber alice

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @EX-24
  Rule: A life may be over before the commit, which is a commit like any other

    The application cannot know, and has done nothing wrong.

    Scenario: A commit is accepted 3 s after the end of its message
      Given a queue ORDERS
      When "order-1" is put to ORDERS in syncpoint with an expiry of 20 tenths, and 5 s pass
      And the putting application commits
      Then every call is accepted
      And the depth of ORDERS is 0 to 1

    Scenario Outline: A commit is accepted though a <persistence> message that wants a report has expired
      Given the queues ORDERS and REPLIES
      When "order-1" is put to ORDERS in syncpoint with an expiry of 20 tenths and <persistence>
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And 5 s pass, and the putting application commits
      Then every call is accepted, and the depth of ORDERS is 0 to 1

      Examples: persistent or not
        | persistence          |
        | MQPER_PERSISTENT     |
        | MQPER_NOT_PERSISTENT |

    Scenario: The rest of a unit of work with an expired message takes effect
      Given the queues ORDERS and STOCK
      When "order-1" is put to ORDERS in syncpoint with an expiry of 20 tenths
      And "stock-1" is put to STOCK in syncpoint, and 5 s pass
      And the putting application commits
      Then every call is accepted
      And MQGET from STOCK returns "stock-1", and nothing else is on STOCK

    Scenario Outline: A transacted session with a <api> commits what has expired together with what has not
      Given a transacted <api> for a queue ORDERS
      When "order-1" is sent, and the time to live is set to 2 s
      And "order-2" is sent, and 5 s later the unit of work is committed
      Then every call is accepted
      And "order-1" is delivered to ORDERS, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @EX-25
  Rule: A message that expired before its commit is discarded some time after it, and never returned

    Before the commit it does not exist for anybody, and can be neither discarded nor reported.

    Scenario: The report about a message that expired before its commit comes after the commit, not before
      Given the queues ORDERS and REPLIES
      When "order-1" is put to ORDERS in syncpoint with an expiry of 20 tenths
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then after 5 s MQGET from ORDERS finds no message
      And a browser shows nothing on REPLIES
      When the putting application commits
      Then MQGET from ORDERS finds no message
      And a browser shows an expiration report about "order-1" on REPLIES

    Scenario Outline: What an application has put and looks for with <options> when it has expired is not reported if it backs out
      Given the queues ORDERS and REPLIES
      When "order-1" is put to ORDERS in syncpoint with an expiry of 20 tenths, and its life is over
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then the putting application itself finds nothing on ORDERS with <options>
      When the putting application backs out
      Then after 5 s nothing is on REPLIES
      And nothing is on ORDERS

      Examples: a get in its unit of work, and browses, which belong to none
        | options                           |
        | MQGMO_SYNCPOINT                   |
        | MQGMO_BROWSE_FIRST                |
        | MQGMO_BROWSE_NEXT                 |
        | MQGMO_BROWSE_FIRST and MQGMO_LOCK |

    Scenario Outline: What is put in a unit of work and expires is not reported when <something>
      Given the queues ORDERS and REPLIES
      When "order-1" is put to ORDERS in syncpoint with an expiry of 20 tenths, and its life is over
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And <something>
      Then after 2 s a browser shows nothing on REPLIES
      When the putting application backs out
      Then after 5 s nothing is on REPLIES
      And <at the end>

      Examples: what others do with the queue in the meantime
        | something                   | at the end                                                        |
        | the depth of ORDERS is read | nothing is on ORDERS                                              |
        | "order-2" is put to ORDERS  | MQGET from ORDERS returns "order-2", and nothing else is on ORDERS |

    Scenario: What MQPUT1 puts in a unit of work and expires is not reported before the commit
      Given the queues ORDERS and REPLIES
      When "order-1" is put to ORDERS by MQPUT1 in syncpoint with an expiry of 20 tenths, and its life is over
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then MQGET from ORDERS finds no message
      And after 1 s nothing is on REPLIES
      When the putting application backs out
      Then after 5 s nothing is on ORDERS, nor on REPLIES

    Scenario: What is put in a unit of work and expires is not reported when another application commits
      Given the queues ORDERS, REPLIES and REQUESTS
      When "request-1" is put to REQUESTS
      And "order-1" is put to ORDERS in syncpoint with an expiry of 20 tenths, and its life is over
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then MQGET from REQUESTS with MQGMO_SYNCPOINT returns "request-1"
      When the getting application commits
      Then MQGET from ORDERS finds no message, and nothing is on REPLIES
      When the putting application backs out
      Then after 5 s nothing is on ORDERS, nor on REPLIES

    Scenario: A message that is backed out after its end was never there to be reported
      Given the queues ORDERS and REPLIES
      When "order-1" is put to ORDERS in syncpoint with an expiry of 20 tenths, and 5 s pass
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And the putting application backs out
      Then nothing is on ORDERS
      And after 1 min nothing is on REPLIES

    Scenario Outline: What a transacted <api> committed after its time to live is neither received nor browsed
      Given a transacted <api> for a queue ORDERS with a time to live of 2 s
      When "order-1" is sent, and 4 s later the unit of work is committed
      Then a browser shows nothing on ORDERS
      And nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A transacted session does not get its own expired message before the commit either
      Given a transacted MessageProducer for a queue ORDERS with a time to live of 2 s
      When "order-1" is sent, and its life is over
      Then the sender itself finds nothing on ORDERS

    Scenario: An application does not get in its unit of work what it has put there, once that has expired
      Given a queue ORDERS
      When "order-1" is put to ORDERS in syncpoint with an expiry of 20 tenths, and its life is over
      Then the putting application itself finds nothing on ORDERS in its unit of work

    Scenario: What an application has put and finds expired in its own unit of work is reported after the commit
      Given the queues ORDERS and REPLIES
      When "order-1" is put to ORDERS in syncpoint with an expiry of 20 tenths, and its life is over
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then the putting application itself finds nothing on ORDERS in its unit of work
      And a browser shows nothing on REPLIES
      When the putting application commits
      Then MQGET from ORDERS finds no message
      And a browser shows an expiration report about "order-1" on REPLIES

  @EX-38
  Rule: A discard is never part of the unit of work of the get that caused it

    Backed out, the get gives back what it returned, and nothing of what it discarded.

    Scenario: After a backout the live message is back, the expired ones are not
      Given a queue ORDERS
      When "order-1" and "order-2" are put to ORDERS with an expiry of 20 tenths
      And "order-3" is put to ORDERS, and 5 s pass
      Then MQGET from ORDERS with MQGMO_SYNCPOINT returns "order-3"
      When the getting application backs out, which puts back "order-3"
      Then the depth of ORDERS is 1
      And MQGET from ORDERS returns "order-3", and nothing else is on ORDERS

    Scenario Outline: After the backout of a get from <queue> with <options> that found nothing the queue is empty
      Given a queue ORDERS with an alias queue SALES
      When "order-1" is put to ORDERS with an expiry of 20 tenths, and its life is over
      Then MQGET from <queue> with <options> finds no message
      When the getting application, which has not got "order-1", backs out
      Then the depth of ORDERS becomes 0, and nothing is on ORDERS

      Examples: by its name and by way of an alias, any message and one
        | queue  | options                                            |
        | ORDERS | MQGMO_SYNCPOINT                                    |
        | ORDERS | MQMO_MATCH_MSG_ID of "order-1" and MQGMO_SYNCPOINT |
        | SALES  | MQGMO_SYNCPOINT                                    |

    @EX-47
    Scenario: What has expired on the dead-letter queue does not come back with the backout of a get
      Given a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      And the life of "order-1" is over
      Then MQGET from the dead-letter queue with MQGMO_SYNCPOINT finds no message
      When the getting application, which has not got "order-1", backs out
      Then the depth of the dead-letter queue becomes 0
      And nothing is on ORDERS, nor on the dead-letter queue

    @X-46
    Scenario: What has expired on the staging queue does not come back with the backout of a get
      Given a queue manager ZQM1 on z/OS to which the application connects
      And a defined staging queue, and a queue ORDERS
      And a MessageProducer for ORDERS with a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent, and the staging queue is altered to PUT(DISABLED) during the delay of "order-1"
      And the life of "order-1" is over
      And the getting application connects to ZQM1
      Then MQGET from the staging queue with MQGMO_SYNCPOINT finds no message
      When the getting application, which has not got "order-1", backs out
      Then the depth of the staging queue becomes 0, and nothing is on ORDERS, nor on the staging queue

    @EX-12 @EX-17 @EX-21
    Scenario Outline: An expired message is discarded, and reported, although another application has <had> the one ahead of it
      Given the queues ORDERS and REPLIES
      When "order-1" is put to ORDERS
      And "order-2" is put to ORDERS with an expiry of 20 tenths
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then MQGET from ORDERS with <options> returns "order-1"
      When 5 s pass
      Then the putting application itself finds nothing on ORDERS with MQMO_MATCH_MSG_ID of "order-2"
      And a browser shows an expiration report about "order-2" on REPLIES
      And <at the end>, and nothing else is on ORDERS

      Examples: in a unit of work, and under a lock
        | had    | options                           | at the end                                                       |
        | got    | MQGMO_SYNCPOINT                   | the getting application commits                                  |
        | locked | MQGMO_BROWSE_FIRST and MQGMO_LOCK | MQGET from ORDERS with MQGMO_MSG_UNDER_CURSOR returns "order-1" |

    Scenario Outline: A transacted <api> that rolls back brings no expired message back
      Given the queues ORDERS and STOCK, and a transacted <api> for STOCK
      When "order-1" is put to ORDERS with an expiry of 20 tenths, and "stock-1" is sent
      Then after the life of "order-1" the sender itself finds nothing on ORDERS
      When the unit of work is rolled back
      Then the depth of ORDERS is 0, and nothing is on ORDERS, nor on STOCK

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: What a get has discarded does not come back where the queue manager ends before its commit
      Given a queue ORDERS with MSGDLVSQ(FIFO)
      And a queue REPLIES
      When "order-1" is put to ORDERS with an expiry of 20 tenths and MQPER_PERSISTENT
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And "order-2" is put to ORDERS with MQPER_PERSISTENT, and 5 s pass
      Then MQGET from ORDERS with MQGMO_SYNCPOINT returns "order-2"
      And an expiration report about "order-1" arrives on REPLIES
      When the queue manager is restarted
      Then MQGET from ORDERS returns "order-2", and nothing is on ORDERS, nor on REPLIES

  @EX-39
  Rule: An expiration report is never part of the unit of work of the get that caused it

    It can be got before the commit, and stays, as the only one, after a backout.

    Scenario Outline: The report that was asked for by <option> is there for others before the commit and after the backout
      Given a queue ORDERS with MSGDLVSQ(FIFO)
      And a queue REPLIES
      When "order-1" is put to ORDERS with an expiry of 20 tenths
        | report options | <option> |
        | reply to       | REPLIES  |
      And "order-2" is put to ORDERS, and 5 s pass
      Then MQGET from ORDERS with MQGMO_SYNCPOINT returns "order-2"
      And a browser shows an expiration report about "order-1" on REPLIES
      When the getting application backs out, which puts back "order-2"
      Then a browser shows an expiration report about "order-1" on REPLIES
      And MQGET from ORDERS returns "order-2", and nothing else is on ORDERS
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

      Examples: in all its forms
        | option                         |
        | MQRO_EXPIRATION                |
        | MQRO_EXPIRATION_WITH_DATA      |
        | MQRO_EXPIRATION_WITH_FULL_DATA |

    Scenario Outline: A <end> of the get from <queue> with <options> does not bring a second report
      Given a queue ORDERS with an alias queue SALES
      And a queue REPLIES
      When "order-1" is put to ORDERS with an expiry of 20 tenths, and its life is over
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then MQGET from <queue> with <options> finds no message
      And an expiration report about "order-1" arrives on REPLIES
      When <ends>
      Then after 5 s nothing else is on REPLIES
      And nothing is on ORDERS

      Examples: both ends of a unit of work
        | end     | ends                                                            | queue  | options         |
        | commit  | the getting application commits                                 | ORDERS | MQGMO_SYNCPOINT |
        | backout | the getting application, which has not got "order-1", backs out | ORDERS | MQGMO_SYNCPOINT |

      Examples: one message, and by way of an alias
        | end     | ends                                                            | queue  | options                                            |
        | backout | the getting application, which has not got "order-1", backs out | ORDERS | MQMO_MATCH_MSG_ID of "order-1" and MQGMO_SYNCPOINT |
        | backout | the getting application, which has not got "order-1", backs out | SALES  | MQGMO_SYNCPOINT                                    |

    @EX-47
    Scenario: What has expired on the dead-letter queue is reported before the unit of work of the get ends, and once
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And the life of "order-1" is over
      Then MQGET from the dead-letter queue with MQGMO_SYNCPOINT finds no message
      And an expiration report about "order-1" arrives on REPLIES
      When the getting application, which has not got "order-1", backs out
      Then after 5 s nothing is on REPLIES, nor on the dead-letter queue

    @X-46
    Scenario: What has expired on the staging queue is reported before the unit of work of the get ends, and once
      Given a queue manager ZQM1 on z/OS to which the application connects
      And a defined staging queue, and the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And the staging queue is altered to PUT(DISABLED) during the delay of "order-1"
      And the life of "order-1" is over, and the getting application connects to ZQM1
      Then MQGET from the staging queue with MQGMO_SYNCPOINT finds no message
      And an expiration report about "order-1" arrives on REPLIES
      When the getting application, which has not got "order-1", backs out
      Then after 5 s nothing is on REPLIES, nor on the staging queue

    Scenario Outline: What a transacted <api> discards is reported before its unit of work ends, and once
      Given the queues ORDERS, REPLIES and STOCK
      And a transacted <api> for STOCK
      When "order-1" is put to ORDERS with an expiry of 20 tenths, and its life is over
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then the sender itself finds nothing on ORDERS
      And a browser shows an expiration report about "order-1" on REPLIES
      When the unit of work is rolled back
      Then an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: The report about a message of a JMS client that a transacted <api> discards comes before the unit of work ends, once
      Given the queues ORDERS, REPLIES and STOCK
      And a MessageProducer for ORDERS with a time to live of 2 s
      And a transacted <api> for STOCK
      When "order-1" is sent by the first producer, and its life is over
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then the sender itself finds nothing on ORDERS
      And an expiration report about "order-1" arrives on REPLIES
      When the unit of work is rolled back, and 1 s passes
      Then nothing else is on REPLIES
      And nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: What a get with <options> discards from the shared queue of a group of one is reported before its unit of work ends
      Given a queue manager ZQM1 on z/OS in the queue-sharing group QSG1
      And a shared queue ORDERS in QSG1, and the application connects to ZQM1
      And a queue REPLIES, and a MessageProducer for ORDERS with a time to live of 2 s
      And the getting application connects to ZQM1
      When "order-1" is sent, and its life is over
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then MQGET from ORDERS with <options> finds no message
      And an expiration report about "order-1" arrives on REPLIES
      When the getting application, which has not got "order-1", backs out
      Then the depth of ORDERS becomes 0
      And nothing is on REPLIES, nor on ORDERS

      Examples: alone, and the message of one id
        | options                                            |
        | MQGMO_SYNCPOINT                                    |
        | MQGMO_SYNCPOINT and MQMO_MATCH_MSG_ID of "order-1" |

  @EX-40
  Rule: A message got in a unit of work grows older, and may have expired when it is backed out

    The unit of work does not stop the clock.

    Scenario: A message held for longer than its life is not got again after the backout
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 40 tenths
      Then after 1 s MQGET from ORDERS with MQGMO_SYNCPOINT returns "order-1"
      When 6 s pass, and the getting application backs out, which puts back "order-1"
      Then nothing is on ORDERS

    Scenario: A message that a transacted session holds for longer than its life is not received after the rollback
      Given a transacted MessageProducer for a queue ORDERS with a time to live of 4 s
      When "order-1" is sent, and the unit of work is committed
      Then the sender itself receives "order-1" from ORDERS
      When 6 s pass, and the unit of work is rolled back
      Then nothing is on ORDERS

    @EX-17
    Scenario: Who waits for a message does not get one that has expired before its rollback
      Given a transacted MessageProducer for a queue ORDERS with a time to live of 4 s
      When "order-1" is sent, and the unit of work is committed
      Then the sender itself receives "order-1" from ORDERS
      When 6 s pass, and the unit of work is rolled back
      Then an application that waits on ORDERS for 2 s receives nothing
      And nothing is on ORDERS

    @EX-10
    Scenario: A message that a transacted session receives again after a rollback has so much less left
      Given a transacted MessageProducer for a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 600 tenths
      Then the sender itself receives "order-1" from ORDERS
      When the unit of work is rolled back, and 20 s pass
      Then "order-1" is delivered to ORDERS with about 400 tenths left, and nothing else is on ORDERS

    Scenario: A message that a transacted session holds for part of its life has the rest left after the rollback
      Given a transacted MessageProducer for a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 600 tenths
      Then the sender itself receives "order-1" from ORDERS
      When 20 s pass, and the unit of work is rolled back
      Then "order-1" is delivered to ORDERS with about 400 tenths left, and nothing else is on ORDERS

    Scenario: A message that one application holds stays with it when another one backs out
      Given the queues ORDERS and REQUESTS
      When "order-1" is put to ORDERS, and "request-1" is put to REQUESTS in syncpoint
      Then MQGET from ORDERS with MQGMO_SYNCPOINT returns "order-1"
      When the putting application backs out
      Then nothing is on ORDERS, nor on REQUESTS
      When the getting application backs out, which puts back "order-1"
      Then MQGET from ORDERS returns "order-1", and nothing else is on ORDERS

    Scenario: A message held for part of its life has the rest left after the backout
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 600 tenths
      Then MQGET from ORDERS with MQGMO_SYNCPOINT returns "order-1"
      When 20 s pass, and the getting application backs out, which puts back "order-1"
      Then MQGET from ORDERS returns "order-1" with about 400 tenths left, and nothing else is on ORDERS

    Scenario Outline: A delayed <mode> message that is held for part of its life has the rest left after the backout
      Given a queue ORDERS
      And a MessageProducer for ORDERS with delivery mode <mode>, a time to live of 60 s and a delivery delay of 3 s
      When "order-1" is sent and comes due
      Then MQGET from ORDERS with MQGMO_SYNCPOINT returns "order-1"
      When 20 s have passed since "order-1" was sent
      And the getting application backs out, which puts back "order-1"
      Then "order-1" is delivered to ORDERS
      And the remaining expiry of "order-1" is about 400 tenths, and nothing else is on ORDERS

      Examples: both modes
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    @EX-47
    Scenario: A dead letter held for part of its life has the rest left after the backout
      Given a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with a time to live of 60 s and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      Then MQGET from the dead-letter queue with MQGMO_SYNCPOINT returns "order-1"
      When 30 s have passed since "order-1" was sent
      And the getting application backs out, which puts back "order-1"
      Then "order-1" is dead-lettered
      And the remaining expiry of "order-1" is about 300 tenths, and nothing else is on the dead-letter queue

    @EX-06
    Scenario: A message that is held on its way for part of its life has the rest left after the backout
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      When "order-1" is put to ORDERS with an expiry of 600 tenths
      Then MQGET from TO.QM2 with MQGMO_SYNCPOINT returns "order-1"
      When 20 s pass, and the getting application backs out, which puts back "order-1"
      Then MQGET from TO.QM2 returns "order-1" with about 400 tenths left, and nothing else is on TO.QM2

    Scenario: A message that is held when the queue manager ends has the rest left after its start
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 600 tenths and MQPER_PERSISTENT
      Then MQGET from ORDERS with MQGMO_SYNCPOINT returns "order-1"
      When 20 s pass, and the queue manager is restarted
      Then MQGET from ORDERS returns "order-1" with about 400 tenths left, and nothing else is on ORDERS

    Scenario: A message held for longer than its life is reported after the backout, not before
      Given the queues ORDERS and REPLIES
      When "order-1" is put to ORDERS with an expiry of 40 tenths
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then MQGET from ORDERS with MQGMO_SYNCPOINT returns "order-1"
      And after 6 s a browser shows nothing on REPLIES
      When the getting application backs out, which puts back "order-1"
      Then MQGET from ORDERS finds no message
      And a browser shows an expiration report about "order-1" on REPLIES

    @EX-47
    Scenario: A dead letter held for longer than its life is reported after the backout
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a time to live of 8 s and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then MQGET from the dead-letter queue with MQGMO_SYNCPOINT returns "order-1"
      When the life of "order-1" is over, and the getting application backs out, which puts back "order-1"
      Then nothing is on the dead-letter queue
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

    Scenario: A message that expires in the unit of work of its get is not reported if that commits
      Given the queues ORDERS and REPLIES
      When "order-1" is put to ORDERS with an expiry of 40 tenths
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then MQGET from ORDERS with MQGMO_SYNCPOINT returns "order-1"
      When 6 s pass
      And the getting application commits
      Then after 1 min nothing is on REPLIES
      And nothing is on ORDERS

    Scenario Outline: A message that expires in the unit of work of its get is not reported when <something>
      Given the queues ORDERS and REPLIES
      When "order-1" is put to ORDERS with an expiry of 40 tenths
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then MQGET from ORDERS with MQGMO_SYNCPOINT returns "order-1"
      When 6 s pass, and <something>
      And the getting application commits
      Then after 1 min nothing is on REPLIES
      And <at the end>

      Examples: what others do with the queue in the meantime
        | something                   | at the end                                                        |
        | the depth of ORDERS is read | nothing is on ORDERS                                              |
        | "order-2" is put to ORDERS  | MQGET from ORDERS returns "order-2", and nothing else is on ORDERS |

  @EX-41
  Rule: A message may expire under its lock, and then MQGET under the cursor says so

    With MQRC_NO_MSG_UNDER_CURSOR (2034); MQRC_NO_MSG_AVAILABLE would speak of the whole queue.

    Background:
      Given a queue ORDERS

    Scenario: A lock held beyond the end of the message protects nothing
      When "order-1" is put to ORDERS with an expiry of 40 tenths
      Then MQGET from ORDERS with MQGMO_BROWSE_FIRST and MQGMO_LOCK returns "order-1"
      When the life of "order-1" is over
      Then MQGET from ORDERS with MQGMO_MSG_UNDER_CURSOR fails with MQRC_NO_MSG_UNDER_CURSOR (2034), and nothing else is on ORDERS

    @EX-17
    Scenario: A message that expires under its lock is missing for a get of whoever locked it
      When "order-1" is put to ORDERS with an expiry of 40 tenths
      Then MQGET from ORDERS with MQGMO_BROWSE_FIRST and MQGMO_LOCK returns "order-1"
      When the life of "order-1" is over
      Then MQGET from ORDERS finds no message, and nothing is on ORDERS

    Scenario: A message that expires under its lock is missing for a unit of work as well
      When "order-1" is put to ORDERS with an expiry of 40 tenths
      Then MQGET from ORDERS with MQGMO_BROWSE_FIRST and MQGMO_LOCK returns "order-1"
      When the life of "order-1" is over
      Then MQGET from ORDERS with MQGMO_MSG_UNDER_CURSOR and MQGMO_SYNCPOINT fails with MQRC_NO_MSG_UNDER_CURSOR (2034), and nothing else is on ORDERS

    Scenario: A lock that was set by way of an alias protects nothing either
      Given an alias queue SALES of ORDERS
      When "order-1" is put to ORDERS with an expiry of 40 tenths
      Then MQGET from SALES with MQGMO_BROWSE_FIRST and MQGMO_LOCK returns "order-1"
      When the life of "order-1" is over
      Then MQGET from SALES with MQGMO_MSG_UNDER_CURSOR fails with MQRC_NO_MSG_UNDER_CURSOR (2034), and nothing else is on ORDERS

    @X-46
    Scenario: A lock on the staging queue protects nothing either
      Given no dead-letter queue
      And a MessageProducer for ORDERS with a time to live of 20 s and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      Then MQGET from the staging queue with MQGMO_BROWSE_FIRST and MQGMO_LOCK returns "order-1"
      When the life of "order-1" is over
      Then MQGET from the staging queue with MQGMO_MSG_UNDER_CURSOR fails with MQRC_NO_MSG_UNDER_CURSOR (2034)
      And nothing is on ORDERS, nor on the staging queue

    @EX-47
    Scenario: A lock on the dead-letter queue protects nothing either
      Given a dead-letter queue
      And a MessageProducer for ORDERS with a time to live of 20 s and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      Then MQGET from the dead-letter queue with MQGMO_BROWSE_FIRST and MQGMO_LOCK returns "order-1"
      When the life of "order-1" is over
      Then MQGET from the dead-letter queue with MQGMO_MSG_UNDER_CURSOR fails with MQRC_NO_MSG_UNDER_CURSOR (2034)
      And nothing is on ORDERS, nor on the dead-letter queue

    Scenario: A locked message that has expired is missing under the cursor, even if others are there
      When "order-1" is put to ORDERS with an expiry of 40 tenths, and "order-2" is put to ORDERS
      Then MQGET from ORDERS with MQGMO_BROWSE_FIRST and MQGMO_LOCK returns "order-1"
      When the life of "order-1" is over
      Then MQGET from ORDERS with MQGMO_MSG_UNDER_CURSOR fails with MQRC_NO_MSG_UNDER_CURSOR (2034)
      And MQGET from ORDERS returns "order-2", and nothing else is on ORDERS

    Scenario: A locked message is got under the cursor before its end
      When "order-1" is put to ORDERS with an expiry of 600 tenths
      Then MQGET from ORDERS with MQGMO_BROWSE_FIRST and MQGMO_LOCK returns "order-1"
      And after 20 s MQGET from ORDERS with MQGMO_MSG_UNDER_CURSOR returns "order-1"
      And the remaining expiry of "order-1" is about 400 tenths, and nothing else is on ORDERS
