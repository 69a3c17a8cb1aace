Feature: Everything at once, on channels

  Most messages of the part about channels are put by MQPUT and have little in them. A channel has no business with
  that: a message of a JMS client that has all that a message can have, as in the chapters before this one, and
  that was sent behind a rollback or after a restart, is dealt with as any other.

  What the documents leave open, and what is accepted here:

  * Whether a channel makes an exception report about what it could not deliver. Where one is asked for, nobody
    looks at the reply-to queue.
  * The reason in the dead-letter header, as long as it is one.

  Background:
    Given ORDERS on QMA leads through TO.QMB to STOCK on QMB, both on z/OS
    And a queue REPLIES
    And a transacted MessageProducer without a destination with message ids disabled
    And "order-0" is sent to ORDERS, and the unit of work is rolled back

  @AM-02 @AM-03
  Rule: What the sender cannot deliver is dead-lettered as it was sent, and protected as the tables say

    Scenario Outline: Messages of a <api> that are too long for the channel are on <queue> <how>
      Given the sender channel of TO.QMB has USEDLQ(YES), SPLPROT(<protection>) and MAXMSGL(20000)
      And a dead-letter queue <queue> on QMA, and <first>
      And an AMS policy <policy> on QMA, and an AMS policy <other> on QMA
      And a transacted <api> without a destination with priority 8 and a time to live of 6000 s
      When "order-1" is sent to ORDERS <form> with all that a message can have
        | report options | <options>        |
        | <kind of id>   | <correlation id> |
        | length         | 40000 characters |
      And "order-2" is sent to ORDERS <form>
        | report options | MQRO_EXPIRATION  |
        | reply to       | REPLIES          |
        | answers        | "order-1"        |
        | JMSType        | "receipt"        |
        | length         | 40000 characters |
      And the unit of work is committed, and the channel of TO.QMB runs for 1 s
      And the channel of TO.QMB is restarted, and 1 s passes
      Then "order-1" was moved to <queue>, and "order-2" was moved to <queue>
      And "order-1" is on <queue> <protected>
      And "order-2" is on <queue> <protected>
      And "order-1" on <queue> has a dead-letter header that tells a reason and a destination
      And the data of "order-1" on <queue> are those that were sent
      And this is where the messages are, and nowhere else
        | TO.QMB  | STOCK on QMB | <queue>             |
        | nothing | nothing      | order-1 and order-2 |

      @AM-07
      Examples: under a policy of the queue
        | queue  | how                           | protection | policy | other  | first                          | api             | form                                                                                                   | options                                | kind of id                | correlation id | protected                    |
        | FAILED | under the policy of the queue | REMOVE     | FAILED | ORDERS | the queue manager is restarted | MessageProducer | by the long form of send with delivery mode NON_PERSISTENT, priority 0 and a time to live of 6171.05 s | MQRO_EXCEPTION and MQRO_PASS_CORREL_ID | JMSCorrelationID as bytes | 80ff0102       | protected once, under FAILED |

      @AM-08
      Examples: without one, not protected before
        | queue  | how      | protection | policy | other | first                   | api             | form                                                                                               | options                                             | kind of id       | correlation id             | protected |
        | FAILED | in clear | REMOVE     | ORDERS | STOCK | nothing special happens | MessageProducer | by the long form of send with delivery mode PERSISTENT, priority 9 and a time to live of 6172.95 s | MQRO_EXPIRATION_WITH_FULL_DATA and MQRO_PASS_MSG_ID | JMSCorrelationID | "Bestellung für Zoë, 17 €" | in clear  |

      @AM-14
      Examples: without one, protected before
        | queue  | how                       | protection | policy | other  | first                          | api             | form                                                                                               | options                                             | kind of id                | correlation id | protected                    |
        | FAILED | under the putter's policy | PASSTHRU   | ORDERS | FAILED | the queue manager is restarted | MessageProducer | by the long form of send with delivery mode PERSISTENT, priority 9 and a time to live of 6172.95 s | MQRO_EXPIRATION_WITH_FULL_DATA and MQRO_PASS_MSG_ID | JMSCorrelationID as bytes | 80ff0102       | protected once, under ORDERS |

      @AM-05
      Examples: on a system queue, not protected before
        | queue                    | how      | protection | policy | other  | first                   | api             | form                                                                                                   | options                                | kind of id                | correlation id | protected |
        | SYSTEM.DEAD.LETTER.QUEUE | in clear | REMOVE     | ORDERS | FAILED | nothing special happens | MessageProducer | by the long form of send with delivery mode NON_PERSISTENT, priority 0 and a time to live of 6171.05 s | MQRO_EXCEPTION and MQRO_PASS_CORREL_ID | JMSCorrelationID as bytes | 80ff0102       | in clear  |

      @AM-12
      Examples: on a system queue, protected before
        | queue                    | how                       | protection | policy | other  | first                          | api         | form                                                       | options                                             | kind of id       | correlation id             | protected                    |
        | SYSTEM.DEAD.LETTER.QUEUE | under the putter's policy | PASSTHRU   | ORDERS | FAILED | the queue manager is restarted | JMSProducer | as a destination whose persistence is as the queue defines | MQRO_EXPIRATION_WITH_FULL_DATA and MQRO_PASS_MSG_ID | JMSCorrelationID | "Bestellung für Zoë, 17 €" | protected once, under ORDERS |

  Rule: What the receiver dead-letters is as it was sent, and protected as the tables say

    Scenario Outline: Messages of a <api> that are too long for their target are on <queue> on QMB <how>
      Given the sender channel of TO.QMB has SPLPROT(PASSTHRU) and the receiver channel on QMB SPLPROT(PASSTHRU)
      And a dead-letter queue <queue> on QMB, and STOCK on QMB is altered to MAXMSGL(30000)
      And an AMS policy <policy>, and an AMS policy <other>
      And <first>, and a transacted <api> without a destination with priority 8 and a time to live of 6000 s
      When "order-1" is sent to ORDERS <form> with all that a message can have
        | report options | <options>        |
        | <kind of id>   | <correlation id> |
        | length         | 40000 characters |
      And "order-2" is sent to ORDERS <form>
        | report options | MQRO_EXPIRATION  |
        | reply to       | REPLIES          |
        | answers        | "order-1"        |
        | JMSType        | "receipt"        |
        | length         | 40000 characters |
      And the unit of work is committed, and the channel of TO.QMB runs for 1 s
      And the channel of TO.QMB is restarted, and 1 s passes
      Then "order-1" was moved to <queue> on QMB
      And "order-2" was moved to <queue> on QMB
      And "order-1" is on <queue> on QMB <protected>
      And "order-2" is on <queue> on QMB <protected>
      And the data of "order-1" on <queue> on QMB are those that were sent, and nothing is on STOCK on QMB

      @AM-16
      Examples: under a policy of the queue
        | queue  | how                           | policy        | other        | first                          | api             | form                                                                                                   | options                                | kind of id                | correlation id | protected                    |
        | FAILED | under the policy of the queue | FAILED on QMB | STOCK on QMB | the queue manager is restarted | MessageProducer | by the long form of send with delivery mode NON_PERSISTENT, priority 0 and a time to live of 6171.05 s | MQRO_EXCEPTION and MQRO_PASS_CORREL_ID | JMSCorrelationID as bytes | 80ff0102       | protected once, under FAILED |

      @AM-14
      Examples: without one, protected before
        | queue  | how                       | policy        | other         | first                   | api         | form                                               | options                                             | kind of id       | correlation id             | protected                    |
        | FAILED | under the putter's policy | ORDERS on QMA | FAILED on QMB | nothing special happens | JMSProducer | as a destination that applications of the MQI read | MQRO_EXPIRATION_WITH_FULL_DATA and MQRO_PASS_MSG_ID | JMSCorrelationID | "Bestellung für Zoë, 17 €" | protected once, under ORDERS |

      @AM-15
      Examples: without one, not protected before
        | queue  | how      | policy       | other         | first                          | api             | form                                                                                               | options                                             | kind of id                | correlation id | protected |
        | FAILED | in clear | STOCK on QMB | ORDERS on QMB | the queue manager is restarted | MessageProducer | by the long form of send with delivery mode PERSISTENT, priority 9 and a time to live of 6172.95 s | MQRO_EXPIRATION_WITH_FULL_DATA and MQRO_PASS_MSG_ID | JMSCorrelationID as bytes | 80ff0102       | in clear  |

      @AM-13
      Examples: on a system queue, not protected before
        | queue                    | how      | policy       | other         | first                   | api             | form                                                                                                   | options                                | kind of id                | correlation id | protected |
        | SYSTEM.DEAD.LETTER.QUEUE | in clear | STOCK on QMB | FAILED on QMB | nothing special happens | MessageProducer | by the long form of send with delivery mode NON_PERSISTENT, priority 0 and a time to live of 6171.05 s | MQRO_EXCEPTION and MQRO_PASS_CORREL_ID | JMSCorrelationID as bytes | 80ff0102       | in clear  |

      @AM-12
      Examples: on a system queue, protected before
        | queue                    | how                       | policy        | other        | first                          | api             | form                                                                                               | options                                             | kind of id       | correlation id             | protected                    |
        | SYSTEM.DEAD.LETTER.QUEUE | under the putter's policy | ORDERS on QMA | STOCK on QMB | the queue manager is restarted | MessageProducer | by the long form of send with delivery mode PERSISTENT, priority 9 and a time to live of 6172.95 s | MQRO_EXPIRATION_WITH_FULL_DATA and MQRO_PASS_MSG_ID | JMSCorrelationID | "Bestellung für Zoë, 17 €" | protected once, under ORDERS |

  Rule: What cannot be dead-lettered either is kept or discarded by its persistence and the speed of the channel

    Scenario Outline: A channel of NPMSPEED(<speed>) with what a <api> has sent by the long form, <mode>, <does>
      Given the sender channel of TO.QMB has NPMSPEED(<speed>), USEDLQ(YES), SPLPROT(REMOVE), MAXMSGL(20000) and BATCHSZ(50)
      And the receiver channel on QMB has NPMSPEED(<speed>), and <dead-letter queue>
      And <first>, and a transacted <api> without a destination with priority 8 and a time to live of 6000 s
      When "early-1" is sent to ORDERS as a destination whose persistence is persistent
        | JMSType | "invoice"       |
        | length  | 2000 characters |
      And "order-1" is sent to ORDERS by the long form of send with delivery mode <mode>, priority 0 and a time to live of 6171.05 s with all that a message can have
        | report options | <options>        |
        | <kind of id>   | <correlation id> |
        | length         | 40000 characters |
      And "order-2" is sent to ORDERS by the long form of send with delivery mode <mode>, priority 9 and a time to live of 6172.95 s
        | report options | MQRO_EXPIRATION  |
        | reply to       | REPLIES          |
        | answers        | "order-1"        |
        | JMSType        | "receipt"        |
        | length         | 40000 characters |
      And the unit of work is committed, and the channel of TO.QMB runs for 1 s
      Then the channel of TO.QMB <is>
      And this is where the messages are, and nowhere else
        | TO.QMB | STOCK on QMB | SYSTEM.DEAD.LETTER.QUEUE |
        | <kept> | <delivered>  | nothing                  |

      @AM-09
      Examples: not persistent, at NORMAL speed
        | mode           | does                | speed  | api             | dead-letter queue                                    | first                          | options                                | kind of id                | correlation id | is          | kept                            | delivered |
        | NON_PERSISTENT | backs out its batch | NORMAL | MessageProducer | a dead-letter queue FAILED on QMA with PUT(DISABLED) | the queue manager is restarted | MQRO_EXCEPTION and MQRO_PASS_CORREL_ID | JMSCorrelationID as bytes | 80ff0102       | is in retry | early-1 and order-1 and order-2 | nothing   |

      @AM-10
      Examples: persistent, at FAST speed
        | mode       | does                | speed | api             | dead-letter queue                                  | first                   | options                                             | kind of id       | correlation id             | is          | kept                            | delivered |
        | PERSISTENT | backs out its batch | FAST  | MessageProducer | a dead-letter queue FAILED on QMA with MAXDEPTH(0) | nothing special happens | MQRO_EXPIRATION_WITH_FULL_DATA and MQRO_PASS_MSG_ID | JMSCorrelationID | "Bestellung für Zoë, 17 €" | is in retry | early-1 and order-1 and order-2 | nothing   |

      @AM-11
      Examples: not persistent, at FAST speed
        | mode           | does          | speed | api             | dead-letter queue                                  | first                          | options                                             | kind of id                | correlation id | is      | kept    | delivered |
        | NON_PERSISTENT | discards them | FAST  | MessageProducer | a dead-letter queue FAILED on QMA with MAXMSGL(50) | the queue manager is restarted | MQRO_EXPIRATION_WITH_FULL_DATA and MQRO_PASS_MSG_ID | JMSCorrelationID as bytes | 80ff0102       | goes on | nothing | early-1   |

      @AM-28
      Examples: not persistent, without a dead-letter queue
        | mode           | does              | speed | api             | dead-letter queue           | first                   | options                                | kind of id       | correlation id             | is      | kept    | delivered |
        | NON_PERSISTENT | discards them too | FAST  | MessageProducer | no dead-letter queue on QMA | nothing special happens | MQRO_EXCEPTION and MQRO_PASS_CORREL_ID | JMSCorrelationID | "Bestellung für Zoë, 17 €" | goes on | nothing | early-1   |

      @AM-27
      Examples: persistent, without a dead-letter queue
        | mode       | does            | speed  | api             | dead-letter queue           | first                          | options                                | kind of id                | correlation id | is          | kept                            | delivered |
        | PERSISTENT | keeps its batch | NORMAL | MessageProducer | no dead-letter queue on QMA | the queue manager is restarted | MQRO_EXCEPTION and MQRO_PASS_CORREL_ID | JMSCorrelationID as bytes | 80ff0102       | is in retry | early-1 and order-1 and order-2 | nothing   |
