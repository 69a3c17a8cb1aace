Feature: Sends, triggers and authority

  Some rules of different chapters meet at the two ends of the staging hop. At the send several checks
  apply at once, and the authority of the sender is looked at for the only time. At the delivery the name
  of the queue is resolved again, whoever may put there, and the target is triggered as by any message.

  What the documents leave open, and what is accepted here:

  * In which order checks are made. Where several apply, the reason may be that of any of them.
  * Whether a queue manager triggers again when the depth is reached once more.

  @X-43
  Rule: A send that breaks several restrictions is refused with the reason of one of them

    Which of them is checked first is left open.

    Scenario Outline: A <api> that breaks two restrictions is refused for one of them: <restrictions>
      Given a queue ORDERS with <attributes>, and a <api> for ORDERS with a delivery delay of 5 s
      When the time to live is set to <life>, and "order-1" is sent as message 1 of the group "batch"
      Then setTimeToLive or the send is refused with <reasons>
      And the reason is recorded as the answer to "With which reason is a send refused: <restrictions>?"
      And nothing is on ORDERS, nor on the staging queue

      Examples: a group, and a life shorter than the delay
        | api             | attributes   | life | restrictions                                 | reasons                                               |
        | MessageProducer | MAXDEPTH(10) | 3 s  | grouped, and its life shorter than the delay | MQRC_OPTIONS_ERROR (2046) or MQRC_EXPIRY_ERROR (2013) |
        | JMSProducer     | MAXDEPTH(10) | 3 s  | grouped, and its life shorter than the delay | MQRC_OPTIONS_ERROR (2046) or MQRC_EXPIRY_ERROR (2013) |

    Scenario: The long form of send that breaks two restrictions is refused for one of them
      Given a MessageProducer for a queue ORDERS with a delivery delay of 5 s
      When "order-1" is sent by the long form of send with delivery mode PERSISTENT, priority 4 and a time to live of 3 s
        | first message of | the group "batch" |
      Then the send is refused with MQRC_OPTIONS_ERROR (2046) or MQRC_EXPIRY_ERROR (2013)
      And nothing is on ORDERS, nor on the staging queue

    Scenario Outline: A <api> that sends a message of a group to a queue of <attributes> is refused for whatever reason
      Given a queue ORDERS with <attributes>
      And a <api> for ORDERS with a delivery delay of 5 s
      When "order-1" is sent as message 1 of the group "batch"
      Then the send is refused
      And the reason of the refusal is recorded, and nothing is on ORDERS, nor on the staging queue

      Examples: a closed queue, a full one
        | api             | attributes    |
        | MessageProducer | PUT(DISABLED) |
        | MessageProducer | MAXDEPTH(0)   |
        | JMSProducer     | PUT(DISABLED) |
        | JMSProducer     | MAXDEPTH(0)   |

    Scenario: A message of a user without authority, with too short a life, is refused, and leaves nothing
      Given a queue ORDERS and a dead-letter queue
      When a MessageProducer of the user alice for ORDERS with a delivery delay of 5 s is created
      And the time to live is set to 3 s, and "order-1" is sent
      Then createProducer, setTimeToLive or the send is refused
      And after 6 s nothing is on ORDERS, the staging queue, nor on the dead-letter queue

  @X-44
  Rule: A message reaches the queue that its target has become, whether or not its sender may put there

    The authority was checked at the send, for the queue that the sender named. Nothing is checked at the
    second resolution.

    Background:
      Given the queues ORDERS and VAULT
      And the user alice may put to ORDERS and to the staging queue

    Scenario Outline: A message of a <api> reaches a queue to which its sender may not put
      Given a <api> of the user alice for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent
      And ORDERS is deleted
      And ORDERS is defined anew as an alias of VAULT
      Then after its delivery delay "order-1" is delivered to VAULT, and nothing else is there

      Examples: both APIs, persistent or not
        | api             | mode           |
        | MessageProducer | PERSISTENT     |
        | MessageProducer | NON_PERSISTENT |
        | JMSProducer     | PERSISTENT     |
        | JMSProducer     | NON_PERSISTENT |

    Scenario: A sender is refused at the queue that an earlier message of its own has reached
      Given a MessageProducer of the user alice for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      And ORDERS is deleted
      And ORDERS is defined anew as an alias of VAULT
      Then after its delivery delay "order-1" is delivered to VAULT
      When a MessageProducer of the user alice for VAULT with a delivery delay of 3 s is created
      And "order-2" is sent
      Then createProducer or the send is refused, and nothing is on VAULT, nor on the staging queue

  @X-39
  Rule: A delayed message triggers its target when it arrives there, and not before

    On the staging queue it counts in no depth but that of the staging queue.

    Scenario Outline: A target that triggers at a depth of 1 is triggered after the delay of a message of a <api>
      Given a queue INITIATION
      And a queue ORDERS that triggers INITIATION at a depth of 1
      And a <api> for ORDERS with <settings>
      When "order-1" is sent
      Then nothing is on INITIATION during the delay of "order-1"
      And after the delivery delay of "order-1" the depth of INITIATION becomes 1
      And a trigger message arrives on INITIATION
      And its MQMD.Expiry is MQEI_UNLIMITED
      And "order-1" is delivered to ORDERS, and nothing else is there

      Examples: whether or not the message has an end
        | api             | settings                                           |
        | MessageProducer | a delivery delay of 3 s                            |
        | MessageProducer | a time to live of 30 s and a delivery delay of 3 s |
        | JMSProducer     | a time to live of 30 s and a delivery delay of 3 s |

    Scenario: The trigger message of a message of a unit of work has no end either
      Given a queue INITIATION
      And a queue ORDERS that triggers INITIATION at a depth of 1
      And a transacted MessageProducer for ORDERS with a time to live of 30 s and a delivery delay of 3 s
      When "order-1" is sent
      And the unit of work is committed, and 4 s pass
      Then a trigger message arrives on INITIATION, and nothing else is on INITIATION
      And its MQMD.Expiry is MQEI_UNLIMITED
      And "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: A message that was sent through an alias triggers the queue behind it
      Given a queue INITIATION
      And a queue ORDERS that triggers INITIATION at a depth of 1, and an alias queue SALES of ORDERS
      And a MessageProducer for SALES with a time to live of 30 s and a delivery delay of 3 s
      When "order-1" is sent
      Then nothing is on INITIATION during the delay of "order-1"
      And after the delivery delay of "order-1" the depth of INITIATION becomes 1
      And a trigger message arrives on INITIATION
      And its MQMD.Expiry is MQEI_UNLIMITED
      And "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: A message that comes due while the queue manager is down triggers its target after the start
      Given a queue INITIATION
      And a queue ORDERS that triggers INITIATION at a depth of 1
      And a MessageProducer for ORDERS with delivery mode PERSISTENT and a delivery delay of 3 s
      When "order-1" is sent, and the queue manager is down for 5 s
      And 1 s passes
      Then a trigger message arrives on INITIATION, and nothing else is on INITIATION
      And "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: A message that is committed after its delay triggers its target then
      Given a queue INITIATION
      And a queue ORDERS that triggers INITIATION at a depth of 1
      And a transacted MessageProducer for ORDERS with a delivery delay of 2 s
      When "order-1" is sent, and 4 s later the unit of work is committed
      And 3 s pass
      Then a trigger message arrives on INITIATION, and nothing else is on INITIATION
      And "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: A message that expires on its target has triggered it, however much time passes at once
      Given a queue INITIATION and a clock that the tester sets
      And a queue ORDERS that triggers INITIATION at a depth of 1
      And a MessageProducer for ORDERS with a time to live of 60 s and a delivery delay of 3 s
      When "order-1" is sent, and 1 h passes
      Then the depth of INITIATION becomes 1, and nothing is on ORDERS

    Scenario: A target that takes a message only later is triggered then, and once
      Given a queue INITIATION and a clock that the tester sets
      And a queue ORDERS that triggers INITIATION at a depth of 1
      And ORDERS is the dead-letter queue
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent, and ORDERS is altered to PUT(DISABLED) during its delay
      And 60 s pass
      And ORDERS is altered to PUT(ENABLED), and 2 h pass
      Then the depth of INITIATION is 1
      And "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: Staged messages do not help to reach the depth at which a trigger fires
      Given a queue INITIATION, and a queue ORDERS that triggers INITIATION at a depth of 2
      And a MessageProducer for ORDERS with a delivery delay of 6 s, and a MessageProducer for ORDERS
      When "order-1" is sent by the first producer and "order-2" by the second
      Then nothing is on INITIATION during the delay of "order-1"
      And after the delivery delay of "order-1" the depth of INITIATION becomes 1

    @EX-36
    Scenario: A target that an expired message helps to become deep enough is triggered by a delivery
      Given a queue INITIATION, and a queue ORDERS that triggers INITIATION at a depth of 2
      And a MessageProducer for ORDERS with a delivery delay of 6 s
      When "order-1" is put to ORDERS with an expiry of 20 tenths, and "order-2" is sent
      And 4 s pass, and the depth of ORDERS is read
      And the delivery delay of "order-2" is over
      Then a trigger message is on INITIATION if the depth of ORDERS has reached 2, and only then
      And "order-2" is delivered to ORDERS, and nothing else is there

    Scenario: A message that is recalled before it is due triggers nothing
      Given a queue INITIATION, and a queue ORDERS that triggers INITIATION at a depth of 1
      And a MessageProducer for ORDERS with a delivery delay of 3 s
      When "order-1" is sent
      Then an MQGET by correlation id recalls "order-1" from the staging queue
      And after 5 s nothing is on ORDERS, nor on INITIATION

  @EX-48
  Rule: A trigger message never expires, however short the life of the message that fired it

    It is the queue manager's own message, and inherits nothing.

    Background:
      Given a queue INITIATION
      And a queue ORDERS that triggers INITIATION at a depth of 1

    Scenario Outline: The trigger message never expires when the message that fired it is put with <expiry>
      When "order-1" is put to ORDERS with <expiry>
      And 5 s pass
      Then a trigger message arrives on INITIATION
      And its MQMD.Expiry is MQEI_UNLIMITED, and nothing else is on INITIATION

      Examples: a message without an end, with one, and with one that is over
        | expiry                      |
        | an expiry of MQEI_UNLIMITED |
        | an expiry of 600 tenths     |
        | an expiry of 20 tenths      |

    Scenario: Neither of two trigger messages ever expires
      Given a queue INVOICES that triggers INITIATION at a depth of 1
      When "order-1" is put to ORDERS, and "invoice-1" is put to INVOICES
      Then a trigger message arrives on INITIATION, and its MQMD.Expiry is MQEI_UNLIMITED
      And a trigger message arrives on INITIATION
      And its MQMD.Expiry is MQEI_UNLIMITED, and nothing else is on INITIATION

    Scenario Outline: The trigger message of a <mode> message of a <api> with a time to live never expires
      Given a <api> for ORDERS with delivery mode <mode> and a time to live of 3 s
      When "order-1" is sent
      And 6 s pass
      Then a trigger message arrives on INITIATION
      And its MQMD.Expiry is MQEI_UNLIMITED, and nothing is on ORDERS

      Examples: both APIs, both delivery modes
        | api             | mode           |
        | MessageProducer | PERSISTENT     |
        | MessageProducer | NON_PERSISTENT |
        | JMSProducer     | PERSISTENT     |
        | JMSProducer     | NON_PERSISTENT |

    Scenario: The trigger message of a message that was put in a unit of work never expires
      When "order-1" is put to ORDERS in syncpoint with an expiry of 20 tenths
      And the putting application commits
      And 5 s pass
      Then a trigger message arrives on INITIATION
      And its MQMD.Expiry is MQEI_UNLIMITED, and nothing is on ORDERS

    Scenario: The trigger message of a dead letter with an end never expires
      Given ORDERS is the dead-letter queue
      And a MessageProducer for a queue STOCK with a time to live of 60 s and a delivery delay of 3 s
      When "stock-1" is sent and comes due while STOCK has PUT(DISABLED)
      Then a trigger message arrives on INITIATION
      And its MQMD.Expiry is MQEI_UNLIMITED, and nothing is on STOCK
