import { randomInt } from 'node:crypto'
import { openStore } from '../../packages/server/src/storage/open.js'
import {
  killRecovery,
  type RecoveryReport,
} from '../../packages/server/test/support/crash/killed-recovery.js'
import { seeded } from '../../packages/server/test/support/crash/sites.js'
import { START } from '../../packages/server/test/support/domain/context.js'
import { onEngine } from '../lib/engines.js'
import { Options } from '../lib/options.js'

const DELIVERIES = 50_000
const KILLS = 20
const ENGINES = ['sqlite', 'postgres'] as const

/**
 * Runs `merchantpay-server deliveries recover` for an endpoint with 50,000 failed deliveries, and kills it repeatedly. Each
 * delivery must be sent again exactly once.
 *
 * @throws Error with the faults
 */
export async function recovery(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['engine', 'deliveries', 'kills', 'seed'])
  const deliveries = options.number('deliveries', DELIVERIES)
  const kills = options.number('kills', KILLS)
  const seed = options.number('seed', randomInt(1_000_000))
  const only = options.text('engine', '')
  for (const engine of ENGINES.filter((name) => only === '' || name === only)) {
    const { faults, ...report } = await killOn(engine, { deliveries, kills, random: seeded(seed) })
    if (faults.length > 0) throw new Error([`recovery on ${engine}, seed ${seed}`, ...faults].join('\n  '))
    console.log(
      `recovery on ${engine}, seed ${seed}: ${report.kills} SIGKILLs at ${report.sites} sites, ${report.seconds.toFixed(1)} s, ` +
        `${report.redelivered} of ${deliveries} failed deliveries sent again, each once`,
    )
  }
}

async function killOn(
  engine: (typeof ENGINES)[number],
  plan: Pick<Parameters<typeof killRecovery>[0], 'deliveries' | 'kills' | 'random'>,
): Promise<RecoveryReport> {
  let report: RecoveryReport | undefined
  await onEngine(engine, async (fresh) => {
    const database = await fresh()
    const silent = () => undefined
    const store = await openStore({ database, now: START, onCommit: silent, onDamage: silent })
    report = await killRecovery({ ...plan, database, store }).finally(() => store.close())
  })
  if (!report) throw new Error('no run took place')
  return report
}
