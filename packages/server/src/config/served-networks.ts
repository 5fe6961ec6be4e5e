import { ENVIRONMENTS } from '../domain/shared/types.js'
import { isPublicHost } from '../domain/webhooks/webhook-target.js'
import { descriptionOf, NETWORKS as NAMES } from '../networks/networks.js'
import { readAddress, readDestination } from '../networks/spellings.js'
import { fieldOf } from './network-settings.js'
import { NODE_SETTINGS, type PaymentLimits } from './node-settings.js'
import type { Config } from './settings.js'

/** A node as configured. */
interface NodeAccess {
  readonly url: string
  readonly key: { readonly header: string; readonly value: string } | undefined
  /** 0 for no limit. */
  readonly callsPerDay: number
  readonly callsPerSecond: number
}

const UNLIMITED = { callsPerDay: 0, callsPerSecond: 0 }

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

/** Returns the nodes of a network, the preferred one first, each with its key and limits. */
export function nodesOf(config: Config, { network, field }: ServedNetwork): NodeAccess[] {
  const { keyHeader, ...freePlan } = descriptionOf(network).defaults
  return config[`${field}NodeUrl`].flatMap((url, at) => {
    if (url === undefined) return []
    const usual = config.hasDefaultNodeLimits && isAtProvider(url) ? freePlan : UNLIMITED
    const key = config[`${field}NodeKey`][at]
    return [
      {
        url,
        key:
          key === undefined
            ? undefined
            : { header: config[`${field}NodeKeyHeader`][at] ?? keyHeader, value: key },
        callsPerDay: config[`${field}NodeCallsPerDay`][at] ?? usual.callsPerDay,
        callsPerSecond: config[`${field}NodeCallsPerSecond`][at] ?? usual.callsPerSecond,
      },
    ]
  })
}

/** Returns the limits of the payments of a network. */
export function paymentLimitsOf(config: Config, { network, field }: ServedNetwork): PaymentLimits {
  const values = Object.entries(config).flatMap(([name, value]) =>
    name.startsWith(field) && name !== field
      ? [[`${name.charAt(field.length).toLowerCase()}${name.slice(field.length + 1)}`, value]]
      : [],
  )
  const { limits }: { limits: (values: never) => PaymentLimits } = NODE_SETTINGS[network]
  return limits(Object.fromEntries(values) as never) // the fields of this network
}

/** Returns the confirmations that a payment needs on a network; 1 in a sandbox. */
export function confirmationsOf(
  config: Config,
  id: { readonly environment: string; readonly network: string },
): number {
  const served = NETWORKS.find(
    ({ environment, network }) => environment === id.environment && network === id.network,
  )
  return served && config[served.field] === 'rpc' ? paymentLimitsOf(config, served).confirmations : 1
}

function networkFaults(config: Config, served: ServedNetwork): string[] {
  const { field, name } = served
  const urls = config[`${field}NodeUrl`]
  const required = [
    [`${name}_NODE_1_URL`, urls.find((url) => url !== undefined)],
    [`${name}_TOKEN`, config[`${field}Token`]],
    [`${name}_XPUB`, config[`${field}Xpub`]],
  ] as const
  const missing = required.filter(([, value]) => value === undefined)
  const cold = config[`${field}SweepCold`]
  const isColdWrong = cold !== undefined && readDestination(served.network, cold) === undefined
  return [
    ...missing.map(([row]) => `${row}: required while ${name} is rpc`),
    ...(isColdWrong
      ? [`${name}_SWEEP_COLD: not an address of ${served.network} that a key can spend from`]
      : []),
    ...urls.flatMap((_, at) => nodeFaults(config, served, at)),
    ...signerFaults(config, served),
  ]
}

/** The settings of a hot wallet are a file with its key, or a service with its secret and its address. */
function signerFaults(config: Config, { field, name, network }: ServedNetwork): string[] {
  const url = config[`${field}SignerUrl`]
  const address = config[`${field}SignerAddress`]
  const others = [
    ['SECRET', config[`${field}SignerSecret`]],
    ['ADDRESS', address],
  ] as const
  if (url === undefined) {
    const without = others.filter(([, value]) => value !== undefined)
    return without.map(([row]) => `${name}_SIGNER_${row}: there is no ${name}_SIGNER_URL`)
  }
  const missing = others.filter(([, value]) => value === undefined)
  return [
    ...(config[`${field}SignerKeyFile`] === undefined
      ? []
      : [`${name}_SIGNER_KEY_FILE and ${name}_SIGNER_URL: set one of them`]),
    ...missing.map(([row]) => `${name}_SIGNER_${row}: required while ${name}_SIGNER_URL is set`),
    ...(address !== undefined && readAddress(network, address) === undefined
      ? [`${name}_SIGNER_ADDRESS: not an address of ${network}`]
      : []),
  ]
}

function nodeFaults(config: Config, { field, name, environment }: ServedNetwork, at: number): string[] {
  const node = `${name}_NODE_${at + 1}`
  const url = config[`${field}NodeUrl`][at]
  if (url === undefined) {
    const set = [
      ['KEY', config[`${field}NodeKey`][at]],
      ['KEY_HEADER', config[`${field}NodeKeyHeader`][at]],
      ['CALLS_PER_DAY', config[`${field}NodeCallsPerDay`][at]],
      ['CALLS_PER_SECOND', config[`${field}NodeCallsPerSecond`][at]],
    ] as const
    const without = set.filter(([, value]) => value !== undefined)
    return without.map(([row]) => `${node}_${row}: there is no ${node}_URL`)
  }
  const isUnencrypted = environment === 'live' && url.split('|').some(isReadableByOthers)
  return isUnencrypted ? [`${node}_URL: expected https, or http to a host of your own network`] : []
}

/** Whether a node is not our own, by its address or name. */
const isAtProvider = (node: string): boolean => node.split('|').some((url) => isPublicHost(new URL(url)))

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
