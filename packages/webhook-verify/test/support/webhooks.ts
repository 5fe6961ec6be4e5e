import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import * as node from '../../src/index.node.js'
import { type Secrets, type WebhookErrorCode, WebhookVerificationError } from '../../src/index.node.js'
import * as web from '../../src/index.web.js'
import type { PlatformApi } from '../../src/platform-api.js'
import * as nodeSignature from '../../src/signature.node.js'
import * as webSignature from '../../src/signature.web.js'

/** Both builds of the package, for tests that must pass on each. */
export const BUILDS: [name: string, build: PlatformApi][] = [
  ['node', { ...node, ...nodeSignature }],
  ['web', { ...web, ...webSignature }],
]

/** A webhook secret in the form the service gives out. */
export const SECRET = 'whsec_R2Fk0nJb7oYtZ1cQw5sXu3vLm9pEi8aHdG6fKj4eTbA'
/** Another one. */
export const OTHER_SECRET = 'whsec_Zq8xV1mC4nB7kJ2hG5fD9sA3wE6rT0yUiOpLkJhGfDs'
/** Unix seconds at which the tests sign. */
export const T = 1_767_225_600
/** Epoch milliseconds of the same second. */
export const NOW = T * 1000

/** An event of the contract, as text. */
export const BODY = JSON.stringify({
  event: 'payment.confirmed',
  timestamp: '2026-01-01T00:00:00.000Z',
  data: { order_id: '019b0e5c-7e5a-7c3e-9f5a-0d6a1f1c2b3d', status: 'PAID', metadata: { cart: 'A-1001' } },
})

/** The hex MAC, computed apart from the code under test. */
export function hexMac(
  t: string | number,
  body: string | Uint8Array,
  secret: string | Uint8Array = SECRET,
): string {
  return createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex')
}

/** A header over `t` exactly as written, valid or not. */
export function headerOf(
  t: string | number,
  body: string | Uint8Array = BODY,
  secret: string | Uint8Array = SECRET,
) {
  return `t=${t},v1=${hexMac(t, body, secret)}`
}

/** `ok` or the code of the error that `run` throws; any other error fails the test. */
export function outcome(run: () => unknown): 'ok' | WebhookErrorCode {
  try {
    run()
    return 'ok'
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.code
    throw error
  }
}

/** The error that `run` throws. */
export function errorOf(run: () => unknown): WebhookVerificationError {
  try {
    run()
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

/** `ok` or the code of the error that a promise rejects with; any other error fails the test. */
export function outcomeAsync(promise: Promise<unknown>): Promise<'ok' | WebhookErrorCode> {
  return promise.then(
    () => 'ok',
    (error) => {
      if (error instanceof WebhookVerificationError) return error.code
      throw error
    },
  )
}

/** The outcome of a header over `BODY` at the second it was signed, which must be the same in every build and call. */
export async function judge(
  headers: unknown,
  body: unknown = BODY,
  secrets: Secrets = SECRET,
  receivedAt = NOW,
) {
  // Plain JavaScript can pass values that the types refuse.
  const options = { body: body as string, headers: headers as string, secrets, receivedAt }
  const found = outcome(() => nodeSignature.verifySignature(options))
  for (const [name, build] of BUILDS)
    expect(await outcomeAsync(build.verifySignatureAsync(options)), `${name} build`).toBe(found)
  return found
}
