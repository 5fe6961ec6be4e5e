import { describe, expect, it } from 'vitest'
import { Unavailable } from '../../src/domain/store/store.js'
import { WriteQueue } from '../../src/storage/write-queue.js'

function queueAt(start = 0): { queue: WriteQueue<string>; advance: (ms: number) => void } {
  let now = start
  const advance = (ms: number) => {
    now += ms
  }
  return { queue: new WriteQueue<string>(() => now), advance }
}

describe('the queue of units of work', () => {
  it('returns jobs of workers first, each kind in its order', () => {
    const { queue } = queueAt()
    for (const job of ['call 1', 'call 2']) queue.add(job, false)
    for (const job of ['worker 1', 'worker 2']) queue.add(job, true)
    const taken = Array.from({ length: 5 }, () => queue.take())
    expect(taken).toEqual(['worker 1', 'worker 2', 'call 1', 'call 2', undefined])
  })

  it('refuses calls once the oldest has waited for five seconds', () => {
    const { queue, advance } = queueAt()
    queue.add('first', false)
    advance(4_999)
    queue.add('second', false)
    advance(1)
    expect(() => queue.add('third', false)).toThrow(Unavailable)
    queue.take()
    queue.add('third', false)
    expect([queue.take(), queue.take()]).toEqual(['second', 'third'])
  })

  it('refuses calls when two thousand wait, and no worker', () => {
    const { queue } = queueAt()
    for (let n = 0; n < 2_000; n += 1) queue.add('call', false)
    expect(() => queue.add('call', false)).toThrow(Unavailable)
    queue.add('worker', true)
    expect([queue.take(), queue.takeAll().length, queue.length]).toEqual(['worker', 2_000, 0])
  })
})
