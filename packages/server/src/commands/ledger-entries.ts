import { type Account, findAccount } from '../domain/ledger/account.js'
import { adjustLedger } from '../domain/ledger/adjustments.js'
import { type AttributionTarget, attributeTransfer } from '../domain/payments/attributions.js'
import type { TransferName } from '../domain/screening/transfer-screening.js'
import { APP_DECIMALS, formatUsdt, parseUsdt, ZERO } from '../domain/shared/money.js'
import { changeStore, mandateOf, readStore } from './store-access.js'
import { type Args, UsageError } from './command.js'
import { ENVIRONMENTS, limitOf } from './listing.js'
import { printLine, printRows, timeCell } from './output.js'

const NETWORKS = ['TRC20', 'ERC20'] as const

/** Confirmed transfers that nothing explains yet, as `attribute` names them. */
export async function suspense(given: Args): Promise<number> {
  const environment = given.requiredChoice('environment', ENVIRONMENTS)
  const limit = limitOf(given)
  const transfers = await readStore((tx) => tx.transfers.listInSuspense(environment, limit))
  const rows = transfers.map((transfer) => ({
    at: timeCell(transfer.block.timeAt),
    amount: formatUsdt(transfer.value),
    transfer: transferName(transfer),
    from: transfer.from,
    to: transfer.to,
    is_flagged: transfer.isFlagged,
  }))
  printRows(rows, given.isJson)
  return 0
}

/** Gives an unexplained transfer to whom it belongs. */
export async function attribute(given: Args): Promise<number> {
  const transfer = readTransferName(given.operand('transfer'))
  const target = readTarget(given.required('to'))
  const done = await changeStore((tx, context) =>
    attributeTransfer(tx, context, { transfer, target }, mandateOf(given)),
  )
  const receiver = target.kind === 'operator' ? 'the operator' : `${target.kind} ${target.id}`
  printLine(`${formatUsdt(done.value)} USDT were given to ${receiver}: ${done.attributedTo}`)
  return 0
}

/** Moves money between two accounts by hand. */
export async function adjust(given: Args): Promise<number> {
  const amount = parseUsdt(given.required('amount'), APP_DECIMALS)
  if (amount === undefined || amount === ZERO) throw new UsageError('--amount takes USDT above 0, e.g. 12.50')
  const debit = readAccount(given, 'debit')
  const credit = readAccount(given, 'credit')
  const key = await changeStore((tx, context) =>
    adjustLedger(tx, context, { debit, credit, amount }, mandateOf(given)),
  )
  printLine(`${formatUsdt(amount)} USDT moved: debit ${debit.id}, credit ${credit.id}; booked as ${key}`)
  return 0
}

/** `<environment>/<network>/<tx hash>/<log index>` */
export const transferName = ({ environment, network, txHash, logIndex }: TransferName): string =>
  `${environment}/${network}/${txHash}/${logIndex}`

/** @throws UsageError */
export function readTransferName(text: string): TransferName {
  const [environmentText, networkText, txHash = '', index = ''] = text.split('/')
  const environment = ENVIRONMENTS.find((each) => each === environmentText)
  const network = NETWORKS.find((each) => each === networkText)
  if (!environment || !network || txHash === '' || !/^[0-9]{1,9}$/.test(index)) {
    throw new UsageError('<transfer> is <environment>/<network>/<tx hash>/<log index>')
  }
  return { environment, network, txHash, logIndex: Number(index) }
}

function readTarget(text: string): AttributionTarget {
  if (text === 'operator') return { kind: 'operator' }
  const [, kind, id = ''] = /^(order|merchant):(.+)$/.exec(text) ?? []
  if (kind !== 'order' && kind !== 'merchant') {
    throw new UsageError('--to takes order:<id>, merchant:<id> or operator')
  }
  return { kind, id }
}

function readAccount(given: Args, option: 'debit' | 'credit'): Account {
  const account = findAccount(given.required(option))
  if (!account) throw new UsageError(`--${option} takes <environment>/<merchant id or platform>/<code>`)
  return account
}
