import { join } from 'node:path'
import { expect, it } from 'vitest'
import { verifyLedger } from '../../src/domain/ledger/ledger-verify.js'
import { openStore } from '../../src/storage/open.js'
import { writeHistory } from '../support/ledger/ledger-history.js'
import { temporaryFolder } from '../support/server/folder.js'

it('writes a history that fits the schema and whose ledger balances', async () => {
  const file = join(temporaryFolder(), 'ledger.db')
  await writeHistory(file, 140)
  const store = await openStore({
    database: { engine: 'sqlite', file },
    now: 0,
    onCommit: () => undefined,
    onDamage: () => undefined,
  })
  const report = await store.read((tx) => verifyLedger(tx))
  await store.close()
  expect(report.checks.flatMap(({ violations }) => violations)).toEqual([])
})
