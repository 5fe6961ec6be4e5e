// Prints the benchmark tables: `npm run bench`, or `npm run bench -- <name> …`. Every figure is a ratio inside one run.
import { mkdirSync, writeFileSync } from 'node:fs'
import build from '../test-support/build-once.js'
import { addressDerivation } from './address-derivation.js'
import { createOrder } from './create-order.js'
import { getOrder } from './get-order.js'
import { ledger } from './ledger.js'
import { ordersGrowth } from './orders-growth.js'
import type { Result } from './rounds.js'
import { start } from './start.js'
import { verifyWebhookBench } from './verify-webhook.js'

const BENCHES: Readonly<Record<string, () => Promise<Result[]>>> = {
  'verify-webhook': verifyWebhookBench,
  'get-order': getOrder,
  'create-order': createOrder,
  'orders-growth': ordersGrowth,
  'address-derivation': addressDerivation,
  ledger,
  start,
}

const names = process.argv.slice(2)
const unknown = names.find((name) => !Object.hasOwn(BENCHES, name))
if (unknown !== undefined)
  throw new Error(`no bench ${unknown}; there are ${Object.keys(BENCHES).join(', ')}`)

await build()
mkdirSync(new URL('results/', import.meta.url), { recursive: true })
for (const [name, run] of Object.entries(BENCHES)) {
  if (names.length > 0 && !names.includes(name)) continue
  const results = await run()
  console.log(`\n${name}`)
  for (const { what, value, spread, goal } of results)
    console.log(`  ${what}: ${value} (${spread}), goal ${goal}`)
  writeFileSync(new URL(`results/${name}.json`, import.meta.url), `${JSON.stringify(results, null, 2)}\n`)
}
