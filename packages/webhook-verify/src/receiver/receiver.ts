import { type BodyInput, toBytes } from '../body/bytes.js'
import { type BodyStream, isStream, readStream, tooLarge } from '../body/stream.js'
import { type Once, once } from '../dedupe/handle-once.js'
import { digestOf, eventKey } from '../dedupe/keys.js'
import { unlessReplayed } from '../dedupe/replay.js'
import { WebhookVerificationError } from '../errors/error.js'
import { findFields, type HeadersInput } from '../signature/header-fields.js'
import type { HmacPort } from '../signature/hmac.js'
import { withKeyCache } from '../signature/key-cache.js'
import { checkOptions } from '../signature/signature-check.js'
import { parseSignatureHeader } from '../signature/signature-header.js'
import { type VerifiedWebhook, verifyRead } from '../verifier/verifier.js'
import {
  checkReceiver,
  type ReceivedRequest,
  type ReceiverOptions,
  type WebhookHandler,
} from './receiver-options.js'
import { deadlineSignal, within } from './timers.js'

/** What a receiver may know of a request besides body and headers. */
export interface HandleOptions {
  /** The HTTP method as it came; POST. Any other is answered with 405. */
  method?: string | undefined
  /** Ends the reading of the body when the client goes away. A handler that runs is not stopped. */
  signal?: AbortSignal | undefined
}

/** What to answer: write it as it is. */
export interface ReceiverAnswer {
  readonly status: number
  /** JSON. */
  readonly body: string
  /**
   * By lower-case name: `content-type`, and `allow`, `retry-after`, or `connection: close` when a body was not read to
   * its end, where they apply.
   */
  readonly headers: Readonly<Record<string, string>>
}

/** Receives webhooks, whatever the framework. Its function needs no `this`. */
export interface Receiver {
  /**
   * Verifies a request, and handles its event unless that was handled before. Never rejects.
   *
   * In this order, and no byte of the body is read before the fourth: the method · the kind of the body · the grammar of
   * X-Merchant-Signature · Content-Encoding and Content-Length · the body · signature, age and payload · the stores ·
   * the handler.
   *
   * @param body the bytes, or a stream nobody has read from; a parsed body is answered with 500 `raw_body_required`
   * @param headers all of them, in a carrier that can be read twice
   */
  handle(
    body: BodyInput | BodyStream,
    headers: HeadersInput,
    options?: HandleOptions,
  ): Promise<ReceiverAnswer>
}

/** How long an answer waits for `onError`: long enough to write a line, short beside what the sender waits. */
const REPORT_DEADLINE_MS = 2_000

/** What is looked at before a body is read. */
const UNREAD_FIELDS = {
  14: 'content-length',
  16: 'content-encoding',
  20: 'x-merchant-signature',
} as const

const ANSWERS: { readonly [Outcome in Once]: ReceiverAnswer } = {
  handled: /* @__PURE__ */ answer(200, { received: true }),
  done: /* @__PURE__ */ answer(200, { received: true, duplicate: true }),
  failed: /* @__PURE__ */ answer(500, { error: 'handler_failed' }),
  busy: /* @__PURE__ */ answer(503, { error: 'in_progress' }, { 'retry-after': '30' }),
}

/** Makes `createReceiver` for a build. */
export function receiverMaker<Key>(hmac: HmacPort<Key>): (options: ReceiverOptions) => Receiver {
  return (options) => {
    const checked = checkOptions(withKeyCache(hmac), options)
    const settings = checkReceiver(options)
    const { on, onUnknown, onRepeat, dedupe, timers, maxBodyBytes } = settings

    async function read(body: unknown, headers: HeadersInput, signal: AbortSignal | undefined) {
      // A copy, so that later writes change nothing; not by slice(), which copies nothing of a Buffer.
      const bytes = isStream(body) ? undefined : new Uint8Array(toBytes(body))
      const fields = findFields(headers, UNREAD_FIELDS)
      parseSignatureHeader(fields['x-merchant-signature'])
      const { 'content-encoding': encoding = '', 'content-length': announced } = fields
      // Trimmed, since a pattern for space at both ends takes a long row of it apart in every way there is.
      if (typeof encoding !== 'string' || !['', 'identity'].includes(encoding.trim().toLowerCase()))
        throw new WebhookVerificationError('unsupported_encoding')
      // What is no text announces nothing; to make a number of it could throw.
      if (Number(bytes?.length ?? (typeof announced === 'string' && announced)) > maxBodyBytes)
        throw tooLarge(maxBodyBytes)
      if (bytes) return bytes
      const { interrupted, clear } = deadlineSignal(timers, settings.readDeadlineMs, signal)
      try {
        return await readStream(body as BodyStream, maxBodyBytes, interrupted) // the only other kind
      } finally {
        clear()
      }
    }

    async function settle(
      webhook: VerifiedWebhook,
      report: (error: unknown) => Promise<void>,
    ): Promise<ReceiverAnswer> {
      // Each handler gets the event it is registered for, which the types cannot follow.
      const run = (handler: unknown) => async () => {
        try {
          await (handler as WebhookHandler<unknown>)(webhook.event, webhook)
          return true
        } catch (error) {
          await report(error)
          return false
        }
      }
      const handler = webhook.known ? on[webhook.event.event] : onUnknown
      if (!handler) return ANSWERS.handled
      if (!dedupe) return ANSWERS[(await run(handler)()) ? 'handled' : 'failed']
      const ports = { ...settings, store: dedupe, report }
      const key = await eventKey(webhook)
      if (!onRepeat) return ANSWERS[await once(ports, key, run(handler))]
      const bodyKey = `${key} ${await digestOf(webhook.rawBody)}`
      const state = await once(ports, key, run(handler), bodyKey)
      if (state !== 'done') return ANSWERS[state]
      const repeated = await once(ports, bodyKey, run(onRepeat))
      return ANSWERS[repeated === 'handled' ? 'done' : repeated]
    }

    async function handle(
      body: BodyInput | BodyStream,
      headers: HeadersInput,
      options?: HandleOptions,
    ): Promise<ReceiverAnswer> {
      const { method = 'POST', signal } = options ?? {} // callers without types pass null
      if (method !== 'POST') return answer(405, { error: 'method_not_allowed' }, { allow: 'POST' })
      const request: ReceivedRequest = { method, headers }
      const report = async (error: unknown) => {
        // Nothing is left to tell of a report that fails, and nobody waits for one that does not end.
        const told = (async () => settings.onError(error, request))()
        const late = () => new Error('onError does not end')
        await within(timers, REPORT_DEADLINE_MS, told, late).catch(() => undefined)
      }
      try {
        const bytes = await read(body, headers, signal)
        request.rawBody = bytes
        const webhook = await verifyRead(checked, async () => bytes, headers)
        return await unlessReplayed({ ...settings, report }, webhook, () => settle(webhook, report))
      } catch (error) {
        await report(error)
        const isUnread = isStream(body) && !request.rawBody
        const status = error instanceof WebhookVerificationError ? error.status : 500
        const code = error instanceof WebhookVerificationError ? error.code : 'internal_error'
        // What is left of the body would have to be read before another request could come.
        return answer(status, { error: code }, isUnread ? { connection: 'close' } : {})
      }
    }

    return { handle }
  }
}

function answer(
  status: number,
  body: { readonly [name: string]: string | boolean },
  headers: Record<string, string> = {},
): ReceiverAnswer {
  const all = { 'content-type': 'application/json', ...headers }
  return Object.freeze({ status, body: JSON.stringify(body), headers: Object.freeze(all) })
}
