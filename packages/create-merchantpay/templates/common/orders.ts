import { MerchantPay, type OnChainOrder } from '@merchantpay/sdk'

/** The goods that a customer pays for. */
export interface Cart {
  readonly id: string
  /** 1 for the first order of the cart, 2 for the one after it has expired. */
  readonly attempt: number
  readonly amount: `${number}`
}

/**
 * Creates the order of a cart. A repeat with the same cart and attempt returns the same order, so a customer who clicks twice
 * pays once.
 */
export async function createOrder(
  { id, attempt, amount }: Cart,
  mp = new MerchantPay(),
): Promise<OnChainOrder> {
  return mp.orders.create({
    amount,
    currency: 'USDT',
    network: 'TRC20',
    metadata: { cart: id },
    idempotency_key: `${id}/${attempt}`,
  })
}
