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

it('a terminal gets the colours of the command, and no other control character', async () => {
  const answer = { ...HOSTILE, error: '\u001b[32mok' }
  const { stderr } = await call(['keys', 'list'], {
    env: await hostileService(400, answer),
    isTerminal: true,
  })
  const [before, red, plain, ...others] = stderr.split('\u001b')
  expect([before, others]).toEqual(['', []])
  expect([red?.slice(0, 17), plain]).toEqual(['[31mmerchantpay: ', '[39m\n'])
  expect(stderr).toContain('\\u001b[32mok')
})

it('a value of a result forges no line and does nothing to the terminal', async () => {
  const key = await hostileService(200, {})
  const env = { ...key, WEBHOOK_SECRET: 'whsec_a\nok  all is well\u001b[2J' }
  const secret = await call(['webhooks', 'secret', '--reveal'], { env, isTerminal: true })
  expect(secret.stdout).toBe('whsec_a\\u000aok  all is well\\u001b[2J  of the environment\n')

  const attempt = { attempt: 1, ended_at: '', response_status: null, duration_ms: null, error: 'tls_error' }
  const delivery = { attempt_log: [{ ...attempt, error_detail: '\u001b[2J\nok', response_body: '\u009b2J' }] }
  const shown = await call(['deliveries', 'show', 'wd_1', '--endpoint', 'wh_1'], {
    env: await hostileService(200, delivery),
  })
  expect(shown.stdout).toContain('\\u001b[2J\\u000aok\n    \\u009b2J\n')
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
