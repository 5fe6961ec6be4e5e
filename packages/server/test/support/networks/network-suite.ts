import { describe, expect, it } from 'vitest'
import { type SandboxRole, sandboxAddress } from '../../../src/chain/sandbox/sandbox-addresses.js'
import { formatUsdt } from '../../../src/domain/shared/money.js'
import { descriptionOf, NETWORKS, type Network } from '../../../src/networks/networks.js'
import { signInAs, WITH_CONSOLE } from '../console/console-client.js'
import { signInWith } from '../dashboard/dashboard-client.js'
import { amount } from '../domain/context.js'
import {
  type Answer,
  type Harness,
  type Json,
  ORDER,
  type Registered,
  useHarness,
} from '../server/harness.js'
import { balanceOf, fund, getWithdrawal, withdraw } from '../withdrawals/withdrawals.js'

/** Blocks until the sandbox has confirmed a payment or completed a withdrawal. */
const BLOCKS = 8
const BYTES = Buffer.from('5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', 'hex')

/** The behaviour that every network must have, through the API and the pages. */
export function describeNetwork(network: Network): void {
  describe(`the network ${network}`, () => {
    const shared = useHarness({ ...WITH_CONSOLE, [`MERCHANTPAY_TEST_${network}`]: 'sandbox' })
    const { chain, decodeAddress, defaults, encodeAddress, spellings } = descriptionOf(network)

    interface Shop {
      readonly harness: Harness
      readonly keys: Registered
    }

    const open = async (): Promise<Shop> => ({
      harness: shared.harness,
      keys: await shared.harness.register(),
    })

    const call = ({ harness, keys }: Shop, method: string, target: string, body?: unknown): Promise<Answer> =>
      harness.call(method, target, { keys, ...(body === undefined ? {} : { body }) })

    const order = async (shop: Shop): Promise<Json> => {
      const { status, json } = await call(shop, 'POST', '/v1/orders', { ...ORDER, network })
      expect([status, json.network]).toEqual([201, network])
      return json
    }

    const simulate = (shop: Shop, id: string, action: string) =>
      call(shop, 'POST', `/v1/test_helpers/orders/${id}/simulate`, { action })

    const paid = async (shop: Shop): Promise<Json> => {
      const { id } = await order(shop)
      await simulate(shop, id, 'pay')
      await shop.harness.pass(BLOCKS * 1_000)
      return (await call(shop, 'GET', `/v1/orders/${id}`)).json
    }

    const completed = async (shop: Shop, id: string): Promise<Json> => {
      await shop.harness.pass(3 * BLOCKS * 1_000)
      return getWithdrawal(shop.harness, shop.keys, id)
    }

    const addressOf = (role: SandboxRole) => sandboxAddress(network, role)

    /** Networks of Ethereum's kind share their addresses. */
    const others = NETWORKS.filter(
      (name) => descriptionOf(name).encodeAddress(BYTES) !== encodeAddress(BYTES),
    )

    it('reads each spelling of an address that it writes, and none of another form', () => {
      const address = encodeAddress(BYTES)
      for (const spelling of [address, ...spellings(address)])
        expect(Buffer.from(decodeAddress(spelling) ?? [])).toEqual(BYTES)
      expect(spellings(address)).toContain(address)
      for (const other of others)
        expect(decodeAddress(descriptionOf(other).encodeAddress(BYTES))).toBeUndefined()
    })

    it('gives an order an address of its own spelling, and lists it by network', async () => {
      const shop = await open()
      const { id, payment_address: address } = await order(shop)
      const bytes = decodeAddress(`${address}`)
      expect(bytes && encodeAddress(bytes)).toBe(address)
      const { json } = await call(shop, 'GET', `/v1/orders?network=${network}`)
      expect(json).toMatchObject({ total: 1, orders: [{ id, network }] })
    })

    it('credits a payment once it is confirmed', async () => {
      const shop = await open()
      expect(await paid(shop)).toMatchObject({ status: 'PAID', received_amount: '25.00' })
      expect(await balanceOf(shop.harness, shop.keys)).toMatchObject({ available: '24.75' })
    })

    it('takes a payment back that a reorganisation removed', async () => {
      const shop = await open()
      const { id } = await paid(shop)
      await simulate(shop, id, 'reorg')
      await shop.harness.pass(3_000)
      const { json } = await call(shop, 'GET', `/v1/orders/${id}`)
      expect(json).toMatchObject({ status: 'FROZEN', frozen_reason: 'reorg', received_amount: '0.00' })
    })

    it('pays a withdrawal out to each spelling of an address, for its own fee', async () => {
      const shop = await open()
      await fund(shop.harness, shop.keys, '100')
      for (const destination_address of spellings(addressOf('payer'))) {
        const { json } = await withdraw(shop.harness, shop.keys, { network, destination_address })
        const fee = formatUsdt(amount(defaults.withdrawalFee))
        expect(json).toMatchObject({ status: 'PENDING', network, destination_address, fee })
        expect(await completed(shop, json.id)).toMatchObject({ status: 'COMPLETED', network })
      }
    })

    it('refuses addresses of another form', async () => {
      const shop = await open()
      await fund(shop.harness, shop.keys, '100')
      for (const other of others) {
        const destination_address = sandboxAddress(other, 'payer')
        const { status, json } = await withdraw(shop.harness, shop.keys, { network, destination_address })
        expect([other, status, json.error]).toEqual([other, 400, 'invalid destination address'])
      }
    })

    it('refunds an order on its own network', async () => {
      const shop = await open()
      await fund(shop.harness, shop.keys, '100')
      const { id } = await paid(shop)
      const target = `/v1/orders/${id}/refunds`
      const { status, json } = await call(shop, 'POST', target, { destination_address: addressOf('payer') })
      expect([status, json.network, json.order_id]).toEqual([201, network, id])
      expect(await completed(shop, json.id)).toMatchObject({ status: 'COMPLETED' })
    })

    it('shows payer, merchant and operator its name, and exports its orders', async () => {
      const shop = await open()
      const { id, payment_address: address, payment_url: url } = await order(shop)
      const page = await (await fetch(`${url}`)).text()
      expect(page).toContain(`${chain} · ${network}`)
      expect(page).toContain(`${address}`)
      const merchant = await signInWith(shop.harness, shop.keys)
      expect((await merchant.get(`/dashboard/orders/${id}`)).text).toContain(`${chain} · ${network}`)
      const operator = await signInAs(shop.harness)
      expect((await operator.get(`/console/orders/${id}`)).text).toContain(`${chain} · ${network}`)
      expect((await operator.get('/console/ledger?env=test')).text).toContain(`custody, ${chain}`)
      const { text } = await operator.get(`/console/orders.csv?env=test&network=${network}`)
      expect(text.split('\r\n').find((line) => line.startsWith(id))).toContain(network)
    })

    it('counts its payments in the statement', async () => {
      const shop = await open()
      await paid(shop)
      const merchant = await signInWith(shop.harness, shop.keys)
      const { text } = await merchant.get('/dashboard/statement.csv?period=2026-01')
      expect(text).toContain(`,deposits,25.00,USDT,custody:${network},available,`)
      expect(text).toContain(',fees,-0.25,USDT,available,fees,')
    })
  })
}
