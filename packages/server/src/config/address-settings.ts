import { integer, type Setting } from './setting-values.js'

/** Limits on receiving addresses and orders. */
export const ADDRESS_SETTINGS = {
  addressLimit: {
    name: 'MERCHANTPAY_ADDRESS_LIMIT',
    default: '1000000',
    meaning:
      'Addresses per network and environment; beyond it orders answer `no available address`. Beside other merchants, each gets at most 1000 or a tenth, whichever is more.',
    parse: integer(1, 1_000_000),
  } satisfies Setting<number>,
  unfinishedOrderLimit: {
    name: 'MERCHANTPAY_UNFINISHED_ORDERS_PER_MERCHANT',
    default: '5000',
    meaning:
      'Unfinished on-chain orders of a merchant in an environment; beyond it orders answer `no available address`.',
    parse: integer(1, 100_000),
  } satisfies Setting<number>,
  addressCooldownSeconds: {
    name: 'MERCHANTPAY_ADDRESS_COOLDOWN_SECONDS',
    default: '604800',
    meaning: 'How long an address rests before another order of its merchant gets it; 0 = not at all.',
    parse: integer(0, 31_536_000),
  } satisfies Setting<number>,
} as const
