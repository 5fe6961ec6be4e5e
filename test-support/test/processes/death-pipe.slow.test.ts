import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { root } from '../../../tools/lib/run.js'

/** Programs that start one service and then wait. */
const PROGRAMS = {
  postgres: 'databases/postgres-child.ts',
  chromium: 'browsers/chromium-child.ts',
} as const
type Service = keyof typeof PROGRAMS

/** Whether a server accepts connections at the URL. */
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

async function startInChild(service: Service) {
  const script = join(root, 'test-support', PROGRAMS[service])
  const runner = spawn(process.execPath, ['--import', 'tsx', script], { cwd: root })
  onTestFinished(() => void runner.kill('SIGKILL'))
  const [line] = await once(createInterface({ input: runner.stdout }), 'line')
  return { runner, ...(JSON.parse(line) as { url: string; folder: string }) }
}

describe.runIf(process.platform === 'linux').each(['postgres', 'chromium'] as const)('%s', (service) => {
  it('a runner killed with SIGKILL leaves no process and no folder of it', async () => {
    const { runner, url, folder } = await startInChild(service)
    await expect.poll(() => accepts(url)).toBe(true)
    expect([existsSync(folder), processesOf(folder).length > 0]).toEqual([true, true])
    runner.kill('SIGKILL')
    await expect.poll(() => [existsSync(folder), processesOf(folder)]).toEqual([false, []])
    expect(await accepts(url)).toBe(false)
  })
})

it.runIf(process.platform === 'linux')('nor does one that is killed while PostgreSQL starts', async () => {
  const { runner, folder } = await startInChild('postgres')
  runner.kill('SIGKILL')
  await expect.poll(() => [existsSync(folder), processesOf(folder)]).toEqual([false, []])
})
