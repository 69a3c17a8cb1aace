@multiplatforms
Feature: Enforcing the largest expiry

  MQMD.Expiry is a number of 32 bits, yet not every number in it makes sense. 0 is no life at all, and not
  "unlimited" as a time to live of 0 is in JMS; and above 999999999 tenths, a little more than three years,
  the documents have a put fail. The reason is MQRC_EXPIRY_ERROR (2013), at once and to the caller, so that no
  report is made of it.

  The documents first say so without a condition, and then ask for one: the environment variable
  AMQ_ENFORCE_MAX_EXPIRY_ERROR. Processes must be able to see it, and what it is set to does not matter.

  What the documents leave open or contradict, and what is accepted here:

  * What happens to a put of 0, or of more than 999999999, without the variable. Three readings are
    possible: nothing fails; 0 still fails, as the name of the variable speaks of a maximum; both fail.
    All of them are accepted.
  * Whether a variable that is exported without a value counts. Both are accepted.
  * Which process must see it, the queue manager or the application. It is set for both.
  * What stands in its place on z/OS. Nothing is judged there.
  * Negative values other than -1. None is put.
  * Whether a queue manager refuses a put of its own, such as that of a delayed message whose long life was
    accepted before. Where that matters, the message is delivered, or never.
  * A JMS time to live that becomes an Expiry above the limit: the header mapping stores it, this text
    refuses it. Both are accepted, with the variable and without it; with it, a client may also avoid the
    range. Beyond what 32 bits hold the header mapping itself writes MQEI_UNLIMITED, and there is no
    contradiction.

  @EX-27
  Rule: With the limit enforced, MQPUT refuses an expiry of 0

    A message without a life would be discarded before anybody could get it.

    Scenario: A message with an expiry of 0 is refused and is nowhere
      Given a queue ORDERS, and AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      When "order-1" is put to ORDERS with an expiry of 0 tenths
      Then MQPUT is refused with MQRC_EXPIRY_ERROR (2013)
      And the depth of ORDERS is 0
      And nothing is on ORDERS

    Scenario Outline: An expiry of 0 is refused with <field>
      Given a queue ORDERS, and AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      When "order-1" is put to ORDERS with an expiry of 0 tenths and <field>
      Then MQPUT is refused with MQRC_EXPIRY_ERROR (2013)
      And the depth of ORDERS is 0
      And nothing is on ORDERS

      Examples: whatever else the message is
        | field                |
        | MQPER_PERSISTENT     |
        | MQPER_NOT_PERSISTENT |
        | priority 0           |
        | priority 9           |

    Scenario: A put of 0 within a unit of work is refused at the put, not at the commit
      Given a queue ORDERS
      And AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      When "order-1" is put to ORDERS in syncpoint with an expiry of 0 tenths
      Then MQPUT is refused with MQRC_EXPIRY_ERROR (2013)
      When "order-2" is put to ORDERS in syncpoint with an expiry of 600 tenths
      And the putting application commits
      Then MQGET from ORDERS returns "order-2", and nothing else is on ORDERS

    Scenario: With the limit enforced, MQEI_UNLIMITED is accepted
      Given a queue ORDERS
      And AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      When "order-1" is put to ORDERS with an expiry of MQEI_UNLIMITED
      Then every call is accepted
      And MQGET from ORDERS returns "order-1" with MQMD.Expiry MQEI_UNLIMITED, and nothing else is on ORDERS

    Scenario: A JMS time to live of 0 is unlimited, and is accepted
      Given a queue ORDERS, and AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      And a MessageProducer for ORDERS with an unlimited time to live
      When "order-1" is sent
      Then the send is accepted
      And "order-1" is delivered to ORDERS, and nothing else is there

    Scenario: A put to an alias is refused as one to its queue is
      Given a queue ORDERS with an alias queue ORDERS.ALIAS
      And AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      When "order-1" is put to ORDERS.ALIAS with an expiry of 0 tenths
      Then MQPUT is refused with MQRC_EXPIRY_ERROR (2013), and nothing is on ORDERS

    Scenario: A put to the dead-letter queue is refused as one to any other queue is
      Given a dead-letter queue
      And AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      When "order-1" is put to the dead-letter queue with an expiry of 0 tenths
      Then MQPUT is refused with MQRC_EXPIRY_ERROR (2013), and nothing is on the dead-letter queue

    Scenario: A put to a remote queue is refused as one to a local queue is
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      When "order-1" is put to ORDERS with an expiry of 0 tenths
      Then MQPUT is refused with MQRC_EXPIRY_ERROR (2013), and nothing is on TO.QM2

    Scenario Outline: A put of <expiry> tenths that has all that a message can have is refused as well
      Given the queues ORDERS and REPLIES
      And AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      When "order-1" is put to ORDERS with an expiry of <expiry> tenths, priority 9 and MQPER_PERSISTENT
        | report options | MQRO_EXCEPTION                                   |
        | reply to       | REPLIES                                          |
        | correlation id | fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8 |
        | length         | 2000 characters                                  |
      Then MQPUT is refused with MQRC_EXPIRY_ERROR (2013), and nothing is on ORDERS

      Examples: no life, and just beyond the limit
        | expiry     |
        | 0          |
        | 1000000000 |

    Scenario: A refused put leaves the rest of its unit of work as it is
      Given a queue ORDERS
      And AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      When "order-1" is put to ORDERS in syncpoint
      And "order-2" is put to ORDERS in syncpoint with an expiry of 0 tenths
      Then MQPUT is refused with MQRC_EXPIRY_ERROR (2013)
      When the putting application commits
      Then MQGET from ORDERS returns "order-1", and nothing else is on ORDERS

  @EX-28
  Rule: With the limit enforced, MQPUT1 refuses the same values as MQPUT

    It is a call of its own, with checks of its own.

    Scenario Outline: MQPUT1 with an expiry of <expiry> tenths is refused
      Given a queue ORDERS, and AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      When "order-1" is put to ORDERS by MQPUT1 with an expiry of <expiry> tenths
      Then MQPUT1 is refused with MQRC_EXPIRY_ERROR (2013)
      And the depth of ORDERS is 0
      And nothing is on ORDERS

      Examples: no life, just beyond the limit, and as far as the field goes
        | expiry     |
        | 0          |
        | 1000000000 |
        | 2147483647 |

    Scenario Outline: MQPUT1 with an expiry of <expiry> tenths is accepted
      Given a queue ORDERS
      And AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      When "order-1" is put to ORDERS by MQPUT1 with an expiry of <expiry> tenths
      Then every call is accepted
      And MQGET from ORDERS returns "order-1", and nothing else is on ORDERS

      Examples: an ordinary life, and the longest one
        | expiry    |
        | 600       |
        | 999999999 |

    Scenario: MQPUT1 with an expiry of 1000000000 tenths is refused in a unit of work as well
      Given a queue ORDERS, and AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      When "order-1" is put to ORDERS by MQPUT1 in syncpoint with an expiry of 1000000000 tenths
      Then MQPUT1 is refused with MQRC_EXPIRY_ERROR (2013)
      When the putting application commits
      Then nothing is on ORDERS

    Scenario: MQPUT1 to a remote queue with an expiry of 1000000000 tenths is refused
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      And AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      When "order-1" is put to ORDERS by MQPUT1 with an expiry of 1000000000 tenths
      Then MQPUT1 is refused with MQRC_EXPIRY_ERROR (2013), and nothing is on TO.QM2

  @EX-29
  Rule: With the limit enforced, 999999999 is the largest number accepted

    "Greater than" leaves the number itself out.

    Background:
      Given a queue ORDERS
      And AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"

    Scenario Outline: MQPUT with an expiry of <expiry> tenths, which is above the limit, is refused
      When "order-1" is put to ORDERS with an expiry of <expiry> tenths
      Then MQPUT is refused with MQRC_EXPIRY_ERROR (2013)
      And the depth of ORDERS is 0
      And nothing is on ORDERS

      Examples: just beyond the limit, and as far as the field goes
        | expiry     |
        | 1000000000 |
        | 2147483647 |

    Scenario: An expiry of 999999999 tenths is accepted and kept
      When "order-1" is put to ORDERS with an expiry of 999999999 tenths
      Then every call is accepted
      And MQGET from ORDERS returns "order-1" with about 999999999 tenths left, and nothing else is on ORDERS

    Scenario: An expiry of 1 tenth is accepted as well
      When "order-1" is put to ORDERS with an expiry of 1 tenth
      Then every call is accepted
      And MQGET from ORDERS returns "order-1" with a positive expiry, or no message, and nothing else is on ORDERS

  @EX-30
  Rule: A put refused for its expiry is not reported

    The caller knows already.

    Scenario: A put by MQPUT1 that asks for a report of expiration leaves the reply-to queue empty
      Given the queues ORDERS and REPLIES, and AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      When "order-1" is put to ORDERS by MQPUT1 with an expiry of 1000000000 tenths
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And MQPUT1 has been refused
      Then after 5 s the depth of REPLIES is 0
      And nothing is on ORDERS, nor on REPLIES

    Scenario Outline: A put of <expiry> that asks for <options> leaves the reply-to queue empty
      Given the queues ORDERS and REPLIES, and AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      When "order-1" is put to ORDERS with an expiry of <expiry> tenths
        | report options | <options> |
        | reply to       | REPLIES   |
      And MQPUT has been refused
      Then after 5 s the depth of REPLIES is 0
      And nothing is on ORDERS, nor on REPLIES

      Examples: reports of expiration
        | expiry     | options                        |
        | 0          | MQRO_EXPIRATION                |
        | 0          | MQRO_EXPIRATION_WITH_FULL_DATA |
        | 1000000000 | MQRO_EXPIRATION_WITH_DATA      |

      Examples: reports of exceptions
        | expiry     | options                       |
        | 0          | MQRO_EXCEPTION                |
        | 1000000000 | MQRO_EXCEPTION_WITH_FULL_DATA |

  @EX-31
  Rule: The limit is enforced where AMQ_ENFORCE_MAX_EXPIRY_ERROR is enabled

    With the variable the answer is fixed; without it every reading of the text is accepted.

    Background:
      Given a queue ORDERS

    Scenario: The variable takes effect for the next put
      Given AMQ_ENFORCE_MAX_EXPIRY_ERROR is not set
      When "order-1" is put to ORDERS with an expiry of 600 tenths
      Then every call is accepted
      When AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      And "order-2" is put to ORDERS with an expiry of 1000000000 tenths
      Then MQPUT is refused with MQRC_EXPIRY_ERROR (2013)
      And MQGET from ORDERS returns "order-1", and nothing else is on ORDERS

    Scenario Outline: A restart of the queue manager leaves the limit enforced for a put of <expiry>
      Given AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      When the queue manager is restarted
      And "order-1" is put to ORDERS with an expiry of <expiry> tenths
      Then MQPUT is refused with MQRC_EXPIRY_ERROR (2013)
      And nothing is on ORDERS

      Examples: no life, and one above the limit
        | expiry     |
        | 0          |
        | 1000000000 |

    Scenario Outline: A put of <expiry> tenths is refused to each of two applications
      Given AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      When "order-1" is put to ORDERS with an expiry of <expiry> tenths
      Then MQPUT is refused with MQRC_EXPIRY_ERROR (2013)
      When "order-2" is put to ORDERS by the getting application with an expiry of <expiry> tenths
      Then MQPUT is refused with MQRC_EXPIRY_ERROR (2013)
      And nothing is on ORDERS

      Examples: no life, and one above the limit
        | expiry     |
        | 0          |
        | 1000000000 |

    Scenario Outline: Another queue manager that sees the variable refuses <call> with <expiry> tenths as well
      Given a queue manager QM2 of version 9.2 to which the application connects
      And a queue ORDERS, and AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      And the putting application connects to QM2
      When "order-1" is put to <queue> with an expiry of <expiry> tenths
      Then <call> is refused with MQRC_EXPIRY_ERROR (2013)
      And nothing is on ORDERS

      Examples: both calls, with no life and one above the limit
        | call   | queue            | expiry     |
        | MQPUT  | ORDERS           | 0          |
        | MQPUT  | ORDERS           | 1000000000 |
        | MQPUT1 | ORDERS by MQPUT1 | 0          |
        | MQPUT1 | ORDERS by MQPUT1 | 1000000000 |

    Scenario: A put of 1000000000 without the variable is accepted or refused
      Given AMQ_ENFORCE_MAX_EXPIRY_ERROR is not set
      When "order-1" is put to ORDERS with an expiry of 1000000000 tenths
      Then MQPUT is accepted, or refused
      And the answer to "Without the variable, what becomes of a put with an expiry of 1000000000?" is recorded
      And MQGET from ORDERS returns "order-1" if it was accepted, and else no message, and nothing else is on ORDERS

    Scenario: A put of 0 without the variable is accepted or refused
      Given AMQ_ENFORCE_MAX_EXPIRY_ERROR is not set
      When "order-1" is put to ORDERS with an expiry of 0 tenths
      Then MQPUT is accepted, or refused
      And the answer to "Without the variable, what becomes of a put with an expiry of 0?" is recorded
      And the depth of ORDERS is 0 or 1

    Scenario: A put of 1000000000 after the variable was removed is accepted or refused
      Given AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      And AMQ_ENFORCE_MAX_EXPIRY_ERROR is removed
      When "order-1" is put to ORDERS with an expiry of 1000000000 tenths
      Then MQPUT is accepted, or refused
      And MQGET from ORDERS returns "order-1" if it was accepted, and else no message, and nothing else is on ORDERS

  @EX-32
  Rule: A variable that is not exported does not count

    A shell keeps it to itself; whoever puts and whoever takes the put never see it.

    Scenario Outline: A put of <expiry> that was accepted without the variable is accepted with one that is not exported
      Given a queue ORDERS
      And AMQ_ENFORCE_MAX_EXPIRY_ERROR is not set
      When "order-1" is put to ORDERS with an expiry of <expiry> tenths
      Then MQPUT is accepted, or refused
      When AMQ_ENFORCE_MAX_EXPIRY_ERROR is set to "True" and not exported
      And "order-2" is put to ORDERS with an expiry of <expiry> tenths
      Then MQPUT is accepted if that of "order-1" was
      And the answer to "What becomes of such a put without the variable, and then with one not exported?" is recorded
      And the depth of ORDERS is 0 to 2

      Examples: too long, and none
        | expiry     |
        | 1000000000 |
        | 0          |

    @EX-31
    Scenario Outline: A put of <expiry> that was accepted without the variable is accepted when it is gone again
      Given a queue ORDERS
      And AMQ_ENFORCE_MAX_EXPIRY_ERROR is not set
      When "order-1" is put to ORDERS with an expiry of <expiry> tenths
      Then MQPUT is accepted, or refused
      When AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      And "order-2" is put to ORDERS with an expiry of <expiry> tenths
      Then MQPUT is refused with MQRC_EXPIRY_ERROR (2013)
      When AMQ_ENFORCE_MAX_EXPIRY_ERROR is removed
      And "order-3" is put to ORDERS with an expiry of <expiry> tenths
      Then MQPUT is accepted if that of "order-1" was
      And the depth of ORDERS is 0 to 2

      Examples: too long, and none
        | expiry     |
        | 1000000000 |
        | 0          |

    Scenario: Exporting the same variable enforces the limit
      Given a queue ORDERS
      And AMQ_ENFORCE_MAX_EXPIRY_ERROR is set to "True" and not exported
      And AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      When "order-1" is put to ORDERS with an expiry of 1000000000 tenths
      Then MQPUT is refused with MQRC_EXPIRY_ERROR (2013), and nothing is on ORDERS

  @EX-33
  Rule: What the variable is set to does not matter

    Not even a value that reads as a no.

    Background:
      Given a queue ORDERS

    Scenario Outline: With the variable exported as "<value>" a put of 1000000000 is refused
      Given AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "<value>"
      When "order-1" is put to ORDERS with an expiry of 1000000000 tenths
      Then MQPUT is refused with MQRC_EXPIRY_ERROR (2013), and nothing is on ORDERS

      Examples: values that read as a no
        | value |
        | False |
        | false |
        | 0     |
        | no    |
        | NO    |
        | off   |

      Examples: values that read as nothing in particular
        | value |
        | abc   |
        | 1     |
        | é     |

      Examples: longer than a yes or a no
        | value                        |
        | production                   |
        | False, as long as we test it |

    Scenario: With the variable exported as a blank a put of 1000000000 is refused as well
      Given AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as " "
      When "order-1" is put to ORDERS with an expiry of 1000000000 tenths
      Then MQPUT is refused with MQRC_EXPIRY_ERROR (2013), and nothing is on ORDERS

    Scenario: With the variable exported as "no" a put of 0 is refused, too
      Given AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "no"
      When "order-1" is put to ORDERS with an expiry of 0 tenths
      Then MQPUT is refused with MQRC_EXPIRY_ERROR (2013), and nothing is on ORDERS

    Scenario: With the variable exported without a value a put of 1000000000 is accepted or refused
      Given AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported without a value
      When "order-1" is put to ORDERS with an expiry of 1000000000 tenths
      Then MQPUT is accepted, or refused
      And the answer to "Does a variable that is exported without a value enforce the limit?" is recorded
      And MQGET from ORDERS returns "order-1" if it was accepted, and else no message, and nothing else is on ORDERS

  @X-09
  Rule: A time to live beyond the limit is stored or refused

    The header mapping says the one, the text about Expiry the other.

    Background:
      Given a queue ORDERS

    Scenario Outline: With the limit enforced, a <api> with a time to live of <life> has three ways to go
      Given AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      And a <api> for ORDERS with a time to live of <life>
      When "order-1" is sent
      Then the send is accepted, or refused with MQRC_EXPIRY_ERROR (2013)
      And the answer to "With the limit enforced, what becomes of a time to live beyond it?" is recorded
      And the sender of "order-1", if it was accepted, sees an expiry of <expiry> tenths, or a valid one, or MQEI_UNLIMITED
      And "order-1" is delivered to ORDERS, or never, and nothing else is on ORDERS

      Examples: just beyond the limit, and almost as far as the field goes
        | api             | life      | expiry     |
        | MessageProducer | 1158 days | 1000512000 |
        | JMSProducer     | 1158 days | 1000512000 |
        | MessageProducer | 2485 days | 2147040000 |

    Scenario: Without the variable a time to live of 2000 days is stored or refused
      Given AMQ_ENFORCE_MAX_EXPIRY_ERROR is not set
      And a MessageProducer for ORDERS with a time to live of 2000 days
      When "order-1" is sent
      Then the send is accepted, or refused with MQRC_EXPIRY_ERROR (2013)
      And the sender of "order-1", if it was accepted, sees MQMD.Expiry 1728000000
      And "order-1" is delivered to ORDERS, or never, and nothing else is on ORDERS

    Scenario: With the limit enforced, a time to live of 1157 days is stored
      Given AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      And a MessageProducer for ORDERS with a time to live of 1157 days
      When "order-1" is sent
      Then the send is accepted, and the sender of "order-1" sees MQMD.Expiry 999648000
      And "order-1" is delivered to ORDERS, and nothing else is there

  @X-10
  Rule: MQRC_EXPIRY_ERROR (2013) for a time to live beyond the limit tells of no conflict with the delivery delay

    One reason code has two causes, and only one of them is looked for here.

    Scenario Outline: A delay of 5 s and a time to live of 1500 days do not conflict, for a <api>
      Given a queue ORDERS
      And AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      And a <api> for ORDERS with a delivery delay of 5 s
      When the time to live is set to 1500 days
      And "order-1" is sent
      Then the send is accepted, or refused with MQRC_EXPIRY_ERROR (2013)
      And the answer to "With the limit enforced, what becomes of a delayed send with a time to live beyond it?" is recorded
      And after 6 s "order-1" is delivered to ORDERS, or never, and nothing else is on ORDERS

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |
