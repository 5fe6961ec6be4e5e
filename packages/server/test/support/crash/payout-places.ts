import { BROADCAST_FIRST, type Planted } from './planted.js'

/** A place at which a server is killed during a withdrawal. */
export interface Place {
  readonly what: string
  /**
   * At its node: before it answers a dry run, before a broadcast arrives, or after it is accepted and before the
   * answer.
   */
  readonly atNode?: 'trial' | 'arriving' | 'accepted'
  /** At its database: after the withdrawal is created, or with `isAnswered` after its broadcast is answered. */
  readonly atStore?: { readonly site: RegExp; readonly after?: RegExp; readonly isAnswered?: boolean }
}

const SIGNED = /^after INSERT INTO signed_transactions/
const MOVED = /^after UPDATE withdrawals SET status/
const POSTED = /^after INSERT INTO ledger_postings/

export const PLACES: readonly Place[] = [
  { what: 'tried, and not signed', atNode: 'trial' },
  { what: 'signed, and not stored', atStore: { site: /^before INSERT INTO signed_transactions/ } },
  { what: 'stored, and not committed', atStore: { site: /^before COMMIT/, after: SIGNED } },
  { what: 'committed, and not broadcast', atStore: { site: /^after COMMIT/, after: SIGNED } },
  { what: 'broadcast, and not arrived', atNode: 'arriving' },
  { what: 'accepted, and not answered', atNode: 'accepted' },
  {
    what: 'answered, and not recorded',
    atStore: { site: /^before UPDATE withdrawals SET status/, isAnswered: true },
  },
  {
    what: 'recorded, and not committed',
    atStore: { site: /^before COMMIT/, after: MOVED, isAnswered: true },
  },
  { what: 'committed as broadcast', atStore: { site: /^after COMMIT/, after: MOVED, isAnswered: true } },
  {
    what: 'settled, and not posted',
    atStore: { site: /^before INSERT INTO ledger_transactions/, isAnswered: true },
  },
  { what: 'posted, and not committed', atStore: { site: /^before COMMIT/, after: POSTED, isAnswered: true } },
  { what: 'committed as settled', atStore: { site: /^after COMMIT/, after: POSTED, isAnswered: true } },
]

const STORED = /^after INSERT INTO transfers/

/** Places at which a server is killed while it records a payment. */
export const PAYMENT_PLACES: readonly Place[] = [
  { what: 'seen, and not stored', atStore: { site: /^before INSERT INTO transfers/ } },
  { what: 'stored, and not committed', atStore: { site: /^before COMMIT/, after: STORED } },
  { what: 'credited, and not committed', atStore: { site: /^before COMMIT/, after: POSTED } },
]

/** A fault of sending, and the places where a kill reveals it. */
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
        'if (KNOWN.test(reason)) return { kind: "known" };',
        'if (KNOWN.test(reason)) return { kind: "refused", why: reason };',
      ],
      ['if (code === "DUP_TRANSACTION_ERROR") return { kind: "known" };', ''],
      [
        `throw new Error(
        \`the \${signed.kind} of withdrawal`,
        `this.refusal = new Error(
        \`the \${signed.kind} of withdrawal`,
      ],
      [
        'const fact = factOf(withdrawal, fate, isBroadcast);',
        'const fact = this.refusal ? { kind: "failed", failureCode: "broadcast_rejected" } : factOf(withdrawal, fate, isBroadcast);',
      ],
    ],
    places: ['accepted, and not answered'],
  },
]

/** Shortens the polling of real networks, so that 500 kills take less time. */
export const EAGER: Pick<Planted, 'changes'> = {
  changes: [
    ['pollMs: 4e3', 'pollMs: 150'],
    ['pollMs: 6e3', 'pollMs: 150'],
  ],
}
