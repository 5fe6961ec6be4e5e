import { DEAD_ENDS } from '@merchantpay/core/dead-ends'
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import type { NetworkDescription } from './network-description.js'

/** First byte of the decoded form. */
const PREFIX = 0x41
const ADDRESS = /^T[1-9A-HJ-NP-Za-km-z]{33}$/
const BLOCK_HASH = /^[0-9a-f]{64}$/
/** The hash of a block begins with its number. */
const NUMBER_DIGITS = 16
const base58check = createBase58check(sha256)

/** USDT on TRON. */
export const TRC20 = {
  name: 'TRC20',
  chain: 'Tron',
  decimals: 6,
  coin: 'TRX',
  coinDecimals: 6,
  accountPath: "m/44'/195'/0'",
  blockMs: 3_000,
  payerFee: 'low',
  arrivalMs: 1_000,
  pollMs: 6_000,
  maxLagBlocks: 100,
  // 19 of the 27 producers have built on it: it is solidified.
  finalBlocks: 19,
  hasSecondUrl: true,
  paymentsExpire: true,
  chains: {
    live: { chainId: 728_126_428, token: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
    test: { chainId: 3_448_148_188, name: 'Nile', token: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf' },
    others: [{ chainId: 2_494_104_990, name: 'Shasta', token: 'TG3XXyExBkPp9nzdajDZsozEu4BkaSJozs' }],
  },
  defaults: {
    testMode: 'sandbox',
    keyHeader: 'TRON-PRO-API-KEY',
    // TronGrid's, with a reserve for a restart.
    callsPerDay: 90_000,
    callsPerSecond: 10,
    withdrawalFee: '1.5',
    withdrawalMinimum: '10',
    explorer: 'https://tronscan.org/#/transaction/{tx}',
  },
  // Change node of the mnemonic "test … junk" on TRON's path.
  sandboxXpub:
    'xpub6FGfJkAgwSdiFiFcxWt2rurqZu8YjuEmKfsxLVBrQwr1ZjHpqYEXR9w52uCGyMdmsatMr7VXgNLuoHyFKtK8LZDCVbrMetUGeTLXvWk8y4W',
  deadEnds: DEAD_ENDS.TRC20,
  encodeAddress: (bytes) => base58check.encode(Uint8Array.of(PREFIX, ...bytes)),
  decodeAddress(text) {
    if (!ADDRESS.test(text)) return undefined
    try {
      const bytes = base58check.decode(text)
      return bytes.length === 21 && bytes[0] === PREFIX ? bytes.subarray(1) : undefined
    } catch {
      return undefined // wrong checksum
    }
  },
  spellings: (address) => [address],
  hashPrefix: '',
  isNodeBlock: ({ number, hash }) =>
    BLOCK_HASH.test(hash) && hash.startsWith(number.toString(16).padStart(NUMBER_DIGITS, '0')),
} as const satisfies NetworkDescription
