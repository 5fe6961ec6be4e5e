import type { ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { WalletIdentity } from './wallet-identity.js'

/** Hex digits of a hash that are shown. */
const SHOWN_DIGITS = 12

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

/** Names a key by its hash and first address, since the key itself reveals every address. */
const keyText = ({ xpubHash, firstAddress }: WalletIdentity): string =>
  `sha256:${xpubHash.slice(0, SHOWN_DIGITS)} (first address ${firstAddress})`

/** A wallet that two networks of an environment would have in common: their addresses are the same. */
export interface SharedWallet {
  readonly field: 'xpub' | 'signer'
  readonly other: ChainId
}

/** Finds what a wallet has in common with those of the other networks of its environment. */
export function findShared(wallet: WalletIdentity, all: readonly WalletIdentity[]): SharedWallet[] {
  const others = all.filter(
    ({ environment, network }) => environment === wallet.environment && network !== wallet.network,
  )
  return others.flatMap(({ environment, network, firstAddress, hotWallet }): SharedWallet[] => {
    const other = { environment, network }
    return [
      ...(firstAddress === wallet.firstAddress ? [{ field: 'xpub', other } as const] : []),
      ...(hotWallet !== null && hotWallet === wallet.hotWallet ? [{ field: 'signer', other } as const] : []),
    ]
  })
}
