import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { verifySignature } from '@merchantpay/webhook-verify/signature'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createApp } from '../../../../examples/remote-signer/app.js'
import { localKey } from '../../../../examples/remote-signer/key.js'
import { listAttention } from '../../src/domain/attention/attention.js'
import { replaceWithdrawal } from '../../src/domain/withdrawals/withdrawal-reviews.js'
import { isAnvilSkipped } from '../support/nodes/anvil.js'
import {
  FaultySigner,
  remoteKeyFor,
  SIGNER_SECRET,
  type SignerFault,
} from '../support/withdrawals/faulty-signer.js'
import { startEthereumPayouts } from '../support/withdrawals/payout-ethereum.js'
import { LossyNetwork } from '../support/withdrawals/payout-faults.js'
import { HOT_KEY } from '../support/withdrawals/payout-network.js'
import { describePayouts } from '../support/withdrawals/payout-setup.js'
import { type Life, PayoutWorld } from '../support/withdrawals/payout-world.js'

const MOST_TICKS = 10
const AGAIN_MS = 2 * 60_000
const TEN_MINUTES = 600_000
const MANDATE = { actor: 'operator', reason: 'stuck' }
const FAULTS: readonly [SignerFault, string][] = [
  ['late', 'no answer within 100 ms'],
  ['down', 'the connection failed|UND_ERR_SOCKET|ECONNRESET'],
  ['http 500', 'HTTP 500'],
  ['no json', 'not a JSON object'],
  ['no signature', 'has no signature'],
  ['another key', 'another key or another transaction'],
  ['another transaction', 'another key or another transaction'],
  ['high s', 'the higher value of s'],
]

