import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../../test-support/net/free-port.js'
import { makeScratchFolder } from '../../server/test/support/storage/scratch-folder.js'
import { call } from './support/call.js'
import { hostileService } from './support/hostile-service.js'

/** A text that clears the screen and turns a line around. */
const HOSTILE = { error: 'invalid amount', detail: '\u001b[2J\u202egone' }

it.each([['text'], ['json']])('an error does nothing to the terminal (%s)', async (mode) => {
  const env = await hostileService(400, HOSTILE)
  const { code, stderr } = await call(['keys', 'list', ...(mode === 'json' ? ['--json'] : [])], { env })
  expect(code).toBe(1)
  expect(stderr).toContain('\\u001b[2J\\u202egone')
  for (const unsafe of ['\u001b', '\u202e']) expect(stderr).not.toContain(unsafe)
})

it('names the address that cannot be reached, and what starts its server', async () => {
  const key = await hostileService(400, HOSTILE)
  const cwd = makeScratchFolder()
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  const closed = `http://127.0.0.1:${await freePort()}`
  const lines = Object.entries({ ...key, MERCHANTPAY_BASE_URL: closed }).map((pair) => pair.join('='))
  writeFileSync(join(cwd, '.env.merchantpay'), lines.join('\n'))
  const { code, stderr } = await call(['orders', 'list'], { cwd, env: { npm_command: 'exec' } })
  expect([code, stderr]).toEqual([
    3,
    `merchantpay: ${closed} of .env.merchantpay cannot be reached (ECONNREFUSED): start its server with npx @merchantpay/cli dev\n`,
  ])
})
