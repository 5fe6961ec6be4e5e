import { formatUsdt, usdt } from '../../packages/server/src/domain/shared/money.js'
import { LiveShop } from '../../packages/server/test/support/withdrawals/live-shop.js'
import { attack, type Loot, prepare } from '../../packages/server/test/support/withdrawals/stolen-key.js'
import { type NewDatabase, onEngine } from '../lib/engines.js'
import { Options } from '../lib/options.js'

const RUNS = 20
/** Into which the day of each run is divided. */
const ROUNDS = 100
const OPTIONAL = { MERCHANTPAY_WITHDRAWAL_DESTINATIONS: 'optional' }

/**
 * `npm run stress -- stolen-key [--runs n] [--rounds n] [--seed n] [--engine sqlite|postgres]`: a thief uses a full live key
 * of an active merchant for a day, on sandbox networks. The first attack is repeated where the list of destinations is
 * optional, and must move money there.
 */
export async function stolenKey(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['engine', 'seed', 'runs', 'rounds'])
  const engine = options.text('engine', 'sqlite')
  const first = options.number('seed', 1)
  const runs = options.number('runs', RUNS)
  const rounds = options.number('rounds', ROUNDS)
  const tally = new Map<string, number>()
  await onEngine(engine, async (fresh) => {
    for (let seed = first; seed < first + runs; seed += 1) {
      const { stolen, own, answers } = await attackOn(fresh, seed, rounds)
      if (stolen > 0n || own === 0n) {
        console.error(
          `to repeat: npm run stress -- stolen-key --engine ${engine} --seed ${seed} --runs 1 --rounds ${rounds}`,
        )
        throw new Error(`${text(stolen)} moved to new addresses, ${text(own)} to the merchant's own`)
      }
      for (const [answer, times] of answers) tally.set(answer, (tally.get(answer) ?? 0) + times)
      console.log(`seed ${seed}: nothing moved to a new address, ${text(own)} to the merchant's own`)
    }
    const { stolen } = await attackOn(fresh, first, rounds, OPTIONAL)
    if (stolen === 0n) throw new Error('the attack moves nothing without the list, so it proves nothing')
    console.log(`without the list seed ${first} moves ${text(stolen)} to new addresses`)
  })
  for (const [answer, times] of [...tally].sort()) console.log(`  ${times} ${answer}`)
}

async function attackOn(
  fresh: NewDatabase,
  seed: number,
  rounds: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Loot> {
  const shop = await LiveShop.open(await fresh(), env)
  try {
    await prepare(shop)
    return await attack(shop, seed, rounds)
  } finally {
    await shop.close()
  }
}

const text = (amount: bigint): string => `${formatUsdt(usdt(amount))} USDT`
