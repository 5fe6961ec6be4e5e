import type { Dice } from '../../packages/server/test/support/ledger/dice.js'
import type { Findings } from './findings.js'
import type { Service } from './service.js'
import type { Story } from './story.js'

const MINUTE_MS = 60_000
/** From this age on a rate is not used, and the clocks of callers differ. */
const MOST_AGE_MS = 16 * MINUTE_MS
const MANDATE = { actor: 'alice', reason: 'compared with the exchange' }
const CURRENCY = 'EUR'
/** True rates between which the market jumps, 1e-4 USDT. They are further from each other than a rate may move by itself. */
const LEVELS = [10_800n, 13_600n, 8_500n] as const
/** How far a rate moves around its level, 1e-4 USDT. */
const WIDTH = 150
const FAULTS = ['gone', 'refusing', 'senseless', 'old', 'early', 'absurd', 'without the currency'] as const

/** A price as requests have it. */
export interface PriceTag {
  readonly amount: string
  readonly currency: string
}

/** The terms of an order with a price. */
export interface Sale {
  readonly price: PriceTag
  readonly rate: string
  readonly rateAt: number
  readonly amount: string
  readonly soldAt: number
}

/** A sale, and when its seller knew of it. */
export interface HeardSale {
  readonly sale: Sale
  readonly heardAt: number
}

interface Given {
  readonly rate: string
  /** Undefined for an absurd rate. */
  readonly level: bigint | undefined
}

/** Reads the terms of an order as the API answers it. */
export const saleOf = (json: Record<string, unknown>): Sale => ({
  price: json.price as PriceTag, // documented
  rate: `${json.rate}`,
  rateAt: Date.parse(`${json.rate_at}`),
  amount: `${json.order_amount}`,
  soldAt: Date.parse(`${json.created_at}`),
})

/** The source of exchange rates, and the person who confirms them. */
export class Rates {
  private readonly given = new Map<number, Given>()
  /** The levels whose rates a person has confirmed, each with the time. */
  private readonly confirmed = new Map<bigint, number>()
  private level: bigint = LEVELS[0]
  private fault: { readonly kind: (typeof FAULTS)[number]; readonly until: number } | undefined

  constructor(
    private readonly world: {
      readonly now: () => number
      readonly dice: Dice
      readonly story: Story
      readonly service: () => Promise<Service>
    },
  ) {}

  /** Lets the source fail for a while. @returns how */
  fail(dice: Dice, until: number): string {
    const kind = dice.pick(FAULTS)
    this.fault = { kind, until }
    return kind
  }

  /** Lets the market jump. */
  jump(dice: Dice): void {
    this.level = dice.pick(LEVELS)
  }

  mend(): void {
    this.fault = undefined
  }

  /** Draws a price of more than 10 USDT at every level. */
  price(dice: Dice): PriceTag {
    const cents = `${dice.below(100)}`.padStart(2, '0')
    return { amount: `${15 + dice.below(1_500)}.${cents}`, currency: CURRENCY }
  }

  /** Answers a server that asks for the rates. */
  async answer(): Promise<Response> {
    const { now, dice } = this.world
    const at = now()
    const kind = this.fault && at < this.fault.until ? this.fault.kind : undefined
    if (kind === 'gone') throw new TypeError('fetch failed')
    if (kind === 'refusing') return new Response('', { status: 500 })
    if (kind === 'senseless') return new Response('<html>')
    const moved = this.level - BigInt(WIDTH) + BigInt(dice.below(2 * WIDTH))
    const units = kind === 'absurd' ? moved * 10n : moved
    const drawn = `${units / 10_000n}.${`${units % 10_000n}`.padStart(4, '0')}`
    const hour = 60 * MINUTE_MS
    const saidAt = kind === 'old' ? at - hour : kind === 'early' ? at + hour : at
    // Two servers that ask at the same time get the same answer.
    const said = this.given.get(saidAt) ?? { rate: drawn, level: kind === 'absurd' ? undefined : this.level }
    this.given.set(saidAt, said)
    const { rate } = said
    const rates = kind === 'without the currency' ? { USD: '1.0002' } : { [CURRENCY]: rate, USD: '1.0002' }
    return Response.json({ at: new Date(saidAt).toISOString(), usdt_per_unit: rates })
  }

  /** Confirms the rate that waits for a person, unless it is absurd. */
  async review(): Promise<void> {
    const { confirmRate } = await import('../../packages/server/src/domain/rates/rate-confirmation.js')
    const service = await this.world.service()
    await service.decide(async (tx, context) => {
      const stored = await tx.rates.find(CURRENCY)
      const level = stored && this.given.get(stored.rateAt)?.level
      if (!stored || stored.waitingSince === null || level === undefined) return
      await confirmRate(tx, context, { currency: CURRENCY, rate: stored.rate }, MANDATE)
      // Noted before the commit is: a confirmation without a known outcome may have happened.
      if (!this.confirmed.has(level)) this.confirmed.set(level, this.world.now())
      this.world.story.note(`the operator confirms a rate of ${CURRENCY}`)
    })
  }

  /** Compares the terms of an order with the rates that the source gave. */
  compare(findings: Findings, id: string, { sale, heardAt }: HeardSale): void {
    const { price, rate, rateAt, amount, soldAt } = sale
    const given = this.given.get(rateAt)
    findings.expect(`order ${id} has a rate of the source`, normal(rate), normal(given?.rate ?? 'none'))
    findings.expect(`the rate of order ${id} is young`, soldAt - rateAt <= MOST_AGE_MS, true)
    const confirmedAt = given?.level === undefined ? undefined : this.confirmed.get(given.level)
    const isConfirmed = confirmedAt !== undefined && confirmedAt <= heardAt
    findings.expect(`a person confirmed the rate of order ${id} before`, isConfirmed, true)
    findings.expect(`order ${id} for ${price.amount} at ${rate}`, amount, inUsdt(price.amount, rate))
  }
}

const normal = (decimal: string): string => decimal.replace(/0+$/, '')

/** Multiplies a price of two decimals by a rate, rounded up to the cent. */
function inUsdt(price: string, rate: string): string {
  const [whole = '0', decimals = ''] = rate.split('.')
  const perUnit = BigInt(`${whole}${decimals}`)
  const scale = 10n ** BigInt(decimals.length)
  const cents = (BigInt(price.replace('.', '')) * perUnit + scale - 1n) / scale
  return `${cents / 100n}.${`${cents % 100n}`.padStart(2, '0')}`
}
