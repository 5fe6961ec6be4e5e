import type { OrderState, Scene } from './scene.js'
import { type StageSetup, USDT } from './stage-setup.js'

const BATCH = 50

/**
 * Sends many payments of the smallest amount to an order, and in the midst of them the amount that the order expects.
 *
 * @param dust a multiple of 100
 */
export async function payAmongDust(
  { stage, usdt, payer }: Pick<StageSetup, 'stage' | 'usdt' | 'payer'>,
  scene: Scene,
  dust: number,
): Promise<OrderState> {
  const order = await scene.order()
  const batch = await stage.deploy('Batch')
  await stage.call(usdt, 'transfer', [batch, BigInt(dust)])
  const to = Array.from({ length: BATCH }, () => stage.accountAt(order.address.address))
  for (let sent = 0; sent < dust; sent += BATCH) {
    if (sent === dust / 2) await scene.pay(order, 25n * USDT, { from: payer })
    await stage.call(batch, 'pay', [usdt, to, to.map(() => 1n)])
    await scene.world.tickUntilIdle()
  }
  await scene.confirm()
  return scene.stateOf(order)
}
