import { describe, expect, it } from 'vitest'
import { steadyClock } from '../src/clock.js'
import { SetClock } from './support/set-clock.js'
import { START } from './support/unit-context.js'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** A clock, and what it told of the machine's. */
function begin() {
  const time = new SetClock(START)
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
      ['set back', -wrong],
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
})
