/**
 * Plants one fault per lint rule that guards the architecture and expects the linter to report it, because a rule
 * that is configured but catches nothing goes unnoticed otherwise. Allowed lines beside them must not be reported.
 * Each is a file `planted-fault-<n>.ts` in the folder of the rule, and is removed when the process exits.
 */
import { existsSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { root, tool } from '../lib/run.js'

interface Planted {
  rule: string
  /** Folder of the file; created and removed again where it does not exist. */
  folder: string
  code: string
  /** File name, for rules about names. */
  name?: string
  /** Prefix of the file name, for rules that apply to some names only. */
  prefix?: string
  /** True for a line that the rule must allow. */
  honest?: boolean
}

const server = 'packages/server/src'
/** Stands for the rules of `.dependency-cruiser.mjs`, which judges imports between layers. */
const LAYERS = 'layers'
const restrictedImport = (folder: string, specifier: string): Planted => ({
  rule: 'lint/style/noRestrictedImports',
  folder,
  code: `import * as planted from '${specifier}'\n\nexport const used = planted\n`,
})
/** An import that the rules of the layers forbid. */
const crossLayer = (folder: string, specifier: string): Planted => ({
  ...restrictedImport(folder, specifier),
  rule: LAYERS,
})
/** An import of the commands that open a seed. */
const offlineImport = (specifier: string): Planted => ({
  ...crossLayer(`${server}/commands/sweeps`, specifier),
  prefix: 'sign-',
})
const withinLayers = (folder: string, specifier: string): Planted => ({
  ...crossLayer(folder, specifier),
  honest: true,
})
const typeImport = (folder: string, specifier: string): Planted => ({
  rule: LAYERS,
  folder: `${server}/${folder}`,
  code: `import type * as planted from '${specifier}'\n\nexport type Used = typeof planted\n`,
})
const inServer = (folder: string, rule: string, code: string): Planted => ({
  rule,
  folder: `${server}/${folder}`,
  code: `${code}\n`,
})
const honestly = (line: Planted): Planted => ({ ...line, honest: true })
/** A file of the SDK whose name puts it under the rules for money. */
const inMoney = (rule: string, code: string): Planted => ({
  rule,
  folder: 'packages/sdk/src',
  code: `${code}\n`,
  prefix: 'money-',
})
const inTest = (rule: string, call: string): Planted => ({
  rule,
  folder: 'packages/server/test',
  code: `import { it } from 'vitest'\n\n${call}\n`,
})

const refusedImports: Record<string, string[]> = {
  networks: ['express', 'ethers', '../domain/orders/order.js', '../chain/open.js'],
  domain: [
    'express',
    'pino',
    'better-sqlite3',
    'pg',
    'ethers',
    '../http/present.js',
    '../generated/contract.gen.js',
    '../runtime/clock.js',
  ],
  'domain/orders': ['../payments/app-payments.js', '../attention/attention.js'],
  'domain/recovery': ['../screening/screening.js'],
  'domain/shared': ['../merchants/merchant.js'],
  'domain/store': ['../orders/order.js'],
  'domain/unlisted': ['../shared/money.js'],
  storage: ['express', 'ethers', '../http/present.js', '../chain/sandbox/sandbox.js', '../app.js'],
  chain: ['better-sqlite3', 'express', '../storage/open.js', '../config/config.js'],
  http: ['better-sqlite3', 'pg', '@noble/curves/secp256k1.js', '../storage/open.js', '../workers/worker.js'],
  'http/handlers': ['../../storage/open.js', '../../app.js'],
  ui: ['express', '../http/present.js', '../checkout/checkout.js', '../docs/site.js'],
  checkout: ['express', '../http/present.js', '../docs/site.js', '../generated/contract.gen.js'],
  docs: ['express', '../http/present.js', '../checkout/checkout.js', '../generated/contract.gen.js'],
  workers: [
    'better-sqlite3',
    'pg',
    '../http/streams/sse.js',
    '../chain/sandbox/sandbox.js',
    '../generated/contract.gen.js',
  ],
  config: ['../storage/open.js', '../http/present.js'],
  runtime: ['../domain/orders/order.js', '../config/config.js'],
  observability: ['../storage/open.js', '../http/present.js'],
  commands: ['better-sqlite3', 'pg'],
  compose: ['better-sqlite3', 'pg', 'express', 'ethers'],
}
const honestImports: Record<string, string[]> = {
  networks: ['@noble/hashes/sha3.js', '@merchantpay/core/dead-ends', './networks.js'],
  domain: [
    '../networks/networks.js',
    './shared/money.js',
    './orders/order.js',
    '@merchantpay/core/money',
    'node:crypto',
    '@merchantpay/webhook-verify',
    '@merchantpay/sdk/signing',
  ],
  'domain/orders': ['./orders.js', '../ledger/ledger.js', '../store/store.js', '../context.js'],
  'domain/attention': ['../payments/app-payments.js', '../shared/money.js'],
  storage: ['better-sqlite3', 'pg', '../domain/orders/order.js', './open.js'],
  chain: ['@noble/hashes/sha3.js', '../domain/orders/order.js', '../runtime/clock.js'],
  http: ['express', '../domain/orders/order.js', '../generated/contract.gen.js'],
  'http/handlers': ['../../domain/orders/order.js', '../../generated/contract.gen.js', '../errors.js'],
  ui: ['../domain/orders/order.js', '../runtime/html.js', './button.js'],
  checkout: ['../domain/orders/order.js', '../ui/button.js'],
  docs: ['../domain/shared/money.js', '../runtime/html.js', '../ui/table.js', './generated/samples.gen.json'],
  workers: ['../domain/orders/order.js', '../runtime/deadline.js', 'node:https'],
  commands: ['../storage/open.js', '../config/config.js'],
}

const planted: Planted[] = [
  ...Object.entries(refusedImports).flatMap(([folder, specifiers]) =>
    specifiers.map((specifier) => crossLayer(`${server}/${folder}`, specifier)),
  ),
  ...Object.entries(honestImports).flatMap(([folder, specifiers]) =>
    specifiers.map((specifier) => withinLayers(`${server}/${folder}`, specifier)),
  ),
  typeImport('domain/orders', '../payments/app-payment.js'),
  honestly(typeImport('domain/store', '../payments/app-payment.js')),
  crossLayer(server, 'better-sqlite3'),
  ...['../store-access.js', '../../config/config.js', 'node:https'].map(offlineImport),
  honestly(offlineImport('../../domain/sweeps/file-reader.js')),
  withinLayers(server, './storage/open.js'),
  restrictedImport('packages/sdk/src', 'node:crypto'),
  restrictedImport('packages/webhook-verify/src', 'node:crypto'),
  restrictedImport('packages/webhook-verify/src', './signature/hmac.node.js'),
  restrictedImport('packages/tron-devnode/src', '@merchantpay/sdk'),
  inServer('domain', 'lint/style/noRestrictedGlobals', "export const used = Number('1')"),
  inServer('domain', 'lint/style/noRestrictedGlobals', "export const used = parseFloat('1')"),
  inServer('domain', 'lint/style/noRestrictedGlobals', 'export const used = Date.now()'),
  inServer('domain', 'plugin', 'export const used = (amount: number) => amount.toFixed(2)'),
  inServer('domain', 'plugin', 'export const used = (amount: number) => Math.round(amount)'),
  inServer('domain', 'plugin', 'export const used = (amount: string) => parseFloat(amount)'),
  ...['storage/tables', 'chain', 'workers', 'http', 'ui', 'checkout', 'docs', 'commands'].map((folder) =>
    inServer(folder, 'plugin', 'export const used = (amount: number) => Math.round(amount)'),
  ),
  ...['storage/tables', 'chain', 'workers'].flatMap((folder) => [
    inServer(folder, 'plugin', 'export const used = (row: { amount: bigint }) => Number(row.amount)'),
    inServer(
      folder,
      'plugin',
      'export const used = (row?: { balance: bigint }) => Number(row?.balance ?? 0n)',
    ),
    inServer(folder, 'plugin', 'export const used = (row: { value: bigint }) => Number(row.value)'),
    inServer(folder, 'plugin', 'export const used = (units: string) => BigInt(Number(units))'),
    honestly(inServer(folder, 'plugin', 'export const used = (row: { depth: bigint }) => Number(row.depth)')),
    honestly(inServer(folder, 'plugin', 'export const used = (units: string) => BigInt(units)')),
  ]),
  inMoney('plugin', 'export const used = (amount: number) => amount.toFixed(2)'),
  inMoney('plugin', "export const used = parseFloat('25.00')"),
  inMoney('lint/style/noRestrictedGlobals', "export const used = parseFloat('25.00')"),
  inMoney('lint/style/noRestrictedGlobals', "export const used = parseInt('25', 10)"),
  inMoney('lint/style/noRestrictedGlobals', 'export const used = (amount: bigint) => Number(amount)'),
  inMoney('lint/style/noRestrictedGlobals', "export const used = Number.parseFloat('25.00')"),
  inMoney('lint/style/noRestrictedGlobals', 'export const used = (amount: number) => Math.floor(amount)'),
  inMoney('lint/complexity/noImplicitCoercions', 'export const used = (amount: string) => +amount'),
  honestly(
    inMoney('lint/style/noRestrictedGlobals', 'export const used = (amount: string) => BigInt(amount)'),
  ),
  {
    rule: 'lint/suspicious/noImportCycles',
    folder: `${server}/domain`,
    name: 'planted-fault-cycle.ts',
    code: "import { other } from './planted-fault-other.js'\n\nexport const one = (): unknown => other()\n",
  },
  {
    rule: 'lint/suspicious/noImportCycles',
    folder: `${server}/domain`,
    name: 'planted-fault-other.ts',
    code: "import { one } from './planted-fault-cycle.js'\n\nexport const other = (): unknown => one()\n",
  },
  {
    rule: 'lint/style/useFilenamingConvention',
    folder: `${server}/domain`,
    name: 'plantedFault.ts',
    code: 'export const used = 1n\n',
  },
  inServer('domain', 'lint/performance/noBarrelFile', "export * from './money.js'"),
  inServer('http', 'lint/style/noProcessEnv', 'export const used = process.env'),
  inServer(
    'http',
    'lint/nursery/noFloatingPromises',
    'interface Orders {\n  insert(id: string): Promise<void>\n}\n\n' +
      'export function forgets(orders: Orders): void {\n  orders.insert("1")\n}',
  ),
  inServer('commands', 'lint/suspicious/noConsole', "export const used = () => console.log('a row')"),
  inServer('http', 'plugin', 'export const used = (text: string): boolean => URL.canParse(text)'),
  ...['domain', 'storage/tables', 'config', 'console'].flatMap((folder) => [
    inServer(folder, 'plugin', "export const used = (network: string): boolean => network === 'ERC20'"),
    inServer(folder, 'plugin', "export const used = (network: string): boolean => 'TRC20' !== network"),
    inServer(folder, 'plugin', "export const used = (field: string): boolean => field === 'liveErc20'"),
    honestly(
      inServer(folder, 'plugin', "export const used = (kind: string): boolean => kind === 'on-chain'"),
    ),
  ]),
  ...['domain', 'workers', 'http', 'dashboard', 'console', 'pages'].map((folder) =>
    inServer(
      folder,
      'plugin',
      'export const used = (reads: { readStale(): number }): number => reads.readStale()',
    ),
  ),
  inServer('http', 'lint/suspicious/noExplicitAny', 'export const used = (value: any): unknown => value'),
  inServer('http', 'lint/style/noNonNullAssertion', 'export const used = (one?: string): string => one!'),
  inTest('lint/suspicious/noFocusedTests', "it.only('hides the others', () => {})"),
  inTest('lint/suspicious/noSkippedTests', "it.skip('is never run', () => {})"),
]

const fileOf = (one: Planted, index: number) =>
  `${one.folder}/${one.name ?? `${one.prefix ?? ''}planted-fault-${index}.ts`}`
const files = planted.map(fileOf)
const madeFolders: string[] = []

function removePlanted(): void {
  for (const file of files) rmSync(`${root}/${file}`, { force: true })
  for (const folder of madeFolders.splice(0).reverse()) {
    try {
      rmdirSync(folder)
    } catch (error) {
      // Another process put a file there meanwhile, so the folder stays.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOTEMPTY')) throw error
    }
  }
}

function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder)
  madeFolders.push(folder)
}

