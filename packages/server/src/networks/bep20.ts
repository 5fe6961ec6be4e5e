import { DEAD_ENDS } from '@merchantpay/core/dead-ends'
import type { EvmDescription } from './evm-description.js'
import { decodeHexAddress, encodeHexAddress, spellingsOfHex } from './hex-address.js'

const BLOCK_HASH = /^0x[0-9a-f]{64}$/

/** USDT on BNB Smart Chain. */
export const BEP20 = {
  name: 'BEP20',
  chain: 'BNB Smart Chain',
  decimals: 18,
  coin: 'BNB',
  coinDecimals: 18,
  // The second account: the first is ERC20's, and both networks have the same addresses.
  accountPath: "m/44'/60'/1'",
  blockMs: 450,
  payerFee: 'low',
  arrivalMs: 1_000,
  // 53 blocks: a request for logs takes as many.
  pollMs: 24_000,
  maxLagBlocks: 600,
  // Two rounds of votes of the validators.
  finalBlocks: 3,
  hasSecondUrl: false,
  paymentsExpire: false,
  tokenStops: [],
  isReadFinal: true,
  chains: {
    live: { chainId: 56, token: '0x55d398326f99059fF775485246999027B3197955' },
    test: { chainId: 97, name: 'Chapel' },
    others: [],
  },
  defaults: {
    testMode: 'off',
    keyHeader: 'Authorization',
    // At 3 million credits a day, of which a header costs 80 and a request for logs 255.
    callsPerDay: 20_000,
    callsPerSecond: 5,
    withdrawalFee: '0.5',
    withdrawalMinimum: '10',
    explorer: 'https://bscscan.com/tx/{tx}',
  },
  // Change node 1 of the mnemonic "test … junk": no address of the sandbox is one of Ethereum's.
  sandboxXpub:
    'xpub6EFHUEbYV13535ChA9yg5xZTWowwFCmFoWnhLbwkd91xHoirGu89GTZwBSUBnBpFeY5EV2cgof8yuyDnkeGALcD8DgGYJSiQfkxKpunWTX1',
  deadEnds: DEAD_ENDS.BEP20,
  encodeAddress: encodeHexAddress,
  decodeAddress: decodeHexAddress,
  spellings: spellingsOfHex,
  hashPrefix: '0x',
  isNodeBlock: ({ hash }) => BLOCK_HASH.test(hash),
} as const satisfies EvmDescription
