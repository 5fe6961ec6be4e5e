/**
 * Runs the conformance cases against a target: `-- --target memory`, `msw`, `server` or a URL. With a URL,
 * MERCHANTPAY_KEY_ID and MERCHANTPAY_SECRET name a test key where registration is closed, and
 * MERCHANTPAY_REGISTRATION_TOKEN is the token where registration asks for one. `--transcript <file>` also writes the answers to a
 * fixed script of calls. Exits 1 when a case fails.
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { conformance, leftOut } from './suite.js'
import { deployment, type LivingTarget, LOCAL_TARGETS } from './targets/local.js'
import type { ConformanceTarget } from './targets/target.js'
import { transcribe } from './transcript.js'

function find(name: string): LivingTarget {
  if (/^https?:/.test(name)) return deployment(name.replace(/\/$/, ''), process.env)
  const found = LOCAL_TARGETS.get(name)
  if (found) return found()
  throw new Error(`--target is ${[...LOCAL_TARGETS.keys()].join(', ')} or a URL`)
}

async function run(target: ConformanceTarget): Promise<number> {
  let failed = 0
  const cases = conformance(target)
  for (const one of cases) {
    const started = performance.now()
    const error = await one.run().catch((reason: unknown) => reason)
    const took = `${Math.round(performance.now() - started)} ms`
    console.log(`${error === undefined ? 'ok    ' : 'FAILED'} ${took.padStart(8)}  ${one.name}`)
    if (error === undefined) continue
    failed += 1
    console.log(`                 ${error instanceof Error ? error.message : error}`)
  }
  for (const { name, reason } of leftOut(target)) console.log(`left out: ${name} (${reason})`)
  console.log(`${cases.length - failed} passed, ${failed} failed`)
  return failed
}

const { values } = parseArgs({ options: { target: { type: 'string' }, transcript: { type: 'string' } } })
const { target, start, stop } = find(values.target ?? '')
try {
  await start()
  if (values.transcript !== undefined) await writeFile(values.transcript, await transcribe(target))
  process.exitCode = (await run(target)) === 0 ? 0 : 1
} finally {
  await stop()
}
