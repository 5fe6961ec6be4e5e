import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { CrashRun } from '../support/crash/crash-run.js'
import { Sites, seeded } from '../support/crash/sites.js'
import { temporaryFolder } from '../support/server/folder.js'

const SEED = 20_260_101
const KILLS = 4
const SETTLE_MS = 15_000

describe('a server killed with SIGKILL between two statements or calls', () => {
  it('loses no acknowledged call and repeats no effect, at whichever site it dies', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'sites')
    const sites = new Sites(file, seeded(SEED))
    // Sites that a database passes only once are left out: migrations have their own test.
    let nextFaults = (): Record<string, string> => ({})
    const run = await CrashRun.start({
      folder,
      databaseUrl: `file:${folder}/books.db`,
      nextFaults: () => nextFaults(),
    })
    onTestFinished(async () => {
      await run.stop()
    })
    nextFaults = () => ({ FAULT_SITES: file })
    await run.supervisor.kill()
    await run.playStory()
    expect(await run.waitForConsistency(SETTLE_MS)).toEqual([])

    nextFaults = () => sites.nextFaults()
    while (sites.killed.size < KILLS) {
      const { length } = run.supervisor.exits
      await run.playStory()
      expect(await run.waitForConsistency(SETTLE_MS)).toEqual([])
      // The server did not reach the site in time: continue with another one.
      if (run.supervisor.exits.length === length) await run.supervisor.kill()
    }
    expect(new Set(run.supervisor.exits)).toEqual(new Set(['SIGKILL']))
  }, 120_000)
})

describe('an unhandled error', () => {
  it.each(['timer', 'promise'] as const)(
    'an unhandled error of a %s ends the server with 70, and the next one continues from the stored state',
    async (throwIn) => {
      const folder = temporaryFolder()
      const databaseUrl = `file:${folder}/books.db`
      const run = await CrashRun.start({ folder, databaseUrl, nextFaults: () => ({}) })
      onTestFinished(async () => {
        await run.stop()
      })
      const story = run.playStory()
      await run.supervisor.send({ throwIn })
      await story
      expect(await run.waitForConsistency(SETTLE_MS)).toEqual([])
      expect(run.supervisor.exits).toEqual([70])
      expect(run.supervisor.errors.join()).toContain('ended by a bug')
    },
    60_000,
  )
})
