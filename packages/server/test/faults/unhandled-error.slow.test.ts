import { describe, expect, it, onTestFinished } from 'vitest'
import { CrashRun } from '../support/crash/crash-run.js'
import { temporaryFolder } from '../support/server/folder.js'

const SETTLE_MS = 15_000

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
