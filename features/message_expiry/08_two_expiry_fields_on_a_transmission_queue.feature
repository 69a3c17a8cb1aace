Feature: Two Expiry fields on a transmission queue

  A message on its way to another queue manager waits on a transmission queue, behind a header that says where
  it is to go, the MQXQH. The header contains a second descriptor, and so the message has two Expiry fields:
  one in the separate descriptor that every message has, and one inside the data. Mostly the queue manager
  writes both of them, and they are the same. An application may also write the header itself, with the
  format MQFMT_XMIT_Q_HEADER, and put the message directly to a transmission queue or to any other one.

  Whenever such a message is retrieved, both fields have become smaller by the time that it waited. The
  separate one decides when it has expired.

  What the documents leave open or contradict, and what is accepted here:

  * Whether the two fields may differ in a direct put. One sentence says that they need not be the same and
    another that inconsistent values are rejected; no sentence says when values are inconsistent. Such a put may
    be accepted, or refused with MQRC_EXPIRY_ERROR (2013).
  * The reason for which a header is refused whose Expiry is invalid or missing. Any is right. What is
    invalid depends on the enforcement of the largest expiry, which is therefore on where it matters.
  * What happens to a message that is put to a transmission queue without a header, or with one that is cut off
    behind its Expiry. The text binds the application only.
  * Whether a queue that is not for transmission takes a message of this format. Where it does not, nothing
    is learnt about the rules that need one.
  * How exact the fields are. Each may differ by 10 tenths from the plain difference; from each other, where
    they began as one, by no more than rounding makes and, of a wait, the small interval that need not be taken
    off, which is 10 tenths as well.

  @EX-50
  Rule: What is put to a remote queue waits behind a header with the same Expiry

    The message finds its way by the header, and its life by either field.

    Background:
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2

    Scenario Outline: A message put to a remote queue with an expiry of <expiry> has it twice
      When "order-1" is put to ORDERS with an expiry of <expiry> tenths
      Then MQGET from TO.QM2 with MQGMO_BROWSE_FIRST returns "order-1"
      And it begins with a transmission-queue header, and both its Expiry fields are the same
      And the remaining expiry of "order-1" is about <expiry> tenths
      And MQGET from TO.QM2 returns "order-1", and nothing else is on TO.QM2

      Examples: a minute, and the longest life
        | expiry    |
        | 600       |
        | 999999999 |

    Scenario: A message put to an alias of a remote queue has its expiry twice
      Given an alias queue SALES of ORDERS
      When "sale-1" is put to SALES with an expiry of 600 tenths, and 10 s pass
      Then MQGET from TO.QM2 returns "sale-1" with about 500 tenths left
      And both its Expiry fields are the same, and nothing else is on TO.QM2

    Scenario: A message put to a remote queue by MQPUT1 has its expiry twice
      When "order-1" is put to ORDERS by MQPUT1 with an expiry of 600 tenths
      Then MQGET from TO.QM2 with MQGMO_BROWSE_FIRST returns "order-1"
      And both its Expiry fields are the same
      And MQGET from TO.QM2 returns "order-1", and nothing else is on TO.QM2

    Scenario: An unlimited message put to a remote queue is unlimited twice
      When "order-1" is put to ORDERS with an expiry of MQEI_UNLIMITED
      And 10 s pass
      Then MQGET from TO.QM2 returns "order-1" with MQMD.Expiry MQEI_UNLIMITED
      And the Expiry in its header is MQEI_UNLIMITED, and nothing else is on TO.QM2

    Scenario Outline: What a <api> sends to a remote queue has its life twice
      Given a <api> for ORDERS with a time to live of 60 s
      When "order-1" is sent, and 10 s pass
      Then MQGET from TO.QM2 with MQGMO_BROWSE_FIRST returns "order-1"
      And both its Expiry fields are the same, and the remaining expiry of "order-1" is about 500 tenths
      And a browser shows "order-1" on TO.QM2

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

  @EX-51
  Rule: A message put directly to a transmission queue must begin with a header

    That is the application's duty. What a queue manager does where it is neglected is not said.

    Scenario: A put without a header to a transmission queue is accepted or refused
      Given a transmission queue TO.QM2
      When "order-1" is put to TO.QM2 with an expiry of 600 tenths
      Then MQPUT is accepted, or refused
      And the answer to "What becomes of a put without a header to a transmission queue?" is recorded
      And the depth of TO.QM2 is 0 or 1

    Scenario: A put behind a header to a transmission queue is accepted and delivered
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      When "order-1" is put to TO.QM2 with an expiry of 600 tenths behind a transmission-queue header with an expiry of 600 tenths
      Then every call is accepted
      When the channel of TO.QM2 runs for 1 s
      Then "order-1" is delivered to STOCK on QM2
      And the remaining expiry of "order-1" is about 590 tenths, and nothing else is on STOCK on QM2

    @EX-06 @EX-58
    Scenario: A message that has waited behind a header of its application has less to live at its destination
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      When "order-1" is put to TO.QM2 with an expiry of 600 tenths behind a transmission-queue header with an expiry of 600 tenths
      And 20 s pass, and the channel of TO.QM2 runs for 1 s
      Then "order-1" is delivered to STOCK on QM2
      And the remaining expiry of "order-1" is about 390 tenths, and nothing else is on STOCK on QM2

  @EX-52 @EX-55
  Rule: Two Expiry fields that differ are accepted, or refused with MQRC_EXPIRY_ERROR (2013)

    The text allows it in one sentence and rejects it in another.

    Scenario Outline: A direct put with an expiry of <separate> and, in the header, <embedded> is accepted or refused
      Given a transmission queue TO.QM2
      When "order-1" is put to TO.QM2 with an expiry of <separate> behind a transmission-queue header with an expiry of <embedded>
      Then MQPUT is accepted, or refused with MQRC_EXPIRY_ERROR (2013)
      And the answer to "<question>" is recorded
      And MQGET from TO.QM2 returns "order-1" if it was accepted, and else no message, and nothing else is on TO.QM2

      Examples: both of them limited
        | separate   | embedded   | question                                  |
        | 600 tenths | 300 tenths | Is a shorter life in the header accepted? |
        | 300 tenths | 600 tenths | Is a longer life in the header accepted?  |

      Examples: one of them unlimited
        | separate       | embedded       | question                                           |
        | 600 tenths     | MQEI_UNLIMITED | Is an unlimited life in the header alone accepted? |
        | MQEI_UNLIMITED | 600 tenths     | Is a limited life in the header alone accepted?    |

    Scenario Outline: A direct put with an expiry of <expiry> in both fields is accepted
      Given a transmission queue TO.QM2, and AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      When "order-1" is put to TO.QM2 with an expiry of <expiry> behind a transmission-queue header with an expiry of <expiry>
      Then every call is accepted
      And MQGET from TO.QM2 returns "order-1"
      And both its Expiry fields are the same, and nothing else is on TO.QM2

      Examples: limited, the largest number, and unlimited
        | expiry           |
        | 600 tenths       |
        | 999999999 tenths |
        | MQEI_UNLIMITED   |

  @EX-53
  Rule: The Expiry in the header is checked as well

    What would be refused as the expiry of a message is refused inside its header, too.

    @multiplatforms
    Scenario: With the limit enforced, an unlimited put without a life in the header is refused
      Given a transmission queue TO.QM2
      And AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      When "order-1" is put to TO.QM2 with an expiry of MQEI_UNLIMITED behind a transmission-queue header with an expiry of 0 tenths
      Then MQPUT is refused, and nothing is on TO.QM2

    @multiplatforms
    Scenario: With the limit enforced, a put without a life in the header is refused for the second time as for the first
      Given a transmission queue TO.QM2
      And AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      When "order-1" is put to TO.QM2 with an expiry of 600 tenths behind a transmission-queue header with an expiry of 0 tenths
      Then MQPUT is refused
      When "order-2" is put to TO.QM2 with an expiry of 600 tenths behind a transmission-queue header with an expiry of 0 tenths
      Then MQPUT is refused, and nothing is on TO.QM2

    @multiplatforms
    Scenario Outline: With the limit enforced, <call> with an expiry of <embedded> tenths in the header is refused
      Given a transmission queue TO.QM2
      And AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      When "order-1" is put to <queue> with an expiry of 600 tenths behind a transmission-queue header with an expiry of <embedded> tenths
      Then <call> is refused
      And the reason of the refusal is recorded, and nothing is on TO.QM2

      Examples: no life, and too long a one
        | call   | queue            | embedded   |
        | MQPUT  | TO.QM2           | 0          |
        | MQPUT  | TO.QM2           | 1000000000 |
        | MQPUT  | TO.QM2           | 2147483647 |
        | MQPUT1 | TO.QM2 by MQPUT1 | 0          |

      Examples: in a unit of work
        | call  | queue               | embedded |
        | MQPUT | TO.QM2 in syncpoint | 0        |

    @multiplatforms
    Scenario Outline: With the limit enforced, <call> to an alias of a transmission queue is refused for the expiry in the header
      Given a transmission queue TO.QM2
      And an alias queue SALES of TO.QM2, and AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as "True"
      When "order-1" is put to <queue> with an expiry of 600 tenths behind a transmission-queue header with an expiry of 0 tenths
      Then <call> is refused
      And the reason of the refusal is recorded, and nothing is on TO.QM2

      Examples: both calls
        | call   | queue           |
        | MQPUT  | SALES           |
        | MQPUT1 | SALES by MQPUT1 |

    Scenario: Without the variable an expiry of 0 tenths in the header is accepted or refused
      Given a transmission queue TO.QM2
      When "order-1" is put to TO.QM2 with an expiry of 600 tenths behind a transmission-queue header with an expiry of 0 tenths
      Then MQPUT is accepted, or refused
      And the answer to "Without the variable, what becomes of an expiry of 0 in a header?" is recorded
      And the depth of TO.QM2 is 0 or 1

  @EX-54
  Rule: Data that end before the Expiry in the header are refused

    The field ends with byte 124 of the 428 bytes of a header.

    Scenario Outline: A put to <queue> of the first <count> bytes of a header is refused
      Given a transmission queue TO.QM2
      When "order-1" is put to <queue> with an expiry of 600 tenths as the first <count> bytes of a transmission-queue header
      Then MQPUT is refused
      And the reason of the refusal is recorded, and nothing is on TO.QM2

      Examples: no data, no descriptor, and one byte too few
        | count | queue               |
        | 0     | TO.QM2              |
        | 104   | TO.QM2              |
        | 123   | TO.QM2              |
        | 123   | TO.QM2 in syncpoint |

    Scenario: A put of a message that never expires is refused if the header ends before its Expiry
      Given a transmission queue TO.QM2
      When "order-1" is put to TO.QM2 with an expiry of MQEI_UNLIMITED as the first 123 bytes of a transmission-queue header
      Then MQPUT is refused
      And the reason of the refusal is recorded, and nothing is on TO.QM2

    Scenario: A put to an alias of a transmission queue is refused if the header ends before its Expiry
      Given a transmission queue TO.QM2
      And an alias queue SALES of TO.QM2
      When "order-1" is put to SALES with an expiry of 600 tenths as the first 123 bytes of a transmission-queue header
      Then MQPUT is refused
      And the reason of the refusal is recorded, and nothing is on TO.QM2

    Scenario: A direct put of a header that ends right behind its Expiry is accepted or refused
      Given a transmission queue TO.QM2
      When "order-1" is put to TO.QM2 with an expiry of 600 tenths as the first 124 bytes of a transmission-queue header
      Then MQPUT is accepted, or refused
      And the answer to "What becomes of a header that ends right behind its Expiry?" is recorded
      And the depth of TO.QM2 is 0 or 1

  @EX-56
  Rule: Waiting takes time off both Expiry fields

    On whatever queue the message is, and whoever wrote the header.

    Scenario: A header of the queue manager grows older with its message
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      When "order-1" is put to ORDERS with an expiry of 600 tenths
      Then after 10 s MQGET from TO.QM2 with MQGMO_BROWSE_FIRST returns "order-1"
      And the remaining expiry of "order-1" is about 500 tenths
      And both its Expiry fields are the same
      And after 20 s MQGET from TO.QM2 returns "order-1" with about 300 tenths left
      And both its Expiry fields are the same, and nothing else is on TO.QM2

    Scenario: A header of an application grows older on a normal queue, too
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 600 tenths behind a transmission-queue header with an expiry of 600 tenths
      And 10 s pass
      Then MQGET from ORDERS returns "order-1" with about 500 tenths left
      And the remaining expiry of "order-1" in its header is about 500 tenths, and nothing else is on ORDERS

    Scenario Outline: Two fields that differ, the one in the header being <which>, lose the same
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of <separate> tenths behind a transmission-queue header with an expiry of <embedded> tenths
      And 10 s pass
      Then MQGET from ORDERS returns "order-1" with about <rest> tenths left
      And the remaining expiry of "order-1" in its header is about <rest there> tenths, and nothing else is on ORDERS

      Examples: either way
        | which   | separate | embedded | rest | rest there |
        | shorter | 600      | 300      | 500  | 200        |
        | longer  | 300      | 600      | 200  | 500        |

    Scenario: What is got again after a backout has lost the same in both fields
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 600 tenths behind a transmission-queue header with an expiry of 400 tenths
      Then MQGET from ORDERS with MQGMO_SYNCPOINT returns "order-1"
      When the getting application backs out, which puts back "order-1"
      And 20 s pass
      Then MQGET from ORDERS returns "order-1" with about 400 tenths left
      And the remaining expiry of "order-1" in its header is about 200 tenths, and nothing else is on ORDERS

    Scenario Outline: A get from <queue> with <options> shows both fields less the time until then
      Given a queue ORDERS with an alias queue SALES
      When "order-1" is put to ORDERS with an expiry of 600 tenths behind a transmission-queue header with an expiry of 300 tenths
      And 10 s pass
      Then MQGET from <queue> with <options> returns "order-1"
      And the remaining expiry of "order-1" in its header is about 200 tenths, and nothing else is on ORDERS

      Examples: in a unit of work, one message, by way of an alias
        | queue  | options                        |
        | ORDERS | MQGMO_SYNCPOINT                |
        | ORDERS | MQMO_MATCH_MSG_ID of "order-1" |
        | SALES  | MQGMO_SYNCPOINT                |

    Scenario: A browse of one message shows both fields less the time until then
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 600 tenths behind a transmission-queue header with an expiry of 300 tenths
      And 10 s pass
      Then MQGET from ORDERS with MQGMO_BROWSE_FIRST and MQMO_MATCH_MSG_ID of "order-1" returns "order-1"
      And the remaining expiry of "order-1" in its header is about 200 tenths, and the depth of ORDERS is 1

    Scenario Outline: A get under the cursor of <queue> shows both fields less the time until then
      Given a queue ORDERS with an alias queue SALES
      When "order-1" is put to ORDERS with an expiry of 600 tenths behind a transmission-queue header with an expiry of 300 tenths
      Then MQGET from <queue> with MQGMO_BROWSE_FIRST returns "order-1"
      And after 10 s MQGET from <queue> with MQGMO_MSG_UNDER_CURSOR returns "order-1"
      And the remaining expiry of "order-1" in its header is about 200 tenths, and nothing else is on ORDERS

      Examples: by its name and by way of an alias
        | queue  |
        | ORDERS |
        | SALES  |

    Scenario: A restart of the queue manager gives neither field back what it has lost
      Given a queue ORDERS
      When "order-1" is put to ORDERS with MQPER_PERSISTENT and an expiry of 600 tenths behind a transmission-queue header with an expiry of 400 tenths
      And 10 s pass, and the queue manager is restarted
      And 10 s pass
      Then MQGET from ORDERS returns "order-1" with about 400 tenths left
      And the remaining expiry of "order-1" in its header is about 200 tenths, and nothing else is on ORDERS

    Scenario: An unlimited expiry stays unlimited inside the header
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 600 tenths behind a transmission-queue header with an expiry of MQEI_UNLIMITED
      And 10 s pass
      Then MQGET from ORDERS returns "order-1" with about 500 tenths left
      And the Expiry in its header is MQEI_UNLIMITED, and nothing else is on ORDERS

    Scenario: An unlimited expiry stays unlimited beside a header that grows older
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of MQEI_UNLIMITED behind a transmission-queue header with an expiry of 600 tenths
      And 10 s pass
      Then MQGET from ORDERS returns "order-1" with MQMD.Expiry MQEI_UNLIMITED
      And the remaining expiry of "order-1" in its header is about 500 tenths, and nothing else is on ORDERS

    Scenario: Each browse shows both Expiry fields less the time until then
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2
      When "order-1" is put to ORDERS with an expiry of 600 tenths
      Then MQGET from TO.QM2 with MQGMO_BROWSE_FIRST returns "order-1"
      And after 10 s MQGET from TO.QM2 with MQGMO_BROWSE_FIRST returns "order-1"
      And both its Expiry fields are the same
      And the remaining expiry of "order-1" is about 500 tenths, and the depth of TO.QM2 is 1

  @EX-57
  Rule: A message whose data end before the second field is returned all the same

    A put to a transmission queue would have been refused; a get has nothing to check.

    Scenario Outline: The first <count> bytes of a header come back from a normal queue as they were put
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 600 tenths as the first <count> bytes of a transmission-queue header
      And 10 s pass
      Then MQGET from ORDERS returns the <count> bytes of "order-1"
      And the remaining expiry of "order-1" is about 500 tenths, and nothing else is on ORDERS

      Examples: nothing, a part of the names, all of them, and one byte too few
        | count |
        | 0     |
        | 8     |
        | 104   |
        | 123   |

    Scenario Outline: The first <count> bytes of a header come back from <queue> with <options>
      Given a queue ORDERS with an alias queue SALES
      When "order-1" is put to ORDERS with an expiry of 600 tenths as the first <count> bytes of a transmission-queue header
      And 10 s pass
      Then MQGET from <queue> with <options> returns the <count> bytes of "order-1"
      And the remaining expiry of "order-1" is about 500 tenths, and nothing else is on ORDERS

      Examples: in a unit of work, and one message
        | queue  | options                        | count |
        | ORDERS | MQGMO_SYNCPOINT                | 104   |
        | ORDERS | MQGMO_SYNCPOINT                | 123   |
        | ORDERS | MQMO_MATCH_MSG_ID of "order-1" | 123   |

    Scenario Outline: The first <count> bytes of a header come back from a browse of <queue> with <options>
      Given a queue ORDERS with an alias queue SALES
      When "order-1" is put to ORDERS with an expiry of 600 tenths as the first <count> bytes of a transmission-queue header
      And 10 s pass
      Then MQGET from <queue> with <options> returns the <count> bytes of "order-1"
      And the remaining expiry of "order-1" is about 500 tenths, and the depth of ORDERS is 1

      Examples: the first message, with a lock, one message by way of an alias
        | queue  | options                                               | count |
        | ORDERS | MQGMO_BROWSE_FIRST                                    | 104   |
        | ORDERS | MQGMO_BROWSE_FIRST and MQGMO_LOCK                     | 123   |
        | SALES  | MQGMO_BROWSE_FIRST and MQMO_MATCH_MSG_ID of "order-1" | 8     |

    Scenario: A get in a unit of work returns a header that is too short as any other does
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 600 tenths as the first 104 bytes of a transmission-queue header
      Then MQGET from ORDERS with MQGMO_SYNCPOINT returns the 104 bytes of "order-1", and nothing else is on ORDERS

    Scenario: A get under the cursor returns a header that is too short as a browse does
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 600 tenths as the first 104 bytes of a transmission-queue header
      Then MQGET from ORDERS with MQGMO_BROWSE_FIRST returns the 104 bytes of "order-1"
      And MQGET from ORDERS with MQGMO_MSG_UNDER_CURSOR returns the 104 bytes of "order-1", and nothing else is on ORDERS

  @EX-58
  Rule: The Expiry in the separate descriptor alone decides whether a message has expired

    The other one is data.

    Scenario: A message whose separate field has run out is gone, whatever its header says
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 50 tenths behind a transmission-queue header with an expiry of 6000 tenths
      And 10 s pass
      Then nothing is on ORDERS

    Scenario: A message whose separate field has run out is reported as expired
      Given the queues ORDERS and REPLIES
      When "order-1" is put to ORDERS with an expiry of 50 tenths behind a transmission-queue header with an expiry of MQEI_UNLIMITED
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And 10 s pass
      Then nothing is on ORDERS
      And an expiration report about "order-1" arrives on REPLIES, and nothing else is on REPLIES

    Scenario Outline: A message with an expiry of <separate> is there when the <embedded> in its header are over
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of <separate> behind a transmission-queue header with an expiry of <embedded>
      And 10 s pass
      Then the depth of ORDERS is 1
      And MQGET from ORDERS returns "order-1", and nothing else is on ORDERS

      Examples: unlimited, and limited
        | separate       | embedded  |
        | MQEI_UNLIMITED | 50 tenths |
        | 6000 tenths    | 50 tenths |

  @EX-59
  Rule: An Expiry in the header that has run out is 0

    Not negative, least of all -1, which would make it unlimited; and not 1, below which the separate
    field never falls.

    Scenario Outline: An expiry of <embedded> in the header is 0 after <after>
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 600 tenths behind a transmission-queue header with an expiry of <embedded>
      And <after> pass
      Then MQGET from ORDERS returns "order-1" with about <left> tenths left
      And the Expiry in its header is 0, and nothing else is on ORDERS

      Examples: just over, and long over
        | embedded  | after | left |
        | 20 tenths | 5 s   | 550  |
        | 1 tenth   | 30 s  | 300  |

    Scenario: A second field that has run out on a transmission queue is 0 there as well
      Given a transmission queue TO.QM2
      When "order-1" is put to TO.QM2 with an expiry of 600 tenths behind a transmission-queue header with an expiry of 20 tenths
      Then MQPUT is accepted, or refused with MQRC_EXPIRY_ERROR (2013)
      And after 5 s MQGET from TO.QM2 returns "order-1" if it was accepted, and else no message
      And the Expiry in its header, if it was accepted, is 0, and nothing else is on TO.QM2

    Scenario Outline: A get from <queue> with <options> shows that the Expiry in the header has run out
      Given a queue ORDERS with an alias queue SALES
      When "order-1" is put to ORDERS with an expiry of 600 tenths behind a transmission-queue header with an expiry of 20 tenths
      Then after 5 s MQGET from <queue> with <options> returns "order-1"
      And the Expiry in its header is 0
      And the remaining expiry of "order-1" is about 550 tenths, and nothing else is on ORDERS

      Examples: in a unit of work, one message, by way of an alias
        | queue  | options                        |
        | ORDERS | MQGMO_SYNCPOINT                |
        | ORDERS | MQMO_MATCH_MSG_ID of "order-1" |
        | SALES  | MQGMO_SYNCPOINT                |

    Scenario: A browse of one message shows that the Expiry in the header has run out
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 600 tenths behind a transmission-queue header with an expiry of 20 tenths
      Then after 5 s MQGET from ORDERS with MQGMO_BROWSE_FIRST and MQMO_MATCH_MSG_ID of "order-1" returns "order-1"
      And the Expiry in its header is 0
      And the remaining expiry of "order-1" is about 550 tenths, and the depth of ORDERS is 1

    Scenario: A get under the cursor shows that the Expiry in the header has run out
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 600 tenths behind a transmission-queue header with an expiry of 20 tenths
      Then MQGET from ORDERS with MQGMO_BROWSE_FIRST returns "order-1"
      And after 5 s MQGET from ORDERS with MQGMO_MSG_UNDER_CURSOR returns "order-1"
      And the Expiry in its header is 0
      And the remaining expiry of "order-1" is about 550 tenths, and nothing else is on ORDERS

    Scenario: A browse shows that the Expiry in the header has run out
      Given a queue ORDERS
      When "order-1" is put to ORDERS with an expiry of 600 tenths behind a transmission-queue header with an expiry of 20 tenths
      Then after 5 s MQGET from ORDERS with MQGMO_BROWSE_FIRST returns "order-1"
      And the Expiry in its header is 0
      And the remaining expiry of "order-1" is about 550 tenths, and the depth of ORDERS is 1

  @X-31
  Rule: A delayed message for a remote queue reaches the transmission queue when it is due, with what is left

    The delivery delay processor puts it there, so that both fields begin with what was left then.

    Background:
      Given a remote queue ORDERS that leads through TO.QM2 to STOCK on QM2

    Scenario Outline: A <api> with a delay of 5 s puts nothing on the transmission queue before that
      Given a <api> for ORDERS with a delivery delay of 5 s and a time to live of 60 s
      When "order-1" is sent
      And 3 s pass
      Then nothing is on TO.QM2 during the delay of "order-1"

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario Outline: 10 s after a send of a <api> with a delay of 5 s both fields are about 500 tenths
      Given a <api> for ORDERS with a delivery delay of 5 s and a time to live of 60 s
      When "order-1" is sent, and 10 s pass
      Then MQGET from TO.QM2 with MQGMO_BROWSE_FIRST returns "order-1"
      And the remaining expiry of "order-1" is about 500 tenths
      And both its Expiry fields are the same, and a browser shows "order-1" on TO.QM2

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |

    Scenario: A delayed message without an end is unlimited in both fields
      Given a MessageProducer for ORDERS with a delivery delay of 5 s
      When "order-1" is sent, and 10 s pass
      Then MQGET from TO.QM2 with MQGMO_BROWSE_FIRST returns "order-1" with MQMD.Expiry MQEI_UNLIMITED
      And the Expiry in its header is MQEI_UNLIMITED
      And a browser shows "order-1" on TO.QM2

    @DD-79
    Scenario Outline: A <mode> message that no queue took when it was due has what is left of its life when one does
      Given a clock that the tester sets
      And no dead-letter queue
      And a MessageProducer for ORDERS with delivery mode <mode>, a time to live of 10 h and a delivery delay of 5 s
      When "order-1" is sent and comes due while TO.QM2 has PUT(DISABLED)
      And TO.QM2 is altered to PUT(ENABLED)
      And 3 h have passed since "order-1" was sent
      And TO.QM2 is altered to PUT(DISABLED)
      Then "order-1" is delivered to TO.QM2, or never
      And the remaining expiry of "order-1" is about 252000 tenths, and nothing is on TO.QM2

      Examples: both modes
        | mode           |
        | PERSISTENT     |
        | NON_PERSISTENT |

    @DD-79
    Scenario Outline: 10 s after a send of a <api> to an alias of the remote queue both fields are about 500 tenths
      Given an alias queue SALES of ORDERS
      And a <api> for SALES with a delivery delay of 5 s and a time to live of 60 s
      When "sale-1" is sent, and 10 s pass
      Then MQGET from TO.QM2 with MQGMO_BROWSE_FIRST returns "sale-1"
      And the remaining expiry of "sale-1" is about 500 tenths
      And both its Expiry fields are the same, and a browser shows "sale-1" on TO.QM2

      Examples: both APIs
        | api             |
        | MessageProducer |
        | JMSProducer     |
