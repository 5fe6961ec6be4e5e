import { createHash } from 'node:crypto'
import { DomainError } from './errors.js'
import type { Order } from './orders.js'
import { IDEMPOTENCY_MS } from './policy.js'
import type { Context, Scope, Tx } from './ports.js'

export interface Replay {
  readonly operation: string
  readonly key: string | undefined
  /** The parsed parameters in a fixed order: equal parameters give an equal list. */
  readonly input: readonly (string | bigint | number | null)[]
}

/**
 * The order that an earlier call with this key made, as it stands now.
 *
 * @throws duplicate_idempotency_key when that call had other parameters
 */
export async function findReplay(
  tx: Tx,
  context: Context,
  scope: Scope,
  replay: Replay,
): Promise<Order | undefined> {
  const { operation, key } = replay
  if (key === undefined) return undefined
  const { merchantId, environment } = scope
  const row = await tx.idempotency.find({ merchantId, environment, operation, key, at: context.clock.now() })
  if (!row) return undefined
  if (row.inputHash !== hashInput(replay)) throw new DomainError('duplicate_idempotency_key')
  return tx.orders.find(row.resourceId)
}

/** Keeps the key for 24 h, in the transaction that makes the resource. */
export async function rememberReplay(
  tx: Tx,
  context: Context,
  scope: Scope,
  replay: Replay,
  resourceId: string,
): Promise<void> {
  const { operation, key } = replay
  if (key === undefined) return
  const { merchantId, environment } = scope
  const expiresAt = context.clock.now() + IDEMPOTENCY_MS
  const inputHash = hashInput(replay)
  await tx.idempotency.insert({ merchantId, environment, operation, key, inputHash, resourceId, expiresAt })
}

function hashInput({ input }: Replay): string {
  const text = JSON.stringify(input.map((value) => (typeof value === 'bigint' ? `${value}` : value)))
  return createHash('sha256').update(text).digest('hex')
}
