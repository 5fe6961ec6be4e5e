import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Dice } from '../../packages/server/test/support/ledger/dice.js'
import { createDatabaseOn } from '../../packages/server/test/support/storage/postgres-client.js'
import { DatabaseFaults } from './database-faults.js'
import { limitSettings } from './limits.js'
import { BANNED, type SimulatedNetwork } from './networks/network.js'
import { type Opened, openNetworks } from './networks/open.js'
import { PostgresDriver } from './postgres-driver.js'
import { SqliteDriver } from './sqlite-driver.js'
import { VirtualTime } from './virtual-time.js'

/** Nothing waits for a disk: its faults are simulated. */
const MEMORY_DISK = '/dev/shm'
export const OPERATOR_TOKEN = 'operator-token-of-the-simulation-0123456789'

/** Time, networks and settings of a life. */
export interface Installation extends Opened {
  readonly time: VirtualTime
  /** Read by a server when it starts. */
  readonly environment: Record<string, string>
  readonly database: DatabaseFaults
  /** Of its files. */
  readonly folder: string
  /** Where backups are kept. */
  readonly backups: string
  /** Puts an empty database in the place of the one that there is, while no server runs. */
  readonly renew: () => Promise<void>
  /** Undefined on SQLite. */
  readonly postgres: PostgresDriver | undefined
  /** Signatures and deadlocks that must not happen. */
  readonly breaches: () => readonly string[]
}

/**
 * Makes time, networks and settings of a life, and removes its files at the end.
 *
 * @param postgresUrl a server on which it makes its database; it has a SQLite file without
 */
export async function inInstallation<Result>(
  { seed, postgresUrl }: { readonly seed: number; readonly postgresUrl?: string },
  startAt: number,
  live: (installation: Installation) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(existsSync(MEMORY_DISK) ? MEMORY_DISK : tmpdir(), 'simulation-'))
  const file = join(folder, 'books.db')
  const databaseUrl = postgresUrl ? await createDatabaseOn(postgresUrl) : `file:${file}`
  try {
    const time = VirtualTime.install(startAt, new Dice(seed + 1))
    const { networks, signer } = await openNetworks({ seed, now: () => time.now, folder })
    const postgres = postgresUrl === undefined ? undefined : PostgresDriver.install(time, new Dice(seed + 50))
    const database = new DatabaseFaults(postgres ?? SqliteDriver.install(), time)
    const environment = settingsIn(folder, networks, databaseUrl)
    // Commands read them.
    Object.assign(process.env, environment)
    const renew = async () => {
      for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
      if (postgresUrl === undefined) return
      environment.MERCHANTPAY_DATABASE_URL = await createDatabaseOn(postgresUrl)
      Object.assign(process.env, environment)
    }
    const backups = join(folder, 'backups')
    const breaches = () => [...(signer?.breaches ?? []), ...(postgres?.deadlocks ?? [])]
    const parts = { time, networks, signer, environment, database, folder, backups, renew, postgres }
    return await live({ ...parts, breaches })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function settingsIn(
  folder: string,
  networks: readonly SimulatedNetwork[],
  databaseUrl: string,
): Record<string, string> {
  const denylist = join(folder, 'denylist')
  writeFileSync(denylist, networks.map(({ chain }) => `${chain.spell(BANNED.account)}\n`).join(''))
  const settings = {
    MERCHANTPAY_DATABASE_URL: databaseUrl,
    MERCHANTPAY_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    ...limitSettings(),
    // The nodes have names that a plan of a provider would limit.
    MERCHANTPAY_NODE_DEFAULT_LIMITS: 'off',
    MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '0',
    MERCHANTPAY_REGISTRATIONS_PER_HOUR: '0',
    MERCHANTPAY_RATES_URL: 'https://rates.example/',
    // The callers of the simulation come from there.
    MERCHANTPAY_TRUSTED_PROXIES: '192.0.2.1/32',
    MERCHANTPAY_OPERATOR_TOKEN: OPERATOR_TOKEN,
    MERCHANTPAY_SCREENING_DENYLIST_FILE: denylist,
    // Workers of a network that no shop offers would only take time.
    MERCHANTPAY_TEST_ERC20: 'off',
    MERCHANTPAY_TEST_TRC20: 'off',
    MERCHANTPAY_TEST_BEP20: 'off',
  }
  return Object.assign(settings, ...networks.map((network) => network.settings))
}
