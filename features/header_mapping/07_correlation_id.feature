Feature: Correlation id

  An application relates a message to another one by its JMSCorrelationID. There are three ways. It may set the
  JMSMessageID of a message that was sent or received before: "ID:" and 48 hexadecimal digits. It may set bytes,
  for an application that does not speak JMS. Or it may set any string that means something to applications. The
  descriptor has 24 bytes for it, MQMD.CorrelId, by which a queue manager finds messages. An id and bytes fit in
  there, and are written nowhere else; a string goes into the header behind the descriptor in full (here called
  jms.Cid), and as much of it as fits into the descriptor.

  What the documents leave open, and what is accepted here:

  * A string that begins with "ID:" and does not go on with 48 lower-case hexadecimal digits; and no
    correlation id, or an empty one. None is sent here.
  * What fills MQMD.CorrelId behind a string that is shorter. Nothing is said; what is there is not looked at.
  * What becomes of a character that the 24th byte would cut in two. No test depends on it.
  * What a receiving client shows: the text is about the send. The receiver's view decides only where the
    header itself cannot be seen.

  @HM-40
  Rule: A message id becomes the 24 bytes that it stands for

    The prefix is dropped, and two digits make a byte.

    Scenario Outline: A <api> turns "<id>" into "<bytes>"
      Given a <api> for a queue ORDERS
      When "order-1" is sent
        | JMSCorrelationID | "<id>" |
      Then the sender of "order-1" sees MQMD.CorrelId "<bytes>"
      And "order-1" is delivered to ORDERS with MQMD.CorrelId "<bytes>", and nothing else is on ORDERS

      Examples: both APIs
        | api             | id                                                  | bytes                                            |
        | MessageProducer | ID:414d51204f544845522020202020202001020304050607ff | 414d51204f544845522020202020202001020304050607ff |
        | JMSProducer     | ID:414d51204f544845522020202020202001020304050607ff | 414d51204f544845522020202020202001020304050607ff |

      Examples: zeros in front, within and behind
        | api             | id                                                  | bytes                                            |
        | MessageProducer | ID:000000000000000000000000000000000000000000000001 | 000000000000000000000000000000000000000000000001 |
        | MessageProducer | ID:c0ffee00000000000000000000c0ffee0000000000000000 | c0ffee00000000000000000000c0ffee0000000000000000 |

  @HM-41
  Rule: A message id is not written into the header as a correlation id

    A receiver that is shown none there takes the one of the descriptor.

    Scenario Outline: A <api> that is given a message id writes no correlation id into the header
      Given a <api> for a queue ORDERS
      When "order-1" is sent
        | JMSCorrelationID | "ID:414d51204f544845522020202020202001020304050607ff" |
      Then the sender of "order-1" sees jms.Cid absent
      And "order-1" is delivered to ORDERS
      And its jms.Cid is absent, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: The receiver of a message of a <api> sees the message id as the correlation id
      Given a <api> for a queue ORDERS
      When "order-1" is sent
        | JMSCorrelationID | "ID:414d51204f544845522020202020202001020304050607ff" |
      Then "order-1" is delivered to ORDERS
      And a receiver with JMS alone sees JMSCorrelationID "ID:414d51204f544845522020202020202001020304050607ff", and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A message id that is given in a unit of work is not written into the header either
      Given a transacted MessageProducer for a queue ORDERS
      When "order-1" is sent
        | JMSCorrelationID | "ID:414d51204f544845522020202020202001020304050607ff" |
      Then the sender of "order-1" sees jms.Cid absent
      When the unit of work is committed
      Then "order-1" is delivered to ORDERS
      And its jms.Cid is absent, and nothing else is on ORDERS

  @X-40
  Rule: A reply that carries the id of its request carries the bytes of it

    The id that the queue manager chose goes to the requester and the replier as a string, and comes back in the
    descriptor of the reply: there an application of the MQI finds it, too.

    Background:
      Given the queues REQUESTS and REPLIES

    Scenario Outline: The reply of a <api> has the MQMD.MsgId of the request as its MQMD.CorrelId
      Given a MessageProducer for REQUESTS
      And a <api> for REPLIES
      When "request-1" is sent by the first producer
      And "reply-1" is sent
        | answers | "request-1" |
      Then "reply-1" is delivered to REPLIES
      And its MQMD.CorrelId is the MQMD.MsgId that the sender of "request-1" was given
      And "request-1" is delivered to REQUESTS, and nothing is on REQUESTS, nor on REPLIES

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A reply that carries the id of its request has no correlation id in the header
      Given a MessageProducer for REQUESTS, and a MessageProducer for REPLIES
      When "request-1" is sent by the first producer
      And "reply-1" is sent
        | answers | "request-1" |
      Then the sender of "reply-1" sees jms.Cid absent, and "reply-1" is delivered to REPLIES
      And "request-1" is delivered to REQUESTS, and nothing is on REQUESTS, nor on REPLIES

    Scenario: A reply to a delayed request carries the original id, not that of the staged copy
      Given a MessageProducer for REQUESTS with a delivery delay of 3 s
      And a MessageProducer for REPLIES
      When "request-1" is sent by the first producer
      Then after its delivery delay "request-1" is delivered to REQUESTS
      When "reply-1" is sent
        | answers | "request-1" |
      Then "reply-1" is delivered to REPLIES
      And its MQMD.CorrelId is the JMSMessageID that the sender of "request-1" was given, and nothing is on REQUESTS, nor on REPLIES

    Scenario: A reply in a unit of work carries the id of a delayed request
      Given a MessageProducer for REQUESTS with a delivery delay of 3 s
      And a transacted MessageProducer for REPLIES
      When "request-1" is sent by the first producer
      Then after its delivery delay "request-1" is delivered to REQUESTS
      When "reply-1" is sent
        | answers | "request-1" |
      And the unit of work is committed
      Then "reply-1" is delivered to REPLIES
      And its MQMD.CorrelId is the JMSMessageID that the sender of "request-1" was given, and nothing is on REQUESTS, nor on REPLIES

    Scenario Outline: The receiver of the reply of a <api> sees the id of the request
      Given a MessageProducer for REQUESTS
      And a <api> for REPLIES
      When "request-1" is sent by the first producer
      And "reply-1" is sent
        | answers | "request-1" |
      Then "reply-1" is delivered to REPLIES
      And a receiver with JMS alone sees as JMSCorrelationID the JMSMessageID of "request-1"
      And "request-1" is delivered to REQUESTS, and nothing is on REQUESTS, nor on REPLIES

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @HM-42
  Rule: A correlation id of 24 bytes is copied as it is

    They are no text: any byte may stand anywhere.

    Scenario Outline: The bytes <bytes> of a <api> become MQMD.CorrelId
      Given a <api> for a queue ORDERS
      When "order-1" is sent
        | JMSCorrelationID as bytes | <bytes> |
      Then the sender of "order-1" sees MQMD.CorrelId "<bytes>"
      And "order-1" is delivered to ORDERS with MQMD.CorrelId "<bytes>", and nothing else is on ORDERS

      Examples: both APIs
        | api             | bytes                                            |
        | MessageProducer | 0102030405060708090a0b0c0d0e0f101112131415161718 |
        | JMSProducer     | 0102030405060708090a0b0c0d0e0f101112131415161718 |

      Examples: bytes that are no characters, zeros within, blanks at both ends, nothing but the highest
        | api             | bytes                                            |
        | MessageProducer | 4142434445464748494a4b4c4d4e4f505152535440404040 |
        | JMSProducer     | 4040404040404040404040404040404040404040c1c24040 |
        | MessageProducer | 80818283fffefdfc7f80c328a0a1e28081f0288c28fafbfd |
        | MessageProducer | 00010000000200000003000000040000000500000006ff00 |
        | MessageProducer | 2020000000010000000200000003000000040000000a2020 |
        | JMSProducer     | ffffffffffffffffffffffffffffffffffffffffffffffff |

    Scenario Outline: A <api> sends a message with the bytes <bytes> like one without
      Given a <api> for a queue ORDERS
      When "order-1" is sent
      And "order-2" is sent
        | JMSCorrelationID as bytes | <bytes> |
      Then every call is accepted, and "order-1" is delivered to ORDERS
      And "order-2" is delivered to ORDERS, and nothing else is there

      Examples: bytes that are no characters, zeros within, nothing but the highest
        | api             | bytes                                            |
        | MessageProducer | 80818283fffefdfc7f80c328a0a1e28081f0288c28fafbfd |
        | MessageProducer | 00010000000200000003000000040000000500000006ff00 |
        | JMSProducer     | 00010000000200000003000000040000000500000006ff00 |
        | JMSProducer     | ffffffffffffffffffffffffffffffffffffffffffffffff |

    Scenario: An application that does not read JMS finds the bytes as well
      Given a MessageProducer for a queue ORDERS with a destination that applications of the MQI read
      When "order-1" is sent
        | JMSCorrelationID as bytes | 80818283fffefdfc7f80c328a0a1e28081f0288c28fafbfd |
      Then "order-1" is delivered to ORDERS with MQMD.CorrelId "80818283fffefdfc7f80c328a0a1e28081f0288c28fafbfd", and nothing else is on ORDERS

  @HM-43
  Rule: A correlation id of fewer than 24 bytes is padded with nulls

    Behind them, and neither with blanks nor with the character 0.

    Scenario Outline: <bytes> of a <api> becomes <padded>
      Given a <api> for a queue ORDERS
      When "order-1" is sent
        | JMSCorrelationID as bytes | <bytes> |
      Then the sender of "order-1" sees MQMD.CorrelId "<padded>"
      And "order-1" is delivered to ORDERS with MQMD.CorrelId "<padded>", and nothing else is on ORDERS

      Examples: five bytes
        | api             | bytes      | padded                                           |
        | MessageProducer | 0102038081 | 010203808100000000000000000000000000000000000000 |
        | JMSProducer     | 0102038081 | 010203808100000000000000000000000000000000000000 |

      Examples: bytes that end in nulls of their own
        | api             | bytes    | padded                                           |
        | MessageProducer | ff00     | ff0000000000000000000000000000000000000000000000 |
        | JMSProducer     | 01200000 | 012000000000000000000000000000000000000000000000 |

      Examples: one byte, and one byte less than there is room for
        | api             | bytes                                          | padded                                           |
        | MessageProducer | ff                                             | ff0000000000000000000000000000000000000000000000 |
        | MessageProducer | 0102030405060708090a0b0c0d0e0f1011121314151617 | 0102030405060708090a0b0c0d0e0f101112131415161700 |

    Scenario: The short correlation id of a publication is padded as well
      Given a topic PRICES with a non-durable subscriber alice, and a MessageProducer for the topic PRICES
      When "price-1" is published
        | JMSCorrelationID as bytes | 0102038081 |
      Then the sender of "price-1" sees MQMD.CorrelId "010203808100000000000000000000000000000000000000"
      And "price-1" is delivered to the subscriber alice, and nothing else

  @HM-44
  Rule: A correlation id of more than 24 bytes is cut off behind the 24th

    The first ones are kept, and the send is no failure.

    Scenario Outline: The <count> bytes of a <api> are cut to 24
      Given a <api> for a queue ORDERS
      When "order-1" is sent
        | JMSCorrelationID as bytes | <bytes> |
      Then the send is accepted
      And the sender of "order-1" sees MQMD.CorrelId "0102030405060708090a0b0c0d0e0f101112131415161718"
      And "order-1" is delivered to ORDERS with MQMD.CorrelId "0102030405060708090a0b0c0d0e0f101112131415161718", and nothing else is on ORDERS

      Examples: one byte too many
        | api             | count | bytes                                              |
        | MessageProducer | 25    | 0102030405060708090a0b0c0d0e0f10111213141516171819 |
        | JMSProducer     | 25    | 0102030405060708090a0b0c0d0e0f10111213141516171819 |

      Examples: twice as many
        | api             | count | bytes                                                                                            |
        | MessageProducer | 48    | 0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f30 |

      Examples: more than twice as many
        | api         | count | bytes                                                                                                                    |
        | JMSProducer | 60    | 0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c |

  @HM-45
  Rule: A correlation id given as bytes is not written into the header

    What does not fit is lost for good.

    Scenario Outline: A <api> that is given <bytes> writes no correlation id into the header
      Given a <api> for a queue ORDERS
      When "order-1" is sent
        | JMSCorrelationID as bytes | <bytes> |
      Then the sender of "order-1" sees jms.Cid absent
      And "order-1" is delivered to ORDERS
      And its jms.Cid is absent, and nothing else is on ORDERS

      Examples: 24 bytes with both APIs
        | api             | bytes                                            |
        | MessageProducer | 0102030405060708090a0b0c0d0e0f101112131415161718 |
        | JMSProducer     | 0102030405060708090a0b0c0d0e0f101112131415161718 |

      Examples: more, and fewer
        | api             | bytes                                              |
        | MessageProducer | 0102030405060708090a0b0c0d0e0f10111213141516171819 |
        | MessageProducer | 0102038081                                         |

      Examples: bytes that are characters as well, as few as they are and with blanks behind them
        | api             | bytes                                            |
        | MessageProducer | 4f524445522d3137                                 |
        | JMSProducer     | 4f524445522d313720202020202020202020202020202020 |

  @HM-46
  Rule: A correlation id that is a string of the application is written into the header in full

    However long it is and whatever characters it has, those that the header uses for itself among them.

    Scenario Outline: A <api> writes "<text>" into the header
      Given a <api> for a queue ORDERS
      When "order-1" is sent
        | JMSCorrelationID | "<text>" |
      Then the sender of "order-1" sees jms.Cid "<text>"
      And "order-1" is delivered to ORDERS with jms.Cid "<text>", and nothing else is on ORDERS

      Examples: short with both APIs
        | api             | text     |
        | MessageProducer | order 17 |
        | JMSProducer     | order 17 |

      Examples: 24 characters, one more, and sixty
        | api             | text                                                         |
        | MessageProducer | abcdefghijklmnopqrstuvwx                                     |
        | MessageProducer | abcdefghijklmnopqrstuvwxy                                    |
        | MessageProducer | 123456789012345678901234567890123456789012345678901234567890 |

      Examples: what might be taken for a number, or cleaned up
        | api             | text              |
        | MessageProducer | 0017              |
        | JMSProducer     | 17.0              |
        | MessageProducer | order     17      |
        | JMSProducer     | Order 17, ORDER 7 |

      Examples: what might be taken for a value of its own or for none
        | api             | text |
        | MessageProducer | 0    |
        | JMSProducer     | 7    |
        | MessageProducer | true |
        | MessageProducer | null |
        | JMSProducer     | None |

      Examples: the digits of an id, without what makes it one
        | api             | text                                             |
        | MessageProducer | 414d51204f524445522d494400000000000000000000cafe |

      Examples: an id behind something else
        | api             | text                                                      |
        | MessageProducer | about ID:414d51204f524445522d494400000000000000000000cafe |
        | JMSProducer     | about ID:414d51204f524445522d494400000000000000000000cafe |

      Examples: characters that mark up, and characters of more than one byte
        | api             | text                           |
        | MessageProducer | a < b & c > d; 'e' &amp; ]]>   |
        | JMSProducer     | Bestellung für Zoë, 17 €       |
        | JMSProducer     | 注文番号十七と十八と十九と二十 |
        | JMSProducer     | 🛒 für Zoë                     |
        | MessageProducer | 1+1=2; 50%25 off/on, a*b ~{c}? |
        | MessageProducer | #7 $3 @home! ^[y]_`z`: a\\b     |

      Examples: a letter and its accent as two characters
        | api             | text         |
        | MessageProducer | order of Zoë |

    Scenario Outline: A <api> sends a message with the correlation id "<text>" like one without
      Given a <api> for a queue ORDERS
      When "order-1" is sent
      And "order-2" is sent
        | JMSCorrelationID | "<text>" |
      Then every call is accepted
      And "order-1" is delivered to ORDERS
      And "order-2" is delivered to ORDERS
      And a receiver with JMS alone sees JMSCorrelationID "<text>", and nothing else is on ORDERS

      Examples: characters of two, three and four bytes
        | api             | text       |
        | MessageProducer | für Zoë    |
        | JMSProducer     | 十七       |
        | MessageProducer | 🛒 für Zoë |
        | JMSProducer     | 🛒 für Zoë |

    Scenario: A string of 300 characters is written in full
      Given a MessageProducer for a queue ORDERS
      When "order-1" is sent
        | JMSCorrelationID | "123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890" |
      Then "order-1" is delivered to ORDERS with jms.Cid "123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890"
      And nothing else is on ORDERS

    Scenario: A tab in a string is a tab and no blank
      Given a MessageProducer for a queue ORDERS
      When "order-1" is sent
        | JMSCorrelationID | "order	17" |
      Then "order-1" is delivered to ORDERS with jms.Cid "order	17", and nothing else is on ORDERS

    Scenario: The blanks at both ends belong to the string
      Given a MessageProducer for a queue ORDERS
      When "order-1" is sent
        | JMSCorrelationID | "  order 17 " |
      Then "order-1" is delivered to ORDERS with jms.Cid "  order 17 ", and nothing else is on ORDERS

    Scenario Outline: The receiver of a message of a <api> sees "<text>" complete
      Given a <api> for a queue ORDERS
      When "order-1" is sent
        | JMSCorrelationID | "<text>" |
      Then "order-1" is delivered to ORDERS
      And a receiver with JMS alone sees JMSCorrelationID "<text>", and nothing else is on ORDERS

      Examples: longer than the descriptor can hold
        | api             | text                                                         |
        | MessageProducer | 123456789012345678901234567890123456789012345678901234567890 |
        | JMSProducer     | 123456789012345678901234567890123456789012345678901234567890 |

      Examples: characters that mark up, and characters of more than one byte
        | api             | text                           |
        | MessageProducer | a < b & c > d; 'e' &amp; ]]>   |
        | JMSProducer     | 注文番号十七と十八と十九と二十 |

    Scenario Outline: A message object that a <api> sends again with another string has that one
      Given a <api> for a queue ORDERS
      When "order-1" is sent
        | JMSCorrelationID | "order 17" |
      And "order-2" is sent
        | message object of | "order-1"  |
        | JMSCorrelationID  | "order 18" |
      Then the sender of "order-1" sees jms.Cid "order 17"
      And the sender of "order-2" sees jms.Cid "order 18"
      And "order-1" and "order-2" are delivered to ORDERS in this order, and nothing else is there

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: The string of a <api> is in the header at another queue manager
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And a <api> for ORDERS
      When "order-1" is sent
        | JMSCorrelationID | "order 17" |
      And the channel of TO.QM2 runs for 1 s
      Then "order-1" is delivered to STOCK on QM2 with jms.Cid "order 17", and nothing else is on STOCK on QM2

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @HM-47
  Rule: The first 24 bytes of the string's UTF-8 form become MQMD.CorrelId

    Bytes, not characters, and not the characters of some other encoding.

    Scenario Outline: MQMD.CorrelId of "<text>" begins with <bytes>
      Given a MessageProducer for a queue ORDERS
      When "order-1" is sent
        | JMSCorrelationID | "<text>" |
      Then the sender of "order-1" sees MQMD.CorrelId that begins with <bytes>
      And "order-1" is delivered to ORDERS
      And its MQMD.CorrelId begins with <bytes>, and nothing else is on ORDERS

      Examples: 24 characters of one byte, more, and fewer
        | text                       | bytes                                            |
        | abcdefghijklmnopqrstuvwx   | 6162636465666768696a6b6c6d6e6f707172737475767778 |
        | abcdefghijklmnopqrstuvwxyz | 6162636465666768696a6b6c6d6e6f707172737475767778 |
        | order 17                   | 6f72646572203137                                 |

      Examples: characters that UTF-16 has as two
        | text     | bytes                      |
        | 🛒 und 🛍 | f09f9b9220756e6420f09f9b8d |

      Examples: 24 bytes at the end of a character
        | text               | bytes                                            |
        | ääääääääääääää     | c3a4c3a4c3a4c3a4c3a4c3a4c3a4c3a4c3a4c3a4c3a4c3a4 |
        | 注文番号十七と十八 | e6b3a8e69687e795aae58fb7e58d81e4b883e381a8e58d81 |

    Scenario Outline: Behind the 24th byte MQMD.CorrelId has nothing of "<text>" of a <api>
      Given a <api> for a queue ORDERS
      When "order-1" is sent
        | JMSCorrelationID | "<text>" |
      Then the sender of "order-1" sees MQMD.CorrelId "6162636465666768696a6b6c6d6e6f707172737475767778"
      And "order-1" is delivered to ORDERS with MQMD.CorrelId "6162636465666768696a6b6c6d6e6f707172737475767778", and nothing else is on ORDERS

      Examples: one byte too many, and twice as many
        | text                                                 | api             |
        | abcdefghijklmnopqrstuvwxy                            | MessageProducer |
        | abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz | JMSProducer     |

    Scenario: The MQMD.CorrelId of a string of a JMSProducer begins with its bytes as well
      Given a JMSProducer for a queue ORDERS
      When "order-1" is sent
        | JMSCorrelationID | "abcdefghijklmnopqrstuvwxyz" |
      Then "order-1" is delivered to ORDERS
      And its MQMD.CorrelId begins with 6162636465666768696a6b6c6d6e6f707172737475767778, and nothing else is on ORDERS

    Scenario: The MQMD.CorrelId of a string begins with its bytes for an application that does not read JMS
      Given a MessageProducer for a queue ORDERS with a destination that applications of the MQI read
      When "order-1" is sent
        | JMSCorrelationID | "abcdefghijklmnopqrstuvwxyz" |
      Then "order-1" is delivered to ORDERS
      And its MQMD.CorrelId begins with 6162636465666768696a6b6c6d6e6f707172737475767778, and nothing else is on ORDERS

    Scenario Outline: The MQMD.CorrelId of a string of a <api> begins with its bytes at another queue manager
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And a <api> for ORDERS
      When "order-1" is sent, and the channel of TO.QM2 runs for 1 s
        | JMSCorrelationID | "order 17" |
      Then "order-1" is delivered to STOCK on QM2
      And its MQMD.CorrelId begins with 6f72646572203137, and nothing else is on STOCK on QM2

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |
