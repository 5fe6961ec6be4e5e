import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { HOSTILE_MODES, HostileReceiver, type Mode } from '../../../../test-support/net/hostile-receiver.js'
import { temporaryFolder } from '../support/server/folder.js'

const CHILD = fileURLToPath(new URL('../support/webhooks/memory-child.ts', import.meta.url))
const TIMEOUT_MS = 100
const GROWTH_MIB = 20

/** Receivers that send without end, and a redirect for comparison. */
const MODES: readonly Mode[] = [...HOSTILE_MODES.keys()].filter((mode) =>
  /endless|10 GB|bomb|flood|switches|drips|redirects 301/.test(mode),
)

describe('a process whose receivers send too much', () => {
  it(`grows by less than ${GROWTH_MIB} MiB over ${MODES.length} ways to do so`, async () => {
    const receiver = await HostileReceiver.start()
    onTestFinished(() => receiver.close())
    const file = join(temporaryFolder(), 'authority.pem')
    writeFileSync(file, receiver.authority)
    const args = ['--expose-gc', '--max-semi-space-size=2', '--import', 'tsx', CHILD, `${TIMEOUT_MS}`, file]
    const child = spawn(process.execPath, [...args, ...MODES.map((mode) => receiver.urlOf(mode))], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => {
      child.kill('SIGKILL')
    })
    const { grownMib, attempts } = JSON.parse(await text(child.stdout)) as {
      grownMib: number
      attempts: number
    } // printed by the child
    console.log(`${attempts} attempts: RSS grew by ${grownMib.toFixed(1)} MiB`)
    expect(MODES.length).toBeGreaterThanOrEqual(10)
    expect(grownMib).toBeLessThan(GROWTH_MIB)
  }, 60_000)
})
