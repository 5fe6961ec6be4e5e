/**
 * Checks the code in the documentation. Every ```ts fence is type-checked against the built packages and, unless it is marked
 * `no-run`, executed against a sandbox server with a merchant of its own. Every ```sh fence must name existing scripts and
 * files; its operator commands run on an empty database, where they may find nothing but must be spelled correctly. The
 * examples in the doc comments of the SDK and of the testing package are compiled and run too, with fixtures for the values that they do not declare.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { entriesOf } from '../../packages/sdk/scripts/manifest.js'
import { startRateSource } from '../../test-support/processes/rate-source.js'
import { merchantEnvironment, startSandbox } from '../../test-support/processes/sandbox-server.js'
import { type RunResult, root, run } from '../lib/run.js'
import { type Example, exampleModule, examplesIn } from './fences/examples.js'
import { FIXTURE_NAMES } from './fences/fixtures.js'

interface Fence {
  /** File and line. */
  place: string
  language: string
  marks: string[]
  code: string
}

const folder = `${root}/node_modules/.cache/fences`
/** Examples may declare values that they do not use. */
const mayBeUnused = { noUnusedLocals: false, noUnusedParameters: false }
/** URLs in examples of a local sandbox and of a hosted service. They are replaced by the URL of the sandbox of this run. */
const readersUrl = /http:\/\/127\.0\.0\.1:8080|https:\/\/pay\.example/g

const inFolder = (name: string) =>
  existsSync(`${root}/${name}`) ? readdirSync(`${root}/${name}`, { recursive: true }) : []
const packages = ['packages', 'examples'].flatMap((name) =>
  readdirSync(`${root}/${name}`).map((one) => `${name}/${one}`),
)
const pages = [
  'README.md',
  ...packages.map((name) => `${name}/README.md`),
  ...inFolder('docs').map((path) => `docs/${path}`),
  ...inFolder('skills').map((path) => `skills/${path}`),
  ...inFolder('packages/server/guides').map((path) => `packages/server/guides/${path}`),
].filter((path) => path.endsWith('.md') && existsSync(`${root}/${path}`))

