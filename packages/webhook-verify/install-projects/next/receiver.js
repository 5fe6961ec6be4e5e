import { createReceiver } from '@merchantpay/webhook-verify'

export const receiver = createReceiver({
  secrets: process.env.WEBHOOK_SECRET,
  on: {},
  dedupe: false,
  readDeadlineMs: 150,
  onError: () => undefined,
})
