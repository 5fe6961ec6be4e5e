import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { passTo } from '../../../../../test-support/nodes/rpc-proxy.js'
import { spawnWatched } from '../../../../../test-support/processes/death-pipe.js'

const LISTENING = /Listening on 127\.0\.0\.1:([0-9]+)/
const START_MS = 15_000
/** Names of the architectures in anvil's packages. */
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/** A real Ethereum node without peers: transactions are mined at once, and its ten unlocked accounts have coins. */
export interface Anvil {
  readonly url: string
  call(method: string, params?: readonly unknown[]): Promise<unknown>
  /** Mines empty blocks, each `seconds` after the one before. */
  mine(blocks: number, seconds?: number): Promise<void>
  headNumber(): Promise<number>
  stop(): Promise<void>
}

export interface AnvilOptions {
  /** Time of the first block, ms; real time goes on from there. */
  readonly startAt?: number
  /** Half of the blocks until one is final; 32 by default. */
  readonly epochSlots?: number
  /** More arguments of the command. */
  readonly flags?: readonly string[]
}

export const ANVIL_CHAIN_ID = 31_337

/** Whether tests with anvil are skipped. Where anvil is missing they fail, unless `SKIP_ANVIL=1` is set. */
export const isAnvilSkipped = process.env.SKIP_ANVIL === '1'

export async function startAnvil({
  startAt,
  epochSlots = 32,
  flags = [],
}: AnvilOptions = {}): Promise<Anvil> {
  const folder = mkdtempSync(join(tmpdir(), 'merchantpay-anvil-'))
  const time = startAt === undefined ? [] : ['--timestamp', `${Math.floor(startAt / 1_000)}`]
  const epoch = ['--slots-in-an-epoch', `${epochSlots}`]
  const options = ['--host', '127.0.0.1', '-p', '0', ...epoch, '--no-request-size-limit']
  const child = spawnWatched({
    folder,
    prepare: 'true',
    // anvil prints its port first; the shell sends its output to the pipe that is read.
    command: ['/bin/sh', '-c', 'exec "$@" >&2', 'sh', binary(), ...options, ...time, ...flags],
  })
  const port = await new Promise<string>((resolve, reject) => {
    let output = ''
    const fail = () => reject(new Error(`anvil does not start: ${output.slice(-500)}`))
    const timer = setTimeout(fail, START_MS)
    child.stderr.on('data', (chunk: Buffer) => {
      if (output.length > 100_000) return
      output += chunk.toString('utf8')
      const found = LISTENING.exec(output)?.[1]
      if (!found) return
      clearTimeout(timer)
      resolve(found)
    })
    void child.exited.then(fail)
  })
  const url = `http://127.0.0.1:${port}`
  const pass = passTo(url)
  const call = async (method: string, params: readonly unknown[] = []) => pass(method, params)
  return {
    url,
    call,
    async mine(blocks, seconds = 12) {
      await call('anvil_mine', [`0x${blocks.toString(16)}`, `0x${seconds.toString(16)}`])
    },
    headNumber: async () => Number(await call('eth_blockNumber')),
    stop: () => child.stop(),
  }
}

function binary(): string {
  const launcher = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')
  const platform = `${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}`
  const path = join(dirname(launcher), '..', `anvil-${platform}`, 'bin', 'anvil')
  if (!existsSync(path)) throw new Error(`no anvil for ${platform}; SKIP_ANVIL=1 leaves out what needs it`)
  return path
}

const ARTIFACTS = new URL('../../../../tron-devnode/contracts/artifacts/', import.meta.url)

/** A test contract: its interface, and its code for deployment and on the chain. */
export interface Contract {
  readonly abi: readonly Record<string, unknown>[]
  readonly bytecode: string
  readonly deployedBytecode: string
}

export function contractOf(name: string): Contract {
  return JSON.parse(readFileSync(new URL(`${name}.json`, ARTIFACTS), 'utf8'))
}
