import { describe, expect, it } from 'vitest'
import { WaitingList } from '../../../src/domain/screening/waiting-list.js'

const MINUTE = 60_000

describe('what waits for a judge', () => {
  it('is forgotten once it is no longer asked about, whatever its size', () => {
    const time = { at: 0 }
    const list = new WaitingList(() => time.at, 10 * MINUTE)
    for (let each = 0; each < 10_000; each += 1) {
      time.at += 1_000
      list.add(`${each}`, 'the service is down')
      if (each % 100 === 0) list.add('asked about', 'the service is down')
    }
    expect(list.size).toBeLessThanOrEqual(601)
    expect(list.late().join()).toBe('asked about (the service is down)')
  })

  it('is kept where it is said what to keep', () => {
    const time = { at: 0 }
    const list = new WaitingList(() => time.at)
    list.add('a', 'x')
    time.at += 24 * 60 * MINUTE
    list.add('b', 'x')
    expect([list.size, list.late()]).toEqual([2, ['a (x)']])
  })
})
