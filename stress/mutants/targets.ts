/** The sources that mutants are in, and which of their mutants a run takes. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readContract } from '../../tools/contract/document.js'
import { root } from '../../tools/lib/run.js'
import { instrument, type MoreFaults } from './instrument.js'

const SERVER = 'packages/server/src'
/** The compiled checks of the contract. */
const CONTRACT = filesIn('generated', ['contract-checks.gen'])
/** How the server reads, checks and answers requests. */
const REQUESTS = [
  ...filesIn('http', ['app', 'authenticate', 'errors', 'page', 'present']),
  ...filesIn('http/validator', [
    'absent-fields',
    'body',
    'contract',
    'json',
    'metadata-filter',
    'operations',
  ]),
  ...filesIn('http/validator', ['request-checks', 'storable-text', 'validation-errors']),
  ...filesIn('http/handlers'),
  ...filesIn('domain/chain', ['served-chain']),
  ...filesIn('domain/merchants', ['api-keys', 'authentication', 'merchant-input', 'merchants']),
  ...filesIn('domain/orders', ['order-amounts', 'orders', 'refunds']),
  ...filesIn('domain/shared', ['address', 'idempotency', 'key-scope', 'money', 'paging', 'positive-amount']),
  ...filesIn('domain/webhooks', ['webhook-endpoints', 'webhook-target']),
  ...filesIn('domain/withdrawals', ['destination-list', 'destinations', 'withdrawal-opening']),
  ...filesIn('domain/withdrawals', ['withdrawals']),
]

/** The paths of named files of a folder, or of all. */
function filesIn(folder: string, names?: readonly string[]): string[] {
  const files = names?.map((name) => `${name}.ts`) ?? readdirSync(join(root, SERVER, folder)).sort()
  return files.map((file) => `${folder}/${file}`)
}

export interface Mutant {
  readonly id: number
  readonly name: string
}

export interface Plan {
  /** Instrumented sources by their URLs. */
  readonly sources: ReadonlyMap<string, string>
  readonly mutants: readonly Mutant[]
}

/** Instruments the sources, and chooses half of the mutants in the contract, the same ones while these do not change. */
export function planOf(seed: number, count: number): Plan {
  const sources = new Map<string, string>()
  let next = 0
  const read = (files: readonly string[]): Mutant[] =>
    files.flatMap((file) => {
      const path = join(root, SERVER, file)
      const first = next
      const { code, names } = instrument(file, readFileSync(path, 'utf8'), first, scopeFaults)
      sources.set(pathToFileURL(path).href, code)
      next += names.length
      return names.map((name, at) => ({ id: first + at, name }))
    })
  const [contract, server] = [read(CONTRACT), read(REQUESTS)]
  const half = Math.ceil(count / 2)
  return {
    sources,
    mutants: [...chosen(contract, seed, half), ...chosen(server, seed, count - half)],
  }
}

/** The scope of one operation is ignored. */
const scopeFaults: MoreFaults = (text) =>
  text === 'scopes.includes(scope)'
    ? Object.values(readContract('merchantpay.v1.yaml').paths)
        .flatMap((item) => Object.values(item))
        .filter((operation) => operation['x-scope'] !== undefined)
        .map(({ operationId }) => ({
          name: `without x-scope of ${operationId}`,
          text: `id === '${operationId}' || ${text}`,
        }))
    : []

/** By a hash of the name, so that a change of one source moves no choice among the others. */
function chosen(mutants: readonly Mutant[], seed: number, count: number): Mutant[] {
  const rank = ({ name }: Mutant) => createHash('sha256').update(`${seed} ${name}`).digest('hex')
  return mutants
    .map((mutant) => ({ mutant, rank: rank(mutant) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant)
}
