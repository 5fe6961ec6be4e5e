import { BROADCAST_FIRST, type Planted } from './planted.js'

/** Where a server dies on the way of a withdrawal. */
export interface Place {
  readonly what: string
  /** At its node: before it answers a trial, before a handover arrives, or once that is accepted and not answered. */
  readonly atNode?: 'trial' | 'arriving' | 'accepted'
  /** At its books, from when the withdrawal is made, or from when its handover is answered. */
  readonly atBooks?: { readonly site: RegExp; readonly after?: RegExp; readonly isAnswered?: boolean }
}

const SIGNED = /^after INSERT INTO signed_transactions/
const MOVED = /^after UPDATE withdrawals SET status/
const POSTED = /^after INSERT INTO ledger_postings/

export const PLACES: readonly Place[] = [
  { what: 'tried, and not signed', atNode: 'trial' },
  { what: 'signed, and not stored', atBooks: { site: /^before INSERT INTO signed_transactions/ } },
  { what: 'stored, and not committed', atBooks: { site: /^before COMMIT/, after: SIGNED } },
  { what: 'committed, and not handed over', atBooks: { site: /^after COMMIT/, after: SIGNED } },
  { what: 'handed over, and not arrived', atNode: 'arriving' },
  { what: 'accepted, and not answered', atNode: 'accepted' },
  {
    what: 'answered, and not noted',
    atBooks: { site: /^before UPDATE withdrawals SET status/, isAnswered: true },
  },
  { what: 'noted, and not committed', atBooks: { site: /^before COMMIT/, after: MOVED, isAnswered: true } },
  { what: 'committed as handed over', atBooks: { site: /^after COMMIT/, after: MOVED, isAnswered: true } },
  {
    what: 'settled, and not booked',
    atBooks: { site: /^before INSERT INTO ledger_transactions/, isAnswered: true },
  },
  { what: 'booked, and not committed', atBooks: { site: /^before COMMIT/, after: POSTED, isAnswered: true } },
  { what: 'committed as settled', atBooks: { site: /^after COMMIT/, after: POSTED, isAnswered: true } },
]

const STORED = /^after INSERT INTO transfers/

/** Where it dies while somebody pays it. */
export const PAYMENT_PLACES: readonly Place[] = [
  { what: 'seen, and not stored', atBooks: { site: /^before INSERT INTO transfers/ } },
  { what: 'stored, and not committed', atBooks: { site: /^before COMMIT/, after: STORED } },
  { what: 'credited, and not committed', atBooks: { site: /^before COMMIT/, after: POSTED } },
]

/** A fault of sending, and where killing shows it. */
export interface PlantedPayout extends Pick<Planted, 'name' | 'changes'> {
  readonly places: readonly string[]
}

export const PLANTED_PAYOUTS: readonly PlantedPayout[] = [
  {
    name: 'broadcast before store',
    changes: [BROADCAST_FIRST],
    places: ['signed, and not stored'],
  },
  {
    name: 'a refusal is believed',
    changes: [
      [
        'if (KNOWN.test(why)) return { kind: "known" };',
        'if (KNOWN.test(why)) return { kind: "refused", why };',
      ],
      ['if (code === "DUP_TRANSACTION_ERROR") return { kind: "known" };', ''],
      [
        `throw new Error(\`the \${signed.kind} of withdrawal`,
        `this.refusal = new Error(\`the \${signed.kind} of withdrawal`,
      ],
      [
        'const fact = followedBy(withdrawal, fate, isHandedOver);',
        'const fact = this.refusal ? { kind: "failed", failureCode: "broadcast_rejected" } : followedBy(withdrawal, fate, isHandedOver);',
      ],
    ],
    places: ['accepted, and not answered'],
  },
]

/** Real networks are looked at every few seconds: nobody waits so long 500 times. */
export const EAGER: Pick<Planted, 'changes'> = {
  changes: [['{ ERC20: 4e3, TRC20: 6e3 }', '{ ERC20: 150, TRC20: 150 }']],
}
