import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url))
const running: ChildProcess[] = []

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

function run(...args: string[]) {
  const child = spawn(process.execPath, [cli, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(child)
  const printed = { text: '' }
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed.text += chunk.toString()
    })
  }
  return { child, printed }
}

it('prints where it listens, mines by the timer, and ends on SIGTERM', async () => {
  const { child, printed } = run('--port', '0', '--block-ms', '20', '--chain-id', '728126428')
  await expect.poll(() => printed.text).toContain('bank 41')
  const [, url = ''] = /listens on (http:\S+)/.exec(printed.text) ?? []
  const blockOf = async (body: object) => {
    const response = await fetch(`${url}/wallet/getblock`, { method: 'POST', body: JSON.stringify(body) })
    return (await response.json()) as { blockID: string; block_header: { raw_data: { number?: number } } }
  }
  await expect.poll(async () => (await blockOf({})).block_header.raw_data.number).toBeGreaterThan(3)
  expect((await blockOf({ id_or_num: '0' })).blockID.slice(-8)).toBe('2b6653dc')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

it('refuses a setting that is no number', async () => {
  const { child, printed } = run('--port', 'x')
  expect(await once(child, 'exit')).toEqual([78, null])
  await expect.poll(() => printed.text).toContain('--port must be a whole number')
})
