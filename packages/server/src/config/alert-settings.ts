import { mailAddress } from './mail-settings.js'
import { hookSecret, hookUrl, type Setting } from './setting-values.js'

/** The operator's receivers of alerts. */
export const ALERT_SETTINGS = {
  alertUrl: {
    name: 'MERCHANTPAY_ALERT_URL',
    meaning:
      'URL of your receiver of alerts: each says that something begins to wait for a person, or no longer waits.',
    isSecret: true,
    parse: hookUrl,
  } satisfies Setting<string>,
  alertSecret: {
    name: 'MERCHANTPAY_ALERT_SECRET',
    meaning: 'Secret that signs the alerts, like webhooks.',
    isSecret: true,
    parse: hookSecret,
  } satisfies Setting<string>,
  alertMail: {
    name: 'MERCHANTPAY_ALERT_MAIL',
    default: '',
    meaning: 'Comma-separated mail addresses that get the alerts, too. Needs `MERCHANTPAY_SMTP_URL`.',
    parse: (value) => (value === '' ? [] : value.split(',').map(mailAddress)),
  } satisfies Setting<string[]>,
} as const
