/**
 * `npm run stress -- real-nodes`: plays the cases of nodes, fees and signatures on anvil and the TRON development node, and
 * prints one line each. The cases are tests.
 */
import { spawn } from 'node:child_process'
import { root } from '../../tools/lib/run.js'

/** The tests of each subject, as parts of their paths. */
const CASES: Readonly<Record<string, readonly string[]>> = {
  'calls of nodes': [
    'chain/nodes/call-limits',
    'chain/nodes/batches',
    'chain/nodes/shrinking-steps',
    'chain/nodes/node-pauses',
    'commands/nodes-check',
    'server/bep20',
  ],
  'errors of nodes': [
    'chain/nodes/missing-methods',
    'chain/nodes/bad-answers',
    'chain/nodes/orders-on-bad-nodes',
    'chain/wallet/payouts-on-poor-nodes',
    'chain/trc20/trc20-nodes',
    'ledger/verify-chain',
  ],
  'fees and gas': ['withdrawals/cost', 'withdrawals/reprice', 'withdrawals/tron-node'],
  'several versions of a payment': [
    'withdrawals/expiry',
    'withdrawals/replace',
    'withdrawals/faults',
    'recovery/restore',
  ],
  'keys in another process': ['withdrawals/remote-signer'],
}

/** @throws Error that names the subjects with a case that failed */
export async function realNodes(): Promise<void> {
  const failed: string[] = []
  for (const [subject, files] of Object.entries(CASES)) {
    console.log(`\n${subject}`)
    if (!(await play(files.map((file) => `packages/server/test/${file}.`)))) failed.push(subject)
  }
  if (failed.length > 0) throw new Error(`failed: ${failed.join(', ')}`)
}

/** Prints a line for each case as it ends. @returns whether all passed */
async function play(files: readonly string[]): Promise<boolean> {
  const args = ['vitest', 'run', '--mode', 'all', '--reporter=verbose', '--maxWorkers=1', PATIENCE, ...files]
  const child = spawn('npx', args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: ENV })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code === 0))
  })
}

/** No case depends on the speed of the machine. */
const PATIENCE = '--testTimeout=240000'
/** The stress tests have built the packages. */
const ENV = { ...process.env, SKIP_BUILD: '1' }
