Feature: Type

  JMSType is a string by which applications tell kinds of messages apart. It is written into the header behind
  the descriptor, as Type in the folder mcd. The same folder has two more elements, Set and Fmt, of which JMS
  knows nothing; a JMSType in the form of a URI can reach them as well.

  What the documents leave open, and what is accepted here:

  * No JMSType, or an empty one.
  * How a URI is divided among Type, Set and Fmt. Another document says how, and so nothing is expected of the
    three; a receiver sees the whole URI again.

  Background:
    Given a queue ORDERS

  @HM-38
  Rule: JMSType is written into mcd.Type

    As it is, character by character.

    Scenario Outline: The type "<type>" of a message of a <api> is in mcd.Type
      Given a <api> for ORDERS
      When "order-1" is sent
        | JMSType | "<type>" |
      Then the sender of "order-1" sees mcd.Type "<type>"
      And "order-1" is delivered to ORDERS with mcd.Type "<type>", and nothing else is on ORDERS

      Examples: both APIs
        | api             | type    |
        | MessageProducer | invoice |
        | JMSProducer     | invoice |

      Examples: blanks, characters that mark up, characters of more than one byte
        | api             | type                           |
        | MessageProducer | invoice, 2nd class             |
        | MessageProducer | a < b & c > d                  |
        | JMSProducer     | Rechnung für Zoë               |
        | MessageProducer | the 'new' invoice              |
        | MessageProducer | 注文, 3 € für 🛒               |
        | MessageProducer | the   new  invoice             |
        | MessageProducer | A                              |
        | MessageProducer | 1+1=2; 50%25 off/on, a*b ~{c}? |
        | MessageProducer | #7 $3 @home! ^[y]_`z`: a\\b     |

      Examples: a letter and its accent as two characters
        | api             | type         |
        | MessageProducer | order of Zoë |

      Examples: what might be taken for a number, for a value of its own or for none
        | api             | type |
        | MessageProducer | 0    |
        | MessageProducer | 007  |
        | MessageProducer | true |
        | JMSProducer     | null |

      Examples: what the header itself says of the kind of a message
        | api             | type     |
        | MessageProducer | jms_text |
        | JMSProducer     | text     |
        | MessageProducer | none     |

      Examples: longer than any field of a descriptor, and than a line
        | api             | type                                                                                                                                 |
        | MessageProducer | 123456789012345678901234567890123456789012345678901234567890                                                                         |
        | MessageProducer | 123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012 |

    Scenario: A type of 300 characters is written in full
      Given a JMSProducer for ORDERS
      When "order-1" is sent
        | JMSType | "123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890" |
      Then the sender of "order-1" sees mcd.Type "123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890"
      And "order-1" is delivered to ORDERS with mcd.Type "123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890"
      And nothing else is on ORDERS

    Scenario: The blanks at both ends of a type belong to it
      Given a MessageProducer for ORDERS
      When "order-1" is sent
        | JMSType | " invoice, 2nd class " |
      Then the sender of "order-1" sees mcd.Type " invoice, 2nd class "
      And "order-1" is delivered to ORDERS with mcd.Type " invoice, 2nd class ", and nothing else is on ORDERS

    Scenario: A tab in a type is a tab and no blank
      Given a MessageProducer for ORDERS
      When "order-1" is sent
        | JMSType | "invoice	2nd class" |
      Then the sender of "order-1" sees mcd.Type "invoice	2nd class"
      And "order-1" is delivered to ORDERS with mcd.Type "invoice	2nd class", and nothing else is on ORDERS

    Scenario Outline: A <api> sends a message with the type "<type>" like one without
      Given a <api> for ORDERS
      When "order-1" is sent
      And "order-2" is sent
        | JMSType | "<type>" |
      Then every call is accepted
      And "order-1" is delivered to ORDERS
      And "order-2" is delivered to ORDERS
      And a receiver with JMS alone sees JMSType "<type>", and nothing else is on ORDERS

      Examples: characters of two, three and four bytes
        | api             | type       |
        | MessageProducer | für Zoë    |
        | JMSProducer     | 請求書     |
        | MessageProducer | 🛒 für Zoë |

    Scenario Outline: The receiver of a message of a <api> sees the type "<type>"
      Given a <api> for ORDERS
      When "order-1" is sent
        | JMSType | "<type>" |
      Then "order-1" is delivered to ORDERS
      And a receiver with JMS alone sees JMSType "<type>", and nothing else is on ORDERS

      Examples: both APIs
        | api             | type          |
        | MessageProducer | invoice       |
        | JMSProducer     | invoice       |
        | MessageProducer | a < b & c > d |

  @HM-39
  Rule: A type that is a URI may reach mcd.Set and mcd.Fmt too

    What can be relied on is that it comes back.

    Scenario Outline: The receiver sees the type "<type>" again
      Given a <api> for ORDERS
      When "order-1" is sent
        | JMSType | "<type>" |
      Then "order-1" is delivered to ORDERS with JMSType "<type>", and nothing else is on ORDERS

      Examples: a URI of a message set, and any other
        | api             | type                                |
        | MessageProducer | mcd://mrm/orders/invoice?format=xml |
        | JMSProducer     | mcd://mrm/orders/invoice?format=xml |
        | MessageProducer | urn:example:invoice                 |
