import type { Context } from '../context.js'
import { tellPeople } from '../notices/tell-people.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { DomainError } from '../shared/errors.js'
import { OperatorError } from '../shared/operator-error.js'
import { DESTINATION_DELAY_MS, DESTINATIONS_PER_ENVIRONMENT } from '../shared/policy.js'
import type { Network, Scope } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Destination } from './destination.js'
import { isUsable } from './destinations.js'
import { requireDestination } from './withdrawal-opening.js'

/**
 * Puts an address on a merchant's list. An address that is on it already stays as it is: its 24 hours do not begin again.
 *
 * @throws unsupported_network, invalid_destination_address, destination_limit_reached
 */
export async function createDestination(
  tx: Tx,
  context: Context,
  { merchantId, environment }: Scope,
  { label, network, address: given }: { label: string; network: Network; address: string },
): Promise<Destination> {
  const address = await requireDestination(tx, context, { environment, network }, given, 'address')
  await tx.merchants.lock(merchantId)
  const scope = { merchantId, environment }
  const listed = await tx.destinations.list(scope)
  const known = listed.find((each) => each.network === network && each.address === address)
  if (known) return known
  if (listed.length >= DESTINATIONS_PER_ENVIRONMENT)
    throw new DomainError('destination_limit_reached', {
      detail: `at most ${DESTINATIONS_PER_ENVIRONMENT} destinations`,
    })
  const createdAt = context.clock.now()
  const destination: Destination = {
    id: context.ids.uuid(),
    ...scope,
    label,
    network,
    address,
    createdAt,
    usableAt: createdAt + DESTINATION_DELAY_MS,
  }
  await tx.destinations.insert(destination)
  const kind = 'new_destination'
  const usableAt = isUsable(context, destination, createdAt) ? null : destination.usableAt
  const facts = () => ({ kind, label, network, address, usableAt }) as const
  await tellPeople(tx, context, { ...scope, kinds: [kind], facts })
  return destination
}

/** Takes an address off a merchant's list. @throws destination_not_found, also for one that was taken off already */
export async function deleteDestination(tx: Tx, scope: Scope, id: string): Promise<void> {
  const found = await tx.destinations.find(id)
  const isOwn = found?.merchantId === scope.merchantId && found.environment === scope.environment
  if (!isOwn || !(await tx.destinations.delete(id))) throw new DomainError('destination_not_found')
}

/** Takes an address off a merchant's list by decision of the operator. @throws OperatorError if there is no such destination */
export async function deleteDestinationByOperator(
  tx: Tx,
  context: Context,
  id: string,
  { actor, reason }: Mandate,
): Promise<Destination> {
  const found = await tx.destinations.find(id)
  if (!found || !(await tx.destinations.delete(id))) throw new OperatorError(`there is no destination ${id}`)
  const { merchantId: merchant, environment, network, address } = found
  const details = { reason, merchant, environment, network, address }
  await audit(tx, context, { actor, action: 'destinations delete', subject: id, details })
  return found
}
