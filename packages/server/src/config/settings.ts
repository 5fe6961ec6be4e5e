import type { IpBlock } from '@merchantpay/core/ip'
import type { Rate, Usdt } from '../domain/shared/money.js'
import type { Tier } from '../domain/shared/policy.js'
import { ADDRESS_SETTINGS } from './address-settings.js'
import { ALERT_SETTINGS } from './alert-settings.js'
import { MAIL_SETTINGS } from './mail-settings.js'
import { NETWORK_SETTINGS, WITHDRAWAL_SETTINGS } from './network-settings.js'
import { PROCESS_SETTINGS } from './process-settings.js'
import { RATE_SETTINGS } from './rate-settings.js'
import { SCREENING_SETTINGS } from './screening-settings.js'
import {
  amount,
  amountOrZero,
  blocks,
  type Configured,
  type Database,
  database,
  feeRates,
  flag,
  integer,
  key32,
  matching,
  oneOf,
  onOff,
  postgresUrl,
  publicUrl,
  retryDelays,
  type Setting,
  text,
} from './setting-values.js'
import { TELEGRAM_SETTINGS } from './telegram-settings.js'
import { VISITOR_SETTINGS } from './visitor-settings.js'

/**
 * The settings of the server. Parsing, `--help`, `.env.example`, `docs/settings.md` and its JSON Schema derive from
 * this table.
 */
