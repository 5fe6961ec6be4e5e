/** The process of one simulated life: takes its options as JSON, and prints its report as JSON in the last line. */
import { keepChildKeys } from './child-keys.js'
import type { SimulationOptions } from './simulation.js'

// Loaded before the time is virtual, since the disk does not wait for it.
await Promise.all([
  import('better-sqlite3'),
  import('ethers'),
  import('tronweb'),
  import('pino'),
  import('express'),
  import('pg'),
])
const { simulate } = await import('./simulation.js')
const options = JSON.parse(process.argv[2] ?? '{}') as SimulationOptions // made by `runLife`
const { faults, ...report } = await simulate(options)
const { user, system } = process.cpuUsage()
const cpuMs = (user + system) / 1_000
keepChildKeys()
console.log(JSON.stringify({ ...report, cpuMs, faults: Object.fromEntries(faults) }))
// A killed server leaves things behind that nothing ends.
process.exit()
