import type { Logger } from 'pino'
import type { Config } from '../config/settings.js'
import type { Context } from '../domain/context.js'
import type { ClaimedMessage } from '../domain/messages/message.js'
import type { Store } from '../domain/store/store.js'
import { MailSender } from '../messages/mail-sender.js'
import { openSmtp } from '../messages/smtp.js'
import { openTelegram } from '../messages/telegram.js'
import { TelegramSender } from '../messages/telegram-sender.js'
import { chatReader } from '../workers/notices/chat-reader.js'
import { queueSender } from '../workers/queue-sender.js'
import type { Worker } from '../workers/worker.js'

/** Deadline of one attempt to send a message. */
const TIMEOUT_MS = 10_000
/** How long Telegram holds a call back while there is nothing to receive. */
const WAIT_SECONDS = 25

/** Opens the mail server of the settings; undefined where none is set. */
export const openMailServer = ({ smtpServer, mailFrom }: Config) =>
  smtpServer === undefined || mailFrom === undefined
    ? undefined
    : openSmtp({ ...smtpServer, from: mailFrom, timeoutMs: TIMEOUT_MS })

/** Opens the bot of the settings on Telegram; undefined where none is set. */
export const openBot = ({ telegramToken: token, telegramUrl: url }: Config) =>
  token === undefined
    ? undefined
    : openTelegram({ url, token, timeoutMs: TIMEOUT_MS, waitSeconds: WAIT_SECONDS })

interface MessageParts {
  readonly config: Config
  readonly context: Context
  readonly log: Logger
  readonly publicUrl: () => string
}

/** Builds the workers that send messages to people, and that read what people send; none where the operator has set nothing up. */
export const messageWorkers = (store: Store, parts: MessageParts): Worker[] => [
  ...mailWorkers(store, parts),
  ...chatWorkers(store, parts),
]

function mailWorkers(store: Store, { config, context, log, publicUrl }: MessageParts): Worker[] {
  const server = openMailServer(config)
  if (!server) return []
  const sender = new MailSender({ store, context, server, publicUrl })
  return [
    queueSender<ClaimedMessage>(store, context, {
      name: 'mail-sender',
      queue: (tx) => tx.messages.queue('mail'),
      timeoutMs: TIMEOUT_MS,
      send: (message, signal) => sender.send(message, signal),
      onDropped: (_, { id, attempts, lastError: error }) =>
        log.error({ message: id, attempts, error }, 'a mail could not be sent and is dropped'),
    }),
  ]
}

function chatWorkers(store: Store, { config, context, log, publicUrl }: MessageParts): Worker[] {
  const bot = openBot(config)
  if (!bot) return []
  const sender = new TelegramSender({ store, context, bot, publicUrl })
  return [
    chatReader(store, context, { bot, callMs: TIMEOUT_MS + WAIT_SECONDS * 1_000 }),
    queueSender<ClaimedMessage>(store, context, {
      name: 'telegram-sender',
      queue: (tx) => tx.messages.queue('telegram'),
      timeoutMs: TIMEOUT_MS,
      send: (message, signal) => sender.send(message, signal),
      onDropped: (_, { id, attempts, lastError: error }) =>
        log.error({ message: id, attempts, error }, 'a message to a chat could not be sent and is dropped'),
    }),
  ]
}
