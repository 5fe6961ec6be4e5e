import type { HandleOutcome } from '../dedupe/handle-once.js'

/** The answer to a request; write it to the response unchanged. */
export interface ReceiverAnswer {
  readonly status: number
  /** JSON. */
  readonly body: string
  /**
   * By lower-case name: `content-type`, and where they apply `allow`, `retry-after`, and `connection: close` for a body
   * that was not read to its end.
   */
  readonly headers: Readonly<Record<string, string>>
}

/** The answer for each outcome of an event. */
export const ANSWERS: { readonly [Outcome in HandleOutcome]: ReceiverAnswer } = {
  handled: /* @__PURE__ */ answer(200, { received: true }),
  done: /* @__PURE__ */ answer(200, { received: true, duplicate: true }),
  failed: /* @__PURE__ */ answer(500, { error: 'handler_failed' }),
  busy: /* @__PURE__ */ answer(503, { error: 'in_progress' }, { 'retry-after': '30' }),
}

/** An answer with a JSON body. Answers are frozen, since requests share them. */
export function answer(
  status: number,
  body: { readonly [name: string]: string | boolean },
  headers: Record<string, string> = {},
): ReceiverAnswer {
  const all = { 'content-type': 'application/json', ...headers }
  return Object.freeze({ status, body: JSON.stringify(body), headers: Object.freeze(all) })
}
