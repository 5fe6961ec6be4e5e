// A Worker without Node built-ins, whose secret arrives with each request.
import { createReceiver } from '@merchantpay/webhook-verify'
import { webWebhook } from '@merchantpay/webhook-verify/web'

/** How many calls began, and the codes of those that failed. */
const seen = { begun: 0, refused: [] }

export default {
  async fetch(request, { WEBHOOK_SECRET: secrets }) {
    const { pathname } = new URL(request.url)
    if (pathname === '/seen') return Response.json(seen)
    const receiver = createReceiver({
      secrets,
      on: {},
      dedupe: false,
      readDeadlineMs: 3_000,
      onError: ({ code }) => void seen.refused.push(code),
    })
    if (pathname === '/parsed') await request.json()
    seen.begun += 1
    return webWebhook(receiver)(request)
  },
}
