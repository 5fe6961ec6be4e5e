import type { Usdt } from '../domain/shared/money.js'
import { BEP20 } from '../networks/bep20.js'
import { ERC20 } from '../networks/erc20.js'
import type { NetworkDescription } from '../networks/network-description.js'
import type { Network } from '../networks/networks.js'
import {
  amount,
  type Configured,
  coins,
  hookSecret,
  hookUrl,
  integer,
  matching,
  nanoCoins,
  nodeUrl,
  nodeUrls,
  type Setting,
  text,
} from './setting-values.js'

export type Env = 'LIVE' | 'TEST'

/** Limits of the payments of a network, as configured. */
export interface PaymentLimits {
  /** Blocks that a payment needs, its own included; 1 where only final blocks count. */
  readonly confirmations: number
  /** Maximum fee, in the unit of the network's setting. */
  readonly maxFee: number
  /** Maximum cost of a withdrawal, 1e-9 of a coin. Absent where the maximum fee is that already. */
  readonly maxCost?: bigint
}

/** The settings of a network that nodes serve, for one environment. */
interface NodeSettings<Rows> {
  rows(env: Env, common: ReturnType<typeof commonRows>): Rows
  limits(values: { readonly [Name in keyof Rows]: Configured<Rows[Name]> }): PaymentLimits
}

/** Settings of a network whose gas has a price of its own. */
const gasRows = (
  env: Env,
  { name: network, coin }: NetworkDescription,
  defaults: { readonly gwei: string; readonly most: string },
) => ({
  maxFeeGwei: {
    name: `MERCHANTPAY_${env}_${network}_MAX_FEE_GWEI`,
    default: defaults.gwei,
    meaning: `Highest gas price of a withdrawal on ${network} in ${placeOf(env)}, gwei.`,
    parse: integer(1, 100_000),
  } satisfies Setting<number>,
  maxFeePerWithdrawal: {
    name: `MERCHANTPAY_${env}_${network}_MAX_FEE_PER_WITHDRAWAL`,
    default: defaults.most,
    meaning: `Most that a withdrawal on ${network} in ${placeOf(env)} may cost, over all its signed versions, ${coin}.`,
    parse: nanoCoins,
  } satisfies Setting<bigint>,
})

const gasLimits = (values: { readonly maxFeeGwei: number; readonly maxFeePerWithdrawal: bigint }) => ({
  maxFee: values.maxFeeGwei,
  maxCost: values.maxFeePerWithdrawal,
})

const settingsOf = <Rows>(settings: NodeSettings<Rows>): NodeSettings<Rows> => settings

/** The settings of each network. Their order is that of the documentation. */
export const NODE_SETTINGS = {
  BEP20: settingsOf({
    rows: (env, common) => ({
      ...common,
      ...gasRows(env, BEP20, { gwei: '5', most: '0.005' }),
    }),
    // Only final blocks are read.
    limits: (values) => ({ confirmations: 1, ...gasLimits(values) }),
  }),
  ERC20: settingsOf({
    rows: (env, common) => ({
      ...common,
      confirmations: {
        name: `MERCHANTPAY_${env}_ERC20_CONFIRMATIONS`,
        default: '12',
        meaning: `Blocks that a payment on ERC20 in ${placeOf(env)} needs, its own included; for new orders.`,
        parse: integer(1, 200),
      } satisfies Setting<number>,
      ...gasRows(env, ERC20, { gwei: '100', most: '0.02' }),
    }),
    limits: ({ confirmations, ...values }) => ({ confirmations, ...gasLimits(values) }),
  }),
  TRC20: settingsOf({
    rows: (env, common) => ({
      ...common,
      feeLimitTrx: {
        name: `MERCHANTPAY_${env}_TRC20_FEE_LIMIT_TRX`,
        default: '50',
        meaning: `Fee limit of a withdrawal on TRC20 in ${placeOf(env)}, TRX.`,
        parse: integer(1, 100_000),
      } satisfies Setting<number>,
    }),
    // Solidified blocks are final.
    limits: ({ feeLimitTrx }) => ({ confirmations: 1, maxFee: feeLimitTrx }),
  }),
} as const satisfies Readonly<Record<Network, unknown>>

