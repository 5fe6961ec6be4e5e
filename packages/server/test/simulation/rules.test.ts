import { expect, it } from 'vitest'
import { Findings } from '../../../../stress/simulation/findings.js'
import { compareWalletDays } from '../../../../stress/simulation/rules.js'

const NIGHT = Date.UTC(2027, 0, 5)
const HOUR_MS = 3_600_000
const network = 'TRC20'
/** 2,923.136 USDT, above the limit. The first of them was signed before a restore. */
const given = [
  { network, withdrawalId: 'lost', amount: 573_144_000n, at: NIGHT + 0.3 * HOUR_MS },
  { network, withdrawalId: 'one', amount: 1_169_000_000n, at: NIGHT + 5 * HOUR_MS },
  { network, withdrawalId: 'two', amount: 1_180_992_000n, at: NIGHT + 8 * HOUR_MS },
]

it.each([
  { undone: [], violations: 1 },
  { undone: [{ from: NIGHT - 7 * HOUR_MS, until: NIGHT + 2 * HOUR_MS }], violations: 0 },
  { undone: [{ from: NIGHT + 2 * HOUR_MS, until: NIGHT + 3 * HOUR_MS }], violations: 1 },
])('a hot wallet with the restores $undone breaks its limit of a day $violations times', (world) => {
  const findings = new Findings()
  const signed = { given, unlimitedAt: Number.POSITIVE_INFINITY, undone: world.undone }
  const completed = given.map(({ withdrawalId: id }) => ({ id }))
  compareWalletDays(findings, signed, completed)
  expect(findings.violations).toHaveLength(world.violations)
})
