import type { Chain } from '../../domain/chain/chain.js'
import type { ChainConditionKind } from '../../domain/chain/chain-conditions.js'
import type { NodeReport } from '../../domain/chain/node-report.js'
import type { Context } from '../../domain/context.js'
import type { Instant } from '../../domain/shared/types.js'
import type { Store } from '../../domain/store/store.js'
import type { Worker } from '../worker.js'

const EVERY_MS = 60_000
/** A shorter outage ends by itself, and another node serves meanwhile. */
const TOLERATED_MS = 10 * 60_000

/**
 * Watches the nodes of a network. A node that refuses us, has no calls left, is behind or does not answer for ten minutes is a
 * condition, and so is a live network on which one node alone answers: nothing confirms its word.
 */
export function nodeWatch(store: Store, context: Pick<Context, 'clock'>, chain: Chain): Worker {
  const { environment, network } = chain
  const id = { environment, network }
  const since = new Map<number, Instant>()

  /** The nodes that have been in trouble for too long, with the reasons. */
  function failing(nodes: readonly NodeReport[], now: Instant): { name: string; trouble: string }[] {
    return nodes.flatMap(({ name, ...report }, at) => {
      const trouble = report.callsLeft === 0 ? 'no calls left today (UTC)' : report.trouble
      if (trouble === undefined) {
        since.delete(at)
        return []
      }
      const sinceAt = Math.min(since.get(at) ?? now, now)
      since.set(at, sinceAt)
      return now - sinceAt < TOLERATED_MS ? [] : [{ name: `${at + 1} ${name}`, trouble }]
    })
  }

  return {
    name: `node-watch ${environment} ${network}`,
    everyMs: EVERY_MS,
    async tick() {
      const nodes = chain.nodes?.().nodes ?? []
      if (nodes.length === 0) return 0
      const now = context.clock.now()
      const found = failing(nodes, now)
      const isAlone = environment === 'live' && nodes.length - found.length < 2
      const reasons: Readonly<Partial<Record<ChainConditionKind, string | undefined>>> = {
        node_failing: found.length === 0 ? undefined : found.map(toText).join('; '),
        node_alone: isAlone ? aloneText(nodes.length) : undefined,
      }
      const known = await store.read((tx) => tx.chainConditions.list(id))
      for (const kind of ['node_failing', 'node_alone'] as const) {
        const reason = reasons[kind]
        if (reason === known.find((condition) => condition.kind === kind)?.reason) continue
        await store.write(async (tx) => {
          if (reason === undefined) await tx.chainConditions.clear(id, kind)
          else await tx.chainConditions.set(id, { kind, reason, sinceAt: now })
        })
      }
      return 0
    },
  }
}

const toText = ({ name, trouble }: { name: string; trouble: string }): string => `node ${name}: ${trouble}`

const aloneText = (count: number): string =>
  count === 1
    ? 'the settings have one node, and no second one confirms payments'
    : 'no second node answers, and payments are credited on the word of one'
