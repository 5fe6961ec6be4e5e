/**
 * Bounds the cost of the types for a user's compiler: type instantiations of 300 functions with 3 calls each. The same
 * calls by path, through `raw` and its generics, are printed for comparison.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPacked } from './pack/install.js'
import { instantiationsOf } from './types-cost/instantiations.js'
import { methodCalls, rawCalls } from './types-cost/programs.js'

const FUNCTIONS = 300
const LIMIT = 2_000

const folder = await mkdtemp(join(tmpdir(), 'merchantpay-types-'))
try {
  await installPacked(folder)
  const [methods, raw] = await Promise.all([
    instantiationsOf(folder, 'methods', methodCalls(FUNCTIONS)),
    instantiationsOf(folder, 'raw', rawCalls(FUNCTIONS)),
  ])
  const calls = `${FUNCTIONS} functions of 3 calls`
  console.log(`${calls} by method: ${methods} type instantiations, at most ${LIMIT}`)
  console.log(`${calls} by path:   ${raw}`)
  process.exitCode = methods <= LIMIT ? 0 : 1
} finally {
  await rm(folder, { recursive: true })
}
