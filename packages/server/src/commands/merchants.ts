import { systemClock } from '../app.js'
import type { Invocation } from '../cli.js'
import { readConfig } from '../config.js'
import { changeMerchantStatus, type Merchant, type MerchantStatus } from '../domain/merchants.js'
import type { Store } from '../domain/ports.js'
import { openStore } from '../storage/open.js'

const PAGE = 1_000

/** All merchants, newest first: a table for people, one JSON document a line for programs. */
export async function list({ isJson }: Invocation): Promise<number> {
  await withStore(async (store) => {
    for (let offset = 0, total = 1; offset < total; offset += PAGE) {
      const page = await store.read((tx) => tx.merchants.list({ limit: PAGE, offset }))
      for (const merchant of page.rows) console.log(isJson ? jsonLine(merchant) : tableLine(merchant))
      total = page.total
    }
  })
  return 0
}

const jsonLine = ({ id, status, tier, platformUserId, name }: Merchant): string =>
  JSON.stringify({ id, status, tier, platform_user_id: platformUserId, name })

const tableLine = ({ id, status, tier, platformUserId, name }: Merchant): string =>
  [id, status.padEnd(11), tier.padEnd(8), platformUserId, name].join('  ')

export const activate = (given: Invocation): Promise<number> => setStatus(given, 'ACTIVE')
export const suspend = (given: Invocation): Promise<number> => setStatus(given, 'SUSPENDED')

async function setStatus({ operands: [id = ''] }: Invocation, status: MerchantStatus): Promise<number> {
  const changed = await withStore((store) =>
    store.write((tx) => changeMerchantStatus(tx, systemClock.now(), id, status)),
  )
  if (changed) console.log(`${changed.id} is ${changed.status}`)
  else console.error(`no merchant ${id} that can become ${status}`)
  return changed ? 0 : 1
}

async function withStore<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openStore({
    database: readConfig().database,
    now: systemClock.real(),
    onCommit: () => undefined,
    // The command itself fails, and says why.
    onDamage: () => undefined,
  })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