interface LintReport {
  diagnostics: { category: string; severity: string; location: { path: string } }[]
}

interface LayerReport {
  summary: { violations: { from: string }[] }
}

process.once('exit', removePlanted)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

planted.forEach((one, index) => {
  makeFolder(`${root}/${one.folder}`)
  writeFileSync(`${root}/${files[index]}`, one.code, { flag: 'wx' })
})
const [linted, cruised] = await Promise.all([
  tool('biome', ['lint', '--reporter=json', '--max-diagnostics=none', ...files]),
  tool('depcruise', ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...files]),
])
removePlanted()

const lint = JSON.parse(linted.stdout.toString()) as LintReport
const layers = JSON.parse(cruised.stdout.toString()) as LayerReport
/** The rule and the file of every finding. */
const found = [
  ...lint.diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ category, location }) => ({ rule: category, file: location.path })),
  ...layers.summary.violations.map(({ from }) => ({ rule: LAYERS, file: from })),
]
let wrong = 0
planted.forEach((one, index) => {
  const named = found.some(({ rule, file }) => rule === one.rule && file === files[index])
  const right = named !== (one.honest ?? false)
  if (!right) wrong += 1
  const verdict = named ? 'reported' : 'allowed'
  console.log(
    `${right ? 'ok   ' : 'WRONG'}  ${verdict}  ${one.rule}  ${files[index]}: ${one.code.split('\n')[0]}`,
  )
})
console.log(`${planted.length - wrong} of ${planted.length} planted lines judged correctly`)
process.exitCode = wrong === 0 ? 0 : 1