function fencesOf(page: string): Fence[] {
  const text = readFileSync(`${root}/${page}`, 'utf8')
  return [...text.matchAll(/^```(\w+)([^\n]*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    place: `${page}:${text.slice(0, match.index).split('\n').length}`,
    language: match[1] ?? '',
    marks: (match[2] ?? '').trim().split(/\s+/),
    code: match[3] ?? '',
  }))
}

const scripts = new Set(
  ['.', 'openapi', ...packages].flatMap((name) => {
    const manifest = `${root}/${name}/package.json`
    if (!existsSync(manifest)) return []
    return Object.keys((JSON.parse(readFileSync(manifest, 'utf8')) as { scripts?: object }).scripts ?? {})
  }),
)

/** The scripts and files that a shell fence names and that do not exist. */
function missingInShell({ place, code }: Fence): string[] {
  const named = [...code.matchAll(/\bnpm (?:run ([\w:-]+)|(test|start)\b)/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  )
  const files =
    code.match(/(?<![\w@:/.-])(?:packages|examples|tools|openapi|docs|deploy|\.ci)\/[\w./-]*\w/g) ?? []
  return [
    ...named.filter((name) => !scripts.has(name)).map((name) => `${place}: there is no script "${name}"`),
    ...files.filter((file) => !existsSync(`${root}/${file}`)).map((file) => `${place}: there is no ${file}`),
  ]
}

/** The exit code of the command line for arguments that it does not understand. */
const WRONG_USAGE = 2

/** Runs the operator commands of shell fences on an empty database and reports those that are spelled wrong. */
async function commandFaults(fences: Fence[]): Promise<string[]> {
  const faults: string[] = []
  for (const { place, code: lines } of fences) {
    for (const [, command = ''] of lines.matchAll(/^merchantpay-server (.+)$/gm)) {
      const args = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '')
      const { code, output } = await run(
        'timeout',
        ['60', 'node', `${root}/packages/server/dist/cli.js`, ...args],
        {
          env: { PATH: process.env.PATH, MERCHANTPAY_DATABASE_URL: `file:${folder}/fences.db` },
        },
      )
      if (code === WRONG_USAGE) faults.push(`${place}: ${command}\n${output}`)
    }
  }
  return faults
}

async function typeFaults(fences: Fence[], examples: Example[]): Promise<string[]> {
  const config = {
    extends: `${root}/tsconfig.base.json`,
    compilerOptions: { lib: ['ES2023', 'DOM', 'DOM.Iterable'], moduleDetection: 'force', ...mayBeUnused },
    include: ['*.ts'],
  }
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(config))
  const compiler = `${root}/node_modules/typescript/bin/tsc`
  const { code, output } = await run('node', [compiler, '-p', folder], { cwd: folder })
  if (code === 0) return []
  return [
    output.replace(/^(fence|example)-(\d+)\.ts/gm, (_, kind, index) => {
      const place = kind === 'fence' ? fences[index]?.place : examples[index]?.place
      return `${place}, in the ${kind}`
    }),
  ]
}

async function runFaults(fences: Fence[], examples: Example[]): Promise<string[]> {
  // All examples share one merchant, whose key would exceed its rate limit.
  const rates = await startRateSource({ EUR: '1.0834' })
  const sandbox = await startSandbox({
    MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '0',
    MERCHANTPAY_RATES_URL: rates.url,
  })
  try {
    await rates.confirmIn(sandbox.folder)
    return [...(await fenceFaults(fences, sandbox.url)), ...(await exampleFaults(examples, sandbox.url))]
  } finally {
    await sandbox.stop()
    rates.stop()
  }
}

async function fenceFaults(fences: Fence[], url: string): Promise<string[]> {
  const runnable = [...fences.entries()].filter(([, fence]) => !fence.marks.includes('no-run'))
  const faults: string[] = []
  for (const [index, { place, code: program }] of runnable) {
    writeFileSync(`${folder}/fence-${index}.ts`, program.replaceAll(readersUrl, url))
    const { code, output } = await runAsMerchant(url, `fence-${index}`, [`fence-${index}.ts`])
    console.log(`${code === 0 ? 'ran   ' : 'FAILED'}  ${place}`)
    if (code !== 0) faults.push(`${place} exited with ${code}:\n${output}`)
  }
  return faults
}

/** Runs all examples in one process, because most are a line or two. */
async function exampleFaults(examples: Example[], url: string): Promise<string[]> {
  const paths = examples.map((_, index) => `${folder}/example-${index}.ts`)
  for (const path of paths) writeFileSync(path, readFileSync(path, 'utf8').replaceAll(readersUrl, url))
  const { code, output } = await runAsMerchant(url, 'examples', [
    `${root}/tools/checks/fences/run-examples.ts`,
    ...paths,
  ])
  const told = output.replaceAll(/\S*example-(\d+)\.ts/g, (_, index) => ` ${examples[index]?.place}`)
  console.log(told.trimEnd())
  return code === 0 ? [] : ['an example failed, see above']
}

/** Runs a TypeScript program with the environment of a merchant of its own. */
async function runAsMerchant(url: string, name: string, args: string[]): Promise<RunResult> {
  const merchant = await merchantEnvironment(url, name)
  const program = ['120', `${root}/node_modules/.bin/tsx`, ...args]
  return run('timeout', program, { cwd: folder, env: { ...process.env, ...merchant } })
}

/** Packages whose doc comments have examples. */
const DOCUMENTED = ['packages/sdk', 'packages/testing']
/** Imports that examples use besides these packages. */
const besides: [string, string][] = [
  ['assert', `import assert from 'node:assert/strict'`],
  ['setupServer', `import { setupServer } from 'msw/node'`],
]

/** The import of every name that these packages export. */
async function importsByName(): Promise<Map<string, string>> {
  const imports = new Map(besides)
  for (const folder of DOCUMENTED) {
    for (const { name: entry, module } of entriesOf(`${root}/${folder}`)) {
      const exported = Object.keys((await import(`${root}/${folder}/${module}`)) as object)
      for (const name of exported)
        if (!imports.has(name)) imports.set(name, `import { ${name} } from '${entry}'`)
    }
  }
  return imports
}

const fences = pages.flatMap(fencesOf)
const programs = fences.filter((fence) => fence.language === 'ts')
const faults = fences.filter((fence) => fence.language === 'sh').flatMap(missingInShell)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
writeFileSync(`${folder}/package.json`, JSON.stringify({ type: 'module' }))
faults.push(...(await commandFaults(fences.filter((fence) => fence.language === 'sh'))))
for (const [index, { code }] of programs.entries()) writeFileSync(`${folder}/fence-${index}.ts`, code)
const examples = DOCUMENTED.flatMap((folder) => examplesIn(`${folder}/src`))
const imports = await importsByName()
for (const [index, { code }] of examples.entries()) {
  writeFileSync(`${folder}/example-${index}.ts`, exampleModule(code, imports, FIXTURE_NAMES))
}
faults.push(...(await typeFaults(programs, examples)))
faults.push(...(await runFaults(programs, examples)))
for (const fault of faults) console.log(fault)
console.log(
  `${fences.length} fences in ${pages.length} pages, ${examples.length} examples, ${faults.length} faults`,
)
process.exitCode = faults.length === 0 ? 0 : 1
