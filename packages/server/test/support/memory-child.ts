/** Makes attempts at one URL after another and prints how much memory they took: `<timeout ms> <authority file> <url>…`. */
import { readFileSync } from 'node:fs'
import { attempts } from './attempt.js'

const ROUNDS = 3
const AT_ONCE = 8
const LOOK_EVERY_MS = 5
const MIB = 1_024 ** 2

const [timeoutMs = '', file = '', ...urls] = process.argv.slice(2)
const attempt = attempts(readFileSync(file, 'utf8'), { timeoutMs: Number(timeoutMs) })
const round = async () => {
  for (const url of urls) await Promise.all(Array.from({ length: AT_ONCE }, () => attempt(url)))
}

// What is compiled, pooled and cached at first is no growth.
await round()
await round()
global.gc?.()
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
