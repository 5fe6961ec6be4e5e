// Prints the benchmark tables: `npm run bench`, or `npm run bench -- <name> …`. Every figure of time is a ratio inside one
// run. A table of faults fails the run when the SDK is wrong in it; `--write` puts it into docs/sdk-faults.md.
import { mkdirSync, writeFileSync } from 'node:fs'
import { addressDerivation } from './address-derivation.js'
import { backlog } from './backlog.js'
import { chain } from './chain.js'
import { checkout } from './checkout.js'
import { createOrder } from './create-order.js'
import { deliveries } from './deliveries.js'
import { writePage } from './faults/page.js'
import { isOursRight, printTable, type Table } from './faults/table.js'
import { getOrder } from './get-order.js'
import { isolation } from './isolation.js'
import { ledger } from './ledger.js'
import { ordersGrowth } from './orders-growth.js'
import type { Result } from './rounds.js'
import { sdkAbort } from './sdk-abort.js'
import { sdkCall } from './sdk-call.js'
import { sdkHttpFaults } from './sdk-http-faults.js'
import { sdkSseFaults } from './sdk-sse-faults.js'
import { start } from './start.js'
import { verifyTiming } from './verify-timing.js'
import { verifyWebhookBench } from './verify-webhook.js'

const BENCHES: Readonly<Record<string, () => Promise<Result[]>>> = {
  verify: verifyWebhookBench,
  'verify-timing': verifyTiming,
  'get-order': getOrder,
  'create-order': createOrder,
  'orders-growth': ordersGrowth,
  deliveries,
  isolation,
  backlog,
  'address-derivation': addressDerivation,
  ledger,
  chain,
  checkout,
  start,
  'sdk-abort': sdkAbort,
  'sdk-call': sdkCall,
}
/** Clients side by side: what each does with each fault. */
const TABLES: Readonly<Record<string, () => Promise<Table>>> = {
  'sdk-http-faults': sdkHttpFaults,
  'sdk-sse-faults': sdkSseFaults,
}

const args = process.argv.slice(2)
const names = args.filter((arg) => arg !== '--write')
const all = [...Object.keys(BENCHES), ...Object.keys(TABLES)]
const unknown = names.find((name) => !all.includes(name))
if (unknown !== undefined) throw new Error(`no bench ${unknown}; there are ${all.join(', ')}`)
const isWanted = ([name]: readonly [string, unknown]) => names.length === 0 || names.includes(name)

mkdirSync(new URL('results/', import.meta.url), { recursive: true })
for (const [name, run] of Object.entries(BENCHES).filter(isWanted)) {
  const results = await run()
  console.log(`\n${name}`)
  for (const { what, value, spread, goal } of results)
    console.log(`  ${what}: ${value} (${spread}), goal ${goal}`)
  keep(name, results)
}
for (const [name, run] of Object.entries(TABLES).filter(isWanted)) {
  const table = await run()
  console.log(`\n${name}`)
  printTable(table)
  keep(name, table)
  if (args.includes('--write')) writePage(name, table)
  if (!isOursRight(table)) process.exitCode = 1
}

function keep(name: string, results: object): void {
  writeFileSync(new URL(`results/${name}.json`, import.meta.url), `${JSON.stringify(results, null, 2)}\n`)
}
