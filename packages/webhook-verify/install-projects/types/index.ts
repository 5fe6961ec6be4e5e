// Compiled against the installed package under every way of resolving modules, without any framework's types.
import {
  createReceiver,
  createVerifier,
  type Receiver,
  type WebhookErrorCode,
} from '@merchantpay/webhook-verify'
import { expressWebhook } from '@merchantpay/webhook-verify/express'
import { fastifyWebhook } from '@merchantpay/webhook-verify/fastify'
import { honoWebhook } from '@merchantpay/webhook-verify/hono'
import { koaWebhook } from '@merchantpay/webhook-verify/koa'
import { type LambdaResult, lambdaWebhook } from '@merchantpay/webhook-verify/lambda'
import { nestWebhook } from '@merchantpay/webhook-verify/nest'
import { nextPagesWebhook, nextWebhook } from '@merchantpay/webhook-verify/next'
import { nodeWebhook } from '@merchantpay/webhook-verify/node'
import { webWebhook } from '@merchantpay/webhook-verify/web'

const receiver: Receiver = createReceiver({
  secrets: 'whsec_example',
  on: { 'payment.confirmed': ({ data }) => data.order_id.length },
  dedupe: false,
})

export const POST: (request: Request) => Promise<Response> = nextWebhook(receiver)
export const worker: { fetch(request: Request): Promise<Response> } = { fetch: webWebhook(receiver) }
export const results: Promise<LambdaResult> = lambdaWebhook(receiver)({ body: '' })
export const plugin: typeof fastifyWebhook = fastifyWebhook
export const handlers = [expressWebhook, honoWebhook, koaWebhook, nestWebhook, nextPagesWebhook, nodeWebhook]
export const code: WebhookErrorCode = 'raw_body_required'

const { known, event } = await createVerifier({ secrets: 'whsec_example' }).verifyAsync('', {})
if (known && event.event === 'payment.underpaid') event.data.missing_amount satisfies string

// @ts-expect-error the contract has no such event
createReceiver({ secrets: 'whsec_example', on: { 'payment.paid': () => undefined }, dedupe: false })
