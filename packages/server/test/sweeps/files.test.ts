import { describe, expect, it } from 'vitest'
import { usdt } from '../../src/domain/shared/money.js'
import { readPin, readPlan, readSigned } from '../../src/domain/sweeps/file-reader.js'
import { fingerprint, pinText, planHash, planText, signedText } from '../../src/domain/sweeps/file-text.js'
import type { SweepPin } from '../../src/domain/sweeps/sweep-file.js'
import { NETWORKS } from '../../src/networks/networks.js'
import { accountOn, planOn, xpubOn } from '../support/sweeps/offline.js'

const SIGNATURE = 'ab'.repeat(65)
const signedOf = (plan: ReturnType<typeof planOn>) => ({ plan, signatures: plan.items.map(() => SIGNATURE) })

describe.each(NETWORKS)('the files of sweeps on %s', (network) => {
  const plan = planOn(network)
  const pin: SweepPin = {
    ...{ network, chainId: plan.chainId, token: plan.token, path: "m/44'/60'/0'", xpub: xpubOn(network) },
    ...{ cold: plan.destination, maxCost: 5n, seal: 'ab'.repeat(32) },
    hot: { address: accountOn(network, 8), limit: usdt(100_000_000n) },
  }

  it('are read as they were written', () => {
    expect(readPlan(planText(plan))).toEqual(plan)
    expect(readPin(pinText(pin))).toEqual(pin)
    expect(readPin(pinText({ ...pin, hot: null })).hot).toBeNull()
    expect(readSigned(signedText(signedOf(plan)))).toEqual(signedOf(plan))
  })

  it('have one spelling', () => {
    const text = planText(plan)
    expect(text).not.toMatch(/\s/)
    for (const other of [`${text}\n`, text.replace('{', '{ '), text.replace('{', '{"chain_id":1,'), ''])
      expect(() => readPlan(other)).toThrow('the plan is not JSON as this program writes it')
    expect(() => readPlan(`[${text}]`)).toThrow('the plan is not an object')
  })

  it('refuse every member that is missing, unknown or of another type', () => {
    const members = JSON.parse(planText(plan)) as Record<string, unknown>
    const spelled = (changed: object) =>
      JSON.stringify(Object.fromEntries(Object.entries(changed).sort(([a], [b]) => (a < b ? -1 : 1))))
    for (const name of Object.keys(members)) {
      const { [name]: _, ...rest } = members
      expect(() => readPlan(spelled(rest))).toThrow(`the plan has no "${name}"`)
      for (const value of [null, true, -1, 1.5, 2 ** 53, '', 'other', [], {}, [null], '00'])
        expect(() => readPlan(spelled({ ...members, [name]: value }))).toThrow()
    }
    expect(() => readPlan(spelled({ ...members, extra: 1 }))).toThrow('an unknown member "extra"')
  })

  it('have a hash that shows every change', () => {
    const changed = planText(plan).replace('"25.00"', '"26.00"')
    expect(() => readPlan(changed)).toThrow('the plan does not have the hash that it states')
    expect(fingerprint(planHash(plan))).toMatch(/^([0-9a-f]{4} ){7}[0-9a-f]{4}$/)
    expect(planHash({ ...plan, items: [...plan.items].reverse() })).not.toBe(planHash(plan))
  })

  it('have each address and index once, and an amount above 0', () => {
    const [first, second] = plan.items
    if (!first || !second) throw new Error('the plan has no items')
    for (const items of [
      [first, first],
      [first, { ...second, index: first.index }],
      [first, { ...first, index: 9 }],
    ])
      expect(() => readPlan(planText({ ...plan, items }))).toThrow(/ twice$/)
    const free = { ...plan, items: [{ ...first, amount: usdt(0n) }] }
    expect(() => readPlan(planText(free))).toThrow('an item has an invalid "amount"')
  })

  it('have one signature for each item', () => {
    for (const signatures of [[SIGNATURE], ['ab', 'ab', 'ab'], Array<string>(4).fill(SIGNATURE)])
      expect(() => readSigned(signedText({ plan, signatures }))).toThrow(
        'the signed file has an invalid "signatures"',
      )
  })
})
