import type { Policy } from '../domain/shared/policy.js'
import { perNetwork } from '../networks/networks.js'
import { suffixOf } from './network-settings.js'
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
  withdrawals: perNetwork((network) => ({
    fee: config[`withdrawalFee${suffixOf(network)}`],
    minimum: config[`withdrawalMin${suffixOf(network)}`],
  })),
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
