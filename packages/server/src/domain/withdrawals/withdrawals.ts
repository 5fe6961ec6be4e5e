import type { Context } from '../context.js'
import { post } from '../ledger/ledger.js'
import type { LedgerTransaction } from '../ledger/ledger-entry.js'
import type { Caller } from '../merchants/api-key.js'
import { canonicalJson, type Metadata, requireMetadata } from '../merchants/merchant-input.js'
import { DomainError } from '../shared/errors.js'
import { type CallInput, claimKey } from '../shared/idempotency.js'
import { CHAIN_DECIMALS, ZERO } from '../shared/money.js'
import { listPage } from '../shared/paging.js'
import { requirePositive } from '../shared/positive-amount.js'
import type { Listed, Network, Page, Scope } from '../shared/types.js'
import { SerializationConflict } from '../store/store.js'
import type { Tx } from '../store/unit-of-work.js'
import type { WithdrawalListFilter } from '../store/withdrawal-tables.js'
import { fanOut } from '../webhooks/webhook-deliveries.js'
import { requireWebhookUrl } from '../webhooks/webhook-target.js'
import { makerOf } from './maker.js'
import type { Withdrawal } from './withdrawal.js'
import { withdrawalEvent } from './withdrawal-event.js'
import { giveBackToLimits } from './withdrawal-limits.js'
import { openWithdrawal } from './withdrawal-opening.js'
import { decideWithdrawal, type WithdrawalFact } from './withdrawal-state.js'

export interface CreateWithdrawal {
  readonly amount: string
  readonly network: Network
  readonly destinationAddress: string
  readonly description: string | undefined
  readonly metadata: Metadata | undefined
  readonly webhookUrl: string | undefined
  readonly idempotencyKey: string | undefined
  /** Trace context of the call, valid. */
  readonly traceparent?: string | undefined
}

/**
 * Opens a withdrawal, or returns the withdrawal of an earlier call with the same idempotency key.
 *
 * @throws invalid_amount, unsupported_network, amount_below_minimum, invalid_destination_address, invalid_metadata,
 * invalid_webhook_url, duplicate_idempotency_key, insufficient_balance
 */
export async function createWithdrawal(
  tx: Tx,
  context: Context,
  caller: Caller,
  input: CreateWithdrawal,
): Promise<{ withdrawal: Withdrawal; replayed: boolean }> {
  const amount = requirePositive(input.amount, CHAIN_DECIMALS)
  const { destinationAddress, network } = input
  const fields = {
    description: input.description ?? null,
    metadata: requireMetadata(input.metadata),
    webhookUrl:
      input.webhookUrl === undefined
        ? null
        : requireWebhookUrl(context.policy, input.webhookUrl, 'webhook_url'),
  }
  const id = context.ids.uuid()
  const earlier = await claimKey(tx, context, caller, {
    operation: 'createWithdrawal',
    key: input.idempotencyKey,
    input: inputOf({ amount, network, destinationAddress, ...fields }),
    resourceId: id,
    inputOf: async (earlierId) => inputOf(await requireStored(tx, earlierId)),
  })
  if (earlier !== undefined) return { withdrawal: await requireStored(tx, earlier), replayed: true }
  const { minimum } = context.policy.withdrawals[network]
  const { traceparent } = input
  const place = { amount, network, destinationAddress }
  const kind = { orderId: null, includesFee: false }
  const terms = { id, ...kind, madeBy: makerOf(caller), ...place, ...fields, minimum, traceparent }
  return { withdrawal: await openWithdrawal(tx, context, caller, terms), replayed: false }
}

/**
 * Returns a withdrawal of the scope by its id or its number.
 *
 * @throws withdrawal_not_found, also for one of another merchant or environment
 */
export async function getWithdrawal(tx: Tx, scope: Scope, name: string): Promise<Withdrawal> {
  const isNumber = name.startsWith('wdr_')
  return requireOwn(await (isNumber ? tx.withdrawals.findByNumber(name) : tx.withdrawals.find(name)), scope)
}

