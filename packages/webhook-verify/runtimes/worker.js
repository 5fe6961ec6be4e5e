// In a Worker: any request is answered with the faults as JSON.
import * as webhooks from '@merchantpay/webhook-verify'
import rows from '../../../openapi/vectors/webhook-signature.json'
import { judgeVectors } from './judge-vectors.js'

export default {
  fetch: async () => Response.json(await judgeVectors(webhooks, rows, false)),
}
