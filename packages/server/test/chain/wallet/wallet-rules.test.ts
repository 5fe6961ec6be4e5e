import { HDKey } from '@scure/bip32'
import { describe, expect, it } from 'vitest'
import { createAddressBook } from '../../../src/chain/wallet/address-book.js'
import { isAmongFirst, type Wallet, walletFaults } from '../../../src/chain/wallet/wallet-rules.js'
import type { Environment, Network } from '../../../src/domain/shared/types.js'
import { readVectors } from '../../support/domain/vectors.js'

const rows = readVectors<{ name: string; network: Network; account_xpub: string; change_xpub: string }>(
  'addresses.json',
)
const TOKENS = {
  BEP20: '0x55d398326f99059fF775485246999027B3197955',
  ERC20: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  TRC20: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
} as const

const master = HDKey.fromMasterSeed(Buffer.alloc(32, 1))
const account = (number: number): HDKey => master.derive(`m/44'/60'/${number}'`)

const wallet = (
  environment: Environment,
  network: Network,
  xpub: string,
  token = TOKENS[network],
): Wallet => ({
  environment,
  network,
  xpub,
  token,
})

const faultsOf = (...wallets: Wallet[]) => walletFaults(wallets).map(({ of, why }) => `${of}: ${why}`)

describe('the wallet of a live network', () => {
  it('may be any that is not public', () => {
    const wallets = [
      wallet('live', 'ERC20', account(0).publicExtendedKey),
      wallet('live', 'TRC20', account(1).publicExtendedKey),
    ]
    expect(faultsOf(...wallets)).toEqual([])
  })

  for (const { name, account_xpub, change_xpub } of rows) {
    it(`is not one that anyone can spend from: ${name}`, () => {
      const why = 'xpub: the wallet of a public test mnemonic: anyone can spend from it'
      for (const network of ['ERC20', 'TRC20'] as const) {
        expect(faultsOf(wallet('live', network, account_xpub), wallet('live', network, change_xpub))).toEqual(
          [why, why],
        )
      }
      expect(faultsOf(wallet('test', 'ERC20', account_xpub))).toEqual([])
    })
  }

  it('is not one of the test environment, as an account or as its change node', () => {
    const { publicExtendedKey } = account(0)
    const changeNode = account(0).deriveChild(0).publicExtendedKey
    expect(faultsOf(wallet('live', 'ERC20', publicExtendedKey), wallet('test', 'TRC20', changeNode))).toEqual(
      [
        'xpub: the same key as TRC20 in the test environment',
        'xpub: the same key as ERC20 in the live environment',
      ],
    )
  })

  it('is not that of another network of its environment whose addresses are the same', () => {
    const { publicExtendedKey } = account(0)
    const changeNode = account(0).deriveChild(0).publicExtendedKey
    expect(faultsOf(wallet('live', 'ERC20', publicExtendedKey), wallet('live', 'BEP20', changeNode))).toEqual(
      [
        'xpub: the same key as BEP20 in the live environment',
        'xpub: the same key as ERC20 in the live environment',
      ],
    )
    expect(faultsOf(wallet('live', 'ERC20', publicExtendedKey), wallet('live', 'TRC20', changeNode))).toEqual(
      [],
    )
  })

  it('is not a private key, nor one of another depth or kind, nor a mistyped one', () => {
    const { publicExtendedKey: xpub, privateExtendedKey: xprv } = account(0)
    const typo = `${xpub.slice(0, 50)}${xpub[50] === 'x' ? 'y' : 'x'}${xpub.slice(51)}`
    const ypub = new HDKey({
      versions: { public: 0x049d7cb2, private: 0x049d7878 },
      publicKey: account(0).publicKey ?? Buffer.alloc(0),
      chainCode: account(0).chainCode ?? Buffer.alloc(0),
      depth: 3,
    }).publicExtendedKey
    expect(ypub).toMatch(/^ypub/)
    expect(
      faultsOf(...[xprv, master.publicExtendedKey, ypub, typo].map((key) => wallet('live', 'ERC20', key))),
    ).toEqual([
      'xpub: this is a private key; use the public one (xpub)',
      'xpub: xpub of depth 0; expected an account (3) or its change node (4)',
      'xpub: unsupported kind of extended key (ypub, zpub, …); use the one that begins with xpub',
      'xpub: wrong checksum; the key is mistyped',
    ])
  })
})

describe('the token of a network', () => {
  const { publicExtendedKey } = account(0)
  it.each([
    ['ERC20', TOKENS.TRC20],
    ['ERC20', TOKENS.ERC20.replace('d', 'D')],
    ['ERC20', `0x${'0'.repeat(40)}`],
    ['TRC20', TOKENS.ERC20],
    ['TRC20', `${TOKENS.TRC20.slice(0, -1)}u`],
  ] as const)('is an address of it: %s %s', (network, token) => {
    expect(walletFaults([{ environment: 'live', network, token, xpub: publicExtendedKey }])).toMatchObject([
      { of: 'token', why: `not an address of ${network}` },
    ])
  })
})

describe('an address that signs', () => {
  it('is recognised among the first thousand that receive', () => {
    const book = createAddressBook('ERC20', account(0).publicExtendedKey)
    expect(isAmongFirst(book, book.derive(20))).toBe(true)
    const few = { derive: (index: number) => `address ${index}` }
    expect([0, 999, 1_000].map((index) => isAmongFirst(few, `address ${index}`))).toEqual([true, true, false])
  })
})
