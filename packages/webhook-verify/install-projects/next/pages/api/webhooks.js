import { nextPagesWebhook } from '@merchantpay/webhook-verify/next'
import { receiver } from '../../receiver'

export const config = { api: { bodyParser: false } }
export default nextPagesWebhook(receiver)
