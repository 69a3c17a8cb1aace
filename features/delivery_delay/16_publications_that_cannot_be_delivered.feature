Feature: Publications that cannot be delivered

  When the delay of a publication is over, a subscriber may be gone, or its queue may not take the copy. A
  copy for a subscriber that is gone is discarded silently: it is not dead-lettered, whatever its report
  options say. A copy that the queue of its subscriber does not take is dealt with as a message for a
  queue is, with one exception. Where the dead-letter queue does not take it either, a message for a queue
  is kept and tried again, and a publication is discarded:

    the subscriber                    dead-letter queue   the copy            a report that was asked for
    --------------------------------  ------------------  ------------------  ----------------------------
    unsubscribed                      any                 discarded           made
    disconnected, not durable         any                 discarded           made
    disconnected, durable             any                 delivered           none
    its queue does not take it        usable              dead-letter queue   made
    its queue does not take it,
      a discard was asked for         any                 discarded           made
    its queue does not take it        unusable            discarded           open

  A report about a copy goes the way of every exception report: to the reply-to queue, else to the
  dead-letter queue, and if it fits nowhere, a persistent copy is kept and a non-persistent one goes
  without.

  What the documents leave open, and what is accepted here:

  * How many reports there are about several copies of one publication. One at least is expected where one
    is due, and not more than there are copies that failed.
  * Whether there is a report about a copy that was discarded because the dead-letter queue did not take
    it.
  * Whether a subscription ends with the queue to which it delivers. A copy for a queue that was deleted may be
    dealt with as one that its queue does not take, or, if the subscription gets no more, as one for a subscriber
    that is gone.
  * Whether a persistent copy without a subscriber is kept where neither queue takes the report about it,
    without anybody to deliver the copy to. No scenario does that. One that is not persistent is gone.
  * The ids of the reports, since the copies have no documented ids.

  @DD-106
  Rule: A copy for a subscriber that has unsubscribed is discarded silently

    There is nobody left to deliver it to, and the dead-letter queue is not for that.

    Scenario Outline: A <mode> copy for somebody who unsubscribed is neither kept nor dead-lettered
      Given a topic PRICES, and a queue REPLIES and a dead-letter queue
      And a <durability> subscriber alice to PRICES
      And a <api> for the topic PRICES with delivery mode <mode> and a delivery delay of 3 s
      When "price-1" is published, and the subscriber alice unsubscribes during the delay of "price-1"
        | report options | <options> |
        | reply to       | REPLIES   |
      Then after the delivery delay of "price-1" nothing but this is on the queues
        | the staging queue | the dead-letter queue | REPLIES |
        | nothing           | nothing               | nothing |

      Examples: whatever the subscription and the publication are
        | durability  | mode           | api             | options            |
        | durable     | PERSISTENT     | MessageProducer | MQRO_DEAD_LETTER_Q |
        | durable     | NON_PERSISTENT | JMSProducer     | MQRO_DEAD_LETTER_Q |
        | non-durable | PERSISTENT     | JMSProducer     | MQRO_DEAD_LETTER_Q |
        | non-durable | NON_PERSISTENT | MessageProducer | MQRO_DISCARD_MSG   |

      Scenario: A copy whose subscription ends before its unit of work is committed is not delivered either
      Given a topic PRICES
      And a queue PRICES.ALL, and a dead-letter queue
      And a subscription to PRICES that delivers to PRICES.ALL
      And a transacted MessageProducer for the topic PRICES with a delivery delay of 6 s
      When "price-1" is published
      And the subscription that delivers to PRICES.ALL is deleted during the delay of "price-1"
      And the unit of work is committed, and 13 s pass
      Then the staging queue becomes empty, and nothing is on PRICES.ALL, nor on the dead-letter queue

  @DD-107
    Scenario Outline: A NON_PERSISTENT copy of a <api> is not kept for a report that fits nowhere: <dead-letter queue>
      Given a topic PRICES, and a queue REPLIES with PUT(DISABLED)
      And <dead-letter queue>, and a non-durable subscriber alice to PRICES
      And a <api> for the topic PRICES with delivery mode NON_PERSISTENT and a delivery delay of 3 s
      When "price-1" is published, and the subscriber alice <leaves> during the delay of "price-1"
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      Then after the delivery delay of "price-1" nothing but this is on the queues
        | the staging queue | REPLIES |
        | nothing           | nothing |

      Examples: however alice left, and whatever is wrong with the dead-letter queue
        | api             | leaves       | dead-letter queue                      |
        | MessageProducer | unsubscribes | a dead-letter queue with PUT(DISABLED) |
        | JMSProducer     | disconnects  | no dead-letter queue                   |
        | JMSProducer     | unsubscribes | a dead-letter queue with MAXDEPTH(0)   |

    Scenario: The copy of an administrative subscription that is deleted does not come to its queue
      Given a topic PRICES
      And a queue PRICES.ALL and a dead-letter queue
      And a subscription to PRICES that delivers to PRICES.ALL
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      And the subscription that delivers to PRICES.ALL is deleted during the delay of "price-1"
      Then after the delivery delay of "price-1" nothing but this is on the queues
        | the staging queue | the dead-letter queue | PRICES.ALL |
        | nothing           | nothing               | nothing    |

    Scenario: The copy of an administrative subscription that is deleted after a restart does not come to its queue
      Given a topic PRICES
      And a queue PRICES.ALL and a dead-letter queue
      And a subscription to PRICES that delivers to PRICES.ALL
      And a MessageProducer for the topic PRICES with delivery mode PERSISTENT and a delivery delay of 3 s
      When "price-1" is published
      And the queue manager is restarted
      And the subscription that delivers to PRICES.ALL is deleted during the delay of "price-1"
      Then after the delivery delay of "price-1" nothing but this is on the queues
        | the staging queue | the dead-letter queue | PRICES.ALL |
        | nothing           | nothing               | nothing    |

    Scenario: The copy for somebody who unsubscribed stays on the staging queue until its delay is over
      Given a topic PRICES with a durable subscriber alice
      And a MessageProducer for the topic PRICES with a delivery delay of 4 s
      When "price-1" is published, and the subscriber alice unsubscribes during the delay of "price-1"
      Then a browser shows "price-1" on the staging queue
      And after the delivery delay of "price-1" the staging queue becomes empty

    Scenario: Neither of two copies is dead-lettered whose durable subscribers have unsubscribed
      Given a topic PRICES, and a dead-letter queue
      And a durable subscriber alice to PRICES, and a durable subscriber bob to PRICES
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      And the subscriber alice unsubscribes during the delay of "price-1"
      And the subscriber bob unsubscribes during the delay of "price-1"
      Then after the delivery delay of "price-1" nothing but this is on the queues
        | the staging queue | the dead-letter queue |
        | nothing           | nothing               |

    Scenario: Subscribers get their copies though another one has unsubscribed
      Given a topic PRICES with a non-durable subscriber alice, and a durable subscriber bob to PRICES
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      And the subscriber bob unsubscribes during the delay of "price-1"
      Then after its delivery delay "price-1" is delivered to the subscriber alice, and nothing else

  @DD-107
  Rule: A copy for a non-durable subscriber that has disconnected is discarded silently, one for a durable one is not

    A durable subscription goes on without its subscriber, who finds the publication when it comes back.

    Background:
      Given a topic PRICES

    Scenario Outline: A <mode> copy for a non-durable subscriber that disconnected is not dead-lettered
      Given a dead-letter queue, and a non-durable subscriber alice to PRICES
      And a <api> for the topic PRICES with delivery mode <mode> and a delivery delay of 3 s
      When "price-1" is published
      And the subscriber alice disconnects during the delay of "price-1"
      Then after the delivery delay of "price-1" nothing but this is on the queues
        | the staging queue | the dead-letter queue |
        | nothing           | nothing               |

      Examples: both modes, both APIs
        | mode           | api             |
        | PERSISTENT     | MessageProducer |
        | NON_PERSISTENT | JMSProducer     |

    Scenario: A copy for a non-durable subscriber that the end of its queue manager disconnected is not dead-lettered
      Given a dead-letter queue, and a non-durable subscriber alice to PRICES
      And a MessageProducer for the topic PRICES with delivery mode PERSISTENT and a delivery delay of 3 s
      When "price-1" is published, and 1 s passes
      And the queue manager is restarted
      Then after the delivery delay of "price-1" nothing but this is on the queues
        | the staging queue | the dead-letter queue |
        | nothing           | nothing               |

    Scenario Outline: A durable subscriber that comes back <when> gets its <mode> copy
      Given a durable subscriber alice to PRICES
      And a MessageProducer for the topic PRICES with delivery mode <mode> and a delivery delay of 3 s
      When "price-1" is published, and the subscriber alice disconnects during the delay of "price-1"
      And <time> pass, and the durable subscriber alice connects again
      Then after <rest> "price-1" is delivered to the subscriber alice, and nothing else

      Examples: before the delay is over, and after it
        | when   | mode           | time | rest |
        | before | PERSISTENT     | 1 s  | 3 s  |
        | before | NON_PERSISTENT | 1 s  | 3 s  |
        | after  | PERSISTENT     | 4 s  | 1 ms |
        | after  | NON_PERSISTENT | 4 s  | 1 ms |

    Scenario: A durable subscriber that comes back in another session gets its copy
      Given a durable subscriber alice to PRICES
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published, and the subscriber alice disconnects during the delay of "price-1"
      And the durable subscriber alice connects again in another session
      Then after its delivery delay "price-1" is delivered to the subscriber alice, and nothing else

    Scenario: A durable subscriber that is disconnected from the publish on gets its copy
      Given a durable subscriber alice to PRICES, and the subscriber alice disconnects
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published and comes due
      And the durable subscriber alice connects again
      Then "price-1" is delivered to the subscriber alice, and nothing else

    Scenario: A non-durable subscriber gets its copy though the session of the publisher has ended
      Given a non-durable subscriber alice to PRICES
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      And the session is closed
      Then after its delivery delay "price-1" is delivered to the subscriber alice, and nothing else

  @DD-108
  Rule: A copy that is discarded silently is still reported to a sender who asked for it

    Silently means that nobody is told by an error, and that the copy is not on the dead-letter queue. Who
    wants to know asks for an exception report.

    Scenario Outline: A <mode> copy for a <durability> subscriber that is gone is reported
      Given a topic PRICES, and a queue REPLIES and a dead-letter queue
      And a <durability> subscriber alice to PRICES
      And a MessageProducer for the topic PRICES with delivery mode <mode> and a delivery delay of 3 s
      When "price-1" is published, and the subscriber alice <leaves> during the delay of "price-1"
        | report options | <options> |
        | reply to       | REPLIES   |
      Then after the delivery delay of "price-1" nothing but this is on the queues
        | the staging queue | the dead-letter queue | REPLIES    |
        | nothing           | nothing               | its report |

      Examples: however it left
        | durability  | mode           | leaves       | options                             |
        | durable     | PERSISTENT     | unsubscribes | MQRO_EXCEPTION                      |
        | durable     | NON_PERSISTENT | unsubscribes | MQRO_EXCEPTION_WITH_FULL_DATA       |
        | non-durable | PERSISTENT     | disconnects  | MQRO_EXCEPTION_WITH_DATA            |
        | non-durable | NON_PERSISTENT | disconnects  | MQRO_EXCEPTION                      |
        | non-durable | NON_PERSISTENT | unsubscribes | MQRO_EXCEPTION and MQRO_DISCARD_MSG |

    Scenario: A copy for a durable subscriber that is unsubscribed when it has disconnected is reported
      Given a topic PRICES, and a queue REPLIES and a dead-letter queue
      And a durable subscriber alice to PRICES
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published, and the subscriber alice disconnects during the delay of "price-1"
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      And the subscriber alice unsubscribes during the delay of "price-1"
      Then after the delivery delay of "price-1" nothing but this is on the queues
        | the staging queue | the dead-letter queue | REPLIES    |
        | nothing           | nothing               | its report |

    Scenario: A copy for a durable subscriber that is unsubscribed when it has disconnected is not dead-lettered
      Given a topic PRICES, and a dead-letter queue
      And a durable subscriber alice to PRICES
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published, and the subscriber alice disconnects during the delay of "price-1"
      And the subscriber alice unsubscribes during the delay of "price-1"
      Then after the delivery delay of "price-1" nothing is on the dead-letter queue

    Scenario: A copy with a time to live for a subscriber that is gone is reported as well
      Given a topic PRICES, and a queue REPLIES and a dead-letter queue
      And a durable subscriber alice to PRICES
      And a MessageProducer for the topic PRICES with a time to live of 60 s and a delivery delay of 3 s
      When "price-1" is published, and the subscriber alice unsubscribes during the delay of "price-1"
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      Then after the delivery delay of "price-1" nothing but this is on the queues
        | the staging queue | the dead-letter queue | REPLIES    |
        | nothing           | nothing               | its report |

    Scenario: A copy that may be discarded is reported all the same when its subscriber is gone
      Given a topic PRICES, and a queue REPLIES and a dead-letter queue
      And a non-durable subscriber alice to PRICES
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published, and the subscriber alice unsubscribes during the delay of "price-1"
        | report options | MQRO_EXCEPTION and MQRO_DISCARD_MSG |
        | reply to       | REPLIES                             |
      Then after the delivery delay of "price-1" nothing but this is on the queues
        | the staging queue | the dead-letter queue | REPLIES    |
        | nothing           | nothing               | its report |

    Scenario: A copy for an administrative subscription that is deleted is reported
      Given a topic PRICES, and the queues PRICES.ALL and REPLIES
      And a subscription to PRICES that delivers to PRICES.ALL
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      And the subscription that delivers to PRICES.ALL is deleted during the delay of "price-1"
      Then after the delivery delay of "price-1" nothing but this is on the queues
        | the staging queue | PRICES.ALL | REPLIES    |
        | nothing           | nothing    | its report |

    Scenario: No report about a copy without a subscriber is made during the delay
      Given a topic PRICES and a queue REPLIES
      And a non-durable subscriber alice to PRICES
      And a MessageProducer for the topic PRICES with a delivery delay of 4 s
      When "price-1" is published
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      And the subscriber alice unsubscribes during the delay of "price-1"
      Then nothing is on REPLIES during the delay of "price-1"
      When the delivery delay of "price-1" is over
      Then an exception report arrives on REPLIES, caused by "price-1", and nothing else is on REPLIES

    Scenario Outline: A copy for a <durability> subscriber that is gone is reported once if its expiry is to be reported as well
      Given a topic PRICES, and a queue REPLIES and a dead-letter queue
      And a <durability> subscriber alice to PRICES
      And a MessageProducer for the topic PRICES with a time to live of 60 s and a delivery delay of 3 s
      When "price-1" is published, and the subscriber alice unsubscribes during the delay of "price-1"
        | report options | MQRO_EXCEPTION and MQRO_EXPIRATION |
        | reply to       | REPLIES                            |
      And the delivery delay of "price-1" is over
      Then an exception report arrives on REPLIES, caused by "price-1"
      And nothing is on REPLIES, the dead-letter queue, nor on the staging queue

      Examples: durable or not
        | durability  |
        | durable     |
        | non-durable |

  @X-38
  Rule: The report about a copy without a subscriber goes the way of every exception report

    To the reply-to queue, else to the dead-letter queue, where only the report is found then.

    Scenario Outline: Where the report about a <mode> copy goes when the reply-to queue has <harm> is recorded
      Given a topic PRICES
      And a queue REPLIES with <harm>, and a dead-letter queue
      And a non-durable subscriber alice to PRICES
      And a MessageProducer for the topic PRICES with delivery mode <mode> and a delivery delay of 3 s
      When "price-1" is published
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      And the subscriber alice unsubscribes during the delay of "price-1"
      Then after the delivery delay of "price-1" the staging queue becomes empty
      And an exception report is on the dead-letter queue, or nothing
      And the answer to "Is the report about a silently discarded publication dead-lettered?" is recorded

      Examples: both modes
        | mode           | harm          |
        | PERSISTENT     | PUT(DISABLED) |
        | NON_PERSISTENT | MAXDEPTH(0)   |

  @DD-123
  Rule: A copy that the queue of its subscriber does not take is dealt with as its report options say

    As a message for a queue is, as long as the dead-letter queue takes it.

    Background:
      Given a topic PRICES

    Scenario Outline: With <options> and its queue <harm> what is dead-lettered of a <mode> copy is <dead-lettered>
      Given the queues PRICES.ALL and REPLIES, and a dead-letter queue
      And a subscription to PRICES that delivers to PRICES.ALL
      And a <api> for the topic PRICES with delivery mode <mode> and a delivery delay of 3 s
      When "price-1" is published and comes due while PRICES.ALL has <harm>
        | report options | <options> |
        | reply to       | REPLIES   |
      Then nothing but this is on the queues
        | the staging queue | the dead-letter queue | REPLIES   | PRICES.ALL |
        | nothing           | <dead-lettered>       | <replies> | nothing    |

      Examples: dead-lettered unless a discard was asked for, reported where that was asked for
        | options                             | mode           | api             | harm          | dead-lettered | replies    |
        | MQRO_DEAD_LETTER_Q                  | PERSISTENT     | MessageProducer | PUT(DISABLED) | price-1       | nothing    |
        | MQRO_DEAD_LETTER_Q                  | NON_PERSISTENT | JMSProducer     | MAXDEPTH(0)   | price-1       | nothing    |
        | MQRO_EXCEPTION                      | PERSISTENT     | JMSProducer     | MAXDEPTH(0)   | price-1       | its report |
        | MQRO_EXCEPTION                      | NON_PERSISTENT | MessageProducer | PUT(DISABLED) | price-1       | its report |
        | MQRO_DISCARD_MSG                    | PERSISTENT     | MessageProducer | PUT(DISABLED) | nothing       | nothing    |
        | MQRO_DISCARD_MSG and MQRO_EXCEPTION | NON_PERSISTENT | MessageProducer | PUT(DISABLED) | nothing       | its report |

    @DD-98
    Scenario: A copy for a queue that has been deleted is on the dead-letter queue, unless its subscription has ended with it
      Given a queue PRICES.ALL and a dead-letter queue
      And a subscription to PRICES that delivers to PRICES.ALL
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      And PRICES.ALL is deleted during the delay of "price-1"
      Then after the delivery delay of "price-1" the staging queue becomes empty
      When a queue PRICES.ALL is defined, and "price-2" is published
      And the depth of the staging queue is read
      Then "price-1" is delivered to the dead-letter queue, or never where "price-2" was not staged
      And the answer to "Is a copy for a queue that has been deleted dead-lettered?" is recorded
      And after the delivery delay of "price-2" the staging queue becomes empty
      And nothing is on the dead-letter queue

    Scenario Outline: A report that the reply-to queue does not take is dead-lettered beside a <mode> copy
      Given a queue PRICES.ALL
      And a queue REPLIES with PUT(DISABLED), and a dead-letter queue
      And a subscription to PRICES that delivers to PRICES.ALL
      And a MessageProducer for the topic PRICES with delivery mode <mode> and a delivery delay of 3 s
      When "price-1" is published and comes due while PRICES.ALL has PUT(DISABLED)
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      Then nothing but this is on the queues
        | the staging queue | the dead-letter queue  |
        | nothing           | price-1 and its report |

      Examples: both modes
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    Scenario Outline: A <mode> copy whose report fits nowhere is <outcome>
      Given a queue PRICES.ALL
      And a queue REPLIES with PUT(DISABLED), and a dead-letter queue with MAXDEPTH(1)
      And a subscription to PRICES that delivers to PRICES.ALL
      And a MessageProducer for the topic PRICES with delivery mode <mode> and a delivery delay of 3 s
      When "price-1" is published and comes due while PRICES.ALL has PUT(DISABLED)
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      Then nothing but this is on the queues
        | the staging queue | the dead-letter queue |
        | <staged>          | <dead-lettered>       |

      Examples: persistence decides here, as with queues
        | mode           | outcome       | staged  | dead-lettered |
        | PERSISTENT     | kept          | price-1 | nothing       |
        | NON_PERSISTENT | dead-lettered | nothing | price-1       |

    Scenario: A queue that takes messages again when the delay is over gets its copy
      Given a queue PRICES.ALL and a dead-letter queue
      And a subscription to PRICES that delivers to PRICES.ALL
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      And PRICES.ALL is altered to PUT(DISABLED) during the delay of "price-1"
      And "price-1" comes due while PRICES.ALL has PUT(ENABLED)
      Then "price-1" is delivered to PRICES.ALL, and nothing is on PRICES.ALL, nor on the dead-letter queue

    @X-16
    Scenario Outline: The life of a <mode> copy that is dead-lettered is counted from its publication
      Given a queue PRICES.ALL and a dead-letter queue
      And a subscription to PRICES that delivers to PRICES.ALL
      And a MessageProducer for the topic PRICES with delivery mode <mode>, a time to live of 60 s and a delivery delay of 3 s
      When "price-1" is published
      And PRICES.ALL is altered to PUT(DISABLED) during the delay of "price-1", and 20 s pass
      Then "price-1" is dead-lettered
      And the remaining expiry of "price-1" is about 400 tenths, and nothing else is on the dead-letter queue

      Examples: both modes
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    @X-17 @X-42
    Scenario Outline: A <mode> copy that is dead-lettered says all that it said when it was published
      Given the queues PRICES.ALL and REPLIES, and a dead-letter queue
      And a subscription to PRICES that delivers to PRICES.ALL
      And a MessageProducer for the topic PRICES with delivery mode <mode>, priority 9, a time to live of 60 s and a delivery delay of 3 s
      When "price-1" is published and comes due while PRICES.ALL has PUT(DISABLED)
        | reply to          | REPLIES                    |
        | reply to priority | 7                          |
        | JMSType           | "invoice & more"           |
        | JMSCorrelationID  | "Bestellung für Zoë, 17 €" |
      Then "price-1" is dead-lettered
      And its fields are
        | mcd.Type | "invoice & more"                                   |
        | jms.Cid  | "Bestellung für Zoë, 17 €"                         |
        | jms.Dst  | a URI that names the topic PRICES                  |
        | jms.Rto  | a URI that names REPLIES                           |
        | jms.Exp  | the jms.Exp that the sender of "price-1" was given |
        | jms.Pri  | 9                                                  |
      And nothing is on the dead-letter queue, nor on PRICES.ALL

      Examples: both modes
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    @X-17
    Scenario: The dead-letter header of a copy does not name the staging queue
      Given a queue PRICES.ALL and a dead-letter queue
      And a subscription to PRICES that delivers to PRICES.ALL
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published and comes due while PRICES.ALL has PUT(DISABLED)
      Then "price-1" is dead-lettered
      And its dead-letter header does not name the staging queue, and nothing else is on the dead-letter queue

  @DD-109
  Rule: A copy that the dead-letter queue does not take is discarded, and not tried again

    Persistent or not. A message for a queue would be kept.

    Scenario Outline: A <mode> copy of a <api> is discarded: <dead-letter queue>
      Given a topic PRICES and a queue PRICES.ALL, and <dead-letter queue>
      And a subscription to PRICES that delivers to PRICES.ALL
      And a <api> for the topic PRICES with delivery mode <mode> and a delivery delay of 3 s
      When "price-1" is published and comes due while PRICES.ALL has PUT(DISABLED)
      Then nothing but this is on the queues
        | the staging queue | PRICES.ALL |
        | nothing           | nothing    |

      Examples: whatever is wrong with the dead-letter queue
        | mode           | api             | dead-letter queue                      |
        | PERSISTENT     | MessageProducer | no dead-letter queue                   |
        | NON_PERSISTENT | JMSProducer     | no dead-letter queue                   |
        | PERSISTENT     | JMSProducer     | NOWHERE is the dead-letter queue       |
        | NON_PERSISTENT | MessageProducer | a dead-letter queue with PUT(DISABLED) |
        | PERSISTENT     | MessageProducer | a dead-letter queue with MAXDEPTH(0)   |

    Scenario Outline: A <mode> copy is on no dead-letter queue that has <limit>
      Given a topic PRICES and a queue PRICES.ALL, and a dead-letter queue with <limit>
      And a subscription to PRICES that delivers to PRICES.ALL
      And a MessageProducer for the topic PRICES with delivery mode <mode> and a delivery delay of 3 s
      When "price-1" is published and comes due while PRICES.ALL has PUT(DISABLED)
        | length | 5000 characters |
      Then nothing but this is on the queues
        | the staging queue | PRICES.ALL | the dead-letter queue |
        | nothing           | nothing    | nothing               |

      Examples: limits of depth and length
        | mode           | limit         |
        | PERSISTENT     | MAXDEPTH(0)   |
        | NON_PERSISTENT | MAXDEPTH(0)   |
        | PERSISTENT     | MAXMSGL(1000) |
        | NON_PERSISTENT | MAXMSGL(1000) |

    Scenario: Each of two copies is discarded that the dead-letter queue does not take
      Given a topic PRICES and a queue PRICES.ALL, and no dead-letter queue
      And a subscription to PRICES that delivers to PRICES.ALL
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      And "price-2" is published and comes due while PRICES.ALL has PUT(DISABLED)
      Then nothing but this is on the queues
        | the staging queue | PRICES.ALL |
        | nothing           | nothing    |

    Scenario: A discarded copy does not come when its queue and the dead-letter queue take messages again
      Given a clock that the tester sets
      And a topic PRICES
      And a queue PRICES.ALL, and a dead-letter queue with PUT(DISABLED)
      And a subscription to PRICES that delivers to PRICES.ALL
      And a MessageProducer for the topic PRICES with delivery mode PERSISTENT and a delivery delay of 3 s
      When "price-1" is published and comes due while PRICES.ALL has PUT(DISABLED)
      And PRICES.ALL and the dead-letter queue are altered to PUT(ENABLED), and 2 h pass
      Then nothing is on PRICES.ALL, nor on the dead-letter queue

  @X-36
  Rule: A queue and a subscriber differ in what becomes of a message that fits nowhere

    Two scenarios that differ in nothing but the destination.

    Scenario Outline: A <mode> message for a queue is kept, without a report
      Given the queues PRICES.ALL and REPLIES, and a dead-letter queue
      And a MessageProducer for PRICES.ALL with delivery mode <mode> and a delivery delay of 3 s
      When "price-1" is sent and comes due while PRICES.ALL has PUT(DISABLED) and the dead-letter queue PUT(DISABLED)
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      And 2 s pass
      Then nothing but this is on the queues
        | the staging queue | the dead-letter queue | REPLIES | PRICES.ALL |
        | price-1           | nothing               | nothing | nothing    |

      Examples: both modes
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    Scenario Outline: A <mode> message for a subscriber is discarded, with a report or without
      Given a topic PRICES
      And the queues PRICES.ALL and REPLIES, and a dead-letter queue with PUT(DISABLED)
      And a subscription to PRICES that delivers to PRICES.ALL
      And a MessageProducer for the topic PRICES with delivery mode <mode> and a delivery delay of 3 s
      When "price-1" is published and comes due while PRICES.ALL has PUT(DISABLED)
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      Then after 2 s nothing but this is on the queues
        | the staging queue | the dead-letter queue | PRICES.ALL |
        | nothing           | nothing               | nothing    |
      And an exception report is on REPLIES, or nothing
      And the answer to "Is there a report about a publication that the dead-letter queue did not take?" is recorded

      Examples: both modes
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

  @X-52
  Rule: Each copy of a publication has its own fate

    What happens to the copy of one subscriber is nothing to the others.

    Scenario Outline: Of the copies of one <mode> publication one is delivered, that for <failing> dead-lettered, one discarded
      Given a topic PRICES
      And the queues PRICES.ONE, PRICES.TWO and REPLIES, and a dead-letter queue
      And subscriptions to PRICES that deliver to PRICES.ONE and PRICES.TWO
      And a non-durable subscriber alice to PRICES
      And a MessageProducer for the topic PRICES with delivery mode <mode> and a delivery delay of 3 s
      When "price-1" is published
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      And <failing> is altered to PUT(DISABLED) during the delay of "price-1"
      And the subscriber alice unsubscribes during the delay of "price-1"
      Then after the delivery delay of "price-1" nothing but this is on the queues
        | the staging queue | the dead-letter queue | <failing> | <other> |
        | nothing           | price-1               | nothing   | price-1 |
      And at least one and at most 2 exception reports are on REPLIES

      Examples: both modes, whichever comes first
        | mode           | failing    | other      |
        | PERSISTENT     | PRICES.ONE | PRICES.TWO |
        | PERSISTENT     | PRICES.TWO | PRICES.ONE |
        | NON_PERSISTENT | PRICES.ONE | PRICES.TWO |
        | NON_PERSISTENT | PRICES.TWO | PRICES.ONE |

    Scenario Outline: The copy of a <mode> publication for PRICES.TWO is delivered though that for PRICES.ONE is not
      Given a topic PRICES, and the queues PRICES.ONE and PRICES.TWO
      And a dead-letter queue, and subscriptions to PRICES that deliver to PRICES.ONE and PRICES.TWO
      And a MessageProducer for the topic PRICES with delivery mode <mode> and a delivery delay of 3 s
      When "price-1" is published and comes due while PRICES.ONE has PUT(DISABLED)
      Then "price-1" is delivered to PRICES.TWO, and nothing else is there

      Examples: both modes
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    Scenario: Two copies that their queues do not take are both dead-lettered
      Given a topic PRICES, and the queues BOARD and TICKER
      And a dead-letter queue, and subscriptions to PRICES that deliver to BOARD and TICKER
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published and comes due while BOARD has PUT(DISABLED) and TICKER PUT(DISABLED)
      Then the staging queue becomes empty, and the depth of the dead-letter queue is 2

    Scenario: A full queue takes one copy, and the other subscribers get theirs
      Given a topic PRICES
      And a queue PRICES.ONE with MAXDEPTH(1)
      And a queue PRICES.TWO and a dead-letter queue
      And subscriptions to PRICES that deliver to PRICES.ONE and PRICES.TWO
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      And "price-2" is published and comes due
      Then the staging queue becomes empty
      And a browser shows 1 message on PRICES.ONE
      And a browser shows "price-1" and "price-2" on PRICES.TWO
      And a browser shows 1 message on the dead-letter queue

    Scenario: A copy that no dead-letter queue takes is discarded, and the other subscribers get theirs
      Given a topic PRICES
      And the queues PRICES.ONE, PRICES.TWO and PRICES.THREE, and no dead-letter queue
      And subscriptions to PRICES that deliver to PRICES.ONE and PRICES.TWO
      And a subscription to PRICES that delivers to PRICES.THREE
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published and comes due while PRICES.TWO has PUT(DISABLED)
      Then nothing but this is on the queues
        | the staging queue | PRICES.ONE | PRICES.TWO | PRICES.THREE |
        | nothing           | price-1    | nothing    | price-1      |

    Scenario: A copy expires on the queue of one subscriber although the other has got its own
      Given a topic PRICES
      And the queues PRICES.ONE, PRICES.TWO and REPLIES
      And subscriptions to PRICES that deliver to PRICES.ONE and PRICES.TWO
      And a MessageProducer for the topic PRICES with a time to live of 8 s and a delivery delay of 3 s
      When "price-1" is published and comes due
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then "price-1" is delivered to PRICES.ONE
      And after the life of "price-1" nothing is on PRICES.ONE, nor on PRICES.TWO
      And an expiration report arrives on REPLIES, caused by "price-1", and nothing else is on REPLIES

    Scenario: Copies that expire are reported at least once
      Given a topic PRICES
      And the queues PRICES.ONE, PRICES.TWO and REPLIES
      And subscriptions to PRICES that deliver to PRICES.ONE and PRICES.TWO
      And a MessageProducer for the topic PRICES with a time to live of 8 s and a delivery delay of 3 s
      When "price-1" is published
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then after the life of "price-1" nothing is on PRICES.ONE, nor on PRICES.TWO
      And at least one and at most 2 expiration reports are on REPLIES

    @DD-82
    Scenario: A publication that expires on the staging queue while the queue manager is down is reported
      Given a topic PRICES, and the queues PRICES.ONE and REPLIES
      And a subscription to PRICES that delivers to PRICES.ONE
      And a MessageProducer for the topic PRICES with delivery mode PERSISTENT, a time to live of 6 s and a delivery delay of 3 s
      When "price-1" is published, and the queue manager is down for 8 s
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then after 2 s the staging queue becomes empty, and nothing is on PRICES.ONE
      And an expiration report arrives on REPLIES, caused by "price-1", and nothing else is on REPLIES

    Scenario: A copy that is discarded leaves the others to their subscribers
      Given a topic PRICES, and the queues BOARD and TICKER
      And subscriptions to PRICES that deliver to BOARD and TICKER
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published and comes due while BOARD has PUT(DISABLED)
        | report options | MQRO_DISCARD_MSG |
      Then "price-1" is delivered to TICKER, and the staging queue becomes empty
      And nothing is on BOARD, nor on TICKER

    Scenario Outline: The end of one subscription is not the end of another in its session: alice <leaves>
      Given a topic PRICES with a non-durable subscriber alice
      And a non-durable subscriber bob to PRICES in the session of alice
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published, and the subscriber alice <leaves> during the delay of "price-1"
      Then after its delivery delay "price-1" is delivered to the subscriber bob, and nothing else
      And the staging queue becomes empty

      Examples: however it ends
        | leaves       |
        | disconnects  |
        | unsubscribes |
