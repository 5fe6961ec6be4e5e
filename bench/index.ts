// Prints the benchmark tables: `npm run bench`, or `npm run bench -- <name> …`. Every figure of time is a ratio inside one
// run. A table of faults fails the run when the SDK is wrong in it; `--write` puts it into docs/sdk-faults.md. `--quick`
// runs as little of each as shows that it still ends.
import { mkdirSync, writeFileSync } from 'node:fs'
import { writePage } from './faults/page.js'
import { isOursRight, printTable, type Table } from './faults/table.js'
import type { Result } from './rounds.js'
import { isQuick } from './sized.js'

/** Loaded when they are run: all of them take seconds to load. */
const BENCHES: Readonly<Record<string, () => Promise<Result[]>>> = {
  verify: async () => (await import('./verify-webhook.js')).verifyWebhookBench(),
  'verify-timing': async () => (await import('./verify-timing.js')).verifyTiming(),
  'get-order': async () => (await import('./get-order.js')).getOrder(),
  'create-order': async () => (await import('./create-order.js')).createOrder(),
  'orders-growth': async () => (await import('./orders-growth.js')).ordersGrowth(),
  deliveries: async () => (await import('./deliveries.js')).deliveries(),
  isolation: async () => (await import('./isolation.js')).isolation(),
  backlog: async () => (await import('./backlog.js')).backlog(),
  'address-derivation': async () => (await import('./address-derivation.js')).addressDerivation(),
  ledger: async () => (await import('./ledger.js')).ledger(),
  chain: async () => (await import('./chain.js')).chain(),
  checkout: async () => (await import('./checkout.js')).checkout(),
  streams: async () => (await import('./streams.js')).streams(),
  start: async () => (await import('./start.js')).start(),
  'sdk-abort': async () => (await import('./sdk-abort.js')).sdkAbort(),
  'sdk-call': async () => (await import('./sdk-call.js')).sdkCall(),
}
/** Clients side by side: what each does with each fault. */
const TABLES: Readonly<Record<string, () => Promise<Table>>> = {
  'sdk-http-faults': async () => (await import('./sdk-http-faults.js')).sdkHttpFaults(),
  'sdk-sse-faults': async () => (await import('./sdk-sse-faults.js')).sdkSseFaults(),
}

const args = process.argv.slice(2)
const names = args.filter((arg) => arg !== '--write' && arg !== '--quick')
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
  if (isQuick) return
  writeFileSync(new URL(`results/${name}.json`, import.meta.url), `${JSON.stringify(results, null, 2)}\n`)
}
