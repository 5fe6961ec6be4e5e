import { signWebhook } from '@merchantpay/webhook-verify'
import type { Logger } from 'pino'
import { ConfigError } from '../config/config.js'
import { type Config, SETTINGS } from '../config/settings.js'
import type { Context } from '../domain/context.js'
import type { Store } from '../domain/store/store.js'
import { alertSender } from '../workers/attention/alert-sender.js'
import { attentionWatcher } from '../workers/attention/attention-watcher.js'
import type { Worker } from '../workers/worker.js'

/** The operator's receiver of alerts. */
export interface AlertReceiver {
  readonly url: string
  readonly secret: string
}

/** Returns the configured receiver. @throws ConfigError when its secret cannot sign */
export function alertReceiverOf({ alertUrl: url, alertSecret: secret }: Config): AlertReceiver | undefined {
  if (url === undefined || secret === undefined) return undefined
  try {
    signWebhook({ body: '', secrets: secret, timestamp: 0 })
  } catch (error) {
    const why = error instanceof Error ? error.message : error
    throw new ConfigError([`${SETTINGS.alertSecret.name}: ${why}`])
  }
  return { url, secret }
}

interface AttentionParts {
  readonly config: Config
  readonly context: Context
  readonly log: Logger
}

/** Builds the workers that find out what waits for a person, and tell the configured receiver. */
export function attentionWorkers(store: Store, { config, context, log }: AttentionParts): Worker[] {
  const receiver = alertReceiverOf(config)
  const watcher = attentionWatcher(store, context, { isAlerting: receiver !== undefined, log })
  if (!receiver) return [watcher]
  const timeoutMs = config.webhookTimeoutMs
  return [watcher, alertSender(store, context, { ...receiver, timeoutMs, log })]
}
