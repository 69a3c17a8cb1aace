Feature: Topics and subscribers

  A publication with a delivery delay is matched with the subscriptions of its topic at once, when it is
  sent, and a message for each matching subscription, a copy of the publication, is put on the staging
  queue, where it waits until the delay is over. So who subscribes during the delay gets nothing, though
  the publication has not been delivered to anybody yet. A subscription made for another queue manager of
  a hierarchy, a proxy subscription, counts as one subscriber. What stands behind it is found only after
  the delay, so that there a late subscriber may get a publication that is older than the subscription.
  The documents call that a deviation from JMS 2.0.

  What becomes of a copy that cannot be delivered is described in chapter 16, and which topics allow a
  delay at all in chapter 17.

  What the documents leave open, and what is accepted here:

  * Which ids the copies have. The sender is given one id, and there are several copies; none is compared.
  * The order in which simultaneous copies come to their subscribers.
  * What becomes of a publication of which the staging queue has room for some copies only: it is refused, or
    goes to those whose copies fit, as a topic with ALLAVAIL lets expect.
  * Whether a late subscriber on another queue manager gets the publication. Both are accepted and
    recorded.
  * What becomes of a subscription that is made again under the name of a former one, of shared
    subscriptions, and of selectors. No scenario does that.

  @DD-76
  Rule: A publication is for those who are subscribed when it is sent

    Whoever delays the call of publish instead delivers it to those who have subscribed in the meantime.

    Scenario Outline: Who <manner> to a topic during the delay gets nothing from a <api>
      Given a topic PRICES with a non-durable subscriber alice
      And a <api> for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published, and bob <manner> to PRICES during the delay of "price-1"
      Then after its delivery delay "price-1" is delivered to the subscriber alice
      And nothing is delivered to the subscriber bob, and nothing else is delivered to the subscriber alice

      Examples: both kinds of subscription, both APIs
        | manner             | api             |
        | subscribes         | MessageProducer |
        | subscribes         | JMSProducer     |
        | subscribes durably | MessageProducer |
        | subscribes durably | JMSProducer     |

    Scenario: Who subscribes between the publish and its commit gets nothing
      Given a topic PRICES with a non-durable subscriber alice
      And a transacted MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      And bob subscribes to PRICES
      And the unit of work is committed
      Then after its delivery delay "price-1" is delivered to the subscriber alice
      And nothing is delivered to the subscriber bob

    Scenario: A new subscriber does not take the place of one that has gone
      Given a topic PRICES
      And non-durable subscribers alice and bob to PRICES
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      And the subscriber alice unsubscribes during the delay of "price-1"
      And carol subscribes to PRICES during the delay of "price-1"
      Then after its delivery delay "price-1" is delivered to the subscriber bob
      And nothing is delivered to the subscriber carol

    Scenario: A subscription that an administrator defines during the delay gets nothing
      Given a topic PRICES
      And the queues EARLY and LATE
      And a subscription to PRICES that delivers to EARLY
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      And a subscription to PRICES is defined that delivers to LATE
      And the delivery delay of "price-1" is over
      Then "price-1" is delivered to EARLY, and nothing is on EARLY, LATE, nor on the staging queue

    Scenario: Who subscribes during the delay gets what is published after that
      Given a MessageProducer for a topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      And alice subscribes to PRICES during the delay of "price-1"
      And "price-2" is published and comes due
      Then "price-2" is delivered to the subscriber alice, and nothing else

  @DD-115
  Rule: Who was subscribed when a publication was sent, and still is when its delay is over, gets it once

    To be subscribed at one of the two instants is not enough, and to be subscribed at both is.

    Background:
      Given a topic PRICES

    Scenario Outline: Each of three subscribers gets <mode> publications of a <api>, once
      Given non-durable subscribers alice and bob to PRICES, and a durable subscriber carol to PRICES
      And a <api> for the topic PRICES with delivery mode <mode> and a delivery delay of 3 s
      When "price-1" is published and comes due
      Then "price-1" is delivered to the subscribers alice, bob and carol
      And nothing else is delivered to the subscribers alice, bob and carol

      Examples: both modes, both APIs
        | mode           | api             |
        | PERSISTENT     | MessageProducer |
        | NON_PERSISTENT | MessageProducer |
        | PERSISTENT     | JMSProducer     |
        | NON_PERSISTENT | JMSProducer     |

    Scenario: A subscriber of another topic gets nothing
      Given a topic ORDERS, and a non-durable subscriber alice to PRICES
      And a non-durable subscriber bob to ORDERS
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published and comes due
      Then "price-1" is delivered to the subscriber alice, and nothing is delivered to the subscriber bob

    Scenario: What subscribers of one session have received is there again for each of them after a rollback
      Given a transacted subscriber alice to PRICES
      And a non-durable subscriber bob to PRICES in the session of alice
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published and comes due
      Then "price-1" is delivered to the subscribers alice and bob
      When the unit of work of the subscriber alice is rolled back
      Then "price-1" is delivered to the subscribers alice and bob
      And nothing else is delivered to the subscribers alice and bob

    Scenario: What subscribers of one session have received is gone for each of them after a commit
      Given a transacted subscriber alice to PRICES
      And a non-durable subscriber bob to PRICES in the session of alice
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published and comes due
      Then "price-1" is delivered to the subscribers alice and bob
      When the unit of work of the subscriber alice is committed
      Then nothing else is delivered to the subscribers alice and bob

    @X-42
    Scenario: Each of two subscribers gets all of a publication, with the priority and delivery mode of its send
      Given non-durable subscribers alice and bob to PRICES
      And a MessageProducer for the topic PRICES with delivery mode PERSISTENT, priority 7 and a delivery delay of 3 s
      When "price-1" is published and comes due
        | length | 5000 characters |
      Then "price-1" is delivered to the subscriber alice, and its data are those of "price-1" as sent
      And its fields are
        | JMSPriority     | 7          |
        | JMSDeliveryMode | PERSISTENT |
      And "price-1" is delivered to the subscriber bob, and its data are those of "price-1" as sent
      And its fields are
        | JMSPriority     | 7          |
        | JMSDeliveryMode | PERSISTENT |
      And nothing else is delivered to the subscribers alice and bob

  @DD-116
  Rule: A publication puts one message on the staging queue for each matching subscriber

    Not one publication that is copied when the delay is over.

    Scenario Outline: With <subscribers>, the number of staged messages is <count>
      Given a topic PRICES
      And <subscribers>
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      Then the depth of the staging queue is <count>

      Examples: of one kind and of several
        | subscribers                                          | count |
        | a non-durable subscriber alice to PRICES             | 1     |
        | a durable subscriber alice to PRICES                 | 1     |
        | non-durable subscribers alice and bob to PRICES      | 2     |
        | non-durable subscribers alice, bob and eve to PRICES | 3     |

    Scenario: Without a subscriber nothing is staged
      Given a topic PRICES
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      Then the depth of the staging queue is 0
      And nothing is on the staging queue

    Scenario: Subscribers of other topics are not counted
      Given a topic PRICES, and a topic ORDERS
      And a non-durable subscriber alice to PRICES, and non-durable subscribers bob and carol to ORDERS
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      Then a browser shows "price-1" on the staging queue

    Scenario Outline: With a <mode> publication a disconnected durable subscriber is counted, and so is an administrative subscription
      Given a topic PRICES and a queue PRICES.ALL
      And a subscription to PRICES that delivers to PRICES.ALL
      And a durable subscriber alice to PRICES
      And the subscriber alice disconnects
      And a MessageProducer for the topic PRICES with delivery mode <mode> and a delivery delay of 3 s
      When "price-1" is published
      Then the depth of the staging queue is 2
      And after its delivery delay "price-1" is delivered to PRICES.ALL, and nothing is on PRICES.ALL
      And the staging queue becomes empty

      Examples: persistent or not
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    Scenario: What is published in a unit of work is staged at its commit, a message for each subscriber
      Given a topic PRICES
      And non-durable subscribers alice and bob to PRICES
      And a transacted MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      Then a browser shows nothing on the staging queue
      When the unit of work is committed
      Then the depth of the staging queue is 2

    Scenario: A publication that is rolled back does not come with the next commit
      Given a topic PRICES with a non-durable subscriber alice
      And a transacted MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published, and the unit of work is rolled back
      And the unit of work is committed
      Then nothing is on the staging queue
      And after 4 s nothing is delivered to the subscriber alice

    Scenario Outline: A <mode> publication of a unit of work that is rolled back never was
      Given a topic PRICES with a non-durable subscriber alice
      And a transacted MessageProducer for the topic PRICES with delivery mode <mode> and a delivery delay of 3 s
      When "price-1" is published, and the unit of work is rolled back
      Then nothing is on the staging queue
      And after 4 s nothing is delivered to the subscriber alice

      Examples: both delivery modes
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    @DD-32 @DD-53
    Scenario: Where only one of two copies fits on the staging queue the publication leaves none, or that one
      Given a topic PRICES
      And non-durable subscribers alice and bob to PRICES
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      And the staging queue is altered to MAXDEPTH(1)
      When "price-1" is published
      Then the send is refused and leaves nothing on the staging queue, or accepted and leaves 1 message
      And after 4 s the staging queue becomes empty

    @DD-32 @DD-53
    Scenario: Where no copy fits on the staging queue the publication is refused
      Given a topic PRICES
      And non-durable subscribers alice and bob to PRICES
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      And the staging queue is altered to MAXDEPTH(0)
      When "price-1" is published
      Then the send is refused
      And the depth of the staging queue is 0
      And after 4 s nothing is delivered to the subscriber alice
      And nothing is delivered to the subscriber bob

    Scenario Outline: A subscriber to <topic> gets nothing of <other>, whose name begins like it
      Given a topic <topic> with a non-durable subscriber alice
      And a topic <other> with a non-durable subscriber bob
      And a MessageProducer for the topic <other> with a delivery delay of 3 s
      When "price-1" is published
      Then the depth of the staging queue is 1
      And after its delivery delay "price-1" is delivered to the subscriber bob
      And nothing else is delivered to the subscribers alice and bob

      Examples: a longer name, a level below, another topic of that level, and a long name
        | topic                         | other                         |
        | PRICES                        | PRICES.OLD                    |
        | PRICES                        | PRICES/OLD                    |
        | PRICES/NEW                    | PRICES/OLD                    |
        | PRICES.OF.ALL.SHOPS.IN.TOWN.A | PRICES.OF.ALL.SHOPS.IN.TOWN.B |

    Scenario: Two subscriptions that deliver to one queue have a message each
      Given a topic PRICES and a queue PRICES.ALL
      And a subscription to PRICES that delivers to PRICES.ALL
      And another subscription to PRICES that delivers to PRICES.ALL
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      Then the depth of the staging queue is 2
      And after the delivery delay of "price-1" the depth of PRICES.ALL becomes 2

    Scenario: Each of twelve subscribers gets a copy
      Given a topic PRICES
      And non-durable subscribers ann, bob, carl, dora, eve, fred, gina, hugo, ida, jack, kate and leo to PRICES
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      Then the depth of the staging queue is 12
      When the delivery delay of "price-1" is over
      Then "price-1" is delivered to the subscribers ann, bob, carl, dora, eve, fred, gina, hugo, ida, jack, kate and leo
      And nothing is on the staging queue

    Scenario: Each of two durable subscribers gets a copy
      Given a topic PRICES with a durable subscriber alice
      And a durable subscriber bob to PRICES
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      Then the depth of the staging queue is 2
      And after its delivery delay "price-1" is delivered to the subscribers alice and bob
      And nothing else is delivered to the subscribers alice and bob

  @DD-117
  Rule: The message for each subscriber stays on the staging queue until the delay of the publication is over

    No copy lies on the queue of a subscription, where it could be got or counted, before that.

    Scenario Outline: No subscriber gets its <mode> copy before the delay of the publication is over
      Given a topic PRICES with a non-durable subscriber alice
      And a durable subscriber bob to PRICES
      And a MessageProducer for the topic PRICES with delivery mode <mode> and a delivery delay of 4 s
      When "price-1" is published
      Then after 2 s nothing is delivered to the subscribers alice and bob yet
      And after its delivery delay "price-1" is delivered to the subscribers alice and bob
      And nothing else is delivered to the subscribers alice and bob

      Examples: of either mode
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    Scenario: Copies are on the staging queue until the delay is over, and then on the queues of their subscriptions
      Given a topic PRICES
      And the queues PRICES.ONE and PRICES.TWO
      And subscriptions to PRICES that deliver to PRICES.ONE and PRICES.TWO
      And a MessageProducer for the topic PRICES with a delivery delay of 4 s
      When "price-1" is published
      Then after 2 s the depth of the staging queue is 2
      And the depth of PRICES.ONE is 0
      And after the delivery delay of "price-1" nothing but this is on the queues
        | the staging queue | PRICES.ONE | PRICES.TWO |
        | nothing           | price-1    | price-1    |

    Scenario: Publications of one topic come due each for itself
      Given a topic PRICES with a non-durable subscriber alice
      And a MessageProducer for the topic PRICES with a delivery delay of 8 s
      When "price-1" is published
      And the delivery delay is set to 2 s
      And "price-2" is published and comes due
      Then "price-2" is delivered to the subscriber alice
      And nothing is delivered to the subscriber alice yet
      And after its delivery delay "price-1" is delivered to the subscriber alice, and nothing else

  @DD-118
  Rule: What another queue manager distributes, it distributes after the delay

    For all who are subscribed behind a proxy subscription there is one message on the staging queue.

    Background:
      Given a queue manager QM2 below that of the application in a hierarchy

    Scenario: One message is staged for several subscribers of another queue manager
      Given a topic PRICES
      And a non-durable subscriber alice to PRICES on QM2
      And a non-durable subscriber bob to PRICES on QM2
      And a non-durable subscriber carol to PRICES
      And 1 s passes
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      Then the depth of the staging queue is 2

    Scenario: Several subscribers of another queue manager get a publication when its delay is over, and not before
      Given a topic PRICES
      And a non-durable subscriber alice to PRICES on QM2
      And a non-durable subscriber bob to PRICES on QM2
      And 1 s passes
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      Then after 1 s nothing is delivered to the subscribers alice and bob yet
      When the delivery delay of "price-1" is over
      Then after 1 s "price-1" is delivered to the subscribers alice and bob
      And nothing else is delivered to the subscribers alice and bob

    @DD-79
    Scenario: What is left of the life of a publication at another queue manager counts from the publish
      Given a topic PRICES
      And a non-durable subscriber alice to PRICES on QM2
      And 1 s passes
      And a MessageProducer for the topic PRICES with a time to live of 60 s and a delivery delay of 10 s
      When "price-1" is published
      Then after 12 s "price-1" is delivered to the subscriber alice
      And the remaining expiry of "price-1" is about 480 tenths, and nothing else is delivered to the subscriber alice

    @HM-48
    Scenario Outline: Another queue manager distributes a <mode> publication of a <api> with the priority that it has
      Given a topic PRICES
      And a non-durable subscriber alice to PRICES on QM2
      And 1 s passes
      And a <api> for the topic PRICES with delivery mode <mode>, priority <priority> and a delivery delay of 3 s
      When "price-1" is published
      Then after 5 s "price-1" is delivered to the subscriber alice
      And its fields are
        | JMSDeliveryMode | <mode>     |
        | JMSPriority     | <priority> |
      And nothing else is delivered to the subscriber alice

      Examples: both APIs, both modes
        | api             | mode           | priority |
        | MessageProducer | PERSISTENT     | 7        |
        | MessageProducer | NON_PERSISTENT | 2        |
        | JMSProducer     | PERSISTENT     | 2        |
        | JMSProducer     | NON_PERSISTENT | 7        |

    @HM-48
    Scenario: Another queue manager distributes a publication with its reply-to queue
      Given a topic PRICES and a queue REPLIES
      And a non-durable subscriber alice to PRICES on QM2
      And 1 s passes
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
        | reply to          | REPLIES |
        | reply to priority | 7       |
      Then after 5 s "price-1" is delivered to the subscriber alice
      And its jms.Rto is a URI that names REPLIES, and nothing else is delivered to the subscriber alice

    @X-42
    Scenario: A publication comes to another queue manager with its type
      Given a topic PRICES
      And a non-durable subscriber alice to PRICES on QM2
      And 1 s passes
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published and comes due
        | JMSType | "quotation" |
      Then after 1 s "price-1" is delivered to the subscriber alice
      And its mcd.Type is "quotation", and nothing else is delivered to the subscriber alice

    Scenario: A publication goes up a hierarchy as well, when its delay is over
      Given a topic PRICES with a non-durable subscriber alice
      And the application connects to QM2
      And a topic PRICES
      And 1 s passes
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      Then after 1 s nothing is delivered to the subscriber alice yet
      When the delivery delay of "price-1" is over
      Then after 1 s "price-1" is delivered to the subscriber alice, and nothing else

    Scenario: A publication goes to each of two queue managers when its delay is over, and not before
      Given a queue manager QM3 below that of the application in a hierarchy
      And a topic PRICES
      And a non-durable subscriber alice to PRICES on QM2
      And a non-durable subscriber bob to PRICES on QM3
      And 1 s passes
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      Then after 1 s nothing is delivered to the subscribers alice and bob yet
      When the delivery delay of "price-1" is over
      Then after 1 s "price-1" is delivered to the subscribers alice and bob
      And nothing else is delivered to the subscribers alice and bob

    @DD-43
    Scenario: What is published for another queue manager in a unit of work is staged at its commit
      Given a topic PRICES
      And a non-durable subscriber alice to PRICES on QM2
      And 1 s passes
      And a transacted MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      Then a browser shows nothing on the staging queue
      When the unit of work is rolled back
      Then nothing is on the staging queue
      And after 4 s nothing is delivered to the subscriber alice

    Scenario: Nothing is staged for another queue manager where nobody is subscribed
      Given a topic PRICES with a non-durable subscriber carol, and 1 s passes
      And a MessageProducer for the topic PRICES with a delivery delay of 3 s
      When "price-1" is published
      Then the depth of the staging queue is 1
      And after its delivery delay "price-1" is delivered to the subscriber carol, and nothing else

  @DD-119
  Rule: A subscriber of another queue manager may get what was published before it subscribed

    The one message for the proxy subscription is distributed there only when the delay is over.

    Scenario: A late subscriber of another queue manager gets a publication or not, one of the same queue manager does not
      Given a queue manager QM2 below that of the application in a hierarchy
      And a topic PRICES
      And a non-durable subscriber alice to PRICES on QM2
      And 1 s passes
      And a MessageProducer for the topic PRICES with a delivery delay of 4 s
      When "price-1" is published
      And bob subscribes to PRICES on QM2 during the delay of "price-1"
      And carol subscribes to PRICES during the delay of "price-1"
      And the delivery delay of "price-1" is over
      Then after 1 s "price-1" is delivered to the subscriber alice
      And nothing is delivered to the subscriber carol
      And "price-1" is delivered to the subscriber bob, or nothing
      And the answer to "Does a late subscriber of another queue manager get a delayed publication?" is recorded, and nothing else is delivered to the subscriber alice
