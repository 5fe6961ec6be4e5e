import { openStore } from '../../packages/server/src/storage/open.js'
import { START } from '../../packages/server/test/support/domain/context.js'
import {
  findBacklogFaults,
  meanOf,
  sendBacklog,
} from '../../packages/server/test/support/webhooks/backlog.js'
import { DeliveryEngine } from '../../packages/server/test/support/webhooks/delivery-engine.js'
import { onEngine } from '../lib/engines.js'
import { Options } from '../lib/options.js'

const TARGETS = 1_000
const EACH = 100
const MERCHANTS = Array.from({ length: 20 }, (_, n) => `shop-${n}`)
const ENGINES = ['sqlite', 'postgres'] as const

/**
 * Sends 100,000 webhooks that are due at once to 1,000 targets. Each must be sent once, at most four at a time per target, and
 * no target may wait twice as long as the mean for its first.
 *
 * @throws Error with the faults
 */
export async function backlog(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['engine', 'targets', 'each'])
  const size = { targets: options.number('targets', TARGETS), each: options.number('each', EACH) }
  const only = options.text('engine', '')
  for (const engine of ENGINES.filter((name) => only === '' || name === only)) {
    await onEngine(engine, async (fresh) => {
      const silent = () => undefined
      const database = await fresh()
      const store = await openStore({ database, now: START, onCommit: silent, onDamage: silent })
      try {
        const report = await sendBacklog(await DeliveryEngine.over({ store }, MERCHANTS), {
          ...size,
          merchants: MERCHANTS,
        })
        const faults = findBacklogFaults(report, size)
        if (faults.length > 0) throw new Error([`backlog on ${engine}`, ...faults].join('\n  '))
        const { sent, firsts, mostAtOnce } = report
        console.log(
          `backlog on ${engine}: ${sent} sent, each once, ${mostAtOnce} at once to a target at most; the first to a target ` +
            `in tick ${meanOf(firsts).toFixed(0)} on average, ${Math.max(...firsts)} at the latest`,
        )
      } finally {
        await store.close()
      }
    })
  }
}
