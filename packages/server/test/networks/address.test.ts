import { expect, it } from 'vitest'
import { isSameAddress } from '../../src/networks/spellings.js'

const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'

it.each([
  ['ERC20', ETHEREUM, ETHEREUM.toLowerCase(), true],
  ['ERC20', ETHEREUM, ETHEREUM.replace('d', 'e'), false],
  ['TRC20', TRON, TRON, true],
  // Another address: base58 has both cases.
  ['TRC20', TRON, TRON.toLowerCase(), false],
] as const)('on %s, %s and %s are one address: %s', (network, one, other, isOne) => {
  expect(isSameAddress(network, one, other)).toBe(isOne)
})
