// `npm run bench` runs every bench, `npm run bench -- <name> …` those that are named; `--list` prints them, and `--quick` only
// shows that they still run. Every figure of time is a ratio inside one run.
import { mkdirSync, writeFileSync } from 'node:fs'
import { asksForList, entryOf, listOf } from '../tools/lib/catalogue.js'
import { BENCHES } from './catalogue.js'
import type { Result } from './lib/rounds.js'
import { isQuick } from './lib/sized.js'
import { writePage } from './sdk/faults/page.js'
import { isOursRight, printTable, type Table } from './sdk/faults/table.js'

const FLAGS = ['--quick', '--write', '--against']
/** Flags that a value follows. */
const OPTIONS = ['--against']

const args = process.argv.slice(2)
if (asksForList(args)) for (const line of listOf(BENCHES)) console.log(line)
else await runAll(args.filter((arg, at) => !FLAGS.includes(arg) && !OPTIONS.includes(args[at - 1] ?? '')))

async function runAll(names: readonly string[]): Promise<void> {
  const chosen = names.length === 0 ? Object.keys(BENCHES) : names
  const benches = chosen.map((name) => [name, entryOf(BENCHES, name)] as const)
  mkdirSync(new URL('results/', import.meta.url), { recursive: true })
  for (const [name, bench] of benches) {
    const results = 'run' in bench ? await bench.run() : await bench.compare()
    console.log(`\n${name}`)
    if (Array.isArray(results)) printResults(results)
    else finishComparison(name, results)
    keep(name, results)
  }
}

function printResults(results: readonly Result[]): void {
  for (const { what, value, spread, goal } of results)
    console.log(`  ${what}: ${value} (${spread}), goal ${goal}`)
}

function finishComparison(name: string, table: Table): void {
  printTable(table)
  if (args.includes('--write')) writePage(name, table)
  if (!isOursRight(table)) process.exitCode = 1
}

function keep(name: string, results: object): void {
  if (isQuick) return
  writeFileSync(new URL(`results/${name}.json`, import.meta.url), `${JSON.stringify(results, null, 2)}\n`)
}
