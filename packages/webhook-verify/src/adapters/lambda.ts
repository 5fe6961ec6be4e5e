import type { Receiver } from '../receiver/receiver.js'
import type { HeaderValue } from '../signature/header-fields.js'

type LambdaHeaders = { readonly [name: string]: HeaderValue }

/** The members of an event that the adapter uses: of API Gateway v1 and v2, function URLs and load balancers. */
export interface LambdaEvent {
  /** The method, from API Gateway v1 and load balancers. */
  readonly httpMethod?: string | undefined
  /** The method, from API Gateway v2 and function URLs. */
  readonly requestContext?:
    | { readonly http?: { readonly method?: string | undefined } | undefined }
    | undefined
  readonly headers?: LambdaHeaders | null | undefined
  /** All headers, from API Gateway v1 and from load balancers with multi-value headers. */
  readonly multiValueHeaders?: LambdaHeaders | null | undefined
  readonly body?: string | null | undefined
  readonly isBase64Encoded?: boolean | undefined
}

/** The answer that API Gateway, function URLs and load balancers take. */
export interface LambdaResult {
  statusCode: number
  headers?: Record<string, string>
  multiValueHeaders?: Record<string, string[]>
  body: string
  isBase64Encoded: false
}

/**
 * Makes a handler for AWS Lambda behind API Gateway (v1 and v2), a function URL or a load balancer.
 *
 * @example
 * ```ts
 * import { createReceiver } from '@merchantpay/webhook-verify'
 * import { memoryDedupe } from '@merchantpay/webhook-verify/dedupe/memory'
 * import { lambdaWebhook } from '@merchantpay/webhook-verify/lambda'
 *
 * const receiver = createReceiver({
 *   secrets: process.env.WEBHOOK_SECRET,
 *   dedupe: memoryDedupe(), // in production, a store that outlives the process
 *   on: { 'payment.confirmed': ({ data }) => console.log('fulfil', data.order_id) },
 * })
 * export const handler = lambdaWebhook(receiver)
 * ```
 */
export function lambdaWebhook(receiver: Receiver): (event: LambdaEvent) => Promise<LambdaResult> {
  return async (event) => {
    const { multiValueHeaders } = event
    const method = event.httpMethod ?? event.requestContext?.http?.method
    // When both are given, `headers` has only the last value of a repeated field and would hide a second signature.
    const sent = multiValueHeaders ?? event.headers
    const { status, headers, body } = await receiver.handle(bytesOf(event), sent, { method })
    const lists = Object.entries(headers).map(([name, value]) => [name, [value]])
    // A load balancer takes the headers of the answer in the form that it sends, and drops those in the other.
    const answered = multiValueHeaders ? { multiValueHeaders: Object.fromEntries(lists) } : { headers }
    return { statusCode: status, ...answered, body, isBase64Encoded: false }
  }
}

function bytesOf({ body, isBase64Encoded }: LambdaEvent): string | Uint8Array | undefined {
  if (!isBase64Encoded) return body ?? ''
  try {
    return Uint8Array.from(atob(body ?? ''), (character) => character.charCodeAt(0))
  } catch {
    return undefined // the bytes are lost: the receiver answers raw_body_required
  }
}
