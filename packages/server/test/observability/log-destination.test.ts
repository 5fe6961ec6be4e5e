import { closeSync, openSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { descriptorOutput, LogDestination, type LogOutput } from '../../src/observability/log-destination.js'

/** An output whose writes end when the test ends them. */
class Output implements LogOutput {
  text = ''
  syncWrites = 0
  private readonly pending: ((written: number | string) => void)[] = []

  write(...[bytes, done]: Parameters<LogOutput['write']>): void {
    this.pending.push((result) => {
      if (typeof result === 'string') return done(Object.assign(new Error(result), { code: result }))
      this.text += bytes.subarray(0, result).toString()
      done(null, Math.min(result, bytes.byteLength))
    })
  }

  writeSync(bytes: Buffer): void {
    this.syncWrites += 1
    this.text += bytes.toString()
  }

  /** Lets the next write take a number of bytes, or fail with a code. */
  async next(result: number | string = Number.POSITIVE_INFINITY): Promise<void> {
    await turn()
    this.pending.shift()?.(result)
    await turn()
  }

  get writesUnderWay(): number {
    return this.pending.length
  }
}

/** Lines of ten bytes, and a buffer for three. */
function logTo<Out extends LogOutput>(output: Out) {
  const destination: LogDestination = new LogDestination(
    output,
    (lines) => destination.write(`dropped ${lines}\n`),
    30,
  )
  const log = (...names: string[]) => {
    for (const name of names) destination.write(`${name.padEnd(9)}\n`)
  }
  const read = () => `${'text' in output ? output.text : ''}`.split('\n').map((line) => line.trim())
  return { destination, log, read }
}

describe('the destination of the log', () => {
  it('writes each line as JSON of the same value that does nothing to a terminal', async () => {
    const output = new Output()
    const destination = new LogDestination(output, () => undefined)
    const name = 'shop \u001b[2J\u009b2J\u202e\nforged'
    pino({}, destination).info({ name }, 'merchant')
    await output.next()
    expect(output.text).toMatch(/^[ -~]+\n$/)
    expect(JSON.parse(output.text)).toMatchObject({ name })
  })

  it('gathers the lines that arrive during a write into the next one', async () => {
    const output = new Output()
    const { log, read } = logTo(output)
    log('one')
    await turn()
    log('two', 'three')
    await turn()
    expect(output.writesUnderWay).toBe(1)
    await output.next()
    await output.next()
    expect(read()).toEqual(['one', 'two', 'three', ''])
    expect(output.writesUnderWay).toBe(0)
  })

  it('keeps at most its limit for a stalled reader, counts the rest, and reports them where they are missing', async () => {
    const output = new Output()
    const { destination, log, read } = logTo(output)
    log('one')
    await turn()
    log('two', 'three', 'four', 'five')
    expect(destination.droppedTotal).toBe(2)
    await output.next()
    await output.next()
    log('six')
    await output.next()
    expect(read()).toEqual(['one', 'two', 'three', 'dropped 2', 'six', ''])
    expect(destination.droppedTotal).toBe(2)
  })

  it('drops lines that a full disk refuses, reports them once the disk works again, and starts a new line', async () => {
    const output = new Output()
    const { destination, log, read } = logTo(output)
    log('one', 'two')
    await output.next(13)
    await output.next('ENOSPC')
    log('three')
    await output.next('ENOSPC')
    expect(destination.droppedTotal).toBe(2)
    log('four')
    await output.next()
    await output.next()
    expect(read()).toEqual(['one', 'two', 'four', 'dropped 2', ''])
  })

  it('continues after a short write, and tries again when the output would block', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const output = new Output()
    const { destination, log, read } = logTo(output)
    log('one', 'two')
    await output.next(4)
    await output.next('EAGAIN')
    expect(output.writesUnderWay).toBe(0)
    vi.advanceTimersByTime(100)
    await output.next()
    expect(read()).toEqual(['one', 'two', ''])
    expect(destination.droppedTotal).toBe(0)
  })

  it('writes a fatal line at once and only once, even while another write hangs', async () => {
    const output = new Output()
    const { destination, read } = logTo(output)
    const log = pino({ base: null, timestamp: false }, new LogDestination(output, () => undefined))
    log.info('hangs')
    await turn()
    log.fatal('ended by a bug')
    expect(read()).toEqual(['{"level":60,"msg":"ended by a bug"}', ''])
    expect(output.syncWrites).toBe(1)
    destination.flushSync()
    expect(output.syncWrites).toBe(1)
  })

  it('survives a real full disk', async () => {
    const full = openSync('/dev/full', 'w')
    onTestFinished(() => closeSync(full))
    const { destination, log } = logTo(descriptorOutput(full))
    log('one')
    destination.flushSync()
    expect(destination.droppedTotal).toBe(1)
    log('two')
    await vi.waitUntil(() => destination.droppedTotal === 2)
  })
})
