import { DEAD_ENDS } from '@merchantpay/core/dead-ends'
import type { EvmDescription } from './evm-description.js'
import { decodeHexAddress, encodeHexAddress, spellingsOfHex } from './hex-address.js'

const BLOCK_HASH = /^0x[0-9a-f]{64}$/

/** USDT on Ethereum. */
export const ERC20 = {
  name: 'ERC20',
  chain: 'Ethereum',
  decimals: 6,
  coin: 'ETH',
  coinDecimals: 18,
  accountPath: "m/44'/60'/0'",
  blockMs: 12_000,
  payerFee: 'varies',
  arrivalMs: 3_000,
  pollMs: 4_000,
  maxLagBlocks: 20,
  finalBlocks: undefined,
  hasSecondUrl: false,
  paymentsExpire: false,
  tokenStops: ['paused', 'deprecated', 'fee', 'blacklist'],
  isReadFinal: false,
  chains: {
    live: { chainId: 1, token: '0xdAC17F958D2ee523a2206206994597C13D831ec7' },
    test: { chainId: 11_155_111, name: 'Sepolia' },
    others: [],
  },
  defaults: {
    testMode: 'sandbox',
    keyHeader: 'Authorization',
    // At 3 million credits a day, of which a header costs 80 and a request for logs 255.
    callsPerDay: 18_000,
    callsPerSecond: 5,
    withdrawalFee: '4',
    withdrawalMinimum: '10',
    explorer: 'https://etherscan.io/tx/{tx}',
  },
  // Change node of the mnemonic "test … junk", which every Ethereum tool knows.
  sandboxXpub:
    'xpub6DyUKdwoLWmUJ4Tn9Bbsdtx7B5Ws18mEN19e5HT52ikE53FiUheSQXrZUNPovqfyKmw4579A1Mm3GXXKM39N64uooBfJ4tNAzFsEbodRTx4',
  deadEnds: DEAD_ENDS.ERC20,
  encodeAddress: encodeHexAddress,
  decodeAddress: decodeHexAddress,
  spellings: spellingsOfHex,
  hashPrefix: '0x',
  isNodeBlock: ({ hash }) => BLOCK_HASH.test(hash),
} as const satisfies EvmDescription
