import { createReceiver, type DedupeStore } from '@merchantpay/webhook-verify'
import { expressWebhook } from '@merchantpay/webhook-verify/express'
import express, { type Express } from 'express'
import { type Act, reactions } from './events.js'

/**
 * Makes a receiver at POST /webhooks that handles every event once, however often it is delivered, as long as `dedupe`
 * remembers it.
 *
 * @throws WebhookVerificationError `invalid_secret`
 */
export function createApp(secrets: string | undefined, dedupe: DedupeStore, act: Act): Express {
  const receiver = createReceiver({
    secrets,
    dedupe,
    on: reactions(act),
    // The same event with other details, such as an order that was frozen, cleared and frozen again.
    onRepeat: ({ event }) => act(`read again: ${event} has other details than before`),
    onUnknown: ({ event }) => act(`ignored ${event}: newer than this receiver`),
  })
  return express().post('/webhooks', expressWebhook(receiver))
}
