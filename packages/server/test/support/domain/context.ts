import { ChainHealth } from '../../../src/domain/chain/chain-health.js'
import type { Context } from '../../../src/domain/context.js'
import { NO_SCREENING } from '../../../src/domain/screening/screening.js'
import { parseBlock } from '../../../src/domain/shared/ip.js'
import { parseRate, parseUsdt, type Rate, type Usdt, ZERO } from '../../../src/domain/shared/money.js'
import type { Policy } from '../../../src/domain/shared/policy.js'
import type { Clock, Ids } from '../../../src/domain/shared/types.js'
import { createVault } from '../../../src/domain/shared/vault.js'
import { perNetwork } from '../../../src/networks/networks.js'

/** A whole second, so that seconds and milliseconds compare easily. */
export const START = 1_767_225_600_000

/** A clock that stands still until a test moves it; business time and real time are moved separately. */
export interface HandClock extends Clock {
  businessAt: number
  realAt: number
}

export function handClock(at = START): HandClock {
  const clock: HandClock = {
    businessAt: at,
    realAt: at,
    now: () => clock.businessAt,
    real: () => clock.realAt,
    wall: () => clock.realAt,
  }
  return clock
}

/** Creates ids by counting, so that two runs of the same commands get the same ids. */
export function countedIds(): Ids {
  let count = 0
  const next = (length: number) => {
    count += 1
    return `${count}`.padStart(length, '0')
  }
  return {
    uuid: () => `00000000-0000-7000-8000-${next(12)}`,
    random: (_alphabet, length) => next(length),
    secret: () => next(43),
  }
}

/** Parses an amount in the format of the API. */
export function amount(text: string): Usdt {
  const parsed = parseUsdt(text, 8)
  if (parsed === undefined) throw new Error(`not an amount: ${text}`)
  return parsed
}

export function rate(text: string): Rate {
  const parsed = parseRate(text)
  if (parsed === undefined) throw new Error(`not a rate: ${text}`)
  return parsed
}

const NO_LIMITS = { dailyLimit: undefined, tokensMinimum: undefined, coinsMinimum: undefined }

/** Returns the policy of a default installation. @param allowed private blocks that webhooks may go to */
export function policyWith(...allowed: string[]): Policy {
  return {
    orderExpiryMs: 1_800_000,
    appAmountMin: amount('0.01'),
    appAmountMax: amount('200000'),
    appScheme: 'merchantpay',
    feeRates: { BASIC: rate('0.01'), STANDARD: rate('0.008'), PREMIUM: rate('0.005') },
    addressLimit: 1_000_000,
    unfinishedOrderLimit: 5_000,
    addressCooldownMs: 604_800_000,
    withdrawals: {
      TRC20: { fee: amount('1.5'), minimum: amount('10') },
      ERC20: { fee: amount('4'), minimum: amount('10') },
      BEP20: { fee: amount('0.5'), minimum: amount('10') },
    },
    refundMinimum: amount('1'),
    refundDailyLimit: undefined,
    withdrawalAutoLimit: amount('1000'),
    approvalByTwoAbove: undefined,
    withdrawalDailyLimit: amount('10000'),
    wallets: { live: perNetwork(() => NO_LIMITS), test: perNetwork(() => NO_LIMITS) },
    hasSingleOperator: false,
    withdrawalDestinations: 'required',
    withdrawalUnlistedLimit: ZERO,
    ratesMaxAgeMs: 900_000,
    webhookRetryDelaysMs: [0, 60_000, 300_000, 1_800_000, 7_200_000, 86_400_000],
    webhookAllowPrivate: allowed.map(parseBlock),
    noticeChannels: [],
  }
}

/** Creates the context of domain functions, without any network. */
export function contextAt(clock: Clock): Context {
  return {
    clock,
    ids: countedIds(),
    vault: createVault(Buffer.alloc(32, 7)),
    policy: policyWith(),
    chain: () => undefined,
    sandbox: () => undefined,
    screening: NO_SCREENING,
    health: Object.assign(new ChainHealth(() => clock.real()), {
      isFollowed: () => true,
      hasReachedStart: () => true,
    }),
  }
}
