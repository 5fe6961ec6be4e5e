import { nextWebhook } from '@merchantpay/webhook-verify/next'
import { receiver } from '../../receiver'

export const POST = nextWebhook(receiver)
