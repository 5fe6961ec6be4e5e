import { describe, expect, it, vi } from 'vitest'
import { steadyClock, type TimeSource } from '../../src/runtime/clock.js'
import { START } from '../support/domain/context.js'
import { SetClock } from '../support/server/set-clock.js'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Creates a clock over a fake machine, with the changes that it reports. */
function begin(odd: Partial<TimeSource> = {}) {
  const time = Object.assign(new SetClock(START), odd)
  const changes: [change: string, ms: number][] = []
  const clock = steadyClock(time, (change, ms) => changes.push([change, ms]))
  /** Reads the clock every second. @returns the last reading */
  const pass = (ms: number): number => {
    for (let left = ms; left > 0; left -= SECOND) {
      time.pass(Math.min(SECOND, left))
      clock.now()
    }
    return clock.now()
  }
  return { time, clock, changes, pass }
}

describe('the clock of a server', () => {
  it('follows a machine clock that drifts or is corrected by up to 2 s at a time', () => {
    const { time, clock, changes, pass } = begin()
    for (const step of [2 * SECOND, 2 * SECOND, -2 * SECOND, 1, -SECOND]) {
      time.wrongByMs += step
      expect([clock.now(), clock.real(), clock.wall()]).toEqual([time.wall(), time.wall(), time.wall()])
      expect(pass(SECOND)).toBe(time.wall())
    }
    expect(changes).toEqual([])
  })

  it.each([HOUR, -HOUR, 2 * SECOND + 1])(
    'keeps the old time while the machine clock is wrong by %i ms for 59 s',
    (wrong) => {
      const { time, clock, changes, pass } = begin()
      time.wrongByMs = wrong
      expect(clock.now()).toBe(START)
      expect(pass(59 * SECOND)).toBe(time.now())
      expect([clock.real(), clock.wall()]).toEqual([time.now(), time.now() + wrong])
      time.wrongByMs = 0
      expect(pass(HOUR)).toBe(time.now())
      expect(changes).toEqual([
        ['set', wrong],
        ['returned', -wrong],
      ])
    },
  )

  it.each([HOUR, -HOUR])(
    'follows a machine clock that was set by %i ms once it has kept its time for a minute',
    (by) => {
      const { time, changes, pass } = begin()
      time.wrongByMs = by
      pass(SECOND)
      expect(pass(59 * SECOND)).toBe(time.now())
      expect(pass(SECOND)).toBe(time.wall())
      expect(pass(HOUR)).toBe(time.wall())
      expect(changes).toEqual([
        ['set', by],
        ['followed', by],
      ])
    },
  )

  it('waits another minute each time the machine clock is set', () => {
    const { time, changes, pass } = begin()
    time.wrongByMs = HOUR
    pass(50 * SECOND)
    time.wrongByMs = -HOUR
    expect(pass(50 * SECOND)).toBe(time.now())
    expect(pass(11 * SECOND)).toBe(time.wall())
    expect(changes.map(([change]) => change)).toEqual(['set', 'set', 'followed'])
  })

  it('advances by the time that passed when the process was stopped during a reading', () => {
    const { time, clock, changes } = begin()
    vi.spyOn(time, 'wall').mockImplementationOnce(() => {
      time.pass(HOUR)
      return START
    })
    expect(clock.now()).toBe(time.now())
    expect(clock.now()).toBe(time.now())
    expect(changes).toEqual([])
  })
})

describe('the clock of a server on a machine that sleeps', () => {
  it('follows at once after each sleep', () => {
    const { time, clock, changes, pass } = begin()
    for (const ms of [8 * HOUR, 3 * SECOND, 1.5 * SECOND, 1.5 * SECOND, 8 * HOUR]) {
      pass(MINUTE)
      time.sleep(ms)
      expect(clock.now()).toBe(time.now())
    }
    expect(pass(HOUR)).toBe(time.now())
    expect(changes).toEqual([
      ['slept', 8 * HOUR],
      ['slept', 3 * SECOND],
      ['slept', 8 * HOUR],
    ])
  })

  it('does not follow a machine clock that is wrong after a sleep, until it is corrected', () => {
    const { time, changes, clock, pass } = begin()
    time.sleep(8 * HOUR)
    time.wrongByMs = HOUR
    expect(pass(59 * SECOND)).toBe(time.now() - 8 * HOUR)
    time.wrongByMs = 0
    expect(clock.now()).toBe(time.now())
    expect(changes).toEqual([
      ['set', 9 * HOUR],
      ['slept', 8 * HOUR],
    ])
  })

  it('follows at once after a sleep, even if the machine clock was set before', () => {
    const { time, clock, changes, pass } = begin()
    time.sleep(8 * HOUR)
    time.wrongByMs = -HOUR
    clock.now()
    pass(MINUTE)
    time.sleep(8 * HOUR)
    expect(clock.now()).toBe(time.wall())
    expect(changes.map(([change]) => change)).toEqual(['set', 'followed', 'slept'])
  })

  it.each([
    ['tells nothing', Number.NaN],
    ['stands still', 5 * SECOND],
  ])('waits for a minute if the uptime %s', (_, uptime) => {
    const { time, clock, changes, pass } = begin({ uptime: () => uptime })
    time.sleep(HOUR)
    expect(clock.now()).toBe(START)
    expect(pass(59 * SECOND)).toBe(time.now() - HOUR)
    expect(pass(SECOND)).toBe(time.now())
    expect(changes.map(([change]) => change)).toEqual(['set', 'followed'])
  })

  it('reads the uptime only when the clock has jumped ahead', () => {
    const { time, clock, pass } = begin()
    const uptime = vi.spyOn(time, 'uptime')
    pass(MINUTE)
    time.wrongByMs = -HOUR
    clock.now()
    expect(uptime).not.toHaveBeenCalled()
    time.wrongByMs = HOUR
    pass(30 * SECOND)
    expect(uptime).toHaveBeenCalledOnce()
  })
})
