Feature: Protected or in clear

  AMS protects the data of a message when an application puts it to a queue for which its queue manager has
  a policy: a policy ORDERS is for puts to the queue ORDERS. A protected message carries a header of its own
  (PDMQ) and, behind it, data that only the recipients named in the policy can read. When an MCA moves such a
  message to a dead-letter queue, is it still protected there?

  Without a policy of the dead-letter queue's own name the answer is short: it is put as it is.

    who holds the message             how it is then  on the dead-letter queue
    --------------------------------  --------------  ------------------------
    a sender with SPLPROT(REMOVE)     in clear        in clear
    a sender with SPLPROT(PASSTHRU)   as it was put   as it was put
    a receiver with SPLPROT(PASSTHRU) as it arrived   as it arrived

  For SYSTEM.DEAD.LETTER.QUEUE that is all: AMS protects no puts to queues of the system, so that a policy of
  that name changes nothing. Where DEADQ names another queue, a policy of its name matters; the next chapter
  is about that.

  What the documents leave open, and what is accepted here:

  * What makes a sender take the protection off. The scenarios ask for it with SPLPROT(REMOVE).
  * Whether a policy of a system queue can be defined at all. If it is refused, there is none, and the
    message is as it must be.
  * The other queues of the system, which another document lists.

  Background:
    Given ORDERS on QMA leads through TO.QMB to STOCK on QMB, both on z/OS

  @AM-05
  Rule: What a sender has unprotected is in clear on the dead-letter queue of the system

    The protection was taken off before it was known that the message cannot be delivered.

    Scenario Outline: At NPMSPEED(<speed>) a <kind> message, unprotected by the sender and too big, is in clear on SYSTEM.DEAD.LETTER.QUEUE
      Given the sender channel of TO.QMB has USEDLQ(YES), NPMSPEED(<speed>), SPLPROT(REMOVE) and MAXMSGL(20000)
      And a dead-letter queue SYSTEM.DEAD.LETTER.QUEUE on QMA
      And an AMS policy ORDERS on QMA
      When "order-1" is put to ORDERS with <persistence>
        | length | 40000 characters |
      Then "order-1" was put protected to TO.QMB
      When the channel of TO.QMB runs for 1 s
      Then "order-1" is on SYSTEM.DEAD.LETTER.QUEUE in clear
      And this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | SYSTEM.DEAD.LETTER.QUEUE |
        | nothing | nothing      | order-1                  |

      Examples: neither persistence nor NPMSPEED matters
        | kind           | speed  | persistence          |
        | persistent     | FAST   | MQPER_PERSISTENT     |
        | persistent     | NORMAL | MQPER_PERSISTENT     |
        | non-persistent | FAST   | MQPER_NOT_PERSISTENT |
        | non-persistent | NORMAL | MQPER_NOT_PERSISTENT |

  @AM-06
  Rule: A policy named after a queue of the system has no effect

    Not on what a sender puts there, nor on what a receiver does.

    Scenario: A policy for SYSTEM.DEAD.LETTER.QUEUE does not protect what a sender puts there
      Given the sender channel of TO.QMB has USEDLQ(YES), SPLPROT(REMOVE) and MAXMSGL(20000)
      And a dead-letter queue SYSTEM.DEAD.LETTER.QUEUE on QMA
      And an AMS policy ORDERS on QMA
      And an attempt to define an AMS policy SYSTEM.DEAD.LETTER.QUEUE on QMA
      When "order-1" is put to ORDERS, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      Then "order-1" is on SYSTEM.DEAD.LETTER.QUEUE in clear
      And this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | SYSTEM.DEAD.LETTER.QUEUE |
        | nothing | nothing      | order-1                  |

    Scenario: A policy for SYSTEM.DEAD.LETTER.QUEUE does not protect what an application puts there
      Given a dead-letter queue SYSTEM.DEAD.LETTER.QUEUE on QMA
      And an attempt to define an AMS policy SYSTEM.DEAD.LETTER.QUEUE on QMA
      When "order-1" is put to SYSTEM.DEAD.LETTER.QUEUE
      Then "order-1" is on SYSTEM.DEAD.LETTER.QUEUE in clear, and nothing is on STOCK on QMB

    Scenario Outline: A policy for SYSTEM.DEAD.LETTER.QUEUE without toleration keeps away no <kind> message of a sender
      Given the sender channel of TO.QMB has USEDLQ(YES), SPLPROT(REMOVE) and MAXMSGL(20000)
      And a dead-letter queue SYSTEM.DEAD.LETTER.QUEUE on QMA
      And an attempt to define an AMS policy SYSTEM.DEAD.LETTER.QUEUE on QMA without toleration
      When "order-1" is put to ORDERS with <persistence>, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      Then "order-1" is on SYSTEM.DEAD.LETTER.QUEUE in clear, and nothing is on STOCK on QMB

      Examples: of either persistence
        | kind           | persistence          |
        | persistent     | MQPER_PERSISTENT     |
        | non-persistent | MQPER_NOT_PERSISTENT |

    Scenario Outline: A policy for SYSTEM.DEAD.LETTER.QUEUE without toleration keeps away no <kind> message of a receiver
      Given the sender channel of TO.QMB has SPLPROT(PASSTHRU) and the receiver channel on QMB SPLPROT(PASSTHRU)
      And a dead-letter queue SYSTEM.DEAD.LETTER.QUEUE on QMB
      And an attempt to define an AMS policy SYSTEM.DEAD.LETTER.QUEUE on QMB without toleration
      And STOCK on QMB is altered to PUT(DISABLED)
      When "order-1" is put to ORDERS with <persistence>, and the channel of TO.QMB runs for 1 s
      Then "order-1" was moved to SYSTEM.DEAD.LETTER.QUEUE on QMB
      And "order-1" is on SYSTEM.DEAD.LETTER.QUEUE on QMB in clear, and nothing is on STOCK on QMB

      Examples: of either persistence
        | kind           | persistence          |
        | persistent     | MQPER_PERSISTENT     |
        | non-persistent | MQPER_NOT_PERSISTENT |

    Scenario: A policy for SYSTEM.DEAD.LETTER.QUEUE does not protect what a receiver puts there
      Given the sender channel of TO.QMB has SPLPROT(PASSTHRU) and the receiver channel on QMB SPLPROT(PASSTHRU)
      And a dead-letter queue SYSTEM.DEAD.LETTER.QUEUE on QMB
      And an attempt to define an AMS policy SYSTEM.DEAD.LETTER.QUEUE on QMB
      And STOCK on QMB is altered to PUT(DISABLED)
      When "order-1" is put to ORDERS, and the channel of TO.QMB runs for 1 s
      Then "order-1" was moved to SYSTEM.DEAD.LETTER.QUEUE on QMB
      And "order-1" is on SYSTEM.DEAD.LETTER.QUEUE on QMB in clear, and nothing is on STOCK on QMB

  @AM-08
  Rule: What a sender has unprotected is in clear on a named dead-letter queue without a policy

    The policy of the queue to which the application has put it does not follow it there.

    Background:
      Given the sender channel of TO.QMB has USEDLQ(YES), SPLPROT(REMOVE) and MAXMSGL(20000)
      And a dead-letter queue FAILED on QMA

    Scenario: A message that the sender has unprotected is in clear on a named dead-letter queue
      Given an AMS policy ORDERS on QMA
      When "order-1" is put to ORDERS
        | length | 40000 characters |
      Then "order-1" was put protected to TO.QMB
      When the channel of TO.QMB runs for 1 s
      Then "order-1" is on FAILED in clear
      And the data of "order-1" on FAILED are those that were sent
      And this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | FAILED  |
        | nothing | nothing      | order-1 |

    Scenario Outline: The policy <policy> is no policy of the dead-letter queue FAILED
      Given an AMS policy <policy> on QMA
      When "order-1" is put to ORDERS, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      Then "order-1" is on FAILED in clear
      And this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | FAILED  |
        | nothing | nothing      | order-1 |

      Examples: names that begin alike, and another name
        | policy     |
        | FAIL       |
        | FAILED.OLD |
        | STOCK      |
        | TO.QMB     |

    Scenario Outline: A policy for <policy> is no policy of the dead-letter queue FAILED of the sender
      Given an attempt to define an AMS policy <policy>
      When "order-1" is put to ORDERS, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      Then "order-1" is on FAILED in clear
      And this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | FAILED  |
        | nothing | nothing      | order-1 |

      Examples: the system's queue, and a queue of that name at the other end
        | policy                          |
        | SYSTEM.DEAD.LETTER.QUEUE on QMA |
        | FAILED on QMB                   |

    Scenario: A policy that has been deleted protects nothing
      Given an AMS policy FAILED on QMA
      And the AMS policy FAILED on QMA is deleted
      When "order-1" is put to ORDERS, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      Then "order-1" is on FAILED in clear
      And this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | FAILED  |
        | nothing | nothing      | order-1 |

  @AM-12
  Rule: A message that is protected stays protected on the dead-letter queue of the system

    That this queue has no protection of its own to give is no reason to take another's away.

    Scenario Outline: At NPMSPEED(<speed>) a receiver leaves a protected <kind> message protected on SYSTEM.DEAD.LETTER.QUEUE
      Given the sender channel of TO.QMB has NPMSPEED(<speed>) and SPLPROT(PASSTHRU) and the receiver channel on QMB NPMSPEED(<speed>) and SPLPROT(PASSTHRU)
      And a dead-letter queue SYSTEM.DEAD.LETTER.QUEUE on QMB
      And an AMS policy ORDERS on QMA
      And STOCK on QMB is altered to PUT(DISABLED)
      When "order-1" is put to ORDERS with <persistence>
      Then "order-1" was put protected to TO.QMB
      When the channel of TO.QMB runs for 1 s
      Then "order-1" was moved to SYSTEM.DEAD.LETTER.QUEUE on QMB
      And "order-1" is on SYSTEM.DEAD.LETTER.QUEUE on QMB protected once, under ORDERS, and nothing is on STOCK on QMB

      Examples: neither persistence nor NPMSPEED matters
        | kind           | speed  | persistence          |
        | persistent     | NORMAL | MQPER_PERSISTENT     |
        | non-persistent | FAST   | MQPER_NOT_PERSISTENT |
        | non-persistent | NORMAL | MQPER_NOT_PERSISTENT |

    Scenario: A sender that passes protection through leaves it on SYSTEM.DEAD.LETTER.QUEUE
      Given the sender channel of TO.QMB has USEDLQ(YES), SPLPROT(PASSTHRU) and MAXMSGL(20000)
      And a dead-letter queue SYSTEM.DEAD.LETTER.QUEUE on QMA
      And an AMS policy ORDERS on QMA
      And an attempt to define an AMS policy SYSTEM.DEAD.LETTER.QUEUE on QMA
      When "order-1" is put to ORDERS
        | length | 40000 characters |
      Then "order-1" was put protected to TO.QMB
      When the channel of TO.QMB runs for 1 s
      Then "order-1" was moved to SYSTEM.DEAD.LETTER.QUEUE
      And "order-1" is on SYSTEM.DEAD.LETTER.QUEUE protected once, under ORDERS, and nothing is on STOCK on QMB

  @AM-13
  Rule: A message in clear stays in clear on the dead-letter queue of the system

    Whichever end puts it there.

    Scenario: A receiver leaves a message in clear on SYSTEM.DEAD.LETTER.QUEUE
      Given the sender channel of TO.QMB has SPLPROT(PASSTHRU) and the receiver channel on QMB SPLPROT(PASSTHRU)
      And a dead-letter queue SYSTEM.DEAD.LETTER.QUEUE on QMB
      And STOCK on QMB is altered to PUT(DISABLED)
      When "order-1" is put to ORDERS, and the channel of TO.QMB runs for 1 s
      Then "order-1" was moved to SYSTEM.DEAD.LETTER.QUEUE on QMB
      And "order-1" is on SYSTEM.DEAD.LETTER.QUEUE on QMB in clear, and nothing is on STOCK on QMB

    Scenario: A sender leaves a message that nobody has protected in clear on SYSTEM.DEAD.LETTER.QUEUE
      Given the sender channel of TO.QMB has USEDLQ(YES), SPLPROT(REMOVE) and MAXMSGL(20000)
      And a dead-letter queue SYSTEM.DEAD.LETTER.QUEUE on QMA
      When "order-1" is put to ORDERS, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      Then "order-1" is on SYSTEM.DEAD.LETTER.QUEUE in clear
      And this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | SYSTEM.DEAD.LETTER.QUEUE |
        | nothing | nothing      | order-1                  |

    Scenario: A receiver does not protect under the policy of the target what it puts to SYSTEM.DEAD.LETTER.QUEUE
      Given the sender channel of TO.QMB has SPLPROT(PASSTHRU) and the receiver channel on QMB SPLPROT(PASSTHRU)
      And a dead-letter queue SYSTEM.DEAD.LETTER.QUEUE on QMB
      And an AMS policy STOCK on QMB
      And STOCK on QMB is altered to PUT(DISABLED)
      When "order-1" is put to ORDERS, and the channel of TO.QMB runs for 1 s
      Then "order-1" was moved to SYSTEM.DEAD.LETTER.QUEUE on QMB
      And "order-1" is on SYSTEM.DEAD.LETTER.QUEUE on QMB in clear, and nothing is on STOCK on QMB

  @AM-14 @AM-19
  Rule: A message that is protected stays protected on a named dead-letter queue without a policy

    "As it is" means under the policy that it was put under.

    Scenario Outline: At NPMSPEED(<speed>) a receiver leaves a protected <kind> message protected on a named dead-letter queue
      Given the sender channel of TO.QMB has NPMSPEED(<speed>) and SPLPROT(PASSTHRU) and the receiver channel on QMB NPMSPEED(<speed>) and SPLPROT(PASSTHRU)
      And a dead-letter queue FAILED on QMB
      And an AMS policy ORDERS on QMA
      And STOCK on QMB is altered to PUT(DISABLED)
      When "order-1" is put to ORDERS with <persistence>
      Then "order-1" was put protected to TO.QMB
      When the channel of TO.QMB runs for 1 s
      Then "order-1" was moved to FAILED on QMB
      And "order-1" is on FAILED on QMB protected once, under ORDERS, and nothing is on STOCK on QMB

      Examples: neither persistence nor NPMSPEED matters
        | kind           | speed  | persistence          |
        | persistent     | NORMAL | MQPER_PERSISTENT     |
        | non-persistent | FAST   | MQPER_NOT_PERSISTENT |
        | non-persistent | NORMAL | MQPER_NOT_PERSISTENT |

    Scenario Outline: At NPMSPEED(<speed>) a sender that passes protection through leaves it to a <kind> message on a named dead-letter queue
      Given the sender channel of TO.QMB has USEDLQ(YES), NPMSPEED(<speed>), SPLPROT(PASSTHRU) and MAXMSGL(20000)
      And a dead-letter queue FAILED on QMA
      And an AMS policy ORDERS on QMA
      When "order-1" is put to ORDERS with <persistence>
        | length | 40000 characters |
      Then "order-1" was put protected to TO.QMB
      When the channel of TO.QMB runs for 1 s
      Then "order-1" was moved to FAILED
      And "order-1" is on FAILED protected once, under ORDERS, and nothing is on STOCK on QMB

      Examples: neither persistence nor NPMSPEED matters
        | kind           | speed  | persistence          |
        | persistent     | NORMAL | MQPER_PERSISTENT     |
        | non-persistent | FAST   | MQPER_NOT_PERSISTENT |
        | non-persistent | NORMAL | MQPER_NOT_PERSISTENT |

  @AM-15 @AM-19
  Rule: A message in clear stays in clear on a named dead-letter queue without a policy

    The policy of the target queue is for the target queue.

    Scenario: A sender does not use the policy of the queue of the put, which came after the put, on the dead-letter queue
      Given the sender channel of TO.QMB has USEDLQ(YES), SPLPROT(PASSTHRU) and MAXMSGL(20000)
      And a dead-letter queue FAILED on QMA
      When "order-1" is put to ORDERS
        | length | 40000 characters |
      And an AMS policy ORDERS on QMA is defined
      And the channel of TO.QMB runs for 1 s
      Then "order-1" was moved to FAILED
      And "order-1" is on FAILED in clear, and nothing is on STOCK on QMB

    Scenario: A receiver does not use the policy of the target, nor one of the sender's, on the dead-letter queue
      Given the sender channel of TO.QMB has SPLPROT(PASSTHRU) and the receiver channel on QMB SPLPROT(PASSTHRU)
      And a dead-letter queue FAILED on QMB
      And an AMS policy STOCK on QMB
      And an AMS policy FAILED on QMA
      And STOCK on QMB is altered to PUT(DISABLED)
      When "order-1" is put to ORDERS
      Then "order-1" was put in clear to TO.QMB
      When the channel of TO.QMB runs for 1 s
      Then "order-1" was moved to FAILED on QMB
      And "order-1" is on FAILED on QMB in clear, and nothing is on STOCK on QMB
