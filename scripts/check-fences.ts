/**
 * Keeps the documentation true. Every ```ts fence is type-checked against the built packages and, unless it is marked
 * `no-run`, executed against a sandbox server as a merchant of its own; every ```sh fence must name scripts and files
 * that exist, and its operator commands are run on empty books: they may find nothing, but must be spelled right.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { merchantEnvironment, startSandbox } from '../test-support/sandbox-server.js'
import { root, run, tool } from './run.js'

interface Fence {
  /** Where it stands: file and line. */
  place: string
  language: string
  marks: string[]
  code: string
}

const folder = `${root}/node_modules/.cache/fences`
/** Where a reader's own sandbox listens; a fence that names it is sent to ours. */
const defaultUrl = 'http://127.0.0.1:8080'

const inFolder = (name: string) =>
  existsSync(`${root}/${name}`) ? readdirSync(`${root}/${name}`, { recursive: true }) : []
const packages = ['packages', 'examples'].flatMap((name) =>
  readdirSync(`${root}/${name}`).map((one) => `${name}/${one}`),
)
const pages = [
  'README.md',
  ...packages.map((name) => `${name}/README.md`),
  ...inFolder('docs').map((path) => `docs/${path}`),
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

/** Scripts and files a shell fence names that are not there. */
function missingInShell({ place, code }: Fence): string[] {
  const named = [...code.matchAll(/\bnpm (?:run ([\w:-]+)|(test|start)\b)/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  )
  const files = code.match(/(?<![\w@:/.-])(?:packages|examples|scripts|openapi|docs|\.ci)\/[\w./-]*\w/g) ?? []
  return [
    ...named.filter((name) => !scripts.has(name)).map((name) => `${place}: there is no script «${name}»`),
    ...files.filter((file) => !existsSync(`${root}/${file}`)).map((file) => `${place}: there is no ${file}`),
  ]
}

/** What the command line answers to arguments that it does not understand. */
const WRONG_USAGE = 2

/** Operator commands of shell fences that are spelled wrong: run on empty books they may find nothing, but no worse. */
async function commandFaults(fences: Fence[]): Promise<string[]> {
  const faults: string[] = []
  for (const { place, code: lines } of fences) {
    for (const [, command = ''] of lines.matchAll(/^merchantpay-server (.+)$/gm)) {
      const args = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '')
      const { code, output } = await run(
        'timeout',
        ['60', 'node', `${root}/packages/server/dist/cli.js`, ...args],
        {
          env: { PATH: process.env.PATH, MERCHANTPAY_DATABASE_URL: `file:${folder}/books.db` },
        },
      )
      if (code === WRONG_USAGE) faults.push(`${place}: ${command}\n${output}`)
    }
  }
  return faults
}

async function typeFaults(fences: Fence[]): Promise<string[]> {
  const config = {
    extends: `${root}/tsconfig.base.json`,
    compilerOptions: { lib: ['ES2023', 'DOM'], moduleDetection: 'force', noUnusedLocals: false },
    include: ['*.ts'],
  }
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(config))
  const { code, output } = await tool('tsc', ['-p', folder], { cwd: folder })
  if (code === 0) return []
  return [output.replace(/^fence-(\d+)\.ts/gm, (_, index) => `${fences[index]?.place}, in the fence`)]
}

async function runFaults(fences: Fence[]): Promise<string[]> {
  const runnable = [...fences.entries()].filter(([, fence]) => !fence.marks.includes('no-run'))
  if (runnable.length === 0) return []
  const faults: string[] = []
  const sandbox = await startSandbox()
  try {
    for (const [index, { place, code: program }] of runnable) {
      writeFileSync(`${folder}/fence-${index}.ts`, program.replaceAll(defaultUrl, sandbox.url))
      const merchant = await merchantEnvironment(sandbox.url, `fence-${index}`)
      const fence = ['60', `${root}/node_modules/.bin/tsx`, `fence-${index}.ts`]
      const { code, output } = await run('timeout', fence, {
        cwd: folder,
        env: { ...process.env, ...merchant },
      })
      console.log(`${code === 0 ? 'ran   ' : 'FAILED'}  ${place}`)
      if (code !== 0) faults.push(`${place} exited with ${code}:\n${output}`)
    }
  } finally {
    await sandbox.stop()
  }
  return faults
}

const fences = pages.flatMap(fencesOf)
const programs = fences.filter((fence) => fence.language === 'ts')
const faults = fences.filter((fence) => fence.language === 'sh').flatMap(missingInShell)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
writeFileSync(`${folder}/package.json`, JSON.stringify({ type: 'module' }))
faults.push(...(await commandFaults(fences.filter((fence) => fence.language === 'sh'))))
for (const [index, { code }] of programs.entries()) writeFileSync(`${folder}/fence-${index}.ts`, code)
if (programs.length > 0) {
  faults.push(...(await typeFaults(programs)))
  faults.push(...(await runFaults(programs)))
}
for (const fault of faults) console.log(fault)
console.log(`${fences.length} fences in ${pages.length} pages, ${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1
