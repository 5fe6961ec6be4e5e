import { hookUrl, integer, type Setting } from './setting-values.js'

/** The source of exchange rates. */
export const RATE_SETTINGS = {
  ratesUrl: {
    name: 'MERCHANTPAY_RATES_URL',
    meaning:
      'URL of a JSON document with exchange rates, which is read every minute; `examples/rates` makes one. Without it orders take no `price`.',
    isSecret: true,
    parse: hookUrl,
  } satisfies Setting<string>,
  ratesMaxAgeSeconds: {
    name: 'MERCHANTPAY_RATES_MAX_AGE',
    default: '900',
    meaning: 'The age in seconds from which an exchange rate is not used.',
    parse: integer(120, 86_400),
  } satisfies Setting<number>,
} as const
