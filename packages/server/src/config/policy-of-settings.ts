import type { Policy } from '../domain/shared/policy.js'
import type { Config } from './settings.js'

/** Builds the policy from the operator's settings. */
export const policyOf = (config: Config): Policy => ({
  orderExpiryMs: config.orderExpirySeconds * 1_000,
  appAmountMin: config.appAmountMin,
  appAmountMax: config.appAmountMax,
  appScheme: config.appScheme,
  feeRates: config.feeRates,
  addressLimit: config.addressLimit,
  unfinishedOrderLimit: config.unfinishedOrderLimit,
  addressCooldownMs: config.addressCooldownSeconds * 1_000,
  withdrawals: {
    TRC20: { fee: config.withdrawalFeeTrc20, minimum: config.withdrawalMinTrc20 },
    ERC20: { fee: config.withdrawalFeeErc20, minimum: config.withdrawalMinErc20 },
  },
  refundMinimum: config.refundMin,
  refundDailyLimit: config.refundDailyLimit,
  withdrawalAutoLimit: config.withdrawalAutoLimit,
  withdrawalDailyLimit: config.withdrawalDailyLimit,
  withdrawalDestinations: config.withdrawalDestinations,
  withdrawalUnlistedLimit: config.withdrawalUnlistedLimit,
  hasSingleOperator: config.hasSingleOperator,
  webhookRetryDelaysMs: config.webhookRetryDelaysMs,
  webhookAllowPrivate: config.webhookAllowPrivate,
})
