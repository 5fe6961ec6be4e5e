/**
 * Checks the properties of the fuzz test on both builds, with many more runs:
 * `npm run fuzz -w packages/webhook-verify -- --runs 1000000 [--seed 1]`. Each property gets an equal share of the runs.
 */
import { parseArgs } from 'node:util'
import { PROPERTIES } from '../test/fuzz/properties.js'

const options = { runs: { type: 'string', default: '1000000' }, seed: { type: 'string' } } as const
const { values } = parseArgs({ options })
const seed = Number(values.seed ?? Date.now() % 1_000_000_000)
const properties = Object.entries(PROPERTIES)
const runs = Math.ceil(Number(values.runs) / properties.length)

console.log(`seed ${seed}`)
for (const [name, hold] of properties) {
  const started = performance.now()
  await hold(runs, seed)
  console.log(`${name}: ${runs} runs in ${((performance.now() - started) / 1000).toFixed(0)} s`)
}
