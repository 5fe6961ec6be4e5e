import { findIntended } from '../../domain/chain/sibling-networks.js'
import { type Account, findAccount } from '../../domain/ledger/account.js'
import { adjustLedger } from '../../domain/ledger/adjustments.js'
import { type AttributionTarget, attributeTransfer } from '../../domain/payments/attributions.js'
import type { TransferName } from '../../domain/screening/transfer-screening.js'
import { APP_DECIMALS, formatUsdt, parseUsdt, ZERO } from '../../domain/shared/money.js'
import { NETWORKS } from '../../networks/networks.js'
import { type Args, UsageError } from '../command.js'
import { ENVIRONMENTS, limitOf } from '../listing.js'
import { printLine, printRows, timeCell } from '../output.js'
import { changeStore, mandateOf, readStore } from '../store-access.js'

/** Lists confirmed transfers in suspense, named as `attribute` takes them. */
export async function suspense(args: Args): Promise<number> {
  const environment = args.requiredChoice('environment', ENVIRONMENTS)
  const limit = limitOf(args)
  const transfers = await readStore(async (tx) => {
    const found = []
    for (const transfer of await tx.transfers.listInSuspense(environment, limit)) {
      const intended = await findIntended(tx, transfer, { to: transfer.to, at: transfer.block.timeAt })
      found.push({ ...transfer, intended })
    }
    return found
  })
  const isAnyElsewhere = transfers.some(({ intended }) => intended)
  const rows = transfers.map(({ intended, ...transfer }) => ({
    at: timeCell(transfer.block.timeAt),
    amount: formatUsdt(transfer.value),
    transfer: transferName(transfer),
    from: transfer.from,
    to: transfer.to,
    is_flagged: transfer.isFlagged,
    // Paid on another network than the order's.
    ...(isAnyElsewhere && { order: intended?.orderId ?? null, order_network: intended?.network ?? null }),
  }))
  printRows(rows, args.isJson)
  return 0
}

/** Attributes a transfer in suspense to an order, a merchant or the operator. */
export async function attribute(args: Args): Promise<number> {
  const transfer = readTransferName(args.requiredOperand('transfer'))
  const target = readTarget(args.required('to'))
  const attributed = await changeStore((tx, context) =>
    attributeTransfer(tx, context, { transfer, target }, mandateOf(args)),
  )
  const receiver = target.kind === 'operator' ? 'the operator' : `${target.kind} ${target.id}`
  printLine(`${formatUsdt(attributed.value)} USDT attributed to ${receiver}: ${attributed.attributedTo}`)
  return 0
}

/** Posts a manual transfer between two ledger accounts. */
export async function adjust(args: Args): Promise<number> {
  const amount = parseUsdt(args.required('amount'), APP_DECIMALS)
  if (amount === undefined || amount === ZERO) throw new UsageError('--amount takes USDT above 0, e.g. 12.50')
  const debit = readAccount(args, 'debit')
  const credit = readAccount(args, 'credit')
  const key = await changeStore((tx, context) =>
    adjustLedger(tx, context, { debit, credit, amount }, mandateOf(args)),
  )
  printLine(`${formatUsdt(amount)} USDT moved: debit ${debit.id}, credit ${credit.id}; posted as ${key}`)
  return 0
}

/** Names a transfer as `<environment>/<network>/<tx hash>/<log index>`. */
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

function readAccount(args: Args, option: 'debit' | 'credit'): Account {
  const account = findAccount(args.required(option))
  if (!account) throw new UsageError(`--${option} takes <environment>/<merchant id or platform>/<code>`)
  return account
}
