import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTestClock } from '../src/index.js'

/** A clock that records when its timers fire. */
function watched() {
  const clock = createTestClock({ now: 1_000 })
  const fired: string[] = []
  const set = (name: string, ms: number) => clock.setTimeout(() => fired.push(`${name} ${clock.now()}`), ms)
  return { clock, fired, set }
}

describe('a test clock', () => {
  it('stands still between advances', async () => {
    const { clock } = watched()
    expect([clock.now(), clock.monotonic()]).toEqual([1_000, 0])
    await clock.advance(250)
    expect([clock.now(), clock.monotonic()]).toEqual([1_250, 250])
  })

  it('fires due timers, in the order of time and then of setting', async () => {
    const { clock, fired, set } = watched()
    set('late', 300)
    set('first', 100)
    set('second', 100)
    set('beyond', 301)
    await clock.advance(300)
    expect(fired).toEqual(['first 1100', 'second 1100', 'late 1300'])
    await clock.advance(1)
    expect(fired).toContain('beyond 1301')
  })

  it('fires timers that are due now when it advances by 0', async () => {
    const { clock, fired, set } = watched()
    set('now', 0)
    expect(fired).toEqual([])
    await clock.advance(0)
    expect(fired).toEqual(['now 1000'])
  })

  it('fires no timer that was cancelled, and none twice', async () => {
    const { clock, fired, set } = watched()
    clock.clearTimeout(set('gone', 10))
    set('once', 10)
    await clock.advance(20)
    await clock.advance(20)
    expect(fired).toEqual(['once 1010'])
  })

  it('fires timers that other timers set', async () => {
    const { clock, fired } = watched()
    const tick = () => {
      fired.push(`${clock.monotonic()}`)
      clock.setTimeout(tick, 100)
    }
    clock.setTimeout(tick, 100)
    await clock.advance(350)
    expect(fired).toEqual(['100', '200', '300'])
  })

  it('lets promises run between two timers, before the next one fires', async () => {
    const { clock, fired, set } = watched()
    const work = async () => {
      await new Promise<void>((resolve) => clock.setTimeout(resolve, 100))
      await Promise.resolve()
      await new Promise<void>((resolve) => setImmediate(resolve))
      set('follow-up', 50)
    }
    const done = work()
    set('next', 200)
    await clock.advance(200)
    await done
    expect(fired).toEqual(['follow-up 1150', 'next 1200'])
  })

  it('waits between timers for work that takes real time', async () => {
    const { clock } = watched()
    let isBusy = true
    let wasBusy: boolean | undefined
    clock.waitWhile(() => isBusy)
    setTimeout(() => {
      isBusy = false
    }, 30)
    clock.setTimeout(() => {
      wasBusy = isBusy
    }, 1)
    await clock.advance(1)
    expect(wasBusy).toBe(false)
  })

  it('queues advances', async () => {
    const { clock, fired, set } = watched()
    set('a', 10)
    set('b', 20)
    await Promise.all([clock.advance(10), clock.advance(10)])
    expect(fired).toEqual(['a 1010', 'b 1020'])
    expect(clock.monotonic()).toBe(20)
  })

  it('continues after a callback that throws, and rejects the advance that fired it', async () => {
    const { clock, fired, set } = watched()
    clock.setTimeout(() => {
      throw new Error('oops')
    }, 10)
    set('after', 20)
    await expect(clock.advance(30)).rejects.toThrow('oops')
    await clock.advance(10)
    expect(fired).toEqual(['after 1020'])
  })

  it('works although a test has faked the timers of the runtime', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { clock, fired, set } = watched()
    set('a', 10)
    await clock.advance(10)
    expect(fired).toEqual(['a 1010'])
  })

  it('starts at the present second by default', () => {
    const before = Date.now()
    const now = createTestClock().now()
    expect(now % 1_000).toBe(0)
    expect(now).toBeGreaterThan(before - 1_000)
    expect(now).toBeLessThanOrEqual(Date.now())
  })

  it.each([-1, Number.NaN])('does not advance by %s', async (ms) => {
    await expect(createTestClock().advance(ms)).rejects.toThrow(RangeError)
  })
})
