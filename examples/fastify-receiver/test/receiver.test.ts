import { join } from 'node:path'
import { beforeEach, vi } from 'vitest'
import { sqliteJobs, testReceiver } from '../../../test-support/examples/receiver-behaviour.js'
import { createApp } from '../app.js'
import { openReceiver } from '../receiver.js'

const FILE = 'webhooks.sqlite'

// The receiver prints why it answers 500.
beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())

testReceiver({
  ...sqliteJobs((folder) => join(folder, FILE)),
  async start(folder, secret) {
    const app = createApp(openReceiver(join(folder, FILE), secret))
    const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/webhooks`
    return { url, stop: () => app.close() }
  },
})
