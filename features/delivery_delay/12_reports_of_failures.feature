Feature: Reports of a failure to put

  When a message whose target queue did not take it has been dead-lettered or discarded, and only then, an
  exception report is made for a sender who asked for one. It goes to the reply-to queue, else to the
  dead-letter queue. If it fits nowhere, persistence decides, and nothing but this depends on persistence:

    disposal           report     reply-to queue  dead-letter queue    the message            the report
    -----------------  ---------  --------------  -------------------  ---------------------  -----------------
    dead-letter queue  any        any             unusable             kept, tried again      none
    dead-letter queue  not asked  -               usable               dead-letter queue      none
    dead-letter queue  asked      usable          usable               dead-letter queue      reply-to queue
    dead-letter queue  asked      unusable        usable for both      dead-letter queue      dead-letter queue
    dead-letter queue  asked      unusable        usable for one,
                                                    persistent         kept, tried again      none
                                                    non-persistent     dead-letter queue      none
    discard            not asked  -               any                  discarded              none
    discard            asked      usable          any                  discarded              reply-to queue
    discard            asked      unusable        usable               discarded              dead-letter queue
    discard            asked      unusable        unusable,
                                                    persistent         kept, tried again      none
                                                    non-persistent     discarded              none

  What such a report looks like is described in chapter 14.

  What the documents leave open, and what is accepted here:

  * The feedback of the exception report, as long as it is a reason of a failure; whether a report on the
    dead-letter queue has a dead-letter header.
  * Where a report goes that has inherited the option to be discarded (MQRO_PASS_DISCARD_AND_EXPIRY). It
    is recorded.

  @DD-101
  Rule: An exception report goes to the reply-to queue when the message was dead-lettered or discarded

    One, and only to a sender who asked for it.

    Scenario Outline: A <mode> message with <options> is reported though the dead-letter queue has <dead-letter queue>
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED) and the dead-letter queue <dead-letter queue>, and "order-1" was <disposed of>
        | report options | <options> |
        | reply to       | REPLIES   |
      Then nothing but this is on the queues
        | the dead-letter queue | REPLIES    |
        | <dead-lettered>       | its report |

      Examples: discarded
        | mode           | options                             | dead-letter queue | disposed of | dead-lettered |
        | PERSISTENT     | MQRO_EXCEPTION and MQRO_DISCARD_MSG | MAXDEPTH(10)      | discarded   | nothing       |
        | NON_PERSISTENT | MQRO_EXCEPTION and MQRO_DISCARD_MSG | MAXDEPTH(10)      | discarded   | nothing       |
        | PERSISTENT     | MQRO_EXCEPTION and MQRO_DISCARD_MSG | PUT(DISABLED)     | discarded   | nothing       |
        | NON_PERSISTENT | MQRO_EXCEPTION and MQRO_DISCARD_MSG | PUT(DISABLED)     | discarded   | nothing       |

      Examples: dead-lettered
        | mode           | options        | dead-letter queue | disposed of   | dead-lettered |
        | PERSISTENT     | MQRO_EXCEPTION | MAXDEPTH(10)      | dead-lettered | order-1       |
        | NON_PERSISTENT | MQRO_EXCEPTION | MAXDEPTH(10)      | dead-lettered | order-1       |
        | PERSISTENT     | MQRO_EXCEPTION | MAXDEPTH(1)       | dead-lettered | order-1       |
        | NON_PERSISTENT | MQRO_EXCEPTION | MAXDEPTH(1)       | dead-lettered | order-1       |

    Scenario Outline: A message of a <api> with <options> is reported with the reason of the failure
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a <api> for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
        | report options | <options> |
        | reply to       | REPLIES   |
      And ORDERS is <harm> during the delay of "order-1"
      And the delivery delay of "order-1" is over
      And "order-1" was dead-lettered
      Then an exception report arrives on REPLIES, caused by "order-1"
      And its MQMD.Feedback is not MQFB_NONE or MQFB_EXPIRATION
      And the answer to "What is the feedback of an exception report when the target was <harm>?" is recorded, and nothing else is on REPLIES

      Examples: in all its forms
        | api             | options                       | harm                     |
        | MessageProducer | MQRO_EXCEPTION                | altered to PUT(DISABLED) |
        | MessageProducer | MQRO_EXCEPTION_WITH_DATA      | altered to PUT(DISABLED) |
        | MessageProducer | MQRO_EXCEPTION_WITH_FULL_DATA | altered to PUT(DISABLED) |
        | JMSProducer     | MQRO_EXCEPTION                | altered to PUT(DISABLED) |
        | JMSProducer     | MQRO_EXCEPTION_WITH_DATA      | altered to PUT(DISABLED) |
        | JMSProducer     | MQRO_EXCEPTION_WITH_FULL_DATA | altered to PUT(DISABLED) |

      Examples: whatever is wrong with the target
        | api             | options        | harm                   |
        | MessageProducer | MQRO_EXCEPTION | altered to MAXDEPTH(0) |
        | MessageProducer | MQRO_EXCEPTION | altered to MAXMSGL(1)  |
        | MessageProducer | MQRO_EXCEPTION | deleted                |

    Scenario: The report goes to the queue behind the alias that its reply-to queue is
      Given the queues ORDERS and REPLIES
      And an alias queue ANSWERS of REPLIES
      And a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | ANSWERS                             |
      Then an exception report about "order-1" arrives on REPLIES
      And nothing is on REPLIES, nor on the dead-letter queue

    Scenario: The report is on its way to the other queue manager to which its reply-to queue leads
      Given a queue ORDERS
      And a remote queue ANSWERS that leads through QM2 to REPLIES on QM2
      And a dead-letter queue, and a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | ANSWERS                             |
      Then the depth of QM2 becomes 1, and nothing is on ORDERS, nor on the dead-letter queue

    Scenario Outline: A message with <options> is reported when it is <disposed of>
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a time to live of 60 s and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | <options> |
        | reply to       | REPLIES   |
      Then an exception report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

      Examples: with an expiration report
        | options                                                 | disposed of   |
        | MQRO_EXCEPTION and MQRO_EXPIRATION                      | dead-lettered |
        | MQRO_EXCEPTION and MQRO_EXPIRATION and MQRO_DISCARD_MSG | discarded     |

      Examples: with data, and discarded
        | options                                            | disposed of |
        | MQRO_EXCEPTION_WITH_DATA and MQRO_DISCARD_MSG      | discarded   |
        | MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_DISCARD_MSG | discarded   |

      @edition-later
      Examples: with confirmations
        | options                                          | disposed of   |
        | MQRO_EXCEPTION and MQRO_COA                      | dead-lettered |
        | MQRO_EXCEPTION and MQRO_COD                      | dead-lettered |
        | MQRO_EXCEPTION and MQRO_COD and MQRO_DISCARD_MSG | discarded     |
        | MQRO_EXCEPTION and MQRO_PAN and MQRO_NAN         | dead-lettered |
        | MQRO_EXCEPTION and MQRO_COA and MQRO_COD         | dead-lettered |
        | MQRO_EXCEPTION and MQRO_ACTIVITY                 | dead-lettered |

    Scenario Outline: The failure of a message of priority <priority> is reported
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with priority <priority> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      Then an exception report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

      Examples: the lowest and the highest
        | priority |
        | 0        |
        | 9        |

  @DD-102
  Rule: No exception report is made for a sender who did not ask for one

    A reply-to queue is an address, not a request.

    Scenario Outline: A message with <options> is not reported when it is <disposed of>
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | <options> |
        | reply to       | REPLIES   |
      And "order-1" was <disposed of>
      Then nothing but this is on the queues
        | the dead-letter queue | REPLIES |
        | <dead-lettered>       | nothing |

      Examples: no report options
        | options            | disposed of   | dead-lettered |
        | MQRO_DEAD_LETTER_Q | dead-lettered | order-1       |
        | MQRO_DISCARD_MSG   | discarded     | nothing       |

      Examples: other report options
        | options                                  | disposed of   | dead-lettered |
        | MQRO_EXPIRATION                          | dead-lettered | order-1       |
        | MQRO_EXPIRATION and MQRO_DISCARD_MSG     | discarded     | nothing       |
        | MQRO_PASS_MSG_ID and MQRO_PASS_CORREL_ID | dead-lettered | order-1       |

    Scenario: A copy of a publication that fits nowhere is not reported where nobody asked for it
      Given a topic PRICES
      And the queues PRICES.ALL and REPLIES, and no dead-letter queue
      And a subscription to PRICES that delivers to PRICES.ALL
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published and comes due while PRICES.ALL has PUT(DISABLED)
        | reply to | REPLIES |
      Then nothing but this is on the queues
        | the staging queue | PRICES.ALL | REPLIES |
        | nothing           | nothing    | nothing |

    Scenario: A copy of a publication for somebody who is gone is not reported where nobody asked for it
      Given a topic PRICES and a queue REPLIES, and a durable subscriber alice to PRICES
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
        | reply to | REPLIES |
      And the subscriber alice unsubscribes during the delay of "price-1"
      Then after 4 s the staging queue becomes empty, and nothing is on REPLIES

  @DD-103
  Rule: An exception report that its own queue does not take goes to the dead-letter queue

    Beside the message, where that is dead-lettered too.

    Scenario Outline: The report about a <mode> message with <options> is dead-lettered when REPLIES has <replies>
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), REPLIES <replies> and the dead-letter queue <dead-letter queue>, and "order-1" was <disposed of>
        | report options | <options> |
        | reply to       | REPLIES   |
      Then nothing but this is on the queues
        | the dead-letter queue | REPLIES |
        | <dead-lettered>       | nothing |

      Examples: the message is dead-lettered too
        | mode           | options        | replies       | dead-letter queue | disposed of   | dead-lettered          |
        | PERSISTENT     | MQRO_EXCEPTION | PUT(DISABLED) | MAXDEPTH(10)      | dead-lettered | order-1 and its report |
        | NON_PERSISTENT | MQRO_EXCEPTION | PUT(DISABLED) | MAXDEPTH(10)      | dead-lettered | order-1 and its report |
        | PERSISTENT     | MQRO_EXCEPTION | MAXDEPTH(0)   | MAXDEPTH(10)      | dead-lettered | order-1 and its report |
        | NON_PERSISTENT | MQRO_EXCEPTION | MAXDEPTH(0)   | MAXDEPTH(10)      | dead-lettered | order-1 and its report |

      Examples: the last two places on the dead-letter queue
        | mode           | options        | replies       | dead-letter queue | disposed of   | dead-lettered          |
        | PERSISTENT     | MQRO_EXCEPTION | PUT(DISABLED) | MAXDEPTH(2)       | dead-lettered | order-1 and its report |
        | NON_PERSISTENT | MQRO_EXCEPTION | PUT(DISABLED) | MAXDEPTH(2)       | dead-lettered | order-1 and its report |

      Examples: the message is discarded
        | mode           | options                             | replies       | dead-letter queue | disposed of | dead-lettered |
        | PERSISTENT     | MQRO_EXCEPTION and MQRO_DISCARD_MSG | PUT(DISABLED) | MAXDEPTH(10)      | discarded   | its report    |
        | NON_PERSISTENT | MQRO_EXCEPTION and MQRO_DISCARD_MSG | PUT(DISABLED) | MAXDEPTH(10)      | discarded   | its report    |
        | PERSISTENT     | MQRO_EXCEPTION and MQRO_DISCARD_MSG | PUT(DISABLED) | MAXDEPTH(1)       | discarded   | its report    |
        | NON_PERSISTENT | MQRO_EXCEPTION and MQRO_DISCARD_MSG | PUT(DISABLED) | MAXDEPTH(1)       | discarded   | its report    |

    Scenario: A report that the way to its queue manager does not take goes to the dead-letter queue
      Given a queue ORDERS, and a remote queue ANSWERS that leads through QM2 to REPLIES on QM2
      And a dead-letter queue, and a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED) and QM2 PUT(DISABLED), and "order-1" was discarded
        | report options         | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to               | REPLIES                             |
        | reply to queue manager | QM2                                 |
      Then nothing but this is on the queues
        | the dead-letter queue | QM2     |
        | its report            | nothing |

    Scenario Outline: A report that is too long for its queue goes to the dead-letter queue: that about a <mode> message
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED) and REPLIES MAXMSGL(1000), and "order-1" was discarded
        | report options | MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                                            |
        | length         | 5000 characters                                    |
      Then nothing but this is on the queues
        | the dead-letter queue | REPLIES |
        | its report            | nothing |

      Examples: persistent or not
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    Scenario Outline: A report without data fits on a dead-letter queue for which its <mode> message is too long
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), REPLIES PUT(DISABLED) and the dead-letter queue MAXMSGL(20000)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
        | length         | 50000 characters                    |
      And "order-1" was discarded
      Then an exception report arrives on the dead-letter queue, caused by "order-1", and nothing else is on the dead-letter queue

      Examples: persistent or not
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    Scenario Outline: The report about a <mode> message goes to the dead-letter queue when there is no reply-to queue
      Given a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), and "order-1" was discarded
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | NOWHERE                             |
      Then an exception report arrives on the dead-letter queue, caused by "order-1"
      And nothing else is on the dead-letter queue

      Examples: persistent or not
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    Scenario: The report goes to the dead-letter queue when its reply-to queue is the very target that takes nothing
      Given a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), and "order-1" was discarded
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | ORDERS                              |
      Then an exception report arrives on the dead-letter queue, caused by "order-1"
      And nothing is on ORDERS, nor on the dead-letter queue

  @X-34
  Rule: An exception report that has inherited the option to be discarded may be discarded

    The sentence about the dead-letter queue speaks against it, the meaning of the option for it.

    Scenario: Where a report goes that may be discarded and cannot be sent is recorded
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED) and REPLIES PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG and MQRO_PASS_DISCARD_AND_EXPIRY |
        | reply to       | REPLIES                                                              |
      And "order-1" was discarded
      Then an exception report arrives on the dead-letter queue, caused by "order-1", or nothing
      And the answer to "Is an unsendable report dead-lettered though it may be discarded?" is recorded
      And nothing is on ORDERS, REPLIES, nor on the dead-letter queue

  @DD-104
  Rule: If its report fits nowhere, what was done with a persistent message is undone, and it is kept

    That the message could be dead-lettered or discarded does not help: without the report it did not
    happen.

    Scenario Outline: A PERSISTENT message with <options> is kept when a dead-letter queue of <dead-letter queue> has no room for its report
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), REPLIES <replies> and the dead-letter queue <dead-letter queue>
        | report options | <options> |
        | reply to       | REPLIES   |
      Then after 3 s nothing but this is on the queues
        | the staging queue | the dead-letter queue | REPLIES | ORDERS  |
        | order-1           | nothing               | nothing | nothing |

      Examples: it would have been discarded
        | options                             | replies       | dead-letter queue |
        | MQRO_EXCEPTION and MQRO_DISCARD_MSG | PUT(DISABLED) | PUT(DISABLED)     |
        | MQRO_EXCEPTION and MQRO_DISCARD_MSG | MAXDEPTH(0)   | MAXDEPTH(0)       |

      Examples: it would have been dead-lettered
        | options        | replies       | dead-letter queue |
        | MQRO_EXCEPTION | PUT(DISABLED) | MAXDEPTH(1)       |
        | MQRO_EXCEPTION | MAXDEPTH(0)   | MAXDEPTH(1)       |

    @X-37
    Scenario: A persistent message whose report fits nowhere at a later attempt is kept then, too
      Given a clock that the tester sets
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), REPLIES PUT(DISABLED) and the dead-letter queue PUT(DISABLED)
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      And 1 min passes
      And the dead-letter queue is altered to PUT(ENABLED) and MAXDEPTH(1), and 2 h pass
      Then nothing but this is on the queues
        | the staging queue | the dead-letter queue | REPLIES | ORDERS  |
        | order-1           | nothing               | nothing | nothing |

    Scenario Outline: A persistent message that meets <limit> is kept when no queue has room for its report
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has <limit>, REPLIES PUT(DISABLED) and the dead-letter queue PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
        | length         | 5000 characters                     |
      Then after 3 s nothing but this is on the queues
        | the staging queue | the dead-letter queue | REPLIES | ORDERS  |
        | order-1           | nothing               | nothing | nothing |

      Examples: no room, and too short
        | limit         |
        | MAXDEPTH(0)   |
        | MAXMSGL(1000) |

    Scenario: A persistent message whose target is gone is kept when no queue has room for its report
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent, and REPLIES and the dead-letter queue are altered to PUT(DISABLED) during its delay
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
      And ORDERS is deleted during the delay of "order-1"
      Then after 6 s nothing but this is on the queues
        | the staging queue | the dead-letter queue | REPLIES |
        | order-1           | nothing               | nothing |

    Scenario: A persistent message is kept when its report is too long for the reply-to queue
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), REPLIES MAXMSGL(1000) and the dead-letter queue PUT(DISABLED)
        | report options | MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                                            |
        | length         | 5000 characters                                    |
      Then after 3 s nothing but this is on the queues
        | the staging queue | the dead-letter queue | REPLIES | ORDERS  |
        | order-1           | nothing               | nothing | nothing |

    Scenario: A persistent message is kept when there is no queue at all for its report
      Given a queue ORDERS and no dead-letter queue
      And a JMSProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | NOWHERE                             |
      And 3 s pass
      Then nothing but this is on the queues
        | the staging queue | ORDERS  |
        | order-1           | nothing |

    Scenario: A persistent message is discarded and reported when its report can be sent
      Given a queue ORDERS and a clock that the tester sets
      And a queue REPLIES and no dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS and REPLIES are altered to PUT(DISABLED) during its delay
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
      And 1 day passes
      And REPLIES is altered to PUT(ENABLED)
      Then within 2 h an exception report about "order-1" arrives on REPLIES
      And nothing is on ORDERS, REPLIES, nor on the staging queue

    @DD-101
    Scenario: A report that finds a place a day later has the data that were asked for
      Given the queues ORDERS and REPLIES, and a clock that the tester sets
      And no dead-letter queue, and a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED) and REPLIES PUT(DISABLED)
        | report options | MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                                            |
      And 1 day passes
      And REPLIES is altered to PUT(ENABLED)
      Then within 2 h an exception report about "order-1" arrives on REPLIES
      And its data are those of "order-1" as sent, and nothing else is on REPLIES

    Scenario: What was undone for want of a place for the report takes no room on the dead-letter queue
      Given the queues ORDERS and REPLIES, and a clock that the tester sets
      And a dead-letter queue, and a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), REPLIES PUT(DISABLED) and the dead-letter queue MAXDEPTH(1)
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      And 1 day passes
      And the dead-letter queue is altered to MAXDEPTH(2), and 2 h pass
      Then nothing is on the staging queue
      And "order-1" was dead-lettered
      And nothing is on ORDERS, nor on REPLIES

    @X-45
    Scenario: A persistent message that is kept for want of a place for its report is still kept after a restart
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), REPLIES PUT(DISABLED) and the dead-letter queue PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
      And 3 s pass, and the queue manager is restarted
      Then after 3 s nothing but this is on the queues
        | the staging queue | the dead-letter queue | REPLIES | ORDERS  |
        | order-1           | nothing               | nothing | nothing |

    @DD-79
    Scenario: A persistent message that was kept for want of a place for its report ends with the life that it was sent with
      Given a queue ORDERS and a clock that the tester sets
      And a queue REPLIES and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT, a time to live of 3 h and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), REPLIES PUT(DISABLED) and the dead-letter queue MAXDEPTH(1)
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      And 2 h pass
      And 30 min pass
      And ORDERS and REPLIES are altered to PUT(ENABLED), and 2 h pass
      Then nothing is on ORDERS, the dead-letter queue, nor on the staging queue

    @X-18
    Scenario: A persistent message that is kept for want of a place for its report has gone when its life is over
      Given a queue ORDERS and a clock that the tester sets
      And a queue REPLIES and no dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT, a time to live of 3 h and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED) and REPLIES PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
      And 5 h pass
      And ORDERS is altered to PUT(ENABLED), and 2 h pass
      Then nothing is on ORDERS, nor on the staging queue

    Scenario: A persistent message arrives once when everything is usable again
      Given a queue ORDERS and a clock that the tester sets
      And a queue REPLIES, and a dead-letter queue with MAXDEPTH(1)
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS and REPLIES are altered to PUT(DISABLED) during its delay
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      And 1 day passes
      And ORDERS and REPLIES are altered to PUT(ENABLED)
      Then within 2 h there are as many exception reports about "order-1" on REPLIES as copies of it on the dead-letter queue
      And "order-1" is delivered to ORDERS, or to the dead-letter queue
      And nothing is on ORDERS, REPLIES, the staging queue, nor on the dead-letter queue

  @DD-105
  Rule: If its report fits nowhere, a non-persistent message is disposed of all the same, and the report is lost

    Word for word the same situation as for a persistent message.

    Scenario Outline: A NON_PERSISTENT message with <options> is not kept when a dead-letter queue of <dead-letter queue> has no room for its report
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode NON_PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), REPLIES <replies> and the dead-letter queue <dead-letter queue>
        | report options | <options> |
        | reply to       | REPLIES   |
      Then after 3 s nothing but this is on the queues
        | the staging queue | the dead-letter queue | REPLIES | ORDERS  |
        | nothing           | <dead-lettered>       | nothing | nothing |

      Examples: it is discarded
        | options                             | replies       | dead-letter queue | dead-lettered |
        | MQRO_EXCEPTION and MQRO_DISCARD_MSG | PUT(DISABLED) | PUT(DISABLED)     | nothing       |
        | MQRO_EXCEPTION and MQRO_DISCARD_MSG | MAXDEPTH(0)   | MAXDEPTH(0)       | nothing       |

      Examples: it is dead-lettered
        | options        | replies       | dead-letter queue | dead-lettered |
        | MQRO_EXCEPTION | PUT(DISABLED) | MAXDEPTH(1)       | order-1       |
        | MQRO_EXCEPTION | MAXDEPTH(0)   | MAXDEPTH(1)       | order-1       |

    Scenario Outline: A NON_PERSISTENT message with <options> for a full queue is not kept for its report
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode NON_PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has MAXDEPTH(0), REPLIES PUT(DISABLED) and the dead-letter queue <dead-letter queue>
        | report options | <options> |
        | reply to       | REPLIES   |
      Then after 3 s nothing but this is on the queues
        | the staging queue | the dead-letter queue | REPLIES | ORDERS  |
        | nothing           | <dead-lettered>       | nothing | nothing |

      Examples: it is discarded, or dead-lettered
        | options                             | dead-letter queue | dead-lettered |
        | MQRO_EXCEPTION and MQRO_DISCARD_MSG | PUT(DISABLED)     | nothing       |
        | MQRO_EXCEPTION                      | MAXDEPTH(1)       | order-1       |

    Scenario: A non-persistent message is discarded when there is no queue at all for its report
      Given a queue ORDERS and no dead-letter queue
      And a JMSProducer for ORDERS with delivery mode NON_PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | NOWHERE                             |
      And 3 s pass
      Then nothing but this is on the queues
        | the staging queue | ORDERS  |
        | nothing           | nothing |

    Scenario: A report that was lost does not come later
      Given a queue ORDERS and a clock that the tester sets
      And a queue REPLIES and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode NON_PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED), REPLIES PUT(DISABLED) and the dead-letter queue PUT(DISABLED)
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
      And ORDERS and REPLIES are altered to PUT(ENABLED)
      And the dead-letter queue is altered to PUT(ENABLED), and 2 h pass
      Then nothing is on ORDERS, REPLIES, the dead-letter queue, nor on the staging queue
