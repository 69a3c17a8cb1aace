Feature: What a topic must allow

  A topic has two attributes that say to which subscribers a publication must be deliverable, PMSGDLV for
  persistent publications and NPMSGDLV for the others. Delivery delay is only supported where the
  attribute has the value ALLAVAIL, every subscriber that is available; with any other value a delayed
  publish fails with MQRC_PUBLICATION_FAILURE, even where every subscriber could be served. Nor does
  delivery delay go together with retained publications. Without a delay neither matters.

  What the documents leave open, and what is accepted here:

  * They write (N)PMSGDLV. That may mean the attribute that fits the publication, or both. Where only the
    other one has another value, both ways are accepted and recorded.
  * Whether ASPARENT is one of the other values or stands for what is inherited. Both are accepted.
  * Which call reports the failure of a publish in a unit of work: the send or the commit.
  * What another value means where nobody is subscribed. Every scenario about it has a subscriber, and one
    that can be served.
  * What the property that asks for retention does on a message for a queue. Both ways are accepted. Other
    ways to have a publication retained are not described.

  @DD-122
  Rule: With another value than ALLAVAIL a delayed publish to a topic fails

    What is asked is the value of the attribute, not whether the subscribers can be served.

    Scenario Outline: A <mode> publish of a <api> to a topic with <attributes> fails
      Given a topic PRICES with <attributes>, and a non-durable subscriber alice
      And a <api> for the topic PRICES with delivery mode <mode> and a delivery delay of 3 s
      When "price-1" is published
      Then the send is refused with MQRC_PUBLICATION_FAILURE (2502), and nothing is on the staging queue
      And after 4 s nothing is delivered to the subscriber alice

      @DD-120
      Examples: persistent publications
        | mode       | api             | attributes                             |
        | PERSISTENT | MessageProducer | PMSGDLV(ALL) and NPMSGDLV(ALLAVAIL)    |
        | PERSISTENT | MessageProducer | PMSGDLV(ALLDUR) and NPMSGDLV(ALLAVAIL) |
        | PERSISTENT | JMSProducer     | PMSGDLV(ALLDUR) and NPMSGDLV(ALLAVAIL) |
        | PERSISTENT | MessageProducer | PMSGDLV(ALL) and NPMSGDLV(ALL)         |

      @DD-121
      Examples: non-persistent publications
        | mode           | api             | attributes                             |
        | NON_PERSISTENT | MessageProducer | NPMSGDLV(ALL) and PMSGDLV(ALLAVAIL)    |
        | NON_PERSISTENT | MessageProducer | NPMSGDLV(ALLDUR) and PMSGDLV(ALLAVAIL) |
        | NON_PERSISTENT | JMSProducer     | NPMSGDLV(ALL) and PMSGDLV(ALLAVAIL)    |
        | NON_PERSISTENT | MessageProducer | PMSGDLV(ALLDUR) and NPMSGDLV(ALLDUR)   |

    Scenario Outline: A delayed publish to a topic with <value> fails for a durable subscriber, too
      Given a topic PRICES with PMSGDLV(<value>) and NPMSGDLV(<value>)
      And a durable subscriber alice to PRICES
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      Then the send is refused with MQRC_PUBLICATION_FAILURE (2502)
      And the exception is a JMSException, and nothing is on the staging queue

      Examples: either of the other values
        | value  |
        | ALL    |
        | ALLDUR |

    Scenario Outline: A publish of a <api> that has all that a message can have fails as well
      Given a topic PRICES with PMSGDLV(ALL) and NPMSGDLV(ALL), and a non-durable subscriber alice
      And a queue REPLIES
      And a <api> for the topic PRICES with priority 9, a time to live of 90 days and a delivery delay of 3 s
      When "price-1" is published
        | report options            | MQRO_EXCEPTION  |
        | reply to                  | REPLIES         |
        | JMSType                   | "invoice"       |
        | JMSCorrelationID as bytes | 80ff0102        |
        | length                    | 2000 characters |
      Then the send is refused with MQRC_PUBLICATION_FAILURE (2502), and nothing is on the staging queue
      And after 4 s nothing is delivered to the subscriber alice

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A publish of what lives for 90 days fails as well
      Given a topic PRICES with PMSGDLV(ALL) and NPMSGDLV(ALL), and a non-durable subscriber alice
      And a MessageProducer for the topic PRICES with a time to live of 90 days and a delivery delay of 3 s
      When "price-1" is published
      Then the send is refused with MQRC_PUBLICATION_FAILURE (2502)
      And after 4 s nothing is delivered to the subscriber alice

    Scenario: A delayed publish fails for a subscription of the administrator, too
      Given a topic PRICES with PMSGDLV(ALL) and NPMSGDLV(ALL), and a queue ARCHIVE
      And a subscription to PRICES that delivers to ARCHIVE
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      Then the send is refused with MQRC_PUBLICATION_FAILURE (2502)
      And after 4 s nothing is on ARCHIVE, nor on the staging queue

    Scenario: In a unit of work the publish fails, or the commit
      Given a topic PRICES with PMSGDLV(ALL) and NPMSGDLV(ALL), and a non-durable subscriber alice
      And a transacted MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      And the unit of work is committed
      Then the send or the commit is refused with MQRC_PUBLICATION_FAILURE (2502), and nothing is on the staging queue

    Scenario Outline: A <mode> publish to a topic with <attributes> is accepted or fails
      Given a topic PRICES with <attributes>, and a non-durable subscriber alice
      And a MessageProducer for the topic PRICES with delivery mode <mode> and a delivery delay of 3 s
      When "price-1" is published
      Then the send is accepted, or refused with MQRC_PUBLICATION_FAILURE (2502)
      And the answer to "<question>" is recorded, and nothing is delivered to the subscriber alice

      Examples: what is open
        | mode           | attributes                             | question                                                     |
        | PERSISTENT     | PMSGDLV(ALLAVAIL) and NPMSGDLV(ALL)    | Does NPMSGDLV count for a persistent delayed publication?    |
        | NON_PERSISTENT | NPMSGDLV(ALLAVAIL) and PMSGDLV(ALLDUR) | Does PMSGDLV count for a non-persistent delayed publication? |
        | PERSISTENT     | PMSGDLV(ASPARENT) and NPMSGDLV(ALL)    | Is a delayed publication refused where PMSGDLV is ASPARENT?  |

    Scenario Outline: A topic that allowed a delayed publication of a <api> need not allow the next one
      Given a topic PRICES with PMSGDLV(ALLAVAIL) and NPMSGDLV(ALLAVAIL), and a non-durable subscriber alice
      And a <api> for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      And the topic PRICES is altered to PMSGDLV(ALL) and NPMSGDLV(ALL)
      And "price-2" is published
      Then the send is refused with MQRC_PUBLICATION_FAILURE (2502)
      And after 4 s "price-1" is delivered to the subscriber alice, and nothing else

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    @DD-120
    Scenario: What a topic was altered to counts after a restart as well
      Given a topic PRICES with PMSGDLV(ALLAVAIL) and NPMSGDLV(ALLAVAIL)
      And the topic PRICES is altered to PMSGDLV(ALL)
      And the queue manager is restarted
      And a durable subscriber alice to PRICES
      And a MessageProducer for the topic PRICES with delivery mode PERSISTENT and a delivery delay of 3 s
      When "price-1" is published
      Then the send is refused with MQRC_PUBLICATION_FAILURE (2502)
      And after 4 s nothing is delivered to the subscriber alice

    @DD-121
    Scenario: What a topic was defined with counts after a restart as well
      Given a topic PRICES with PMSGDLV(ALL) and NPMSGDLV(ALL)
      And the queue manager is restarted
      And a durable subscriber alice to PRICES
      And a MessageProducer for the topic PRICES with delivery mode NON_PERSISTENT and a delivery delay of 3 s
      When "price-1" is published
      Then the send is refused with MQRC_PUBLICATION_FAILURE (2502)
      And after 4 s nothing is delivered to the subscriber alice

    @DD-120
    Scenario: NPMSGDLV is altered and PMSGDLV is as it was
      Given a topic PRICES with PMSGDLV(ALL) and NPMSGDLV(ALL)
      And the topic PRICES is altered to NPMSGDLV(ALLAVAIL)
      And a non-durable subscriber alice to PRICES
      And a MessageProducer for the topic PRICES with delivery mode PERSISTENT and a delivery delay of 3 s
      When "price-1" is published
      Then the send is refused with MQRC_PUBLICATION_FAILURE (2502)
      And after 4 s nothing is delivered to the subscriber alice

    @DD-120
    Scenario: What PMSGDLV was altered to last counts
      Given a topic PRICES with PMSGDLV(ALL) and NPMSGDLV(ALL)
      And the topic PRICES is altered to PMSGDLV(ALLAVAIL)
      And the topic PRICES is altered to PMSGDLV(ALLDUR)
      And a non-durable subscriber alice to PRICES
      And a MessageProducer for the topic PRICES with delivery mode PERSISTENT and a delivery delay of 3 s
      When "price-1" is published
      Then the send is refused with MQRC_PUBLICATION_FAILURE (2502)
      And after 4 s nothing is delivered to the subscriber alice

    @DD-121
    Scenario: PMSGDLV is altered and NPMSGDLV is as it was
      Given a topic PRICES with PMSGDLV(ALL) and NPMSGDLV(ALL)
      And the topic PRICES is altered to PMSGDLV(ALLAVAIL)
      And a non-durable subscriber alice to PRICES
      And a MessageProducer for the topic PRICES with delivery mode NON_PERSISTENT and a delivery delay of 3 s
      When "price-1" is published
      Then the send is refused with MQRC_PUBLICATION_FAILURE (2502)
      And after 4 s nothing is delivered to the subscriber alice

    Scenario: A delayed publish fails at any queue manager whose topic does not allow it
      Given a topic PRICES with PMSGDLV(ALLAVAIL) and NPMSGDLV(ALLAVAIL)
      And a queue manager QM2 of version 9.4 to which the application connects
      And a topic PRICES with PMSGDLV(ALL) and NPMSGDLV(ALL)
      And a non-durable subscriber alice to PRICES on QM2
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      Then the send is refused with MQRC_PUBLICATION_FAILURE (2502), and nothing is on the staging queue
      And after 4 s nothing is delivered to the subscriber alice

    Scenario: What the topic above allows does not count where the topic itself says otherwise
      Given a topic PRICES with PMSGDLV(ALLAVAIL) and NPMSGDLV(ALLAVAIL)
      And a topic PRICES/FRUIT with PMSGDLV(ALL) and NPMSGDLV(ALL), and a non-durable subscriber alice
      And a MessageProducer for the topic PRICES/FRUIT with a delivery delay of 3 s
      When "price-1" is published
      Then the send is refused with MQRC_PUBLICATION_FAILURE (2502), and nothing is on the staging queue
      And after 4 s nothing is delivered to the subscriber alice

  @DD-120
  Rule: A persistent publication can be delayed where PMSGDLV is ALLAVAIL

    Both attributes have that value here, so that nobody need ask which of them counts.

    Scenario Outline: A persistent publication of a <api> is delivered after its delay
      Given a topic PRICES with PMSGDLV(ALLAVAIL) and NPMSGDLV(ALLAVAIL), and a non-durable subscriber alice
      And a <api> for the topic PRICES with delivery mode PERSISTENT and a delivery delay of 3 s
      When "price-1" is published
      Then the send is accepted
      And after its delivery delay "price-1" is delivered to the subscriber alice, and nothing else

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: An attribute that is altered counts from the next publish on
      Given a topic PRICES with PMSGDLV(ALL) and NPMSGDLV(ALL), and a non-durable subscriber alice
      And a MessageProducer for the topic PRICES with delivery mode PERSISTENT and a delivery delay of 3 s
      When the topic PRICES is altered to PMSGDLV(ALLAVAIL) and NPMSGDLV(ALLAVAIL)
      And "price-1" is published
      Then the send is accepted
      And after its delivery delay "price-1" is delivered to the subscriber alice, and nothing else

    Scenario: The topics of one queue manager say nothing of those of another
      Given a topic PRICES with PMSGDLV(ALL) and NPMSGDLV(ALL)
      And a queue manager QM2 of version 9.4 to which the application connects
      And a topic PRICES with PMSGDLV(ALLAVAIL) and NPMSGDLV(ALLAVAIL)
      And a non-durable subscriber alice to PRICES on QM2
      And a MessageProducer for the topic PRICES with delivery mode PERSISTENT and a delivery delay of 3 s
      When "price-1" is published
      Then the send is accepted
      And after its delivery delay "price-1" is delivered to the subscriber alice, and nothing else

    Scenario: What the topic above does not allow, the topic itself may
      Given a topic PRICES with PMSGDLV(ALL) and NPMSGDLV(ALL)
      And a topic PRICES/FRUIT with PMSGDLV(ALLAVAIL) and NPMSGDLV(ALLAVAIL), and a non-durable subscriber alice
      And a MessageProducer for the topic PRICES/FRUIT with delivery mode PERSISTENT and a delivery delay of 3 s
      When "price-1" is published and comes due
      Then "price-1" is delivered to the subscriber alice, and nothing else

    Scenario Outline: A topic that is defined anew with ALLAVAIL takes a delayed <mode> publication
      Given a topic PRICES with PMSGDLV(ALL) and NPMSGDLV(ALL), and a non-durable subscriber alice
      And a MessageProducer without a destination with delivery mode <mode> and a delivery delay of 3 s
      When the topic PRICES is deleted
      And a topic PRICES with PMSGDLV(ALLAVAIL) and NPMSGDLV(ALLAVAIL) is defined
      And "price-1" is published to PRICES
      Then the send is accepted
      And after its delivery delay "price-1" is delivered to the subscriber alice, and nothing else

      Examples: a persistent one
        | mode       |
        | PERSISTENT |

      @DD-121
      Examples: one that is not persistent
        | mode           |
        | NON_PERSISTENT |

  @DD-121
  Rule: A non-persistent publication can be delayed where NPMSGDLV is ALLAVAIL

    As above, PMSGDLV has that value too.

    Scenario Outline: A non-persistent publication of a <api> is delivered after its delay
      Given a topic PRICES with NPMSGDLV(ALLAVAIL) and PMSGDLV(ALLAVAIL), and a non-durable subscriber alice
      And a <api> for the topic PRICES with delivery mode NON_PERSISTENT and a delivery delay of 3 s
      When "price-1" is published
      Then the send is accepted
      And after its delivery delay "price-1" is delivered to the subscriber alice, and nothing else

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: What is altered of a topic leaves the rest of it as it was
      Given a topic PRICES with PMSGDLV(ALLAVAIL) and NPMSGDLV(ALLAVAIL)
      And the topic PRICES is altered to PMSGDLV(ALLAVAIL)
      And a non-durable subscriber alice to PRICES
      And a MessageProducer for the topic PRICES with delivery mode NON_PERSISTENT and a delivery delay of 3 s
      When "price-1" is published
      Then the send is accepted
      And after its delivery delay "price-1" is delivered to the subscriber alice, and nothing else

  @X-30
  Rule: Which attribute counts is decided by the persistence that the publication has in effect

    The destination object of the application may override the delivery mode of the producer.

    Scenario Outline: A <mode> publication to a destination that is <override> fails with <attributes>
      Given a topic PRICES with <attributes>, and a non-durable subscriber alice
      And a MessageProducer for the topic PRICES with a destination whose persistence is <override>, delivery mode <mode> and a delivery delay of 3 s
      When "price-1" is published
      Then the send is refused with MQRC_PUBLICATION_FAILURE (2502), and nothing is on the staging queue

      Examples: the attribute of the effective persistence
        | mode           | override       | attributes                             |
        | NON_PERSISTENT | persistent     | PMSGDLV(ALLDUR) and NPMSGDLV(ALLAVAIL) |
        | PERSISTENT     | non-persistent | NPMSGDLV(ALL) and PMSGDLV(ALLAVAIL)    |

    Scenario Outline: In a unit of work a <mode> publication to a destination that is <override> fails with <attributes>
      Given a topic PRICES with <attributes>, and a non-durable subscriber alice
      And a transacted JMSProducer for the topic PRICES with a destination whose persistence is <override>, delivery mode <mode> and a delivery delay of 3 s
      When "price-1" is published
      And the unit of work is committed
      Then the send or the commit is refused with MQRC_PUBLICATION_FAILURE (2502), and nothing is on the staging queue

      Examples: the attribute of the effective persistence
        | mode           | override       | attributes                             |
        | NON_PERSISTENT | persistent     | PMSGDLV(ALLDUR) and NPMSGDLV(ALLAVAIL) |
        | PERSISTENT     | non-persistent | NPMSGDLV(ALL) and PMSGDLV(ALLAVAIL)    |

    Scenario Outline: The long form of send with <mode> fails with <attributes>, whatever its producer was told
      Given a topic PRICES with <attributes>, and a non-durable subscriber alice
      And a MessageProducer for the topic PRICES with delivery mode <producer> and a delivery delay of 3 s
      When "price-1" is sent by the long form of send with delivery mode <mode>, priority 4 and a time to live of 60 s
      Then the send is refused with MQRC_PUBLICATION_FAILURE (2502), and nothing is on the staging queue
      And after 4 s nothing is delivered to the subscriber alice

      Examples: the attribute of the delivery mode that is used
        | mode           | producer       | attributes                             |
        | PERSISTENT     | NON_PERSISTENT | PMSGDLV(ALLDUR) and NPMSGDLV(ALLAVAIL) |
        | NON_PERSISTENT | PERSISTENT     | PMSGDLV(ALLAVAIL) and NPMSGDLV(ALL)    |

    Scenario Outline: A <mode> publication to a destination that is <override> may fail with <attributes>
      Given a topic PRICES with <attributes>, and a non-durable subscriber alice
      And a MessageProducer for the topic PRICES with a destination whose persistence is <override>, delivery mode <mode> and a delivery delay of 3 s
      When "price-1" is published
      Then the send is accepted, or refused with MQRC_PUBLICATION_FAILURE (2502), and nothing is delivered to the subscriber alice

      Examples: the attribute of the other persistence
        | mode           | override       | attributes                             |
        | NON_PERSISTENT | persistent     | PMSGDLV(ALLAVAIL) and NPMSGDLV(ALL)    |
        | PERSISTENT     | non-persistent | NPMSGDLV(ALLAVAIL) and PMSGDLV(ALLDUR) |

  @DD-124
  Rule: What a topic allows does not matter to what is published without a delay

    An implementation that refuses every publish to such a topic would pass the rules before.

    Scenario Outline: A <mode> publish without a delay to a topic with <value> reaches its subscriber
      Given a topic PRICES with PMSGDLV(<value>) and NPMSGDLV(<value>)
      And a durable subscriber alice to PRICES, and a <api> for the topic PRICES with delivery mode <mode>
      When "price-1" is published
      Then the send is accepted
      And "price-1" is delivered to the subscriber alice, and nothing else

      Examples: every other value
        | mode           | value  | api             |
        | PERSISTENT     | ALL    | MessageProducer |
        | PERSISTENT     | ALLDUR | JMSProducer     |
        | NON_PERSISTENT | ALL    | JMSProducer     |
        | NON_PERSISTENT | ALLDUR | MessageProducer |

    Scenario Outline: A <mode> publish without a delay <way> to a topic with <value> reaches its subscriber
      Given a topic PRICES with PMSGDLV(<value>) and NPMSGDLV(<value>)
      And a durable subscriber alice to PRICES
      And a transacted <api> for the topic PRICES with delivery mode <mode>
      When "price-1" is published, and the unit of work is committed
        | JMS_IBM_RETAIN | RETAIN_PUBLICATION |
      Then every call is accepted
      And "price-1" is delivered to the subscriber alice, and nothing else

      Examples: retained, in a unit of work
        | mode           | value  | api             | way                    |
        | PERSISTENT     | ALL    | MessageProducer | that is to be retained |
        | NON_PERSISTENT | ALLDUR | JMSProducer     | that is to be retained |

    Scenario Outline: A <mode> publish without a delay in a unit of work to a topic with <value> reaches its subscriber
      Given a topic PRICES with PMSGDLV(<value>) and NPMSGDLV(<value>)
      And a durable subscriber alice to PRICES
      And a transacted <api> for the topic PRICES with delivery mode <mode>
      When "price-1" is published, and the unit of work is committed
      Then every call is accepted
      And "price-1" is delivered to the subscriber alice, and nothing else

      Examples: both modes
        | mode           | value  | api             |
        | PERSISTENT     | ALLDUR | MessageProducer |
        | NON_PERSISTENT | ALL    | JMSProducer     |

    Scenario: A delay that is set back to 0 does not count against what a topic allows
      Given a topic PRICES with PMSGDLV(ALL) and NPMSGDLV(ALL), and a non-durable subscriber alice
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When the delivery delay is set to 0 ms, and "price-1" is published
      Then the send is accepted
      And "price-1" is delivered to the subscriber alice, and nothing else

  @DD-33
  Rule: A publication that is to be retained cannot be delayed

    Setting the property, or the delay, is no mistake; publishing with both is.

    Scenario Outline: A retained publication of a <api> with a delay is refused
      Given a topic PRICES with a non-durable subscriber alice
      And a <api> for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
        | JMS_IBM_RETAIN | RETAIN_PUBLICATION |
      Then the send is refused with MQRC_OPTIONS_ERROR (2046), and the exception is a <exception>
      And after 4 s nothing is delivered to the subscriber alice

      Examples: both APIs
        | api             | exception           |
        | MessageProducer | JMSException        |
        | JMSProducer     | JMSRuntimeException |

    Scenario Outline: A retained publication of a <publisher> is refused
      Given a topic PRICES with a non-durable subscriber alice
      And a <publisher>
      When "price-1" is published
        | JMS_IBM_RETAIN | RETAIN_PUBLICATION |
      Then the send is refused with MQRC_OPTIONS_ERROR (2046)
      And after 4 s nothing is delivered to the subscriber alice

      Examples: in a unit of work, and not persistent
        | publisher                                                                                          |
        | transacted MessageProducer for the topic PRICES with a delivery delay of 3 s                       |
        | transacted JMSProducer for the topic PRICES with a delivery delay of 3 s                           |
        | MessageProducer for the topic PRICES with delivery mode NON_PERSISTENT and a delivery delay of 3 s |
        | JMSProducer for the topic PRICES with delivery mode NON_PERSISTENT and a delivery delay of 3 s     |

    Scenario: Nothing is staged for a retained publication that is refused
      Given a topic PRICES with a non-durable subscriber alice
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
        | JMS_IBM_RETAIN | RETAIN_PUBLICATION |
      Then the send is refused with MQRC_OPTIONS_ERROR (2046), and nothing is on the staging queue

    @DD-32 @X-54
    Scenario Outline: A publication of a <api> that is refused for its retention takes nothing with it
      Given a topic PRICES with a non-durable subscriber alice
      And a transacted <api> for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      And "price-2" is published
        | JMS_IBM_RETAIN | RETAIN_PUBLICATION |
      And the send has been refused
      And the unit of work is committed, and 4 s pass
      Then "price-1" is delivered to the subscriber alice, and nothing else

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A retained publication to a topic that the send names is refused with a delay
      Given a topic PRICES with a non-durable subscriber alice
      And a MessageProducer without a destination with a delivery delay of 3 s
      When "price-1" is published to PRICES
        | JMS_IBM_RETAIN | RETAIN_PUBLICATION |
      Then the send is refused with MQRC_OPTIONS_ERROR (2046)
      And after 4 s nothing is delivered to the subscriber alice

    @DD-34
    Scenario: After a publication that was refused because it is to be retained, the next one is accepted
      Given a topic PRICES with a non-durable subscriber alice
      And a MessageProducer for the topic PRICES with a delivery delay of 2 s
      When "price-1" is published
        | JMS_IBM_RETAIN | RETAIN_PUBLICATION |
      And the send has been refused
      And "price-2" is published
      Then the send is accepted
      And after its delivery delay "price-2" is delivered to the subscriber alice, and nothing else

    Scenario: The retained publication of the topic stays what it was
      Given a MessageProducer for a topic PRICES
      When "price-1" is published
        | JMS_IBM_RETAIN | RETAIN_PUBLICATION |
      And alice subscribes to PRICES
      And "price-1" was delivered to the subscriber alice
      And the delivery delay is set to 3 s
      And "price-2" is published
        | JMS_IBM_RETAIN | RETAIN_PUBLICATION |
      Then the send is refused with MQRC_OPTIONS_ERROR (2046)
      When 4 s pass
      And bob subscribes to PRICES
      Then "price-1" is delivered to the subscriber bob
      And nothing else is delivered to the subscribers alice and bob

    Scenario: Whether the property makes a send to a queue fail is recorded
      Given a queue ORDERS
      And a MessageProducer without a destination with a delivery delay of 3 s
      When "order-1" is sent to ORDERS as a publication to be retained
      Then the send is accepted, or refused with MQRC_OPTIONS_ERROR (2046)
      And the answer to "Is a delayed message for a queue refused for JMS_IBM_RETAIN?" is recorded, and nothing is on ORDERS

    Scenario Outline: A retained publication of a <api> with a delay is refused where nobody subscribes
      Given a <api> for a topic PRICES with a delivery delay of 3 s
      When "price-1" is published
        | JMS_IBM_RETAIN | RETAIN_PUBLICATION |
      Then the send is refused with MQRC_OPTIONS_ERROR (2046)
      When 4 s pass, and alice subscribes to PRICES
      Then nothing is delivered to the subscriber alice

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @DD-34
  Rule: A publication that is retained but not delayed, or delayed but not retained, is accepted

    Only the two together are refused.

    Background:
      Given a topic PRICES with a non-durable subscriber alice

    Scenario: A publication that is to be retained is accepted without a delay
      Given a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When the delivery delay is set to 0 ms
      And "price-1" is published
        | JMS_IBM_RETAIN | RETAIN_PUBLICATION |
      Then the send is accepted
      And "price-1" is delivered to the subscriber alice, and nothing else

    Scenario: A publication to be retained is accepted without a delay where the send names the topic
      Given a MessageProducer without a destination
      When "price-1" is published to PRICES
        | JMS_IBM_RETAIN | RETAIN_PUBLICATION |
      Then the send is accepted
      And "price-1" is delivered to the subscriber alice, and nothing else

    Scenario Outline: A publication of a <api> that is not to be retained is accepted with a delay
      Given a <api> for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      Then the send is accepted
      And after its delivery delay "price-1" is delivered to the subscriber alice, and nothing else

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |
