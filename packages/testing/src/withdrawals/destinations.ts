import type { WithdrawalDestination } from '@merchantpay/sdk'
import { type Network, readDestination, roleAddress } from '../chain/addresses.js'
import type { Handlers } from '../http/handler.js'
import { Refusal } from '../http/refusal.js'
import { isOf, type Scope } from '../scope.js'
import { isoTime, type World } from '../world.js'
import type { Destination } from './destination.js'
import type { Withdrawal } from './withdrawal.js'

const MAX_DESTINATIONS = 50
/** How long a destination is on the list before it is usable. */
const DELAY_MS = 86_400_000

/** Makes the handlers of the operations on the list of destinations. */
export function destinationHandlers(
  world: World,
): Pick<
  Handlers,
  'createWithdrawalDestination' | 'listWithdrawalDestinations' | 'deleteWithdrawalDestination'
> {
  const ownOf = (scope: Scope) => world.destinations.filter((destination) => isOf(destination, scope))
  return {
    createWithdrawalDestination({ body: { label, network, address: text }, caller: { key } }) {
      const { merchantId, environment } = key
      const address = requireDestination(world, network, text, 'address')
      const own = ownOf(key)
      const known = own.find((each) => each.network === network && each.address === address)
      if (known) return { status: 201, body: present(known) }
      if (own.length >= MAX_DESTINATIONS) {
        const detail = `at most ${MAX_DESTINATIONS} destinations`
        throw new Refusal('destination_limit_reached', { detail })
      }
      const id = world.ids.uuid()
      const createdAt = world.clock.now()
      const destination = { id, merchantId, environment, label, network, address, createdAt }
      world.destinations.push(destination)
      return { status: 201, body: present(destination) }
    },
    listWithdrawalDestinations: ({ caller }) => ({
      status: 200,
      body: { destinations: ownOf(caller.key).toReversed().map(present) },
    }),
    deleteWithdrawalDestination({ params, caller }) {
      const found = ownOf(caller.key).find(({ id }) => id === params.id)
      if (!found) throw new Refusal('destination_not_found')
      world.destinations.splice(world.destinations.indexOf(found), 1)
      return { status: 200, body: { message: 'destination deleted' } }
    },
  }
}

/**
 * A valid address that is not one of the service's own, in the network's spelling.
 *
 * @throws Refusal invalid_destination_address
 */
export function requireDestination(world: World, network: Network, text: string, param: string): string {
  const address = readDestination(network, text)
  const isOwn = world.orders.some((order) => order.kind === 'on-chain' && order.address === address)
  if (address === undefined || isOwn || address === roleAddress(network, 'hot-wallet')) {
    const detail = `must be a valid ${network} address outside this service`
    throw new Refusal('invalid_destination_address', { param, detail })
  }
  return address
}

/**
 * Whether a withdrawal waits for review because its destination is not on the list for 24 hours; only live ones do, and no
 * refund to its payer.
 */
export function hasNewDestination(
  { destinations, clock }: World,
  scope: Scope,
  { orderId, network, destinationAddress }: Pick<Withdrawal, 'orderId' | 'network' | 'destinationAddress'>,
): boolean {
  if (scope.environment === 'test') return false
  const address = readDestination(network, destinationAddress)
  if (orderId !== undefined && address === roleAddress(network, 'payer')) return false
  return !destinations.some(
    (each) =>
      isOf(each, scope) &&
      each.network === network &&
      each.address === address &&
      each.createdAt + DELAY_MS <= clock.now(),
  )
}

function present(destination: Destination): WithdrawalDestination {
  const { id, label, network, address, environment, createdAt } = destination
  const times = { created_at: isoTime(createdAt), usable_at: isoTime(createdAt + DELAY_MS) }
  return { id, label, network, address, environment, ...times }
}
