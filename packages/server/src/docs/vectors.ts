import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { code, fence, sections } from './text.js'

interface RequestVector {
  readonly name: string
  readonly key_id: string
  readonly secret: string
  readonly timestamp: string
  readonly method: string
  readonly target: string
  /** In base64. */
  readonly body: string
  readonly body_sha256: string
  readonly string_to_sign: string
  readonly signature: string
  readonly authorization: string
}
interface WebhookVector {
  readonly name: string
  readonly secret: string
  readonly t: string
  readonly body: string
  readonly header: string
}

/** Renders a worked example: one request of the vectors, signed step by step. */
export function workedRequest(): string {
  const { authorization, secret, timestamp, method, target, body, ...vector } = vectorOf<RequestVector>(
    'request-signature',
    'POST with a JSON body',
  )
  return sections(
    `The secret is ${code(secret)}, the time ${code(timestamp)}, and ${code(`${method} ${target}`)} sends these bytes:`,
    fence('json', decode(body)),
    'Their SHA-256:',
    fence('txt', vector.body_sha256),
    'The string to sign is five lines, without a line feed at the end:',
    fence('txt', vector.string_to_sign),
    'Its HMAC-SHA256 with the secret:',
    fence('txt', vector.signature),
    'The header:',
    fence('txt', `Authorization: ${authorization}`),
  )
}

/** Renders a worked example: one webhook of the vectors, signed step by step. */
export function workedWebhook(): string {
  const { secret, t, body, header } = vectorOf<WebhookVector>('webhook-signature', 'one signature')
  return sections(
    `The secret is ${code(secret)}, and the receiver gets these bytes:`,
    fence('json', decode(body)),
    'with this header:',
    fence('txt', `X-Merchant-Signature: ${header}`),
    `The string that was signed is ${code('t')}, a dot and the bytes:`,
    fence('txt', `${t}.${decode(body)}`),
    `Its HMAC-SHA256 with the secret, in lower-case hex, is the ${code('v1')} of the header.`,
  )
}

const decode = (base64: string): string => Buffer.from(base64, 'base64').toString('utf8')

function vectorOf<Vector extends { readonly name: string }>(file: string, name: string): Vector {
  const path = createRequire(import.meta.url).resolve(`@merchantpay/openapi/vectors/${file}.json`)
  const vectors = JSON.parse(readFileSync(path, 'utf8')) as Vector[] // our own file
  const found = vectors.find((vector) => vector.name === name)
  if (!found) throw new Error(`${file}.json has no vector named ${name}`)
  return found
}
