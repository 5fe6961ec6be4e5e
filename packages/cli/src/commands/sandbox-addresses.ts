import type { Network } from '@merchantpay/sdk'

/** Addresses of the sandbox networks: payouts to the first arrive, those to the second are reverted. */
export const SANDBOX_ADDRESSES: Readonly<Record<Network, readonly [arrives: string, reverts: string]>> = {
  TRC20: ['TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', 'TW2YHP6eVjHKzoUp6ujVfBUrCjGB4SjXRR'],
  ERC20: ['0x1f9090aae28b8a3dceadf281b0f12828e676c326', '0xDc03DbDfF75528b82a8bDdb79B319FaE65108b0A'],
  BEP20: ['0x1f9090aae28b8a3dceadf281b0f12828e676c326', '0xDc03DbDfF75528b82a8bDdb79B319FaE65108b0A'],
}

/** Every network. */
export const NETWORKS = Object.keys(SANDBOX_ADDRESSES) as Network[] // each is a key

export const isNetwork = (text: string): text is Network => NETWORKS.some((network) => network === text)
