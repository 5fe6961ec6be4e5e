import { createReceiver, type DedupeStore } from '@merchantpay/webhook-verify'
import { expressWebhook } from '@merchantpay/webhook-verify/express'
import express, { type Express } from 'express'
import { reactions, type Tell } from './events.js'

/**
 * A receiver at POST /webhooks that handles every event once, however often it is delivered, as long as `dedupe`
 * remembers.
 *
 * @throws WebhookVerificationError `invalid_secret`
 */
export function createApp(secrets: string, dedupe: DedupeStore, tell: Tell): Express {
  const receiver = createReceiver({
    secrets,
    dedupe,
    on: reactions(tell),
    // The same news with another content: an order that was frozen, cleared and is frozen again, say.
    onRepeat: ({ event }) => tell(`look again: ${event} came with other details than before`),
    onUnknown: ({ event }) => tell(`ignored ${event}: newer than this receiver`),
  })
  return express().post('/webhooks', expressWebhook(receiver))
}
