import { rmSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sandboxAddress } from '../../../src/chain/sandbox/sandbox-addresses.js'
import { NoTokenBlacklist } from '../../../src/domain/chain/chain.js'
import { merchantBalances } from '../../../src/domain/ledger/ledger.js'
import { amount } from '../../support/domain/context.js'
import { ScreenedNetwork } from '../../support/screening/screened-network.js'

/** Deep enough to be credited. */
const DEEP_MS = 5_000
const MINUTE_MS = 60_000
const PAYER = sandboxAddress('ERC20', 'payer')
const OTHER = '0x52908400098527886E0F7030069857D2E4169EE7'
const { signal } = new AbortController()

describe('the token’s blacklist', () => {
  it('freezes the order of a sender that it contains', async () => {
    const network = await ScreenedNetwork.open()
    await network.pay({ isFlagged: true })
    await network.pass(1_000)
    expect([await network.status(), await network.verdicts()]).toEqual(['FROZEN', ['token flag']])
    await network.pass(DEEP_MS)
    const balances = await network.store.read((tx) => merchantBalances(tx, network.order))
    expect(balances).toMatchObject({ available: 0n, frozen: amount('24.75') })
  })

  it('keeps an order CONFIRMING while it cannot be read', async () => {
    let isDown = true
    const isBlackListed = async () => {
      if (isDown) throw new Error('no node answers')
      return false
    }
    const network = await ScreenedNetwork.open({ chain: { isBlacklisted: isBlackListed } })
    await network.pay()
    await network.pass(20 * MINUTE_MS)
    expect(await network.status()).toBe('CONFIRMING')
    isDown = false
    await network.pass(5 * MINUTE_MS)
    expect(await network.status()).toBe('PAID')
  })

  it('is read again when the payment is final, and freezes the order of a sender added since', async () => {
    const listed = new Set<string>()
    const network = await ScreenedNetwork.open({ chain: { isBlacklisted: async (one) => listed.has(one) } })
    await network.pay()
    await network.pass(1_000)
    expect([await network.status(), await network.verdicts()]).toEqual(['CONFIRMING', ['token pass']])
    listed.add(PAYER)
    await network.pass(DEEP_MS)
    expect([await network.status(), await network.verdicts()]).toEqual(['FROZEN', ['token flag']])
    const balances = await network.store.read((tx) => merchantBalances(tx, network.order))
    expect(balances).toMatchObject({ available: 0n, frozen: amount('24.75') })
  })

  it('blocks the credit of a final payment while it cannot be read', async () => {
    let calls = 0
    const isBlackListed = async () => {
      calls += 1
      if (calls > 1) throw new Error('no node answers')
      return false
    }
    const network = await ScreenedNetwork.open({ chain: { isBlacklisted: isBlackListed } })
    await network.pay()
    await network.pass(1_000)
    await network.pass(DEEP_MS)
    await network.pass(11 * MINUTE_MS)
    expect([await network.status(), await network.conditions()]).toEqual(['CONFIRMING', ['screening_stuck']])
    await network.screenByHand('pass')
    await network.tick()
    expect([await network.status(), await network.conditions()]).toEqual(['PAID', []])
  })

  it('is no longer read where a test token has none', async () => {
    const isBlackListed = () => Promise.reject(new NoTokenBlacklist('no such function'))
    const network = await ScreenedNetwork.open({ chain: { isBlacklisted: isBlackListed } })
    await network.pay()
    await network.pass(1_000)
    await network.pass(DEEP_MS)
    expect([await network.status(), await network.verdicts()]).toEqual(['PAID', []])
    expect(network.warnings).toEqual(['this test token has no blacklist; it is no longer queried'])
  })

  it('is still read where a live token reports that it has none', async () => {
    const isBlackListed = () => Promise.reject(new NoTokenBlacklist('no such function'))
    const network = await ScreenedNetwork.open({
      environment: 'live',
      chain: { isBlacklisted: isBlackListed },
    })
    await network.pay()
    await network.pass(20 * MINUTE_MS)
    expect(await network.status()).toBe('CONFIRMING')
  })
})

describe('the denylist', () => {
  it('freezes the order of a sender that it names, in any spelling', async () => {
    const network = await ScreenedNetwork.open({
      denied: `# known thieves\n\n ${PAYER.toLowerCase()}\t# 2025\r\n`,
    })
    await network.pay()
    await network.pass(1_000)
    expect([await network.status(), await network.verdicts()]).toEqual(['FROZEN', ['deny_file flag']])
  })

  it('freezes an order whose payment was signed by a listed address for another sender', async () => {
    const network = await ScreenedNetwork.open({ denied: OTHER })
    const { screening } = network.context
    const subject = {
      ...network.sandbox,
      txHash: 'a',
      logIndex: 0,
      from: PAYER,
      to: PAYER,
      amount: amount('1'),
    }
    const at = await network.sandbox.head()
    const { verdicts } = await screening.screen({ ...subject, origin: OTHER }, new Set(), at, signal)
    expect(verdicts).toEqual([{ source: 'deny_file', verdict: 'flag', reference: OTHER }])
  })

  it('is read again when it changes', async () => {
    const network = await ScreenedNetwork.open({ denied: '' })
    writeFileSync(network.denyFile, PAYER)
    await network.pay()
    await network.pass(1_000)
    expect(await network.status()).toBe('FROZEN')
  })

  it('stays in use, with one warning, when it is changed to something unreadable', async () => {
    const network = await ScreenedNetwork.open({ denied: PAYER })
    writeFileSync(network.denyFile, `${OTHER}\n${PAYER.slice(0, -1)}`)
    await network.pay()
    await network.pay({ value: '1' })
    await network.pass(1_000)
    expect(await network.status()).toBe('FROZEN')
    expect(network.warnings).toEqual(['line 2 is not an address; the previous list stays in use'])
  })

  it('stays in use when the file is gone', async () => {
    const network = await ScreenedNetwork.open({ denied: PAYER })
    rmSync(network.denyFile)
    await network.pay()
    await network.pass(1_000)
    expect(await network.status()).toBe('FROZEN')
    expect(network.warnings).toEqual([expect.stringContaining('ENOENT')])
  })

  it.each([
    ['a word', 'thieves', 'line 1'],
    ['a wrong checksum', `${OTHER}\n${OTHER.replace('E', 'e')}`, 'line 2'],
    ['two addresses in one line', `${OTHER} ${PAYER}`, 'line 1'],
  ])('cannot be used with %s in it', async (_what, denied, line) => {
    await expect(ScreenedNetwork.open({ denied })).rejects.toThrow(`${line} is not an address`)
  })
})
