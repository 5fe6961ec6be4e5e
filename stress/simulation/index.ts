import { Options } from '../lib/options.js'
import { simulate } from './simulation.js'

const options = new Options(process.argv.slice(2), ['days', 'seed', 'orders', 'told', 'calm'])
const startedAt = process.hrtime.bigint()
const report = await simulate({
  seed: options.number('seed', 1),
  days: options.number('days', 1),
  ordersPerDay: options.number('orders', 100),
  isTold: options.text('told', 'no') === 'yes',
  isHostile: options.text('calm', 'no') !== 'yes',
})
const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9
console.log(`${report.orders} orders, ${report.payouts} payouts, trace ${report.trace}`)
console.log([...report.faults].map(([kind, count]) => `${kind} ${count}`).join(', '))
console.log(`${(report.simulatedMs / 1_000 / seconds).toFixed(0)} times real time (${seconds.toFixed(1)} s)`)
for (const violation of report.violations.slice(0, 40)) console.log(violation)
if (report.violations.length > 0) process.exitCode = 1
