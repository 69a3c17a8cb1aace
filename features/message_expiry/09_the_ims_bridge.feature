Feature: The IMS bridge

  On z/OS an application may put a request to a queue that the IMS bridge reads. The bridge hands it to a
  transaction and puts what that answers to the reply-to queue of the request. For how long the reply lives is
  asked for in a header of the request, the MQIIH: unlimited, unless the flag MQIIH_PASS_EXPIRATION is set.

  What the documents leave open, and what is accepted here:

  * How the expiry of the reply is computed when it is passed. Another document says that. It must be
    limited and positive, no more than the request was put with, and no less than is left of the request,
    within the tolerance of expiry, both of the value that the bridge is shown and of the one that is shown to
    whoever gets the reply.
  * What is passed of a request that is itself unlimited. A limited expiry is accepted, and an unlimited one.
  * How quickly the bridge answers. On a clock that the tester sets it has answered when time has passed.
  * What becomes of a reply that the reply-to queue does not take, whether the request stays on its queue
    until then, and everything else about the bridge.

  An implementation that offers the bridge elsewhere than on z/OS is held to the same.

  The transaction of these scenarios echoes its input.

  Background:
    Given a queue REPLIES

  @EX-60
  Rule: A reply of the IMS bridge is unlimited unless the request says otherwise

    However short the life of the request was.

    Background:
      Given a queue TRANSACTIONS that the IMS bridge reads

    Scenario Outline: The reply to a request with an expiry of <expiry> and the flags "<flags>" is unlimited
      When "request-1" is put to TRANSACTIONS with an expiry of <expiry>
        | reply to  | REPLIES |
        | IMS flags | <flags> |
      And 1 s passes
      Then the reply to "request-1" arrives on REPLIES
      And its MQMD.Expiry is MQEI_UNLIMITED, and nothing else is on REPLIES
      And nothing is on TRANSACTIONS

      Examples: limited and unlimited requests
        | expiry         | flags |
        | 600 tenths     | none  |
        | MQEI_UNLIMITED | none  |

      Examples: with another flag
        | expiry     | flags                   |
        | 600 tenths | MQIIH_REPLY_FORMAT_NONE |

    Scenario: The reply to a request without any header for IMS is unlimited
      When "request-1" is put to TRANSACTIONS with an expiry of 600 tenths
        | reply to | REPLIES |
      And 1 s passes
      Then the reply to "request-1" arrives on REPLIES
      And its MQMD.Expiry is MQEI_UNLIMITED, and nothing else is on REPLIES
      And nothing is on TRANSACTIONS

    Scenario: A reply is still there when its request would have expired
      When "request-1" is put to TRANSACTIONS with an expiry of 50 tenths
        | reply to | REPLIES |
      Then after 2 s the depth of REPLIES becomes 1
      And after 1 min the reply to "request-1" arrives on REPLIES
      And its MQMD.Expiry is MQEI_UNLIMITED, and nothing else is on REPLIES

    @EX-25 @EX-17
    Scenario: A request that expired before its commit is not answered
      When "request-1" is put to TRANSACTIONS in syncpoint with an expiry of 20 tenths, and 5 s pass
        | reply to | REPLIES |
      And the putting application commits
      And 5 s pass
      Then nothing is on REPLIES, nor on TRANSACTIONS

    @EX-26 @EX-25
    Scenario: A request that expired before its commit is reported, if it asks for that
      When "request-1" is put to TRANSACTIONS in syncpoint with an expiry of 20 tenths, and 5 s pass
        | report options | MQRO_EXPIRATION |
        | reply to       | REPLIES         |
      And the putting application commits
      And 5 s pass
      Then nothing is on TRANSACTIONS
      And an expiration report about "request-1" arrives on REPLIES, and nothing else is on REPLIES

  @EX-61
  Rule: With MQIIH_PASS_EXPIRATION the reply has the expiry of the request

    An answer is worth no more than the request was.

    Background:
      Given a queue TRANSACTIONS that the IMS bridge reads

    Scenario Outline: With the flags "<flags>" what is left of the request is passed to the reply
      When "request-1" is put to TRANSACTIONS with an expiry of 600 tenths
        | reply to  | REPLIES |
        | IMS flags | <flags> |
      And 1 s passes
      Then the reply to "request-1" arrives on REPLIES
      And the reply to "request-1" has about 590 tenths left, and nothing else is on REPLIES
      And nothing is on TRANSACTIONS

      Examples: alone, and beside another flag
        | flags                                             |
        | MQIIH_PASS_EXPIRATION                             |
        | MQIIH_PASS_EXPIRATION and MQIIH_REPLY_FORMAT_NONE |

    Scenario: What is left of a persistent request is passed to the reply, too
      When "request-1" is put to TRANSACTIONS with an expiry of 600 tenths and MQPER_PERSISTENT
        | reply to  | REPLIES               |
        | IMS flags | MQIIH_PASS_EXPIRATION |
      And 1 s passes
      Then the reply to "request-1" arrives on REPLIES
      And the reply to "request-1" has about 590 tenths left, and nothing else is on REPLIES

    @EX-60
    Scenario: Of three requests each decides about its own reply
      When "request-1" is put to TRANSACTIONS with an expiry of 600 tenths
        | reply to  | REPLIES               |
        | IMS flags | MQIIH_PASS_EXPIRATION |
      And "request-2" is put to TRANSACTIONS with an expiry of 600 tenths
        | reply to | REPLIES |
      And "request-3" is put to TRANSACTIONS with an expiry of 600 tenths
        | reply to  | REPLIES               |
        | IMS flags | MQIIH_PASS_EXPIRATION |
      And 1 s passes
      Then the reply to "request-1" arrives on REPLIES
      And the reply to "request-1" has about 590 tenths left
      And the reply to "request-2" arrives on REPLIES, and its MQMD.Expiry is MQEI_UNLIMITED
      And the reply to "request-3" arrives on REPLIES
      And the reply to "request-3" has about 590 tenths left, and nothing else is on REPLIES

    Scenario: The life that was passed goes down on the reply-to queue
      When "request-1" is put to TRANSACTIONS with an expiry of 600 tenths
        | reply to  | REPLIES               |
        | IMS flags | MQIIH_PASS_EXPIRATION |
      Then after 1 s the depth of REPLIES becomes 1
      And after 30 s the reply to "request-1" arrives on REPLIES
      And the reply to "request-1" has about 290 tenths left, and nothing else is on REPLIES

    Scenario: A life that was passed ends
      When "request-1" is put to TRANSACTIONS with an expiry of 50 tenths
        | reply to  | REPLIES               |
        | IMS flags | MQIIH_PASS_EXPIRATION |
      Then after 2 s the depth of REPLIES becomes 1
      And after 10 s nothing is on REPLIES
      And nothing is on TRANSACTIONS

    Scenario: The reply to an unlimited request is limited or unlimited
      When "request-1" is put to TRANSACTIONS with an expiry of MQEI_UNLIMITED
        | reply to  | REPLIES               |
        | IMS flags | MQIIH_PASS_EXPIRATION |
      And 1 s passes
      Then the reply to "request-1" arrives on REPLIES
      And its expiry is positive or unlimited, and nothing else is on REPLIES

    Scenario: What is left of a request by MQPUT1 is passed to the reply, too
      When "request-1" is put to TRANSACTIONS by MQPUT1 with an expiry of 600 tenths
        | reply to  | REPLIES               |
        | IMS flags | MQIIH_PASS_EXPIRATION |
      And 1 s passes
      Then the reply to "request-1" arrives on REPLIES
      And the reply to "request-1" has about 590 tenths left, and nothing else is on REPLIES
