import { MerchantPay } from '../../src/client.js'
import type { ClientOptions } from '../../src/options.js'
import { KEY_ID, SECRET } from './keys.js'

/** A request as the client handed it to `fetch`. */
export interface Sent {
  url: string
  method: string
  headers: Record<string, string>
  body: string | undefined
  at: number
}

type Step = Response | Error | ((sent: Sent) => Response | Promise<Response>)

/** A client over a scripted `fetch`, for tests that run on fake timers; the last step repeats. */
export function scripted(steps: (() => Step)[], options: ClientOptions = {}) {
  const sent: Sent[] = []
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const body = init.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : undefined
    const headers = Object.fromEntries(new Headers(init.headers))
    const entry = { url, method: init.method ?? '', headers, body, at: performance.now() }
    sent.push(entry)
    const step = steps[Math.min(sent.length, steps.length) - 1]?.()
    if (step === undefined || step instanceof Error) throw step ?? new Error('no step left')
    return step instanceof Response ? step : step(entry)
  }
  const baseUrl = 'https://pay.example'
  const key = { keyId: KEY_ID, secret: SECRET, rateLimit: false } as const
  return { mp: new MerchantPay({ baseUrl, ...key, fetch, ...options }), sent }
}

/** Makes a JSON answer. */
export function answer(status: number, body: unknown, headers: Record<string, string> = {}): () => Response {
  return () => new Response(JSON.stringify(body), { status, headers })
}

/** Makes a refusal. */
export function refuse(status: number, error: string, headers: Record<string, string> = {}): () => Response {
  return answer(status, { error }, headers)
}

/** Makes a connection fault with a code, as undici reports them. */
export function fault(code: string, more: Record<string, unknown> = {}): () => Error {
  return () => new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code, ...more }) })
}
