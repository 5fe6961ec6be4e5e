import { createHash, createHmac } from 'node:crypto'
import type { Refusal } from './faults.js'

export interface Keys {
  readonly keyId: string
  readonly secret: string
}

/** The parts of a request that its signature covers. */
export interface Signed {
  /** The scope that the operation needs. */
  readonly scope?: string | undefined
  readonly method: string
  readonly target: string
  readonly bytes: Buffer
}

/** The keys of a merchant. */
export interface KeyRing {
  /** Has every scope. */
  readonly full: Keys
  /** Is not active any more. */
  readonly revoked: Keys
  /** By scope: a key with all others. */
  readonly without: ReadonlyMap<string, Keys>
}

/** A wrong way to sign a request, and the answer that it gets whatever else the request contains. */
export interface WrongAuthentication {
  readonly name: string
  readonly refusal: Refusal
  /** The header; undefined for none. */
  readonly header: (ring: KeyRing, request: Signed) => string | undefined
}

const TEN_MINUTES = 600
const now = (): number => Math.floor(Date.now() / 1_000)

/** The header of a request, computed without the code that server and SDK share. */
export function sign({ keyId, secret }: Keys, { method, target, bytes }: Signed, at = now()): string {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const text = ['v1', at, method, target, hash].join('\n')
  return `Bearer ${keyId}:${at}:${createHmac('sha256', secret).update(text).digest('hex')}`
}

const wrong = (
  message: string,
  name: string,
  header: WrongAuthentication['header'],
): WrongAuthentication => ({
  name,
  refusal: { status: 401, message },
  header,
})
const FORMAT = 'invalid authorization format'
const SIGNATURE = 'invalid signature'

export const WRONG_AUTHENTICATIONS: readonly WrongAuthentication[] = [
  wrong('missing authorization header', 'no header', () => undefined),
  wrong(FORMAT, 'another scheme', ({ full }, request) => sign(full, request).replace('Bearer', 'Basic')),
  wrong(FORMAT, 'the secret itself', ({ full }) => `Bearer ${full.keyId}:${full.secret}`),
  wrong(FORMAT, 'a capital in the signature', ({ full }, request) => sign(full, request).replace(/.$/, 'A')),
  wrong('api key not found', 'an unknown key', ({ full }, request) =>
    sign({ ...full, keyId: `mk_test_${'0'.repeat(24)}` }, request),
  ),
  wrong('api key is inactive', 'a revoked key', ({ revoked }, request) => sign(revoked, request)),
  wrong(SIGNATURE, 'another secret', ({ full }, request) =>
    sign({ ...full, secret: `sk_test_${'0'.repeat(43)}` }, request),
  ),
  wrong(SIGNATURE, 'the signature of another body', ({ full }, request) =>
    sign(full, { ...request, bytes: Buffer.concat([request.bytes, Buffer.from(' ')]) }),
  ),
  wrong(SIGNATURE, 'the signature of another target', ({ full }, request) =>
    sign(full, { ...request, target: `${request.target}${request.target.includes('?') ? '&' : '?'}` }),
  ),
  wrong(SIGNATURE, 'the signature of another method', ({ full }, request) =>
    sign(full, { ...request, method: request.method === 'GET' ? 'POST' : 'GET' }),
  ),
  wrong('request timestamp too old', 'a signature of ten minutes ago', ({ full }, request) =>
    sign(full, request, now() - TEN_MINUTES),
  ),
  wrong('request timestamp in the future', 'a signature of the future', ({ full }, request) =>
    sign(full, request, now() + TEN_MINUTES),
  ),
  {
    name: 'a key without the scope',
    refusal: { status: 403, message: 'forbidden' },
    header: ({ without }, request) => {
      const keys = without.get(request.scope ?? '')
      return keys && sign(keys, request)
    },
  },
]
