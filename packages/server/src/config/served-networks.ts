import { NILE, SHASTA } from '../chain/networks.js'
import { isPublicHost } from '../domain/webhooks/webhook-target.js'
import type { Config } from './settings.js'

const PAIRS = [
  ['live', 'TRC20'],
  ['live', 'ERC20'],
  ['test', 'TRC20'],
  ['test', 'ERC20'],
] as const

/** Every network, with the prefixes of its config fields and of its settings. */
export const NETWORKS = PAIRS.map(([environment, network]) => ({
  environment,
  network,
  field: `${environment}${network === 'ERC20' ? 'Erc20' : 'Trc20'}` as const,
  name: `MERCHANTPAY_${environment === 'live' ? 'LIVE' : 'TEST'}_${network}`,
}))

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

/** Returns the token contract. On Shasta it replaces the default, Nile's contract, by Shasta's own. */
export function tokenOf(config: Config, { field }: ServedNetwork): string | undefined {
  const token = config[`${field}Token`]
  const isOnShasta = field === 'testTrc20' && config.testTrc20ChainId === SHASTA.chainId
  return isOnShasta && token === NILE.token ? SHASTA.token : token
}

function networkFaults(config: Config, { field, name, network, environment }: ServedNetwork): string[] {
  const urlsName = `${name}_${network === 'ERC20' ? 'RPC' : 'NODE'}_URLS`
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
