import { describe, expect, it } from 'vitest'
import { fewest } from '../../../../stress/simulation/fewest.js'
import { kindOf } from '../../../../stress/simulation/shrink.js'

const HUNDRED = Array.from({ length: 100 }, (_, at) => at)

describe('delta debugging', () => {
  it.each([
    { needed: [] },
    { needed: [41] },
    { needed: [3, 4] },
    { needed: [0, 50, 99] },
    { needed: [7, 20, 21, 60, 88] },
  ])('finds that $needed suffice', async ({ needed }) => {
    const fails = async (some: readonly number[]) => needed.every((each) => some.includes(each))
    expect(await fewest(HUNDRED, fails, 1)).toEqual(needed)
  })

  it('leaves nothing that can be left out alone, and finds the same with several tries at once', async () => {
    const fails = async (some: readonly number[]) =>
      some.filter((each) => each % 10 === 3).length >= 2 || some.length > 60
    const [one, three] = [await fewest(HUNDRED, fails, 1), await fewest(HUNDRED, fails, 3)]
    expect(one).toHaveLength(2)
    expect(three).toEqual(one)
  })
})

describe('the kind of a violation', () => {
  it('is the same for other orders and amounts', () => {
    const first = 'order 01a2df9d-a9c7 (short): PAID 697810000 690831900, not UNDERPAID 697810000 690831900'
    const second = 'order 01a2de2d-9ef7 (parts): PAID 5 4, not UNDERPAID 5 4'
    expect([kindOf(first), kindOf(second)]).toEqual(['order PAID not UNDERPAID', 'order PAID not UNDERPAID'])
  })

  it('tells the checks of the ledger, and events, apart', () => {
    expect(kindOf('ledger, orders_match: {"order":"4","sum":"3"}')).toBe('ledger orders_match')
    expect(kindOf('payment.expired of 01a2 never arrived')).toBe('payment.expired of never arrived')
  })
})
