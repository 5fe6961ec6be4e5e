import type { Logger } from 'pino'
import type { Config } from '../config/settings.js'
import type { Context } from '../domain/context.js'
import type { ClaimedMessage } from '../domain/messages/message.js'
import type { Store } from '../domain/store/store.js'
import { MailSender } from '../messages/mail-sender.js'
import { openSmtp } from '../messages/smtp.js'
import { queueSender } from '../workers/queue-sender.js'
import type { Worker } from '../workers/worker.js'

/** Deadline of one attempt to send a message. */
const TIMEOUT_MS = 10_000

/** Opens the mail server of the settings; undefined where none is set. */
export const openMailServer = ({ smtpServer, mailFrom }: Config) =>
  smtpServer === undefined || mailFrom === undefined
    ? undefined
    : openSmtp({ ...smtpServer, from: mailFrom, timeoutMs: TIMEOUT_MS })

interface MessageParts {
  readonly config: Config
  readonly context: Context
  readonly log: Logger
  readonly publicUrl: () => string
}

/** Builds the workers that send messages to people; none without a mail server. */
export function messageWorkers(store: Store, { config, context, log, publicUrl }: MessageParts): Worker[] {
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
