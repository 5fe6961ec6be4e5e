import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeScratchFolder } from '../../server/test/support/storage/scratch-folder.js'
import { call } from './support/call.js'

/** Takes a port, or finds it taken. @returns the port */
async function take(port: number): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void server.close())
  await Promise.race([once(server, 'listening'), new Promise((resolve) => server.once('error', resolve))])
  return (server.address() as AddressInfo | null)?.port ?? port
}

/** Runs `dev` in a folder where it ends before a server starts: no npm is there to install one. */
async function devWithoutNpm(files: Readonly<Record<string, string>> = {}) {
  const cwd = makeScratchFolder()
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  mkdirSync(join(cwd, '.merchantpay'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
  return call(['dev'], { cwd, env: { PATH: cwd } })
}

describe('the port of dev', () => {
  it('is another one, with a word of it, where its usual one is taken at the first start', async () => {
    await take(8080)
    const { code, stderr } = await devWithoutNpm()
    expect([code, stderr]).toEqual([
      78,
      expect.stringMatching(
        /^port 8080 is taken, so the server takes a free one[\s\S]*npm cannot be started/,
      ),
    ])
  })

  it('stays that of the last start, so that it is an error where another program has it', async () => {
    const port = await take(0)
    const state = { url: `http://127.0.0.1:${port}`, pid: process.pid }
    const { code, stderr } = await devWithoutNpm({ '.merchantpay/dev.json': JSON.stringify(state) })
    expect([code, stderr]).toEqual([78, expect.stringContaining(`port ${port} is taken: end what listens`)])
  })
})
