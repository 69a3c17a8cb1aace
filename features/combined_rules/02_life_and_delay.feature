Feature: Life and delay

  A message may have both, a delay before it can be got and an end after which it cannot. Both run from
  the send. So the delay is part of the life, wherever the message spends it: on the staging queue, in a
  unit of work, on its target, on the dead-letter queue. JMS tells the end as an instant, JMSExpiration;
  the queue manager counts tenths of a second down in MQMD.Expiry. Both tell of one end.

  What the documents leave open, and what is accepted here:

  * How exactly the remaining life is told. Ten tenths of a second more or less are no error. The same holds for
    the JMSExpiration that a receiver sees, which its client may have made of the remaining life.
  * Whether a message that has expired is still there, and takes up room. Depth and refusal must agree.
  * What a time to live of less than a tenth of a second becomes. It must not become an unlimited life.
  * How a life is treated that Expiry can hold but that is above 99999999.9 s. It is not used here; the
    chapter about enforcing the largest expiry is about it.

  @X-05
  Rule: JMSExpiration is the time of the send plus the time to live, without the delay

    The delay is taken neither off nor on.

    Scenario Outline: With a life of <life> and a delay of <delay> a <api> tells an end <life> after the send
      Given a <api> for a queue ORDERS with a time to live of <life> and a delivery delay of <delay>
      When "order-1" is sent
      Then the sender of "order-1" sees as JMSExpiration the time of the send plus <life>
      And after its delivery delay "order-1" is delivered to ORDERS
      And its JMSExpiration is the time of the send of "order-1" plus <life>, and nothing else is on ORDERS

      Examples: a life much longer than the delay, and little longer
        | api             | life | delay |
        | MessageProducer | 60 s | 3 s   |
        | MessageProducer | 6 s  | 4 s   |
        | JMSProducer     | 60 s | 3 s   |
        | JMSProducer     | 6 s  | 4 s   |

    Scenario: A message of a unit of work tells the end that its send gave it
      Given a transacted MessageProducer for a queue ORDERS with a time to live of 60 s and a delivery delay of 2 s
      When "order-1" is sent, and 4 s later the unit of work is committed
      And 3 s pass
      Then "order-1" is delivered to ORDERS
      And its JMSExpiration is the time of the send of "order-1" plus 60 s, and nothing else is on ORDERS

    Scenario Outline: A delayed publication of a <api> ends one time to live after its send
      Given a topic PRICES with a non-durable subscriber alice
      And a <api> for the topic PRICES with a time to live of 20 s and a delivery delay of 5 s
      When "price-1" is published
      Then the sender of "price-1" sees as JMSExpiration the time of the send plus 20 s, and nothing is delivered to the subscriber alice

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @X-06
  Rule: What Expiry has left and the instant in JMSExpiration are one and the same end

    Whoever restarts the one clock at the delivery, or takes the delay off twice, contradicts the other.

    Scenario Outline: The two ends of a message of a <api> agree <elapsed> after the send
      Given a <api> for a queue ORDERS with a time to live of <life> and a delivery delay of <delay>
      When "order-1" is sent
      And <elapsed> have passed since "order-1" was sent
      Then "order-1" is delivered to ORDERS, and its MQMD.Expiry and its JMSExpiration tell of the same end
      And its expiry is positive or unlimited, and nothing else is on ORDERS

      Examples: just delivered
        | api             | life | delay | elapsed |
        | MessageProducer | 60 s | 10 s  | 11 s    |
        | JMSProducer     | 60 s | 10 s  | 11 s    |

      Examples: after a while on the target
        | api             | life | delay | elapsed |
        | MessageProducer | 60 s | 5 s   | 15 s    |
        | JMSProducer     | 60 s | 5 s   | 15 s    |

      Examples: delayed for most of its life
        | api             | life | delay | elapsed |
        | MessageProducer | 15 s | 10 s  | 11 s    |
        | JMSProducer     | 15 s | 10 s  | 11 s    |

    Scenario: The two ends of a message of a unit of work agree, however late it is committed
      Given a transacted MessageProducer for a queue ORDERS with a time to live of 60 s and a delivery delay of 3 s
      When "order-1" is sent, and 8 s later the unit of work is committed
      And 4 s pass
      Then "order-1" is delivered to ORDERS
      And its MQMD.Expiry and its JMSExpiration tell of the same end, and nothing else is on ORDERS

    Scenario: The two ends of a delayed message agree for who gets it by its id
      Given a MessageProducer for a queue ORDERS with a time to live of 60 s and a delivery delay of 10 s
      When "order-1" is sent
      And 11 s have passed since "order-1" was sent
      Then MQGET from ORDERS with MQMO_MATCH_MSG_ID of "order-1" returns "order-1"
      And the remaining expiry of "order-1" is about 490 tenths, and nothing else is on ORDERS

    Scenario: The two ends of a delayed publication agree for a durable subscriber that was away
      Given a topic PRICES with a durable subscriber alice
      And a MessageProducer for the topic PRICES with a time to live of 60 s and a delivery delay of 3 s
      When "price-1" is published
      And the subscriber alice disconnects during the delay of "price-1"
      And 23 s have passed since "price-1" was sent
      And the durable subscriber alice connects again
      Then "price-1" is delivered to the subscriber alice
      And the remaining expiry of "price-1" is about 370 tenths, and nothing else is delivered to the subscriber alice

  @X-07
  Rule: An unlimited life stays unlimited over the delay

    -1 is no number of tenths. Who takes 50 tenths of delay off it has -51.

    Scenario Outline: A message of a <api> without an end has none after a delay of <delay>
      Given a <api> for a queue ORDERS with <settings>
      When "order-1" is sent and comes due
      Then "order-1" is delivered to ORDERS with MQMD.Expiry MQEI_UNLIMITED
      And its jms.Exp is absent
      And its JMSExpiration is 0, and nothing else is on ORDERS

      Examples: never set, or set to unlimited
        | api             | delay | settings                                              |
        | MessageProducer | 2 s   | a delivery delay of 2 s                               |
        | MessageProducer | 5 s   | a delivery delay of 5 s and an unlimited time to live |
        | JMSProducer     | 2 s   | a delivery delay of 2 s                               |
        | JMSProducer     | 5 s   | an unlimited time to live and a delivery delay of 5 s |

    Scenario: A message without an end has none when the queue manager was restarted during its delay
      Given a MessageProducer for a queue ORDERS with delivery mode PERSISTENT and a delivery delay of 4 s
      When "order-1" is sent, and the queue manager is restarted
      And the delivery delay of "order-1" is over
      Then "order-1" is delivered to ORDERS with MQMD.Expiry MQEI_UNLIMITED
      And its jms.Exp is absent, and nothing else is on ORDERS

    Scenario: A message without an end has none on the dead-letter queue either
      Given a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      Then "order-1" is dead-lettered
      And its MQMD.Expiry is MQEI_UNLIMITED, and nothing else is on the dead-letter queue

  @X-08
  Rule: A life that Expiry cannot hold is compared with the delay as the milliseconds that it is

    Above 214748364.7 s Expiry says unlimited. That -1 must not be taken for a life shorter than the delay,
    and a delay that is longer still must not pass. As no text says how long a delay may be, it may be refused
    for its length alone, by any call and with any reason.

    Scenario Outline: A <api> with a life of 4000 days may not delay for longer
      Given a <api> for a queue ORDERS
      When the delivery delay is set to 5000 days
      And the time to live is set to 4000 days
      And "order-1" is sent
      Then setDeliveryDelay, setTimeToLive or the send is refused, and nothing is on ORDERS, nor on the staging queue

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A <api> with a life of <life> may delay for <delay>
      Given a <api> for a queue ORDERS with a time to live of <life> and a delivery delay of <delay>
      When "order-1" is sent
      Then every call is accepted
      And after its delivery delay "order-1" is delivered to ORDERS with MQMD.Expiry MQEI_UNLIMITED
      And its jms.Exp is the time of the send of "order-1" plus <life>, and nothing else is on ORDERS

      Examples: just above what Expiry holds, and far above
        | api             | life            | delay |
        | MessageProducer | 214748365 s     | 2 s   |
        | MessageProducer | 300000000000 ms | 5 s   |
        | JMSProducer     | 214748365 s     | 2 s   |
        | JMSProducer     | 300000000000 ms | 5 s   |

    Scenario Outline: A message with a life of <life> arrives after its delay
      Given a <api> for a queue ORDERS with a time to live of <life> and a delivery delay of 3 s
      When "order-1" is sent
      Then every call is accepted, and nothing is on ORDERS yet
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: beyond what Expiry holds, and where milliseconds of 32 bits have 1 s and no life left
        | api             | life            |
        | MessageProducer | 4000 days       |
        | JMSProducer     | 4000 days       |
        | MessageProducer | 300647711720 ms |
        | JMSProducer     | 300647710720 ms |

    Scenario Outline: A message of a <api> that lives for 4000 days waits for the end of its delay like any other
      Given a <api> for a queue ORDERS with a time to live of 4000 days and a delivery delay of 4 s
      When "order-1" is sent, and 2 s pass
      Then nothing is on ORDERS yet
      And a browser shows "order-1" on the staging queue
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @X-11
  Rule: A life of less than a tenth of a second does not become an unlimited one

    Cut down to 0 tenths it would be refused at the MQI, or, where JMS is asked, mean no end at all.

    Scenario Outline: A message of a <api> that lives for <life> is gone a few seconds later
      Given a <api> for a queue ORDERS with a time to live of <life>
      When "order-1" is sent
      Then setTimeToLive or the send is accepted, or refused
      And the answer to "What becomes of a message that is to live for <life>?" is recorded
      And after 5 s nothing is on ORDERS

      Examples: the shortest and the longest
        | api             | life  |
        | MessageProducer | 1 ms  |
        | MessageProducer | 99 ms |
        | JMSProducer     | 1 ms  |
        | JMSProducer     | 99 ms |

  @X-16
  Rule: On the dead-letter queue a delayed message has what its delay has left it, and ever less of it

    Neither all of its life again, nor an unlimited one.

    Scenario Outline: Of 60 s of a <mode> message about <first> are left at 10 s, and about <second> at 16 s
      Given a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode>, a time to live of 60 s and a delivery delay of 5 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
      And 10 s have passed since "order-1" was sent
      Then MQGET from the dead-letter queue with MQGMO_BROWSE_FIRST returns "order-1"
      And the remaining expiry of "order-1" is about <first>
      When 16 s have passed since "order-1" was sent
      Then "order-1" is dead-lettered
      And the remaining expiry of "order-1" is about <second>, and nothing else is on the dead-letter queue

      Examples: persistent or not
        | mode           | first      | second     |
        | PERSISTENT     | 500 tenths | 440 tenths |
        | NON_PERSISTENT | 500 tenths | 440 tenths |

    @X-17
    Scenario: A JMS client that receives a dead letter in a unit of work sees the id that was sent and what is left of the life
      Given a queue ORDERS and a dead-letter queue
      And a transacted MessageProducer for ORDERS with a time to live of 60 s and a delivery delay of 5 s
      When "order-1" is sent, and the unit of work is committed
      And "order-1" comes due while ORDERS has PUT(DISABLED)
      And 16 s have passed since "order-1" was sent
      Then the sender itself receives "order-1" from the dead-letter queue
      And the remaining expiry of "order-1" is about 440 tenths
      And its MQMD.MsgId is the JMSMessageID that the sender of "order-1" was given
      When the unit of work is committed
      Then nothing is on the dead-letter queue, nor on ORDERS

    Scenario: A message whose life is over is gone from the dead-letter queue, and reported if asked for
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with a time to live of 8 s and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then after the life of "order-1" nothing is on the dead-letter queue
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

    Scenario: A message that expires on the dead-letter queue while the queue manager is down is reported
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT, a time to live of 8 s and a delivery delay of 2 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And the queue manager is down for 10 s
      Then nothing is on the dead-letter queue
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

    Scenario: A dead letter lives no longer for a restart
      Given a queue ORDERS and a dead-letter queue
      And a MessageProducer for ORDERS with delivery mode PERSISTENT, a time to live of 8 s and a delivery delay of 3 s
      When "order-1" is sent and comes due while ORDERS has PUT(DISABLED)
      And the queue manager is restarted
      Then after the life of "order-1" nothing is on the dead-letter queue

  @X-25
  Rule: Expired messages that are still there fill the target of a delayed send

    The check at the send goes by the depth, and they count in it.

    Background:
      Given a queue ORDERS with MAXDEPTH(1)
      And a MessageProducer for ORDERS with a time to live of 2 s

    Scenario: A delayed send is refused only by a queue that the depth shows to be full
      Given a MessageProducer for ORDERS with a delivery delay of 60 s
      When "order-1" is sent by the first producer, and 5 s pass
      And the depth of ORDERS is read
      And "order-2" is sent
      Then the send is accepted, or refused if the depth of ORDERS was 1
      And the answer to "Is a delayed send accepted by a queue that an expired message fills?" is recorded
      And the depth of ORDERS is 0 if the send of "order-2" was accepted, and else at most 1

    Scenario: When a get has discarded the expired message there is room for a delayed send
      Given a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent by the first producer
      Then after 5 s nothing is on ORDERS
      When 2 s pass
      And "order-2" is sent by the second producer
      Then the send is accepted
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

  @X-26
  Rule: Expired messages that are still there fill the staging queue

    It is a queue like any other. A message expires there when it cannot be moved for too long.

    Background:
      Given the queues ORDERS and BILLS, and no dead-letter queue
      And the staging queue is altered to MAXDEPTH(1)
      And a MessageProducer without a destination with a time to live of 6 s and a delivery delay of 3 s

    Scenario: A delayed send is refused only by a staging queue that its depth shows to be full
      When "order-1" is sent to ORDERS
      And ORDERS is altered to PUT(DISABLED) during the delay of "order-1"
      And the life of "order-1" is over
      And the depth of the staging queue is read
      And "order-2" is sent to BILLS
      Then the send is accepted, or refused if the depth of the staging queue was 1
      And the answer to "Is a delayed send accepted by a staging queue that an expired message fills?" is recorded
      And the depth of the staging queue is 0 to 1

    Scenario: A staging queue that nobody processes takes no more than its limit, though its message has expired
      Given a queue manager ZQM1 on z/OS to which the application connects
      And a defined staging queue, and the staging queue is altered to MAXDEPTH(1)
      And a MessageProducer for a queue INVOICES with a time to live of 6 s and a delivery delay of 3 s
      When "invoice-1" is sent, and another error stops the delivery delay processor
      And the life of "invoice-1" is over
      And "invoice-2" is sent
      Then the send is accepted, or refused
      And the depth of the staging queue is 0 to 1, and nothing is on INVOICES

    Scenario: When a browse has discarded the expired message there is room on the staging queue
      When "order-1" is sent to ORDERS
      And ORDERS is altered to PUT(DISABLED) during the delay of "order-1"
      Then after the life of "order-1" the staging queue becomes empty
      When 2 s pass, and "order-2" is sent to BILLS
      Then the send is accepted, and nothing is on ORDERS, nor on BILLS

  @X-46
  Rule: The recall of a message from the staging queue obeys its life

    The get is an ordinary one. What it returns is alive; what has expired it discards, with the report that
    was asked for.

    Scenario Outline: A message with <options> whose life is over cannot be recalled
      Given the queues ORDERS and REPLIES, and no dead-letter queue
      And a MessageProducer for ORDERS with a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | report options | <options> |
        | reply to       | REPLIES   |
      And the life of "order-1" is over
      Then MQGET from the staging queue with MQMO_MATCH_CORREL_ID of "order-1" fails with MQRC_NO_MSG_AVAILABLE (2033)
      And nothing is on ORDERS, nor on the staging queue

      Examples: with a report and without
        | options            |
        | MQRO_EXPIRATION    |
        | MQRO_DEAD_LETTER_Q |

    Scenario: The attempt to recall what has expired brings the report
      Given the queues ORDERS and REPLIES, and no dead-letter queue
      And a MessageProducer for ORDERS with a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And the life of "order-1" is over
      Then MQGET from the staging queue with MQMO_MATCH_CORREL_ID of "order-1" finds no message
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

    Scenario: On z/OS what expired while the processor was stopped cannot be recalled, and the attempt brings the report
      Given a queue manager ZQM1 on z/OS to which the application connects
      And a defined staging queue
      And the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And the staging queue is altered to PUT(DISABLED) during the delay of "order-1"
      And the life of "order-1" is over
      And the getting application connects to ZQM1
      Then MQGET from the staging queue with MQMO_MATCH_CORREL_ID of "order-1" finds no message
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES
      And the depth of the staging queue is 0

    Scenario: On z/OS what expired while the processor was stopped is not browsed on the staging queue
      Given a queue manager ZQM1 on z/OS to which the application connects
      And a defined staging queue
      And the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And the staging queue is altered to PUT(DISABLED) during the delay of "order-1"
      Then after the life of "order-1" a browser shows nothing on the staging queue
      And the depth of the staging queue is 0
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

    Scenario Outline: A message of a <api> without an end has none when it is recalled after 4 s
      Given a <api> for a queue ORDERS with a delivery delay of 10 s
      When "order-1" is sent, and 4 s pass
      Then an MQGET by correlation id recalls "order-1" from the staging queue
      And its MQMD.Expiry is MQEI_UNLIMITED
      And its expiry is positive or unlimited, and nothing is on the staging queue

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A message that is recalled in a unit of work shows what is left of its life
      Given a MessageProducer for a queue ORDERS with a time to live of 60 s and a delivery delay of 30 s
      When "order-1" is sent, and 20 s pass
      Then an MQGET in syncpoint by correlation id recalls "order-1" from the staging queue
      And the remaining expiry of "order-1" is about 400 tenths, and nothing is on ORDERS

    Scenario: A message that is recalled in the last tenth of its life shows no 0
      Given a clock that the tester sets, and a queue ORDERS and no dead-letter queue
      And a MessageProducer for ORDERS with a time to live of 5 s and a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
      And 4950 ms pass
      Then MQGET from the staging queue with MQMO_MATCH_CORREL_ID of "order-1" returns "order-1" with a positive expiry, or no message, and nothing is on ORDERS

    Scenario: What expires in the unit of work of its recall is reported when that is backed out
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with a time to live of 6 s and a delivery delay of 3 s
      When "order-1" is sent
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then an MQGET in syncpoint by correlation id recalls "order-1" from the staging queue
      When 7 s have passed since "order-1" was sent
      And the getting application backs out, which puts back "order-1"
      Then after 2 s nothing is on ORDERS, nor on the staging queue
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

    Scenario: A message that is recalled a second time has so much less left
      Given a MessageProducer for a queue ORDERS with a time to live of 30 s and a delivery delay of 20 s
      When "order-1" is sent
      Then an MQGET in syncpoint by correlation id recalls "order-1" from the staging queue
      When the getting application backs out, which puts back "order-1"
      Then after 10 s an MQGET by correlation id recalls "order-1" from the staging queue
      And the remaining expiry of "order-1" is about 200 tenths, and nothing is on the staging queue

    Scenario: A message that is recalled in the middle of its life has about half of it left
      Given a MessageProducer for a queue ORDERS with a time to live of 20 s and a delivery delay of 15 s
      When "order-1" is sent
      And 10 s pass
      Then an MQGET by correlation id recalls "order-1" from the staging queue
      And the remaining expiry of "order-1" is about 100 tenths, and nothing is on the staging queue
