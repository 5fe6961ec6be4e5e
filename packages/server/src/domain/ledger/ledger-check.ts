/** Description of a ledger check. */
export interface CheckRule {
  /** Number of the invariant that the check is part of. */
  readonly invariant: number
  /** The proven statement, as a sentence. */
  readonly proves: string
  /** The kind of object that the ids of its findings name. */
  readonly noun: string
  /** Unit of the numbers in its findings. */
  readonly counts: 'usdt' | 'rows' | 'instants'
}

export const RULES = {
  sides: rule(1, 'the debit and credit sides of each environment are equal', 'environment', 'usdt'),
  balance: rule(1, 'each balance is the sum of its postings', 'account', 'usdt'),
  floor: rule(1, 'no account is below its floor', 'account', 'usdt'),
  postings: rule(1, 'the postings of each transaction are numbered 1…n', 'transaction', 'rows'),
  shortfall: rule(1, 'no merchant has both an available balance and a shortfall', 'account', 'usdt'),
  account: rule(1, 'the id of each account matches its owner and code', 'account', 'rows'),
  subject: rule(1, 'the key of each transaction names its subject', 'transaction', 'rows'),
  reversal: rule(1, 'each reversal undoes exactly the transaction that it names', 'transaction', 'rows'),
  deposit: rule(2, 'each confirmed transfer has one deposit that is not reversed', 'transfer', 'usdt'),
  attribution: rule(
    2,
    'each attributed transfer has one attribution that is not reversed',
    'transfer',
    'usdt',
  ),
  address: rule(2, 'each transfer was sent to the address of its order', 'transfer', 'rows'),
  screened: rule(2, 'each confirmed transfer was screened and keeps its flag', 'transfer', 'rows'),
  unowed: rule(2, 'every other deposit or attribution is reversed', 'transaction', 'rows'),
  movement: rule(
    2,
    'each confirmed sweep, top-up and loss has one ledger transaction that is not reversed',
    'treasury transfer',
    'usdt',
  ),
  unmoved: rule(
    2,
    'every other ledger transaction of a treasury transfer is reversed',
    'transaction',
    'rows',
  ),
  explained: rule(2, 'each explanation names a final transfer out of its wallet', 'explanation', 'usdt'),
  paying: rule(
    2,
    'each transfer that paid a withdrawal has its amount and destination',
    'explanation',
    'usdt',
  ),
  explanation: rule(
    2,
    'each explanation moved its amount to the account that it names',
    'explanation',
    'usdt',
  ),
  unexplained: rule(2, 'each posted explanation exists', 'transaction', 'rows'),
  suspense: rule(
    2,
    'suspense is the money that no order, withdrawal or operator has taken',
    'account',
    'usdt',
  ),
  amounts: rule(3, 'the amounts of each order follow from its transfers and its fee', 'order', 'usdt'),
  booked: rule(
    3,
    'the money of each on-chain order is on the account that its status requires',
    'order',
    'usdt',
  ),
  frozen: rule(3, 'the frozen balances are those of orders under review', 'account', 'usdt'),
  paid: rule(3, 'the sums of paid orders are those of the orders', 'quarter of an hour', 'rows'),
  hold: rule(4, 'each withdrawal and app payment moved its own amount', 'subject', 'usdt'),
  resolution: rule(
    4,
    'finished withdrawals and app payments have one resolution of their kind, open ones have none',
    'subject',
    'rows',
  ),
  difference: rule(
    4,
    'each posted difference belongs to a withdrawal that the operator settled',
    'transaction',
    'rows',
  ),
  held: rule(4, 'the held balances are those of open withdrawals and authorised payments', 'account', 'usdt'),
  payment: rule(4, 'each withdrawal has the hash of its one payment', 'withdrawal', 'rows'),
  refund: rule(
    4,
    'the refunds of each order are at most what was ever credited for it, and its fee where they include it',
    'order',
    'usdt',
  ),
  refunded: rule(4, 'each refund belongs to an order of its merchant and network', 'withdrawal', 'rows'),
  cover: rule(5, 'the assets cover the liabilities', 'environment', 'usdt'),
  event: rule(6, 'each status with an event has that event in the outbox', 'subject', 'rows'),
  lease: rule(6, 'no two leases of an address overlap', 'order', 'instants'),
  leased: rule(6, 'each lease has the address of its order', 'order', 'rows'),
} as const

/** A check of stored rows; several make up an invariant. */
export type LedgerCheck = keyof typeof RULES

/** A check against the balances on a network. */
export type ChainCheck = 'holding' | 'custody'

function rule(invariant: number, proves: string, noun: string, counts: CheckRule['counts']): CheckRule {
  return { invariant, proves, noun, counts }
}
