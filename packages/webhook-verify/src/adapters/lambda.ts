import type { Receiver } from '../receiver/receiver.js'
import type { HeaderValue } from '../signature/header-fields.js'

type LambdaHeaders = { readonly [name: string]: HeaderValue }

/** What the adapter uses of an event: API Gateway v1 and v2, function URLs and load balancers. */
export interface LambdaEvent {
  /** API Gateway v1 and load balancers. */
  readonly httpMethod?: string | undefined
  /** API Gateway v2 and function URLs name the method here. */
  readonly requestContext?:
    | { readonly http?: { readonly method?: string | undefined } | undefined }
    | undefined
  readonly headers?: LambdaHeaders | null | undefined
  /** API Gateway v1, and load balancers that are set so. */
  readonly multiValueHeaders?: LambdaHeaders | null | undefined
  readonly body?: string | null | undefined
  readonly isBase64Encoded?: boolean | undefined
}

/** The answer, for all of them. */
export interface LambdaResult {
  statusCode: number
  headers?: Record<string, string>
  multiValueHeaders?: Record<string, string[]>
  body: string
  isBase64Encoded: false
}

/**
 * A handler for AWS Lambda behind API Gateway (v1 and v2), a function URL or a load balancer.
 *
 * @example
 * ```ts
 * import { createReceiver } from '@merchantpay/webhook-verify'
 * import { memoryDedupe } from '@merchantpay/webhook-verify/dedupe/memory'
 * import { lambdaWebhook } from '@merchantpay/webhook-verify/lambda'
 *
 * const receiver = createReceiver({
 *   secrets: process.env.WEBHOOK_SECRET,
 *   dedupe: memoryDedupe(), // in a shop, a store that outlives the process
 *   on: { 'payment.confirmed': ({ data }) => console.log('fulfil', data.order_id) },
 * })
 * export const handler = lambdaWebhook(receiver)
 * ```
 */
export function lambdaWebhook(receiver: Receiver): (event: LambdaEvent) => Promise<LambdaResult> {
  return async (event) => {
    const { multiValueHeaders } = event
    const method = event.httpMethod ?? event.requestContext?.http?.method
    // Where both are given, the single values are the last ones only: a repeated signature would not be seen.
    const sent = multiValueHeaders ?? event.headers
    const { status, headers, body } = await receiver.handle(bytesOf(event), sent, { method })
    const lists = Object.entries(headers).map(([name, value]) => [name, [value]])
    // A load balancer takes the answer's headers in the form that it sends, and drops the other.
    const answered = multiValueHeaders ? { multiValueHeaders: Object.fromEntries(lists) } : { headers }
    return { statusCode: status, ...answered, body, isBase64Encoded: false }
  }
}

function bytesOf({ body, isBase64Encoded }: LambdaEvent): string | Uint8Array | undefined {
  if (!isBase64Encoded) return body ?? ''
  try {
    return Uint8Array.from(atob(body ?? ''), (character) => character.charCodeAt(0))
  } catch {
    return undefined // whatever says base64 and sends something else has lost the bytes
  }
}