/** Settings that every network has in an environment. */
export function commonRows(env: Env, description: NetworkDescription) {
  const { name: network, chains, coin } = description
  const { chainId, token } = chains[env === 'LIVE' ? 'live' : 'test']
  const elsewhere = env === 'LIVE' ? [] : chains.others
  const defaults = elsewhere.map((other) => `; on ${other.name} its default is \`${other.token}\``)
  return {
    ...nodeRows(`MERCHANTPAY_${env}_${network}_NODE_<n>`, `${network} in ${placeOf(env)}`, description),
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
      meaning: `File with the key of the hot wallet on ${network} in ${placeOf(env)}, 32 bytes in hex, mode 0600. Without it, and without a remote signer, withdrawals wait for review.`,
      parse: text,
    } satisfies Setting<string>,
    signerUrl: {
      name: `MERCHANTPAY_${env}_${network}_SIGNER_URL`,
      meaning: `Your own service that has the key of the hot wallet on ${network} in ${placeOf(env)} and signs each transaction, in place of the file.`,
      isSecret: true,
      parse: hookUrl,
    } satisfies Setting<string>,
    signerSecret: {
      name: `MERCHANTPAY_${env}_${network}_SIGNER_SECRET`,
      meaning: 'Secret that signs the calls to that service, like webhooks.',
      isSecret: true,
      parse: hookSecret,
    } satisfies Setting<string>,
    signerAddress: {
      name: `MERCHANTPAY_${env}_${network}_SIGNER_ADDRESS`,
      meaning: 'Address of the hot wallet whose key that service has.',
      parse: text,
    } satisfies Setting<string>,
    walletDailyLimit: {
      name: `MERCHANTPAY_${env}_${network}_WALLET_DAILY_LIMIT`,
      meaning: `Largest sum that the hot wallet on ${network} in ${placeOf(env)} signs in a day (UTC) for all merchants together, USDT; what is above it waits. When unset: unlimited.`,
      parse: amount,
    } satisfies Setting<Usdt>,
    hotMin: {
      name: `MERCHANTPAY_${env}_${network}_HOT_MIN`,
      meaning: `With less USDT than this the hot wallet on ${network} in ${placeOf(env)} is an item of attention.`,
      parse: amount,
    } satisfies Setting<Usdt>,
    coinsMin: {
      name: `MERCHANTPAY_${env}_${network}_COINS_MIN`,
      meaning: `With less ${coin} than this the hot wallet on ${network} in ${placeOf(env)} is an item of attention.`,
      parse: coins,
    } satisfies Setting<number>,
    sweepCold: {
      name: `MERCHANTPAY_${env}_${network}_SWEEP_COLD`,
      meaning: `Address that \`sweeps\` may bring payments on ${network} in ${placeOf(env)} to, besides the hot wallet: a wallet whose key is offline.`,
      parse: text,
    } satisfies Setting<string>,
  }
}

/** Settings of each node of a network: key and limits belong to the node. */
function nodeRows(prefix: string, network: string, { defaults: usual, hasSecondUrl }: NetworkDescription) {
  const bar = ' A bar between two URLs names a second one of the same node, for solidified blocks.'
  const unset = (limit: number) =>
    `0 = unlimited. When unset: ${limit} for a host that is neither loopback nor private, unless \`MERCHANTPAY_NODE_DEFAULT_LIMITS\` is off; else unlimited.`
  return {
    nodeUrl: {
      name: `${prefix}_URL`,
      meaning: `URL of node n of ${network}; node 1 is preferred.${hasSecondUrl ? bar : ''}`,
      isSecret: true,
      isNumbered: true,
      parse: hasSecondUrl ? nodeUrls : nodeUrl,
    } satisfies Setting<string>,
    nodeKey: {
      name: `${prefix}_KEY`,
      meaning: `Key for node n of ${network}, sent in a header to the host of its URL and nowhere else.`,
      isSecret: true,
      isNumbered: true,
      parse: matching(/^[!-~](?:[ -~]{0,510}[!-~])?$/, 'printable characters'),
    } satisfies Setting<string>,
    nodeKeyHeader: {
      name: `${prefix}_KEY_HEADER`,
      meaning: `Header of that key; \`${usual.keyHeader}\` when unset.`,
      isNumbered: true,
      parse: matching(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'the name of a header'),
    } satisfies Setting<string>,
    nodeCallsPerDay: {
      name: `${prefix}_CALLS_PER_DAY`,
      meaning: `Calls to node n of ${network} in a day (UTC); ${unset(usual.callsPerDay)}`,
      isNumbered: true,
      parse: integer(0, 100_000_000),
    } satisfies Setting<number>,
    nodeCallsPerSecond: {
      name: `${prefix}_CALLS_PER_SECOND`,
      meaning: `Calls to node n of ${network} in a second, each call of a batch counted; ${unset(usual.callsPerSecond)}`,
      isNumbered: true,
      parse: integer(0, 10_000),
    } satisfies Setting<number>,
  }
}

export const placeOf = (env: Env): string =>
  env === 'LIVE' ? 'the live environment' : 'the test environment'

function chainNumber(value: string): number {
  const number = /^[1-9][0-9]{0,15}$/.test(value) ? Number(value) : Number.NaN
  if (!Number.isSafeInteger(number)) throw new Error('expected a chain id, a whole number above 0')
  return number
}
