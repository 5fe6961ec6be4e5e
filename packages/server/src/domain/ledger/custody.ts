import type { ScanState } from '../chain/scan-step.js'
import { formatSigned, type Usdt, ZERO } from '../shared/money.js'
import { exactScale } from '../shared/token-units.js'
import type { ChainId } from '../shared/types.js'
import type { RecordedHolding, RecordedWallet } from '../store/ledger-tables.js'
import type { Tx } from '../store/unit-of-work.js'
import type { ChainFigures } from './chain-proof.js'
import { platformBalance } from './ledger.js'
import type { CheckResult, Violation } from './ledger-verify.js'
import { recordedBalanceOf } from './recorded-balance.js'

/** The difference between the balance of an address on the chain and its recorded balance. */
export interface Difference {
  readonly address: string
  /** Chain balance, in exact units. */
  readonly balance: bigint
  /** Chain balance minus recorded balance, in exact units. */
  readonly unknown: bigint
  /** The excess that the operator accepted, in exact units. */
  readonly accepted: bigint
  readonly isWallet: boolean
}

/** The custody of a network beside its addresses: the figures, and whether they agree. */
export interface CustodyReading {
  readonly figures: ChainFigures
  readonly checks: readonly CheckResult[]
}

/** Reads the recorded balances of receiving addresses at a block. */
export async function readHoldings(
  tx: Tx,
  id: ChainId,
  addresses: readonly string[],
  { cursor }: ScanState,
): Promise<RecordedHolding[]> {
  const holdings: RecordedHolding[] = []
  const scale = exactScale(id.network)
  for (const address of addresses) {
    const { accepted = ZERO } = (await tx.addressExcesses.find(id, address)) ?? {}
    const { recorded, ignored } = await recordedBalanceOf(tx, id, address, cursor.number)
    holdings.push({ address, recorded: recorded + ignored, accepted: accepted * scale })
  }
  return holdings
}

/** Reads the recorded balance of a hot wallet at a block. @param signed the unfinished signed withdrawals */
export async function readWallet(
  tx: Tx,
  id: ChainId,
  address: string,
  { cursor }: ScanState,
  signed: readonly { readonly id: string; readonly amount: Usdt }[],
): Promise<RecordedWallet> {
  const paid = await tx.custody.sumPaid({ ...id, wallet: address })
  const open: RecordedWallet['open'][number][] = []
  for (const withdrawal of signed) {
    const versions = await tx.signedTransactions.findVersions(withdrawal.id)
    if (versions?.payment.wallet === address) open.push({ amount: withdrawal.amount, signed: versions })
  }
  const { recorded } = await recordedBalanceOf(tx, id, address, cursor.number)
  return { address, recorded: recorded - paid * exactScale(id.network), open }
}

/**
 * Compares the custody account of a network with the balances of its addresses. Manual adjustments explain a difference,
 * for example of a balance from before an address was watched.
 */
export async function verifyCustody(
  tx: Tx,
  id: ChainId,
  differences: readonly Difference[],
): Promise<CustodyReading> {
  const name = `${id.environment}/${id.network}`
  const custody = await platformBalance(tx, id.environment, `custody:${id.network}`)
  const scale = exactScale(id.network)
  const balance = differences.reduce((sum, difference) => sum + difference.balance, 0n)
  const unknown = differences.reduce((sum, difference) => sum + difference.unknown, 0n)
  const unexplained = unknown - (await tx.custody.sumAdjusted(id)) * scale
  const inFlight = balance - unexplained - custody * scale
  const holdings = differences
    .filter((each) => !each.isWallet && each.unknown !== each.accepted)
    .map((each) => violation('holding', each.address, holdingText(name, each, scale)))
  const totals =
    unexplained === 0n
      ? []
      : [
          violation(
            'custody',
            name,
            `network ${name}: custody is ${formatSigned(custody)}, must be ${formatExact(custody * scale + unexplained, scale)}`,
          ),
        ]
  const checks = [
    result('holding', `the balance of each receiving address of ${name} is as recorded`, holdings),
    result('custody', `the custody of ${name} is the sum of the balances of its addresses`, totals),
  ]
  return { figures: { custody: custody * scale, balance, inFlight, difference: unexplained }, checks }
}

const holdingText = (name: string, { address, unknown }: Difference, scale: bigint): string =>
  `address ${address} of ${name}: the balance is ${formatExact(unknown < 0n ? -unknown : unknown, scale)} USDT ${unknown < 0n ? 'lower' : 'higher'} than recorded`

/** In 1e-8 USDT, with what is below in the token's units. */
function formatExact(exact: bigint, scale: bigint): string {
  const residue = exact % scale
  return `${formatSigned(exact / scale)}${residue === 0n ? '' : ` and ${residue} units`}`
}

const violation = (check: Violation['check'], id: string, message: string): Violation => ({
  ...{ invariant: 5, check, id, message },
})

const result = (
  check: Violation['check'],
  proves: string,
  violations: readonly Violation[],
): CheckResult => ({
  ...{ invariant: 5, check, proves, violations, hasMore: false },
})
