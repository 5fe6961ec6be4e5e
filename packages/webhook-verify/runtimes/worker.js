// A Worker that answers any request with the faults as JSON.
import * as webhooks from '@merchantpay/webhook-verify'
import { memoryDedupe } from '@merchantpay/webhook-verify/dedupe/memory'
import { webWebhook } from '@merchantpay/webhook-verify/web'
import rows from '../../../openapi/vectors/webhook-signature.json'
import { judgeReceiver, mountedAs } from './judge-receiver.js'
import { judgeVectors } from './judge-vectors.js'

export default {
  fetch: async () =>
    Response.json([
      ...(await judgeVectors(webhooks, rows, false)),
      ...(await judgeReceiver({ ...webhooks, memoryDedupe }, mountedAs(webWebhook))),
    ]),
}
