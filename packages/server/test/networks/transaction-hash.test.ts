import { describe, expect, it } from 'vitest'
import { hashOn } from '../../src/networks/spellings.js'

const DIGITS = 'ab'.repeat(32)

describe('a transaction hash', () => {
  it.each([DIGITS, DIGITS.toUpperCase(), `0x${DIGITS}`, `0X${DIGITS}`])(
    'has the spelling of its network: %s',
    (text) => {
      expect([hashOn('ERC20', text), hashOn('TRC20', text)]).toEqual([`0x${DIGITS}`, DIGITS])
    },
  )

  it('a transaction hash of another length is left as it is', () => {
    expect(hashOn('ERC20', 'AB')).toBe('AB')
  })
})
