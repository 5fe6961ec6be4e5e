import { descriptionOf } from '../../networks/networks.js'
import type { Context } from '../context.js'
import { formatUsdt } from '../shared/money.js'
import type { WalletLimits } from '../shared/policy.js'
import type { ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { WalletReading } from './wallet-funds.js'

/** Begins or ends the condition of a hot wallet that has less than the operator wants it to have. */
export async function noteWalletReading(
  tx: Tx,
  { policy, clock }: Pick<Context, 'policy' | 'clock'>,
  { id, wallet, reading }: { id: ChainId; wallet: string; reading: WalletReading },
): Promise<void> {
  const kind = 'hot_wallet_low'
  const missing = shortfalls(
    policy.wallets[id.environment][id.network],
    descriptionOf(id.network).coin,
    reading,
  )
  if (missing.length === 0) await tx.chainConditions.clear(id, kind)
  else {
    const reason = `${wallet} holds ${missing.join(' and ')}: send it more`
    await tx.chainConditions.set(id, { kind, reason, sinceAt: clock.now() })
  }
}

function shortfalls(
  { tokensMinimum, coinsMinimum }: WalletLimits,
  coin: string,
  { tokens, coins }: WalletReading,
): string[] {
  const found: string[] = []
  if (tokensMinimum !== undefined && tokens < tokensMinimum)
    found.push(`${formatUsdt(tokens)} USDT of at least ${formatUsdt(tokensMinimum)}`)
  if (coinsMinimum !== undefined && coins < coinsMinimum)
    found.push(`${coins} ${coin} of at least ${coinsMinimum}`)
  return found
}
