// A Worker: it has no Node built-in, and its secret comes with each request.
import { createReceiver } from '@merchantpay/webhook-verify'
import { webWebhook } from '@merchantpay/webhook-verify/web'

export default {
  fetch(request, { WEBHOOK_SECRET: secrets }) {
    return webWebhook(createReceiver({ secrets, on: {}, dedupe: false }))(request)
  },
}
