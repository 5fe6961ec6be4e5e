import { onTestFinished, vi } from 'vitest'
import { MerchantPay } from '../../src/client.js'
import type { ClientOptions } from '../../src/options.js'
import { KEY_ID, SECRET } from './keys.js'
import { type Answer, type Peer, startPeer } from './peer.js'

/** A server that answers request after request from a script, until the test ends; the last answer repeats. */
export async function loopback(...script: Answer[]): Promise<Peer> {
  const peer = await startPeer((response, request) =>
    script[Math.min(peer.seen.length, script.length) - 1]?.(response, request),
  )
  onTestFinished(peer.stop)
  return peer
}

/** A client of a loopback server, with a test key and no limit of its own. */
export function client(server: { url: string }, options: ClientOptions = {}): MerchantPay {
  const key = { keyId: KEY_ID, secret: SECRET, rateLimit: false } as const
  return new MerchantPay({ baseUrl: server.url, ...key, ...options })
}

/** A `Retry-After` that tests recognize by its length: no other timer lasts as long. */
export const LONG_WAIT_SECONDS = 47

/** @returns whether the wait that the server asked for has begun */
export function watchLongWait(): () => boolean {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => timers.mockRestore())
  const isLong = (ms = 0) => Math.abs(ms - LONG_WAIT_SECONDS * 1_000) < 2_100 // spread by up to 2 s
  return () => timers.mock.calls.some(([, ms]) => isLong(ms))
}

/** The error a promise rejects with. @throws when it resolves */
export async function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  return promise.then(
    (value) => {
      throw new Error(`resolved with ${JSON.stringify(value)}`)
    },
    (error: unknown) => error,
  )
}
