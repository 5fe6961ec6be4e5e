import { describe, expect, it, vi } from 'vitest'
import { steadyClock, type TimeSource } from '../../src/runtime/clock.js'
import { START } from '../support/domain/context.js'
import { SetClock } from '../support/server/set-clock.js'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** A clock, and what it told of the machine's. */
function begin(odd: Partial<TimeSource> = {}) {
  const time = Object.assign(new SetClock(START), odd)
  const told: [what: string, ms: number][] = []
  const clock = steadyClock(time, (what, ms) => told.push([what, ms]))
  /** Looks at the clock every second. @returns the last look */
  const pass = (ms: number): number => {
    for (let left = ms; left > 0; left -= SECOND) {
      time.pass(Math.min(SECOND, left))
      clock.now()
    }
    return clock.now()
  }
  return { time, clock, told, pass }
}

describe('the clock of a server', () => {
  it('follows one that drifts or is put right by up to 2 s at a time', () => {
    const { time, clock, told, pass } = begin()
    for (const step of [2 * SECOND, 2 * SECOND, -2 * SECOND, 1, -SECOND]) {
      time.wrongByMs += step
      expect([clock.now(), clock.real(), clock.wall()]).toEqual([time.wall(), time.wall(), time.wall()])
      expect(pass(SECOND)).toBe(time.wall())
    }
    expect(told).toEqual([])
  })

  it.each([HOUR, -HOUR, 2 * SECOND + 1])('goes on while it is wrong by %i ms for 59 s', (wrong) => {
    const { time, clock, told, pass } = begin()
    time.wrongByMs = wrong
    expect(clock.now()).toBe(START)
    expect(pass(59 * SECOND)).toBe(time.now())
    expect([clock.real(), clock.wall()]).toEqual([time.now(), time.now() + wrong])
    time.wrongByMs = 0
    expect(pass(HOUR)).toBe(time.now())
    expect(told).toEqual([
      ['set', wrong],
      ['returned', -wrong],
    ])
  })

  it.each([HOUR, -HOUR])('follows one that was set by %i ms once it has kept its time for a minute', (by) => {
    const { time, told, pass } = begin()
    time.wrongByMs = by
    pass(SECOND)
    expect(pass(59 * SECOND)).toBe(time.now())
    expect(pass(SECOND)).toBe(time.wall())
    expect(pass(HOUR)).toBe(time.wall())
    expect(told).toEqual([
      ['set', by],
      ['followed', by],
    ])
  })

  it('waits a minute anew each time that it is set', () => {
    const { time, told, pass } = begin()
    time.wrongByMs = HOUR
    pass(50 * SECOND)
    time.wrongByMs = -HOUR
    expect(pass(50 * SECOND)).toBe(time.now())
    expect(pass(11 * SECOND)).toBe(time.wall())
    expect(told.map(([what]) => what)).toEqual(['set', 'set', 'followed'])
  })

  it('goes on by the time that passed when the process was stopped while it looked', () => {
    const { time, clock, told } = begin()
    vi.spyOn(time, 'wall').mockImplementationOnce(() => {
      time.pass(HOUR)
      return START
    })
    expect(clock.now()).toBe(time.now())
    expect(clock.now()).toBe(time.now())
    expect(told).toEqual([])
  })
})

describe('the clock of a server on a machine that sleeps', () => {
  it('follows each time at once', () => {
    const { time, clock, told, pass } = begin()
    for (const ms of [8 * HOUR, 3 * SECOND, 1.5 * SECOND, 1.5 * SECOND, 8 * HOUR]) {
      pass(MINUTE)
      time.sleep(ms)
      expect(clock.now()).toBe(time.now())
    }
    expect(pass(HOUR)).toBe(time.now())
    expect(told).toEqual([
      ['slept', 8 * HOUR],
      ['slept', 3 * SECOND],
      ['slept', 8 * HOUR],
    ])
  })

  it('does not believe one that is wrong afterwards, and follows as soon as it is put right', () => {
    const { time, told, clock, pass } = begin()
    time.sleep(8 * HOUR)
    time.wrongByMs = HOUR
    expect(pass(59 * SECOND)).toBe(time.now() - 8 * HOUR)
    time.wrongByMs = 0
    expect(clock.now()).toBe(time.now())
    expect(told).toEqual([
      ['set', 9 * HOUR],
      ['slept', 8 * HOUR],
    ])
  })

  it('follows at once after a sleep, whatever became of the clock before', () => {
    const { time, clock, told, pass } = begin()
    time.sleep(8 * HOUR)
    time.wrongByMs = -HOUR
    clock.now()
    pass(MINUTE)
    time.sleep(8 * HOUR)
    expect(clock.now()).toBe(time.wall())
    expect(told.map(([what]) => what)).toEqual(['set', 'followed', 'slept'])
  })

  it.each([
    ['tells nothing', Number.NaN],
    ['stands still', 5 * SECOND],
  ])('waits for a minute where the uptime %s', (_, uptime) => {
    const { time, clock, told, pass } = begin({ uptime: () => uptime })
    time.sleep(HOUR)
    expect(clock.now()).toBe(START)
    expect(pass(59 * SECOND)).toBe(time.now() - HOUR)
    expect(pass(SECOND)).toBe(time.now())
    expect(told.map(([what]) => what)).toEqual(['set', 'followed'])
  })

  it('asks for the uptime only when the clock has jumped ahead', () => {
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
