import { formatRate, formatUsdt } from '../domain/shared/money.js'
import {
  API_KEYS_PER_ENVIRONMENT,
  AUTHORIZATION_AGE_SECONDS,
  DELIVERY_RETENTION_MS,
  DESTINATION_DELAY_MS,
  DESTINATIONS_PER_ENVIRONMENT,
  IDEMPOTENCY_MS,
  LINK_ORDERS_PER_ADDRESS,
  LINK_SHARE_PERCENT,
  MERCHANT_RATE_FACTOR,
  METADATA_BYTES,
  METADATA_DEPTH,
  NEW_ADDRESSES_PER_LINK,
  NEW_API_KEYS_PER_HOUR,
  NEW_LINKS_PER_HOUR,
  ORDER_AMOUNT_ABOVE,
  ORDERS_PER_LINK,
  type Policy,
  REDELIVERIES_PER_HOUR,
  SECRET_OVERLAP_MS,
  STREAMS_PER_KEY,
  STREAMS_PER_SCOPE,
  STREAMS_PER_SUBJECT,
  TESTS_PER_HOUR,
  WEBHOOKS_PER_ENVIRONMENT,
} from '../domain/shared/policy.js'
import type { Environment, Network } from '../domain/shared/types.js'
import { NETWORKS } from '../networks/networks.js'
import { code, table } from './text.js'

/** The depth at which a payment on one network counts. */
export interface Confirmation {
  readonly environment: Environment
  readonly network: Network
  /** Counted with its own. A final block, which TRON calls solidified, cannot leave the chain. */
  readonly blocks: number | 'solidified' | 'final'
  readonly aboutMs: number
}

/** Settings of this server that merchants may know. */
export interface ServerLimits {
  readonly policy: Policy
  /** 0 means no limit, here and in the next field. */
  readonly requestsPerMinute: number
  readonly registrationsPerHour: number
  readonly webhookTimeoutMs: number
  /** Of each network that is not switched off. */
  readonly confirmations: readonly Confirmation[]
}

export function limitsTable(limits: ServerLimits): string {
  const { policy, requestsPerMinute, registrationsPerHour, confirmations } = limits
  const { appAmountMin, appAmountMax, refundMinimum } = policy
  return table(
    ['Limit', 'On this server'],
    [
      ['Requests per key', orNone(requestsPerMinute, 'a minute')],
      [
        'Requests of a merchant in an environment, with all its keys',
        orNone(MERCHANT_RATE_FACTOR * requestsPerMinute, 'a minute'),
      ],
      ['Registrations per address', orNone(registrationsPerHour, 'an hour')],
      ['Age of a signature, or how far ahead it may be', `${AUTHORIZATION_AGE_SECONDS} s`],
      [
        'Open event streams',
        [
          `${STREAMS_PER_SUBJECT} per order, ${STREAMS_PER_SUBJECT} of test deliveries per merchant`,
          `${STREAMS_PER_KEY} per key, ${STREAMS_PER_SCOPE} per merchant and environment`,
        ].join(', '),
      ],
      ['Amount of an on-chain order', `more than ${formatUsdt(ORDER_AMOUNT_ABOVE)} USDT`],
      ['Amount of an app-only order', `${formatUsdt(appAmountMin)} to ${formatUsdt(appAmountMax)} USDT`],
      ['Time to pay an order', durationOf(policy.orderExpiryMs)],
      ...confirmations.map(({ environment, network, blocks, aboutMs }) => [
        `Confirmation of a payment on ${network}, ${environment}`,
        `${blocksOf(blocks)}, ${aboutOf(aboutMs)}`,
      ]),
      ...payoutsOf(limits).map(({ network, fee, minimum }) => [
        `Withdrawal on ${network}`,
        `at least ${formatUsdt(minimum)} USDT; the fee is ${formatUsdt(fee)} USDT on top`,
      ]),
      ['Refund', `at least ${formatUsdt(refundMinimum)} USDT; the fee is that of a withdrawal`],
      ['Idempotency keys are remembered for', durationOf(IDEMPOTENCY_MS)],
      ['Both webhook secrets sign after a rotation for', durationOf(SECRET_OVERLAP_MS)],
      ['Deliveries are listed for', durationOf(DELIVERY_RETENTION_MS)],
      ['Active API keys', `${API_KEYS_PER_ENVIRONMENT} per environment`],
      [
        'New API keys per environment',
        orNone(requestsPerMinute === 0 ? 0 : NEW_API_KEYS_PER_HOUR, 'an hour'),
      ],
      [
        'New sign-in links to the dashboard per environment',
        orNone(requestsPerMinute === 0 ? 0 : NEW_LINKS_PER_HOUR, 'an hour'),
      ],
      [
        'Unfinished orders of payment links',
        `${LINK_SHARE_PERCENT} % of a merchant's, ${ORDERS_PER_LINK} per link, ${LINK_ORDERS_PER_ADDRESS} per link and address of a payer`,
      ],
      ['New blockchain addresses of a payment link', `${NEW_ADDRESSES_PER_LINK} a day`],
      ['Withdrawal destinations', `${DESTINATIONS_PER_ENVIRONMENT} per environment`],
      ['A new destination is usable after', durationOf(DESTINATION_DELAY_MS)],
      ['Webhook endpoints', `${WEBHOOKS_PER_ENVIRONMENT} per environment`],
      [
        'Samples and redeliveries on demand',
        `${TESTS_PER_HOUR} and ${REDELIVERIES_PER_HOUR} an hour per endpoint, ten times as many for all of an environment`,
      ],
      [
        'Metadata',
        `${METADATA_BYTES / 1_024} KiB as JSON, ${METADATA_DEPTH} levels, numbers within ±(2^53 − 1)`,
      ],
    ],
  )
}

