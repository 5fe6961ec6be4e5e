import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { builtProgram } from '../lib/built.js'
import type { Sample } from '../lib/rounds.js'
import { sized } from '../lib/sized.js'
import type { EngineRun } from './delivery-engine.js'
import { listen, type Receiver, startReceiver } from './receiver.js'

const WARM_UP = sized(4_000)

/** A receiver for an engine in a process of its own. */
export interface DeliveryReceiver extends Receiver {
  /** A server that accepts connections and never answers. */
  readonly blackHole: string
  /** Runs an engine on a new database and sets {@link Receiver.latenciesMs} to the latencies of this run. */
  run(
    options: Omit<EngineRun, 'folder' | 'caFile' | 'warmUp'> & Partial<Pick<EngineRun, 'warmUp'>>,
  ): Promise<Sample>
}

export async function startDeliveryReceiver(targets: number): Promise<DeliveryReceiver> {
  const engine = await builtProgram('webhooks/delivery-engine.ts')
  const receiver = await startReceiver(targets)
  const { latenciesMs, caFile, folder } = receiver
  const hole = createServer((socket) => void socket.resume().on('error', () => undefined))
  const blackHole = `https://hole.localhost:${await listen(hole)}/hooks`
  const closeReceiver = receiver.close
  return Object.assign(receiver, {
    blackHole,
    async run(options: Parameters<DeliveryReceiver['run']>[0]) {
      latenciesMs.length = 0
      const run = { warmUp: WARM_UP, ...options, caFile, folder: mkdtempSync(join(folder, 'run-')) }
      const sample = await runEngine(engine, run)
      latenciesMs.splice(0, run.warmUp)
      return sample
    },
    close() {
      closeReceiver()
      hole.close()
    },
  })
}

async function runEngine(program: string, run: EngineRun): Promise<Sample> {
  const child = spawn(process.execPath, [program, JSON.stringify(run)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(await text(child.stdout)) as Sample // printed by the engine
}
