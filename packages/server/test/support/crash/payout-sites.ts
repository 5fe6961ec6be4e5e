/** A kill site: a statement, or a statement that follows another one. */
export interface KillSite {
  readonly what: string
  readonly at: RegExp
  readonly after?: RegExp
}

/** The steps of a withdrawal at which a server is killed. */
export const PAYOUT_SITES: readonly KillSite[] = [
  { what: 'signed, and not stored', at: /^before INSERT INTO signed_transactions/ },
  {
    what: 'stored, and not committed',
    at: /^before COMMIT/,
    after: /^after INSERT INTO signed_transactions/,
  },
  { what: 'committed, and not sent', at: /^after COMMIT/, after: /^after INSERT INTO signed_transactions/ },
  { what: 'being sent', at: /^after INSERT INTO sandbox_transfers/ },
  { what: 'sent, and not known to be', at: /^after COMMIT/, after: /^after INSERT INTO sandbox_transfers/ },
  { what: 'settled, and not posted', at: /^before INSERT INTO ledger_transactions/ },
  { what: 'posted, and not committed', at: /^before COMMIT/, after: /^after INSERT INTO ledger_postings/ },
  {
    what: 'committed, and not reported',
    at: /^after COMMIT/,
    after: /^after INSERT INTO webhook_deliveries/,
  },
]
