Feature: Restrictions of the client

  Delivery delay is offered by the JMS client only, and not together with everything. The queue manager
  must be of version 8.0 or later, the time to live of a message must not end before its delay, and a
  message with a delay must not belong to a message group. A call that breaks one of these restrictions
  ends in an exception: a JMSException from a MessageProducer, a JMSRuntimeException (which is unchecked)
  from a JMSProducer. The reason code may stand anywhere in the chain of causes, as a number or as the
  name of the constant. Other restrictions have chapters of their own: groups and queues that take
  nothing (04), clustered destinations (18), and what a topic must allow (17).

  What the documents leave open, and what is accepted here:

  * Which call reports that a message would expire before it is due. The documents say that this depends
    on the operations chosen; the second of the two setters and the send are both right.
  * A time to live equal to the delay. Only "less than" is forbidden, but the page about the reason code
    advises to keep below, and the product's own client refuses equality. Both are accepted.
  * How a time to live of 0 compares with a delay. It is taken as JMS means it: the message never
    expires, so that no delay is too long for it.

  @DD-15
  Rule: The restrictions hold for both producer APIs

    Some of them are worded for a MessageProducer only; the sentence before them says that they apply to
    both alike.

    Scenario Outline: A <api> with a delay refuses <what>
      Given a <api> for a queue ORDERS with a delivery delay of 5 s
      When "order-1" is sent <how>
      Then <call> is refused with <reason>
      And after 6 s nothing is on ORDERS

      Examples: MessageProducer
        | api             | what             | how                                 | call                      | reason                    |
        | MessageProducer | too short a life | with a time to live of 3 s          | setTimeToLive or the send | MQRC_EXPIRY_ERROR (2013)  |
        | MessageProducer | a message group  | as message 1 of the group "batch-7" | the send                  | MQRC_OPTIONS_ERROR (2046) |

      Examples: JMSProducer
        | api         | what             | how                                 | call                      | reason                    |
        | JMSProducer | too short a life | with a time to live of 3 s          | setTimeToLive or the send | MQRC_EXPIRY_ERROR (2013)  |
        | JMSProducer | a message group  | as message 1 of the group "batch-7" | the send                  | MQRC_OPTIONS_ERROR (2046) |

    Scenario Outline: A <api> with a delay refuses <what> on another queue manager, too
      Given a queue manager QM2 of version 9.4 to which the application connects
      And a <api> for a queue ORDERS with a delivery delay of 5 s
      When "order-1" is sent <how>
      Then <call> is refused with <reason>
      And after 6 s nothing is on ORDERS

      Examples: a restriction for each API
        | api             | what             | how                                 | call                      | reason                    |
        | MessageProducer | too short a life | with a time to live of 3 s          | setTimeToLive or the send | MQRC_EXPIRY_ERROR (2013)  |
        | JMSProducer     | a message group  | as message 1 of the group "batch-7" | the send                  | MQRC_OPTIONS_ERROR (2046) |

  @DD-16
  Rule: A MessageProducer throws a JMSException, a JMSProducer a JMSRuntimeException

    Subclasses count. An unchecked exception of another kind is not what the application catches.

    Scenario Outline: <what> on a <api> ends in a <exception>
      Given a <api> for a queue ORDERS with a delivery delay of 5 s
      When "order-1" is sent <how>
      And setTimeToLive or the send has been refused
      Then the exception is a <exception>, and nothing is on ORDERS

      Examples: both APIs
        | api             | what             | how                                 | exception           |
        | MessageProducer | A message group  | as message 1 of the group "batch-7" | JMSException        |
        | JMSProducer     | A message group  | as message 1 of the group "batch-7" | JMSRuntimeException |
        | MessageProducer | Too short a life | with a time to live of 3 s          | JMSException        |
        | JMSProducer     | Too short a life | with a time to live of 3 s          | JMSRuntimeException |

    Scenario Outline: A queue with <attributes> ends in a <exception> of a <api>
      Given a queue ORDERS with <attributes>, and a <api> without a destination with a delivery delay of 5 s
      When "order-1" is sent to ORDERS, and the send has been refused
      Then the exception is a <exception>, and nothing is on ORDERS, nor on the staging queue

      Examples: both APIs
        | api             | attributes    | exception           |
        | MessageProducer | MAXDEPTH(0)   | JMSException        |
        | JMSProducer     | MAXDEPTH(0)   | JMSRuntimeException |
        | MessageProducer | PUT(DISABLED) | JMSException        |
        | JMSProducer     | PUT(DISABLED) | JMSRuntimeException |

    Scenario Outline: A clustered queue with DEFBIND(<binding>) ends in a <exception> of a <api>
      Given a cluster SALES of QM1 and QM2, and a queue ORDERS with CLUSTER(SALES) and DEFBIND(<binding>) on QM2
      And a <api> without a destination with a delivery delay of 5 s
      When "order-1" is sent to ORDERS, and the send has been refused
      Then the exception is a <exception>, and nothing is on ORDERS of QM2

      Examples: both APIs
        | api             | binding | exception           |
        | MessageProducer | OPEN    | JMSException        |
        | JMSProducer     | OPEN    | JMSRuntimeException |
        | JMSProducer     | GROUP   | JMSRuntimeException |

    Scenario Outline: A sender without authority is refused by a <exception> of a <api>
      Given a queue ORDERS
      When a <api> of the user alice without a destination with a delivery delay of 5 s is created
      And "order-1" is sent to ORDERS, and the send has been refused
      Then the exception is a <exception>, and nothing is on ORDERS, nor on the staging queue

      Examples: both APIs
        | api             | exception           |
        | MessageProducer | JMSException        |
        | JMSProducer     | JMSRuntimeException |

    Scenario Outline: A delay on version 7.5 ends in a <exception> of a <api>
      Given a queue manager OLD of version 7.5 to which the application connects
      And a <api> for a queue ORDERS
      When the delivery delay is set to 5 s, and setDeliveryDelay has been refused
      Then the exception is a <exception>, and nothing is on ORDERS

      Examples: both APIs
        | api             | exception           |
        | MessageProducer | JMSException        |
        | JMSProducer     | JMSRuntimeException |

    Scenario Outline: A delayed publication that its topic does not allow ends in a <exception> of a <api>
      Given a topic PRICES with PMSGDLV(ALL) and NPMSGDLV(ALL), and a non-durable subscriber alice
      And a <api> for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published, and the send has been refused
      Then the exception is a <exception>
      And after 4 s nothing is delivered to the subscriber alice

      Examples: both APIs
        | api             | exception           |
        | MessageProducer | JMSException        |
        | JMSProducer     | JMSRuntimeException |

  @DD-17
  Rule: A queue manager before version 8.0 knows no delay, and setDeliveryDelay says so

    The setter fails, not the send that would follow.

    Scenario Outline: setDeliveryDelay of a <api> is refused on version <version>
      Given a queue manager OLD of version <version> to which the application connects
      And a <api> for a queue ORDERS
      When the delivery delay is set to 5 s
      Then setDeliveryDelay is refused with MQRC_FUNCTION_NOT_SUPPORTED (2298), and nothing is on ORDERS

      Examples: below the boundary
        | api             | version |
        | MessageProducer | 7.5     |
        | JMSProducer     | 7.5     |
        | MessageProducer | 7.0     |

    Scenario Outline: A delay of <delay> is refused to a <api> on version 7.5 as well
      Given a queue manager OLD of version 7.5 to which the application connects
      And a <api> for a queue ORDERS
      When the delivery delay is set to <delay>
      Then setDeliveryDelay is refused with MQRC_FUNCTION_NOT_SUPPORTED (2298), and nothing is on ORDERS

      Examples: hardly more than none
        | api             | delay |
        | MessageProducer | 1 ms  |
        | JMSProducer     | 1 ms  |
        | MessageProducer | 99 ms |

    Scenario Outline: Version 7.5 refuses a delay to a <api> although another one is connected to version 9.4
      Given a queue manager NEW of version 9.4 to which the application connects
      And a <api> for a queue ORDERS with a delivery delay of 3 s
      And a queue manager OLD of version 7.5 to which the application connects
      And a <api> for a queue BILLS
      When the delivery delay is set to 5 s
      Then setDeliveryDelay is refused with MQRC_FUNCTION_NOT_SUPPORTED (2298), and nothing is on BILLS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: Version 9.4 takes a delay from a <api> although another one is connected to version 7.5
      Given a queue manager NEW of version 9.4 to which the application connects
      And a <api> for a queue ORDERS with a delivery delay of 3 s
      And a queue manager OLD of version 7.5 to which the application connects
      And a <api> for a queue BILLS
      When "order-1" is sent by the first producer
      Then the send is accepted
      When the application connects to NEW
      Then after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: Version 8.0 is new enough for a <api>
      Given a queue manager NEW of version 8.0 to which the application connects
      And a <api> for a queue ORDERS with a delivery delay of 5 s
      When "order-1" is sent
      Then every call is accepted
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @DD-18
  Rule: A delay of 0 is no delay, on any queue manager

    Frameworks call setDeliveryDelay(0) whether or not anybody wants a delay.

    Scenario Outline: A <api> may be told a delay of 0 on version 7.5
      Given a queue manager OLD of version 7.5 to which the application connects
      And a <api> for a queue ORDERS with a delivery delay of 0 s
      When "order-1" is sent
      Then every call is accepted
      And "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    @DD-17 @edition-8.0
    Scenario Outline: setDeliveryDelay of a <api> is refused where the queue manager has gone back to version 7.1
      Given a queue manager ZQM1 of version 8.0 on z/OS to which the application connects
      And a queue ORDERS
      When the queue manager is migrated back to version 7.1
      And a <api> for ORDERS is created, and the delivery delay is set to 5 s
      Then setDeliveryDelay is refused with MQRC_FUNCTION_NOT_SUPPORTED (2298), and nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    @DD-17
    Scenario Outline: setDeliveryDelay of a <api> for a topic is refused on version 7.5 as well
      Given a queue manager OLD of version 7.5 to which the application connects
      And a topic PRICES with a non-durable subscriber alice
      And a <api> for the topic PRICES
      When the delivery delay is set to 5 s
      Then setDeliveryDelay is refused with MQRC_FUNCTION_NOT_SUPPORTED (2298)
      And nothing is delivered to the subscriber alice

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    @DD-17
    Scenario Outline: A <api> that was refused a delay on version 7.5 may be told a delay of 0
      Given a queue manager OLD of version 7.5 to which the application connects
      And a <api> for a queue ORDERS
      When the delivery delay is set to 5 s
      Then setDeliveryDelay is refused with MQRC_FUNCTION_NOT_SUPPORTED (2298)
      When the delivery delay is set to 0 s
      Then every call is accepted, and nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @DD-25
  Rule: A time to live below the delay set before is refused

    Such a message would expire before anybody could get it. The two are compared in milliseconds: 5049
    is less than 5050, although both are 50 tenths of a second.

    Scenario Outline: After a delay of <delay> a <api> refuses to let a message live <life>
      Given a <api> for a queue ORDERS with a delivery delay of <delay>
      When the time to live is set to <life>
      And "order-1" is sent
      Then setTimeToLive or the send is refused with MQRC_EXPIRY_ERROR (2013)
      And after 6 s nothing is on ORDERS

      Examples: far below
        | api             | delay | life |
        | MessageProducer | 5 s   | 3 s  |
        | JMSProducer     | 5 s   | 3 s  |

      Examples: one millisecond below
        | api             | delay   | life    |
        | MessageProducer | 5000 ms | 4999 ms |
        | JMSProducer     | 5000 ms | 4999 ms |

      Examples: the same number of tenths
        | api             | delay   | life    |
        | MessageProducer | 5050 ms | 5049 ms |
        | JMSProducer     | 5050 ms | 5049 ms |

      Examples: less than a second
        | api             | delay   | life   |
        | MessageProducer | 1500 ms | 900 ms |
        | JMSProducer     | 5 s     | 100 ms |
        | MessageProducer | 900 ms  | 899 ms |
        | JMSProducer     | 900 ms  | 899 ms |

      Examples: less than a tenth of a second
        | api             | delay  | life  |
        | MessageProducer | 300 ms | 99 ms |
        | JMSProducer     | 300 ms | 99 ms |
        | MessageProducer | 99 ms  | 98 ms |
        | JMSProducer     | 2 ms   | 1 ms  |

      Examples: two numbers of which a float of 32 bits makes one
        | api             | delay       | life        |
        | MessageProducer | 20000001 ms | 20000000 ms |
        | JMSProducer     | 20000001 ms | 20000000 ms |

    Scenario Outline: A <producer> refuses to let a message live less than its delay <how>
      Given a queue ORDERS, and a <producer> and a delivery delay of 5 s
      When the time to live is set to 3 s
      And "order-1" is sent <how>
      Then setTimeToLive or the send is refused with MQRC_EXPIRY_ERROR (2013)
      And after 6 s nothing is on ORDERS

      Examples: other ways to send
        | producer                                                                | how       |
        | MessageProducer without a destination with delivery mode PERSISTENT     | to ORDERS |
        | MessageProducer without a destination with delivery mode NON_PERSISTENT | to ORDERS |
        | JMSProducer without a destination with delivery mode NON_PERSISTENT     | to ORDERS |

      Examples: where the destination names the queue manager
        | producer                                                            | how              |
        | MessageProducer without a destination with delivery mode PERSISTENT | to ORDERS on QM1 |
        | JMSProducer without a destination with delivery mode PERSISTENT     | to ORDERS on QM1 |

      Examples: in a unit of work
        | producer                                                                       | how       |
        | transacted MessageProducer without a destination with delivery mode PERSISTENT | to ORDERS |
        | transacted JMSProducer without a destination with delivery mode PERSISTENT     | to ORDERS |

    Scenario: After a restart a life below the delay is refused as before
      Given a queue ORDERS, and the queue manager is restarted
      And a MessageProducer for ORDERS with a delivery delay of 5 s
      When the time to live is set to 3 s
      And "order-1" is sent
      Then setTimeToLive or the send is refused with MQRC_EXPIRY_ERROR (2013)
      And after 6 s nothing is on ORDERS

    Scenario Outline: A <api> refuses to let a publication live less than its delay
      Given a topic PRICES with PMSGDLV(ALLAVAIL) and NPMSGDLV(ALLAVAIL), and a non-durable subscriber alice
      And a <api> for the topic PRICES with a delivery delay of 5 s
      When the time to live is set to 3 s, and "price-1" is published
      Then setTimeToLive or the send is refused with MQRC_EXPIRY_ERROR (2013)
      And nothing is on the staging queue
      And after 6 s nothing is delivered to the subscriber alice

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @DD-26
  Rule: A delay above the time to live set before is refused

    "Or vice versa" means the other order of the two calls, not the other relation of the two values.

    Scenario Outline: A delay that a <api> raises step by step is refused once it is above the time to live
      Given a <api> for a queue ORDERS with a time to live of 4 s and a delivery delay of 2 s
      When the delivery delay is set to 3 s
      And the delivery delay is set to 5 s
      And "order-1" is sent
      Then setDeliveryDelay or the send is refused with MQRC_EXPIRY_ERROR (2013)
      And after 6 s nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: For messages that live <life> a <api> refuses a delay of <delay>
      Given a <api> for a queue ORDERS with a time to live of <life>
      When the delivery delay is set to <delay>
      And "order-1" is sent
      Then setDeliveryDelay or the send is refused with MQRC_EXPIRY_ERROR (2013)
      And after 6 s nothing is on ORDERS

      Examples: far above
        | api             | life | delay |
        | MessageProducer | 3 s  | 5 s   |
        | JMSProducer     | 3 s  | 5 s   |

      Examples: one millisecond above
        | api             | life    | delay   |
        | MessageProducer | 4999 ms | 5000 ms |
        | JMSProducer     | 4999 ms | 5000 ms |

      Examples: the same number of tenths
        | api             | life    | delay   |
        | MessageProducer | 5049 ms | 5050 ms |
        | JMSProducer     | 5049 ms | 5050 ms |

      Examples: less than a second
        | api             | life   | delay   |
        | MessageProducer | 900 ms | 1500 ms |
        | JMSProducer     | 100 ms | 5 s     |
        | MessageProducer | 899 ms | 900 ms  |
        | JMSProducer     | 899 ms | 900 ms  |

      Examples: less than a tenth of a second
        | api             | life  | delay  |
        | MessageProducer | 99 ms | 300 ms |
        | JMSProducer     | 99 ms | 300 ms |
        | MessageProducer | 1 ms  | 2 ms   |
        | JMSProducer     | 98 ms | 99 ms  |

      Examples: two numbers of which a float of 32 bits makes one
        | api             | life        | delay       |
        | MessageProducer | 20000000 ms | 20000001 ms |
        | JMSProducer     | 20000000 ms | 20000001 ms |

    Scenario Outline: A <api> may have a delay below the time to live set before
      Given a <api> for a queue ORDERS with a time to live of 20 s
      When the delivery delay is set to 3 s
      And "order-1" is sent
      Then every call is accepted
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @DD-27
  Rule: Whether a time to live equal to the delay is accepted is left open

    Equality is not "less than". Where such a message is accepted, its delay and its life end in one
    instant: it is delivered, or it has expired. A life one millisecond longer is accepted.

    Scenario Outline: After a delay of <time> a <api> may or may not let a message live <time>
      Given a <api> for a queue ORDERS with a delivery delay of <time>
      When the time to live is set to <time>, and "order-1" is sent
      Then setTimeToLive or the send is accepted, or refused with MQRC_EXPIRY_ERROR (2013)
      And the answer to "Is a time to live equal to the delivery delay accepted?" is recorded
      And after 4 s "order-1" is delivered to ORDERS, or never, and nothing else is on ORDERS

      Examples: delay first
        | api             | time |
        | MessageProducer | 3 s  |
        | JMSProducer     | 3 s  |

    Scenario Outline: For messages that live <time> a <api> may or may not accept a delay of <time>
      Given a <api> for a queue ORDERS with a time to live of <time>
      When the delivery delay is set to <time>, and "order-1" is sent
      Then setDeliveryDelay or the send is accepted, or refused with MQRC_EXPIRY_ERROR (2013)
      And the answer to "Is a delivery delay equal to the time to live accepted?" is recorded
      And after 4 s "order-1" is delivered to ORDERS, or never, and nothing else is on ORDERS

      Examples: time to live first
        | api             | time |
        | MessageProducer | 3 s  |
        | JMSProducer     | 3 s  |

    Scenario Outline: After a delay of <delay> a <api> lets a message live <life>
      Given a <api> for a queue ORDERS with a delivery delay of <delay>
      When the time to live is set to <life>
      And "order-1" is sent
      Then every call is accepted
      And after 4 s "order-1" is delivered to ORDERS, or never, and nothing else is on ORDERS

      Examples: one millisecond above
        | api             | delay   | life    |
        | MessageProducer | 3000 ms | 3001 ms |
        | JMSProducer     | 3000 ms | 3001 ms |

      Examples: both within one tenth of a second, and both within one second
        | api             | delay   | life    |
        | MessageProducer | 3010 ms | 3050 ms |
        | JMSProducer     | 3010 ms | 3050 ms |
        | MessageProducer | 3100 ms | 3900 ms |
        | JMSProducer     | 3100 ms | 3900 ms |

  @DD-28
  Rule: A time to live of 0 is unlimited, so no delay is too long for it

    Compared as a number, 0 would be below every delay, and delays would not work with the default.

    Scenario Outline: A <api> with <settings> delivers its message
      Given a <api> for a queue ORDERS with <settings>
      When "order-1" is sent
      Then every call is accepted
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: the time to live was never set
        | api             | settings                |
        | MessageProducer | a delivery delay of 3 s |
        | JMSProducer     | a delivery delay of 3 s |

      Examples: the time to live is set to 0 after the delay
        | api             | settings                                              |
        | MessageProducer | a delivery delay of 3 s and an unlimited time to live |
        | JMSProducer     | a delivery delay of 3 s and an unlimited time to live |

      Examples: the time to live is set to 0 before the delay
        | api             | settings                                              |
        | MessageProducer | an unlimited time to live and a delivery delay of 3 s |
        | JMSProducer     | an unlimited time to live and a delivery delay of 3 s |

    @DD-30
    Scenario: A delayed message that the long form of send lets live for ever never expires, whatever its producer was given
      Given a MessageProducer for a queue ORDERS with a time to live of 60 s and a delivery delay of 3 s
      When "order-1" is sent by the long form of send with an unlimited time to live
      And the delivery delay of "order-1" is over
      Then "order-1" is delivered to ORDERS with MQMD.Expiry MQEI_UNLIMITED, and nothing else is on ORDERS

    @DD-30
    Scenario: A publication that the long form of send lets live for ever is accepted
      Given a topic PRICES with a non-durable subscriber alice
      And a MessageProducer for the topic PRICES with a time to live of 60 s and a delivery delay of 3 s
      When "price-1" is sent by the long form of send with an unlimited time to live
      Then the send is accepted
      And after its delivery delay "price-1" is delivered to the subscriber alice, and nothing else

    Scenario: A delayed message with a time to live of 0 never expires
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s and an unlimited time to live
      When "order-1" is sent and comes due
      Then "order-1" is delivered to ORDERS with MQMD.Expiry MQEI_UNLIMITED, and nothing else is on ORDERS

    Scenario Outline: A time to live of a <api> that was taken back is not below the delay
      Given a <api> for a queue ORDERS with a time to live of 2 s and then an unlimited time to live
      When the delivery delay is set to 4 s
      And "order-1" is sent
      Then every call is accepted
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A time to live that a <api> takes back beside a delay limits nothing
      Given a <api> for a queue ORDERS with a delivery delay of 3 s and then a time to live of 60 s and then an unlimited time to live
      When "order-1" is sent and comes due
      Then "order-1" is delivered to ORDERS with MQMD.Expiry MQEI_UNLIMITED, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A time to live that came with an earlier send is not below a later delay
      Given a MessageProducer for a queue ORDERS
      When "order-1" is sent by the long form of send with a time to live of 60 s
      And "order-2" is sent with a delivery delay of 90 s
      Then every call is accepted
      And "order-1" is delivered to ORDERS, and nothing is on ORDERS yet

  @DD-29
  Rule: Without a delay no time to live is too short

    What counts is the present value of the delay, not one that it had before.

    Scenario Outline: Without a delay a <api> with <settings> delivers its message
      Given a <api> for a queue ORDERS with <settings>
      When "order-1" is sent
      Then every call is accepted
      And "order-1" is delivered to ORDERS, and nothing else is there

      Examples: the delay was taken back
        | api             | settings                                                                           |
        | MessageProducer | a delivery delay of 8 s and then a delivery delay of 0 s and a time to live of 5 s |
        | JMSProducer     | a delivery delay of 8 s and then a delivery delay of 0 s and a time to live of 5 s |

      Examples: the delay is 0
        | api             | settings                                          |
        | MessageProducer | a time to live of 5 s and a delivery delay of 0 s |
        | JMSProducer     | a time to live of 5 s and a delivery delay of 0 s |

    Scenario: When the delay was set back to 0 a send may bring a life below the one before
      Given a MessageProducer for a queue ORDERS with a delivery delay of 10 s
      When "order-1" is sent, and the delivery delay is set to 0 s
      And "order-2" is sent by the long form of send with a time to live of 8 s
      Then every call is accepted
      And "order-2" is delivered to ORDERS, and nothing else is there

    Scenario Outline: A <api> without a delay takes a time to live of <life>
      Given a <api> for a queue ORDERS with a time to live of <life>
      When "order-1" is sent
      Then every call is accepted
      And "order-1" is delivered to ORDERS, or never, and nothing else is on ORDERS

      Examples: shorter than any delay in use
        | api             | life    |
        | MessageProducer | 1000 ms |
        | JMSProducer     | 1000 ms |
        | MessageProducer | 100 ms  |
        | JMSProducer     | 100 ms  |

  @DD-30
  Rule: A time to live that comes with the send is checked against the delay by the send

    It wins over the time to live of the producer, for better or worse.

    Scenario Outline: A send with a life of <sent> is refused although the producer has <life>
      Given a MessageProducer for a queue ORDERS with <life> and a delivery delay of 5 s
      When "order-1" is sent by the long form of send with a time to live of <sent>
      Then the send is refused with MQRC_EXPIRY_ERROR (2013)
      And after 6 s nothing is on ORDERS

      Examples: below the delay
        | life                      | sent    |
        | an unlimited time to live | 3 s     |
        | a time to live of 60 s    | 3 s     |
        | a time to live of 60 s    | 4999 ms |
        | a time to live of 60 s    | 900 ms  |
        | a time to live of 60 s    | 99 ms   |
        | an unlimited time to live | 1 ms    |

    Scenario: Life and delay are compared in milliseconds, not in seconds
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3900 ms
      When "order-1" is sent by the long form of send with a time to live of 3100 ms
      Then the send is refused with MQRC_EXPIRY_ERROR (2013)
      And after 5 s nothing is on ORDERS

    Scenario: Each send is checked, whatever was sent before
      Given a MessageProducer for a queue ORDERS with a delivery delay of 5 s
      When "order-1" is sent by the long form of send with a time to live of 60 s
      And "order-2" is sent by the long form of send with a time to live of 3 s
      Then the send is refused with MQRC_EXPIRY_ERROR (2013)
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

    Scenario Outline: A <producer> that tries a life below its delay again is refused again
      Given a <producer> for a queue ORDERS with <life> and a delivery delay of 5 s
      When "order-1" is sent by the long form of send with a time to live of 3 s
      Then the send is refused with MQRC_EXPIRY_ERROR (2013)
      When "order-2" is sent by the long form of send with a time to live of 3 s
      Then the send is refused with MQRC_EXPIRY_ERROR (2013)
      And after 6 s nothing is on ORDERS, nor on the staging queue

      Examples: outside and inside a unit of work
        | producer                   | life                      |
        | MessageProducer            | an unlimited time to live |
        | transacted MessageProducer | a time to live of 60 s    |

    Scenario Outline: A send of a <producer> with delivery mode <mode> is checked as well
      Given a <producer> for a queue ORDERS with a delivery delay of 5 s
      When "order-1" is sent by the long form of send with delivery mode <mode>, priority 4 and a time to live of 3 s
      Then the send is refused with MQRC_EXPIRY_ERROR (2013)
      And after 6 s nothing is on ORDERS

      Examples: outside and inside a unit of work
        | producer                   | mode           |
        | MessageProducer            | NON_PERSISTENT |
        | transacted MessageProducer | NON_PERSISTENT |
        | transacted MessageProducer | PERSISTENT     |

    Scenario: A send of a reply, which has a correlation id, is checked as well
      Given a MessageProducer for a queue ORDERS with a delivery delay of 5 s
      When "order-1" is sent by the long form of send with delivery mode PERSISTENT, priority 4 and a time to live of 3 s
        | JMSCorrelationID | order 17 |
      Then the send is refused with MQRC_EXPIRY_ERROR (2013)
      And after 6 s nothing is on ORDERS

    Scenario Outline: A send of a <producer> that names the queue and a life of 3 s is refused with delivery mode <mode>
      Given a queue ORDERS
      And a <producer> without a destination with <life> and a delivery delay of 5 s
      When "order-1" is sent to ORDERS by the long form of send with delivery mode <mode>, priority 4 and a time to live of 3 s
      Then the send is refused with MQRC_EXPIRY_ERROR (2013)
      And after 6 s nothing is on ORDERS, nor on the staging queue

      Examples: whatever the producer was given, outside and inside a unit of work
        | producer                   | life                      | mode           |
        | MessageProducer            | an unlimited time to live | PERSISTENT     |
        | MessageProducer            | a time to live of 60 s    | NON_PERSISTENT |
        | transacted MessageProducer | a time to live of 60 s    | PERSISTENT     |

    Scenario: A send that names the queue and a life above the delay is accepted
      Given a queue ORDERS
      And a MessageProducer without a destination with a delivery delay of 3 s
      When "order-1" is sent to ORDERS by the long form of send with delivery mode NON_PERSISTENT, priority 4 and a time to live of 20 s
      Then the send is accepted
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: A publication with a life of its own is checked as well
      Given a topic PRICES with PMSGDLV(ALLAVAIL) and NPMSGDLV(ALLAVAIL), and a non-durable subscriber alice
      And a MessageProducer for the topic PRICES with a delivery delay of 5 s
      When "price-1" is sent by the long form of send with a time to live of 3 s
      Then the send is refused with MQRC_EXPIRY_ERROR (2013)
      And nothing is on the staging queue
      And after 6 s nothing is delivered to the subscriber alice

    Scenario: A send with an unlimited life is accepted
      Given a MessageProducer for a queue ORDERS with a time to live of 60 s and a delivery delay of 3 s
      When "order-1" is sent by the long form of send with an unlimited time to live
      Then the send is accepted
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: A send with a life above the delay is accepted
      Given a MessageProducer for a queue ORDERS with a delivery delay of 3 s
      When "order-1" is sent by the long form of send with a time to live of 20 s
      Then the send is accepted
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

  @DD-31
  Rule: The conflict is reported by the setter that makes it or by the next send

    Never later than that, and never not at all. What the setter stores when it fails is not said, so the
    producer is not used again.

    Scenario Outline: Which call of a <api> reports a life below the delay is recorded
      Given a <api> for a queue ORDERS with a delivery delay of 5 s
      When the time to live is set to 3 s
      And "order-1" is sent
      Then setTimeToLive or the send is refused with MQRC_EXPIRY_ERROR (2013)
      And the answer to "Which call reports a time to live set below the delivery delay?" is recorded, and nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: Which call of a <api> reports a delay above the life is recorded
      Given a <api> for a queue ORDERS with a time to live of 3 s
      When the delivery delay is set to 5 s
      And "order-1" is sent
      Then setDeliveryDelay or the send is refused with MQRC_EXPIRY_ERROR (2013)
      And the answer to "Which call reports a delivery delay set above the time to live?" is recorded, and nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A conflict that the arguments of the send would avoid may be reported before it, or by it
      Given a MessageProducer for a queue ORDERS with a time to live of 3 s
      When the delivery delay is set to 5 s
      And "order-1" is sent by the long form of send with a time to live of 20 s
      Then setDeliveryDelay or the send is accepted, or refused with MQRC_EXPIRY_ERROR (2013)
      And the answer to "Is a conflict reported although the arguments of the send avoid it?" is recorded
      And after 6 s "order-1" is delivered to ORDERS, or never, and nothing else is on ORDERS

    Scenario: A conflict that the arguments of one send avoid is reported by the next send at the latest
      Given a MessageProducer for a queue ORDERS with a time to live of 3 s
      When the delivery delay is set to 5 s
      And "order-1" is sent by the long form of send with a time to live of 20 s
      And "order-2" is sent
      Then setDeliveryDelay or the send is refused with MQRC_EXPIRY_ERROR (2013)
      And after 6 s "order-1" is delivered to ORDERS, or never, and nothing else is on ORDERS

    Scenario: A conflict that the arguments of the send do not avoid is reported by it at the latest
      Given a MessageProducer for a queue ORDERS with a time to live of 3 s
      When the delivery delay is set to 5 s
      And "order-1" is sent by the long form of send with a time to live of 4 s
      Then setDeliveryDelay or the send is refused with MQRC_EXPIRY_ERROR (2013)
      And after 6 s nothing is on ORDERS

  Rule: What the documents do not speak of is recorded

    Nothing here is right or wrong.

    Scenario Outline: What a <api> makes of a negative delay is recorded
      Given a <api> for a queue ORDERS
      When the delivery delay is set to -1000 ms, and "order-1" is sent
      Then setDeliveryDelay or the send is accepted, or refused
      And the answer to "Is a negative delivery delay accepted?" is recorded
      And after 1 s "order-1" is delivered to ORDERS, or never, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: What JMSDeliveryTime shows without a delay is recorded
      Given a MessageProducer for a queue ORDERS
      When "order-1" is sent
      Then the JMSDeliveryTime that the sender of "order-1" sees is compared with the time of the send
      And the answer to "What does JMSDeliveryTime show of a message without a delay?" is recorded
      And "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: What JMSDeliveryTime shows with a delay is recorded
      Given a MessageProducer for a queue ORDERS with a delivery delay of 2 s
      When "order-1" is sent
      Then the JMSDeliveryTime that the sender of "order-1" sees is compared with the time of the send
      And the answer to "What does JMSDeliveryTime show of a message with a delay of 2 s?" is recorded
      And after its delivery delay "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: For how long a message counts whose life ends before its delay is recorded
      Given a MessageProducer for a queue ORDERS with a delivery delay of 6 s
      When "order-1" is sent with a time to live of 1 s
      Then setTimeToLive or the send is accepted, or refused
      And after 4 s the depth of ORDERS is 0 to 1
      And the answer to "How many messages does a queue count 3 s after the life of a message that is due in 2 s?" is recorded
      And after 4 s the depth of ORDERS is 0 to 1
      And the answer to "How many does it count 2 s after that message was due?" is recorded, and nothing is on ORDERS
