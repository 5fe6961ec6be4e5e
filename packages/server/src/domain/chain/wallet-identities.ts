import type { Context } from '../context.js'
import { platformBalance } from '../ledger/ledger.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { OperatorError } from '../shared/operator-error.js'
import type { Tx } from '../store/unit-of-work.js'
import type { WalletIdentity } from './wallet-identity.js'

/** Hex digits of a hash that are shown. */
const SHOWN_DIGITS = 12
/** The fields that the ledger's money on a network is bound to. */
const BOUND: ReadonlySet<WalletField> = new Set(['chainId', 'token'])

type WalletField = 'chainId' | 'token' | 'xpub' | 'signer'

/** A value of the settings that is not the one of the database. */
export interface WalletDifference {
  readonly field: WalletField
  readonly stored: string
  readonly configured: string
}

/** Compares the settings of a network with its stored wallet. A server without a signer signs nothing, so it differs in none. */
export function walletDifferences(stored: WalletIdentity, configured: WalletIdentity): WalletDifference[] {
  const { hotWallet } = configured
  const written: [WalletField, string, string][] = [
    ['chainId', `${stored.chainId}`, `${configured.chainId}`],
    ['token', stored.token, configured.token],
    ['xpub', keyText(stored), keyText(configured)],
    [
      'signer',
      stored.hotWallet ?? 'none',
      stored.hotWallet === null ? 'none' : (hotWallet ?? stored.hotWallet),
    ],
  ]
  return written
    .filter(([, before, now]) => before !== now)
    .map(([field, before, now]) => ({ field, stored: before, configured: now }))
}

/**
 * Stores the wallet of a network at the first start with it, and its signer at the first start with one. Of two servers
 * that start at once the second one finds the wallet of the first.
 *
 * @returns how the settings differ from the stored wallet
 */
export async function claimWallet(tx: Tx, configured: WalletIdentity): Promise<WalletDifference[]> {
  await tx.wallets.claim(configured)
  if (configured.hotWallet !== null) await tx.wallets.claimHotWallet(configured, configured.hotWallet)
  const stored = await tx.wallets.find(configured)
  if (!stored) throw new Error('the wallet was not stored')
  return walletDifferences(stored, configured)
}

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

/** Names a key by its hash and first address, since the key itself reveals every address. */
const keyText = ({ xpubHash, firstAddress }: WalletIdentity): string =>
  `sha256:${xpubHash.slice(0, SHOWN_DIGITS)} (first address ${firstAddress})`
