import { getEventListeners } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Deadline } from '../../src/runtime/deadline.js'
import { type Worker, type WorkerLog, WorkerLoop } from '../../src/workers/worker.js'
import { gate } from '../support/net/gate.js'

const NEVER_MS = 3_600_000

interface Line {
  level: 'debug' | 'error'
  details: object
  message: string
}

function logbook(): WorkerLog & { lines: Line[] } {
  const lines: Line[] = []
  return {
    lines,
    debug: (details, message) => lines.push({ level: 'debug', details, message }),
    error: (details, message) => lines.push({ level: 'error', details, message }),
  }
}

/** Runs a worker until the test ends. */
function run(worker: Partial<Worker> & Pick<Worker, 'tick'>) {
  const log = logbook()
  const loop = new WorkerLoop({ name: 'counter', everyMs: 1, ...worker }, log, () => 0)
  onTestFinished(() => loop.stop())
  return { loop, lines: log.lines }
}

/** A promise that resolves when `tick` was called that often, and the function that counts a call. */
function countTo(limit: number) {
  const reached = gate()
  let count = 0
  const next = () => {
    count += 1
    if (count === limit) reached.open()
    return count
  }
  return { reached: reached.opened, next }
}

describe('a worker', () => {
  it('may have many listeners for its end, without a leak warning of Node', async () => {
    const warnings: Error[] = []
    const note = (warning: Error) => warnings.push(warning)
    process.on('warning', note)
    onTestFinished(() => {
      process.off('warning', note)
    })
    const { reached, next } = countTo(1)
    run({
      async tick(signal) {
        const deadlines = Array.from({ length: 50 }, () => new Deadline(signal, NEVER_MS))
        await nextTurn()
        for (const deadline of deadlines) deadline.end()
        next()
        return 0
      },
    })
    await reached
    expect(warnings).toEqual([])
  })

  it('rests for as long as it says, in place of its usual pause', async () => {
    const { reached, next } = countTo(3)
    run({
      everyMs: NEVER_MS,
      restMs: () => 1,
      async tick() {
        next()
        return 0
      },
    })
    await reached
  })

  it('has one listener for all deadlines, which see its end until they unsubscribe', () => {
    const stop = new AbortController()
    const { signal } = stop
    const deadlines = Array.from({ length: 50 }, () => new Deadline(signal, NEVER_MS))
    for (const deadline of deadlines.slice(0, 20)) deadline.end()
    const later = Array.from({ length: 10 }, () => new Deadline(signal, NEVER_MS))
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    const told: number[] = []
    for (const [n, deadline] of [...deadlines, ...later].entries()) deadline.whenOver(() => told.push(n))
    stop.abort()
    expect(told.sort((one, other) => one - other)).toEqual(Array.from({ length: 40 }, (_, n) => n + 20))
    for (const deadline of [...deadlines, ...later]) deadline.end()
  })

  it('ticks at once and again after each pause', async () => {
    const { reached, next } = countTo(5)
    run({
      tick: async () => {
        next()
        return 0
      },
    })
    await reached
  })

  it('never runs two ticks at once, however often it is woken', async () => {
    const { reached, next } = countTo(20)
    let running = 0
    let most = 0
    const { loop } = run({
      async tick() {
        running += 1
        most = Math.max(most, running)
        await nextTurn()
        loop.wake()
        await nextTurn()
        running -= 1
        return next() % 2
      },
    })
    for (let n = 0; n < 10; n += 1) loop.wake()
    await reached
    expect(most).toBe(1)
  })

  it('ticks again without a pause while it finds something to do', async () => {
    const { reached, next } = countTo(10)
    run({ everyMs: NEVER_MS, tick: async () => (next() < 10 ? 1 : 0) })
    await reached
  })

  it('pauses after a tick that found nothing, until it is woken', async () => {
    const { reached, next } = countTo(3)
    let ticks = 0
    const { loop } = run({
      everyMs: NEVER_MS,
      tick: async () => {
        ticks = next()
        return 0
      },
    })
    await nextTurn()
    expect(ticks).toBe(1)
    loop.wake()
    await nextTurn()
    expect(ticks).toBe(2)
    loop.wake()
    await reached
  })

  it('a worker that is woken during a tick ticks again at once', async () => {
    const { opened, open } = gate()
    const { reached, next } = countTo(2)
    const { loop } = run({
      everyMs: NEVER_MS,
      async tick() {
        if (next() === 1) await opened
        return 0
      },
    })
    loop.wake()
    open()
    await reached
  })

  it('logs the number of handled items, and nothing when there were none', async () => {
    const { reached, next } = countTo(3)
    const { loop, lines } = run({ everyMs: 1, tick: async () => (next() === 2 ? 7 : 0) })
    await reached
    await loop.stop()
    expect(lines).toEqual([{ level: 'debug', details: { worker: 'counter', handled: 7 }, message: 'tick' }])
  })

  it('survives a tick that throws, and logs it', async () => {
    const failure = new Error('no')
    const { reached, next } = countTo(2)
    const { loop, lines } = run({
      async tick() {
        if (next() === 1) throw failure
        return 0
      },
    })
    await reached
    await loop.stop()
    expect(lines).toEqual([
      { level: 'error', details: { worker: 'counter', err: failure }, message: 'tick failed' },
    ])
  })

  it('survives a tick that throws before it returns a promise', async () => {
    const { reached, next } = countTo(2)
    const { lines } = run({
      tick() {
        if (next() === 1) throw new Error('at once')
        return Promise.resolve(0)
      },
    })
    await reached
    expect(lines.map((line) => line.level)).toEqual(['error'])
  })

  it('backs off for half a second at least after a tick that threw', async () => {
    const { reached, next } = countTo(2)
    const startedAt = performance.now()
    run({
      async tick() {
        if (next() === 1) throw new Error('no')
        return 0
      },
    })
    await reached
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(495)
  })
})

describe('stopping a worker', () => {
  it('aborts the running tick and waits for it', async () => {
    const { opened, open } = gate()
    const seen: string[] = []
    const { loop } = run({
      everyMs: NEVER_MS,
      async tick(signal) {
        signal.addEventListener('abort', () => seen.push('aborted'))
        await opened
        seen.push('tick ended')
        return 1
      },
    })
    const stopped = loop.stop().then(() => seen.push('stopped'))
    await nextTurn()
    expect(seen).toEqual(['aborted'])
    open()
    await stopped
    expect(seen).toEqual(['aborted', 'tick ended', 'stopped'])
  })

  it('ends its pause', async () => {
    const { loop } = run({ everyMs: NEVER_MS, tick: async () => 0 })
    await nextTurn()
    await loop.stop()
  })

  it('lets no further tick begin', async () => {
    const { next } = countTo(100)
    let ticks = 0
    const { loop } = run({
      tick: async () => {
        ticks = next()
        return 1
      },
    })
    await loop.stop()
    const atStop = ticks
    loop.wake()
    for (let turn = 0; turn < 20; turn += 1) await nextTurn()
    expect(ticks).toBe(atStop)
  })

  it('logs nothing for a tick that its abort interrupted', async () => {
    const { loop, lines } = run({
      tick: (signal) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(new Error('aborted'))),
        ),
    })
    await loop.stop()
    expect(lines).toEqual([])
  })

  it('may be requested twice', async () => {
    const { loop } = run({ tick: async () => 0 })
    await Promise.all([loop.stop(), loop.stop()])
    await loop.stop()
  })
})
