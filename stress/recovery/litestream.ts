/**
 * `npm run stress -- litestream [--rounds n] [--checkpoint file]`: Litestream replicates the file of a server under
 * load, which is stopped and started while commands run beside it. The replica stays one generation, since no process of
 * ours checkpoints. Then the server is killed, and Litestream begins anew as the manual says: version 0.3.13 alone does not
 * notice what SQLite discards after a kill. Once the disk is gone, the restored file must have every acknowledged order.
 */
import { spawn } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { rowsOf } from '../../packages/server/test/support/crash/rows.js'
import { mustRun } from '../../tools/lib/run.js'
import { Options } from '../lib/options.js'
import { Installation } from './installation.js'
import { OrderLoad } from './order-load.js'
import { Rounds } from './rounds.js'

const SYNC_MS = 100
/** Long enough for a copy on a busy machine. */
const COPIED_MS = 3_000
const LOAD_MS = 3_000
const STOPS = 2
const SETTINGS = { MERCHANTPAY_SQLITE_REPLICATED: '1' }

/** @throws Error with the orders that the restored file lacks, or when the replica began anew */
export async function litestream(args: readonly string[]): Promise<void> {
  const rounds = new Rounds(new Options(args, ['checkpoint', 'rounds']))
  await Installation.use('sqlite', SETTINGS, async (installation) => {
    const played = await rounds.play('sqlite', (number) => replicateOnce(installation, number))
    console.log(
      `${played} restores from a replica, one generation until the kill, 0 acknowledged orders missing`,
    )
  })
}

async function replicateOnce(installation: Installation, number: number): Promise<string> {
  const url = await installation.newDatabase()
  const file = url.slice('file:'.length)
  const replica = join(installation.folder, `replica-${number}`)
  const config = join(installation.folder, `litestream-${number}.yml`)
  writeFileSync(config, configOf(file, replica))
  await installation.command(url, 'migrate')
  const orders: string[] = []
  for (let life = 1; life <= STOPS; life += 1)
    orders.push(...(await liveOnce(installation, url, config, 'SIGTERM')))
  const generations = readdirSync(join(replica, 'generations'))
  if (generations.length !== 1) throw new Error(`the replica has ${generations.length} generations, not one`)
  orders.push(...(await liveOnce(installation, url, config, 'SIGKILL')))
  rmSync(join(dirname(file), `.${basename(file)}-litestream`), { recursive: true })
  orders.push(...(await liveOnce(installation, url, config, 'SIGTERM')))
  for (const name of readdirSync(dirname(file))) rmSync(join(dirname(file), name), { recursive: true })
  await mustRun(binary(), ['restore', '-config', config, file])
  await installation.command(url, 'ledger', 'verify')
  const found = new Set((await rowsOf(url).all<{ id: string }>('SELECT id FROM orders')).map(({ id }) => id))
  const missing = orders.filter((id) => !found.has(id))
  if (missing.length > 0)
    throw new Error(`the restored file lacks ${missing.length} orders of ${orders.length}`)
  return `${orders.length} orders acknowledged, ${found.size} restored`
}

/**
 * Runs Litestream and a server until the server gets a signal, with commands beside them.
 *
 * @returns the acknowledged orders
 */
async function liveOnce(
  installation: Installation,
  url: string,
  config: string,
  signal: NodeJS.Signals,
): Promise<readonly string[]> {
  const copier = spawn(binary(), ['replicate', '-config', config], { stdio: 'ignore' })
  const ended = new Promise((resolve) => copier.once('exit', resolve))
  try {
    const server = await installation.serve(url)
    const load = await OrderLoad.start(server.url)
    await pause(LOAD_MS)
    await installation.command(url, 'backup', '--to', join(installation.folder, 'backups'), '--keep', '1')
    if (signal === 'SIGTERM') await load.stop()
    server.signal(signal)
    await server.exited
    await load.stop()
    // No server runs, so the connections of this command are the last ones to close.
    await installation.command(url, 'ledger', 'status')
    await pause(COPIED_MS)
    return load.acknowledged
  } finally {
    copier.kill('SIGTERM')
    await ended
  }
}

const configOf = (file: string, replica: string): string =>
  JSON.stringify({
    dbs: [{ path: file, replicas: [{ type: 'file', path: replica, 'sync-interval': `${SYNC_MS}ms` }] }],
  })

/** Returns the program of the npm package, which exists for Linux on x64 only. */
const binary = (): string =>
  createRequire(import.meta.url).resolve('@flydotio/litestream-linux-x64/litestream')

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
