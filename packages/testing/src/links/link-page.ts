import { isNetwork, type Network } from '../chain/addresses.js'
import { Refusal } from '../http/refusal.js'
import { readOrderAmount } from '../orders/amounts.js'
import { openChainOrder } from '../orders/new-orders.js'
import type { OnChainOrder } from '../orders/order.js'
import { endWindowAt } from '../orders/order-changes.js'
import { convertPrice } from '../orders/rates.js'
import type { World } from '../world.js'
import type { PaymentLink } from './payment-link.js'
import { linkStatus, ordersOf } from './payment-links.js'

const PATH = /^\/link\/([\w-]{22})$/

/**
 * Answers the form of a link's page, as a payer sends it: `network`, and `amount` of a CUSTOM link. It leads to the checkout page
 * of an order. Every POST to a MANY link opens another one, and the limits against strangers are left out.
 *
 * @param path without the prefix of the service
 * @returns undefined for a path that is no link's page
 */
export function answerLinkForm(world: World, path: string, body: string): Response | undefined {
  const [, token] = PATH.exec(path) ?? []
  const link = world.paymentLinks.find((each) => each.token === token)
  if (!link) return undefined
  if (linkStatus(world, link) !== 'OPEN') return redirectTo(`${world.baseUrl}/link/${link.token}`)
  const form = new URLSearchParams(body)
  const network = form.get('network') ?? ''
  const amount = link.amountMode === 'CUSTOM' ? chosenAmount(link, form.get('amount') ?? '') : link.amount
  const isOffered = isNetwork(network) && (link.networks ?? [network]).includes(network)
  if (!isOffered || amount === undefined) return new Response('', { status: 400 })
  try {
    return redirectTo(`${world.baseUrl}/pay/${orderFor(world, link, { network, amount }).checkoutToken}`)
  } catch (error) {
    // Its currency has no rate any more.
    if (error instanceof Refusal) return new Response('', { status: 503 })
    throw error
  }
}

const redirectTo = (location: string) => new Response(null, { status: 303, headers: { location } })

function chosenAmount({ amountMin, amountMax }: PaymentLink, text: string) {
  try {
    const amount = readOrderAmount(text, 'amount')
    const isWithin = amount >= (amountMin ?? 0n) && (amountMax === null || amount <= amountMax)
    return isWithin ? amount : undefined
  } catch {
    return undefined
  }
}

/** The present order of a ONCE link, unless the payer chose another network or amount: that one ends first. */
function orderFor(
  world: World,
  link: PaymentLink,
  choice: { network: Network; amount: OnChainOrder['amount'] | null },
): OnChainOrder {
  const now = world.clock.now()
  const standing = link.uses === 'ONCE' ? ordersOf(world, link.id).toReversed() : []
  const current =
    standing.find(hasMoney) ?? standing.find(({ status, expireAt }) => status === 'OPEN' && expireAt > now)
  if (
    current &&
    (hasMoney(current) ||
      (current.network === choice.network &&
        (link.amountMode === 'FIXED' || current.amount === choice.amount)))
  )
    return current
  const total = totalOf(world, link, choice)
  if (current) endWindowAt(world, current, now)
  const { description, metadata, returnUrl, webhookUrl, tolerance, id: paymentLinkId } = link
  const fields = { description, metadata, returnUrl, webhookUrl }
  return openChainOrder(world, link, {
    ...{ ...fields, ...total, network: choice.network, tolerance, paymentLinkId },
  })
}

function totalOf(
  world: World,
  { price }: PaymentLink,
  { amount }: { amount: OnChainOrder['amount'] | null },
) {
  if (price !== null) return convertPrice(world, price)
  if (amount === null) throw new Error('a link without an amount has a price')
  return { amount, price: undefined }
}

const hasMoney = ({ status, received }: OnChainOrder) =>
  received > 0n || (status !== 'OPEN' && status !== 'EXPIRED')
