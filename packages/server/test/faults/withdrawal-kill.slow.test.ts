import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { CrashRun } from '../support/crash/crash-run.js'
import { Sites, seeded } from '../support/crash/sites.js'
import { temporaryFolder } from '../support/server/folder.js'

const SETTLE_MS = 15_000

/** Kill sites: a statement, or a statement that follows another one. */
const POINTS = [
  { what: 'signed, and not stored', at: /^before INSERT INTO signed_transactions/ },
  {
    what: 'stored, and not committed',
    at: /^before COMMIT/,
    after: /^after INSERT INTO signed_transactions/,
  },
  { what: 'committed, and not sent', at: /^after COMMIT/, after: /^after INSERT INTO signed_transactions/ },
  { what: 'being sent', at: /^after INSERT INTO sandbox_transfers/ },
  { what: 'sent, and not known to be', at: /^after COMMIT/, after: /^after INSERT INTO sandbox_transfers/ },
  { what: 'settled, and not posted', at: /^before INSERT INTO ledger_transactions/ },
  { what: 'posted, and not committed', at: /^before COMMIT/, after: /^after INSERT INTO ledger_postings/ },
  {
    what: 'committed, and not reported',
    at: /^after COMMIT/,
    after: /^after INSERT INTO webhook_deliveries/,
  },
]

describe('a withdrawal on a server that is killed', () => {
  it('is paid at most once, and its hold is resolved once, at whichever site the server dies', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'sites')
    const sites = new Sites(file, seeded(1))
    const databaseUrl = `file:${folder}/books.db`
    const run = await CrashRun.start({ folder, databaseUrl, nextFaults: () => ({ FAULT_SITES: file }) })
    onTestFinished(async () => {
      await run.stop()
    })
    const withdraw = async () => {
      // Paid inside the client app, so that only transfers of withdrawals are on the chain.
      await Promise.all([run.pay('app'), run.pay('app'), run.pay('app')])
      await Promise.all([run.withdraw('paid'), run.withdraw('canceled'), run.withdraw('reverts')])
    }
    await withdraw()
    expect(await run.waitForConsistency(SETTLE_MS)).toEqual([])

    for (const { what, at, after } of POINTS) {
      const { length } = run.supervisor.exits
      await Promise.all([run.pay('app'), run.pay('app'), run.pay('app')])
      const kill = { site: sites.find(at), after: after && sites.find(after) }
      await run.supervisor.send({ kill })
      await Promise.all([run.withdraw('paid'), run.withdraw('canceled'), run.withdraw('reverts')])
      const differences = await run.waitForConsistency(SETTLE_MS)
      const deaths = run.supervisor.exits.slice(length)
      expect({ what, differences, deaths }).toEqual({ what, differences: [], deaths: ['SIGKILL'] })
    }
  }, 120_000)
})
