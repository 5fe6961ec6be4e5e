import type { ShopClient } from './shop-client.js'

export interface AdminOrder {
  readonly id: string
  readonly code: string
  readonly state: string
  readonly payments: {
    readonly id: string
    readonly amount: number
    readonly state: string
    readonly transactionId: string
    readonly refunds: { readonly total: number; readonly state: string; readonly transactionId: string }[]
  }[]
  readonly notes: readonly string[]
}

const ADDRESS = {
  fullName: 'Ada',
  streetLine1: 'Street 1',
  city: 'Vienna',
  postalCode: '1010',
  countryCode: 'AT',
}

/** Fills the cart of a customer with books of 25 USD, up to the choice of the payment. @returns its code */
export async function fillCart(customer: ShopClient, quantity = 1): Promise<string> {
  await customer.send(
    'mutation ($quantity: Int!) { addItemToOrder(productVariantId: 1, quantity: $quantity) { __typename } }',
    {
      quantity,
    },
  )
  const input = { firstName: 'Ada', lastName: 'Lovelace', emailAddress: 'ada@customer.example' }
  await customer.send(
    'mutation ($input: CreateCustomerInput!) { setCustomerForOrder(input: $input) { __typename } }',
    { input },
  )
  await customer.send(
    'mutation ($input: CreateAddressInput!) { setOrderShippingAddress(input: $input) { __typename } }',
    {
      input: ADDRESS,
    },
  )
  await customer.send('mutation { setOrderShippingMethod(shippingMethodId: 1) { __typename } }')
  return arrangePayment(customer)
}

export async function arrangePayment(customer: ShopClient): Promise<string> {
  const { code } = await customer.send<{ code: string }>(
    'mutation { transitionOrderToState(state: "ArrangingPayment") { ... on Order { code } } }',
  )
  return code
}

/** The payment page of the customer's cart; null when nothing is left to pay. */
export async function checkout(customer: ShopClient, network = 'TRC20'): Promise<string | null> {
  const { url } = await customer.send<{ url: string | null }>(
    'mutation ($network: String!) { createMerchantPayCheckout(network: $network) { url } }',
    { network },
  )
  return url
}

/** The order as an administrator sees it. */
export async function orderOf(administrator: ShopClient, code: string): Promise<AdminOrder> {
  const { items } = await administrator.send<{
    items: (AdminOrder & { history: { items: { data: { note: string } }[] } })[]
  }>(
    `query ($code: String!) { orders(options: { filter: { code: { eq: $code } } }) { items {
      id code state
      payments { id amount state transactionId refunds { total state transactionId } }
      history(options: { filter: { type: { eq: "ORDER_NOTE" } } }) { items { data } }
    } } }`,
    { code },
  )
  const [order] = items
  if (!order) throw new Error(`no order ${code}`)
  return { ...order, notes: order.history.items.map(({ data }) => data.note) }
}

/** Enters the refund address of an order. */
export const enterAddress = (administrator: ShopClient, id: string, address: string): Promise<unknown> =>
  administrator.send('mutation ($input: UpdateOrderInput!) { setOrderCustomFields(input: $input) { id } }', {
    input: { id, customFields: { merchantPayRefundAddress: address } },
  })

/** Refunds a payment as the admin does. @returns the refund, or the refusal */
export const refund = (
  administrator: ShopClient,
  paymentId: string,
  amount: number,
): Promise<Record<string, unknown>> =>
  administrator.send(
    `mutation ($input: RefundOrderInput!) { refundOrder(input: $input) {
      __typename ... on Refund { total state transactionId metadata } ... on ErrorResult { message }
    } }`,
    { input: { lines: [], shipping: 0, adjustment: 0, paymentId, amount, reason: 'returned' } },
  )
