import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
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
    const server = createApp(openReceiver(join(folder, FILE), secret)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo // it listens on TCP
    const url = `http://127.0.0.1:${port}/webhooks`
    return { url, stop: () => new Promise((resolve) => server.close(resolve)) }
  },
})
