import { type WalletDifference, walletDifferences } from '../chain/wallet-identities.js'
import type { WalletIdentity } from '../chain/wallet-identity.js'
import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { OperatorError } from '../shared/operator-error.js'
import type { Tx } from '../store/unit-of-work.js'
import { platformBalance } from './ledger.js'

/** The fields that the ledger's money on a network is bound to. */
const BOUND: ReadonlySet<WalletDifference['field']> = new Set(['chainId', 'token'])

/**
 * Accepts the configured key or signer as the network's own. The addresses of orders stay as they are.
 *
 * @returns how the settings differed
 * @throws OperatorError if no wallet is stored, or if the ledger has money of another chain or token
 */
export async function adoptWallet(
  tx: Tx,
  context: Pick<Context, 'clock' | 'ids'>,
  configured: WalletIdentity,
  { actor, reason }: Mandate,
): Promise<WalletDifference[]> {
  const { environment, network } = configured
  const subject = `${environment}/${network}`
  const stored = await tx.wallets.find(configured)
  if (!stored)
    throw new OperatorError(`no wallet of ${subject} is stored: the next start stores the configured one`)
  const differences = walletDifferences(stored, configured)
  const bound = differences.find(({ field }) => BOUND.has(field))
  if (bound && (await platformBalance(tx, environment, `custody:${network}`)) !== 0n)
    throw new OperatorError(
      `the ledger has money of ${subject} on ${bound.stored}: use another database for ${bound.configured}`,
    )
  if (differences.length === 0) return []
  await tx.wallets.update({ ...configured, hotWallet: configured.hotWallet ?? stored.hotWallet })
  const changes = differences.map((each) => [each.field, `${each.stored} -> ${each.configured}`])
  const details = { reason, ...Object.fromEntries(changes) }
  await audit(tx, context, { actor, action: 'wallets adopt', subject, details })
  return differences
}
