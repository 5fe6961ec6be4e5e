import { createReceiver } from '@merchantpay/webhook-verify'

// One for the process, whose bundles each have a copy of this module.
globalThis.seen ??= { begun: 0, refused: [] }
/** How many calls began, and how those ended that failed. */
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
