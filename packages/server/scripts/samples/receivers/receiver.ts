import { createServer } from 'node:http'
import { createReceiver } from '@merchantpay/webhook-verify'
import { memoryDedupe } from '@merchantpay/webhook-verify/dedupe/memory'
import { nodeWebhook } from '@merchantpay/webhook-verify/node'

const receiver = createReceiver({
  secrets: process.env.WEBHOOK_SECRET,
  dedupe: memoryDedupe(), // in production, use a store that outlives the process
  on: {
    'payment.confirmed': ({ data }) => console.log('fulfil', data.order_id, data.status),
    'payment.expired': ({ data }) => console.log('give up', data.order_id),
    'payment.frozen': ({ data }) => console.log('hold back', data.order_id),
  },
  // An order may be frozen a second time, for example: read its current state from the API.
  onRepeat: ({ event }) => console.log('repeated', event),
})

createServer(nodeWebhook(receiver)).listen(process.env.PORT ?? 8000)
