import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root, run } from '../../lib/run.js'

const PROGRAM = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } })`
/** For the option `--import` of Node: a program takes its Node for version 18.20.8. */
const OLD_NODE = `data:text/javascript,${encodeURIComponent(PROGRAM)}`

it.each([
  ['merchantpay', 'cli'],
  ['create-merchantpay', 'create-merchantpay'],
  ['merchantpay-server', 'server'],
])('%s names the Node that it needs where an older one runs it', async (command, folder) => {
  const program = join(root, 'packages', folder, 'bin', `${command}.js`)
  const { code, output } = await run(process.execPath, ['--import', OLD_NODE, program, '--help'])
  expect([code, output]).toEqual([
    78,
    `${command} needs Node 20.19 or later, and this is Node 18.20.8: install a newer one from https://nodejs.org\n`,
  ])
})
