import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { run } from '../../../../tools/lib/run.js'
import { temporaryFolder } from '../support/server/folder.js'

const LAUNCHER = fileURLToPath(new URL('../../bin/merchantpay-server.js', import.meta.url))

it('runs the built command', async () => {
  const { code, output } = await run(process.execPath, [LAUNCHER, '--help'])
  expect([code, output.split('\n')[0]]).toEqual([0, 'merchantpay-server <command>'])
})

it('explains how to build when there is no build', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'bin'))
  cpSync(LAUNCHER, join(folder, 'bin/merchantpay-server.mjs'))
  const { code, output } = await run(process.execPath, [join(folder, 'bin/merchantpay-server.mjs'), 'serve'])
  expect([code, output]).toEqual([
    69,
    'merchantpay-server is not built: run "npm run build" in the checkout first\n',
  ])
})
