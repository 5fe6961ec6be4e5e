/** What a check holds against each other; `usdt` says that its numbers are money. */
export interface CheckRule {
  readonly invariant: number
  /** What it proves, as a sentence. */
  readonly proves: string
  /** What the ids of its findings name. */
  readonly noun: string
  readonly counts: 'usdt' | 'rows' | 'instants'
}

export const RULES = {
  sides: rule(1, 'debit and credit sides of an environment are equal', 'environment', 'usdt'),
  balance: rule(1, 'each balance is the sum of its postings', 'account', 'usdt'),
  floor: rule(1, 'no account is below its floor', 'account', 'usdt'),
  postings: rule(1, 'the postings of each transaction count 1…n', 'transaction', 'rows'),
  shortfall: rule(1, 'nothing is available beside a shortfall', 'account', 'usdt'),
  account: rule(1, 'each account has the name of its owner and code', 'account', 'rows'),
  subject: rule(1, 'the key of each transaction names what it is about', 'transaction', 'rows'),
  reversal: rule(1, 'what takes back a transaction undoes that one', 'transaction', 'rows'),
  deposit: rule(2, 'each confirmed transfer has one deposit that stands', 'transfer', 'usdt'),
  attribution: rule(2, 'each attributed transfer has one attribution that stands', 'transfer', 'usdt'),
  address: rule(2, 'each transfer came to the address of its order', 'transfer', 'rows'),
  screened: rule(2, 'each confirmed transfer was judged, and keeps its flag', 'transfer', 'rows'),
  unowed: rule(2, 'no other deposit or attribution stands', 'transaction', 'rows'),
  movement: rule(
    2,
    'each confirmed sweep, top-up and loss has one ledger transaction that stands',
    'movement',
    'usdt',
  ),
  unmoved: rule(2, 'no other ledger transaction of a movement stands', 'transaction', 'rows'),
  amounts: rule(3, 'the amounts of each order follow from its transfers and its fee', 'order', 'usdt'),
  booked: rule(3, 'the money of each on-chain order was booked where its status says', 'order', 'usdt'),
  frozen: rule(3, 'orders under review are all that is frozen', 'account', 'usdt'),
  hold: rule(4, 'each withdrawal and app payment moved its own money', 'subject', 'usdt'),
  resolution: rule(4, 'what ended has one resolution of its kind, what is open has none', 'subject', 'rows'),
  difference: rule(4, 'no difference is booked that no judged payment made', 'transaction', 'rows'),
  held: rule(4, 'open withdrawals and authorised payments are all that is held', 'account', 'usdt'),
  payment: rule(4, 'each withdrawal has the hash of its own payment', 'withdrawal', 'rows'),
  cover: rule(5, 'what is there covers what is owed', 'environment', 'usdt'),
  event: rule(6, 'each status that owes an event has it in the outbox', 'subject', 'rows'),
  lease: rule(6, 'no two leases of an address overlap', 'order', 'instants'),
  leased: rule(6, 'each lease is of the address of its order', 'order', 'rows'),
} as const

/** One comparison of rows; several make up an invariant. */
export type LedgerCheck = keyof typeof RULES

/** One comparison with what a network says. */
export type ChainCheck = 'holding' | 'custody'

function rule(invariant: number, proves: string, noun: string, counts: CheckRule['counts']): CheckRule {
  return { invariant, proves, noun, counts }
}
