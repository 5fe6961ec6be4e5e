import { readFileSync } from 'node:fs'
import { createSecureContext, rootCertificates } from 'node:tls'
import type { Logger } from 'pino'
import { ConfigError } from '../config/config.js'
import type { Config } from '../config/settings.js'
import type { Context } from '../domain/context.js'
import { DELIVERY_LEASE_MARGIN_MS, type Policy } from '../domain/shared/policy.js'
import type { Store } from '../domain/store/store.js'
import { isAddressAllowed } from '../domain/webhooks/webhook-target.js'
import type { Metrics } from '../observability/metrics.js'
import { ownVersion } from '../storage/own-package.js'
import {
  WEBHOOK_DISPATCHER,
  type WebhookDispatcher,
  webhookDispatcher,
} from '../workers/webhooks/webhook-dispatcher.js'
import { createWebhookSender, type SendWebhook } from '../workers/webhooks/webhook-sender.js'
import type { WorkerLoops } from '../workers/worker-loops.js'

export interface WebhookParts {
  readonly config: Config
  readonly context: Context
  readonly log: Logger
  readonly metrics: Metrics | undefined
  /** Returns whether a request arrived just now, so that it does not wait for a backlog of deliveries. */
  readonly isServing: () => boolean
  readonly loops: WorkerLoops
  /** Replaces the HTTP client. */
  readonly send?: SendWebhook | undefined
}

/** Builds the webhook dispatcher, with metrics if they are configured. */
export function openWebhooks(
  store: Store,
  { config, context, log, metrics, isServing, loops, send }: WebhookParts,
): WebhookDispatcher {
  const sender = send ?? senderOf(config, context.policy)
  const dispatcher = webhookDispatcher(store, context, {
    owner: context.ids.uuid(),
    send: metrics?.observe(sender) ?? sender,
    onAttempt: metrics && ((attempt) => metrics.count(attempt)),
    leaseMs: config.webhookTimeoutMs + DELIVERY_LEASE_MARGIN_MS,
    isServing,
    onAttemptEnded: () => loops.wake(WEBHOOK_DISPATCHER),
    onError: (error) => log.error({ err: error }, 'webhook attempt not recorded'),
  })
  metrics?.watch(dispatcher)
  return dispatcher
}

/** Builds the HTTP client of webhooks from the settings. */
function senderOf(config: Config, policy: Policy) {
  const extra = config.webhookCaFile === undefined ? [] : [readCertificates(config.webhookCaFile)]
  return createWebhookSender({
    timeoutMs: config.webhookTimeoutMs,
    isAddressAllowed: (address) => isAddressAllowed(policy, address),
    secureContext: createSecureContext({ ca: [...rootCertificates, ...extra], minVersion: 'TLSv1.2' }),
    userAgent: `MerchantPay-Webhooks/${ownVersion()}`,
  })
}

/** @throws ConfigError when the file cannot be read */
function readCertificates(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError([`MERCHANTPAY_WEBHOOK_CA_FILE: ${error instanceof Error ? error.message : error}`])
  }
}
