import type { NetworkDescription } from '../../../src/networks/network-description.js'

const ADDRESS = /^Z-[0-9a-fA-F]{40}$/

/** An invented network, whose addresses, names and times no other network has. It exists in the sandbox only. */
export const TEST20 = {
  name: 'TEST20',
  chain: 'Testchain',
  decimals: 18,
  coin: 'TST',
  coinDecimals: 6,
  accountPath: "m/44'/1'/0'",
  blockMs: 2_000,
  payerFee: 'low',
  arrivalMs: 0,
  pollMs: 2_000,
  maxLagBlocks: 50,
  finalBlocks: undefined,
  hasSecondUrl: false,
  paymentsExpire: false,
  chains: { live: { chainId: 20_001 }, test: { chainId: 20_002 }, others: [] },
  defaults: {
    testMode: 'sandbox',
    ...{ keyHeader: 'Authorization', callsPerDay: 0, callsPerSecond: 0 },
    ...{ withdrawalFee: '2.5', withdrawalMinimum: '10', explorer: 'https://test20.example/{tx}' },
  },
  sandboxXpub:
    'xpub6DyUKdwoLWmUJ4Tn9Bbsdtx7B5Ws18mEN19e5HT52ikE53FiUheSQXrZUNPovqfyKmw4579A1Mm3GXXKM39N64uooBfJ4tNAzFsEbodRTx4',
  deadEnds: new Set<string>(),
  encodeAddress: (bytes) => `Z-${Buffer.from(bytes).toString('hex').toUpperCase()}`,
  decodeAddress: (text) => (ADDRESS.test(text) ? Buffer.from(text.slice(2), 'hex') : undefined),
  spellings: (address) => [`Z-${address.slice(2).toUpperCase()}`, `Z-${address.slice(2).toLowerCase()}`],
  hashPrefix: '',
  isNodeBlock: ({ hash }) => hash.startsWith('Z'),
} as const satisfies NetworkDescription
