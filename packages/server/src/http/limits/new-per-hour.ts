import type { Context } from '../../domain/context.js'
import { type Scope, scopeName } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { refusal } from './rate-limit.js'

const HOUR_SECONDS = 3_600

/**
 * Counts something that a merchant has just made in an environment. It runs after every other check, so that only what is
 * made counts. A refusal rolls back the transaction with it.
 *
 * @param kind such as `keys`
 * @param perHour 0 is no limit
 * @throws rate_limit_exceeded
 */
export async function countNew(
  tx: Tx,
  { clock }: Context,
  { kind, scope, perHour }: { kind: string; scope: Scope; perHour: number },
): Promise<void> {
  if (perHour === 0) return
  const now = clock.real()
  const name = `new ${kind} of ${scopeName(scope)}`
  const { calls, endsAt } = await tx.rateLimits.count(name, HOUR_SECONDS * 1_000, now)
  if (calls > perHour) throw refusal(endsAt - now, HOUR_SECONDS)
}
