/** Runs examples as the programs that their READMEs start. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { deliver, fixtures } from '@merchantpay/webhook-verify/testing'
import { expect, onTestFinished, test } from 'vitest'
import { run } from '../../tools/lib/run.js'
import { SECRET } from './receiver-behaviour.js'

export interface Program {
  readonly cwd: string
  readonly command: readonly [string, ...string[]]
  readonly env: Readonly<Record<string, string>>
}

/** Programs start slowly beside other tests. */
const LIMIT_MS = 120_000

/** The command of a program in TypeScript. */
export const TSX_MAIN = [process.execPath, '--import', 'tsx', 'main.ts'] as const

/**
 * Starts a program and waits for the line in which it says where it listens.
 *
 * @throws Error when it ends before
 */
export async function startProgram(
  { cwd, command: [file, ...args], env }: Program,
  listening = /listening on (\S+)/,
): Promise<{ url: string; printed: string[]; kill(): Promise<unknown> }> {
  const child: ChildProcess = spawn(file, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true, // a process group, since some programs start others
  })
  const ended = once(child, 'exit')
  const kill = () => {
    if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL')
    return ended
  }
  process.once('exit', kill)
  onTestFinished(async () => void (await kill()))
  const printed: string[] = []
  const url = await new Promise<string>((resolve, reject) => {
    if (!child.stdout) throw new Error('no output')
    createInterface({ input: child.stdout }).on('line', (line) => {
      printed.push(line)
      const [, found] = listening.exec(line) ?? []
      if (found) resolve(found)
    })
    ended.then(() => reject(new Error(`the program ended before it listened\n${printed.join('\n')}`)))
  })
  return { url, printed, kill }
}

/** Declares the tests of a receiver as a program, which gets its settings from the environment. */
export function testReceiverProgram(cwd: string, command: Program['command']): void {
  test(
    'the program remembers an event after a kill',
    async () => {
      const program = { cwd, command, env: { ...(await settings()), PORT: '0' } }
      const send = async ({ url }: { url: string }) =>
        (await deliver(url, fixtures['payment.confirmed'], { secret: SECRET })).json()

      const first = await startProgram(program)
      expect(await send(first)).toEqual({ received: true })
      await first.kill()

      expect(await send(await startProgram(program))).toEqual({ received: true, duplicate: true })
    },
    LIMIT_MS,
  )
  testTakenPort(cwd, command)
}

/** Declares the test of a program that cannot listen. */
export function testTakenPort(
  cwd: string,
  command: Program['command'],
  more: Readonly<Record<string, string>> = {},
): void {
  test(
    'the program names a port that is taken, and ends',
    async () => {
      const port = await takenPort()
      const env = { ...process.env, ...(await settings()), ...more, PORT: `${port}` }

      const { code, output } = await run(command[0], command.slice(1), { cwd, env })

      expect(output).toContain(`Port ${port} is taken`)
      expect(code).toBe(1)
    },
    LIMIT_MS,
  )
}

async function settings() {
  const folder = await mkdtemp(join(tmpdir(), 'receiver-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return { WEBHOOK_SECRET: SECRET, DATABASE_FILE: join(folder, 'webhooks.sqlite') }
}

async function takenPort(): Promise<number> {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  return (other.address() as AddressInfo).port // it listens on TCP
}
