import { hostOfUrl, isLoopback } from '../domain/shared/ip.js'
import { type Network, perNetwork } from '../networks/networks.js'
import { suffixOf } from './network-settings.js'
import type { Config } from './settings.js'

type Address = Pick<Config, 'publicUrl' | 'host'>

/** Returns the URL that commands print: the public one, or that of this machine. */
export const publicUrlOf = ({ publicUrl, host, port }: Address & Pick<Config, 'port'>): string =>
  publicUrl ?? `http://${hostOfUrl(host)}:${port}`

/** Returns the path of the public URL, before the paths of the contract and the pages: empty or `/like-this`. */
export const basePathOf = ({ publicUrl }: Pick<Config, 'publicUrl'>): string =>
  publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '')

/** Returns the block explorers of payments; `{tx}` stands for the hash. */
export const explorersOf = (config: Config): Readonly<Record<Network, string>> =>
  perNetwork((network) => config[`explorer${suffixOf(network)}`])

/** Whether browsers reach the server over HTTPS. */
export const isHttps = ({ publicUrl }: Pick<Config, 'publicUrl'>): boolean =>
  publicUrl !== undefined && new URL(publicUrl).protocol === 'https:'

/** Whether a cookie reaches the server over HTTPS, or never leaves the machine. */
export const isReachedPrivately = (config: Address): boolean => isHttps(config) || isLoopback(hostOf(config))

const hostOf = ({ publicUrl, host }: Address): string =>
  publicUrl === undefined ? host : new URL(publicUrl).hostname
