Feature: Policies of dead-letter queues

  Where DEADQ names a queue of the administrator's choice, there may be an AMS policy of that queue's name.
  Then the dead-letter queue protects by itself what is put to it:

    the message is  policy of the dead-letter queue   on the dead-letter queue
    --------------  --------------------------------  --------------------------------------------
    protected       any                               as it is, protected once
    in clear        tolerates what is not protected   protected under that policy
    in clear        does not tolerate it              protected under that policy, or the put fails;
                                                      at a receiver it must fail where nobody asked
                                                      for protection: no putter, no SPLPROT(ASPOLICY)
    in clear        not for the channel initiator     the put fails, or protected under that policy

  Toleration is an option of a policy: whether messages that are not protected may be on its queue. The
  channel initiator is the address space in which channels run; its user ID is the one that protects what an
  MCA puts, so a policy may forbid that. In none of these cases is the message placed there in clear.

  What the documents leave open, and what is accepted here:

  * A policy without toleration. One sentence protects what is not protected, another makes the put fail. The
    second explains itself by a receiver to which a message comes that nobody has ever protected, so there it
    must fail; everywhere else either is right.
  * What becomes of a message whose put to the dead-letter queue fails at a receiver, if it is not
    persistent: back with its batch, or discarded.
  * When a change of DEADQ or of a policy reaches a channel. Here everything is defined before it starts, or
    the channel is started again.
  * Whether those who may read what the dead-letter queue's policy protects can read what another
    policy has protected.

  Background:
    Given ORDERS on QMA leads through TO.QMB to STOCK on QMB, both on z/OS

  @AM-07
  Rule: What a sender has unprotected is protected on a dead-letter queue that has a policy

    Under the policy of that queue's name, whatever policy it was put under.

    Scenario Outline: A message put <how> is protected under the policy of the sender's dead-letter queue
      Given the sender channel of TO.QMB has USEDLQ(YES), SPLPROT(REMOVE) and MAXMSGL(20000)
      And a dead-letter queue FAILED on QMA with an AMS policy
      And an AMS policy <other> on QMA
      When "order-1" is put to ORDERS
        | length | 40000 characters |
      Then "order-1" was put <how> to TO.QMB
      When the channel of TO.QMB runs for 1 s
      Then "order-1" is on FAILED protected once, under FAILED
      And the data of "order-1" on FAILED are those that were sent
      And this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | FAILED  |
        | nothing | nothing      | order-1 |

      Examples: protected by the application, which the sender undoes, or not at all
        | how       | other  |
        | protected | ORDERS |
        | in clear  | STOCK  |

    Scenario Outline: A <mode> message that was delayed is protected under the policy of the sender's dead-letter queue
      Given the staging queue is defined
      And the sender channel of TO.QMB has USEDLQ(YES), SPLPROT(REMOVE) and MAXMSGL(20000)
      And a dead-letter queue FAILED on QMA with an AMS policy
      And a MessageProducer for ORDERS with delivery mode <mode> and a delivery delay of 3 s
      When "order-1" is sent
        | length | 40000 characters |
      And 5 s pass
      And the channel of TO.QMB runs for 1 s
      Then "order-1" is on FAILED protected once, under FAILED
      And this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | FAILED  |
        | nothing | nothing      | order-1 |

      Examples: both modes
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    Scenario Outline: The dead-letter queue <queue> is an administrator's, and its policy protects
      Given the sender channel of TO.QMB has USEDLQ(YES), SPLPROT(REMOVE) and MAXMSGL(20000)
      And a dead-letter queue <queue> on QMA with an AMS policy
      When "order-1" is put to ORDERS, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      Then "order-1" is on <queue> protected once, under <queue>, and nothing is on STOCK on QMB

      Examples: names that are almost those of queues of the system
        | queue             |
        | SYSTEMS.FAILED    |
        | FAILED.SYSTEM.OLD |

      Examples: small letters, and as long as a name may be
        | queue                                            |
        | Failed.in.Europe                                 |
        | FAILED.OF.ALL.SHOPS.IN.TOWN.AND.IN.THE.COUNTRY.A |

    Scenario: The policy protects each message of a batch, whatever its life and persistence
      Given the sender channel of TO.QMB has USEDLQ(YES), SPLPROT(REMOVE) and MAXMSGL(20000)
      And a dead-letter queue FAILED on QMA with an AMS policy
      When "order-1" is put to ORDERS with MQPER_PERSISTENT
        | length | 40000 characters |
      And "order-2" is put to ORDERS with MQPER_PERSISTENT and an expiry of 6000 tenths
        | length | 40000 characters |
      And "order-3" is put to ORDERS with MQPER_NOT_PERSISTENT and an expiry of 6000 tenths, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      And the channel of TO.QMB is restarted 2 times, 1 s apart, and 1 s passes
      Then "order-1" is on FAILED protected once, under FAILED
      And "order-2" is on FAILED protected once, under FAILED
      And "order-3" is on FAILED protected once, under FAILED, and nothing is on STOCK on QMB

    Scenario: What is on the dead-letter queue is still protected after a restart, and so is what comes there then
      Given SALES on QMA leads through TO.QMB.2 to STOCK on QMB as well
      And the sender channel of TO.QMB has USEDLQ(YES), SPLPROT(REMOVE) and MAXMSGL(20000)
      And the sender channel of TO.QMB.2 has USEDLQ(YES), SPLPROT(REMOVE) and MAXMSGL(20000)
      And a dead-letter queue FAILED on QMA with an AMS policy
      When "order-1" is put to ORDERS with MQPER_PERSISTENT
        | length | 40000 characters |
      And "order-2" is put to SALES with MQPER_PERSISTENT, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      And the queue manager is restarted
      And the channel of TO.QMB.2 runs for 1 s
      Then "order-1" is on FAILED protected once, under FAILED
      And "order-2" is on FAILED protected once, under FAILED, and nothing is on STOCK on QMB

    Scenario Outline: With a policy without toleration the sender protects a persistent message put <how>, or keeps it
      Given the sender channel of TO.QMB has USEDLQ(YES), NPMSPEED(FAST), SPLPROT(REMOVE) and MAXMSGL(20000)
      And a dead-letter queue FAILED on QMA
      And an AMS policy FAILED on QMA without toleration
      And an AMS policy <other> on QMA
      When "order-1" is put to ORDERS with MQPER_PERSISTENT
        | length | 40000 characters |
      Then "order-1" was put <how> to TO.QMB
      When the channel of TO.QMB runs for 1 s
      Then "order-1" is on FAILED protected under FAILED, or on TO.QMB
      And the answer to "Does a sender dead-letter what was put <how> under a policy without toleration?" is recorded
      And nothing is on STOCK on QMB

      Examples: protected by the application, which the sender undoes, or not at all
        | how       | other  |
        | protected | ORDERS |
        | in clear  | STOCK  |

  @AM-16
  Rule: A policy of the dead-letter queue's name protects what an MCA puts there

    At a receiver as well: what has arrived in clear is protected under it.

    Scenario: A receiver protects a message in clear under the policy of its dead-letter queue
      Given the sender channel of TO.QMB has SPLPROT(PASSTHRU) and the receiver channel on QMB SPLPROT(PASSTHRU)
      And a dead-letter queue FAILED on QMB with an AMS policy
      And an AMS policy STOCK on QMB
      And STOCK on QMB is altered to PUT(DISABLED)
      When "order-1" is put to ORDERS
      Then "order-1" was put in clear to TO.QMB
      When the channel of TO.QMB runs for 1 s
      Then "order-1" was moved to FAILED on QMB
      And "order-1" is on FAILED on QMB protected once, under FAILED
      And the data of "order-1" on FAILED on QMB are those that were sent, and nothing is on STOCK on QMB

    Scenario: A sender that passes messages through protects one in clear under the policy of its dead-letter queue
      Given the sender channel of TO.QMB has USEDLQ(YES), SPLPROT(PASSTHRU) and MAXMSGL(20000)
      And a dead-letter queue FAILED on QMA, and an AMS policy FAILED on QMA
      When "order-1" is put to ORDERS
        | length | 40000 characters |
      Then "order-1" was put in clear to TO.QMB
      When the channel of TO.QMB runs for 1 s
      Then "order-1" was moved to FAILED
      And "order-1" is on FAILED protected once, under FAILED, and nothing is on STOCK on QMB

    Scenario: What the sender has unprotected is protected, or its put fails, where the receiver's policy does not tolerate
      Given the sender channel of TO.QMB has SPLPROT(REMOVE) and the receiver channel on QMB SPLPROT(PASSTHRU)
      And a dead-letter queue FAILED on QMB
      And an AMS policy FAILED on QMB without toleration
      And an AMS policy ORDERS on QMA
      And STOCK on QMB is altered to PUT(DISABLED)
      When "order-1" is put to ORDERS with MQPER_PERSISTENT
      Then "order-1" was put protected to TO.QMB
      When the channel of TO.QMB runs for 1 s
      Then "order-1" is on FAILED on QMB protected under FAILED, or on TO.QMB
      And the answer to "Is what the sender has unprotected dead-lettered under a policy without toleration?" is recorded
      And nothing is on STOCK on QMB

    Scenario: A receiver that protects as policies say does not place in clear what its policy does not tolerate
      Given the sender channel of TO.QMB has SPLPROT(PASSTHRU) and the receiver channel on QMB SPLPROT(ASPOLICY)
      And a dead-letter queue FAILED on QMB
      And an AMS policy FAILED on QMB without toleration
      And STOCK on QMB is altered to PUT(DISABLED)
      When "order-1" is put to ORDERS with MQPER_PERSISTENT
      Then "order-1" was put in clear to TO.QMB
      When the channel of TO.QMB runs for 1 s
      Then "order-1" is on FAILED on QMB protected under FAILED, or on TO.QMB
      And the answer to "Does a receiver with SPLPROT(ASPOLICY) dead-letter under a policy without toleration?" is recorded
      And nothing is on STOCK on QMB

  @AM-17
  Rule: What is protected already is not protected again

    It has one layer of protection, under the policy that it was put under.

    Scenario Outline: A protected message keeps its own protection on a dead-letter queue with a policy <toleration>
      Given the sender channel of TO.QMB has SPLPROT(PASSTHRU) and the receiver channel on QMB SPLPROT(PASSTHRU)
      And a dead-letter queue FAILED on QMB
      And an AMS policy <policy>
      And an AMS policy ORDERS on QMA
      And STOCK on QMB is altered to PUT(DISABLED)
      When "order-1" is put to ORDERS
      Then "order-1" was put protected to TO.QMB
      When the channel of TO.QMB runs for 1 s
      Then "order-1" was moved to FAILED on QMB
      And "order-1" is on FAILED on QMB protected once, under ORDERS
      And the data of "order-1" on FAILED on QMB are those that were sent, and nothing is on STOCK on QMB

      Examples: whether it tolerates unprotected messages does not matter
        | toleration             | policy                           |
        | that tolerates         | FAILED on QMB                    |
        | that does not tolerate | FAILED on QMB without toleration |

    Scenario Outline: A protected message that a sender passes through keeps its own protection with a policy <toleration>
      Given the sender channel of TO.QMB has USEDLQ(YES), SPLPROT(PASSTHRU) and MAXMSGL(20000)
      And a dead-letter queue FAILED on QMA
      And an AMS policy <policy>
      And an AMS policy ORDERS on QMA
      When "order-1" is put to ORDERS
        | length | 40000 characters |
      Then "order-1" was put protected to TO.QMB
      When the channel of TO.QMB runs for 1 s
      Then "order-1" was moved to FAILED
      And "order-1" is on FAILED protected once, under ORDERS, and nothing is on STOCK on QMB

      Examples: whether it tolerates unprotected messages does not matter
        | toleration             | policy                           |
        | that tolerates         | FAILED on QMA                    |
        | that does not tolerate | FAILED on QMA without toleration |

    Scenario: A protected message whose channel was in retry is not protected again
      Given the sender channel of TO.QMB has USEDLQ(YES), SPLPROT(PASSTHRU) and MAXMSGL(20000)
      And a dead-letter queue FAILED on QMA with PUT(DISABLED)
      And an AMS policy FAILED on QMA, and an AMS policy ORDERS on QMA
      When "order-1" is put to ORDERS with MQPER_PERSISTENT, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      Then the channel of TO.QMB is in retry
      When FAILED is altered to PUT(ENABLED), and the channel of TO.QMB is restarted
      And 1 s passes
      Then "order-1" was moved to FAILED
      And "order-1" is on FAILED protected once, under ORDERS, and nothing is on STOCK on QMB

    Scenario: What a receiver has protected as the policy of the target says is not protected again
      Given the sender channel of TO.QMB has SPLPROT(PASSTHRU) and the receiver channel on QMB SPLPROT(ASPOLICY)
      And a dead-letter queue FAILED on QMB with an AMS policy
      And an AMS policy STOCK on QMB
      And STOCK on QMB is altered to PUT(DISABLED)
      When "order-1" is put to ORDERS, and the channel of TO.QMB runs for 1 s
      Then "order-1" was moved to FAILED on QMB
      And "order-1" on FAILED on QMB is protected once, and nothing is on STOCK on QMB

  @AM-18
  Rule: The policy that counts is the one named as DEADQ says

    Another dead-letter queue is another policy.

    Scenario Outline: Of two queues, one with a policy, <queue> as DEADQ leaves the message <how>
      Given the sender channel of TO.QMB has USEDLQ(YES), SPLPROT(REMOVE) and MAXMSGL(20000)
      And a dead-letter queue FAILED on QMA, and a dead-letter queue LOST on QMA
      And an AMS policy FAILED on QMA, and DEADQ of QMA names <queue>
      When "order-1" is put to ORDERS, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      Then "order-1" is on <queue> <how>, and nothing is on STOCK on QMB

      Examples: with and without
        | queue  | how                          |
        | FAILED | protected once, under FAILED |
        | LOST   | in clear                     |

    Scenario: A policy of the target that the receiver does not apply leaves the message to the one of the dead-letter queue
      Given the sender channel of TO.QMB has SPLPROT(REMOVE) and the receiver channel on QMB SPLPROT(PASSTHRU)
      And a dead-letter queue FAILED on QMB with an AMS policy
      And an AMS policy STOCK on QMB
      And STOCK on QMB is altered to PUT(DISABLED)
      When "order-1" is put to ORDERS with MQPER_PERSISTENT, and the channel of TO.QMB runs for 1 s
      Then "order-1" was moved to FAILED on QMB
      And "order-1" is on FAILED on QMB protected once, under FAILED, and nothing is on STOCK on QMB

    Scenario: A channel that is started again goes by DEADQ, the policies and SPLPROT as they are then
      Given the sender channel of TO.QMB has USEDLQ(YES), SPLPROT(PASSTHRU) and MAXMSGL(20000)
      And a dead-letter queue LOST on QMA, and an AMS policy ORDERS on QMA
      When "order-1" is put to ORDERS and dead-lettered on LOST by the channel of TO.QMB
        | length | 40000 characters |
      And a dead-letter queue FAILED on QMA with an AMS policy is defined
      And the sender channel of TO.QMB is altered to USEDLQ(YES), SPLPROT(REMOVE) and MAXMSGL(20000)
      And the channel of TO.QMB is restarted, and "order-2" is put to ORDERS
        | length | 40000 characters |
      Then after 1 s "order-2" is on FAILED protected once, under FAILED
      And this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | LOST    | FAILED  |
        | nothing | nothing      | order-1 | order-2 |

    Scenario: A policy that was defined after a message had been dead-lettered protects the next one
      Given the sender channel of TO.QMB has USEDLQ(YES), SPLPROT(REMOVE) and MAXMSGL(20000)
      And a dead-letter queue FAILED on QMA
      When "order-1" is put to ORDERS and dead-lettered on FAILED by the channel of TO.QMB
        | length | 40000 characters |
      And an AMS policy FAILED on QMA is defined, and the channel of TO.QMB is restarted
      And "order-2" is put to ORDERS, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      Then "order-1" is on FAILED in clear
      And "order-2" is on FAILED protected once, under FAILED, and nothing is on STOCK on QMB

    @AM-15 @AM-16
    Scenario: A policy that was deleted after a message had been dead-lettered does not protect the next one
      Given the sender channel of TO.QMB has USEDLQ(YES), SPLPROT(REMOVE) and MAXMSGL(20000)
      And a dead-letter queue FAILED on QMA with an AMS policy
      When "order-1" is put to ORDERS and dead-lettered on FAILED by the channel of TO.QMB
        | length | 40000 characters |
      And the AMS policy FAILED on QMA is deleted, and the channel of TO.QMB is restarted
      And "order-2" is put to ORDERS, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      Then "order-1" is on FAILED protected once, under FAILED
      And "order-2" is on FAILED in clear, and nothing is on STOCK on QMB

  @AM-18
  Rule: The policy that counts at a receiver is the one named as DEADQ says when its channel starts

    Background:
      Given the sender channel of TO.QMB has SPLPROT(PASSTHRU) and the receiver channel on QMB SPLPROT(PASSTHRU)
      And STOCK on QMB is altered to PUT(DISABLED)

    Scenario: A receiver goes by DEADQ of its queue manager and the policies as they are at the next start
      Given a dead-letter queue LOST on QMB
      When "order-1" is put to ORDERS and dead-lettered on LOST on QMB by the channel of TO.QMB
      And a dead-letter queue FAILED on QMB with an AMS policy is defined, and the channel of TO.QMB is restarted
      And "order-2" is put to ORDERS and dead-lettered on LOST on QMB or FAILED on QMB by the channel of TO.QMB
      Then "order-2" is on FAILED on QMB protected once, under FAILED
      And this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | LOST on QMB | FAILED on QMB |
        | nothing | nothing      | order-1     | order-2       |

    Scenario: The policy of a dead-letter queue that DEADQ of the receiver named before counts no longer
      Given a dead-letter queue FAILED on QMB with an AMS policy
      When "order-1" is put to ORDERS and dead-lettered on FAILED on QMB by the channel of TO.QMB
      And a dead-letter queue LOST on QMB is defined, and the channel of TO.QMB is restarted
      And "order-2" is put to ORDERS and dead-lettered on FAILED on QMB or LOST on QMB by the channel of TO.QMB
      Then "order-2" is on LOST on QMB in clear
      And this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | LOST on QMB | FAILED on QMB |
        | nothing | nothing      | order-2     | order-1       |

    Scenario: A policy that was defined after a receiver had dead-lettered a message protects the next one
      Given a dead-letter queue FAILED on QMB
      When "order-1" is put to ORDERS and dead-lettered on FAILED on QMB by the channel of TO.QMB
      And an AMS policy FAILED on QMB is defined, and the channel of TO.QMB is restarted
      And "order-2" is put to ORDERS and dead-lettered on FAILED on QMB by the channel of TO.QMB
      Then "order-1" is on FAILED on QMB in clear
      And "order-2" is on FAILED on QMB protected once, under FAILED, and nothing is on STOCK on QMB

    @AM-15 @AM-16
    Scenario: A policy that was deleted after a receiver had dead-lettered a message does not protect the next one
      Given a dead-letter queue FAILED on QMB with an AMS policy
      When "order-1" is put to ORDERS and dead-lettered on FAILED on QMB by the channel of TO.QMB
      And the AMS policy FAILED on QMB is deleted, and the channel of TO.QMB is restarted
      And "order-2" is put to ORDERS and dead-lettered on FAILED on QMB by the channel of TO.QMB
      Then "order-1" is on FAILED on QMB protected once, under FAILED
      And "order-2" is on FAILED on QMB in clear, and nothing is on STOCK on QMB

  @AM-20 @AM-21
  Rule: Without toleration, the put of a message that nobody has protected fails at the receiver

    Neither the putter, who had no policy for the queue, nor the receiver, which does not have
    SPLPROT(ASPOLICY). The message is then one that cannot be dead-lettered: nothing is on the dead-letter
    queue.

    Scenario Outline: At NPMSPEED(<speed>) a persistent message that was never protected is not dead-lettered without toleration
      Given the sender channel of TO.QMB has NPMSPEED(<speed>) and SPLPROT(PASSTHRU) and the receiver channel on QMB NPMSPEED(<speed>) and SPLPROT(PASSTHRU)
      And a dead-letter queue FAILED on QMB
      And an AMS policy FAILED on QMB without toleration, and STOCK on QMB is altered to PUT(DISABLED)
      When "order-1" is put to ORDERS with MQPER_PERSISTENT
      Then "order-1" was put in clear to TO.QMB
      When the channel of TO.QMB runs for 1 s, and the channel of TO.QMB is restarted
      Then after 1 s this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | FAILED on QMB | SYSTEM.DEAD.LETTER.QUEUE on QMB |
        | order-1 | nothing      | nothing       | nothing                         |

      Examples: either speed
        | speed  |
        | FAST   |
        | NORMAL |

    Scenario: A dead letter of before does not open a queue without toleration to the next one
      Given the sender channel of TO.QMB has SPLPROT(PASSTHRU) and the receiver channel on QMB SPLPROT(PASSTHRU)
      And a dead-letter queue FAILED on QMB, and STOCK on QMB is altered to PUT(DISABLED)
      When "order-1" is put to ORDERS and dead-lettered on FAILED on QMB by the channel of TO.QMB
      And an AMS policy FAILED on QMB without toleration, and the channel of TO.QMB is restarted
      And "order-2" is put to ORDERS with MQPER_PERSISTENT, and the channel of TO.QMB runs for 1 s
      Then this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | FAILED on QMB |
        | order-2 | nothing      | order-1       |

    Scenario: A message of a JMS client that was never protected is not dead-lettered without toleration either
      Given the sender channel of TO.QMB has SPLPROT(PASSTHRU) and the receiver channel on QMB SPLPROT(PASSTHRU)
      And a dead-letter queue FAILED on QMB
      And an AMS policy FAILED on QMB without toleration, and STOCK on QMB is altered to PUT(DISABLED)
      And a MessageProducer for ORDERS with delivery mode PERSISTENT
      When "order-1" is sent
      Then "order-1" was put in clear to TO.QMB
      When the channel of TO.QMB runs for 1 s, and the channel of TO.QMB is restarted
      Then after 1 s this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | FAILED on QMB |
        | order-1 | nothing      | nothing       |

    Scenario Outline: At NPMSPEED(<speed>) a non-persistent message that was never protected is not dead-lettered without toleration
      Given the sender channel of TO.QMB has NPMSPEED(<speed>) and SPLPROT(PASSTHRU) and the receiver channel on QMB NPMSPEED(<speed>) and SPLPROT(PASSTHRU)
      And a dead-letter queue FAILED on QMB
      And an AMS policy FAILED on QMB without toleration
      And STOCK on QMB is altered to PUT(DISABLED)
      When "order-1" is put to ORDERS with MQPER_NOT_PERSISTENT
      Then "order-1" was put in clear to TO.QMB
      When the channel of TO.QMB runs for 1 s
      Then nothing is on FAILED on QMB
      And "order-1" is on TO.QMB, or not there
      And the answer to "Does a channel of NPMSPEED(<speed>) keep a non-persistent message that cannot be dead-lettered at the receiver?" is recorded
      And nothing is on STOCK on QMB

      Examples: either speed
        | speed  |
        | FAST   |
        | NORMAL |

    Scenario: A policy that tolerated unprotected messages and is defined again without toleration does so no longer
      Given the sender channel of TO.QMB has NPMSPEED(FAST) and SPLPROT(PASSTHRU) and the receiver channel on QMB NPMSPEED(FAST) and SPLPROT(PASSTHRU)
      And a dead-letter queue FAILED on QMB with an AMS policy
      And an AMS policy FAILED on QMB without toleration
      And STOCK on QMB is altered to PUT(DISABLED)
      When "order-1" is put to ORDERS with MQPER_PERSISTENT, and the channel of TO.QMB runs for 1 s
      Then this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | FAILED on QMB |
        | order-1 | nothing      | nothing       |

  @AM-22
  Rule: A policy that the channel initiator may not use may make the put fail

    Or the message is protected all the same; in clear it is not placed.

    Scenario Outline: At NPMSPEED(<speed>) a sender whose initiator may not protect dead-letters a <kind> message protected, or keeps it
      Given the sender channel of TO.QMB has USEDLQ(YES), NPMSPEED(<speed>), SPLPROT(REMOVE) and MAXMSGL(20000)
      And the receiver channel on QMB has NPMSPEED(<speed>)
      And a dead-letter queue FAILED on QMA
      And an AMS policy FAILED on QMA by which the channel initiator may not protect
      When "order-1" is put to ORDERS with <persistence>, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      Then "order-1" is on FAILED protected under FAILED, or on TO.QMB
      And the answer to "Does a channel of NPMSPEED(<speed>) dead-letter a <kind> message under a policy that its initiator may not use?" is recorded
      And nothing is on STOCK on QMB

      Examples: what must not be lost
        | kind           | persistence          | speed  |
        | persistent     | MQPER_PERSISTENT     | FAST   |
        | persistent     | MQPER_PERSISTENT     | NORMAL |
        | non-persistent | MQPER_NOT_PERSISTENT | NORMAL |

    Scenario: A fast sender whose channel initiator may not protect does not place a non-persistent message in clear
      Given the sender channel of TO.QMB has USEDLQ(YES), NPMSPEED(FAST), SPLPROT(REMOVE) and MAXMSGL(20000)
      And a dead-letter queue FAILED on QMA
      And an AMS policy FAILED on QMA by which the channel initiator may not protect
      When "order-1" is put to ORDERS with MQPER_NOT_PERSISTENT, and the channel of TO.QMB runs for 1 s
        | length | 40000 characters |
      Then "order-1" is on FAILED protected under FAILED, or not there
      And the answer to "Does a fast channel dead-letter a non-persistent message under a policy that its initiator may not use?" is recorded
      And nothing is on STOCK on QMB

    Scenario: A receiver whose channel initiator may not protect dead-letters a persistent message protected, or sends it back
      Given the sender channel of TO.QMB has SPLPROT(PASSTHRU) and the receiver channel on QMB SPLPROT(PASSTHRU)
      And a dead-letter queue FAILED on QMB
      And an AMS policy FAILED on QMB by which the channel initiator may not protect
      And STOCK on QMB is altered to PUT(DISABLED)
      When "order-1" is put to ORDERS with MQPER_PERSISTENT, and the channel of TO.QMB runs for 1 s
      Then "order-1" is on FAILED on QMB protected under FAILED, or on TO.QMB
      And the answer to "Does a receiver dead-letter a persistent message under a policy that its initiator may not use?" is recorded
      And nothing is on STOCK on QMB

    Scenario: A receiver whose channel initiator may not protect does not place a non-persistent message in clear
      Given the sender channel of TO.QMB has SPLPROT(PASSTHRU) and the receiver channel on QMB SPLPROT(PASSTHRU)
      And a dead-letter queue FAILED on QMB
      And an AMS policy FAILED on QMB by which the channel initiator may not protect
      And STOCK on QMB is altered to PUT(DISABLED)
      When "order-1" is put to ORDERS with MQPER_NOT_PERSISTENT, and the channel of TO.QMB runs for 1 s
      Then "order-1" is on FAILED on QMB protected under FAILED, or not there
      And the answer to "Does a receiver dead-letter a non-persistent message under a policy that its initiator may not use?" is recorded
      And nothing is on STOCK on QMB
