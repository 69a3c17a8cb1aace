Feature: Life goes on

  What a channel does with a message does not change how long it lives. On the transmission queue of a
  channel in retry it ages, and expires if it has to; on a dead-letter queue it has what is left, whether AMS
  protects it there or not. Throwing a message away because it cannot be delivered is not expiry, and is not
  reported as such. And whoever looks after a dead-letter queue can read from the header
  in front of every message why it is there, even where the data behind it are protected.

  What the documents leave open, and what is accepted here:

  * When a message that has expired on a transmission queue is discarded: at the latest when the channel
    tries to get it.
  * Whether anybody else may get messages from a transmission queue that a channel serves. It is browsed.
  * Whether a channel makes an exception report about what it could not deliver. No scenario asks for one.
  * Which reason and which name of a destination the dead-letter header gives, as long as it gives one. The
    kit reads the dead-letter queue without any policy, so a header that it can read is in clear.

  Background:
    Given ORDERS on QMA leads through TO.QMB to STOCK on QMB, both on z/OS

  @AM-26
  Rule: Protected data do not hide why a message was dead-lettered

    The dead-letter header stands in clear in front of them.

    Scenario: The header of a message that the sender's dead-letter queue protects can be read
      Given the sender channel of TO.QMB has USEDLQ(YES), SPLPROT(REMOVE) and MAXMSGL(20000)
      And a dead-letter queue FAILED on QMA with an AMS policy
      When "order-1" is put to ORDERS with MQPER_PERSISTENT, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      Then "order-1" is on FAILED protected once, under FAILED
      And "order-1" on FAILED has a dead-letter header that tells a reason and a destination
      When the queue manager is restarted
      Then "order-1" on FAILED has a dead-letter header that tells a reason and a destination
      And this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | FAILED  |
        | nothing | nothing      | order-1 |

    Scenario: The header of a message that arrived protected can be read on the receiver's dead-letter queue
      Given the sender channel of TO.QMB has SPLPROT(PASSTHRU) and the receiver channel on QMB SPLPROT(PASSTHRU)
      And a dead-letter queue FAILED on QMB
      And an AMS policy ORDERS on QMA
      And STOCK on QMB is altered to PUT(DISABLED)
      When "order-1" is put to ORDERS, and the channel of TO.QMB runs for 1 s
      Then "order-1" was moved to FAILED on QMB
      And "order-1" on FAILED on QMB has a dead-letter header that tells a reason and a destination, and nothing is on STOCK on QMB

    Scenario: The header of a message that the receiver's dead-letter queue protects can be read
      Given the sender channel of TO.QMB has SPLPROT(PASSTHRU) and the receiver channel on QMB SPLPROT(PASSTHRU)
      And a dead-letter queue FAILED on QMB with an AMS policy
      And STOCK on QMB is altered to PUT(DISABLED)
      When "order-1" is put to ORDERS, and the channel of TO.QMB runs for 1 s
      Then "order-1" was moved to FAILED on QMB
      And "order-1" is on FAILED on QMB protected once, under FAILED
      And "order-1" on FAILED on QMB has a dead-letter header that tells a reason and a destination, and nothing is on STOCK on QMB

  @X-47
  Rule: A message that a channel dead-letters keeps what is left of its life

    Neither all of it nor an unlimited one, and it goes on from there.

    Scenario Outline: What the sender dead-letters <how> with <persistence> has the rest of its life, and it goes down
      Given the sender channel of TO.QMB has USEDLQ(YES), SPLPROT(REMOVE) and MAXMSGL(20000)
      And a dead-letter queue FAILED on QMA
      And an AMS policy <policy> on QMA
      When "order-1" is put to ORDERS with <persistence> and an expiry of 600 tenths, and 10 s pass
        | length | 40000 characters |
      And the channel of TO.QMB runs for 1 s
      Then "order-1" on FAILED has about 490 tenths of its life left
      And after 20 s "order-1" on FAILED has about 290 tenths of its life left
      And after 35 s nothing is on FAILED

      Examples: protected by the policy of the dead-letter queue, and unprotected by the sender
        | how       | policy | persistence          |
        | protected | FAILED | MQPER_NOT_PERSISTENT |
        | in clear  | ORDERS | MQPER_NOT_PERSISTENT |
        | protected | FAILED | MQPER_PERSISTENT     |
        | in clear  | ORDERS | MQPER_PERSISTENT     |

    Scenario Outline: What the sender dead-letters of a message with an expiry of <expiry> tenths and all options is about <left>
      Given the sender channel of TO.QMB has USEDLQ(YES), SPLPROT(REMOVE) and MAXMSGL(20000)
      And a dead-letter queue FAILED on QMA, and a queue REPLIES
      When "order-1" is put to ORDERS with <persistence>, priority 7 and an expiry of <expiry> tenths, and 10 s pass
        | length         | 40000 characters                                 |
        | report options | MQRO_EXPIRATION and MQRO_PASS_CORREL_ID          |
        | reply to       | REPLIES                                          |
        | correlation id | 4f524445522d313720202020202020202020202020202020 |
      And the channel of TO.QMB runs for 1 s
      Then "order-1" on FAILED has about <left> tenths of its life left, and nothing is on STOCK on QMB

      Examples: a minute, and a day
        | persistence          | expiry | left   |
        | MQPER_PERSISTENT     | 600    | 490    |
        | MQPER_NOT_PERSISTENT | 864000 | 863890 |

    Scenario: What the sender dead-letters of a JMS client has the rest of its life
      Given the sender channel of TO.QMB has USEDLQ(YES), SPLPROT(REMOVE) and MAXMSGL(20000)
      And a dead-letter queue FAILED on QMA
      And a MessageProducer for ORDERS with a time to live of 60 s
      When "order-1" of 40000 characters is sent, and 10 s pass
      And the channel of TO.QMB runs for 1 s
      Then "order-1" on FAILED has about 490 tenths of its life left, and nothing is on STOCK on QMB

    Scenario Outline: What the receiver dead-letters <how> has the rest of its life
      Given the sender channel of TO.QMB has SPLPROT(PASSTHRU) and the receiver channel on QMB SPLPROT(PASSTHRU)
      And a dead-letter queue FAILED on QMB
      And an AMS policy <policy>
      And STOCK on QMB is altered to PUT(DISABLED)
      When "order-1" is put to ORDERS with an expiry of 600 tenths, and 10 s pass
      And the channel of TO.QMB runs for 1 s
      Then "order-1" was moved to FAILED on QMB
      And "order-1" on FAILED on QMB has about 490 tenths of its life left
      When 20 s pass
      Then "order-1" on FAILED on QMB has about 290 tenths of its life left, and nothing is on STOCK on QMB

      Examples: protected by either policy, and in clear
        | how                           | policy        |
        | under the policy of the queue | FAILED on QMB |
        | under the putter's policy     | ORDERS on QMA |
        | in clear                      | STOCK on QMB  |

    Scenario Outline: What a sender dead-letters of a <mode> message of JMS has the header with which it was sent
      Given the sender channel of TO.QMB has SPLPROT(PASSTHRU) and MAXMSGL(20000)
      And a dead-letter queue FAILED on QMA
      And a queue REPLIES, and a MessageProducer for ORDERS with delivery mode <mode> and a time to live of 600 s
      When "order-1" is sent, and the channel of TO.QMB runs for 1 s
        | length                 | 40000 characters |
        | reply to               | REPLIES          |
        | reply to priority      | 7                |
        | reply to queue manager | QM7              |
        | JMSType                | "invoice & more" |
      Then "order-1" was moved to FAILED
      And MQGET from FAILED returns "order-1"
      And its fields are
        | MQMD.ReplyToQ    | "REPLIES"                                          |
        | MQMD.ReplyToQMgr | "QM7"                                              |
        | mcd.Type         | "invoice & more"                                   |
        | jms.Rto          | a URI that names REPLIES                           |
        | jms.Exp          | the jms.Exp that the sender of "order-1" was given |
      And nothing else is on FAILED

      Examples: both modes
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    Scenario Outline: What the <end> dead-letters <how> has the descriptor with which it was put
      Given the sender channel of TO.QMB has <sender> and the receiver channel on QMB SPLPROT(PASSTHRU)
      And a dead-letter queue FAILED on <manager>
      And an AMS policy <policy>
      And a queue REPLIES
      And STOCK on QMB is altered to MAXMSGL(30000)
      When "order-1" is put to ORDERS with <persistence> and priority 7, and the channel of TO.QMB runs for 1 s
        | length         | 40000 characters                                 |
        | report options | MQRO_EXPIRATION and MQRO_PASS_CORREL_ID          |
        | reply to       | REPLIES                                          |
        | correlation id | 4f524445522d313720202020202020202020202020202020 |
      Then "order-1" was moved to FAILED on <manager>
      And "order-1" on FAILED on <manager> is as it was put
      And the data of "order-1" on FAILED on <manager> are those that were sent, and nothing is on STOCK on QMB

      Examples: at either end, protected by the policy of the queue, by the putter's, or not
        | end      | how                           | manager | sender                               | policy        | persistence          |
        | sender   | under the policy of the queue | QMA     | SPLPROT(REMOVE) and MAXMSGL(20000)   | FAILED on QMA | MQPER_PERSISTENT     |
        | sender   | unprotected by it             | QMA     | SPLPROT(REMOVE) and MAXMSGL(20000)   | ORDERS on QMA | MQPER_NOT_PERSISTENT |
        | sender   | under the putter's policy     | QMA     | SPLPROT(PASSTHRU) and MAXMSGL(20000) | ORDERS on QMA | MQPER_PERSISTENT     |
        | receiver | under the policy of the queue | QMB     | SPLPROT(PASSTHRU)                    | FAILED on QMB | MQPER_NOT_PERSISTENT |
        | receiver | under the putter's policy     | QMB     | SPLPROT(PASSTHRU)                    | ORDERS on QMA | MQPER_NOT_PERSISTENT |
        | receiver | in clear                      | QMB     | SPLPROT(PASSTHRU)                    | STOCK on QMB  | MQPER_PERSISTENT     |

    Scenario: What the sender has dead-lettered is reported when it expires there
      Given the sender channel of TO.QMB has USEDLQ(YES), SPLPROT(REMOVE) and MAXMSGL(20000)
      And a dead-letter queue FAILED on QMA, and a queue REPLIES
      When "order-1" is put to ORDERS with an expiry of 100 tenths, and the channel of TO.QMB runs for 1 s
        | length         | 40000 characters |
        | report options | MQRO_EXPIRATION  |
        | reply to       | REPLIES          |
      Then "order-1" was moved to FAILED, and after 15 s nothing is on FAILED
      And a browser shows an expiration report about "order-1" on REPLIES

  @X-48
  Rule: While a channel is in retry, the messages that it has backed out grow older

    They are on the transmission queue as if they had never left it. One whose life ends there is never
    delivered, and is reported to whoever asked for that.

    Scenario: What expires while its channel is in retry does not arrive when the channel is repaired
      Given the sender channel of TO.QMB has NPMSPEED(FAST), SPLPROT(REMOVE) and MAXMSGL(20000)
      And no dead-letter queue on QMA
      When "order-1" is put to ORDERS with MQPER_PERSISTENT
        | length | 40000 characters |
      And "order-2" is put to ORDERS with MQPER_PERSISTENT and an expiry of 100 tenths, and the channel of TO.QMB runs for 1 s
      Then the channel of TO.QMB is in retry
      When 12 s pass
      And the sender channel of TO.QMB has NPMSPEED(FAST), SPLPROT(REMOVE) and MAXMSGL(200000)
      And the channel of TO.QMB is restarted
      Then after 1 s this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB |
        | nothing | order-1      |

    @EX-17
    Scenario: What has expired before its channel starts does not stop the channel
      Given the sender channel of TO.QMB has NPMSPEED(FAST), SPLPROT(REMOVE) and MAXMSGL(20000)
      And no dead-letter queue on QMA
      When "order-1" is put to ORDERS with MQPER_PERSISTENT and an expiry of 20 tenths
        | length | 40000 characters |
      And "order-2" is put to ORDERS with MQPER_PERSISTENT, and 5 s pass
      And the channel of TO.QMB runs for 1 s
      Then this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB |
        | nothing | order-2      |

    Scenario Outline: The time of waiting and of retry is missing from the lives of a <kind> batch at its target
      Given the sender channel of TO.QMB has NPMSPEED(NORMAL), SPLPROT(REMOVE) and MAXMSGL(20000) and the receiver channel on QMB NPMSPEED(NORMAL)
      And a dead-letter queue FAILED on QMA with PUT(DISABLED)
      When "order-1" is put to ORDERS with <persistence> and an expiry of 1200 tenths
      And "order-2" is put to ORDERS with <persistence> and an expiry of 1200 tenths
        | length | 40000 characters |
      And "order-3" is put to ORDERS with <persistence> and an expiry of 1200 tenths, and 20 s pass
      And the channel of TO.QMB runs for 20 s
      And the sender channel of TO.QMB is altered to NPMSPEED(NORMAL), SPLPROT(REMOVE) and MAXMSGL(200000)
      And the channel of TO.QMB is restarted, and 1 s passes
      Then "order-1", "order-2" and "order-3" on STOCK on QMB have about 790 tenths of their lives left
      And this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB                    | FAILED  |
        | nothing | order-1 and order-2 and order-3 | nothing |

      Examples: of either persistence
        | kind           | persistence          |
        | persistent     | MQPER_PERSISTENT     |
        | non-persistent | MQPER_NOT_PERSISTENT |

    Scenario: The time of retry is missing from a life when the channel goes on by itself
      Given a clock that the tester sets
      And the sender channel of TO.QMB has NPMSPEED(FAST), SPLPROT(REMOVE) and MAXMSGL(20000)
      And a dead-letter queue FAILED on QMA with PUT(DISABLED)
      When "order-1" is put to ORDERS with MQPER_PERSISTENT and an expiry of 144000 tenths
        | length | 40000 characters |
      And the channel of TO.QMB runs for 1 s
      Then the channel of TO.QMB is in retry
      When 1 h passes, and FAILED is altered to PUT(ENABLED)
      And 2 h pass
      Then "order-1" on FAILED has about 35990 tenths of its life left, and nothing is on STOCK on QMB

    Scenario: A message that expires while its channel is in retry is reported
      Given the sender channel of TO.QMB has NPMSPEED(FAST), SPLPROT(REMOVE) and MAXMSGL(20000)
      And no dead-letter queue on QMA, and a queue REPLIES
      When "order-1" is put to ORDERS with MQPER_PERSISTENT and an expiry of 100 tenths, and the channel of TO.QMB runs for 12 s
        | length         | 40000 characters |
        | report options | MQRO_EXPIRATION  |
        | reply to       | REPLIES          |
      Then a browser shows nothing on TO.QMB
      And a browser shows an expiration report about "order-1" on REPLIES, and nothing is on STOCK on QMB

    Scenario: A message that has expired before the channel tries again a minute later is reported
      Given a clock that the tester sets
      And the sender channel of TO.QMB has NPMSPEED(FAST), SPLPROT(REMOVE) and MAXMSGL(20000)
      And no dead-letter queue on QMA, and a queue REPLIES
      When "order-1" is put to ORDERS with MQPER_PERSISTENT and an expiry of 580 tenths, and the channel of TO.QMB runs for 64 s
        | length         | 40000 characters |
        | report options | MQRO_EXPIRATION  |
        | reply to       | REPLIES          |
      Then a browser shows nothing on TO.QMB
      And a browser shows an expiration report about "order-1" on REPLIES, and nothing is on STOCK on QMB

  @X-49
  Rule: What a channel discards has not expired

    It had a life to live, and nobody is told that this was over.

    Scenario: A message that a fast channel discards is not reported as expired
      Given the sender channel of TO.QMB has NPMSPEED(FAST), SPLPROT(REMOVE) and MAXMSGL(20000)
      And no dead-letter queue on QMA, and a queue REPLIES
      When "order-1" is put to ORDERS with MQPER_NOT_PERSISTENT and an expiry of 6000 tenths, and the channel of TO.QMB runs for 1 s
        | length         | 40000 characters |
        | report options | MQRO_EXPIRATION  |
        | reply to       | REPLIES          |
      Then a browser shows no expiration report on REPLIES
      And this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | REPLIES |
        | nothing | nothing      | nothing |

    Scenario: A message that a receiver discards is not reported as expired
      Given the sender channel of TO.QMB has NPMSPEED(FAST) and the receiver channel on QMB NPMSPEED(FAST)
      And no dead-letter queue on QMB
      And STOCK on QMB is altered to PUT(DISABLED)
      And a queue REPLIES
      When "order-1" is put to ORDERS with MQPER_NOT_PERSISTENT and an expiry of 6000 tenths, and the channel of TO.QMB runs for 1 s
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      Then a browser shows no expiration report on REPLIES
      And this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | REPLIES |
        | nothing | nothing      | nothing |

    Scenario: A message that a receiver discards is not reported as expired to the queue manager that discards it either
      Given the sender channel of TO.QMB has NPMSPEED(FAST) and the receiver channel on QMB NPMSPEED(FAST)
      And no dead-letter queue on QMB
      And STOCK on QMB is altered to PUT(DISABLED)
      And a queue REPLIES with PUT(ENABLED) on QMB
      And a MessageProducer for ORDERS with delivery mode NON_PERSISTENT and a time to live of 600 s
      When "order-1" is sent, and the channel of TO.QMB runs for 1 s
        | report options         | MQRO_EXPIRATION |
        | reply to               | REPLIES         |
        | reply to queue manager | QMB             |
      Then this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | REPLIES on QMB |
        | nothing | nothing      | nothing        |

    Scenario: A message that a channel discards because its dead-letter queue takes none is not reported as expired
      Given the sender channel of TO.QMB has NPMSPEED(FAST), SPLPROT(REMOVE) and MAXMSGL(20000)
      And a dead-letter queue FAILED on QMA with PUT(DISABLED), and a queue REPLIES
      When "order-1" is put to ORDERS with MQPER_NOT_PERSISTENT and an expiry of 6000 tenths, and the channel of TO.QMB runs for 1 s
        | length         | 40000 characters |
        | report options | MQRO_EXPIRATION  |
        | reply to       | REPLIES          |
      Then a browser shows no expiration report on REPLIES
      And this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | FAILED  | REPLIES |
        | nothing | nothing      | nothing | nothing |