describePayouts('a remote signer', (setup) => {
  /** Ticks until a tick fails: a new process signs only once it has the blocks from before its start. */
  async function failureOf(life: Life): Promise<unknown> {
    for (let ticks = 0; ticks < MOST_TICKS; ticks += 1) {
      try {
        await life.tick()
      } catch (error) {
        return error
      }
      await setup.network.mine()
    }
    return undefined
  }

  it('is told what each transaction is for, in a signed request', async () => {
    const { network } = setup
    const signer = await FaultySigner.start()
    const world = await PayoutWorld.begin(network)
    const life = await world.live({ signer: remoteKeyFor(network, { url: signer.url }) })
    const withdrawal = await world.withdraw(life, { usdt: '12.5' })
    await world.finish(life, [withdrawal])
    await world.verify([withdrawal])
    const { transaction, ...question } = signer.questions[0] ?? {}
    expect(question).toEqual({
      purpose: 'withdrawal',
      withdrawal_id: withdrawal.id,
      environment: 'test',
      network: setup.name,
      chain_id: 1,
      token: 'the token',
      wallet: network.wallet,
      destination: withdrawal.destinationAddress,
      amount: '12.50',
    })
    expect(transaction).toMatch(/^0x[0-9a-f]+$/)
    expect(signer.questions).toHaveLength(1)
    const [request] = signer.requests
    const { body = '', headers = {} } = request ?? {}
    const secrets = Buffer.from(SIGNER_SECRET)
    expect(() => verifySignature({ body, headers, secrets, receivedAt: network.clock.real() })).not.toThrow()
  })

  it.each(FAULTS)('that is %s makes payouts wait, and each is paid once afterwards', async (fault, why) => {
    const { network } = setup
    const signer = await FaultySigner.start()
    const world = await PayoutWorld.begin(network)
    const callMs = fault === 'late' ? 100 : 60_000
    const life = await world.live({ signer: remoteKeyFor(network, { url: signer.url, callMs }) })
    const withdrawals = [await world.withdraw(life), await world.withdraw(life)]
    signer.fault = fault
    expect(await failureOf(life)).toMatchObject({
      errors: [expect.objectContaining({ name: 'SignerUnavailable', message: expect.stringMatching(why) })],
    })
    // One question tells that the signer does not work.
    await life.tick()
    expect(signer.questions).toHaveLength(1)
    const stored = await Promise.all(withdrawals.map(({ id }) => world.signedFor(id)))
    expect(stored).toEqual([[], []])
    const [tried, waiting] = await Promise.all(withdrawals.map(({ id }) => world.read(id)))
    expect(tried).toMatchObject({ status: 'REVIEW', reviewReason: 'signer_unavailable' })
    expect(waiting).toMatchObject({ status: 'PENDING', reviewReason: null })
    const items = await world.store.read((tx) => listAttention(tx, life.context))
    expect(items).toContainEqual(
      expect.objectContaining({ kind: 'signer_unavailable', subject: `test/${setup.name}` }),
    )

    signer.fault = undefined
    const working = await world.live({ signer: remoteKeyFor(network, { url: signer.url }) })
    await network.pass(AGAIN_MS)
    await world.finish(working, withdrawals)
    await world.verify(withdrawals)
    expect(await world.store.read((tx) => listAttention(tx, life.context))).not.toContainEqual(
      expect.objectContaining({ kind: 'signer_unavailable' }),
    )
  })

  it('of the examples signs what the server builds', async () => {
    const { network, name } = setup
    const settings = network.settings('', '')
    const chainId = Number(settings[`MERCHANTPAY_TEST_${name}_CHAIN_ID`])
    const token = settings[`MERCHANTPAY_TEST_${name}_TOKEN`] ?? ''
    const lines: string[] = []
    const rules = { network: name, chainId, token, wallet: network.wallet }
    const server = createApp({
      key: localKey(Buffer.from(HOT_KEY, 'hex')),
      rules: { ...rules, maxUnits: 20_000_000n, maxCost: 10n ** 18n },
      secret: SIGNER_SECRET,
      clock: () => network.clock.real(),
      log: (line) => lines.push(line),
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo // it listens on TCP
    const url = `http://127.0.0.1:${port}/sign`
    const world = await PayoutWorld.begin(network)
    const life = await world.live({ signer: remoteKeyFor(network, { url, chainId, token }) })
    const withdrawal = await world.withdraw(life)
    await world.finish(life, [withdrawal])
    await world.verify([withdrawal])
    expect(lines).toEqual([
      `signed: withdrawal ${withdrawal.id}, 10000000 units to ${withdrawal.destinationAddress}`,
    ])
  })

  it('that signed twice for one withdrawal pays it once', async () => {
    const { network } = setup
    const signer = await FaultySigner.start()
    const world = await PayoutWorld.begin(network)
    const slow = await world.live({ signer: remoteKeyFor(network, { url: signer.url, callMs: 100 }) })
    const withdrawal = await world.withdraw(slow)
    signer.fault = 'late'
    expect(await failureOf(slow)).toBeInstanceOf(AggregateError)
    signer.fault = undefined
    const life = await world.live({ signer: remoteKeyFor(network, { url: signer.url }) })
    await network.pass(AGAIN_MS)
    await world.finish(life, [withdrawal])
    await world.verify([withdrawal])
    expect(signer.questions.map(({ withdrawal_id: id }) => id)).toEqual([withdrawal.id, withdrawal.id])
    expect(await world.signedFor(withdrawal.id)).toHaveLength(1)
  })
})

describe.skipIf(isAnvilSkipped)('a void', () => {
  it('is signed by the remote signer, too, and names its withdrawal', async () => {
    const network = await startEthereumPayouts()
    onTestFinished(() => network.stop())
    const signer = await FaultySigner.start()
    const world = await PayoutWorld.begin(network)
    const lossy = new LossyNetwork()
    const life = await world.live({
      signer: remoteKeyFor(network, { url: signer.url }),
      fetch: lossy.fetchOf(fetch),
    })
    const stuck = await world.withdraw(life)
    await life.tick()
    await life.tick()
    network.wait(TEN_MINUTES)
    await network.mine()
    await world.store.write((tx) => replaceWithdrawal(tx, life.context, stuck.id, MANDATE))
    signer.fault = 'high s'
    await expect(life.tick()).rejects.toThrow()
    expect(await world.signedFor(stuck.id)).toHaveLength(1)
    signer.fault = undefined
    network.wait(AGAIN_MS)
    await life.tick()
    expect((await world.signedFor(stuck.id)).map(({ kind }) => kind)).toEqual(['payment', 'void'])
    expect(signer.questions.at(-1)).toMatchObject({
      purpose: 'void',
      withdrawal_id: stuck.id,
      destination: network.wallet,
      amount: '0.00',
    })
  })
})
