import type { GasWallet, SweepNetwork, TopUp } from '../../domain/chain/sweep-network.js'
import { planHash } from '../../domain/sweeps/file-text.js'
import type { SweepPlan } from '../../domain/sweeps/sweep-file.js'
import { TopUpLog } from './top-up-log.js'

/** The longest that a top-up of a lost log may still enter a block. */
const LOST_MS = 90_000
const MOST_ROUNDS = 400
/** More top-ups than one run ever leaves pending; they have the highest nonces. */
const MOST_PENDING = 32

interface Settling {
  readonly sweeps: SweepNetwork
  readonly wallet: GasWallet
  readonly keyFile: string
  readonly plan: SweepPlan
  readonly pause: () => Promise<void>
  readonly signal: AbortSignal
}

/**
 * Waits until every top-up that this gas key signed before is in a block or dead. Without a log of the plan an earlier
 * process may have kept one elsewhere: then waits until its top-ups can enter no block any more.
 *
 * @returns what this gas key signed, by nonce
 * @throws Error where they do not settle in time
 */
export async function settleEarlier(settling: Settling, say: (line: string) => void): Promise<TopUp[]> {
  const { sweeps, wallet, keyFile, plan, pause, signal } = settling
  const earlier = TopUpLog.readAll(keyFile).sort((one, other) => one.nonce - other.nonce)
  if (plan.terms.kind === 'energy' && !TopUpLog.exists(keyFile, planHash(plan))) {
    const startedAt = (await sweeps.finalBlock(signal)).timeAt
    say('there is no log of this plan: waiting until a top-up of an earlier run would have expired')
    for (let round = 0; (await sweeps.finalBlock(signal)).timeAt <= startedAt + LOST_MS; round += 1) {
      if (round >= MOST_ROUNDS) throw new Error('the network does not advance: start again later')
      await pause()
    }
  }
  let waiting = earlier.slice(-MOST_PENDING)
  for (let round = 0; waiting.length > 0; round += 1) {
    if (round >= MOST_ROUNDS) throw new Error('earlier top-ups do not enter a block: start again later')
    const pending = []
    for (const topUp of waiting) {
      if ((await wallet.fate(topUp, signal)).kind !== 'pending') continue
      pending.push(topUp)
      await sweeps.broadcast(topUp, signal)
    }
    if (round === 0 && pending.length > 0) say(`${pending.length} earlier top-ups are sent again`)
    waiting = pending
    if (waiting.length > 0) await pause()
  }
  return earlier
}
