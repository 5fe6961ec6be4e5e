import { CHANNELS } from '../domain/shared/channel.js'
import type { Policy } from '../domain/shared/policy.js'
import type { Environment } from '../domain/shared/types.js'
import { perNetwork } from '../networks/networks.js'
import { hasMailServer } from './mail-settings.js'
import { fieldOf, suffixOf } from './network-settings.js'
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
  approvalByTwoAbove: config.approvalByTwoAbove,
  withdrawalDailyLimit: config.withdrawalDailyLimit,
  withdrawalDestinations: config.withdrawalDestinations,
  withdrawalUnlistedLimit: config.withdrawalUnlistedLimit,
  wallets: { live: walletLimits(config, 'live'), test: walletLimits(config, 'test') },
  hasSingleOperator: config.hasSingleOperator,
  ratesMaxAgeMs: config.ratesMaxAgeSeconds * 1_000,
  webhookRetryDelaysMs: config.webhookRetryDelaysMs,
  webhookAllowPrivate: config.webhookAllowPrivate,
  noticeChannels: CHANNELS.filter((channel) =>
    channel === 'mail' ? hasMailServer(config) : config.telegramToken !== undefined,
  ),
})

const walletLimits = (config: Config, environment: Environment): Policy['wallets'][Environment] =>
  perNetwork((network) => {
    const field = fieldOf(environment, network)
    return {
      dailyLimit: config[`${field}WalletDailyLimit`],
      tokensMinimum: config[`${field}HotMin`],
      coinsMinimum: config[`${field}CoinsMin`],
    }
  })
