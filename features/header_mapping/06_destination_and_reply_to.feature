Feature: Destination and reply-to

  Two fields of a JMS message are destinations: JMSDestination, to which it was sent, and JMSReplyTo, to which
  an answer is asked for. A destination object is more than a name: it may decide persistence and priority, it
  may name a queue manager, and it says whether applications of JMS or of the MQI read what is sent to it. So
  both are written into the header behind the descriptor as a URI (here called jms.Dst and jms.Rto) from which
  a receiving client makes an equivalent object. The descriptor has room for two names only: those of the
  reply-to queue and of its queue manager, in MQMD.ReplyToQ and MQMD.ReplyToQMgr.

  What the documents leave open, and what is accepted here:

  * How such a URI is spelled, which another document defines. Any URI of the scheme "queue" that names the
    queue will do, and any spelling of the properties behind it, as long as different ones look different.
  * What a receiving client makes of either URI: the text is about the send. The receiver's view decides only
    where the header itself cannot be seen.
  * A reply-to queue without a queue manager. The field may stay blank, or the put may fill in the local one.
  * A reply-to that is a topic, or none; and whether the message becomes a request by having one.
  * Whether there is a header at all for a destination that applications of the MQI read.

  @HM-01
  Rule: JMSDestination is written into the header

    The queue under the name that the application used, which may be that of an alias.

    Scenario Outline: What a <api> sends says that it went to ORDERS, not to the queue that replies go to
      Given the queues ORDERS and REPLIES
      And a <api> for ORDERS
      When "order-1" is sent
        | reply to | REPLIES |
      Then the sender of "order-1" sees as jms.Dst a URI that names ORDERS
      And "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: The destination arrives in the header
      Given a MessageProducer for a queue ORDERS
      When "order-1" is sent
      Then "order-1" is delivered to ORDERS
      And its jms.Dst is a URI that names ORDERS, and nothing else is on ORDERS

    Scenario: One message object that is sent to two queues names each in its turn
      Given the queues ORDERS and STOCK
      And a MessageProducer without a destination
      When "order-1" is sent to ORDERS
      And "order-2" is sent to STOCK
        | message object of | "order-1" |
      Then the sender of "order-1" sees as jms.Dst a URI that names ORDERS
      And the sender of "order-2" sees as jms.Dst a URI that names STOCK
      And "order-1" is delivered to ORDERS
      And "order-2" is delivered to STOCK, and nothing is on ORDERS, nor on STOCK

  @HM-02
  Rule: A receiver can make an equivalent destination from what is written

    Equivalent, not the same object: of the same name and the same properties.

    Scenario Outline: The receiver of a message of a <api> sees that it was sent to ORDERS
      Given a <api> for a queue ORDERS
      When "order-1" is sent
      Then "order-1" is delivered to ORDERS
      And a receiver with JMS alone sees a JMSDestination that names ORDERS, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A receiver elsewhere can tell the queue manager that the destination of a <api> names
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And a <api> without a destination
      When "order-1" is sent to ORDERS on QM1, and the channel of TO.QM2 runs for 1 s
      Then "order-1" is delivered to STOCK on QM2, and its jms.Dst is a URI that names ORDERS on QM1
      And the sender of "order-1" sees as jms.Dst a URI that names ORDERS on QM1, and nothing else is on STOCK on QM2

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: Destinations of one queue with different properties are written differently: <second>, <third>
      Given a MessageProducer for a queue ORDERS
      And a MessageProducer for ORDERS with a destination whose <second>
      And a MessageProducer for ORDERS with a destination whose <third>
      When "order-1" is sent by the first producer and "order-2" by the second
      And "order-3" is sent
      Then the senders of "order-1", "order-2" and "order-3" see a different jms.Dst each
      And "order-1", "order-2" and "order-3" are delivered to ORDERS in any order, and nothing else is there

      Examples: what the sender decides, and what it leaves to the queue
        | second                              | third                            |
        | persistence is non-persistent       | priority is 7                    |
        | persistence is as the queue defines | priority is 0                    |
        | persistence is persistent           | priority is as the queue defines |

    Scenario: Destinations of the longest name with different properties are written differently
      Given a queue ORDERS.OF.ALL.SHOPS.IN.TOWN.AND.IN.THE.COUNTRY.A
      And a MessageProducer for ORDERS.OF.ALL.SHOPS.IN.TOWN.AND.IN.THE.COUNTRY.A with a destination whose priority is 0
      And a MessageProducer for ORDERS.OF.ALL.SHOPS.IN.TOWN.AND.IN.THE.COUNTRY.A with a destination whose priority is 7
      When "order-1" is sent by the first producer
      And "order-2" is sent
      Then the senders of "order-1" and "order-2" see a different jms.Dst each
      And "order-1" and "order-2" are delivered to ORDERS.OF.ALL.SHOPS.IN.TOWN.AND.IN.THE.COUNTRY.A in any order, and nothing else is there

    Scenario Outline: A destination with two properties is written differently from one with either alone: <first>, <second>
      Given a MessageProducer for a queue ORDERS with a destination whose <first> and a destination whose <second>
      And a MessageProducer for ORDERS with a destination whose <first>
      And a MessageProducer for ORDERS with a destination whose <second>
      When "order-1" is sent by the first producer and "order-2" by the second
      And "order-3" is sent
      Then the senders of "order-1", "order-2" and "order-3" see a different jms.Dst each
      And "order-1", "order-2" and "order-3" are delivered to ORDERS in any order, and nothing else is there

      Examples: what the sender decides, and what it leaves to the queue
        | first                               | second                           |
        | persistence is non-persistent       | priority is 7                    |
        | persistence is persistent           | priority is 0                    |
        | persistence is as the queue defines | priority is as the queue defines |

  @HM-03
  Rule: The destination is written as a URI

    Not as a bare name, and whatever characters the name of a queue may have.

    Scenario Outline: The destination <queue> is written as a URI
      Given a MessageProducer for a queue <queue>
      When "order-1" is sent
      Then the sender of "order-1" sees as jms.Dst a URI that names <queue>
      And "order-1" is delivered to <queue>, and nothing else is there

      Examples: characters that a URI uses for itself
        | queue      |
        | ORDERS/NEW |
        | ORDERS%NEW |
        | ORDERS.NEW |
        | ORDERS_NEW |

      Examples: the longest name that a queue may have
        | queue                                            |
        | ORDERS.OF.ALL.SHOPS.IN.TOWN.AND.IN.THE.COUNTRY.A |

    Scenario: The destination with all that can be said of it is one URI
      Given a MessageProducer for a queue ORDERS with a destination whose persistence is persistent and a destination whose priority is 9
      When "order-1" is sent
      Then "order-1" is delivered to ORDERS
      And its jms.Dst is a URI that names ORDERS, and nothing else is on ORDERS

  @HM-04
  Rule: The queue of JMSReplyTo becomes MQMD.ReplyToQ

    There the queue manager looks for it when it has something to report.

    Scenario Outline: The reply-to queue of a message of a <api> is in the descriptor
      Given the queues ORDERS and REPLIES
      And a <api> for ORDERS
      When "order-1" is sent
        | reply to | REPLIES |
      Then the sender of "order-1" sees MQMD.ReplyToQ "REPLIES"
      And "order-1" is delivered to ORDERS with MQMD.ReplyToQ "REPLIES", and nothing is on ORDERS, nor on REPLIES

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A message object that a <api> sends again has the reply-to queue that it is sent with then
      Given the queues ORDERS, REPLIES and BILLS
      And a <api> for ORDERS
      When "order-1" is sent
        | reply to | REPLIES |
      And "order-2" is sent
        | message object of | "order-1" |
        | reply to          | BILLS     |
      Then the sender of "order-2" sees MQMD.ReplyToQ "BILLS"
      And "order-1" is delivered to ORDERS with MQMD.ReplyToQ "REPLIES"
      And "order-2" is delivered to ORDERS with MQMD.ReplyToQ "BILLS", and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    @HM-24 @HM-40
    Scenario: The descriptor of a message for an application that does not read JMS is that of any message
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS with priority 7 and a destination that applications of the MQI read
      When "order-1" is sent
        | reply to         | REPLIES                                               |
        | JMSCorrelationID | "ID:414d51204f544845522020202020202001020304050607ff" |
      Then "order-1" is delivered to ORDERS, and its fields are
        | MQMD.ReplyToQ | "REPLIES"                                          |
        | MQMD.Priority | 7                                                  |
        | MQMD.CorrelId | "414d51204f544845522020202020202001020304050607ff" |
      And nothing is on ORDERS, nor on REPLIES

    Scenario: A reply-to queue that is an alias is in the descriptor by the name of the alias
      Given the queues ORDERS and REPLIES
      And an alias queue ANSWERS of REPLIES, and a MessageProducer for ORDERS
      When "order-1" is sent
        | reply to | ANSWERS |
      Then the sender of "order-1" sees MQMD.ReplyToQ "ANSWERS", and "order-1" is delivered to ORDERS
      And its MQMD.ReplyToQ is "ANSWERS", and nothing is on ORDERS, nor on REPLIES

    Scenario: A reply-to queue with properties is in the descriptor by its name alone
      Given the queues ORDERS and REPLIES
      And a MessageProducer for ORDERS
      When "order-1" is sent
        | reply to             | REPLIES        |
        | reply to priority    | 9              |
        | reply to persistence | non-persistent |
      Then "order-1" is delivered to ORDERS with MQMD.ReplyToQ "REPLIES", and nothing is on ORDERS, nor on REPLIES

    Scenario Outline: The name <queue> is in the field as it is
      Given the queues ORDERS and <queue>
      And a MessageProducer for ORDERS
      When "order-1" is sent
        | reply to | <queue> |
      Then the sender of "order-1" sees MQMD.ReplyToQ "<queue>"
      And "order-1" is delivered to ORDERS, and nothing else is there

      Examples: 48 characters, which fill it, small letters, and a full stop at its end
        | queue                                            |
        | ORDERS.OF.ALL.SHOPS.IN.TOWN.AND.IN.THE.COUNTRY.A |
        | Replies.of.Europe                                |
        | REPLIES.                                         |

    Scenario Outline: The name of the reply-to queue <queue> is in the descriptor as it is, and not as in a URI
      Given the queues ORDERS and <queue>
      And a MessageProducer for ORDERS
      When "order-1" is sent
        | reply to | <queue> |
      Then the sender of "order-1" sees MQMD.ReplyToQ "<queue>"
      And "order-1" is delivered to ORDERS with MQMD.ReplyToQ "<queue>", and nothing is on ORDERS, nor on <queue>

      Examples: characters that a URI uses for itself
        | queue       |
        | REPLIES/NEW |
        | REPLIES%NEW |

    Scenario Outline: MQMD.ReplyToQ of a <api> is the same at another queue manager
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And a <api> for ORDERS, and a queue REPLIES
      When "order-1" is sent
        | reply to | REPLIES |
      And the channel of TO.QM2 runs for 1 s
      Then "order-1" is delivered to STOCK on QM2 with MQMD.ReplyToQ "REPLIES", and nothing else is on STOCK on QM2

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @HM-05
  Rule: The queue manager of JMSReplyTo becomes MQMD.ReplyToQMgr

    Where none is named there is nothing to copy, and the put may fill the field in.

    Scenario Outline: The queue manager <named> of a reply-to queue is in the descriptor
      Given the queues ORDERS and REPLIES, and a MessageProducer for ORDERS
      When "order-1" is sent
        | reply to               | REPLIES |
        | reply to queue manager | <named> |
      Then the sender of "order-1" sees MQMD.ReplyToQMgr "<named>"
      And "order-1" is delivered to ORDERS with MQMD.ReplyToQMgr "<named>"
      And its MQMD.ReplyToQ is "REPLIES", and nothing is on ORDERS, nor on REPLIES

      Examples: the local one, and another one
        | named |
        | QM1   |
        | QM7   |

      Examples: small letters, and 48 characters, which fill the field
        | named                                            |
        | Shop.qm_7                                        |
        | QM.OF.ALL.SHOPS.IN.TOWN.AND.IN.ALL.THE.COUNTRIES |

    Scenario Outline: The queue manager that a <api> names for the reply is still in the descriptor at another queue manager
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And a <api> for ORDERS, and a queue REPLIES
      When "order-1" is sent
        | reply to               | REPLIES |
        | reply to queue manager | QM7     |
      And the channel of TO.QM2 runs for 1 s
      Then "order-1" is delivered to STOCK on QM2 with MQMD.ReplyToQMgr "QM7", and nothing else is on STOCK on QM2

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: Without a queue manager the field is blank, or the local one
      Given the queues ORDERS and REPLIES, and a JMSProducer for ORDERS
      When "order-1" is sent
        | reply to | REPLIES |
      Then the sender of "order-1" sees MQMD.ReplyToQMgr "" or "QM1"
      And "order-1" is delivered to ORDERS, and its MQMD.ReplyToQMgr is "" or "QM1"
      And the answer to "Which queue manager does a reply-to without one name?" is recorded, and nothing is on ORDERS, nor on REPLIES

  @HM-06
  Rule: What else there is to say of JMSReplyTo is written into the header

    How the answer is to be sent: with which priority and persistence, and for readers of JMS or of the
    MQI.

    Background:
      Given the queues ORDERS and REPLIES

    Scenario: Reply-to destinations of one queue with different properties are written differently
      Given a MessageProducer for ORDERS
      When "order-1" is sent
        | reply to          | REPLIES |
        | reply to priority | 0       |
      And "order-2" is sent
        | reply to             | REPLIES    |
        | reply to persistence | persistent |
      And "order-3" is sent
        | reply to          | REPLIES |
        | reply to priority | 7       |
      And "order-4" is sent
        | reply to               | REPLIES |
        | reply to target client | MQ      |
      And "order-5" is sent
        | reply to             | REPLIES              |
        | reply to persistence | as the queue defines |
        | reply to priority    | 0                    |
      And "order-6" is sent
        | reply to             | REPLIES        |
        | reply to persistence | non-persistent |
      Then the senders of "order-1", "order-2", "order-3", "order-4", "order-5" and "order-6" see a different jms.Rto each
      And "order-1", "order-2", "order-3", "order-4", "order-5" and "order-6" are delivered to ORDERS in this order, and nothing is on ORDERS, nor on REPLIES

    Scenario Outline: A reply-to whose <property> is <one> is written differently from one with <other>
      Given a MessageProducer for ORDERS
      When "order-1" is sent
        | reply to               | REPLIES |
        | reply to queue manager | <named> |
        | reply to <property>    | <one>   |
      And "order-2" is sent
        | reply to               | REPLIES |
        | reply to queue manager | <named> |
        | reply to <property>    | <other> |
      Then the senders of "order-1" and "order-2" see a different jms.Rto each
      And "order-1" and "order-2" are delivered to ORDERS in this order, and nothing else is there

      Examples: by one property alone, with the local queue manager and another one
        | property      | one                  | other          | named |
        | persistence   | as the queue defines | persistent     | QM1   |
        | persistence   | as the queue defines | non-persistent | QM7   |
        | priority      | 0                    | 9              | QM7   |
        | target client | MQ                   | JMS            | QM1   |
        | target client | MQ                   | JMS            | QM7   |

    Scenario: Reply-to destinations of the longest name with different properties are written differently
      Given a queue REPLIES.OF.ALL.SHOPS.IN.TOWN.AND.OF.THE.COUNTRY
      And a MessageProducer for ORDERS
      When "order-1" is sent
        | reply to          | REPLIES.OF.ALL.SHOPS.IN.TOWN.AND.OF.THE.COUNTRY |
        | reply to priority | 0                                               |
      And "order-2" is sent
        | reply to          | REPLIES.OF.ALL.SHOPS.IN.TOWN.AND.OF.THE.COUNTRY |
        | reply to priority | 7                                               |
      Then the senders of "order-1" and "order-2" see a different jms.Rto each
      And "order-1" and "order-2" are delivered to ORDERS in any order, and nothing else is there

    Scenario Outline: A reply-to with <persistence> and <priority> is written differently from one with either alone
      Given a MessageProducer for ORDERS
      When "order-1" is sent
        | reply to             | REPLIES       |
        | reply to persistence | <persistence> |
        | reply to priority    | <priority>    |
      And "order-2" is sent
        | reply to             | REPLIES       |
        | reply to persistence | <persistence> |
      And "order-3" is sent
        | reply to          | REPLIES    |
        | reply to priority | <priority> |
      Then the senders of "order-1", "order-2" and "order-3" see a different jms.Rto each
      And "order-1", "order-2" and "order-3" are delivered to ORDERS in any order, and nothing else is there

      Examples: two properties each
        | persistence    | priority |
        | persistent     | 7        |
        | non-persistent | 0        |

    Scenario: The receiver can reply as the sender asks for
      Given a MessageProducer for ORDERS
      When "order-1" is sent
        | reply to             | REPLIES    |
        | reply to persistence | persistent |
        | reply to priority    | 7          |
      Then "order-1" is delivered to ORDERS
      And a receiver with JMS alone sees the JMSReplyTo that "order-1" was sent with, and nothing is on ORDERS, nor on REPLIES

    Scenario Outline: The receiver of a message of a <api> is not led to another queue manager than the sender named
      Given a <api> for ORDERS
      When "order-1" is sent
        | reply to               | REPLIES |
        | reply to queue manager | QM7     |
      Then "order-1" is delivered to ORDERS
      And a receiver with JMS alone sees the JMSReplyTo that "order-1" was sent with, and nothing is on ORDERS, nor on REPLIES

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: The receiver of a message of a <api> sees its reply-to queue
      Given a <api> for ORDERS
      When "order-1" is sent
        | reply to | REPLIES |
      Then "order-1" is delivered to ORDERS
      And a receiver with JMS alone sees JMSReplyTo "REPLIES"
      And nothing is on ORDERS, nor on REPLIES

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @HM-07
  Rule: JMSReplyTo is written as a URI too

    As the destination is. Where nothing is left to say beside the two names, which the descriptor holds, the
    text does not ask for it.

    Scenario Outline: A reply-to queue of which a <api> says the persistence is written as a URI
      Given the queues ORDERS and REPLIES, and a <api> for ORDERS
      When "order-1" is sent
        | reply to             | REPLIES    |
        | reply to persistence | persistent |
      Then the sender of "order-1" sees as jms.Rto a URI that names REPLIES
      And "order-1" is delivered to ORDERS
      And its jms.Rto is a URI that names REPLIES, and nothing is on ORDERS, nor on REPLIES

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: The reply-to queue <queue> is written as a URI
      Given the queues ORDERS and <queue>
      And a MessageProducer for ORDERS
      When "order-1" is sent
        | reply to          | <queue> |
        | reply to priority | 7       |
      Then the sender of "order-1" sees as jms.Rto a URI that names <queue>
      And "order-1" is delivered to ORDERS
      And its jms.Rto is a URI that names <queue>, and nothing is on ORDERS, nor on <queue>

      Examples: characters that a URI uses for itself
        | queue       |
        | REPLIES/NEW |
        | REPLIES%NEW |

      Examples: the longest name that a queue may have
        | queue                                            |
        | ORDERS.OF.ALL.SHOPS.IN.TOWN.AND.IN.THE.COUNTRY.A |

    Scenario Outline: The reply-to queue of a message of a <api> is written as a URI
      Given the queues ORDERS and REPLIES, and a <api> for ORDERS
      When "order-1" is sent
        | reply to          | REPLIES |
        | reply to priority | 7       |
      Then the sender of "order-1" sees as jms.Rto a URI that names REPLIES
      And "order-1" is delivered to ORDERS
      And its jms.Rto is a URI that names REPLIES, and nothing is on ORDERS, nor on REPLIES

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: If a <api> writes the reply-to queue <queue> of which nothing more is said, it writes a URI
      Given the queues ORDERS and <queue>, and a <api> for ORDERS
      When "order-1" is sent
        | reply to | <queue> |
      Then the sender of "order-1" sees as jms.Rto a URI that names <queue>, or none
      And "order-1" is delivered to ORDERS, and nothing is on ORDERS, nor on <queue>

      Examples: both APIs, and characters that a URI uses for itself
        | api             | queue       |
        | MessageProducer | REPLIES     |
        | JMSProducer     | REPLIES     |
        | MessageProducer | REPLIES/NEW |
        | MessageProducer | REPLIES/%   |
