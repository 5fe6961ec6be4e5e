import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyLedger } from '../../packages/server/src/domain/ledger/ledger-verify.js'
import { openStore } from '../../packages/server/src/storage/open.js'
import { writeHistory } from '../../packages/server/test/support/ledger/ledger-history.js'
import { quantile, type Result } from '../lib/rounds.js'
import { sized } from '../lib/sized.js'

const ROUNDS = sized(5, 1)
const POSTINGS = sized(1_000_000)

/** `ledger verify` on a SQLite ledger of a million postings, with the orders, transfers and withdrawals behind them. */
export async function ledger(): Promise<Result[]> {
  const folder = mkdtempSync(join(tmpdir(), 'merchantpay-bench-'))
  const file = join(folder, 'books.db')
  await writeHistory(file, POSTINGS)
  const store = await openStore({
    database: { engine: 'sqlite', file },
    now: 0,
    onCommit: () => undefined,
    onDamage: () => undefined,
  })
  try {
    const seconds: number[] = []
    const before = process.cpuUsage()
    for (let round = 0; round < ROUNDS; round += 1) {
      const started = performance.now()
      const { isBalanced } = await store.read((tx) => verifyLedger(tx))
      seconds.push((performance.now() - started) / 1_000)
      if (!isBalanced) throw new Error('the ledger of the bench is not balanced')
    }
    const [low, middle, high] = [quantile(seconds, 0.1), quantile(seconds, 0.5), quantile(seconds, 0.9)]
    const { user, system } = process.cpuUsage(before)
    const cpu = ((user + system) / ROUNDS / 1_000_000).toFixed(2)
    const spread = `p10 ${low.toFixed(2)} s, p90 ${high.toFixed(2)} s, CPU ${cpu} s, ${ROUNDS} rounds`
    return [
      { what: `ledger verify, ${POSTINGS} postings`, value: `${middle.toFixed(2)} s`, spread, goal: '< 2 s' },
    ]
  } finally {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
