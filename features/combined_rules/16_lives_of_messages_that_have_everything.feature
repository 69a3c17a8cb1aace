Feature: Lives of messages that have everything

  How long a message lives and what is told of its end depends neither on the way in which it was sent or put nor
  on what else it has. The ways to send, and "all that a message can have", are those of chapter 14.

  What the documents leave open, and what is accepted here:

  * Whether the last tenth of a life is shown as 1 or is over already. It is not shown as 0.
  * When expired messages are discarded that no get has asked for.

  @EX-19
  Rule: The last tenth of a life is never shown as 0

    Scenario Outline: A message with all that it can have is sent <way> and got in the last tenth of its life
      Given a clock that the tester sets, and an application that sends <way>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And its producer has a time to live of 6100 ms
      When the application sends "order-1" with a delivery delay of <delay> and with all that a message can have
        | report options | MQRO_EXCEPTION and MQRO_EXPIRATION |
      And 6050 ms pass
      Then MQGET from ORDERS returns "order-1" with a positive expiry, or no message, and nothing else is on ORDERS

      Examples: each way
        | way                                | delay   |
        | after a restart                    | 733 ms  |
        | as a user                          | 0 ms    |
        | to an alias                        | 1250 ms |
        | by a JMSProducer                   | 0 ms    |
        | in a unit of work                  | 1733 ms |
        | behind a rollback                  | 0 ms    |
        | behind a refused send, to an alias | 733 ms  |
        | in the long form                   | 0 ms    |

    Scenario Outline: A message that is put to <queue> <how> with all that it can have is browsed and got in its last tenth
      Given a clock that the tester sets
      And the queues ORDERS and REPLIES, and an alias queue SALES of ORDERS
      When "order-1" is put to <queue> <how> with an expiry of 61 tenths and priority <priority>
        | report options | MQRO_EXPIRATION_WITH_FULL_DATA and MQRO_PASS_CORREL_ID |
        | reply to       | REPLIES                                                |
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8       |
        | length         | 2000 characters                                        |
      And <end>, and 6050 ms pass
      Then MQGET from ORDERS with MQGMO_BROWSE_FIRST returns "order-1" with a positive expiry, or no message
      And MQGET from ORDERS returns "order-1" with a positive expiry, or no message, and nothing else is on ORDERS

      Examples: both calls, with and without a unit of work
        | queue  | how                    | priority | end                             |
        | ORDERS | by MQPUT1              | 9        | nothing special happens         |
        | SALES  | by MQPUT1 in syncpoint | 0        | the putting application commits |
        | SALES  | in syncpoint           | 9        | the putting application commits |

  @EX-40
  Rule: A message that a get holds in a unit of work grows older, and has the rest of its life after the backout

    Scenario Outline: A message with all that it can have is sent <way>, got for a while and backed out
      Given an application that sends <way>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And its producer has a time to live of 20 s
      When the application sends "order-1" with a delivery delay of <delay> and with all that a message can have
        | report options | MQRO_EXCEPTION and MQRO_EXPIRATION |
      And 3 s pass
      Then MQGET from ORDERS with MQGMO_SYNCPOINT returns "order-1"
      When 10 s pass, and the getting application backs out, which puts back "order-1"
      Then MQGET from ORDERS returns "order-1" with about 70 tenths left, and nothing else is on ORDERS
      And nothing is on REPLIES, nor on the dead-letter queue

      Examples: each way
        | way                                | delay   |
        | after a restart                    | 733 ms  |
        | as a user                          | 0 ms    |
        | to an alias                        | 1250 ms |
        | by a JMSProducer                   | 733 ms  |
        | in a unit of work                  | 0 ms    |
        | behind a rollback                  | 1733 ms |
        | behind a refused send, to an alias | 0 ms    |
        | in the long form                   | 1250 ms |

    Scenario Outline: A message that is put to <queue> <how> with all that it can have, got for a while and backed out
      Given the queues ORDERS and REPLIES, and an alias queue SALES of ORDERS
      When "order-1" is put to <queue> <how> with an expiry of 200 tenths and priority <priority>
        | report options | MQRO_EXPIRATION_WITH_FULL_DATA and MQRO_PASS_CORREL_ID |
        | reply to       | REPLIES                                                |
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8       |
        | length         | 2000 characters                                        |
      And <end>, and 3 s pass
      Then MQGET from ORDERS with MQGMO_SYNCPOINT returns "order-1"
      When 10 s pass, and the getting application backs out, which puts back "order-1"
      Then MQGET from ORDERS returns "order-1" with about 70 tenths left, and nothing else is on ORDERS
      And nothing is on REPLIES

      Examples: both calls, with and without a unit of work
        | queue  | how                    | priority | end                             |
        | ORDERS | by MQPUT1              | 9        | nothing special happens         |
        | SALES  | by MQPUT1 in syncpoint | 0        | the putting application commits |
        | SALES  | in syncpoint           | 9        | the putting application commits |

  @EX-38 @EX-39 @EX-21
  Rule: What a get discards is discarded and reported at once, whatever becomes of the unit of work of the get

    Scenario Outline: A message with all that it can have is sent <way>, expires, and does not come back with a backout
      Given an application that sends <way>
      And the queues ORDERS and REPLIES, and a dead-letter queue
      And its producer has a time to live of 4.05 s
      When the application sends "order-1" with a delivery delay of <delay> and with all that a message can have
        | report options | MQRO_EXPIRATION_WITH_DATA and MQRO_EXCEPTION and MQRO_DISCARD_MSG |
      And the life of "order-1" is over
      Then MQGET from ORDERS with MQGMO_SYNCPOINT finds no message
      And a browser shows an expiration report about "order-1" on REPLIES
      When the getting application, which has not got "order-1", backs out
      Then the depth of ORDERS becomes 0, and nothing is on ORDERS
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

      Examples: each way
        | way                                | delay   |
        | after a restart                    | 0 ms    |
        | as a user                          | 733 ms  |
        | to an alias                        | 1250 ms |
        | by a JMSProducer                   | 733 ms  |
        | in a unit of work                  | 0 ms    |
        | behind a rollback                  | 1733 ms |
        | behind a refused send, to an alias | 0 ms    |
        | in the long form                   | 1250 ms |

    Scenario Outline: A message that is put to <queue> <how> with all that it can have expires and does not come back with a backout
      Given the queues ORDERS and REPLIES, and an alias queue SALES of ORDERS
      When "order-1" is put to <queue> <how> with an expiry of 40 tenths and priority <priority>
        | report options | MQRO_EXPIRATION_WITH_FULL_DATA and MQRO_COD and MQRO_PASS_CORREL_ID |
        | reply to       | REPLIES                                                             |
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8                    |
        | length         | 2000 characters                                                     |
      And <end>, and the life of "order-1" is over
      Then MQGET from ORDERS with MQGMO_SYNCPOINT finds no message
      And a browser shows an expiration report about "order-1" on REPLIES
      When the getting application, which has not got "order-1", backs out
      Then the depth of ORDERS becomes 0, and nothing is on ORDERS
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

      Examples: both calls, with and without a unit of work
        | queue  | how                    | priority | end                             |
        | ORDERS | by MQPUT1              | 9        | nothing special happens         |
        | SALES  | by MQPUT1 in syncpoint | 0        | the putting application commits |
        | SALES  | in syncpoint           | 9        | the putting application commits |

  @EX-06 @X-47
  Rule: Time on a transmission queue is missing at the destination

    Scenario Outline: A message with all that it can have is sent <way> to a remote queue and waits for its channel
      Given an application that sends <way>
      And a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And a queue REPLIES, and a dead-letter queue
      And its producer has a time to live of 60 s
      When the application sends "order-1" with a delivery delay of <delay> and with all that a message can have
        | report options | MQRO_EXCEPTION and MQRO_EXPIRATION |
      And 10 s pass, and the channel of TO.QM2 runs for 1 s
      Then "order-1" is delivered to STOCK on QM2
      And the remaining expiry of "order-1" is about 490 tenths, and nothing else is on STOCK on QM2

      Examples: with and without a delay
        | way               | delay   |
        | after a restart   | 0 ms    |
        | by a JMSProducer  | 733 ms  |
        | in a unit of work | 0 ms    |
        | behind a rollback | 1250 ms |
        | in the long form  | 0 ms    |

    Scenario Outline: A message that is put to a remote queue <how> with all that it can have waits for its channel
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And a queue REPLIES
      When "order-1" is put to ORDERS <how> with an expiry of 600 tenths and priority <priority>
        | report options | MQRO_EXPIRATION_WITH_FULL_DATA and MQRO_PASS_CORREL_ID |
        | reply to       | REPLIES                                                |
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8       |
        | length         | 2000 characters                                        |
      And <end>, and 10 s pass
      And the channel of TO.QM2 runs for 1 s
      Then "order-1" is delivered to STOCK on QM2
      And the remaining expiry of "order-1" is about 490 tenths, and nothing else is on STOCK on QM2

      Examples: both calls, with and without a unit of work
        | how                    | priority | end                             |
        | by MQPUT1              | 9        | nothing special happens         |
        | by MQPUT1 in syncpoint | 0        | the putting application commits |
        | in syncpoint           | 9        | the putting application commits |

  @EX-21 @DD-82 @DD-101
  Rule: A message that answers another one is reported as any other

    Scenario Outline: A reply of a <api> with <delay> that expires is reported, and the message that it answers is not
      Given the queues ORDERS and REPLIES
      And a <api> for ORDERS with a time to live of 4.05 s and <delay>
      When "order-1" is sent
      And "order-2" is sent
        | answers        | "order-1"                 |
        | report options | MQRO_EXPIRATION_WITH_DATA |
        | reply to       | REPLIES                   |
      And the life of "order-2" is over
      Then nothing is on ORDERS
      And an expiration report about "order-2" arrives on REPLIES, and nothing else is on REPLIES

      Examples: both APIs, with and without a delay
        | api             | delay                      |
        | MessageProducer | a delivery delay of 0 ms   |
        | JMSProducer     | a delivery delay of 733 ms |

    Scenario Outline: A delayed reply of a <api> that fails is reported, and the message that it answers is not
      Given the queues ORDERS and REPLIES, and a dead-letter queue
      And a <api> for ORDERS with a delivery delay of 1733 ms
      When "order-1" is sent
      And "order-2" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
        | answers        | "order-1"      |
        | report options | MQRO_EXCEPTION |
        | reply to       | REPLIES        |
      And the delivery delay of "order-2" is over
      Then an exception report arrives on REPLIES, caused by "order-2", and nothing else is on REPLIES
      And nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |
