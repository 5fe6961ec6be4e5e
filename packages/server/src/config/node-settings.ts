import type { NetworkDescription } from '../networks/network-description.js'
import type { Network } from '../networks/networks.js'
import { type Configured, integer, matching, nodeUrls, type Setting, text } from './setting-values.js'

export type Env = 'LIVE' | 'TEST'

/** Limits of the nodes and of the payouts of a network, as configured. */
export interface NodeLimits {
  /** Blocks that a payment needs, its own included; 1 where blocks are solidified. */
  readonly confirmations: number
  /** Calls to the nodes; 0 for no limit. */
  readonly callsPerDay: number
  readonly callsPerSecond: number
  readonly apiKey?: string | undefined
  /** Maximum cost of a withdrawal, in the unit of the network's setting. */
  readonly maxFee: number
}

/** The settings of a network that nodes serve, for one environment. */
interface NodeSettings<Rows> {
  /** The setting of its nodes, after the prefix of the network. */
  readonly urls: string
  rows(env: Env, common: ReturnType<typeof commonRows>): Rows
  limits(values: { readonly [Name in keyof Rows]: Configured<Rows[Name]> }): NodeLimits
}

/** The limits of TronGrid's free plan, with a reserve for a restart. */
const WITH_API_KEY = { callsPerDay: 90_000, callsPerSecond: 10 }
const UNLIMITED = { callsPerDay: 0, callsPerSecond: 0 }

const settingsOf = <Rows>(settings: NodeSettings<Rows>): NodeSettings<Rows> => settings

/** The settings of each network. Their order is that of the documentation. */
export const NODE_SETTINGS = {
  ERC20: settingsOf({
    urls: 'RPC_URLS',
    rows: (env, common) => ({
      urls: {
        name: `MERCHANTPAY_${env}_ERC20_RPC_URLS`,
        meaning: `JSON-RPC nodes of ERC20 in ${placeOf(env)}, separated by commas, the preferred one first.`,
        isSecret: true,
        parse: nodeUrls,
      } satisfies Setting<string[]>,
      ...common,
      confirmations: {
        name: `MERCHANTPAY_${env}_ERC20_CONFIRMATIONS`,
        default: '12',
        meaning: `Blocks that a payment on ERC20 in ${placeOf(env)} needs, its own included; for new orders.`,
        parse: integer(1, 200),
      } satisfies Setting<number>,
      maxFeeGwei: {
        name: `MERCHANTPAY_${env}_ERC20_MAX_FEE_GWEI`,
        default: '100',
        meaning: `Highest gas price of a withdrawal on ERC20 in ${placeOf(env)}, gwei.`,
        parse: integer(1, 100_000),
      } satisfies Setting<number>,
    }),
    limits: ({ confirmations, maxFeeGwei }) => ({ ...UNLIMITED, confirmations, maxFee: maxFeeGwei }),
  }),
  TRC20: settingsOf({
    urls: 'NODE_URLS',
    rows: (env, common) => ({
      urls: {
        name: `MERCHANTPAY_${env}_TRC20_NODE_URLS`,
        meaning: `HTTP nodes of TRC20 in ${placeOf(env)}, separated by commas, the preferred one first; a bar between two URLs names a second one for solidified blocks.`,
        isSecret: true,
        parse: nodeUrls,
      } satisfies Setting<string[]>,
      apiKey: {
        name: `MERCHANTPAY_${env}_TRC20_API_KEY`,
        meaning: `Key for the nodes of TRC20 in ${placeOf(env)}, sent as \`TRON-PRO-API-KEY\`.`,
        isSecret: true,
        parse: matching(/^[!-~]{1,512}$/, 'printable characters without spaces'),
      } satisfies Setting<string>,
      ...common,
      feeLimitTrx: {
        name: `MERCHANTPAY_${env}_TRC20_FEE_LIMIT_TRX`,
        default: '50',
        meaning: `Fee limit of a withdrawal on TRC20 in ${placeOf(env)}, TRX.`,
        parse: integer(1, 100_000),
      } satisfies Setting<number>,
      rpcCallsPerDay: {
        name: `MERCHANTPAY_${env}_TRC20_RPC_CALLS_PER_DAY`,
        meaning: `Calls a day to the nodes of TRC20 in ${placeOf(env)}; 0 = unlimited. When unset: 90000 with an API key, else unlimited.`,
        parse: integer(0, 100_000_000),
      } satisfies Setting<number>,
      callsPerSecond: {
        name: `MERCHANTPAY_${env}_TRC20_CALLS_PER_SECOND`,
        meaning: `Calls a second to the nodes of TRC20 in ${placeOf(env)}; 0 = unlimited. When unset: 10 with an API key, else unlimited.`,
        parse: integer(0, 10_000),
      } satisfies Setting<number>,
    }),
    limits({ apiKey, rpcCallsPerDay, callsPerSecond, feeLimitTrx }) {
      const usual = apiKey === undefined ? UNLIMITED : WITH_API_KEY
      return {
        apiKey,
        // Solidified blocks are final.
        confirmations: 1,
        callsPerDay: rpcCallsPerDay ?? usual.callsPerDay,
        callsPerSecond: callsPerSecond ?? usual.callsPerSecond,
        maxFee: feeLimitTrx,
      }
    },
  }),
} as const satisfies Readonly<Record<Network, unknown>>

/** Settings that every network has in an environment. */
export function commonRows(env: Env, { name: network, chains }: NetworkDescription) {
  const { chainId, token } = chains[env === 'LIVE' ? 'live' : 'test']
  const elsewhere = env === 'LIVE' ? [] : chains.others
  const defaults = elsewhere.map((other) => `; on ${other.name} its default is \`${other.token}\``)
  return {
    chainId: {
      name: `MERCHANTPAY_${env}_${network}_CHAIN_ID`,
      default: `${chainId}`,
      meaning: `Expected chain id of ${network} in ${placeOf(env)}; its nodes are asked for it at the start.`,
      parse: chainNumber,
    } satisfies Setting<number>,
    token: {
      name: `MERCHANTPAY_${env}_${network}_TOKEN`,
      ...(token === undefined ? {} : { default: token }),
      meaning: `Contract of USDT on ${network} in ${placeOf(env)}${defaults.join('')}.`,
      parse: text,
    } satisfies Setting<string>,
    xpub: {
      name: `MERCHANTPAY_${env}_${network}_XPUB`,
      meaning: `Extended public key of the wallet that receives on ${network} in ${placeOf(env)}: of an account, or of its change node 0.`,
      isSecret: true,
      parse: text,
    } satisfies Setting<string>,
    signerKeyFile: {
      name: `MERCHANTPAY_${env}_${network}_SIGNER_KEY_FILE`,
      meaning: `File with the key of the hot wallet on ${network} in ${placeOf(env)}, 32 bytes in hex, mode 0600. Without it withdrawals wait for review.`,
      parse: text,
    } satisfies Setting<string>,
  }
}

export const placeOf = (env: Env): string =>
  env === 'LIVE' ? 'the live environment' : 'the test environment'

function chainNumber(value: string): number {
  const number = /^[1-9][0-9]{0,15}$/.test(value) ? Number(value) : Number.NaN
  if (!Number.isSafeInteger(number)) throw new Error('expected a chain id, a whole number above 0')
  return number
}
