/** Constants of the token. */

/** The first topic of each followed event of the token: the Keccak-256 of its signature. */
export const TOPICS = {
  /** Transfer(address,address,uint256) */
  transfer: 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  /** AddedBlackList(address) */
  blacklisted: '42e160154868087d6bfdc0ca23d96a1c1cfa32f1b72ba9ba27b69b98a0d819dc',
  /** RemovedBlackList(address) */
  unblacklisted: 'd7e9ec6e6ecd65492dce6bf513cd6867560d49544421d0783ddf06e76c24470c',
  /** DestroyedBlackFunds(address,uint256) */
  fundsDestroyed: '61e6e66b0d6339b2980aecc6ccc0039736791f0ccde9ed512e789a7fbdd698c6',
  /** Deprecate(address) */
  deprecated: 'cc358699805e9a8b7f77b522628c7cb9abd07d9efb86b6fb616af1609036a99e',
  /** Pause() */
  paused: '6985a02210a168e66602d3235cb6db0e70f92b3ba4d376a33c0f3d9434bff625',
  /** Unpause() */
  unpaused: '7805862f689e2f13df9f062ff482ad3ad112aca9e0847911ed832e158c525b33',
  /** Params(uint256,uint256) */
  feeChanged: 'b044a1e409eac5c48e5af22d4af52670dd1a99059537a78b31b48c6500a6354e',
} as const

/** The first four bytes of a call: the start of the Keccak-256 of its signature. */
export const SELECTORS = {
  /** transfer(address,uint256) */
  transfer: 'a9059cbb',
  /** balanceOf(address) */
  balanceOf: '70a08231',
  /** isBlackListed(address) */
  isBlackListed: 'e47d6060',
  /** deprecated() */
  deprecated: '0e136b19',
  /** paused() */
  paused: '5c975abb',
  /** basisPointsRate() */
  basisPointsRate: 'dd644f72',
  /** decimals() */
  decimals: '313ce567',
} as const
