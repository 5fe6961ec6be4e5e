import type { Found, Scene } from './scene.js'
import { type StageSet, USDT } from './set.js'

const BATCH = 50

/**
 * Many of the smallest payments to an order, and in the midst of them the one that it waits for.
 *
 * @param dust a multiple of 100
 */
export async function payAmongDust(
  { stage, usdt, payer }: Pick<StageSet, 'stage' | 'usdt' | 'payer'>,
  scene: Scene,
  dust: number,
): Promise<Found> {
  const order = await scene.order()
  const batch = await stage.deploy('Batch')
  await stage.call(usdt, 'transfer', [batch, BigInt(dust)])
  const to = Array.from({ length: BATCH }, () => stage.accountAt(order.address.address))
  for (let sent = 0; sent < dust; sent += BATCH) {
    if (sent === dust / 2) await scene.pay(order, 25n * USDT, { from: payer })
    await stage.call(batch, 'pay', [usdt, to, to.map(() => 1n)])
    await scene.world.rest()
  }
  await scene.settle()
  return scene.found(order)
}
