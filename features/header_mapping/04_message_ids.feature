Feature: Message ids

  The queue manager gives every message an id of 24 bytes. A JMS client shows it as a string: "ID:" and 48
  hexadecimal digits. When a send returns, its message object carries the id that was assigned, whatever
  stood there before. JMS offers a hint that ids are not needed, which is accepted and ignored.

  What the documents leave open, and what is accepted here:

  * Whether the hexadecimal digits are letters of lower or upper case. Ids are compared as bytes.
  * When the id is known after an asynchronous put. None is made.
  * How an application may choose MQMD.MsgId after all: by extensions of the product, in other documents.
    The kit uses the API of JMS alone.

  @HM-27
  Rule: Every message that is sent has an id of its own

    Also where the application sends the same message object again.

    Scenario Outline: A message object that a <api> sends twice has two ids
      Given a <api> for a queue ORDERS
      When "order-1" is sent
      And "order-2" is sent
        | message object of | "order-1" |
      Then the senders of "order-1" and "order-2" see a different JMSMessageID each
      And "order-1" is delivered to ORDERS
      And its JMSMessageID is the JMSMessageID that the sender of "order-1" was given
      And "order-2" is delivered to ORDERS
      And its JMSMessageID is the JMSMessageID that the sender of "order-2" was given, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: Messages of a <api> that follow one another at once have different ids
      Given a <api> for a queue ORDERS
      When "order-1", "order-2", "order-3" and "order-4" are sent
      Then the senders of "order-1", "order-2", "order-3" and "order-4" see a different JMSMessageID each
      And "order-1", "order-2", "order-3" and "order-4" are delivered to ORDERS in this order, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: Of ten messages none has the id of another one
      Given a MessageProducer for a queue ORDERS
      When "order-1" to "order-10" are sent
      Then the senders of "order-1", "order-2", "order-3", "order-4", "order-5", "order-6", "order-7", "order-8", "order-9" and "order-10" see a different JMSMessageID each
      And "order-1" to "order-10" are delivered to ORDERS in any order, and nothing else is on ORDERS

    Scenario: Messages for different queues and of different producers have different ids
      Given the queues ORDERS and STOCK
      And a MessageProducer for ORDERS
      And a JMSProducer for STOCK
      When "order-1" is sent by the first producer and "stock-1" by the second
      Then the senders of "order-1" and "stock-1" see a different JMSMessageID each
      And "order-1" is delivered to ORDERS
      And "stock-1" is delivered to STOCK, and nothing is on ORDERS, nor on STOCK

    Scenario: A message object sent twice has two ids in the descriptor
      Given a MessageProducer for a queue ORDERS
      When "order-1" is sent
      And "order-2" is sent
        | message object of | "order-1" |
      Then the senders of "order-1" and "order-2" see a different MQMD.MsgId each
      And "order-1" and "order-2" are delivered to ORDERS in this order, and nothing else is there

    Scenario Outline: A message of a transacted <api> has another id than one that was rolled back
      Given a transacted <api> for a queue ORDERS
      When "order-1" is sent, and the unit of work is rolled back
      And "order-2" is sent, and the unit of work is committed
      Then the senders of "order-1" and "order-2" see a different JMSMessageID each
      And "order-2" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: Messages of one unit of work of a <api> have different ids
      Given a transacted <api> for a queue ORDERS
      When "order-1", "order-2" and "order-3" are sent, and the unit of work is committed
      Then the senders of "order-1", "order-2" and "order-3" see a different JMSMessageID each
      And "order-1", "order-2" and "order-3" are delivered to ORDERS in any order, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A message sent after a restart of the queue manager has another id than those before
      Given a MessageProducer for a queue ORDERS
      When "order-1" is sent, and the queue manager is restarted
      And a MessageProducer for ORDERS is created, and "order-2" is sent
      Then the senders of "order-1" and "order-2" see a different JMSMessageID each
      And "order-1" and "order-2" are delivered to ORDERS in this order, and nothing else is there

    Scenario: Messages sent after each of three starts of the queue manager have different ids
      Given a MessageProducer for a queue ORDERS with delivery mode PERSISTENT
      When "order-1" is sent, and the queue manager is restarted
      And a MessageProducer for ORDERS with delivery mode PERSISTENT is created, and "order-2" is sent
      And the queue manager is restarted
      And a MessageProducer for ORDERS with delivery mode PERSISTENT is created, and "order-3" is sent
      And the queue manager is restarted
      And a MessageProducer for ORDERS is created, and "order-4" is sent
      Then the senders of "order-1", "order-2", "order-3" and "order-4" see a different JMSMessageID each
      And "order-1", "order-2", "order-3" and "order-4" are delivered to ORDERS in any order, and nothing else is there

  @HM-28
  Rule: When a send has returned, JMSMessageID is the id that was assigned

    With it the sender recognises replies and reports.

    Scenario Outline: Sender and receiver of a message of a <api> see the same id
      Given a <api> for a queue ORDERS
      When "order-1" is sent
      Then "order-1" is delivered to ORDERS
      And its JMSMessageID is the JMSMessageID that the sender of "order-1" was given, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: The id that a transacted <api> was given before the commit is that of the message
      Given a transacted <api> for a queue ORDERS
      When "order-1" is sent, and the unit of work is committed
      Then "order-1" is delivered to ORDERS
      And its JMSMessageID is the JMSMessageID that the sender of "order-1" was given, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: The id that a <api> was given for a delayed message is that of the delivered one
      Given a <api> for a queue ORDERS with a delivery delay of 2 s
      When "order-1" is sent and comes due
      Then "order-1" is delivered to ORDERS
      And its JMSMessageID is the JMSMessageID that the sender of "order-1" was given, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: The JMSMessageID that the sender with a <api> was given is the MQMD.MsgId of the message
      Given a <api> for a queue ORDERS
      When "order-1" is sent
      Then "order-1" is delivered to ORDERS
      And its MQMD.MsgId is the JMSMessageID that the sender of "order-1" was given, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: The id that a <api> was given is that of the message at another queue manager
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And a <api> for ORDERS
      When "order-1" is sent, and the channel of TO.QM2 runs for 1 s
      Then "order-1" is delivered to STOCK on QM2
      And its JMSMessageID is the JMSMessageID that the sender of "order-1" was given, and nothing else is on STOCK on QM2

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @HM-30
  Rule: JMSMessageID is "ID:" and the 24 bytes as 48 hexadecimal digits

    Two digits a byte, none left out.

    Scenario Outline: The sender with a <api> sees a JMSMessageID of this form
      Given a <api> for a queue ORDERS
      When "order-1" is sent
      Then the sender of "order-1" sees a JMSMessageID of ID: and 48 hexadecimal digits
      And "order-1" is delivered to ORDERS
      And its JMSMessageID is the JMSMessageID that the sender of "order-1" was given, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: The digits of JMSMessageID are those of the descriptor
      Given a MessageProducer for a queue ORDERS
      When "order-1" is sent
      Then "order-1" is delivered to ORDERS
      And its JMSMessageID agrees with its MQMD.MsgId, and nothing else is on ORDERS

  @HM-31
  Rule: The hint to do without message ids is ignored

    JMS allows a client to follow it. A message without an id could neither be replied to nor be reported.

    Scenario Outline: A <api> with message ids disabled still gets different ids
      Given a <api> for a queue ORDERS with message ids disabled
      When "order-1" and "order-2" are sent
      Then the senders of "order-1" and "order-2" see a different JMSMessageID each
      And "order-1" is delivered to ORDERS
      And its JMSMessageID is the JMSMessageID that the sender of "order-1" was given
      And "order-2" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: What a <api> with message ids disabled sends has ids in the descriptor
      Given a <api> for a queue ORDERS with message ids disabled
      When "order-1" and "order-2" are sent
      Then the senders of "order-1" and "order-2" see a different MQMD.MsgId each
      And "order-1" is delivered to ORDERS, and its JMSMessageID agrees with its MQMD.MsgId
      And "order-2" is delivered to ORDERS, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A <api> with message ids disabled and a delivery delay still gets different ids
      Given a <api> for a queue ORDERS with message ids disabled and a delivery delay of 4 s
      When "order-1" and "order-2" are sent
      Then the senders of "order-1" and "order-2" see a different JMSMessageID each
      When the delivery delay of "order-2" is over
      Then "order-1" and "order-2" are delivered to ORDERS in any order, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A transacted <api> with message ids disabled still gets different ids
      Given a transacted <api> for a queue ORDERS with message ids disabled
      When "order-1" and "order-2" are sent
      Then the senders of "order-1" and "order-2" see a different JMSMessageID each, and nothing is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: Publications of a <api> with message ids disabled still get different ids
      Given a topic PRICES with a non-durable subscriber alice
      And a <api> for the topic PRICES with message ids disabled
      When "price-1" and "price-2" are published
      Then the senders of "price-1" and "price-2" see a different JMSMessageID each
      And "price-1" is delivered to the subscriber alice
      And "price-2" is delivered to the subscriber alice, and nothing else

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @HM-32
  Rule: A JMSMessageID set before the send is overwritten

    It may be that of another message, which was received and is sent on.

    Scenario Outline: A <api> overwrites the id "<preset>"
      Given a <api> for a queue ORDERS
      When "order-1" is sent
        | JMSMessageID | "<preset>" |
      Then the sender of "order-1" sees no JMSMessageID "<preset>"
      And "order-1" is delivered to ORDERS, and its JMSMessageID is not "<preset>"
      And its JMSMessageID is the JMSMessageID that the sender of "order-1" was given, and nothing else is on ORDERS

      Examples: an id of the right form
        | api             | preset                                              |
        | MessageProducer | ID:414d51204f544845522020202020202001020304050607ff |
        | JMSProducer     | ID:414d51204f544845522020202020202001020304050607ff |

      Examples: something else
        | api             | preset   |
        | MessageProducer | ID:my-id |
        | JMSProducer     | ID:my-id |

    Scenario Outline: A transacted <api> overwrites a preset id too
      Given a transacted <api> for a queue ORDERS
      When "order-1" is sent
        | JMSMessageID | "ID:414d51204f544845522020202020202001020304050607ff" |
      Then the sender of "order-1" sees no JMSMessageID "ID:414d51204f544845522020202020202001020304050607ff"
      When the unit of work is committed
      Then "order-1" is delivered to ORDERS
      And its JMSMessageID is the JMSMessageID that the sender of "order-1" was given, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A <api> with message ids disabled keeps no preset id either
      Given a <api> for a queue ORDERS with message ids disabled
      When "order-1" is sent
        | JMSMessageID | "ID:414d51204f544845522020202020202001020304050607ff" |
      Then the sender of "order-1" sees no JMSMessageID "ID:414d51204f544845522020202020202001020304050607ff"
      And "order-1" is delivered to ORDERS
      And its JMSMessageID is not "ID:414d51204f544845522020202020202001020304050607ff", and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: A <api> overwrites the id that was set on a message object before it is sent again
      Given a <api> for a queue ORDERS
      When "order-1" is sent
      And "order-2" is sent
        | message object of | "order-1"                                             |
        | JMSMessageID      | "ID:414d51204f544845522020202020202001020304050607ff" |
      Then the sender of "order-2" sees no JMSMessageID "ID:414d51204f544845522020202020202001020304050607ff"
      And "order-1" is delivered to ORDERS
      And "order-2" is delivered to ORDERS
      And its JMSMessageID is not "ID:414d51204f544845522020202020202001020304050607ff", and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @HM-33
  Rule: An application chooses MQMD.MsgId only by extensions of the product

    The API of JMS offers nothing for it; what is set as JMSMessageID goes nowhere.

    Scenario Outline: An id set as JMSMessageID before the send of a <api> does not become MQMD.MsgId
      Given a <api> for a queue ORDERS
      When "order-1" is sent
        | JMSMessageID | "ID:414d51204f544845522020202020202001020304050607ff" |
      Then "order-1" is delivered to ORDERS
      And its MQMD.MsgId is not "414d51204f544845522020202020202001020304050607ff"
      And its JMSMessageID agrees with its MQMD.MsgId, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |
