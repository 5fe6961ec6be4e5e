import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { freePort } from '../../../../../test-support/net/free-port.js'
import { checkWallets, configuredWallets, openChains } from '../../../src/compose/chains.js'
import { ConfigError, readConfig } from '../../../src/config/config.js'
import { ChainHealth } from '../../../src/domain/chain/chain-health.js'
import { merchantAccount, platformAccount } from '../../../src/domain/ledger/account.js'
import { post } from '../../../src/domain/ledger/ledger.js'
import { adoptWallet } from '../../../src/domain/ledger/wallet-adoption.js'
import type { Store } from '../../../src/domain/store/store.js'
import { amount, contextAt, countedIds, handClock } from '../../support/domain/context.js'
import { xpubOf } from '../../support/nodes/served-network.js'
import { temporaryFolder } from '../../support/server/folder.js'
import { ENGINES, openDatabase } from '../../support/storage/engines.js'
import { merchant } from '../../support/storage/store-rows.js'

const ID = { environment: 'test', network: 'ERC20' } as const
const TOKEN = '0x7169D38820dfd117C3FA1f22a697dBA58d90BA06'
const OTHER_TOKEN = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const OWN_XPUB = xpubOf("abandon m/44'/60'/0'")
const OTHER_XPUB = xpubOf("junk m/44'/60'/0'")
/** Private key of the second address of {@link OTHER_XPUB}. */
const KEY_OF_SECOND = '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const MANDATE = { actor: 'ada', reason: 'a new wallet' }
const log = pino({ level: 'silent' })

const url = `http://127.0.0.1:${await freePort()}`

/** Settings of a network whose nodes never answer. */
const settings = (changes: Record<string, string> = {}) =>
  readConfig({
    MERCHANTPAY_TEST_TRC20: 'off',
    MERCHANTPAY_TEST_ERC20: 'rpc',
    MERCHANTPAY_TEST_ERC20_NODE_1_URL: url,
    MERCHANTPAY_TEST_ERC20_TOKEN: TOKEN,
    MERCHANTPAY_TEST_ERC20_XPUB: OWN_XPUB,
    ...changes,
  })

function signerFile(digits: string): Record<string, string> {
  const file = join(temporaryFolder(), 'key')
  writeFileSync(file, digits.repeat(8), { mode: 0o600 })
  return { MERCHANTPAY_TEST_ERC20_SIGNER_KEY_FILE: file }
}

/** Opens the networks as a start does. @returns the faults of the settings */
async function start(store: Store, changes?: Record<string, string>): Promise<readonly string[]> {
  const clock = handClock()
  const parts = { store, clock, ids: countedIds(), health: new ChainHealth(() => 0), log }
  try {
    await openChains(settings(changes), parts)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
}

async function adopt(store: Store, changes: Record<string, string>) {
  const [found] = await configuredWallets(settings(changes), handClock())
  if (!found) throw new Error('no network is served')
  return store.write((tx) => adoptWallet(tx, contextAt(handClock()), found.wallet, MANDATE))
}

describe.each(ENGINES)('the wallet of a database on %s', (engine) => {
  it('is stored at the first start, and other settings are refused at the next', async () => {
    const { store } = await openDatabase(engine)
    expect(await start(store, signerFile('0ddba115'))).toEqual([])
    const changes = {
      MERCHANTPAY_TEST_ERC20_CHAIN_ID: '17000',
      MERCHANTPAY_TEST_ERC20_TOKEN: OTHER_TOKEN,
      MERCHANTPAY_TEST_ERC20_XPUB: OTHER_XPUB,
      ...signerFile('feedc0de'),
    }
    const faults = await start(store, changes)
    const remedy =
      'restore the setting, or run merchantpay-server wallets adopt --environment test --network ERC20 --reason <text>'
    expect(faults).toEqual([
      `MERCHANTPAY_TEST_ERC20_CHAIN_ID: this database belongs to 11155111, and the setting is 17000: ${remedy}`,
      `MERCHANTPAY_TEST_ERC20_TOKEN: this database belongs to ${TOKEN}, and the setting is ${OTHER_TOKEN}: ${remedy}`,
      expect.stringMatching(
        /^MERCHANTPAY_TEST_ERC20_XPUB: this database belongs to sha256:[0-9a-f]{12} \(first address 0x9858E\w+\), and the setting is sha256:[0-9a-f]{12} \(first address 0xf39Fd\w+\): /,
      ),
      expect.stringMatching(/^MERCHANTPAY_TEST_ERC20_SIGNER_KEY_FILE: .* 0x\w{40}, .* 0x\w{40}: /),
    ])
    expect(faults.join()).not.toContain('xpub6')
    expect(await start(store)).toEqual([])
  })

  it('is on no other network whose addresses are the same, whether that one is still served or not', async () => {
    const { store } = await openDatabase(engine)
    const bnb = {
      MERCHANTPAY_TEST_BEP20: 'rpc',
      MERCHANTPAY_TEST_BEP20_NODE_1_URL: url,
      MERCHANTPAY_TEST_BEP20_TOKEN: TOKEN,
      MERCHANTPAY_TEST_BEP20_XPUB: OTHER_XPUB,
    }
    const signer = signerFile('0ddba115')
    const same = { MERCHANTPAY_TEST_BEP20_SIGNER_KEY_FILE: Object.values(signer)[0] ?? '' }
    const faults = [
      'MERCHANTPAY_TEST_BEP20_XPUB: the same key as ERC20 in the test environment',
      'MERCHANTPAY_TEST_BEP20_SIGNER_KEY_FILE: the same key as ERC20 in the test environment',
    ]
    const shared = { ...bnb, ...signer, ...same, MERCHANTPAY_TEST_BEP20_XPUB: OWN_XPUB }
    await expect(checkWallets(settings(shared), handClock(), undefined)).rejects.toMatchObject({ faults })
    expect(await start(store, shared)).toEqual(faults)
    expect(await start(store, { ...shared, MERCHANTPAY_TEST_ERC20: 'off' })).toEqual(faults)
    expect(await start(store, { ...bnb, ...signer })).toEqual([])
  })

  it('has no hot wallet among the receiving addresses of another network with the same addresses', async () => {
    const { store } = await openDatabase(engine)
    const file = join(temporaryFolder(), 'key')
    writeFileSync(file, KEY_OF_SECOND, { mode: 0o600 })
    const changes = {
      MERCHANTPAY_TEST_BEP20: 'rpc',
      MERCHANTPAY_TEST_BEP20_NODE_1_URL: url,
      MERCHANTPAY_TEST_BEP20_TOKEN: TOKEN,
      MERCHANTPAY_TEST_BEP20_XPUB: OTHER_XPUB,
      MERCHANTPAY_TEST_ERC20_SIGNER_KEY_FILE: file,
    }
    const faults = [
      'MERCHANTPAY_TEST_ERC20_SIGNER_KEY_FILE: this key belongs to an address that receives payments on BEP20; use a separate one',
    ]
    await expect(checkWallets(settings(changes), handClock(), undefined)).rejects.toMatchObject({ faults })
    expect(await start(store, changes)).toEqual(faults)
  })

  it('takes a signer where there was none', async () => {
    const { store } = await openDatabase(engine)
    await start(store)
    const signer = signerFile('0ddba115')
    expect(await start(store, signer)).toEqual([])
    expect((await store.read((tx) => tx.wallets.find(ID)))?.hotWallet).toMatch(/^0x/)
    expect(await start(store, signerFile('feedc0de'))).toHaveLength(1)
    expect(await start(store, signer)).toEqual([])
  })

  it('the wallet of a database that two servers open at once is the first one', async () => {
    const database = await openDatabase(engine)
    const stores = [database.store, await database.another()]
    const [one, two] = await Promise.all(
      [OWN_XPUB, OTHER_XPUB].map((xpub, at) =>
        start(stores[at] ?? database.store, { MERCHANTPAY_TEST_ERC20_XPUB: xpub }),
      ),
    )
    expect([one?.length, two?.length].toSorted()).toEqual([0, 1])
  })

  it('becomes another one by `wallets adopt`, which is audited', async () => {
    const { store } = await openDatabase(engine)
    const changes = { MERCHANTPAY_TEST_ERC20_XPUB: OTHER_XPUB }
    await expect(adopt(store, changes)).rejects.toThrow('no wallet of test/ERC20 is stored')
    await start(store, signerFile('0ddba115'))
    expect(await adopt(store, changes)).toMatchObject([{ field: 'xpub' }])
    expect(await start(store, changes)).toEqual([])
    expect(await start(store)).toHaveLength(1)
    // The settings have no signer, which is not a change.
    expect((await store.read((tx) => tx.wallets.find(ID)))?.hotWallet).toMatch(/^0x/)
    const [entry] = await store.read((tx) => tx.audit.list({ subject: 'test/ERC20', limit: 9 }))
    expect(entry).toMatchObject({ actor: 'ada', action: 'wallets adopt' })
    expect(JSON.parse(entry?.details ?? '')).toMatchObject({
      reason: 'a new wallet',
      xpub: expect.any(String),
    })
    expect(await adopt(store, changes)).toEqual([])
  })

  it('keeps its token and its chain while the ledger has money there', async () => {
    const { store } = await openDatabase(engine)
    await start(store)
    await store.write(async (tx) => {
      await tx.merchants.insert(merchant('shop'))
      const debit = platformAccount('test', 'custody:ERC20')
      const credit = merchantAccount({ merchantId: 'shop', environment: 'test' }, 'available')
      const legs = [{ debit, credit, amount: amount('5') }]
      const transaction = {
        environment: 'test',
        kind: 'adjust',
        key: 'gift',
        reference: 'shop',
        legs,
      } as const
      await post(tx, contextAt(handClock()), [transaction])
    })
    const token = { MERCHANTPAY_TEST_ERC20_TOKEN: OTHER_TOKEN }
    await expect(adopt(store, token)).rejects.toThrow(
      `the ledger has money of test/ERC20 on ${TOKEN}: use another database for ${OTHER_TOKEN}`,
    )
    expect(await adopt(store, { MERCHANTPAY_TEST_ERC20_XPUB: OTHER_XPUB })).toHaveLength(1)
  })
})
