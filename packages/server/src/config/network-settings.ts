import { DESCRIPTIONS } from '../networks/descriptions.js'
import type { NetworkDescription } from '../networks/network-description.js'
import type { Network } from '../networks/networks.js'
import { commonRows, type Env, NODE_SETTINGS, placeOf } from './node-settings.js'
import { amount, amountOrZero, explorerLink, oneOf, onOff, type Setting } from './setting-values.js'

/** `TRC20` as the end of a field of the config: `Trc20`. */
type Suffix<Name extends string> = Capitalize<Lowercase<Name>>
export const suffixOf = <Name extends string>(name: Name): Suffix<Name> =>
  `${name.charAt(0)}${name.slice(1).toLowerCase()}` as Suffix<Name> // a name begins with a capital

/** The end of a network's fields. */
export type NetworkField = `${'live' | 'test'}${Suffix<Network>}`

/** Returns what the fields of a network begin with, such as `liveTrc20`. */
export const fieldOf = (environment: 'live' | 'test', network: Network): NetworkField =>
  `${environment}${suffixOf(network)}`

type Rows<Name extends Network> = ReturnType<(typeof NODE_SETTINGS)[Name]['rows']>
type Prefixed<Prefix extends string, Table> = {
  [Name in keyof Table & string as `${Prefix}${Capitalize<Name>}`]: Table[Name]
}
type NodeRows = {
  [Name in Network]: Prefixed<`${'live' | 'test'}${Suffix<Name>}`, Rows<Name>>
}
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

type Ended<Prefix extends string, Row> = { [Name in Network as `${Prefix}${Suffix<Name>}`]: Row }

/** Builds one field for each network. */
const forEach = <Prefix extends string, Row>(
  prefix: Prefix,
  rowOf: (network: (typeof DESCRIPTIONS)[number]) => Row,
): Ended<Prefix, Row> =>
  Object.fromEntries(
    DESCRIPTIONS.map((network) => [`${prefix}${suffixOf(network.name)}`, rowOf(network)]),
  ) as Ended<Prefix, Row> // the keys are built as the type states

/** Mode, nodes, token and limits of each network, and the explorer. */
export const NETWORK_SETTINGS = {
  ...forEach('test', modeRow('TEST', oneOf('sandbox', 'rpc', 'off'))),
  ...forEach('live', modeRow('LIVE', liveMode)),
  ...nodeRows(),
  hasDefaultNodeLimits: {
    name: 'MERCHANTPAY_NODE_DEFAULT_LIMITS',
    default: 'on',
    meaning:
      '`off` for nodes at a provider with a paid plan: their calls are then limited only where a setting of the node says so.',
    parse: onOff,
  } satisfies Setting<boolean>,
  ...forEach('explorer', ({ name, defaults }) => ({
    name: `MERCHANTPAY_EXPLORER_${name}`,
    default: defaults.explorer,
    meaning: `Block explorer for live transactions on ${name}; \`{tx}\` stands for the hash.`,
    parse: explorerLink,
  })),
} as const

/** Fee and minimum of withdrawals on each network. */
export const WITHDRAWAL_SETTINGS = {
  ...forEach('withdrawalFee', ({ name, defaults }) => ({
    name: `MERCHANTPAY_WITHDRAWAL_FEE_${name}`,
    default: defaults.withdrawalFee,
    meaning: `Fee of a withdrawal on ${name}, USDT, on top of its amount; 0 = no fee.`,
    parse: amountOrZero,
  })),
  ...forEach('withdrawalMin', ({ name, defaults }) => ({
    name: `MERCHANTPAY_WITHDRAWAL_MIN_${name}`,
    default: defaults.withdrawalMinimum,
    meaning: `Smallest withdrawal on ${name}, USDT, inclusive.`,
    parse: amount,
  })),
} as const

function nodeRows(): Intersection<NodeRows[Network]> {
  const networks = [...DESCRIPTIONS].sort((a, b) => (a.name < b.name ? -1 : 1))
  const fields = (['LIVE', 'TEST'] as const).flatMap((env) =>
    networks.flatMap((network) => {
      const settings: Partial<typeof NODE_SETTINGS>[Network] = NODE_SETTINGS[network.name]
      if (!settings) throw new Error(`config/node-settings.ts has no row of ${network.name}`)
      const rows = settings.rows(env, commonRows(env, network))
      const prefix = fieldOf(env === 'LIVE' ? 'live' : 'test', network.name)
      return Object.entries(rows).map(([name, row]) => [
        `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`,
        row,
      ])
    }),
  )
  return Object.fromEntries(fields) as Intersection<NodeRows[Network]> // the keys are built as the type states
}

function modeRow<Mode extends string>(env: Env, parse: (value: string) => Mode) {
  const choices = env === 'LIVE' ? '`rpc` or `off`' : '`sandbox`, `rpc` or `off`'
  return ({ name, defaults }: NetworkDescription) =>
    ({
      name: `MERCHANTPAY_${env}_${name}`,
      default: env === 'LIVE' ? 'off' : defaults.testMode,
      meaning: `${name} in ${placeOf(env)}: ${choices}.`,
      parse,
    }) satisfies Setting<Mode>
}

function liveMode(value: string): 'rpc' | 'off' {
  if (value === 'sandbox') throw new Error('the sandbox moves no real tokens; expected one of rpc, off')
  return oneOf('rpc', 'off')(value)
}
