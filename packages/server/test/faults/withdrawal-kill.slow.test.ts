import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { CrashRun } from '../support/crash/crash-run.js'
import { PAYOUT_SITES } from '../support/crash/payout-sites.js'
import { Sites, seeded } from '../support/crash/sites.js'
import { temporaryFolder } from '../support/server/folder.js'

const SETTLE_MS = 15_000

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

    for (const { what, at, after } of PAYOUT_SITES) {
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
