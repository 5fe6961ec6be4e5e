import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { CrashRun } from '../support/crash/crash-run.js'
import { type KillSite, PAYOUT_SITES } from '../support/crash/payout-sites.js'
import { Sites, seeded } from '../support/crash/sites.js'
import { expectBalancedIn } from '../support/ledger/balance-assertions.js'
import { temporaryFolder } from '../support/server/folder.js'

const SETTLE_MS = 15_000

/** The steps of the call that makes a refund. */
const CREATION: readonly KillSite[] = [
  { what: 'keyed, and not inserted', at: /^before INSERT INTO withdrawals / },
  { what: 'inserted, and not reserved', at: /^after INSERT INTO withdrawals / },
  { what: 'reserved, and not committed', at: /^before COMMIT/, after: /^after INSERT INTO withdrawals / },
  { what: 'committed, and not answered', at: /^after COMMIT/, after: /^after INSERT INTO withdrawals / },
]

it('a refund is paid at most once, and its money is accounted for, at whichever site the server dies', async () => {
  const folder = temporaryFolder()
  const sites = new Sites(join(folder, 'sites'), seeded(1))
  const file = join(folder, 'books.db')
  const run = await CrashRun.start({
    folder,
    databaseUrl: `file:${file}`,
    nextFaults: () => ({ FAULT_SITES: join(folder, 'sites') }),
  })
  onTestFinished(async () => {
    await run.stop()
  })
  const refund = () =>
    Promise.all([run.pay('app'), run.refund('paid'), run.refund('canceled'), run.refund('reverts')])
  await refund()
  expect(await run.waitForConsistency(SETTLE_MS)).toEqual([])

  for (const { what, at, after } of [...CREATION, ...PAYOUT_SITES]) {
    const { length } = run.supervisor.exits
    const kill = { site: sites.find(at), after: after && sites.find(after) }
    await run.supervisor.send({ kill })
    await refund()
    const differences = await run.waitForConsistency(SETTLE_MS)
    const deaths = run.supervisor.exits.slice(length)
    expect({ what, differences, deaths }).toEqual({ what, differences: [], deaths: ['SIGKILL'] })
    await expectBalancedIn({ engine: 'sqlite', file })
  }
}, 300_000)
