import { ETHEREUM, NILE, type PublicNetwork, SEPOLIA, SHASTA, TRON } from '../chain/networks.js'
import {
  explorerLink,
  hookSecret,
  hookUrl,
  integer,
  matching,
  nodeUrls,
  oneOf,
  type Setting,
  text,
} from './setting-values.js'

type Env = 'LIVE' | 'TEST'
type Prefixed<Prefix extends string, Rows> = {
  [Name in keyof Rows & string as `${Prefix}${Capitalize<Name>}`]: Rows[Name]
}

/** Settings that both networks have. */
const commonRows = (env: Env, network: 'ERC20' | 'TRC20', { chainId, token }: PublicNetwork) => ({
  chainId: {
    name: `MERCHANTPAY_${env}_${network}_CHAIN_ID`,
    default: `${chainId}`,
    meaning: `Expected chain id of ${network} in ${placeOf(env)}; its nodes are asked for it at the start.`,
    parse: chainNumber,
  } satisfies Setting<number>,
  token: {
    name: `MERCHANTPAY_${env}_${network}_TOKEN`,
    ...(token === undefined ? {} : { default: token }),
    meaning: `Contract of USDT on ${network} in ${placeOf(env)}${token === NILE.token ? `; on Shasta its default is \`${SHASTA.token}\`` : ''}.`,
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
})

const erc20Rows = (env: Env, defaults: PublicNetwork) => ({
  urls: {
    name: `MERCHANTPAY_${env}_ERC20_RPC_URLS`,
    meaning: `JSON-RPC nodes of ERC20 in ${placeOf(env)}, separated by commas, the preferred one first.`,
    isSecret: true,
    parse: nodeUrls,
  } satisfies Setting<string[]>,
  ...commonRows(env, 'ERC20', defaults),
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
})

const trc20Rows = (env: Env, defaults: PublicNetwork) => ({
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
  ...commonRows(env, 'TRC20', defaults),
  feeLimitTrx: {
    name: `MERCHANTPAY_${env}_TRC20_FEE_LIMIT_TRX`,
    default: '50',
    meaning: `Fee limit of a withdrawal on TRC20 in ${placeOf(env)}, TRX.`,
    parse: integer(1, 100_000),
  } satisfies Setting<number>,
  rpcCallsPerDay: {
    name: `MERCHANTPAY_${env}_TRC20_RPC_CALLS_PER_DAY`,
    meaning: `Calls a day to the nodes of TRC20 in ${placeOf(env)}, 0 for no limit; 90000 where there is an API key, else no limit.`,
    parse: integer(0, 100_000_000),
  } satisfies Setting<number>,
  callsPerSecond: {
    name: `MERCHANTPAY_${env}_TRC20_CALLS_PER_SECOND`,
    meaning: `Calls a second to the nodes of TRC20 in ${placeOf(env)}, 0 for no limit; 10 where there is an API key, else no limit.`,
    parse: integer(0, 10_000),
  } satisfies Setting<number>,
})

const explorerRow = (network: 'ERC20' | 'TRC20', defaultLink: string) =>
  ({
    name: `MERCHANTPAY_EXPLORER_${network}`,
    default: defaultLink,
    meaning: `Block explorer for live transactions on ${network}; \`{tx}\` stands for the hash.`,
    parse: explorerLink,
  }) satisfies Setting<string>

/** Mode, nodes, token and limits of each network. */
export const CHAIN_SETTINGS = {
  testTrc20: modeRow('TEST', 'TRC20', oneOf('sandbox', 'rpc', 'off')),
  testErc20: modeRow('TEST', 'ERC20', oneOf('sandbox', 'rpc', 'off')),
  liveTrc20: modeRow('LIVE', 'TRC20', liveMode),
  liveErc20: modeRow('LIVE', 'ERC20', liveMode),
  ...prefixed('liveErc20', erc20Rows('LIVE', ETHEREUM)),
  ...prefixed('liveTrc20', trc20Rows('LIVE', TRON)),
  ...prefixed('testErc20', erc20Rows('TEST', SEPOLIA)),
  ...prefixed('testTrc20', trc20Rows('TEST', NILE)),
  explorerTrc20: explorerRow('TRC20', 'https://tronscan.org/#/transaction/{tx}'),
  explorerErc20: explorerRow('ERC20', 'https://etherscan.io/tx/{tx}'),
} as const

/** The sources that screen payments and withdrawals. */
export const SCREENING_SETTINGS = {
  screeningDenylistFile: {
    name: 'MERCHANTPAY_SCREENING_DENYLIST_FILE',
    meaning: 'File of addresses whose payments need review, one a line; read again whenever it changes.',
    parse: text,
  } satisfies Setting<string>,
  screeningUrl: {
    name: 'MERCHANTPAY_SCREENING_URL',
    meaning: 'Your own service that screens each payment before it is credited.',
    isSecret: true,
    parse: hookUrl,
  } satisfies Setting<string>,
  screeningSecret: {
    name: 'MERCHANTPAY_SCREENING_SECRET',
    meaning: 'Secret that signs the calls to that service, like webhooks.',
    isSecret: true,
    parse: hookSecret,
  } satisfies Setting<string>,
} as const

function modeRow<Mode extends string>(env: Env, network: string, parse: (value: string) => Mode) {
  const defaultMode = env === 'LIVE' ? 'off' : 'sandbox'
  const choices = env === 'LIVE' ? '`rpc` or `off`' : '`sandbox`, `rpc` or `off`'
  return {
    name: `MERCHANTPAY_${env}_${network}`,
    default: defaultMode,
    meaning: `${network} in ${placeOf(env)}: ${choices}.`,
    parse,
  } satisfies Setting<Mode>
}

function liveMode(value: string): 'rpc' | 'off' {
  if (value === 'sandbox') throw new Error('the sandbox moves no real tokens; expected one of rpc, off')
  return oneOf('rpc', 'off')(value)
}

function placeOf(env: Env): string {
  return env === 'LIVE' ? 'the live environment' : 'the test environment'
}

function chainNumber(value: string): number {
  const number = /^[1-9][0-9]{0,15}$/.test(value) ? Number(value) : Number.NaN
  if (!Number.isSafeInteger(number)) throw new Error('expected a chain id, a whole number above 0')
  return number
}

function prefixed<const Prefix extends string, Rows extends object>(
  prefix: Prefix,
  rows: Rows,
): Prefixed<Prefix, Rows> {
  const renamed = Object.entries(rows).map(([name, row]) => [
    `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    row,
  ])
  return Object.fromEntries(renamed) as Prefixed<Prefix, Rows> // the keys are built as the type states
}
