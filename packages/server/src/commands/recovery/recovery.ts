import { requireNodesOf } from '../../compose/wallet-identity.js'
import { readConfig } from '../../config/config.js'
import { explainEmpty, explainTransfer, type TransferBearer } from '../../domain/recovery/explanations.js'
import type { NamedTransfer } from '../../domain/recovery/outgoing-transfers.js'
import { beginRecovery, SKIPPED_INDEXES } from '../../domain/recovery/recoveries.js'
import { readStatus } from '../../domain/recovery/recovery-status.js'
import { formatUsdt, ZERO } from '../../domain/shared/money.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import { ALL_CHAINS, type ChainId } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { type NextApproval, nextApproval } from '../../domain/withdrawals/next-approval.js'
import { hashOn } from '../../networks/spellings.js'
import { processUser } from '../../runtime/process-user.js'
import { type Args, UsageError } from '../command.js'
import { jsonLine, printLine, printText, table } from '../output.js'
import { changeStore, mandateOf, readStore, withStore } from '../store-access.js'
import { readOutgoing } from '../withdrawals/outgoing-name.js'
import { listHindrances } from './recovery-finish.js'
import { findSent, nodeChainsOf } from './recovery-nodes.js'
import { statusSections } from './recovery-rows.js'

/** Shows the recovery and everything that waits for a decision, each with the command for it. */
export async function status(args: Args): Promise<number> {
  const chains = nodeChainsOf(readConfig())
  const { read, next } = await withStore(({ store, context }) =>
    store.read(async (tx) => {
      const read = await readStatus(tx, chains)
      const next = new Map<string, NextApproval>()
      for (const { withdrawal } of read.duplicates)
        next.set(withdrawal.id, await nextApproval(tx, context, withdrawal, processUser()))
      return { read, next }
    }),
  )
  // The nodes are asked last: only the finish needs their answers.
  const sections = statusSections(read, read.isExplained ? await listHindrances() : [], next)
  for (const { item, title, rows } of sections) {
    if (args.isJson) for (const row of rows) printLine(jsonLine({ item, ...row }))
    else if (rows.length > 0) printText(`${title}\n${table(rows)}\n`)
  }
  return 0
}

/** Begins a recovery by hand. */
export async function mark(args: Args): Promise<number> {
  const { actor, reason } = mandateOf(args)
  const about = { cause: 'mark', reason: reason ?? '', backupAt: null, actor } as const
  const config = readConfig()
  requireNodesOf(config, await readStore((tx) => tx.wallets.list()), 'the database has a wallet of it')
  const chains = nodeChainsOf(config)
  await changeStore((tx, context) => beginRecovery(tx, context, { ...about, chains, skip: SKIPPED_INDEXES }))
  printLine('the database is recovering: nothing is signed until `restore finish`; see `restore status`')
  return 0
}

/** Explains a transaction of the hot wallet that no withdrawal knows. */
export async function explain(args: Args): Promise<number> {
  const named = readOutgoing(args.requiredOperand('transaction'))
  const bearer = bearerOf(args)
  const id = await readStore((tx) => findChain(tx, named, bearer))
  if (!id) return explainUnrecorded(args, named, bearer)
  const { transfer, paid, shortfall } = await changeStore((tx, context) =>
    explainTransfer(tx, context, { id, named, bearer }, mandateOf(args)),
  )
  const who = bearer.kind === 'merchant' ? `merchant ${bearer.id}` : 'the operator'
  printLine(
    `transaction ${transfer.txHash} is explained: ${who} bears ${formatUsdt(transfer.value)} USDT, of which ${formatUsdt(paid)} are posted now`,
  )
  if (shortfall > ZERO)
    printLine(
      `${formatUsdt(shortfall)} USDT stay in suspense: run the command again when the merchant has a balance`,
    )
  return 0
}

/** A transaction that moved no USDT is in no record: the nodes must know it. */
async function explainUnrecorded(
  args: Args,
  { txHash }: NamedTransfer,
  bearer: TransferBearer,
): Promise<number> {
  if (bearer.kind === 'merchant')
    throw new OperatorError(
      `no transfer out of our wallets is recorded for ${txHash}; one that moved no USDT is explained with --operator`,
    )
  const found = await findSent(txHash)
  if (!found)
    throw new OperatorError(
      `${txHash} is neither recorded nor a transaction of a configured hot wallet that is in a block`,
    )
  await changeStore((tx, context) => explainEmpty(tx, context, found, mandateOf(args)))
  printLine(`transaction ${found.txHash} is explained: it used nonce ${found.sent.nonce} and moved no USDT`)
  return 0
}

function bearerOf(args: Args): TransferBearer {
  const merchant = args.text('merchant')
  if ((merchant === undefined) === !args.flag('operator'))
    throw new UsageError('either --merchant or --operator is required, and not both')
  return merchant === undefined ? { kind: 'operator' } : { kind: 'merchant', id: merchant }
}

/**
 * Finds the network whose records have a transaction. A transfer to an address of ours used a nonce and
 * left nothing to explain besides: for the operator it counts as unrecorded.
 */
async function findChain(
  tx: Tx,
  { txHash: name }: NamedTransfer,
  bearer: TransferBearer,
): Promise<ChainId | undefined> {
  for (const id of ALL_CHAINS) {
    const txHash = hashOn(id.network, name)
    if (await tx.signedTransactions.isKnown({ ...id, txHash })) return id
    const transfers = await tx.treasuryTransfers.listByTransaction({ ...id, txHash })
    const isOutgoing = transfers.some(({ kind }) => kind === 'outgoing')
    if (isOutgoing || (transfers.length > 0 && bearer.kind === 'merchant')) return id
  }
  return undefined
}