/** Lists withdrawals, newest first. @throws invalid_offset */
export const listWithdrawals = async (
  tx: Tx,
  scope: Scope,
  filter: WithdrawalListFilter,
  page: Page,
): Promise<Listed<Withdrawal>> =>
  listPage(page, await tx.withdrawals.count(scope, filter), (within) =>
    tx.withdrawals.list(scope, filter, within),
  )

/**
 * Cancels a withdrawal that is not signed yet. Canceling again changes nothing. One that may be paid already cannot be
 * canceled: an undecided possible duplicate, while the database is recovering each one from before, and each one until the
 * blocks from before the start are recorded.
 *
 * @throws withdrawal_not_found, withdrawal_not_cancelable
 */
export async function cancelWithdrawal(
  tx: Tx,
  context: Context,
  scope: Scope,
  id: string,
): Promise<Withdrawal> {
  const withdrawal = requireOwn(await tx.withdrawals.lock(id), scope)
  if (withdrawal.status === 'CANCELED') return withdrawal
  const recovery = await tx.recoveries.findOpen()
  const { environment, network } = withdrawal
  const mayBePaid =
    (recovery !== undefined && withdrawal.createdAt <= recovery.begunAt) ||
    !context.health.hasReachedStart({ environment, network })
  const canceled = mayBePaid ? undefined : await tryApply(tx, context, withdrawal, { kind: 'canceled' })
  if (!canceled) {
    const detail = mayBePaid ? 'it may be paid already' : `the withdrawal is ${withdrawal.status}`
    throw new DomainError('withdrawal_not_cancelable', { detail })
  }
  return canceled
}

/**
 * Applies a fact to a withdrawal: writes the row, the ledger and the event. The row must be locked.
 *
 * @param corrections ledger transactions that are posted before those of the fact
 * @returns undefined, with nothing written, if there is no transition for it
 * @throws SerializationConflict if another transaction changed the withdrawal
 */
export async function tryApply(
  tx: Tx,
  context: Context,
  withdrawal: Withdrawal,
  fact: WithdrawalFact,
  corrections: readonly LedgerTransaction[] = [],
): Promise<Withdrawal | undefined> {
  const decision = decideWithdrawal(withdrawal, fact, context.clock.now())
  if (!decision) return undefined
  const changed = decision.withdrawal
  if (!(await tx.withdrawals.update(changed)))
    throw new SerializationConflict(`withdrawal ${withdrawal.id} was changed by another transaction`)
  const hasMoved = fact.kind === 'settled_by_operator' && fact.moved > ZERO
  // The end of a hold that was never settled, unless money went out all the same. A new withdrawal locks its day before the
  // accounts, too.
  if (decision.event === 'withdrawal.failed' && !hasMoved) await giveBackToLimits(tx, changed)
  await post(tx, context, [...corrections, ...decision.postings])
  if (decision.event) await fanOut(tx, context, [withdrawalEvent(context, changed, decision.event)])
  return changed
}

function requireOwn(withdrawal: Withdrawal | undefined, scope: Scope): Withdrawal {
  const isOwn = withdrawal?.merchantId === scope.merchantId && withdrawal.environment === scope.environment
  if (!withdrawal || !isOwn) throw new DomainError('withdrawal_not_found')
  return withdrawal
}

/** The parameters that a repeated call with the same idempotency key must not change. */
const inputOf = (
  withdrawal: Pick<
    Withdrawal,
    'amount' | 'network' | 'destinationAddress' | 'description' | 'metadata' | 'webhookUrl'
  >,
): CallInput => [
  ['amount', withdrawal.amount],
  ['network', withdrawal.network],
  ['destination_address', withdrawal.destinationAddress],
  ['description', withdrawal.description],
  ['metadata', canonicalJson(withdrawal.metadata)],
  ['webhook_url', withdrawal.webhookUrl],
]

/** Returns the withdrawal of an idempotency key. */
export async function requireStored(tx: Tx, id: string): Promise<Withdrawal> {
  const withdrawal = await tx.withdrawals.find(id)
  if (!withdrawal) throw new Error('the idempotency key does not name a withdrawal')
  return withdrawal
}
