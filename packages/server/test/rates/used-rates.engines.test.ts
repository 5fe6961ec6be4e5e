import { describe, expect, it } from 'vitest'
import { convertPrice } from '../../src/domain/rates/conversion.js'
import { readPrice } from '../../src/domain/rates/price.js'
import { DomainError } from '../../src/domain/shared/errors.js'
import { formatUsdt } from '../../src/domain/shared/money.js'
import { contextAt, handClock } from '../support/domain/context.js'
import { confirm, storeRates, useRates } from '../support/rates/rates.js'
import { ENGINES, openDatabase } from '../support/storage/engines.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe.each(ENGINES)('a rate on %s', (engine) => {
  async function open() {
    const { store } = await openDatabase(engine)
    const clock = handClock()
    const context = contextAt(clock)
    /** Lets minutes pass, and stores a rate at the end. */
    const next = (rate: string, ms = MINUTE) => {
      clock.realAt += ms
      return storeRates(store, clock.realAt, { EUR: rate })
    }
    /** 100.00 EUR in USDT, or the refusal. */
    const inUsdt = (currency = 'EUR', surcharge = 0n) =>
      store
        .read((tx) => convertPrice(tx, context, { surcharge }, readPrice({ amount: '100.00', currency })))
        .then(
          ({ amount }) => formatUsdt(amount),
          (error: unknown) => (error instanceof DomainError ? error.code : Promise.reject(error)),
        )
    return { store, clock, next, inUsdt }
  }

  it('is not used before a person confirmed the first one of its currency, however long it stays', async () => {
    const { store, clock, next, inUsdt } = await open()
    for (let hour = 0; hour < 24 * 8; hour += 1) await next('1.08', HOUR)
    expect(await inUsdt()).toBe('rate_unavailable')
    await confirm(store, clock, 'EUR')
    expect(await inUsdt()).toBe('108.00')
  })

  it('is used up to 10 % away from the confirmed one, and refused beyond', async () => {
    const { store, clock, next, inUsdt } = await open()
    await useRates(store, clock, { EUR: '1.00' })
    await next('1.10')
    expect(await inUsdt()).toBe('110.00')
    await next('1.100000000001')
    expect(await inUsdt()).toBe('rate_unavailable')
    await next('0.90')
    expect(await inUsdt()).toBe('90.00')
    await next('0.899999999999')
    expect(await inUsdt()).toBe('rate_unavailable')
  })

  it('that jumped waits for a person and not for time, even when it stays for weeks', async () => {
    const { store, clock, next, inUsdt } = await open()
    await useRates(store, clock, { EUR: '1.00' })
    for (let hour = 0; hour < 24 * 15; hour += 1) {
      await next('1.50', HOUR)
      expect(await inUsdt()).toBe('rate_unavailable')
    }
    await confirm(store, clock, 'EUR', '1.50')
    expect(await inUsdt()).toBe('150.00')
  })

  it('that drifts is used within 10 % of the median of seven days', async () => {
    const { store, clock, next, inUsdt } = await open()
    await useRates(store, clock, { EUR: '1.00' })
    for (let day = 1; day <= 30; day += 1) {
      await next((1 + day / 100).toFixed(2), DAY)
      expect(await inUsdt()).toBe(`${100 + day}.00`)
    }
    await next('1.43')
    expect(await inUsdt()).toBe('rate_unavailable')
  })

  it('is not used when it is older than 15 minutes', async () => {
    const { store, clock, inUsdt } = await open()
    await useRates(store, clock, { EUR: '1.08' })
    clock.realAt += 15 * MINUTE
    expect(await inUsdt()).toBe('108.00')
    clock.realAt += 1
    expect(await inUsdt()).toBe('rate_unavailable')
  })

  it('of another currency is unsupported, and so is one that the source left out for seven days', async () => {
    const { store, clock, next, inUsdt } = await open()
    expect(await inUsdt()).toBe('unsupported_price_currency')
    await useRates(store, clock, { EUR: '1.08', GBP: '1.27' })
    expect(await inUsdt('USD')).toBe('unsupported_price_currency')
    await next('1.08', 6 * DAY)
    expect(await inUsdt('GBP')).toBe('rate_unavailable')
    await next('1.08', 1 * DAY)
    expect(await inUsdt('GBP')).toBe('unsupported_price_currency')
  })

  it('is not replaced by an older one', async () => {
    const { store, clock, inUsdt } = await open()
    await useRates(store, clock, { EUR: '1.08' })
    await storeRates(store, clock.realAt - 1, { EUR: '1.02' })
    expect(await inUsdt()).toBe('108.00')
  })

  it('gets the surcharge or the discount of the merchant', async () => {
    const { store, clock, inUsdt } = await open()
    await useRates(store, clock, { EUR: '1.08' })
    expect(await inUsdt('EUR', 15_000n)).toBe('109.62')
    expect(await inUsdt('EUR', -20_000n)).toBe('105.84')
  })

  it('is confirmed as it was seen, and refused when it has moved on', async () => {
    const { store, clock, next } = await open()
    await next('1.50')
    await expect(confirm(store, clock, 'EUR', '1.30')).rejects.toThrow(
      'the rate of EUR is now 1.50, not 1.30',
    )
    await expect(confirm(store, clock, 'XXX')).rejects.toThrow('the source has no rate of XXX')
    await confirm(store, clock, 'EUR', '1.45')
    const stored = await store.read((tx) => tx.rates.find('EUR'))
    expect(stored).toMatchObject({ waitingSince: null, source: 'rates.example' })
  })

  it('is asked for by one server in each turn', async () => {
    const { store, clock } = await open()
    const claim = (now = clock.realAt) =>
      store.write((tx) => tx.rates.claimTurn({ now, dueAt: now - MINUTE }))
    expect(await Promise.all([claim(), claim()])).toEqual(expect.arrayContaining([true, false]))
    expect(await claim(clock.realAt + MINUTE - 1)).toBe(false)
    expect(await claim(clock.realAt + MINUTE)).toBe(true)
  })

  it('remembers since when its source fails', async () => {
    const { store } = await open()
    const answer = (fault: string | null, at: number) => store.write((tx) => tx.rates.recordAnswer(fault, at))
    const source = () => store.read((tx) => tx.rates.source())
    await answer('HTTP 500', 1)
    await answer('HTTP 502', 2)
    expect(await source()).toMatchObject({ failingSince: 1, fault: 'HTTP 502' })
    await answer(null, 3)
    expect(await source()).toMatchObject({ failingSince: null, fault: null })
  })
})
