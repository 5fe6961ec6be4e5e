import { seededRun } from '../../examples/shop/test/seeded-run.js'
import { Options } from '../lib/options.js'

const RUNS = 1_000

/**
 * Lives through seeded runs of the example shop: deaths, repeated webhooks, late payments, returning customers, orders paid
 * twice or too much, refunds.
 *
 * @throws Error with the seed of the first run in which paid and shipped differ
 */
export async function shop(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['runs', 'seed'])
  const runs = options.number('runs', RUNS)
  const first = options.number('seed', 1)
  const log = console.error
  console.error = () => undefined // a shop that dies prints why
  const total = { paid: 0, shipped: 0, paidTwice: 0, overpaid: 0, returned: 0, refunds: 0, deaths: 0 }
  try {
    for (let seed = first; seed < first + runs; seed += 1) {
      const run = await seededRun(seed)
      const { paidOrders, overpaidOrders, shipments, refunds, orders, deaths } = run
      if (shipments !== Math.min(paidOrders, 1))
        throw new Error(`seed ${seed}: ${paidOrders} paid orders, ${shipments} shipments`)
      if (refunds < paidOrders - 1)
        throw new Error(`seed ${seed}: ${paidOrders} paid orders, ${refunds} refunds`)
      total.paid += Math.min(paidOrders, 1)
      total.shipped += shipments
      total.paidTwice += paidOrders > 1 ? 1 : 0
      total.overpaid += overpaidOrders > 0 ? 1 : 0
      total.returned += orders > 1 ? 1 : 0
      total.refunds += run.paidRefunds
      total.deaths += deaths
    }
  } finally {
    console.error = log
  }
  console.log(
    `${runs} runs: ${total.paid} carts paid, ${total.shipped} shipped; ${total.returned} with several orders, ${total.paidTwice} paid twice, ${total.overpaid} overpaid, ${total.refunds} refunds paid, ${total.deaths} deaths`,
  )
}
