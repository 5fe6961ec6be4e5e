/** Makes attempts at one URL after another and prints the growth of memory: `<timeout ms> <authority file> <url>…`. */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { attempts } from './attempt.js'

const ROUNDS = 3
const AT_ONCE = 8
const POLL_MS = 5
const MIB = 1_024 ** 2

const [timeoutMs = '', file = '', ...urls] = process.argv.slice(2)
const attempt = attempts(readFileSync(file, 'utf8'), { timeoutMs: Number(timeoutMs) })
/** Waits until all connections are closed, as the slots of the engine do. */
const allClosed = async () => {
  while (process.getActiveResourcesInfo().includes('TCPSocketWrap')) await sleep(POLL_MS)
  // Released memory counts as freed, whenever the collector runs.
  global.gc?.()
}
const round = async () => {
  for (const url of urls) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => attempt(url)))
    await allClosed()
  }
}

// Compiled code, pools and caches of the first rounds are not growth.
await round()
await round()
const before = process.memoryUsage.rss()
let highest = before
const poll = setInterval(() => {
  highest = Math.max(highest, process.memoryUsage.rss())
}, POLL_MS)
for (let made = 0; made < ROUNDS; made += 1) await round()
clearInterval(poll)
process.stdout.write(
  JSON.stringify({ grownMib: (highest - before) / MIB, attempts: ROUNDS * AT_ONCE * urls.length }),
)
process.exit()
