import { systemClock } from '../app.js'
import type { Invocation } from '../cli.js'
import { readConfig } from '../config.js'
import { changeMerchantStatus, type Merchant, type MerchantStatus } from '../domain/merchants.js'
import type { Tx } from '../domain/ports.js'
import { openStore } from '../storage/open.js'

const PAGE = { limit: 1_000, offset: 0 }

/** Newest first: a table for people, one JSON document a line for programs. */
export async function list({ isJson }: Invocation): Promise<number> {
  const { rows } = await withStore((tx) => tx.merchants.list(PAGE))
  const lines = rows.map(({ id, status, tier, platformUserId, name }) =>
    isJson
      ? JSON.stringify({ id, status, tier, platform_user_id: platformUserId, name })
      : [id, status.padEnd(11), tier.padEnd(8), platformUserId, name].join('  '),
  )
  for (const line of lines) console.log(line)
  return 0
}

export const activate = (given: Invocation): Promise<number> => setStatus(given, 'ACTIVE')
export const suspend = (given: Invocation): Promise<number> => setStatus(given, 'SUSPENDED')

async function setStatus({ operands: [id = ''] }: Invocation, status: MerchantStatus): Promise<number> {
  const changed: Merchant | undefined = await withStore((tx) =>
    changeMerchantStatus(tx, systemClock.now(), id, status),
  )
  if (changed) console.log(`${changed.id} is ${changed.status}`)
  else console.error(`no merchant ${id} that can become ${status}`)
  return changed ? 0 : 1
}

async function withStore<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const store = openStore({
    file: readConfig().databaseFile,
    now: systemClock.real(),
    onCommit: () => undefined,
  })
  try {
    return await store.write(work)
  } finally {
    await store.close()
  }
}
