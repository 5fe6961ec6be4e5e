import { HDKey } from '@scure/bip32'
import { describe, expect, it } from 'vitest'
import { createAddressBook } from '../../../src/chain/wallet/address-book.js'
import type { Network } from '../../../src/domain/shared/types.js'
import { encodeAddress } from '../../../src/networks/spellings.js'
import { readVectors } from '../../support/domain/vectors.js'

interface Row {
  name: string
  network: Network
  account_xpub: string
  change_xpub: string
  addresses: { index: number; address: string; hex?: string }[]
}

const rows = readVectors<Row>('addresses.json')
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

describe('the shared addresses', () => {
  it('are 20', () => {
    expect(rows.flatMap((row) => row.addresses)).toHaveLength(20)
  })

  for (const { name, network, account_xpub, change_xpub, addresses } of rows) {
    for (const { index, address, hex } of addresses) {
      it(`come from the account: ${network} ${name} ${index}`, () => {
        expect(createAddressBook(network, account_xpub).derive(index)).toBe(address)
      })

      it(`come from its change node: ${network} ${name} ${index}`, () => {
        expect(createAddressBook(network, change_xpub).derive(index)).toBe(address)
      })

      if (hex !== undefined) {
        it(`are spelled from their bytes: ${network} ${name} ${index}`, () => {
          expect(encodeAddress(network, Buffer.from(hex, 'hex').subarray(1))).toBe(address)
        })
      }
    }
  }
})

describe('an extended public key', () => {
  it('is refused with any one of its characters mistyped', () => {
    const xpub = rows[0]?.account_xpub ?? ''
    const accepted: string[] = []
    for (let at = 0; at < xpub.length; at += 1) {
      for (const typo of BASE58) {
        if (typo === xpub.charAt(at)) continue
        const text = xpub.slice(0, at) + typo + xpub.slice(at + 1)
        if (isTaken(text)) accepted.push(text)
      }
    }
    expect(xpub).toHaveLength(111)
    expect(accepted).toEqual([])
  })

  it('is refused with two neighbours exchanged, one left out, or one doubled', () => {
    const xpub = rows[0]?.account_xpub ?? ''
    const accepted = Array.from(xpub, (char, at) => [
      xpub.slice(0, at) + xpub.charAt(at + 1) + char + xpub.slice(at + 2),
      xpub.slice(0, at) + xpub.slice(at + 1),
      xpub.slice(0, at) + char + xpub.slice(at),
    ])
      .flat()
      .filter((text) => text !== xpub && isTaken(text))
    expect(accepted).toEqual([])
  })

  function isTaken(text: string): boolean {
    try {
      createAddressBook('ERC20', text)
      return true
    } catch {
      return false
    }
  }

  for (const text of ['', 'xpub', ' ', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266']) {
    it(`is refused when it is ${JSON.stringify(text)}`, () => {
      expect(() => createAddressBook('TRC20', text)).toThrow()
    })
  }
})

describe('a key of another kind', () => {
  const master = HDKey.fromMasterSeed(Buffer.alloc(32, 1))

  it('is refused with its own message when it is private', () => {
    const account = master.derive("m/44'/60'/0'")
    expect(() => createAddressBook('ERC20', account.privateExtendedKey)).toThrow(
      'this is a private key; use the public one (xpub)',
    )
  })

  it('is taken in its public form', () => {
    const account = master.derive("m/44'/60'/0'")
    expect(createAddressBook('ERC20', account.publicExtendedKey).derive(0)).toMatch(/^0x[0-9a-fA-F]{40}$/)
  })

  for (const [path, depth] of [
    ['m', 0],
    ["m/44'/60'", 2],
    ["m/44'/60'/0'/0/0", 5],
  ] as const) {
    it(`is refused at depth ${depth}`, () => {
      expect(() => createAddressBook('ERC20', master.derive(path).publicExtendedKey)).toThrow(
        `xpub of depth ${depth}; expected an account (3) or its change node (4)`,
      )
    })
  }
})

describe('the addresses of a wallet', () => {
  it('are all different', () => {
    for (const { network, account_xpub } of rows) {
      const book = createAddressBook(network, account_xpub)
      expect(new Set(Array.from({ length: 50 }, (_, index) => book.derive(index))).size).toBe(50)
    }
  })

  it('are not of a hardened index', () => {
    const book = createAddressBook('TRC20', rows[0]?.account_xpub ?? '')
    expect(() => book.derive(0x80000000)).toThrow()
    expect(() => book.derive(-1)).toThrow()
  })
})
