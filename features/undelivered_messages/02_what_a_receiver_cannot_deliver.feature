Feature: What a receiver cannot deliver

  The receiver, the far end of a channel, puts what arrives to the target queue. When that queue is
  inhibited, full or not there, the receiver has an undelivered message in hand. Generally it moves it to
  the dead-letter queue of its own queue manager, not that of the sender's. Where it cannot,
  the sender learns of it, and what becomes of the message is seen at the sender: on the transmission queue,
  and in the status of its channel.

  What the documents leave open, and what is accepted here:

  * "Generally": a receiver that does not dead-letter may leave the message to the sender to try again, or
    discard a non-persistent one. What it does is recorded, and a rule that is about dead-lettered messages
    is undecided then.
  * Whether the receiver may discard a non-persistent message without a dead-letter queue when NPMSPEED is
    NORMAL. As for a sender, either is right.
  * The status of a channel that moves messages as it should.

  @AM-23
  Rule: A receiver generally moves undelivered messages to its own dead-letter queue

    Whose dead-letter queue is local depends on who holds the message.

    Scenario Outline: A <kind> message for an inhibited queue is on the dead-letter queue of the receiver, generally
      Given ORDERS on QMA leads through TO.QMB to STOCK on QMB, both on z/OS
      And the sender channel of TO.QMB has NPMSPEED(FAST) and SPLPROT(PASSTHRU) and the receiver channel on QMB NPMSPEED(FAST) and SPLPROT(PASSTHRU)
      And a dead-letter queue FAILED on QMA
      And a dead-letter queue FAILED on QMB
      And STOCK on QMB is altered to PUT(DISABLED)
      When "order-1" is put to ORDERS with <persistence>, and the channel of TO.QMB runs for 1 s
      Then "order-1" is on FAILED on QMB, or not there
      And the answer to "Does a receiver dead-letter a <kind> message for an inhibited queue?" is recorded, and nothing is on STOCK on QMB

      Examples: of either persistence
        | kind           | persistence          |
        | persistent     | MQPER_PERSISTENT     |
        | non-persistent | MQPER_NOT_PERSISTENT |

  @AM-10
  Rule: A persistent message that a receiver can neither deliver nor dead-letter goes back

    The batch is backed out, and the sender keeps it.

    Scenario Outline: With <trouble> of the receiver's dead-letter queue a persistent message stays at the sender
      Given ORDERS on QMA leads through TO.QMB to STOCK on QMB, both on z/OS
      And the sender channel of TO.QMB has NPMSPEED(FAST) and the receiver channel on QMB NPMSPEED(FAST) and SPLPROT(PASSTHRU)
      And a dead-letter queue FAILED on QMA
      And a dead-letter queue FAILED on QMB with <trouble>
      And STOCK on QMB is altered to PUT(DISABLED)
      When "order-1" is put to ORDERS with MQPER_PERSISTENT and an expiry of 6000 tenths, and the channel of TO.QMB runs for 1 s
        | length | 2000 characters |
      Then the channel of TO.QMB is in retry
      And this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | FAILED  | FAILED on QMB | SYSTEM.DEAD.LETTER.QUEUE on QMB |
        | order-1 | nothing      | nothing | nothing       | nothing                         |

      Examples: inhibited, without room, or too small
        | trouble       |
        | PUT(DISABLED) |
        | MAXDEPTH(0)   |
        | MAXMSGL(50)   |

  @AM-27
  Rule: A persistent message that a receiver without a dead-letter queue cannot deliver goes back

    The channel ends abnormally; the sender keeps the message and is in retry.

    Scenario Outline: With <trouble> and no dead-letter queue at the receiver, a persistent message stays at the sender
      Given ORDERS on QMA leads through TO.QMB to STOCK on QMB, both on z/OS
      And the sender channel of TO.QMB has NPMSPEED(<speed>) and the receiver channel on QMB NPMSPEED(<speed>)
      And a dead-letter queue FAILED on QMA
      And no dead-letter queue on QMB
      And STOCK on QMB is altered to <trouble>
      And an AMS policy ORDERS on QMA
      When "order-1" is put to ORDERS with MQPER_PERSISTENT and an expiry of 6000 tenths
      And "order-2" is put to ORDERS with MQPER_PERSISTENT, and the channel of TO.QMB runs for 1 s
      Then the channel of TO.QMB is in retry
      And this is where the messages are, and nowhere else
        | TO.QMB              | STOCK on QMB | FAILED  | SYSTEM.DEAD.LETTER.QUEUE on QMB |
        | order-1 and order-2 | nothing      | nothing | nothing                         |

      Examples: an inhibited and a full target, at either speed
        | trouble       | speed  |
        | PUT(DISABLED) | FAST   |
        | PUT(DISABLED) | NORMAL |
        | MAXDEPTH(0)   | FAST   |

    Scenario: A receiver without a dead-letter queue sends a persistent message back as often as it comes
      Given a clock that the tester sets
      And ORDERS on QMA leads through TO.QMB to STOCK on QMB, both on z/OS
      And the sender channel of TO.QMB has NPMSPEED(FAST) and the receiver channel on QMB NPMSPEED(FAST)
      And no dead-letter queue on QMB
      And STOCK on QMB is altered to PUT(DISABLED)
      When "order-1" is put to ORDERS with MQPER_PERSISTENT, and the channel of TO.QMB runs for 1 s
      Then after 1 day this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB |
        | order-1 | nothing      |

    Scenario: What a receiver without a dead-letter queue has sent back arrives when the target takes it
      Given a clock that the tester sets
      And ORDERS on QMA leads through TO.QMB to STOCK on QMB, both on z/OS
      And the sender channel of TO.QMB has NPMSPEED(FAST) and the receiver channel on QMB NPMSPEED(FAST)
      And no dead-letter queue on QMB
      And STOCK on QMB is altered to PUT(DISABLED)
      When "order-1" is put to ORDERS with MQPER_PERSISTENT, and the channel of TO.QMB runs for 1 s
      And STOCK on QMB is altered to PUT(ENABLED)
      Then after 2 h this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB |
        | nothing | order-1      |

  @AM-28
  Rule: A non-persistent message that a receiver without a dead-letter queue cannot deliver is discarded

    The channel continues to run, and the next message arrives.

    Scenario: A fast channel to a receiver without a dead-letter queue discards what is too long for the target
      Given ORDERS on QMA leads through TO.QMB to STOCK on QMB, both on z/OS
      And the sender channel of TO.QMB has NPMSPEED(FAST) and the receiver channel on QMB NPMSPEED(FAST)
      And a dead-letter queue FAILED on QMA
      And no dead-letter queue on QMB
      And STOCK on QMB is altered to MAXMSGL(20000)
      When "order-1" is put to ORDERS
        | length | 40000 characters |
      And "order-2" is put to ORDERS, and the channel of TO.QMB runs for 1 s
      Then the channel of TO.QMB goes on
      And this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | FAILED  | SYSTEM.DEAD.LETTER.QUEUE on QMB |
        | nothing | order-2      | nothing | nothing                         |

    Scenario: At normal speed a receiver without a dead-letter queue sends a message back or discards it
      Given ORDERS on QMA leads through TO.QMB to STOCK on QMB, both on z/OS
      And the sender channel of TO.QMB has NPMSPEED(NORMAL) and the receiver channel on QMB NPMSPEED(NORMAL)
      And no dead-letter queue on QMB
      And STOCK on QMB is altered to PUT(DISABLED)
      When "order-1" is put to ORDERS, and the channel of TO.QMB runs for 1 s
      Then "order-1" is on TO.QMB, or not there
      And the answer to "Does a channel of NPMSPEED(NORMAL) keep a non-persistent message that its receiver cannot deliver?" is recorded
      And nothing is on STOCK on QMB
      And nothing is on SYSTEM.DEAD.LETTER.QUEUE on QMB
