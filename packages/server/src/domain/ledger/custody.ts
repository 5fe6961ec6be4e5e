import type { ScanState } from '../chain/scan-step.js'
import { formatSigned, type Usdt, ZERO } from '../shared/money.js'
import type { ChainId } from '../shared/types.js'
import type { RecordedHolding, RecordedWallet } from '../store/ledger-tables.js'
import type { Tx } from '../store/unit-of-work.js'
import { platformBalance } from './ledger.js'
import type { CheckResult, Violation } from './ledger-verify.js'
import { recordedBalanceOf } from './recorded-balance.js'

/** The difference between the balance of an address on the chain and its recorded balance. */
export interface Difference {
  readonly address: string
  /** Chain balance minus recorded balance, 1e-8 USDT. */
  readonly unknown: bigint
  /** The excess that the operator accepted, 1e-8 USDT. */
  readonly accepted: Usdt
  readonly isWallet: boolean
}

/** Reads the recorded balances of receiving addresses at a block. */
export async function readHoldings(
  tx: Tx,
  id: ChainId,
  addresses: readonly string[],
  { cursor }: ScanState,
): Promise<RecordedHolding[]> {
  const holdings: RecordedHolding[] = []
  for (const address of addresses) {
    const { accepted = ZERO } = (await tx.addressExcesses.find(id, address)) ?? {}
    const { recorded, ignored } = await recordedBalanceOf(tx, id, address, cursor.number)
    holdings.push({ address, recorded: recorded + ignored, accepted })
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
    const [payment, replacement] = await tx.signedTransactions.listByWithdrawal(withdrawal.id)
    if (payment?.wallet === address) open.push({ amount: withdrawal.amount, payment, replacement })
  }
  const { recorded } = await recordedBalanceOf(tx, id, address, cursor.number)
  return { address, recorded: recorded - paid, open }
}

/**
 * Compares the custody account of a network with the balances of its addresses. Manual adjustments explain a difference,
 * for example of a balance from before an address was watched.
 */
export async function verifyCustody(
  tx: Tx,
  id: ChainId,
  differences: readonly Difference[],
): Promise<CheckResult[]> {
  const name = `${id.environment}/${id.network}`
  const custody = await platformBalance(tx, id.environment, `custody:${id.network}`)
  const unknown = differences.reduce((sum, difference) => sum + difference.unknown, 0n)
  const expected = custody + unknown - (await tx.custody.sumAdjusted(id))
  const holdings = differences
    .filter((each) => !each.isWallet && each.unknown !== each.accepted)
    .map((each) => violation('holding', each.address, holdingText(name, each)))
  const totals =
    custody === expected
      ? []
      : [
          violation(
            'custody',
            name,
            `network ${name}: custody is ${formatSigned(custody)}, must be ${formatSigned(expected)}`,
          ),
        ]
  return [
    result('holding', `the balance of each receiving address of ${name} is as recorded`, holdings),
    result('custody', `the custody of ${name} is the sum of the balances of its addresses`, totals),
  ]
}

const holdingText = (name: string, { address, unknown }: Difference): string =>
  `address ${address} of ${name}: the balance is ${formatSigned(unknown < 0n ? -unknown : unknown)} USDT ${unknown < 0n ? 'lower' : 'higher'} than recorded`

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
