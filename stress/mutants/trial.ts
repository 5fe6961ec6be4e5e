/**
 * A process of `npm run stress -- mutants`: tries one share of the mutants, and prints a line of JSON for each. The first run
 * of the tests, without a mutant, shows which of them reach it; only these are run with it.
 */
import { register } from 'node:module'
import type { Subject } from './subject.js'
import { planOf } from './targets.js'

const [seed = 1, count = 0, share = 0, shares = 1] = process.argv.slice(2).map((text) => parseInt(text, 10))
const TEST_MS = 120_000

/** The switch that instrumented sources ask. */
const mutants = {
  active: -1,
  reached: new Set<number>(),
  is(id: number): boolean {
    this.reached.add(id)
    return id === this.active
  },
  more: (limit: number | bigint) => (typeof limit === 'bigint' ? limit + 1n : limit + 1),
}
Object.assign(globalThis, { mutants })

const plan = planOf(seed, count)
register(new URL('./loader.ts', import.meta.url), { data: plan.sources })
// Loaded only now, since it loads the server.
const { openSubject } = await import('./subject.js')

let subject: Subject = await openSubject(seed)
const reachedBy = new Map<number, number[]>()
for (const [at, test] of subject.tests.entries()) {
  mutants.reached = new Set()
  await test.run().catch((cause: unknown) => {
    throw new Error(`the server fails without a mutant: ${test.name}`, { cause })
  })
  for (const id of mutants.reached) reachedBy.set(id, [...(reachedBy.get(id) ?? []), at])
}

/** Whether a test passes with a mutant, -1 for none. */
async function passes(at: number, mutant: number): Promise<boolean> {
  mutants.active = mutant
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('late')), TEST_MS)
  })
  try {
    await Promise.race([subject.tests[at]?.run(), late])
    return true
  } catch {
    return false
  } finally {
    clearTimeout(timer)
    mutants.active = -1
  }
}

/** The test that notices a mutant. A server that fails afterwards without it is replaced, and the test repeated. */
async function killerOf(mutant: number): Promise<string | undefined> {
  for (const at of spread(reachedBy.get(mutant) ?? [])) {
    if (await passes(at, mutant)) continue
    if (await passes(at, -1)) return subject.tests[at]?.name
    await subject.close()
    subject = await openSubject(seed)
    if (!(await passes(at, mutant)) && (await passes(at, -1))) return subject.tests[at]?.name
  }
  return undefined
}

/** The tests in an order in which neighbours, which test nearly the same, are far from each other. */
function spread(tests: readonly number[]): number[] {
  const step = Math.max(1, Math.round(Math.sqrt(tests.length)))
  return Array.from({ length: step }, (_, first) => tests.filter((_test, at) => at % step === first)).flat()
}

for (const { id, name } of plan.mutants.filter((_mutant, at) => at % shares === share)) {
  const tests = reachedBy.get(id)?.length ?? 0
  console.log(JSON.stringify({ name, tests, killer: (await killerOf(id)) ?? null }))
}
await subject.close()
process.exit()
