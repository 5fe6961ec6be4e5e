// Compiled against the installed package under every way of resolving modules.
import { ApiError, MerchantPay, type OnChainOrder, type OrderStatus } from '@merchantpay/sdk'
import { createSigner, type Signer } from '@merchantpay/sdk/signing'

const keyId = 'mk_test_0123456789abcdefghijABCD'
const signer: Signer = createSigner({ keyId, secret: 'sk_test_0' })
const mp = new MerchantPay({ baseUrl: 'https://pay.example', signer })

export async function sell(signal: AbortSignal): Promise<OrderStatus> {
  const order: OnChainOrder = await mp.orders.create({ amount: '25.00', currency: 'USDT', network: 'TRC20' })
  for await (const event of mp.orders.stream(order.id, { signal })) {
    if (event.order.status === 'PAID') break
  }
  const { data, attempts } = await mp.orders.get(order.id).withResponse()
  return attempts.length > 0 ? data.status : order.status
}

export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404 && error.code === 'order_not_found'
}

// @ts-expect-error an amount is a decimal string
void mp.orders.create({ amount: 25, currency: 'USDT', network: 'TRC20' })
