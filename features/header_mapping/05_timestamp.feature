Feature: Timestamp

  JMSTimestamp is the time at which a message was handed over, by the clock of the client that sends it, in
  milliseconds since the epoch. It is not the time of the put, which the queue manager writes into the
  descriptor by its own clock and in hundredths of a second. The client writes it into the header behind
  the descriptor (here called jms.Tms), and from there the receiver has it.

  What the documents leave open, and what is accepted here:

  * What becomes of the timestamp if the application asks to do without. It is never asked here.
  * What name and place the timestamp has in the header. It is looked at where an adapter shows it.

  Background:
    Given a queue ORDERS

  @HM-34
  Rule: The send sets JMSTimestamp by the clock of the client

    Between the readings of that clock before and after the send.

    Scenario Outline: A <api> sees the time of the send, to the millisecond
      Given a <api> for ORDERS, and 123 ms pass
      When "order-1" is sent
      Then the sender of "order-1" sees as JMSTimestamp the time of the send
      And "order-1" is delivered to ORDERS
      And its JMSTimestamp is the time of the send of "order-1", and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: JMSTimestamp is the time of the send, not of the commit
      Given a transacted MessageProducer for ORDERS
      When "order-1" is sent, and 2 s later the unit of work is committed
      Then "order-1" is delivered to ORDERS
      And its JMSTimestamp is the time of the send of "order-1", and nothing else is on ORDERS

    Scenario: JMSTimestamp is the time of the send, not of the delivery
      Given a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent and comes due
      Then "order-1" is delivered to ORDERS
      And its JMSTimestamp is the time of the send of "order-1", and nothing else is on ORDERS

    Scenario: A message object that is sent again has the time of its second send
      Given a MessageProducer for ORDERS
      When "order-1" is sent, and 2 s pass
      And "order-2" is sent
        | message object of | "order-1" |
      Then the sender of "order-2" sees as JMSTimestamp the time of the send
      And "order-1" is delivered to ORDERS
      And its JMSTimestamp is the time of the send of "order-1"
      And "order-2" is delivered to ORDERS
      And its JMSTimestamp is the time of the send of "order-2", and nothing else is on ORDERS

  @HM-35
  Rule: JMSTimestamp is written into the header

    In milliseconds, so that the receiver sees what the sender saw.

    Scenario Outline: The header of a message of a <api> holds the sender's JMSTimestamp
      Given a <api> for ORDERS, and 123 ms pass
      When "order-1" is sent
      Then "order-1" is delivered to ORDERS
      And its jms.Tms is the JMSTimestamp that the sender of "order-1" was given
      And its jms.Tms agrees with its JMSTimestamp, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: The header of a delayed message of a <api> holds the sender's JMSTimestamp
      Given a <api> for ORDERS with a delivery delay of 3 s
      And 123 ms pass
      When "order-1" is sent and comes due
      Then "order-1" is delivered to ORDERS
      And its jms.Tms is the JMSTimestamp that the sender of "order-1" was given, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: What a <api> writes into the header is the time of the send, also with a delay of <delay>
      Given a <api> for ORDERS with a delivery delay of <delay>
      And 123 ms pass
      When "order-1" is sent
      Then the sender of "order-1" sees as jms.Tms the time of the send
      And after 4 s "order-1" is delivered to ORDERS, and nothing else is there

      Examples: both APIs, without and with a delay
        | api             | delay |
        | MessageProducer | 0 s   |
        | MessageProducer | 3 s   |
        | JMSProducer     | 0 s   |
        | JMSProducer     | 3 s   |

    Scenario Outline: The receiver of a message of a <api> sees the sender's JMSTimestamp
      Given a <api> for ORDERS
      And 123 ms pass
      When "order-1" is sent, and 1 s passes
      Then "order-1" is delivered to ORDERS
      And its JMSTimestamp is the JMSTimestamp that the sender of "order-1" was given, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: The JMSTimestamp of a message of a <api> is the same at another queue manager, to the millisecond
      Given a remote queue SALES that leads through TO.QM2 to STOCK on QM2
      And a <api> for SALES, and 123 ms pass
      When "order-1" is sent, and 1 s passes
      And the channel of TO.QM2 runs for 1 s
      Then "order-1" is delivered to STOCK on QM2
      And its jms.Tms is the JMSTimestamp that the sender of "order-1" was given, and nothing else is on STOCK on QM2

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @HM-36
  Rule: A JMSTimestamp set before the send is overwritten

    A message received yesterday and sent on today is a message of today.

    Scenario Outline: A <api> overwrites the timestamp <preset>
      Given a <api> for ORDERS
      When "order-1" is sent
        | JMSTimestamp | <preset> |
      Then the sender of "order-1" sees as JMSTimestamp the time of the send
      And "order-1" is delivered to ORDERS
      And its JMSTimestamp is the time of the send of "order-1", and nothing else is on ORDERS

      Examples: far in the past
        | api             | preset |
        | MessageProducer | 1      |
        | JMSProducer     | 1      |

      Examples: far in the future
        | api             | preset        |
        | MessageProducer | 4102444800000 |
        | JMSProducer     | 4102444800000 |

    Scenario Outline: A <api> with a delay overwrites the timestamp <preset> too
      Given a <api> for ORDERS with a delivery delay of 2 s
      When "order-1" is sent
        | JMSTimestamp | <preset> |
      Then the sender of "order-1" sees as JMSTimestamp the time of the send
      And after its delivery delay "order-1" is delivered to ORDERS
      And its JMSTimestamp is the time of the send of "order-1", and nothing else is on ORDERS

      Examples: both APIs
        | api             | preset        |
        | MessageProducer | 1             |
        | JMSProducer     | 4102444800000 |
