import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { root } from '../../scripts/run.js'

/** Whether somebody listens there. */
function accepts(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

/** Processes of this machine whose command line names the folder. */
function processesOf(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)
      } catch {
        return false
      }
    })
}

async function startAlone() {
  const script = join(root, 'test-support/postgres-alone.ts')
  const runner = spawn(process.execPath, ['--import', 'tsx', script], { cwd: root })
  onTestFinished(() => void runner.kill('SIGKILL'))
  const [line] = await once(createInterface({ input: runner.stdout }), 'line')
  return { runner, ...(JSON.parse(line) as { url: string; folder: string }) }
}

it.runIf(process.platform === 'linux')(
  'a runner killed with SIGKILL leaves no PostgreSQL and no folder',
  async () => {
    const { runner, url, folder } = await startAlone()
    await expect.poll(() => accepts(url)).toBe(true)
    expect([existsSync(folder), processesOf(folder).length > 0]).toEqual([true, true])
    runner.kill('SIGKILL')
    await expect.poll(() => [existsSync(folder), processesOf(folder)]).toEqual([false, []])
    expect(await accepts(url)).toBe(false)
  },
)

it.runIf(process.platform === 'linux')('nor does one that is killed while PostgreSQL starts', async () => {
  const { runner, folder } = await startAlone()
  runner.kill('SIGKILL')
  await expect.poll(() => [existsSync(folder), processesOf(folder)]).toEqual([false, []])
})
