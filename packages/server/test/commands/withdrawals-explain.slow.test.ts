import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTronDevnode } from '@merchantpay/tron-devnode'
import { expect, it, onTestFinished } from 'vitest'
import { openTrc20Signer } from '../../src/chain/trc20/trc20-signing.js'
import { localKey } from '../../src/chain/wallet/wallet-key.js'
import { TRON_CHAIN_ID, XPUB } from '../support/nodes/tron.js'
import { TronToken } from '../support/nodes/tron-token.js'
import { temporaryFolder } from '../support/server/folder.js'
import { ORDER, useHarness } from '../support/server/harness.js'
import { commandBeside, documentsOf, runCommand } from '../support/server/operator.js'
import { HOT_KEY } from '../support/withdrawals/payout-network.js'
import { PAYEE } from '../support/withdrawals/withdrawals.js'

const CONFIRMED_MS = 30_000
const ENERGY = 1_000_000
const shared = useHarness({ MERCHANTPAY_WITHDRAWAL_AUTO_LIMIT: '0' })

/** Returns the id of a withdrawal on TRC20 that waits for a decision. */
async function underReview(): Promise<string> {
  const { harness } = shared
  const keys = await harness.register()
  const { id } = (await harness.call('POST', '/v1/orders', { keys, body: ORDER })).json
  const paid = { action: 'pay', amount: '100' }
  await harness.call('POST', `/v1/test_helpers/orders/${id}/simulate`, { keys, body: paid })
  await harness.pass(CONFIRMED_MS)
  const body = { amount: '10', currency: 'USDT', network: 'TRC20', destination_address: PAYEE.TRC20 }
  return (await harness.call('POST', '/v1/withdrawals', { keys, body })).json.id
}

it('shows what pays for a payment: coins, or what the hot wallet has staked or rented', async () => {
  const node = await startTronDevnode()
  onTestFinished(() => node.close())
  const token = await TronToken.deploy(node)
  const { wallet, walletHex: address } = await openTrc20Signer(localKey(HOT_KEY), token.address)
  await node.control('faucet', { address, sun: 1 })
  await token.transfer(wallet, 1_000_000_000n)
  await node.control('mine', {})
  const keyFile = join(temporaryFolder(), 'key')
  writeFileSync(keyFile, HOT_KEY, { mode: 0o600 })
  const env = {
    MERCHANTPAY_TEST_TRC20: 'rpc',
    MERCHANTPAY_TEST_TRC20_NODE_1_URL: node.url,
    MERCHANTPAY_TEST_TRC20_CHAIN_ID: `${TRON_CHAIN_ID}`,
    MERCHANTPAY_TEST_TRC20_TOKEN: token.address,
    MERCHANTPAY_TEST_TRC20_XPUB: XPUB,
    MERCHANTPAY_TEST_TRC20_SIGNER_KEY_FILE: keyFile,
  }
  const id = await underReview()
  const explain = async () => {
    const args = ['withdrawals', 'explain', id, '--json']
    return documentsOf(await commandBeside(shared.harness.databaseEnv, args, env))[0]
  }
  const burned = await explain()
  expect(burned).toMatchObject({
    withdrawal: { id, status: 'REVIEW' },
    costs: [
      { resource: 'energy', staked_or_rented: 0, burned: expect.stringMatching(/^13\.\d+ TRX$/) },
      { resource: 'bandwidth', needed: 350, staked_or_rented: 350, burned: '0 TRX' },
    ],
    costs_note: expect.stringMatching(/^the hot wallet must have 15\.\d+ TRX/),
  })
  await node.control('stake', { address, energy: ENERGY, bandwidth: 0 })
  const staked = await explain()
  expect(staked).toMatchObject({ costs: [{ resource: 'energy', burned: '0 TRX' }, {}] })
  expect(staked?.costs_note).toContain('must have 0 TRX')
  const onSandbox = runCommand(shared.harness, ['withdrawals', 'explain', id])
  expect(onSandbox.stdout).toContain('Cost of its payment: unknown: no key of the network signs here')
})
