import { matching, publicUrl, type Setting } from './setting-values.js'

/** The bot of the operator on Telegram. */
export const TELEGRAM_SETTINGS = {
  telegramToken: {
    name: 'MERCHANTPAY_TELEGRAM_TOKEN',
    meaning:
      'Token of your bot on Telegram, from its BotFather. With it people are told of payments in a chat that they link.',
    isSecret: true,
    parse: matching(/^[0-9]{1,20}:[A-Za-z0-9_-]{20,100}$/, 'a number, a colon and 20 to 100 characters'),
  } satisfies Setting<string>,
  telegramUrl: {
    name: 'MERCHANTPAY_TELEGRAM_URL',
    default: 'https://api.telegram.org',
    meaning: 'Base of the Bot API of Telegram, or of a server of your own that offers it.',
    parse: publicUrl,
  } satisfies Setting<string>,
} as const
