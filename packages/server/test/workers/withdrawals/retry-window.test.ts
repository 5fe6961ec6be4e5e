import { describe, expect, it } from 'vitest'
import { RetryWindow } from '../../../src/workers/withdrawals/retry-window.js'

const PAUSE_MS = 30_000

describe('a recent try', () => {
  const begin = () => {
    const time = { at: 0 }
    return { time, tries: new RetryWindow(() => time.at, PAUSE_MS) }
  }

  it('is due again after its pause, or once it is forgotten', () => {
    const { time, tries } = begin()
    tries.note('a')
    time.at = PAUSE_MS - 1
    expect(tries.isDue('a')).toBe(false)
    time.at = PAUSE_MS
    expect(tries.isDue('a')).toBe(true)
    tries.note('a')
    tries.forget('a')
    expect(tries.isDue('a')).toBe(true)
  })

  it('is due when the clock was set back', () => {
    const { time, tries } = begin()
    tries.note('a')
    time.at = -1
    expect(tries.isDue('a')).toBe(true)
  })

  it('is counted for as long as it is not due', () => {
    const { time, tries } = begin()
    tries.note('a')
    time.at = 1
    tries.note('b')
    expect(tries.countRecent()).toBe(2)
    time.at = PAUSE_MS
    expect(tries.countRecent()).toBe(1)
    time.at = 0
    expect(tries.countRecent()).toBe(1)
    time.at = -1
    expect(tries.countRecent()).toBe(0)
  })

  it('is all that is kept, however many came before', () => {
    const { time, tries } = begin()
    for (let each = 0; each < 10_000; each += 1) {
      time.at += 1_000
      tries.note(`${each}`)
      if (each % 10 === 0) tries.note('again and again')
    }
    expect(tries.size).toBeLessThanOrEqual(PAUSE_MS / 1_000 + 1)
    expect(tries.isDue('again and again')).toBe(false)
  })
})
