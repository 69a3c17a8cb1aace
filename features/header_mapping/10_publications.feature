Feature: The header of a publication

  The text about the mapping begins by saying that it holds for send and for publish. So the descriptor and the
  header of a publication are written as those of a message for a queue; the destination is a topic.

  What the documents leave open, and what is accepted here:

  * Which ids and which correlation id the copies have that subscribers get: the queue manager makes them, and
    this text is about the client. What the sender sees is looked at, and the header behind the descriptor.
  * Whether the delivery mode of a publication is written into the header. The sentence that demands it speaks of
    queues. If it is written, it must be right.
  * How the URI of a topic is spelled, as with queues.

  @HM-48
  Rule: What holds for a message that is sent to a queue holds for a publication

    One mapping, not two.

    Scenario Outline: A <api> writes the topic as the destination
      Given a topic PRICES with a non-durable subscriber alice, and a <api> for the topic PRICES
      When "price-1" is published
      Then the sender of "price-1" sees as jms.Dst a URI that names the topic PRICES
      And "price-1" is delivered to the subscriber alice
      And its jms.Dst is a URI that names the topic PRICES, and nothing else is delivered to the subscriber alice

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A <api> writes type and correlation id of a publication
      Given a topic PRICES with a non-durable subscriber alice
      And a <api> for the topic PRICES
      When "price-1" is published
        | JMSType          | "price & more"                                                 |
        | JMSCorrelationID | "123456789012345678901234567890123456789012345678901234567890" |
      Then the sender of "price-1" sees mcd.Type "price & more"
      And the sender of "price-1" sees jms.Cid "123456789012345678901234567890123456789012345678901234567890"
      And the sender of "price-1" sees MQMD.CorrelId that begins with 313233343536373839303132333435363738393031323334
      And "price-1" is delivered to the subscriber alice
      And its mcd.Type is "price & more"
      And its jms.Cid is "123456789012345678901234567890123456789012345678901234567890", and nothing else is delivered to the subscriber alice

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: The correlation id <given> of a publication is in the descriptor alone
      Given a topic PRICES with a non-durable subscriber alice, and a MessageProducer for the topic PRICES
      When "price-1" is published
        | <form> | <given> |
      Then the sender of "price-1" sees MQMD.CorrelId "<bytes>"
      And the sender of "price-1" sees jms.Cid absent, and "price-1" is delivered to the subscriber alice
      And its jms.Cid is absent, and nothing else is delivered to the subscriber alice

      Examples: a message id, bytes that need padding, and bytes of which there are too many
        | form                      | given                                                  | bytes                                            |
        | JMSCorrelationID          | "ID:414d51204f544845522020202020202001020304050607ff"  | 414d51204f544845522020202020202001020304050607ff |
        | JMSCorrelationID as bytes | 0102038081                                             | 010203808100000000000000000000000000000000000000 |
        | JMSCorrelationID as bytes | ff0102030405060708090a0b0c0d0e0f101112131415161718191a | ff0102030405060708090a0b0c0d0e0f1011121314151617 |

    @HM-20 @HM-21
    Scenario Outline: A <api> writes the end of a publication that lives longer than MQMD.Expiry can say
      Given a topic PRICES with a non-durable subscriber alice
      And a <api> for the topic PRICES with a time to live of 300000000000 ms
      When "price-1" is published
      Then the sender of "price-1" sees MQMD.Expiry MQEI_UNLIMITED
      And the sender of "price-1" sees as jms.Exp the time of the send plus 300000000000 ms
      And "price-1" is delivered to the subscriber alice, and nothing else is delivered to the subscriber alice

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: Reply-to, priority and expiration of a publication are written
      Given a topic PRICES with a non-durable subscriber alice, and a queue REPLIES
      And a MessageProducer for the topic PRICES with priority 7 and a time to live of 20 s
      When "price-1" is published
        | reply to          | REPLIES |
        | reply to priority | 7       |
      Then the sender of "price-1" sees
        | MQMD.ReplyToQ | "REPLIES"                      |
        | jms.Rto       | a URI that names REPLIES       |
        | MQMD.Priority | 7                              |
        | jms.Pri       | 7                              |
        | MQMD.Expiry   | 200                            |
        | jms.Exp       | the time of the send plus 20 s |
        | jms.Tms       | the time of the send           |
      And "price-1" is delivered to the subscriber alice, and nothing else

    @HM-06
    Scenario: What else there is to say of the reply-to queue of a publication is written
      Given a topic PRICES and a queue REPLIES
      And a non-durable subscriber alice to PRICES
      And a MessageProducer for the topic PRICES
      When "price-1" is published
        | reply to             | REPLIES    |
        | reply to persistence | persistent |
      And "price-2" is published
        | reply to             | REPLIES        |
        | reply to persistence | non-persistent |
      Then the senders of "price-1" and "price-2" see a different jms.Rto each
      And "price-1" is delivered to the subscriber alice
      And "price-2" is delivered to the subscriber alice, and nothing else

    Scenario: The long form of send decides about a publication, whatever its producer was told
      Given a topic PRICES with a non-durable subscriber alice
      And a MessageProducer for the topic PRICES with priority 2 and delivery mode PERSISTENT
      When "price-1" is sent by the long form of send with delivery mode NON_PERSISTENT, priority 7 and a time to live of 60 s
      Then the sender of "price-1" sees
        | JMSPriority      | 7                      |
        | MQMD.Priority    | 7                      |
        | MQMD.Persistence | MQPER_NOT_PERSISTENT   |
        | MQMD.Expiry      | 600                    |
      And "price-1" is delivered to the subscriber alice
      And its JMSPriority is 7, and nothing else is delivered to the subscriber alice

    @X-40
    Scenario Outline: A reply of a <api> that is published carries the bytes of the id of its request
      Given a topic PRICES with a non-durable subscriber alice, and a queue REQUESTS
      And a MessageProducer for REQUESTS
      And a <api> for the topic PRICES
      When "request-1" is sent by the first producer
      And "price-1" is published
        | answers | "request-1" |
      Then the sender of "price-1" sees as MQMD.CorrelId the MQMD.MsgId that the sender of "request-1" was given
      And the sender of "price-1" sees jms.Cid absent
      And "request-1" is delivered to REQUESTS
      And "price-1" is delivered to the subscriber alice, and nothing else

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A publication that lives for longer than MQMD.Expiry can say is unlimited
      Given a topic PRICES with a non-durable subscriber alice
      And a MessageProducer for the topic PRICES with a time to live of 4000 days
      When "price-1" is published
      Then the sender of "price-1" sees MQMD.Expiry MQEI_UNLIMITED
      And "price-1" is delivered to the subscriber alice
      And its MQMD.Expiry is MQEI_UNLIMITED, and nothing else is delivered to the subscriber alice

    Scenario Outline: A publication that is sent <mode> is <persistence>
      Given a topic PRICES with a non-durable subscriber alice
      And a <api> for the topic PRICES with delivery mode <mode>
      When "price-1" is published
      Then the sender of "price-1" sees MQMD.Persistence <persistence>
      And the sender of "price-1" sees jms.Dlv absent or <mode>
      And "price-1" is delivered to the subscriber alice, and nothing else

      Examples: both modes
        | api             | mode           | persistence          |
        | MessageProducer | PERSISTENT     | MQPER_PERSISTENT     |
        | JMSProducer     | NON_PERSISTENT | MQPER_NOT_PERSISTENT |

    @HM-11
    Scenario: A publication that is to be retained and is sent NON_PERSISTENT is MQPER_NOT_PERSISTENT
      Given a topic PRICES with a non-durable subscriber alice
      And a MessageProducer for the topic PRICES with delivery mode NON_PERSISTENT
      When "price-1" is published
        | JMS_IBM_RETAIN | RETAIN_PUBLICATION |
      Then the sender of "price-1" sees MQMD.Persistence MQPER_NOT_PERSISTENT
      And "price-1" is delivered to the subscriber alice, and nothing else

    @HM-10
    Scenario: A publication that is to be retained and is sent PERSISTENT is MQPER_PERSISTENT
      Given a topic PRICES with a non-durable subscriber alice
      And a JMSProducer for the topic PRICES with delivery mode PERSISTENT
      When "price-1" is published
        | JMS_IBM_RETAIN | RETAIN_PUBLICATION |
      Then the sender of "price-1" sees MQMD.Persistence MQPER_PERSISTENT
      And "price-1" is delivered to the subscriber alice, and nothing else

    Scenario Outline: A publisher with a <api> sees a JMSMessageID of its own and the time of the send
      Given a topic PRICES with a non-durable subscriber alice
      And a <api> for the topic PRICES with a time to live of 60 s
      And 123 ms pass
      When "price-1" is published
        | JMSTimestamp | 1 |
      Then the sender of "price-1" sees a JMSMessageID of ID: and 48 hexadecimal digits
      And the sender of "price-1" sees as JMSTimestamp the time of the send
      And the sender of "price-1" sees as JMSExpiration the time of the send plus 60 s
      And "price-1" is delivered to the subscriber alice, and nothing else

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    @HM-35
    Scenario Outline: The header of a publication of a <api> holds the sender's JMSTimestamp
      Given a topic PRICES with a non-durable subscriber alice, and a <api> for the topic PRICES
      And 123 ms pass
      When "price-1" is published, and 1 s passes
      Then "price-1" is delivered to the subscriber alice
      And its jms.Tms is the JMSTimestamp that the sender of "price-1" was given, and nothing else is delivered to the subscriber alice

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: The subscriber sees a JMSMessageID of a publication of a <api>, whichever it is
      Given a topic PRICES with a non-durable subscriber alice, and a <api> for the topic PRICES with delivery mode <mode>
      When "price-1" is published
      Then "price-1" is delivered to the subscriber alice
      And its JMSMessageID is not absent, and nothing else is delivered to the subscriber alice

      Examples: both APIs and both modes
        | api             | mode           |
        | MessageProducer | NON_PERSISTENT |
        | JMSProducer     | PERSISTENT     |

    Scenario Outline: The subscriber sees type and correlation id of a publication of a <api>
      Given a topic PRICES with a non-durable subscriber alice
      And a <api> for the topic PRICES
      When "price-1" is published
        | JMSType          | "price & more" |
        | JMSCorrelationID | "price list 7" |
      Then "price-1" is delivered to the subscriber alice
      And a receiver with JMS alone sees JMSType "price & more"
      And a receiver with JMS alone sees JMSCorrelationID "price list 7"
      And a receiver with JMS alone sees a JMSDestination that names the topic PRICES, and nothing else is delivered to the subscriber alice

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: What is preset on a publication of a <api> is not used
      Given a topic PRICES with a non-durable subscriber alice
      And a <api> for the topic PRICES with delivery mode PERSISTENT and priority 2
      When "price-1" is published
        | JMSDeliveryMode | NON_PERSISTENT |
        | JMSPriority     | 8              |
      Then the sender of "price-1" sees MQMD.Persistence MQPER_PERSISTENT
      And the sender of "price-1" sees MQMD.Priority 2
      And "price-1" is delivered to the subscriber alice, and nothing else

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    @HM-09
    Scenario Outline: A <persistence> topic object overrides <mode> of a <api>
      Given a topic PRICES with a non-durable subscriber alice
      And a <api> for the topic PRICES with a destination whose persistence is <persistence> and delivery mode <mode>
      When "price-1" is published
      Then the sender of "price-1" sees MQMD.Persistence <written>
      And "price-1" is delivered to the subscriber alice
      And its JMSDeliveryMode is <delivered>, and nothing else is delivered to the subscriber alice

      Examples: both directions
        | api             | persistence    | mode           | written              | delivered      |
        | MessageProducer | persistent     | NON_PERSISTENT | MQPER_PERSISTENT     | PERSISTENT     |
        | JMSProducer     | persistent     | NON_PERSISTENT | MQPER_PERSISTENT     | PERSISTENT     |
        | MessageProducer | non-persistent | PERSISTENT     | MQPER_NOT_PERSISTENT | NON_PERSISTENT |
        | JMSProducer     | non-persistent | PERSISTENT     | MQPER_NOT_PERSISTENT | NON_PERSISTENT |

    Scenario Outline: A <api> writes all levels of the topic PRICES/METALS/GOLD
      Given a topic PRICES/METALS/GOLD, and a non-durable subscriber alice to PRICES/METALS/GOLD
      And a <api> for the topic PRICES/METALS/GOLD
      When "price-1" is published
      Then the sender of "price-1" sees as jms.Dst a URI that names the topic PRICES/METALS/GOLD
      And "price-1" is delivered to the subscriber alice, and nothing else

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A <api> publishes to the subscriber of <topic>
      Given a topic <topic>, and a non-durable subscriber alice to <topic>
      And a <api> for the topic <topic>
      When "price-1" is published
      Then the sender of "price-1" sees as jms.Dst a URI that names the topic <topic>
      And "price-1" is delivered to the subscriber alice, and nothing else

      Examples: small letters
        | api             | topic         |
        | MessageProducer | Prices/Metals |
        | JMSProducer     | Prices/Metals |

    Scenario: Topic objects with different properties are written differently
      Given a topic PRICES with a non-durable subscriber alice, and a MessageProducer for the topic PRICES
      And a MessageProducer for the topic PRICES with a destination whose persistence is non-persistent
      When "price-1" is sent by the first producer and "price-2" by the second
      Then the senders of "price-1" and "price-2" see a different jms.Dst each
      And "price-1" is delivered to the subscriber alice
      And "price-2" is delivered to the subscriber alice, and nothing else

    @HM-02
    Scenario Outline: A subscriber can tell from a publication of a <api> that it went to a topic object whose <property>
      Given a topic PRICES with a non-durable subscriber alice
      And a <api> for the topic PRICES with a destination whose <property>, and a <api> for the topic PRICES
      When "price-1" is sent by the first producer and "price-2" by the second
      Then "price-1" is delivered to the subscriber alice
      And "price-2" is delivered to the subscriber alice
      And its jms.Dst differs from that of "price-1", and nothing else is delivered to the subscriber alice

      Examples: both APIs, and both properties
        | api             | property                            |
        | MessageProducer | persistence is non-persistent       |
        | JMSProducer     | persistence is persistent           |
        | MessageProducer | persistence is as the queue defines |
        | JMSProducer     | priority is 7                       |

    @HM-27
    Scenario: A message object that is published twice has two ids
      Given a topic PRICES with a non-durable subscriber alice
      And a MessageProducer for the topic PRICES
      When "price-1" is published
      And "price-2" is published
        | message object of | "price-1" |
      Then the senders of "price-1" and "price-2" see a different JMSMessageID each
      And "price-1" is delivered to the subscriber alice
      And "price-2" is delivered to the subscriber alice, and nothing else
