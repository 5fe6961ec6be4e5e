import { availableParallelism } from 'node:os'
import { Options } from '../lib/options.js'
import { bundleSimulation, type Life, runLife } from './lives.js'

// `npm run simulate -- [--seeds n] [--seed first] [--days n] [--orders per-day] [--calm yes] [--told yes]`
const options = new Options(process.argv.slice(2), ['calm', 'days', 'orders', 'seed', 'seeds', 'told'])
const first = options.number('seed', 1)
const seeds = Array.from({ length: options.number('seeds', 1) }, (_, at) => first + at)
const isTold = options.text('told', 'no') === 'yes'
await bundleSimulation()
const lives: Life[] = []
const work = async () => {
  for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
    const life = await runLife(
      {
        seed,
        days: options.number('days', 1),
        ordersPerDay: options.number('orders', 100),
        isHostile: options.text('calm', 'no') !== 'yes',
        isTold,
      },
      (line) => console.log(line),
    )
    lives.push(life)
    const { orders, payouts, trace, simulatedMs, realMs, violations } = life
    const speed = (simulatedMs / realMs).toFixed(0)
    console.log(`seed ${seed}: ${orders} orders, ${payouts} payouts, ${speed} times real time, trace ${trace}`)
    for (const violation of violations.slice(0, 20)) console.log(`  ${violation}`)
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, work))
const sum = (read: (life: Life) => number) => lives.reduce((total, life) => total + read(life), 0)
const kinds = [...new Set(lives.flatMap(({ faults }) => Object.keys(faults)))].sort()
console.log(kinds.map((kind) => `${kind} ${sum(({ faults }) => faults[kind] ?? 0)}`).join(', '))
const days = sum(({ simulatedMs }) => simulatedMs) / 86_400_000
const wrong = sum(({ violations }) => violations.length)
console.log(`${days.toFixed(1)} days in ${lives.length} lives, ${wrong} violations`)
process.exitCode = wrong === 0 ? 0 : 1
