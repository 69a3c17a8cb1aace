Feature: Nothing of another message

  A message is what its own send made it. Neither the message object, nor the producer, nor the session hands
  on what another send was given: not the end of a life, not a priority, not the wish for a report, not the
  group. And a producer is what it was given itself.

  A buffer that is used again, and written only where there is something to write, keeps what was there.

  What the documents leave open, and what is accepted here:

  * What JMSReplyTo, JMSType and JMSCorrelationID are that a message was not given.
  * Whether the default priority is written into the MQRFH2 (HM-26).

  @HM-16
  Rule: A message without a time to live is unlimited, whatever its object was sent with before

    Scenario Outline: A message object of a <api> that is sent again without a time to live is unlimited
      Given a <api> for a queue ORDERS with a time to live of 60 s
      When "order-1" is sent, and the time to live is set to unlimited
      And "order-2" is sent
        | message object of | "order-1" |
      Then "order-1" is delivered to ORDERS
      And "order-2" is delivered to ORDERS with MQMD.Expiry MQEI_UNLIMITED, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @HM-24 @HM-25
  Rule: A message has its own priority, in the descriptor and in the MQRFH2

    Scenario Outline: A priority that was set and set back is that of the messages between
      Given a <api> for a queue ORDERS with priority 8
      When "order-1" is sent, and the priority is set to 6
      And "order-2" is sent
      And the priority is set to 4, and "order-3" is sent
      Then the sender of "order-1" sees jms.Pri 8
      And the sender of "order-2" sees jms.Pri 6
      And the sender of "order-3" sees jms.Pri absent or 4
      And "order-1" is delivered to ORDERS with MQMD.Priority 8
      And "order-2" is delivered to ORDERS with MQMD.Priority 6
      And "order-3" is delivered to ORDERS with MQMD.Priority 4, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A message object of a <api> that is sent with another priority has it written
      Given a <api> for a queue ORDERS with priority 8
      When "order-1" is sent, and the priority is set to 6
      And "order-2" is sent
        | message object of | "order-1" |
      And the priority is set to 4, and "order-3" is sent
        | message object of | "order-1" |
      Then the sender of "order-2" sees jms.Pri 6
      And the sender of "order-3" sees jms.Pri absent or 4
      And "order-1" is delivered to ORDERS with MQMD.Priority 8
      And "order-2" is delivered to ORDERS with MQMD.Priority 6
      And "order-3" is delivered to ORDERS with MQMD.Priority 4, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @HM-08 @HM-10 @HM-11
  Rule: A message has the delivery mode of its own producer, whatever its object was sent with before

    Background:
      Given a queue ORDERS

    Scenario Outline: A message object that was sent as <first> and is sent by a <api> of <second> is <second>
      Given a MessageProducer for ORDERS with delivery mode <first>
      And a <api> for ORDERS with delivery mode <second>
      When "order-1" is sent by the first producer
      Then "order-1" is delivered to ORDERS with MQMD.Persistence <persistence>
      When "order-2" is sent by the second producer
        | message object of | "order-1" |
      Then the sender of "order-2" sees JMSDeliveryMode <second>
      And "order-2" is delivered to ORDERS with MQMD.Persistence <other persistence>, and nothing else is on ORDERS

      Examples: both APIs, in both directions
        | api             | first          | second         | persistence          | other persistence    |
        | MessageProducer | PERSISTENT     | NON_PERSISTENT | MQPER_PERSISTENT     | MQPER_NOT_PERSISTENT |
        | JMSProducer     | PERSISTENT     | NON_PERSISTENT | MQPER_PERSISTENT     | MQPER_NOT_PERSISTENT |
        | MessageProducer | NON_PERSISTENT | PERSISTENT     | MQPER_NOT_PERSISTENT | MQPER_PERSISTENT     |
        | JMSProducer     | NON_PERSISTENT | PERSISTENT     | MQPER_NOT_PERSISTENT | MQPER_PERSISTENT     |

    Scenario Outline: A <api> has its own <setting>, whatever another one of its session is given
      Given a queue INVOICES
      And a <api> for ORDERS with <setting> <own>
      And another <api> for INVOICES with <setting> <other> in the same session
      When "order-1" is sent by the first producer
      Then the sender of "order-1" sees <field> <own>
      And "order-1" is delivered to ORDERS, and nothing else is there

      @HM-24
      Examples: priorities of both APIs
        | api             | setting  | field       | own | other |
        | MessageProducer | priority | JMSPriority | 7   | 2     |
        | JMSProducer     | priority | JMSPriority | 7   | 2     |

      Examples: delivery modes of both APIs
        | api             | setting       | field           | own            | other          |
        | MessageProducer | delivery mode | JMSDeliveryMode | NON_PERSISTENT | PERSISTENT     |
        | JMSProducer     | delivery mode | JMSDeliveryMode | NON_PERSISTENT | PERSISTENT     |
        | JMSProducer     | delivery mode | JMSDeliveryMode | PERSISTENT     | NON_PERSISTENT |

  @EX-22
  Rule: A message that asks for no report is reported by none, whatever another asked for

    Background:
      Given the queues ORDERS and REPLIES

    Scenario Outline: A message of a <api> behind one that asks for a report is not reported
      Given a <api> for ORDERS with a time to live of 2 s
      When "order-1" is sent
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And "order-2" is sent
        | reply to | REPLIES |
      And 5 s pass
      Then a browser shows nothing on ORDERS
      And a browser shows an expiration report about "order-1" on REPLIES

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A message object of a <api> that asked for a report asks for none when it is sent again
      Given a <api> for ORDERS with a time to live of 2 s
      When "order-1" is sent
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And "order-2" is sent
        | message object of | "order-1" |
        | reply to          | REPLIES   |
      And 5 s pass
      Then a browser shows nothing on ORDERS
      And a browser shows an expiration report about "order-1" on REPLIES

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A message that is sent behind the receipt of one that asks for a report is not reported
      Given a queue REQUESTS, and a MessageProducer for REQUESTS
      And a MessageProducer for ORDERS with a time to live of 2 s
      When "request-1" is sent by the first producer
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then the sender itself receives "request-1" from REQUESTS
      When "order-1" is sent
        | reply to | REPLIES |
      And 5 s pass
      Then a browser shows nothing on ORDERS
      And nothing is on ORDERS, REQUESTS, nor on REPLIES

    Scenario: A message that is put behind one that asks for a report is not reported
      When "order-1" is put to ORDERS with an expiry of 20 tenths
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And "order-2" is put to ORDERS with an expiry of 20 tenths
        | reply to | REPLIES |
      And 5 s pass
      Then a browser shows nothing on ORDERS
      And a browser shows an expiration report about "order-1" on REPLIES

  @DD-37
  Rule: A message object that was of a group, and is not any more, can be delayed

    Scenario Outline: A message object of a <api> that was sent in a group is sent alone with a delay
      Given a <api> for a queue ORDERS
      When "order-1" is sent as message 1 of the group "batch-7"
      And the delivery delay is set to 3 s, and "order-2" is sent
        | message object of | "order-1" |
      Then the send is accepted
      And "order-1" is delivered to ORDERS
      And after its delivery delay "order-2" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @DD-34
  Rule: A message object that was to be retained, and is not any more, can be delayed

    Scenario: A message object that was published to be retained is published with a delay
      Given a topic NEWS with PMSGDLV(ALLAVAIL) and NPMSGDLV(ALLAVAIL), and a non-durable subscriber alice
      And a MessageProducer for the topic NEWS
      When "news-1" is sent
        | JMS_IBM_RETAIN | RETAIN_PUBLICATION |
      And the delivery delay is set to 3 s, and "news-2" is sent
        | message object of | "news-1" |
      Then the send is accepted
      And "news-1" is delivered to the subscriber alice
      And after the delivery delay of "news-2" "news-2" is delivered to the subscriber alice, and nothing else

  @HM-05
  Rule: A reply-to queue is on the queue manager that its own message names

    Scenario: A message object that named a queue manager for the reply names none when it is sent again without
      Given the queues ORDERS and REPLIES, and a MessageProducer for ORDERS
      When "order-1" is sent
        | reply to               | REPLIES |
        | reply to queue manager | QM7     |
      And "order-2" is sent
        | message object of | "order-1" |
        | reply to          | REPLIES   |
      Then "order-1" is delivered to ORDERS with MQMD.ReplyToQMgr "QM7"
      And "order-2" is delivered to ORDERS, and its MQMD.ReplyToQMgr is not "QM7"
      And nothing else is on ORDERS

  @HM-10 @HM-16 @HM-24
  Rule: A producer is what it was given itself

    Scenario: A producer begins with the defaults, whatever another one of its session was given before
      Given the queues ORDERS and BILLS
      And a MessageProducer for ORDERS with delivery mode NON_PERSISTENT, priority 7 and a time to live of 60 s
      And another MessageProducer for BILLS in the same session
      When "bill-1" is sent
      Then "bill-1" is delivered to BILLS with MQMD.Priority 4
      And its MQMD.Persistence is MQPER_PERSISTENT
      And its MQMD.Expiry is MQEI_UNLIMITED, and nothing is on ORDERS, nor on BILLS

    Scenario: What the long form of a refused send said is not what the producer was given
      Given a queue ORDERS, and a MessageProducer without a destination with a delivery delay of 3 s
      When "order-1" is sent to ORDERS by the long form of send with delivery mode NON_PERSISTENT, priority 7 and a time to live of 1 s
      And the send has been refused
      And "order-2" is sent to ORDERS
      Then the send is accepted
      And after its delivery delay "order-2" is delivered to ORDERS with MQMD.Priority 4
      And its MQMD.Persistence is MQPER_PERSISTENT
      And its MQMD.Expiry is MQEI_UNLIMITED, and nothing else is on ORDERS

  @HM-27
  Rule: No id comes a second time

    A number that is kept in a byte comes again after 256 messages.

    Scenario Outline: Three hundred messages of a <api> have three hundred ids
      Given a <api> for a queue ORDERS
      When "order-1" to "order-300" are sent
      Then the senders of "order-1" to "order-300" see a different JMSMessageID each
      And "order-1" to "order-300" are delivered to ORDERS in any order, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: Messages that are sent to two queue managers have different ids
      Given a MessageProducer for a queue ORDERS
      And a queue manager QM2 of version 9.4 to which the application connects
      And a MessageProducer for a queue STOCK
      When "order-1" is sent by the first producer and "stock-1" by the second
      Then the senders of "order-1" and "stock-1" see a different JMSMessageID each
      And "stock-1" is delivered to STOCK, and nothing else is there
      And at QM1, "order-1" is delivered to ORDERS, and nothing else is there
