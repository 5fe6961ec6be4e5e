import type { BodyInput } from '../body/bytes.js'
import { type BodyStream, isStream } from '../body/stream.js'
import { unlessReplayed } from '../dedupe/replay.js'
import { WebhookVerificationError } from '../errors/error.js'
import type { HeadersInput } from '../signature/header-fields.js'
import type { HmacPort } from '../signature/hmac.js'
import { withKeyCache } from '../signature/key-cache.js'
import { checkOptions } from '../signature/signature-check.js'
import { verifyRead } from '../verifier/verifier.js'
import { answer, type ReceiverAnswer } from './answers.js'
import { readBody } from './read-body.js'
import { checkReceiver, type ReceivedRequest, type ReceiverOptions } from './receiver-options.js'
import { runHandler } from './run-handler.js'
import { within } from './timers.js'

/** Details of a request besides its body and headers. */
export interface HandleOptions {
  /** The HTTP method. Default: POST. Any other method is answered with 405. */
  method?: string | undefined
  /** Stops the reading of the body when the client disconnects. A running handler is not stopped. */
  signal?: AbortSignal | undefined
}

/** Receives webhooks of any framework. Its function needs no `this`. */
export interface Receiver {
  /**
   * Verifies a request, and handles its event unless the event was handled before. Never rejects.
   *
   * The checks run in this order, and the body is not read before the fifth: the method · the kind of the body · the
   * grammar of X-Merchant-Signature · Content-Encoding and Content-Length · the body · signature, age and payload · the
   * stores · the handler.
   *
   * @param body the bytes, or an unread stream; a parsed body is answered with 500 `raw_body_required`
   * @param headers all of them, in a carrier that can be read twice
   */
  handle(
    body: BodyInput | BodyStream,
    headers: HeadersInput,
    options?: HandleOptions,
  ): Promise<ReceiverAnswer>
}

/** How long an answer waits for `onError`: enough to write a log line, and much less than the sender waits. */
const REPORT_DEADLINE_MS = 2_000

/** Makes `createReceiver` for a build. */
export function receiverMaker<Key>(hmac: HmacPort<Key>): (options: ReceiverOptions) => Receiver {
  return (options) => {
    const checked = checkOptions(withKeyCache(hmac), options)
    const settings = checkReceiver(options)

    async function handle(
      body: BodyInput | BodyStream,
      headers: HeadersInput,
      options?: HandleOptions,
    ): Promise<ReceiverAnswer> {
      const { method = 'POST', signal } = options ?? {} // callers without types pass null
      if (method !== 'POST') return answer(405, { error: 'method_not_allowed' }, { allow: 'POST' })
      const request: ReceivedRequest = { method, headers }
      const report = async (error: unknown) => {
        // An onError that fails or never ends must not change the answer.
        const reported = (async () => settings.onError(error, request))()
        const late = () => new Error('onError does not end')
        await within(settings.timers, REPORT_DEADLINE_MS, reported, late).catch(() => undefined)
      }
      try {
        const bytes = await readBody(settings, body, headers, signal)
        request.rawBody = bytes
        const webhook = await verifyRead(checked, async () => bytes, headers)
        return await unlessReplayed({ ...settings, report }, webhook, () =>
          runHandler(settings, webhook, report),
        )
      } catch (error) {
        await report(error)
        const isUnread = isStream(body) && !request.rawBody
        const isOurs = error instanceof WebhookVerificationError
        const code = isOurs ? error.code : 'internal_error'
        // Before the connection could carry another request, the rest of the body would have to be read.
        return answer(isOurs ? error.status : 500, { error: code }, isUnread ? { connection: 'close' } : {})
      }
    }

    return { handle }
  }
}
