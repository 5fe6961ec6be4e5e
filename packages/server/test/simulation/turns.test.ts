import { expect, it } from 'vitest'
import { Turns } from '../../../../stress/simulation/turns.js'

const STEP_MS = 20_000
const STEPS_PER_DAY = 4_320

/** Draws a day of turns. @returns those that happened, each with the first draw of its dice */
function day(kinds: readonly string[], only?: readonly string[]): Map<string, number> {
  let step = 0
  const happened = new Map<string, number>()
  const names: string[] = []
  const turns = new Turns({
    ...{ seed: 5, pace: 1, stepMs: STEP_MS, only, sinceStart: () => step * STEP_MS },
    onTurn: (name) => names.push(name),
  })
  for (; step < STEPS_PER_DAY; step += 1) {
    for (const kind of kinds)
      turns.maybe(kind, 10, (dice) => happened.set(`${names.at(-1)}`, dice.below(1_000_000)))
    turns.take()
  }
  return happened
}

it('draws about as many turns a day as it should, with a dice for each', () => {
  const happened = day(['kill', 'fork'])
  expect(happened.size).toBeGreaterThan(10)
  expect(happened.size).toBeLessThan(35)
  expect(new Set(happened.values()).size).toBe(happened.size)
})

it('changes no turn when another is left out, or when a kind is new', () => {
  const all = day(['kill', 'fork'])
  const kept = ['kill 2', 'fork 3']
  expect([...day(['kill', 'fork', 'flood'], kept)]).toEqual([...all].filter(([name]) => kept.includes(name)))
})
