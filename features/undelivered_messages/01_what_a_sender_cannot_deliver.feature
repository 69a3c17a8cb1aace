Feature: What a sender cannot deliver

  A message for another queue manager waits on a transmission queue. There the sender, one end of a
  channel, takes it up and hands it to the receiver, the other end, in batches that succeed or are backed
  out as a whole. Each end is called a message channel agent, MCA for short. When a message cannot be
  delivered, say because it is longer than the channel allows (MAXMSGL), an MCA may move it to the
  dead-letter queue of its own queue manager, if USEDLQ allows it. Where it can neither deliver nor
  dispose of it, the channel is in retry: it has ended, and is started again after a while.

  On z/OS, from version 9.1.3, messages may be protected by AMS (Advanced Message Security: the data are
  signed or encrypted as a policy of the queue's name says), and an end of a channel may take the protection
  off or put it on. That is called server-to-server interception, and SPLPROT says what an end does: REMOVE
  at a sender, ASPOLICY at a receiver, PASSTHRU to leave things alone. This part is about channels with
  interception between queue managers on z/OS, and about nothing else; this chapter is about the sender,
  which has taken the protection off before it learns that it cannot deliver:

    USEDLQ  dead-letter queue  NPMSPEED  persistence     the message and its channel
    ------  -----------------  --------  --------------  -------------------------------------------
    YES     takes it           any       any             dead-letter queue; goes on, or ends
    YES     does not take it   NORMAL    any             batch backed out; in retry
    YES     does not take it   FAST      persistent      batch backed out; in retry
    YES     does not take it   FAST      non-persistent  discarded; goes on
    YES     not defined        any       persistent      batch backed out; in retry
    YES     not defined        FAST      non-persistent  discarded; goes on
    YES     not defined        NORMAL    non-persistent  either of the two
    NO      not defined        any       any             the same as with YES
    NO      any                any       any             either of the two, never the dead-letter queue

  Persistence decides before anything is disposed of, and so does NPMSPEED, which says how fast
  non-persistent messages may travel; of the report options of a message nothing is said. The delivery
  delay processor, when it cannot put a delayed message, does it the other way round: its report options
  decide, and persistence comes last.

  What the documents leave open, and what is accepted here:

  * Whether a channel goes on behind a message that it has dead-lettered, which is natural, but not written.
    It is started again here before more is asked of it.
  * What happens instead where USEDLQ is not YES though there is a dead-letter queue. The channel may try
    again, or discard and go on.
  * What a channel makes of MQRO_DISCARD_MSG. A message with that option may be gone.
  * A non-persistent message on a channel of NPMSPEED(NORMAL) without any dead-letter queue. One sentence
    says that the batch is backed out, another that the message is discarded. Either is right.
  * Which messages make a batch. Here all of them wait before the channel starts, and fewer than a batch
    holds. With NPMSPEED(FAST) non-persistent messages may travel outside of it, so that a batch is judged
    there only where everything is persistent.
  * Which length counts, that of the data or that of the protected message. What is too big here is so by
    either, and what is not is far from it.
  * The reason in the dead-letter header, as long as it is one; whether a channel reports what it could not
    deliver; how often a channel in retry tries again.

  @AM-02
  Rule: What the sender cannot deliver goes to the dead-letter queue of its own queue manager

    It is moved, so it is no longer on the transmission queue, and no other queue manager sees it.

    Background:
      Given ORDERS on QMA leads through TO.QMB to STOCK on QMB, both on z/OS

    Scenario Outline: A <kind> message longer than a channel of NPMSPEED(<speed>) takes is dead-lettered at the sender
      Given the sender channel of TO.QMB has NPMSPEED(<speed>), USEDLQ(YES), SPLPROT(REMOVE) and MAXMSGL(20000)
      And a dead-letter queue FAILED on QMA, and a dead-letter queue FAILED on QMB
      When "order-1" is put to ORDERS with <persistence>, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      Then "order-1" on FAILED has a dead-letter header that tells a reason
      And this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | FAILED  | FAILED on QMB |
        | nothing | nothing      | order-1 | nothing       |

      Examples: neither persistence nor NPMSPEED matters
        | kind           | speed  | persistence          |
        | persistent     | FAST   | MQPER_PERSISTENT     |
        | persistent     | NORMAL | MQPER_PERSISTENT     |
        | non-persistent | FAST   | MQPER_NOT_PERSISTENT |
        | non-persistent | NORMAL | MQPER_NOT_PERSISTENT |

    Scenario: A message that the channel can carry is delivered
      Given the sender channel of TO.QMB has USEDLQ(YES), SPLPROT(REMOVE) and MAXMSGL(20000)
      And a dead-letter queue FAILED on QMA
      When "order-1" is put to ORDERS, and the channel of TO.QMB runs for 1 s
      Then this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | FAILED  |
        | nothing | order-1      | nothing |

    Scenario Outline: At NPMSPEED(<speed>) a <kind> message moved to a dead-letter queue with room for one is not on the transmission queue as well
      Given the sender channel of TO.QMB has NPMSPEED(<speed>), SPLPROT(REMOVE), MAXMSGL(20000) and BATCHSZ(50)
      And a dead-letter queue FAILED on QMA with MAXDEPTH(1)
      When "order-1" is put to ORDERS with <persistence>
        | length | 40000 characters |
      And "order-2" is put to ORDERS with <persistence>, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      Then the depths of TO.QMB and FAILED add up to 2, and nothing is on STOCK on QMB

      Examples: whatever is not discarded for want of room
        | kind           | speed  | persistence          |
        | persistent     | FAST   | MQPER_PERSISTENT     |
        | persistent     | NORMAL | MQPER_PERSISTENT     |
        | non-persistent | NORMAL | MQPER_NOT_PERSISTENT |

  @AM-02 @AM-03
  Rule: The first version in which messages are protected between servers moves them as the later ones do

    Scenario Outline: Under version <version> a <kind> message longer than the channel takes is dead-lettered at the sender
      Given ORDERS on QMA leads through TO.QMB to STOCK on QMB, both of version <version> on z/OS
      And the sender channel of TO.QMB has USEDLQ(YES), SPLPROT(REMOVE) and MAXMSGL(20000)
      And a dead-letter queue FAILED on QMA
      When "order-1" is put to ORDERS with <persistence>, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      Then this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | FAILED  |
        | nothing | nothing      | order-1 |

      Examples: persistent or not
        | version | kind           | persistence          |
        | 9.1.3   | persistent     | MQPER_PERSISTENT     |
        | 9.1.3   | non-persistent | MQPER_NOT_PERSISTENT |

  @AM-03
  Rule: A message too big for the channel is one that cannot be delivered

    MAXMSGL of the channel counts, however long messages may be on the queues.

    Background:
      Given ORDERS on QMA leads through TO.QMB to STOCK on QMB, both on z/OS

    Scenario: Of three messages the one that is too big for the channel is dead-lettered
      Given the sender channel of TO.QMB has USEDLQ(YES), SPLPROT(REMOVE) and MAXMSGL(20000)
      And a dead-letter queue FAILED on QMA
      When "order-1" is put to ORDERS
      And "order-2" is put to ORDERS
        | length | 40000 characters |
      And "order-3" is put to ORDERS, and the channel of TO.QMB runs for 1 s
      And the channel of TO.QMB is restarted, and 1 s passes
      Then "order-2" on FAILED has a dead-letter header that tells a reason
      And this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB        | FAILED  |
        | nothing | order-1 and order-3 | order-2 |

    Scenario Outline: At NPMSPEED(<speed>) each message of a batch that is too big is dead-lettered, and no other
      Given the sender channel of TO.QMB has USEDLQ(YES), NPMSPEED(<speed>), SPLPROT(REMOVE), MAXMSGL(20000) and BATCHSZ(50)
      And the receiver channel on QMB has USEDLQ(NO) and NPMSPEED(<speed>)
      And a dead-letter queue FAILED on QMA, and a dead-letter queue FAILED on QMB
      When "order-1" is put to ORDERS with MQPER_PERSISTENT and an expiry of 6000 tenths
        | length | 20001 characters |
      And "order-2" is put to ORDERS with MQPER_NOT_PERSISTENT and an expiry of 6000 tenths
        | length | 20001 characters |
      And "order-3" is put to ORDERS with MQPER_PERSISTENT
      And "order-4" is put to ORDERS with MQPER_PERSISTENT
        | length | 40000 characters |
      And "order-5" is put to ORDERS with MQPER_NOT_PERSISTENT, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      And the channel of TO.QMB is restarted 3 times, 1 s apart, and 1 s passes
      Then this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | FAILED                                      | FAILED on QMB | SYSTEM.DEAD.LETTER.QUEUE |
        | nothing | order-3      | order-1 and order-2 and order-4 and order-5 | nothing       | nothing                  |

      Examples: either speed
        | speed  |
        | FAST   |
        | NORMAL |

    Scenario: A message goes through a channel that may carry it, whatever becomes of those of another channel
      Given SALES on QMA leads through TO.QMB.2 to STOCK on QMB as well
      And the sender channel of TO.QMB has SPLPROT(REMOVE) and MAXMSGL(20000)
      And the sender channel of TO.QMB.2 has SPLPROT(REMOVE) and MAXMSGL(200000)
      And no dead-letter queue on QMA
      When "order-1" is put to ORDERS with MQPER_PERSISTENT
        | length | 40000 characters |
      And "order-2" is put to SALES with MQPER_PERSISTENT, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      And the channel of TO.QMB.2 runs for 1 s
      Then the channel of TO.QMB is in retry
      And this is where the messages are, and nowhere else
        | TO.QMB  | TO.QMB.2 | STOCK on QMB |
        | order-1 | nothing  | order-2      |

    Scenario: A message too big for the channel as it was is delivered when the channel allows it
      Given the sender channel of TO.QMB has USEDLQ(YES), SPLPROT(REMOVE) and MAXMSGL(20000)
      And a dead-letter queue FAILED on QMA
      When "order-1" is put to ORDERS
        | length | 40000 characters |
      And the sender channel of TO.QMB has USEDLQ(YES), SPLPROT(REMOVE) and MAXMSGL(200000)
      And the channel of TO.QMB runs for 1 s
      Then this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | FAILED  |
        | nothing | order-1      | nothing |

  @AM-04
  Rule: Without USEDLQ(YES) nothing is dead-lettered

    Even where there is a dead-letter queue that would take it.

    Scenario Outline: With USEDLQ(NO) and NPMSPEED(<speed>) a <kind> message that is too big is not on the dead-letter queue
      Given ORDERS on QMA leads through TO.QMB to STOCK on QMB, both on z/OS
      And the sender channel of TO.QMB has USEDLQ(NO), NPMSPEED(<speed>), SPLPROT(REMOVE) and MAXMSGL(20000)
      And a dead-letter queue FAILED on QMA
      When "order-1" is put to ORDERS with <persistence>, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      Then nothing is on FAILED
      And "order-1" is on TO.QMB, or not there
      And the answer to "Does a sender with USEDLQ(NO) and NPMSPEED(<speed>) keep a <kind> message that is too big?" is recorded
      And nothing is on STOCK on QMB
      And nothing is on SYSTEM.DEAD.LETTER.QUEUE

      Examples: of either persistence, at either speed
        | kind           | speed  | persistence          |
        | persistent     | FAST   | MQPER_PERSISTENT     |
        | non-persistent | FAST   | MQPER_NOT_PERSISTENT |
        | persistent     | NORMAL | MQPER_PERSISTENT     |
        | non-persistent | NORMAL | MQPER_NOT_PERSISTENT |

    Scenario Outline: With USEDLQ(NO) a <kind> message that is too big is not on SYSTEM.DEAD.LETTER.QUEUE either
      Given ORDERS on QMA leads through TO.QMB to STOCK on QMB, both on z/OS
      And the sender channel of TO.QMB has USEDLQ(NO), SPLPROT(REMOVE) and MAXMSGL(20000)
      And a dead-letter queue SYSTEM.DEAD.LETTER.QUEUE on QMA
      When "order-1" is put to ORDERS with <persistence>, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      Then nothing is on SYSTEM.DEAD.LETTER.QUEUE
      And "order-1" is on TO.QMB, or not there
      And nothing is on STOCK on QMB

      Examples: of either persistence
        | kind           | persistence          |
        | persistent     | MQPER_PERSISTENT     |
        | non-persistent | MQPER_NOT_PERSISTENT |

  @AM-09
  Rule: With NPMSPEED(NORMAL), a message that cannot be dead-lettered stops the channel

    Whatever its persistence. The batch is backed out, so that nothing is lost and nothing is delivered, and
    the channel is in retry.

    Background:
      Given ORDERS on QMA leads through TO.QMB to STOCK on QMB, both on z/OS
      And the receiver channel on QMB has NPMSPEED(NORMAL)

    Scenario Outline: A <kind> message that the dead-letter queue does not take keeps its whole batch back
      Given the sender channel of TO.QMB has NPMSPEED(NORMAL), SPLPROT(REMOVE), MAXMSGL(20000) and BATCHSZ(50)
      And a dead-letter queue FAILED on QMA with <trouble>
      And a dead-letter queue FAILED on QMB
      When "order-1" is put to ORDERS
      And "order-2" is put to ORDERS with <persistence>
        | length | 40000 characters |
      And "order-3" is put to ORDERS, and the channel of TO.QMB runs for 1 s
      Then the channel of TO.QMB is in retry
      And this is where the messages are, and nowhere else
        | TO.QMB                          | STOCK on QMB | FAILED  | FAILED on QMB | SYSTEM.DEAD.LETTER.QUEUE |
        | order-1 and order-2 and order-3 | nothing      | nothing | nothing       | nothing                  |

      Examples: inhibited, without room, or too small
        | kind           | persistence          | trouble       |
        | persistent     | MQPER_PERSISTENT     | PUT(DISABLED) |
        | persistent     | MQPER_PERSISTENT     | MAXDEPTH(0)   |
        | persistent     | MQPER_PERSISTENT     | MAXMSGL(50)   |
        | non-persistent | MQPER_NOT_PERSISTENT | PUT(DISABLED) |
        | non-persistent | MQPER_NOT_PERSISTENT | MAXDEPTH(0)   |
        | non-persistent | MQPER_NOT_PERSISTENT | MAXMSGL(50)   |

    Scenario Outline: A <kind> batch that was tried for 12 hours is as it was put
      Given a clock that the tester sets
      And the sender channel of TO.QMB has NPMSPEED(NORMAL), SPLPROT(REMOVE), MAXMSGL(20000) and BATCHSZ(50)
      And a dead-letter queue FAILED on QMA with PUT(DISABLED), and a queue REPLIES
      And an AMS policy ORDERS on QMA
      When "order-1" is put to ORDERS with <persistence> and priority 5
        | report options | MQRO_EXPIRATION                                  |
        | reply to       | REPLIES                                          |
        | correlation id | 4f524445522d313720202020202020202020202020202020 |
      And "order-2" is put to ORDERS with <persistence> and priority 5, and the channel of TO.QMB runs for 1 s
        | length         | 40000 characters                                 |
        | report options | MQRO_EXPIRATION                                  |
        | reply to       | REPLIES                                          |
        | correlation id | 4f524445522d313820202020202020202020202020202020 |
      Then after 12 h the channel of TO.QMB is in retry
      And "order-1" on TO.QMB is as it was put, by the descriptor in its header
      And "order-2" on TO.QMB is as it was put, by the descriptor in its header
      And "order-2" is on TO.QMB protected once, under ORDERS, and nothing is on STOCK on QMB

      Examples: of either persistence
        | kind           | persistence          |
        | non-persistent | MQPER_NOT_PERSISTENT |
        | persistent     | MQPER_PERSISTENT     |

    Scenario Outline: A <kind> batch that was tried for hours leaves <how> when it can
      Given a clock that the tester sets
      And the sender channel of TO.QMB has NPMSPEED(NORMAL), SPLPROT(REMOVE), MAXMSGL(20000) and BATCHSZ(50)
      And a dead-letter queue FAILED on QMA with PUT(DISABLED)
      When "order-1" is put to ORDERS with <persistence>
      And "order-2" is put to ORDERS with <persistence>
      And "order-3" is put to ORDERS with <persistence>
      And "order-4" is put to ORDERS with <persistence>, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      Then after 12 h the channel of TO.QMB is in retry
      When <event>
      And FAILED is altered to PUT(ENABLED), and <start>
      And 2 h pass
      Then this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB                    | FAILED  | SYSTEM.DEAD.LETTER.QUEUE |
        | nothing | order-1 and order-2 and order-3 | order-4 | nothing                  |

      Examples: whoever starts the channel again
        | kind           | how                            | persistence          | event                              | start                            |
        | non-persistent | by itself                      | MQPER_NOT_PERSISTENT | 2 h pass                           | 1 s passes                       |
        | persistent     | after a restart of its channel | MQPER_PERSISTENT     | the channel of TO.QMB is restarted | 1 s passes                       |
        | persistent     | after a restart of QMA         | MQPER_PERSISTENT     | the queue manager is restarted     | the channel of TO.QMB is started |

    Scenario: What was backed out with NPMSPEED(NORMAL) is dealt with once the dead-letter queue takes messages
      Given a clock that the tester sets
      And the sender channel of TO.QMB has NPMSPEED(NORMAL), SPLPROT(REMOVE) and MAXMSGL(20000)
      And a dead-letter queue FAILED on QMA with PUT(DISABLED)
      When "order-1" is put to ORDERS
      And "order-2" is put to ORDERS, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      And FAILED is altered to PUT(ENABLED), and 2 h pass
      Then this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | FAILED  |
        | nothing | order-1      | order-2 |

  @AM-10
  Rule: A persistent message that cannot be dead-lettered stops the channel, also with NPMSPEED(FAST)

    The speed is for messages that may be lost, and no excuse to lose one that may not.

    Background:
      Given ORDERS on QMA leads through TO.QMB to STOCK on QMB, both on z/OS

    Scenario Outline: A fast channel of SPLPROT(<protection>) keeps a persistent batch when the dead-letter queue has <trouble>
      Given the sender channel of TO.QMB has NPMSPEED(FAST), SPLPROT(<protection>), MAXMSGL(20000) and BATCHSZ(50)
      And a dead-letter queue FAILED on QMA with <trouble>
      And a dead-letter queue FAILED on QMB
      When "order-1" is put to ORDERS with MQPER_PERSISTENT
      And "order-2" is put to ORDERS with MQPER_PERSISTENT and an expiry of 6000 tenths
        | length | 40000 characters |
      And "order-3" is put to ORDERS with MQPER_PERSISTENT, and the channel of TO.QMB runs for 1 s
      Then the channel of TO.QMB is in retry
      And this is where the messages are, and nowhere else
        | TO.QMB                          | STOCK on QMB | FAILED  | FAILED on QMB | SYSTEM.DEAD.LETTER.QUEUE |
        | order-1 and order-2 and order-3 | nothing      | nothing | nothing       | nothing                  |

      Examples: inhibited, without room, or too small
        | protection | trouble       |
        | REMOVE     | PUT(DISABLED) |
        | REMOVE     | MAXDEPTH(0)   |
        | REMOVE     | MAXMSGL(50)   |

      Examples: also where the sender leaves protection alone
        | protection | trouble       |
        | PASSTHRU   | PUT(DISABLED) |

    Scenario: A fast channel keeps all of a persistent batch whose last message cannot be dead-lettered
      Given the sender channel of TO.QMB has NPMSPEED(FAST), SPLPROT(REMOVE), MAXMSGL(20000) and BATCHSZ(50)
      And a dead-letter queue FAILED on QMA with PUT(DISABLED)
      When "order-1" is put to ORDERS with MQPER_PERSISTENT
      And "order-2" is put to ORDERS with MQPER_PERSISTENT
      And "order-3" is put to ORDERS with MQPER_PERSISTENT, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      Then the channel of TO.QMB is in retry
      And this is where the messages are, and nowhere else
        | TO.QMB                          | STOCK on QMB | FAILED  | SYSTEM.DEAD.LETTER.QUEUE |
        | order-1 and order-2 and order-3 | nothing      | nothing | nothing                  |

    Scenario Outline: A channel of NPMSPEED(<speed>) keeps a persistent batch when DEADQ names a queue that is not there
      Given the sender channel of TO.QMB has NPMSPEED(<speed>), SPLPROT(REMOVE), MAXMSGL(20000) and BATCHSZ(50)
      And a dead-letter queue FAILED on QMB, and a dead-letter queue FAILED on QMA
      And DEADQ of QMA names NOWHERE
      When "order-1" is put to ORDERS with MQPER_PERSISTENT
      And "order-2" is put to ORDERS with MQPER_PERSISTENT, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      Then the channel of TO.QMB is in retry
      And this is where the messages are, and nowhere else
        | TO.QMB              | STOCK on QMB | FAILED  | FAILED on QMB | SYSTEM.DEAD.LETTER.QUEUE |
        | order-1 and order-2 | nothing      | nothing | nothing       | nothing                  |

      Examples: either speed
        | speed  |
        | FAST   |
        | NORMAL |

    Scenario: A full dead-letter queue keeps what it has, and the channel keeps what does not fit there
      Given the sender channel of TO.QMB has NPMSPEED(FAST), SPLPROT(REMOVE) and MAXMSGL(20000)
      And a dead-letter queue FAILED on QMA with MAXDEPTH(1)
      When "order-1" is put to ORDERS with MQPER_PERSISTENT, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      And "order-2" is put to ORDERS with MQPER_PERSISTENT
        | length | 40000 characters |
      And the channel of TO.QMB is restarted
      Then after 1 s the channel of TO.QMB is in retry
      And this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | FAILED  |
        | order-2 | nothing      | order-1 |

    Scenario: What a fast channel has backed out leaves when the channel may carry it
      Given the sender channel of TO.QMB has NPMSPEED(FAST), SPLPROT(REMOVE) and MAXMSGL(20000)
      And a dead-letter queue FAILED on QMA with PUT(DISABLED)
      When "order-1" is put to ORDERS with MQPER_PERSISTENT, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      And the sender channel of TO.QMB has NPMSPEED(FAST), SPLPROT(REMOVE) and MAXMSGL(200000)
      And the channel of TO.QMB is restarted
      Then after 1 s this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | FAILED  |
        | nothing | order-1      | nothing |

    Scenario: A persistent message is kept behind a non-persistent one that is discarded
      Given the sender channel of TO.QMB has NPMSPEED(FAST), SPLPROT(REMOVE), MAXMSGL(20000) and BATCHSZ(50)
      And a dead-letter queue FAILED on QMA with PUT(DISABLED)
      When "order-1" is put to ORDERS with MQPER_NOT_PERSISTENT
        | length | 40000 characters |
      And "order-2" is put to ORDERS with MQPER_PERSISTENT, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      Then the channel of TO.QMB is in retry
      And "order-1" is on TO.QMB, or not there
      And "order-2" is on TO.QMB in clear, and nothing is on FAILED

  @AM-11
  Rule: A non-persistent message that cannot be dead-lettered is discarded with NPMSPEED(FAST)

    And the sender goes on with the next message: that one arrives.

    Background:
      Given ORDERS on QMA leads through TO.QMB to STOCK on QMB, both on z/OS
      And the sender channel of TO.QMB has NPMSPEED(FAST), SPLPROT(REMOVE) and MAXMSGL(20000)

    Scenario Outline: A fast channel discards what an unusable dead-letter queue of <trouble> does not take, and goes on
      Given a dead-letter queue FAILED on QMA with <trouble>
      And a dead-letter queue FAILED on QMB
      And a queue REPLIES
      When "order-1" is put to ORDERS with MQPER_PERSISTENT and priority 9
      And "order-2" is put to ORDERS with MQPER_NOT_PERSISTENT and priority 9 and an expiry of 6000 tenths
        | length   | 40000 characters |
        | reply to | REPLIES          |
      And "order-3" is put to ORDERS with MQPER_NOT_PERSISTENT
      And "order-4" is put to ORDERS with MQPER_PERSISTENT, and the channel of TO.QMB runs for 1 s
      Then the channel of TO.QMB goes on
      And this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB                    | FAILED  | FAILED on QMB | SYSTEM.DEAD.LETTER.QUEUE |
        | nothing | order-1 and order-3 and order-4 | nothing | nothing       | nothing                  |

      Examples: inhibited, without room, or too small
        | trouble       |
        | PUT(DISABLED) |
        | MAXDEPTH(0)   |
        | MAXMSGL(50)   |

    Scenario: A fast channel discards a non-persistent message when DEADQ names a queue that is not there, and goes on
      Given a dead-letter queue FAILED on QMA, and DEADQ of QMA names NOWHERE
      When "order-1" is put to ORDERS with MQPER_NOT_PERSISTENT
        | length | 40000 characters |
      And "order-2" is put to ORDERS with MQPER_PERSISTENT, and the channel of TO.QMB runs for 1 s
      Then the channel of TO.QMB goes on
      And this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | FAILED  | SYSTEM.DEAD.LETTER.QUEUE |
        | nothing | order-2      | nothing | nothing                  |

    Scenario: A channel that was in retry discards what it may lose
      Given a dead-letter queue FAILED on QMA with PUT(DISABLED)
      When "order-1" is put to ORDERS with MQPER_PERSISTENT, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      Then the channel of TO.QMB is in retry
      When FAILED is altered to PUT(ENABLED)
      And the channel of TO.QMB is restarted, and 1 s passes
      And FAILED is altered to PUT(DISABLED)
      And "order-2" is put to ORDERS with MQPER_NOT_PERSISTENT
        | length | 40000 characters |
      And "order-3" is put to ORDERS
      And the channel of TO.QMB is restarted, and 1 s passes
      Then the channel of TO.QMB goes on
      And this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | FAILED  |
        | nothing | order-3      | order-1 |

  @AM-24
  Rule: A sender generally dead-letters what it cannot make sense of

    A message on a transmission queue begins with a header that says where it is meant to go. One that an
    application has put there with a header that is none leads nowhere. "Generally" allows for exceptions,
    so the answer is recorded; it cannot be delivered in any case.

    Scenario: A message behind a bad header leaves the transmission queue for the dead-letter queue, generally
      Given ORDERS on QMA leads through TO.QMB to STOCK on QMB, both on z/OS
      And the sender channel of TO.QMB has NPMSPEED(FAST), USEDLQ(YES) and SPLPROT(REMOVE)
      And a dead-letter queue FAILED on QMA
      When "order-1" is put to TO.QMB behind a bad transmission-queue header for STOCK on QMB
      Then MQPUT is accepted, or refused
      When the channel of TO.QMB runs for 1 s
      Then "order-1" is on FAILED, or not there
      And the answer to "Does a sender dead-letter a message with a bad header?" is recorded, and nothing is on STOCK on QMB

  @AM-27
  Rule: Without a dead-letter queue, a persistent message that cannot be delivered stops the channel

    It ends abnormally and goes into retry.

    Scenario Outline: A sender of NPMSPEED(<speed>), USEDLQ(<use>) without a dead-letter queue keeps persistent messages
      Given ORDERS on QMA leads through TO.QMB to STOCK on QMB, both on z/OS
      And the sender channel of TO.QMB has NPMSPEED(<speed>), USEDLQ(<use>), SPLPROT(REMOVE), MAXMSGL(20000) and BATCHSZ(50)
      And no dead-letter queue on QMA
      And a dead-letter queue FAILED on QMB
      When "order-1" is put to ORDERS with MQPER_PERSISTENT and an expiry of 6000 tenths
        | length | 40000 characters |
      And "order-2" is put to ORDERS with MQPER_PERSISTENT, and the channel of TO.QMB runs for 1 s
      Then the channel of TO.QMB is in retry
      And this is where the messages are, and nowhere else
        | TO.QMB              | STOCK on QMB | SYSTEM.DEAD.LETTER.QUEUE | FAILED on QMB |
        | order-1 and order-2 | nothing      | nothing                  | nothing       |

      Examples: neither the speed nor the use of a queue that is not defined matters
        | speed  | use |
        | FAST   | YES |
        | NORMAL | YES |
        | FAST   | NO  |
        | NORMAL | NO  |

    Scenario: A sender without a dead-letter queue keeps a persistent message that asks for reports
      Given ORDERS on QMA leads through TO.QMB to STOCK on QMB, both on z/OS
      And the sender channel of TO.QMB has NPMSPEED(FAST), SPLPROT(REMOVE) and MAXMSGL(20000)
      And no dead-letter queue on QMA, and a queue REPLIES
      When "order-1" is put to ORDERS with MQPER_PERSISTENT, and the channel of TO.QMB runs for 1 s
        | length         | 40000 characters                          |
        | report options | MQRO_EXPIRATION and MQRO_PASS_CORREL_ID   |
        | reply to       | REPLIES                                   |
      Then the channel of TO.QMB is in retry
      And this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | SYSTEM.DEAD.LETTER.QUEUE | REPLIES |
        | order-1 | nothing      | nothing                  | nothing |

    Scenario: A sender without a dead-letter queue keeps a persistent message at every attempt
      Given a clock that the tester sets
      And ORDERS on QMA leads through TO.QMB to STOCK on QMB, both on z/OS
      And the sender channel of TO.QMB has NPMSPEED(FAST), SPLPROT(REMOVE) and MAXMSGL(20000)
      And no dead-letter queue on QMA
      When "order-1" is put to ORDERS with MQPER_PERSISTENT, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      Then after 1 day this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB |
        | order-1 | nothing      |

    Scenario: A sender without a dead-letter queue keeps a persistent message of a JMS client
      Given ORDERS on QMA leads through TO.QMB to STOCK on QMB, both on z/OS
      And the sender channel of TO.QMB has NPMSPEED(FAST), SPLPROT(REMOVE) and MAXMSGL(20000)
      And no dead-letter queue on QMA
      And a MessageProducer for ORDERS with delivery mode PERSISTENT
      When "order-1" of 40000 characters is sent, and the channel of TO.QMB runs for 1 s
      Then the channel of TO.QMB is in retry
      And this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | SYSTEM.DEAD.LETTER.QUEUE |
        | order-1 | nothing      | nothing                  |

  @AM-28
  Rule: Without a dead-letter queue, a non-persistent message that cannot be delivered is discarded

    And the channel continues to run. That is certain for NPMSPEED(FAST) only.

    Scenario Outline: A fast sender of USEDLQ(<use>) without a dead-letter queue discards a non-persistent message
      Given ORDERS on QMA leads through TO.QMB to STOCK on QMB, both on z/OS
      And the sender channel of TO.QMB has NPMSPEED(FAST), USEDLQ(<use>), SPLPROT(REMOVE) and MAXMSGL(20000)
      And no dead-letter queue on QMA
      And a dead-letter queue FAILED on QMB
      And a queue REPLIES
      When "order-1" is put to ORDERS with priority 9 and an expiry of 6000 tenths
        | length   | 40000 characters |
        | reply to | REPLIES          |
      And "order-2" is put to ORDERS, and the channel of TO.QMB runs for 1 s
      Then the channel of TO.QMB goes on
      And this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | SYSTEM.DEAD.LETTER.QUEUE | FAILED on QMB |
        | nothing | order-2      | nothing                  | nothing       |

      Examples: whether it would use one or not
        | use |
        | YES |
        | NO  |

    Scenario: At normal speed without a dead-letter queue a message is discarded or backed out, never delivered
      Given ORDERS on QMA leads through TO.QMB to STOCK on QMB, both on z/OS
      And the sender channel of TO.QMB has NPMSPEED(NORMAL), SPLPROT(REMOVE) and MAXMSGL(20000)
      And the receiver channel on QMB has NPMSPEED(NORMAL)
      And no dead-letter queue on QMA
      When "order-1" is put to ORDERS, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      Then "order-1" is on TO.QMB, or not there
      And the answer to "Does a sender of NPMSPEED(NORMAL) without a dead-letter queue keep a non-persistent message?" is recorded
      And the channel of TO.QMB is in retry, or goes on
      And nothing is on STOCK on QMB
      And nothing is on SYSTEM.DEAD.LETTER.QUEUE
