import { USDT } from './plans.js'

const HOUR_S = 3_600

/** The limits that the operator has set. Amounts in 1e-6 USDT. */
export const LIMITS = {
  /** The largest payout without review, fee included. */
  payout: 1_000n * USDT,
  /** The largest payout that one person approves, fee included. */
  approvalByOne: 1_800n * USDT,
  /** The most that a merchant pays out in a day without review, fees included. */
  day: 3_000n * USDT,
  /** The most that a merchant refunds in a day without review, fees included. */
  refunds: 40n * USDT,
  /** The most that the hot wallet of a network signs in a day, without fees. */
  wallet: 2_000n * USDT,
  /** How long an address rests between two orders, s. */
  coolDownS: 2 * HOUR_S,
  /** The delay before each attempt of a webhook, s. */
  retryDelaysS: [0, 10, 60, 300, 1_200, 3_600],
} as const

/** Returns the settings of the server that have these limits. */
export const limitSettings = (): Record<string, string> => ({
  MERCHANTPAY_WEBHOOK_RETRY_DELAYS: LIMITS.retryDelaysS.join(','),
  MERCHANTPAY_ADDRESS_COOLDOWN_SECONDS: `${LIMITS.coolDownS}`,
  MERCHANTPAY_WITHDRAWAL_AUTO_LIMIT: `${LIMITS.payout / USDT}`,
  MERCHANTPAY_APPROVAL_BY_TWO_ABOVE: `${LIMITS.approvalByOne / USDT}`,
  MERCHANTPAY_WITHDRAWAL_DAILY_LIMIT: `${LIMITS.day / USDT}`,
  MERCHANTPAY_REFUND_DAILY_LIMIT: `${LIMITS.refunds / USDT}`,
  ...walletSettings(`${LIMITS.wallet / USDT}`),
})

/** Returns the settings of a daily limit of each hot wallet; an empty text takes it back. */
const walletSettings = (limit: string): Record<string, string> => ({
  MERCHANTPAY_TEST_ERC20_WALLET_DAILY_LIMIT: limit,
  MERCHANTPAY_TEST_TRC20_WALLET_DAILY_LIMIT: limit,
  MERCHANTPAY_TEST_BEP20_WALLET_DAILY_LIMIT: limit,
})

/** The settings of the end: no daily limit of a hot wallet, and room for the replacement of a payment at the limit of its fee. */
export const lastSettings = (): Record<string, string> => ({
  ...walletSettings(''),
  MERCHANTPAY_TEST_ERC20_MAX_FEE_GWEI: '200',
  MERCHANTPAY_TEST_BEP20_MAX_FEE_GWEI: '200',
})
