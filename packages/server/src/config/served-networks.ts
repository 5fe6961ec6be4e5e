import { ENVIRONMENTS } from '../domain/shared/types.js'
import { isPublicHost } from '../domain/webhooks/webhook-target.js'
import { descriptionOf, NETWORKS as NAMES } from '../networks/networks.js'
import { fieldOf } from './network-settings.js'
import { NODE_SETTINGS, type NodeLimits } from './node-settings.js'
import type { Config } from './settings.js'

/** Every network of both environments, with the prefixes of its config fields and of its settings. */
export const NETWORKS = ENVIRONMENTS.flatMap((environment) =>
  NAMES.map((network) => ({
    environment,
    network,
    field: fieldOf(environment, network),
    name: `MERCHANTPAY_${environment === 'live' ? 'LIVE' : 'TEST'}_${network}`,
  })),
)

/** Whether any network is a real one, followed through its nodes. */
export const servesNodes = (config: Config): boolean => NETWORKS.some(({ field }) => config[field] === 'rpc')

/** Returns the faults of network settings that are missing or conflict. */
export function chainFaults(config: Config): string[] {
  const served = NETWORKS.filter(({ field }) => config[field] === 'rpc')
  const isLive = served.some(({ environment }) => environment === 'live')
  return [
    ...served.flatMap((network) => networkFaults(config, network)),
    ...(isLive ? liveFaults(config) : []),
    ...(config.screeningUrl !== undefined && config.screeningSecret === undefined
      ? ['MERCHANTPAY_SCREENING_SECRET: required while MERCHANTPAY_SCREENING_URL is set']
      : []),
  ]
}

/** Returns the token contract. On a chain that shares the settings of another one, its own replaces the default. */
export function tokenOf(config: Config, { environment, network, field }: ServedNetwork): string | undefined {
  const token = config[`${field}Token`]
  const { chains } = descriptionOf(network)
  const own =
    environment === 'test' && chains.others.find((other) => other.chainId === config[`${field}ChainId`])
  return own && token === chains.test.token ? own.token : token
}

/** Returns the limits of the nodes and the payouts of a network. */
export function nodeLimitsOf(config: Config, { network, field }: ServedNetwork): NodeLimits {
  const values = Object.entries(config).flatMap(([name, value]) =>
    name.startsWith(field) && name !== field
      ? [[`${name.charAt(field.length).toLowerCase()}${name.slice(field.length + 1)}`, value]]
      : [],
  )
  const { limits }: { limits: (values: never) => NodeLimits } = NODE_SETTINGS[network]
  return limits(Object.fromEntries(values) as never) // the fields of this network
}

function networkFaults(config: Config, { field, name, network, environment }: ServedNetwork): string[] {
  const urlsName = `${name}_${NODE_SETTINGS[network].urls}`
  const urls = config[`${field}Urls`]
  const required = [
    [urlsName, urls],
    [`${name}_TOKEN`, config[`${field}Token`]],
    [`${name}_XPUB`, config[`${field}Xpub`]],
  ] as const
  const missing = required.filter(([, value]) => value === undefined)
  const isUnencrypted =
    environment === 'live' && (urls ?? []).some((node) => node.split('|').some(isReadableByOthers))
  return [
    ...missing.map(([row]) => `${row}: required while ${name} is rpc`),
    ...(isUnencrypted ? [`${urlsName}: expected https, or http to a host of your own network`] : []),
  ]
}

export type ServedNetwork = (typeof NETWORKS)[number]

function liveFaults({ publicUrl, masterKey }: Config): string[] {
  return [
    ...(publicUrl?.startsWith('https:')
      ? []
      : ['MERCHANTPAY_PUBLIC_URL: expected an https URL while a live network is configured']),
    ...(masterKey === undefined
      ? ['MERCHANTPAY_MASTER_KEY: required while a live network is configured']
      : []),
  ]
}

/** Whether the URL is plain http to a public host. */
function isReadableByOthers(node: string): boolean {
  const url = new URL(node)
  return url.protocol === 'http:' && isPublicHost(url)
}
