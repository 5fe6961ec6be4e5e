import { endCondition, findCondition, setCondition } from '../chain/operator-conditions.js'
import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { OperatorError } from '../shared/operator-error.js'
import { ALL_CHAINS, type ChainId, type Environment, type Network, type Scope } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Withdrawal } from './withdrawal.js'

/** The payouts that are stopped or resumed. */
export type PayoutTarget =
  | { readonly kind: 'all' }
  | { readonly kind: 'network'; readonly network: Network }
  | { readonly kind: 'merchant'; readonly merchantId: string }

/**
 * Stops payouts of an environment: of all networks, of one, or of a merchant. Withdrawals are accepted and wait; those that
 * are signed go on.
 *
 * @throws OperatorError if they are stopped already, or there is no such merchant
 */
export async function stopPayouts(
  tx: Tx,
  context: Context,
  { environment, target }: { environment: Environment; target: PayoutTarget },
  mandate: Mandate,
): Promise<void> {
  if (target.kind === 'merchant') return stopMerchant(tx, context, { environment, ...target }, mandate)
  const running = await listNetworks(tx, environment, target, false)
  if (running.length === 0) throw new OperatorError('these payouts are stopped already')
  for (const id of running) await setCondition(tx, context, id, 'payouts_stopped', mandate)
}

/**
 * Resumes payouts of an environment: of all networks, of one, or of a merchant. Merchants that are stopped stay so when
 * networks are resumed.
 *
 * @throws OperatorError if they are not stopped
 */
export async function resumePayouts(
  tx: Tx,
  context: Context,
  { environment, target }: { environment: Environment; target: PayoutTarget },
  mandate: Mandate,
): Promise<void> {
  if (target.kind === 'merchant') return resumeMerchant(tx, context, { environment, ...target }, mandate)
  const stopped = await listNetworks(tx, environment, target, true)
  if (stopped.length === 0) throw new OperatorError('these payouts are not stopped')
  for (const id of stopped) await endCondition(tx, context, id, 'payouts_stopped', mandate)
}

async function stopMerchant(
  tx: Tx,
  context: Context,
  { merchantId, environment }: Scope,
  { actor, reason }: Mandate,
): Promise<void> {
  if (!(await tx.merchants.find(merchantId))) throw new OperatorError(`there is no merchant ${merchantId}`)
  // A signature in progress is committed before, or not at all.
  for (const id of networksOf(environment)) await tx.cursors.lock(id)
  const stop = { merchantId, environment, reason: `${actor}: ${reason}`, sinceAt: context.clock.now() }
  if (!(await tx.payoutStops.insert(stop))) throw new OperatorError('these payouts are stopped already')
  const details = { reason, environment }
  await audit(tx, context, { actor, action: 'payouts stop', subject: merchantId, details })
}

async function resumeMerchant(
  tx: Tx,
  context: Context,
  { merchantId, environment }: Scope,
  { actor, reason }: Mandate,
): Promise<void> {
  if (!(await tx.payoutStops.delete({ merchantId, environment })))
    throw new OperatorError('these payouts are not stopped')
  const details = { reason, environment }
  await audit(tx, context, { actor, action: 'payouts resume', subject: merchantId, details })
}

/** Lists the networks of a target whose payouts are stopped, or are not. */
async function listNetworks(
  tx: Tx,
  environment: Environment,
  target: Exclude<PayoutTarget, { kind: 'merchant' }>,
  isStopped: boolean,
): Promise<ChainId[]> {
  const found: ChainId[] = []
  for (const id of networksOf(environment)) {
    if (target.kind === 'network' && target.network !== id.network) continue
    if (((await findCondition(tx, id, 'payouts_stopped')) !== undefined) === isStopped) found.push(id)
  }
  return found
}

/** Whether an operator has stopped the payouts of a withdrawal's network or merchant. */
export async function isPayoutStopped(
  tx: Tx,
  withdrawal: Pick<Withdrawal, 'environment' | 'network' | 'merchantId'>,
): Promise<boolean> {
  if (await findCondition(tx, withdrawal, 'payouts_stopped')) return true
  return (await tx.payoutStops.find(withdrawal)) !== undefined
}

const networksOf = (environment: Environment): ChainId[] =>
  ALL_CHAINS.filter((id) => id.environment === environment)
