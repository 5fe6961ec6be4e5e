/**
 * `npm run stress -- backup [--rounds n] [--engine sqlite|postgres] [--seed n] [--checkpoint file]`: a server is
 * backed up at random moments under load. Each backup is restored by the command, and must have every order that was
 * acknowledged before the backup began.
 */
import { join } from 'node:path'
import { rowsOf } from '../../packages/server/test/support/crash/rows.js'
import { seeded } from '../../packages/server/test/support/crash/sites.js'
import { Options } from '../lib/options.js'
import { Installation } from './installation.js'
import { OrderLoad } from './order-load.js'
import { Rounds } from './rounds.js'

/** Longest pause before a backup. */
const PAUSE_MS = 2_000
/** Orders before the first backup. */
const LEAST_ORDERS = 50
const POLL_MS = 20

/** @throws Error with the orders that a backup lacks */
export async function backup(args: readonly string[]): Promise<void> {
  const rounds = new Rounds(new Options(args, ['checkpoint', 'engine', 'rounds', 'seed']))
  for (const engine of rounds.engines) {
    const random = seeded(rounds.seed)
    await Installation.use(engine, {}, async (installation) => {
      const url = await installation.newDatabase()
      const server = await installation.serve(url)
      const load = await OrderLoad.start(server.url)
      const played = await rounds.play(engine, async () => {
        while (load.acknowledged.length < LEAST_ORDERS) await pause(POLL_MS)
        await pause(random(PAUSE_MS))
        return backUpOnce(installation, url, [...load.acknowledged])
      })
      await load.stop()
      await server.stop()
      console.log(
        `${engine}: ${played} backups under load, 0 acknowledged orders missing, every ledger proven`,
      )
    })
  }
}

/** @param before the orders that were acknowledged before this backup */
async function backUpOnce(
  installation: Installation,
  url: string,
  before: readonly string[],
): Promise<string> {
  const made = await installation.command(
    url,
    'backup',
    '--to',
    join(installation.folder, 'backups'),
    '--keep',
    '2',
    '--json',
  )
  const { backup: path } = JSON.parse(made) as { backup: string } // as the command prints it
  const copy = await installation.newDatabase()
  await installation.command(copy, 'restore', '--from', path)
  await installation.command(copy, 'ledger', 'verify')
  const found = new Set((await rowsOf(copy).all<{ id: string }>('SELECT id FROM orders')).map(({ id }) => id))
  const missing = before.filter((id) => !found.has(id))
  if (missing.length > 0)
    throw new Error(`${path} lacks ${missing.length} orders: ${missing.slice(0, 5).join(', ')}`)
  return `${before.length} orders acknowledged before, ${found.size} in the backup`
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
