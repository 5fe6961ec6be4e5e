import type { Logger } from 'pino'
import type { Config } from '../config/settings.js'
import type { Context } from '../domain/context.js'
import type { Store } from '../domain/store/store.js'
import { processUser } from '../runtime/process-user.js'
import { alertSender } from '../workers/attention/alert-sender.js'
import { attentionWatcher } from '../workers/attention/attention-watcher.js'
import type { Worker } from '../workers/worker.js'

interface AttentionParts {
  readonly config: Config
  readonly context: Context
  readonly log: Logger
}

/** Builds the workers that find out what waits for a person, and tell the configured receiver. */
export function attentionWorkers(store: Store, { config, context, log }: AttentionParts): Worker[] {
  const { alertUrl: url, alertSecret: secret, alertMail: mail, webhookTimeoutMs: timeoutMs } = config
  const hasUrl = url !== undefined && secret !== undefined
  const receivers = { hasUrl, mail }
  const watcher = attentionWatcher(store, context, { receivers, log, actor: processUser() })
  return hasUrl ? [watcher, alertSender(store, context, { url, secret, timeoutMs, log })] : [watcher]
}
