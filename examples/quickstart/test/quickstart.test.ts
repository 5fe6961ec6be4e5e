import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { merchantEnvironment, startSandbox } from '../../../test-support/processes/sandbox-server.js'
import { run } from '../../../tools/lib/run.js'

const cwd = fileURLToPath(new URL('..', import.meta.url))

test('the quickstart creates an order, pays it and prints every status until PAID', async () => {
  const sandbox = await startSandbox()
  onTestFinished(sandbox.stop)
  const merchant = await merchantEnvironment(sandbox.url, 'quickstart')

  const { code, output } = await run(process.execPath, ['--import', 'tsx', 'index.ts'], {
    cwd,
    env: { ...process.env, ...merchant },
  })

  const [first, ...statuses] = output.trimEnd().split('\n')
  expect(first).toContain(`Pay 25.00 USDT at ${sandbox.url}/`)
  expect(statuses).toEqual(['OPEN', 'CONFIRMING', 'PAID'])
  expect(code).toBe(0)
}, 60_000)
