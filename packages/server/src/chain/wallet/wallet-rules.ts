import type { ChainId } from '../../domain/shared/types.js'
import { readAddress } from '../../networks/spellings.js'
import { type AddressBook, createAddressBook } from './address-book.js'

/** A receiving wallet, as configured. */
export interface Wallet extends ChainId {
  readonly xpub: string
  readonly token: string
}

export interface WalletFault {
  readonly wallet: Wallet
  readonly of: 'xpub' | 'token'
  /** The problem, without the key. */
  readonly why: string
}

/**
 * First addresses of wallets with public mnemonics, "test … junk" and "abandon … about", for Ethereum and TRON. Real
 * money sent there is gone in seconds.
 */
const PUBLIC_WALLETS: ReadonlySet<string> = new Set([
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0xe2E1a54926527Fbb4E4420DE4c6BAb82beAEE24D',
  '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  '0xC8599111F29c1e1E061265b4AF93eA1F274aD78A',
])
/** Addresses of a deposit wallet that no signer may use. */
export const FIRST_ADDRESSES = 1_000

/** Returns every reason not to receive money with these wallets. */
export function walletFaults(wallets: readonly Wallet[]): WalletFault[] {
  const read = wallets.map((wallet) => ({ wallet, ...readWallet(wallet) }))
  return read.flatMap(({ wallet, firstAddress, why }) => {
    const faultOfKey = why ?? misuse(wallet, firstAddress, read)
    const xpub = faultOfKey === undefined ? [] : [{ wallet, of: 'xpub' as const, why: faultOfKey }]
    return readAddress(wallet.network, wallet.token) === undefined
      ? [...xpub, { wallet, of: 'token' as const, why: `not an address of ${wallet.network}` }]
      : xpub
  })
}

/** Whether a signer's address is one that orders are paid to: its key would then be derived from the wallet. */
export const isAmongFirst = (book: AddressBook, address: string): boolean =>
  Array.from({ length: FIRST_ADDRESSES }, (_, index) => index).some((index) => book.derive(index) === address)

interface ReadWallet {
  readonly firstAddress?: string
  readonly why?: string
}

/** A payment on the other network would arrive at an order's address. */
const hasSameAddresses = (one: Wallet, other: Wallet): boolean =>
  one.network !== other.network && spelledBy(one) === spelledBy(other)

const spelledBy = ({ network, xpub }: Wallet): string => createAddressBook(network, xpub).derive(0)

/** One spelling for all networks, since the key is compared. */
function readWallet({ xpub }: Wallet): ReadWallet {
  try {
    return { firstAddress: createAddressBook('ERC20', xpub).derive(0) }
  } catch (error) {
    return { why: error instanceof Error ? error.message : `${error}` }
  }
}

function misuse(
  wallet: Wallet,
  firstAddress: string | undefined,
  all: readonly (ReadWallet & { wallet: Wallet })[],
): string | undefined {
  if (firstAddress === undefined) return undefined
  if (wallet.environment === 'live' && PUBLIC_WALLETS.has(firstAddress))
    return 'the wallet of a public test mnemonic: anyone can spend from it'
  const other = all.find(
    (each) =>
      each.firstAddress === firstAddress &&
      (each.wallet.environment !== wallet.environment || hasSameAddresses(each.wallet, wallet)),
  )
  return other && `the same key as ${other.wallet.network} in the ${other.wallet.environment} environment`
}
