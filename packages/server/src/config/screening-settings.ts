import { hookSecret, hookUrl, type Setting, text } from './setting-values.js'

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
