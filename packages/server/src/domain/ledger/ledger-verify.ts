import { formatSigned } from '../shared/money.js'
import type { LedgerFinding } from '../store/ledger-tables.js'
import type { Tx } from '../store/unit-of-work.js'
import { type ChainCheck, type LedgerCheck, RULES } from './ledger-check.js'

/** A row that violates a check. */
export interface Violation {
  readonly invariant: number
  readonly check: LedgerCheck | ChainCheck
  /** Id of the row. */
  readonly id: string
  /** Description for the operator. */
  readonly message: string
}
export interface CheckResult {
  readonly invariant: number
  readonly check: LedgerCheck | ChainCheck
  readonly proves: string
  readonly violations: readonly Violation[]
  /** Whether more rows violate the check than are listed. */
  readonly hasMore: boolean
}
export interface LedgerReport {
  readonly isBalanced: boolean
  readonly checks: readonly CheckResult[]
}

/** Maximum number of violations listed per check, so that a corrupt database cannot fill the memory. */
const MOST = 100

/** Runs all ledger checks in one snapshot of the database. */
export async function verifyLedger(tx: Tx, limit = MOST): Promise<LedgerReport> {
  const checks: CheckResult[] = []
  for (const check of Object.keys(RULES) as LedgerCheck[]) {
    checks.push(await runCheck(tx, check, limit))
  }
  return { isBalanced: checks.every(({ violations }) => violations.length === 0), checks }
}

async function runCheck(tx: Tx, check: LedgerCheck, limit: number): Promise<CheckResult> {
  const { invariant, proves } = RULES[check]
  const findings = await tx.ledgerChecks.list(check, limit + 1)
  const violations = findings.slice(0, limit).map((finding) => violationOf(check, finding))
  return { invariant, check, proves, violations, hasMore: findings.length > limit }
}

function violationOf(check: LedgerCheck, finding: LedgerFinding): Violation {
  const { invariant, noun, counts } = RULES[check]
  const written = (value: bigint | null) => (counts === 'usdt' ? amountText(value) : `${value ?? 'open'}`)
  const numbers = `is ${written(finding.found)}, must be ${written(finding.expected)}`
  return { invariant, check, id: finding.id, message: `${noun} ${finding.id}: ${finding.aspect} ${numbers}` }
}

function amountText(value: bigint | null): string {
  return value === null ? 'missing' : formatSigned(value)
}
