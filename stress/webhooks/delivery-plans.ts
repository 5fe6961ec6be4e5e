import { openStore } from '../../packages/server/src/storage/open.js'
import { START } from '../../packages/server/test/support/domain/context.js'
import {
  type Measured,
  openPlanner,
  readsAll,
} from '../../packages/server/test/support/storage/query-plans.js'
import { merchant } from '../../packages/server/test/support/storage/store-rows.js'
import {
  deliveryStatements,
  fillScript,
} from '../../packages/server/test/support/webhooks/delivery-statements.js'
import { onEngine } from '../lib/engines.js'
import { Options } from '../lib/options.js'

const ROWS = 1_000_000
const ENGINES = ['sqlite', 'postgres'] as const
/** A slow statement has failed too: an index that leads to most of a table is as bad as none. */
const SLOW_MS = 1_000
const SHOWN_CHARACTERS = 110

/**
 * Runs every statement of the delivery engine in a database with 1,000,000 deliveries. None may read all of a table. Prints the
 * time of each, slowest first.
 *
 * @throws Error with the plans that read all of a table
 */
export async function deliveryPlans(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['engine', 'rows'])
  const rows = options.number('rows', ROWS)
  const only = options.text('engine', '')
  const bad: string[] = []
  for (const engine of ENGINES.filter((name) => only === '' || name === only)) {
    const all = await measureOn(engine, rows)
    console.log(
      `delivery-plans on ${engine}: ${all.size} statements, ${rows} deliveries; ms, median and slowest`,
    )
    for (const [text, measured] of [...all].sort(([, one], [, other]) => medianOf(other) - medianOf(one))) {
      const times = `${medianOf(measured).toFixed(2)} ${Math.max(...measured.runsMs).toFixed(2)}`
      console.log(`  ${times}  ${text.replaceAll(/\s+/g, ' ').slice(0, SHOWN_CHARACTERS)}`)
      if (readsAll(measured) || medianOf(measured) > SLOW_MS)
        bad.push([`${engine}: ${text}`, ...measured.plan].join('\n    '))
    }
  }
  if (bad.length > 0) throw new Error(['statements that read too much:', ...bad].join('\n  '))
  console.log('no statement reads all of a table')
}

async function measureOn(engine: (typeof ENGINES)[number], rows: number): Promise<Map<string, Measured>> {
  const all = new Map<string, Measured>()
  await onEngine(engine, async (fresh) => {
    const database = await fresh()
    const silent = () => undefined
    const store = await openStore({ database, now: START, onCommit: silent, onDamage: silent })
    await store.write((tx) => tx.merchants.insert(merchant('shop')))
    await store.close()
    const planner = await openPlanner(database)
    try {
      await planner.script(fillScript(engine, rows))
      for (const [text, values] of await deliveryStatements(rows)) {
        all.set(text, await planner.measure(text, values))
      }
    } finally {
      await planner.close()
    }
  })
  return all
}

const medianOf = ({ runsMs }: Measured): number =>
  [...runsMs].sort((one, other) => one - other)[Math.floor(runsMs.length / 2)] ?? Number.NaN
