import type * as Sdk from '../src/index.js'
import type * as Money from '../src/money.js'
import type * as Signing from '../src/signing.js'
import type * as Sse from '../src/sse.js'

/** The parts that the checks use; each runtime assembles them in its own way. */
export interface Kit {
  /** The package under test. */
  sdk: typeof Sdk
  /** A second copy of it in the same process, from the other module format. */
  copy: typeof Sdk
  signing: typeof Signing
  money: typeof Money
  sse: typeof Sse
  /** Where the peer listens. */
  peerUrl: string
  /** The same peer as another origin. */
  otherUrl: string
  /** Shows a value as the runtime's own tools do, everything included. */
  inspect(value: unknown): string
}

/** A request as the peer saw it. */
interface Seen {
  target: string
  headers: Record<string, string | undefined>
  body: string
  /** Milliseconds of the peer's monotonic clock. */
  at: number
}

/** The part of the peer for one check: no other check sees its requests or shares its key. */
export interface Session {
  /** Options of a client that calls the peer. */
  options: { baseUrl: string; keyId: string; secret: string }
  /** The requests at the peer, once there are at least that many requests and aborted requests. */
  seen(least?: { requests?: number; givenUp?: number }): Promise<Seen[]>
  /** Makes the peer reset the connection of its last request. */
  cut(): Promise<unknown>
}

/** The secret of every key. */
export const SECRET = 'sk_test_canary-0123456789abcdefghijklmnopqrstuvwxyzA'

/** Opens a session in which the peer follows a scenario. */
export function open(url: string, scenario: string): Session {
  const name = crypto.randomUUID()
  const keyId = `mk_test_${name.replaceAll('-', '').slice(0, 24)}`
  return {
    options: { baseUrl: `${url}/${scenario}/${name}`, keyId, secret: SECRET },
    async seen({ requests = 0, givenUp = 0 } = {}) {
      const response = await fetch(`${url}/seen/${name}?requests=${requests}&givenUp=${givenUp}`)
      return (await response.json()) as Seen[] // as the peer writes it
    },
    cut: () => fetch(`${url}/cut/${name}`).then((response) => response.text()),
  }
}

/** @throws Error with the message unless the condition holds */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message)
}

/** @throws Error unless both are the same in JSON */
export function assertEqual(found: unknown, wanted: unknown, what: string): void {
  const [left, right] = [JSON.stringify(found), JSON.stringify(wanted)]
  assert(left === right, `${what}: found ${left}, wanted ${right}`)
}

/** The error a promise rejects with. @throws Error when it resolves */
export async function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  const value = await promise.then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  assert(value, 'it should have failed')
  return value.error
}

/** Fields of an error, to compare. */
export function fieldsOf(error: unknown, ...names: string[]): unknown[] {
  return names.map((name) => Reflect.get(Object(error), name))
}
