/** The tests that every example receiver passes, whatever its framework or language. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deliver, fixtures, type Variant } from '@merchantpay/webhook-verify/testing'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { checkReceiver, type ProbeResult } from '../../packages/cli/src/receiver-check/check-receiver.js'

/** A receiver that listens at `url`. */
export interface RunningReceiver {
  readonly url: string
  stop(): Promise<unknown>
}

/** A stored task with the body of its event. */
export interface Job {
  readonly task: string
  readonly event: string
}

export interface ReceiverExample {
  /** Starts the receiver with files in this folder. */
  start(folder: string, secret: string): Promise<RunningReceiver>
  /** The jobs that a receiver stored in this folder. */
  jobsIn(folder: string): Job[]
  /** Keeps the receiver from storing jobs, until the function that it returns is called. */
  breakStore(folder: string): () => void
}

export const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh+/'
const PAID = fixtures['payment.confirmed']

/** The store of the examples that keep their jobs in an SQLite file. */
export function sqliteJobs(
  fileIn: (folder: string) => string,
): Pick<ReceiverExample, 'jobsIn' | 'breakStore'> {
  const alter = (folder: string, statement: string) => {
    const database = new Database(fileIn(folder))
    database.exec(statement)
    database.close()
  }
  return {
    jobsIn(folder) {
      const database = new Database(fileIn(folder), { readonly: true })
      const rows = database.prepare('SELECT task, CAST(event AS TEXT) AS event FROM jobs ORDER BY id').all()
      database.close()
      return rows as Job[] // as the statement selects them
    },
    breakStore(folder) {
      alter(folder, 'ALTER TABLE jobs RENAME TO elsewhere')
      return () => alter(folder, 'ALTER TABLE elsewhere RENAME TO jobs')
    },
  }
}

/** Declares the test that takes a restart of the receiver. */
export function testStoredOnce(example: ReceiverExample, timeoutMs?: number): void {
  test(
    'an event is stored before the answer, and once, also when it comes again after a restart',
    async () => {
      const { folder, restart } = await startIn(example)

      expect(await send(await restart())).toBe(200)
      expect(example.jobsIn(folder)).toEqual([{ task: 'fulfil', event: JSON.stringify(PAID) }])
      expect(await send(await restart())).toBe(200)

      expect(example.jobsIn(folder)).toHaveLength(1)
    },
    timeoutMs,
  )
}

/** Declares the test that `merchantpay webhooks check` finds nothing. */
export function testProbes(example: Pick<ReceiverExample, 'start'>, timeoutMs?: number): void {
  test(
    'eight of eight probes pass',
    async () => {
      const { restart } = await startIn(example)
      const { url } = await restart()

      const results: ProbeResult[] = []
      for await (const result of checkReceiver({ url: new URL(url), secret: SECRET, pauseMs: 100 }))
        results.push(result)

      expect(results.filter(({ ok }) => !ok)).toEqual([])
      expect(results).toHaveLength(8)
    },
    timeoutMs,
  )
}

/** Declares the tests of one receiver. */
export function testReceiver(example: ReceiverExample): void {
  testStoredOnce(example)
  testProbes(example)

  test('an order whose details change is read again, and an event of a later version is acknowledged', async () => {
    const { receiver, tasks } = await startOne()

    await send(receiver)
    await send(receiver, 'valid', { ...PAID, timestamp: '2026-01-02T00:00:00.000Z' })
    expect(await send(receiver, 'unknown')).toBe(200)

    expect(tasks()).toEqual(['fulfil', 'read again'])
  })

  test('a late payment is for a person to decide', async () => {
    const { receiver, tasks } = await startOne()

    await send(receiver, 'valid', fixtures.latePayment)

    expect(tasks()).toEqual(['decide'])
  })

  test('a request that the service did not sign now is answered 401 and stores nothing', async () => {
    const { receiver, tasks } = await startOne()
    await send(receiver, 'valid', fixtures['payment.expired']) // makes the store

    for (const variant of ['forged', 'old', 'future', 'respaced', 'truncated'] as const)
      expect(await send(receiver, variant)).toBe(401)

    expect(tasks()).toEqual(['give up'])
  })

  test('an event that cannot be stored is answered 500 and stored when it comes again', async () => {
    const { folder, receiver, tasks } = await startOne()
    await send(receiver, 'valid', fixtures['payment.expired']) // makes the store

    const repair = example.breakStore(folder)
    expect(await send(receiver)).toBe(500)
    repair()
    expect(await send(receiver)).toBe(200)

    expect(tasks()).toEqual(['fulfil', 'give up'])
  })

  async function startOne() {
    const { folder, restart } = await startIn(example)
    const tasks = () =>
      example
        .jobsIn(folder)
        .map(({ task }) => task)
        .sort()
    return { folder, receiver: await restart(), tasks }
  }
}

async function startIn({ start }: Pick<ReceiverExample, 'start'>) {
  const folder = await mkdtemp(join(tmpdir(), 'receiver-'))
  let running: RunningReceiver | undefined
  const stop = async () => await running?.stop()
  onTestFinished(async () => {
    await stop()
    await rm(folder, { recursive: true })
  })
  const restart = async () => {
    await stop()
    running = await start(folder, SECRET)
    return running
  }
  return { folder, restart }
}

async function send(
  { url }: RunningReceiver,
  variant: Variant = 'valid',
  event: Parameters<typeof deliver>[1] = PAID,
): Promise<number> {
  return (await deliver(url, event, { secret: SECRET, variant })).status
}
