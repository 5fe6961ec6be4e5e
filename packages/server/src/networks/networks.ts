import { DESCRIPTIONS } from './descriptions.js'
import type { NetworkDescription } from './network-description.js'

export type Network = (typeof DESCRIPTIONS)[number]['name']

/** The names of all networks, in the order in which lists show them. */
export const NETWORKS: readonly Network[] = DESCRIPTIONS.map(({ name }) => name)

const byName = new Map<string, NetworkDescription>(DESCRIPTIONS.map((each) => [each.name, each]))

/** @throws Error for a name that is no network's: a row of a newer version, for example */
export function descriptionOf(network: Network): NetworkDescription {
  const found = byName.get(network)
  if (!found) throw new Error(`unknown network ${network}`)
  return found
}

/** Builds a table with one entry for each network. */
export const perNetwork = <Value>(valueFor: (network: Network) => Value): Readonly<Record<Network, Value>> =>
  Object.fromEntries(NETWORKS.map((network) => [network, valueFor(network)])) as Record<Network, Value> // each is a key
