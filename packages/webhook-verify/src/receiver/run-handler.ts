import { handleOnce } from '../dedupe/handle-once.js'
import { digestOf, eventKey } from '../dedupe/keys.js'
import type { VerifiedWebhook } from '../verifier/verifier.js'
import { ANSWERS, type ReceiverAnswer } from './answers.js'
import type { ReceiverSettings, WebhookHandler } from './receiver-options.js'

/**
 * Runs the handler of a verified event, unless the event was handled before or is being handled.
 *
 * @param report takes what a handler throws, and failures of the store
 * @throws WebhookVerificationError `store_unavailable`
 */
export async function runHandler(
  settings: ReceiverSettings,
  webhook: VerifiedWebhook,
  report: (error: unknown) => Promise<void>,
): Promise<ReceiverAnswer> {
  // Each handler gets the event that it is registered for, which the types cannot express.
  const run = (handler: unknown) => async () => {
    try {
      await (handler as WebhookHandler<unknown>)(webhook.event, webhook)
      return true
    } catch (error) {
      await report(error)
      return false
    }
  }
  const { on, onUnknown, onRepeat, dedupe: store } = settings
  const handler = webhook.known ? on[webhook.event.event] : onUnknown
  if (!handler) return ANSWERS.handled
  if (!store) return ANSWERS[(await run(handler)()) ? 'handled' : 'failed']
  const context = { ...settings, store, report }
  const key = await eventKey(webhook)
  if (!onRepeat) return ANSWERS[await handleOnce(context, key, run(handler))]
  const bodyKey = `${key} ${await digestOf(webhook.rawBody)}`
  const outcome = await handleOnce(context, key, run(handler), bodyKey)
  if (outcome !== 'done') return ANSWERS[outcome]
  const repeated = await handleOnce(context, bodyKey, run(onRepeat))
  return ANSWERS[repeated === 'handled' ? 'done' : repeated]
}
