import { createReceiver } from '@merchantpay/webhook-verify'

// One per process: each of its bundles has a copy of this module.
globalThis.seen ??= { begun: 0, refused: [] }
/** How many calls began, and the codes of those that failed. */
export const { seen } = globalThis

const { handle } = createReceiver({
  secrets: process.env.WEBHOOK_SECRET,
  on: {},
  dedupe: false,
  readDeadlineMs: 3_000,
  onError: ({ code }) => void seen.refused.push(code),
})

export const receiver = {
  handle(...call) {
    seen.begun += 1
    return handle(...call)
  },
}
