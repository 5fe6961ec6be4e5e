/** Makes attempts at one URL after another and prints how much memory they took: `<timeout ms> <authority file> <url>…`. */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { attempts } from './attempt.js'

const ROUNDS = 3
const AT_ONCE = 8
const LOOK_EVERY_MS = 5
const MIB = 1_024 ** 2

const [timeoutMs = '', file = '', ...urls] = process.argv.slice(2)
const attempt = attempts(readFileSync(file, 'utf8'), { timeoutMs: Number(timeoutMs) })
/** As the slots of the engine do: whoever has its outcome may still be reading. */
const allClosed = async () => {
  while (process.getActiveResourcesInfo().includes('TCPSocketWrap')) await sleep(LOOK_EVERY_MS)
  // What is let go counts as gone: when it is collected is not the sender's doing.
  global.gc?.()
}
const round = async () => {
  for (const url of urls) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => attempt(url)))
    await allClosed()
  }
}

// What is compiled, pooled and cached at first is no growth.
await round()
await round()
const before = process.memoryUsage.rss()
let highest = before
const look = setInterval(() => {
  highest = Math.max(highest, process.memoryUsage.rss())
}, LOOK_EVERY_MS)
for (let made = 0; made < ROUNDS; made += 1) await round()
clearInterval(look)
process.stdout.write(
  JSON.stringify({ grownMib: (highest - before) / MIB, attempts: ROUNDS * AT_ONCE * urls.length }),
)
process.exit()