export const SETTINGS = {
  host: {
    name: 'MERCHANTPAY_HOST',
    default: '127.0.0.1',
    meaning: 'Address to listen on.',
    parse: text,
  } satisfies Setting<string>,
  port: {
    name: 'MERCHANTPAY_PORT',
    default: '8080',
    meaning: 'Port to listen on; 0 picks a free one. The first log line carries the URL.',
    parse: integer(0, 65_535),
  } satisfies Setting<number>,
  publicUrl: {
    name: 'MERCHANTPAY_PUBLIC_URL',
    meaning:
      'Base of `payment_url`; `http://<host>:<port>` when unset. A path prefix works and is not stripped; `/healthz` and `/readyz` answer without it too.',
    parse: publicUrl,
  } satisfies Setting<string>,
  database: {
    name: 'MERCHANTPAY_DATABASE_URL',
    default: 'file:./data/merchantpay.db',
    meaning:
      'The database: `file:` and the path of a SQLite file, or `postgres://user:password@host/database`.',
    isSecret: true,
    parse: database,
  } satisfies Setting<Database>,
  databaseRead: {
    name: 'MERCHANTPAY_DATABASE_READ_URL',
    meaning:
      'A standby of the PostgreSQL database, for exports, statements and lists of the console, which may lack the last 5 s. While it lags more or does not answer, they are read from the database itself.',
    isSecret: true,
    parse: postgresUrl,
  } satisfies Setting<string>,
  databaseReaders: {
    name: 'MERCHANTPAY_DATABASE_READERS',
    default: '4',
    meaning:
      'Connections to PostgreSQL for transactions that only read, and as many to its standby. SQLite ignores it.',
    parse: integer(1, 100),
  } satisfies Setting<number>,
  databaseWriters: {
    name: 'MERCHANTPAY_DATABASE_WRITERS',
    default: '6',
    meaning: 'Connections to PostgreSQL for transactions that write. SQLite ignores it.',
    parse: integer(1, 100),
  } satisfies Setting<number>,
  isSqliteReplicated: {
    name: 'MERCHANTPAY_SQLITE_REPLICATED',
    default: '0',
    meaning:
      '`1` leaves every checkpoint of the SQLite file to Litestream, which must run: without it the WAL grows without limit. `0`: the server itself empties the WAL.',
    parse: flag,
  } satisfies Setting<boolean>,
  masterKey: {
    name: 'MERCHANTPAY_MASTER_KEY',
    meaning:
      '32 bytes in base64; encrypts secrets at rest. Generated beside a SQLite file when unset; PostgreSQL requires it.',
    isSecret: true,
    parse: key32,
  } satisfies Setting<Buffer>,
  masterKeyPrevious: {
    name: 'MERCHANTPAY_MASTER_KEY_PREVIOUS',
    meaning:
      'The master key that is being replaced: still opens its secrets until `keys rotate-master` is done.',
    isSecret: true,
    parse: key32,
  } satisfies Setting<Buffer>,
  registration: {
    name: 'MERCHANTPAY_REGISTRATION',
    default: 'open',
    meaning: 'Registration of merchants: `open`, `token` (header `X-Registration-Token`) or `closed`.',
    parse: oneOf('open', 'token', 'closed'),
  } satisfies Setting<'open' | 'token' | 'closed'>,
  registrationToken: {
    name: 'MERCHANTPAY_REGISTRATION_TOKEN',
    meaning: 'The required value of `X-Registration-Token` where registration needs a token.',
    isSecret: true,
    parse: text,
  } satisfies Setting<string>,
  rateLimitPerMinute: {
    name: 'MERCHANTPAY_RATE_LIMIT_PER_MINUTE',
    default: '60',
    meaning:
      'Requests per key, failed authentications per address, and requests of an address for one checkout page. All keys of a merchant have ten times as many in an environment. 0 = unlimited, also for new keys.',
    parse: integer(0, 1_000_000),
  } satisfies Setting<number>,
  registrationsPerHour: {
    name: 'MERCHANTPAY_REGISTRATIONS_PER_HOUR',
    default: '5',
    meaning: 'Registrations per address and hour; 0 = unlimited.',
    parse: integer(0, 1_000_000),
  } satisfies Setting<number>,
  orderExpirySeconds: {
    name: 'MERCHANTPAY_ORDER_EXPIRY_SECONDS',
    default: '1800',
    meaning: 'How long a new order can be paid.',
    parse: integer(60, 604_800),
  } satisfies Setting<number>,
  appAmountMin: {
    name: 'MERCHANTPAY_APP_AMOUNT_MIN',
    default: '0.01',
    meaning: 'Smallest amount of a new app-only order, USDT, inclusive.',
    parse: amount,
  } satisfies Setting<Usdt>,
  appAmountMax: {
    name: 'MERCHANTPAY_APP_AMOUNT_MAX',
    default: '200000',
    meaning: 'Largest amount of a new app-only order, USDT, inclusive.',
    parse: amount,
  } satisfies Setting<Usdt>,
  appScheme: {
    name: 'MERCHANTPAY_APP_SCHEME',
    default: 'merchantpay',
    meaning: 'Scheme of `payment_uri`, registered by the client app.',
    parse: matching(/^[a-z][a-z0-9+.-]{0,31}$/, 'a URI scheme in lower case'),
  } satisfies Setting<string>,
  feeRates: {
    name: 'MERCHANTPAY_FEE_RATES',
    default: 'BASIC=0.01,STANDARD=0.008,PREMIUM=0.005',
    meaning: 'Fee rate of each tier, for new orders.',
    parse: feeRates,
  } satisfies Setting<Record<Tier, Rate>>,
  ledgerVerifyHour: {
    name: 'MERCHANTPAY_LEDGER_VERIFY_HOUR',
    default: '3',
    meaning: 'Hour of the day, UTC, in which the server proves the ledger every night.',
    parse: integer(0, 23),
  } satisfies Setting<number>,
  ...ADDRESS_SETTINGS,
  ...WITHDRAWAL_SETTINGS,
  refundMin: {
    name: 'MERCHANTPAY_REFUND_MIN',
    default: '1',
    meaning: 'Smallest refund of an order, USDT, inclusive.',
    parse: amount,
  } satisfies Setting<Usdt>,
  refundDailyLimit: {
    name: 'MERCHANTPAY_REFUND_DAILY_LIMIT',
    meaning:
      'Largest sum of a merchant’s refunds in a day (UTC) without review, fees included, USDT; 0 = all need review. When unset: the payments that the merchant received that day, with the fees of five refunds for each.',
    parse: amountOrZero,
  } satisfies Setting<Usdt>,
  withdrawalAutoLimit: {
    name: 'MERCHANTPAY_WITHDRAWAL_AUTO_LIMIT',
    default: '1000',
    meaning: 'Largest withdrawal that is sent without review, fee included, USDT; 0 = all need review.',
    parse: amountOrZero,
  } satisfies Setting<Usdt>,
  approvalByTwoAbove: {
    name: 'MERCHANTPAY_APPROVAL_BY_TWO_ABOVE',
    meaning:
      'Withdrawals above this amount, fee included, USDT, wait for the approval of two people, whatever the limit of automatic ones says; 0 = all do. When unset, one person is enough.',
    parse: amountOrZero,
  } satisfies Setting<Usdt>,
  withdrawalDailyLimit: {
    name: 'MERCHANTPAY_WITHDRAWAL_DAILY_LIMIT',
    default: '10000',
    meaning:
      'Largest sum that a merchant withdraws in a day (UTC) without review, fees included, USDT; 0 = all need review.',
    parse: amountOrZero,
  } satisfies Setting<Usdt>,
  withdrawalDestinations: {
    name: 'MERCHANTPAY_WITHDRAWAL_DESTINATIONS',
    default: 'required',
    meaning:
      '`required` reviews each live withdrawal to an address that has not been on the list of the merchant’s destinations for 24 hours; `optional` does not. The test environment is not affected.',
    parse: oneOf('required', 'optional'),
  } satisfies Setting<'required' | 'optional'>,
  withdrawalUnlistedLimit: {
    name: 'MERCHANTPAY_WITHDRAWAL_UNLISTED_LIMIT',
    default: '0',
    meaning:
      'Largest sum that a merchant withdraws in any 24 hours to such addresses without that review, fees included, USDT; 0 = all need review.',
    parse: amountOrZero,
  } satisfies Setting<Usdt>,
  operatorToken: {
    name: 'MERCHANTPAY_OPERATOR_TOKEN',
    meaning: 'Bearer token of the operator API, at least 32 characters. Without it that API answers 404.',
    isSecret: true,
    parse: matching(/^[!-~]{32,512}$/, '32 to 512 printable characters without spaces'),
  } satisfies Setting<string>,
  webhookTimeoutMs: {
    name: 'MERCHANTPAY_WEBHOOK_TIMEOUT_MS',
    default: '10000',
    meaning: 'Deadline of one webhook attempt, milliseconds.',
    parse: integer(100, 60_000),
  } satisfies Setting<number>,
  webhookRetryDelaysMs: {
    name: 'MERCHANTPAY_WEBHOOK_RETRY_DELAYS',
    default: '0,60,300,1800,7200,86400',
    meaning: 'Seconds before each of the six attempts, counted from the end of the previous one.',
    parse: retryDelays,
  } satisfies Setting<number[]>,
  webhookAllowPrivate: {
    name: 'MERCHANTPAY_WEBHOOK_ALLOW_PRIVATE',
    default: '',
    meaning: 'Comma-separated CIDR blocks that webhooks may reach besides public addresses.',
    parse: blocks,
  } satisfies Setting<IpBlock[]>,
  webhookCaFile: {
    name: 'MERCHANTPAY_WEBHOOK_CA_FILE',
    meaning: 'PEM file of CA certificates that are trusted for webhooks besides the public ones.',
    parse: text,
  } satisfies Setting<string>,
  ...NETWORK_SETTINGS,
  sandboxBlockMs: {
    name: 'MERCHANTPAY_SANDBOX_BLOCK_MS',
    default: '1000',
    meaning: 'Block time of the sandbox networks, milliseconds.',
    parse: integer(10, 3_600_000),
  } satisfies Setting<number>,
  isClockMovable: {
    name: 'MERCHANTPAY_MOVABLE_CLOCK',
    default: 'off',
    meaning:
      "`on` lets `POST /operator/v1/clock` move business time, for a developer's server: one SQLite file and sandbox networks only. `merchantpay dev` sets it.",
    parse: onOff,
  } satisfies Setting<boolean>,
  ...SCREENING_SETTINGS,
  ...RATE_SETTINGS,
  ...VISITOR_SETTINGS,
  ...PROCESS_SETTINGS,
  ...ALERT_SETTINGS,
  ...MAIL_SETTINGS,
  ...TELEGRAM_SETTINGS,
  metricsPort: {
    name: 'MERCHANTPAY_METRICS_PORT',
    meaning:
      'Port for Prometheus, on the address of `MERCHANTPAY_HOST`: `GET /metrics`; 0 picks a free one. Off when unset.',
    parse: integer(0, 65_535),
  } satisfies Setting<number>,
  logLevel: {
    name: 'MERCHANTPAY_LOG_LEVEL',
    default: 'info',
    meaning: 'Lowest logged level: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
    parse: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  } satisfies Setting<string>,
} as const

type Settings = typeof SETTINGS
export type Config = { readonly [Name in keyof Settings]: Configured<Settings[Name]> }
