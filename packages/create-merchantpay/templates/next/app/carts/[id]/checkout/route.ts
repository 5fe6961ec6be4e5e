import { createOrder } from '../../../../orders'

/** Sends the customer to the page of the order. */
export async function POST(_: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const order = await createOrder({ id: (await params).id, attempt: 1, amount: '25.00' })
  return Response.redirect(order.payment_url, 303)
}
