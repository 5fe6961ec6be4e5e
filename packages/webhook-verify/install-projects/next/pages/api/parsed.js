import { nextPagesWebhook } from '@merchantpay/webhook-verify/next'
import { receiver } from '../../receiver'

// Without a `config` Next reads the body as JSON first.
export default nextPagesWebhook(receiver)