/** Renders the minimum and the fee of payouts, by network. */
export function payoutTable(limits: ServerLimits): string {
  const { refundMinimum } = limits.policy
  const rows = payoutsOf(limits).map(({ network, fee, minimum }) => [
    network,
    `${formatUsdt(fee)} USDT`,
    `${formatUsdt(minimum)} USDT`,
    `${formatUsdt(refundMinimum)} USDT`,
  ])
  return table(['Network', 'Fee of a payout or a refund', 'Smallest payout', 'Smallest refund'], rows)
}

/** The minimum and the fee on each network that is not switched off. */
const payoutsOf = ({ policy, confirmations }: ServerLimits) =>
  NETWORKS.filter((network) => confirmations.some((each) => each.network === network)).map((network) => ({
    network,
    ...policy.withdrawals[network],
  }))

/** Renders how long a payment takes until it counts, by network. */
export function confirmationTable({ confirmations }: ServerLimits): string {
  const rows = confirmations.map(({ environment, network, blocks, aboutMs }) => [
    `${network}, ${environment}`,
    `${blocksOf(blocks)}, ${aboutOf(aboutMs)}`,
  ])
  return table(['Network', 'A payment counts'], rows)
}

const blocksOf = (blocks: Confirmation['blocks']): string =>
  blocks === 'solidified'
    ? 'once its block is solidified'
    : blocks === 'final'
      ? 'once its block is final'
      : `after ${blocks} ${blocks === 1 ? 'block' : 'blocks'}`

/** In minutes, or in seconds below one. */
const aboutOf = (ms: number): string =>
  ms < MINUTE_MS
    ? `about ${durationOf(Math.ceil(ms / 1_000) * 1_000)}`
    : `about ${Math.ceil(ms / MINUTE_MS)} min`

/** Renders the fee rate of each merchant tier. */
export function tierTable({ policy }: ServerLimits): string {
  const rows = Object.entries(policy.feeRates).map(([tier, rate]) => [
    code(tier),
    `${code(formatRate(rate))} of new orders`,
  ])
  return table(['Value', 'Fee rate'], rows)
}

/** Renders the schedule of a delivery's attempts. */
export function retrySchedule({ policy, webhookTimeoutMs }: ServerLimits): string {
  let total = 0
  const rows = policy.webhookRetryDelaysMs.map((delay, index) => {
    total += delay
    return [`${index + 1}`, delay === 0 ? 'at once' : durationOf(delay), durationOf(total)]
  })
  return `${table(['Attempt', 'After the one before', 'After the event, at least'], rows)}

An attempt succeeds with a 2xx response within ${durationOf(webhookTimeoutMs)}. After attempt ${rows.length} the delivery is \`FAILED\`.`
}

const orNone = (count: number, per: string): string => (count === 0 ? 'no limit' : `${count} ${per}`)

const MINUTE_MS = 60_000

const UNITS = [
  ['day', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
  ['ms', 1],
] as const

/** Formats a duration: `9360000` → `2 h 36 min`. Days are used from two days on. */
function durationOf(ms: number): string {
  if (ms === 0) return '0 s'
  let rest = ms
  const parts = UNITS.flatMap(([unit, size]) => {
    if (unit === 'day' && ms % size !== 0) return []
    const count = Math.floor(rest / size)
    if (count === 0 || (unit === 'day' && count === 1)) return []
    rest -= count * size
    return [unit === 'day' ? `${count} days` : `${count} ${unit}`]
  })
  return parts.join(' ')
}
