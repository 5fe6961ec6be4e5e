import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { HINTS } from '../../src/errors/hints.js'
import { SECRET } from '../support/webhooks.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const readme = readFileSync(`${root}README.md`, 'utf8')
const sources = readdirSync(`${root}src`, { encoding: 'utf8', recursive: true }).filter((name) =>
  name.endsWith('.ts'),
)

// Every fence, importing the sources instead of the package, so that no test depends on a build.
const examples: [string, string][] = [
  ...fencesOf(readme).map((code, index): [string, string] => [`README fence ${index + 1}`, code]),
  ...sources.flatMap((name) =>
    fencesOf(readFileSync(`${root}src/${name}`, 'utf8').replace(/^ +\* ?/gm, '')).map(
      (code): [string, string] => [`@example of ${name}`, code],
    ),
  ),
]

// Sends a valid and a changed webhook to the Express example.
const DRIVER = `
import { once } from 'node:events'
import { signWebhook } from '${root}src/index.node.js'
const server = app.listen(0, '127.0.0.1')
await once(server, 'listening')
const body = '{"event":"order.archived","timestamp":"","data":{}}'
const signature = signWebhook({ body, secrets: '${SECRET}', timestamp: Math.floor(Date.now() / 1000) })
for (const sent of [body, body + ' ']) {
  const headers = { 'content-type': 'application/json', 'x-merchant-signature': signature }
  const answer = await fetch('http://127.0.0.1:' + server.address().port + '/webhooks', { method: 'POST', headers, body: sent })
  console.log(answer.status, await answer.text())
}
server.close()
`

describe('the documentation', () => {
  test('has examples in the README', () => {
    expect(fencesOf(readme).length).toBeGreaterThan(5)
  })

  test('has an example on every function that an entry point exports', () => {
    const functions = exportedFunctions()
    expect(functions.length).toBeGreaterThan(20)
    expect(functions.filter(({ hasExample }) => !hasExample)).toEqual([])
  }, 60_000)

  test('has examples that compile under our own settings', () => {
    expect(compile(examples.map(([, code]) => code))).toEqual([])
  }, 60_000)

  test.each(examples.filter(([, code]) => isServer(code) || promisesOf(code).length > 0))(
    'has an example that prints what it says: %s',
    async (_, code) => {
      const output = await run(isServer(code) ? code + DRIVER : code)
      for (const line of promisesOf(code)) expect(output.split('\n')).toContain(line)
      if (isServer(code))
        expect(output).toMatch(/^200 \{"received":.+\}\n401 \{"error":"signature_mismatch"\}\n$/)
    },
  )

  test('states in its first sentence the size that the build is held to', () => {
    const limits: { name: string; limit: string }[] = JSON.parse(
      readFileSync(`${root}../../.size-limit.json`, 'utf8'),
    )
    const entry = limits.find(({ name }) => name === '@merchantpay/webhook-verify/signature: verifySignature')
    expect(entry?.limit).toMatch(/^\d\.\d kB$/)
    expect(readme.split('\n\n')[1]?.replace('\n', ' ')).toContain(`at most ${entry?.limit}`)
  })

  test('lists every code with its usual fix', () => {
    const rows = readme.split('\n').map((line) => line.replaceAll('`', '').split(' | '))
    const table = rows.filter(([, code]) => code !== undefined && code in HINTS)
    expect(Object.fromEntries(table.map(([, code, fix]) => [code, fix?.replace(/ \|$/, '')]))).toEqual(HINTS)
    expect(table).toHaveLength(Object.keys(HINTS).length)
  })
})

/** Whether an example makes an Express app, which the driver calls. */
function isServer(code: string): boolean {
  return code.includes('express()')
}

/** The outputs that comments promise. */
function promisesOf(code: string): (string | undefined)[] {
  return [...code.matchAll(/console\.log\(.*\/\/ (.*)$/gm)].map((match) => match[1])
}

function fencesOf(text: string): string[] {
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) =>
    code.replaceAll(
      /'@merchantpay\/webhook-verify(\/[\w/]+)?'/g,
      (_, name = '/index') => `'${sourceOf(name)}'`,
    ),
  )
}

function sourceOf(name: string): string {
  const places = [name, `${name}.node`, `${name}/index.node`, `${name}${name}.node`, `/adapters${name}`]
  const place = places.find((one) => existsSync(`${root}src${one}.ts`))
  return `${root}src${place}.js`
}

function settings(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(`${root}../../tsconfig.base.json`, ts.sys.readFile)
  return ts.parseJsonConfigFileContent(config, ts.sys, root).options
}

/** The exported functions and classes, and whether an editor shows an example of each. */
function exportedFunctions() {
  const { exports }: { exports: object } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  const entries = Object.keys(exports).filter((name) => !name.endsWith('.json'))
  const files = entries.map((name) => sourceOf(name === '.' ? '/index' : name.slice(1)).replace(/js$/, 'ts'))
  const program = ts.createProgram(files, settings())
  const checker = program.getTypeChecker()
  return files.flatMap((file, index) => {
    const source = program.getSourceFile(file)
    const module = source && checker.getSymbolAtLocation(source)
    return (module ? checker.getExportsOfModule(module) : []).flatMap((exported) => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
      const type = checker.getTypeOfSymbol(symbol)
      if (type.getCallSignatures().length + type.getConstructSignatures().length === 0) return []
      // The functions of a build are documented at their types.
      const tags = [symbol, ...type.getCallSignatures()].flatMap((one) => one.getJsDocTags(checker))
      return [
        {
          entry: entries[index],
          name: exported.name,
          hasExample: tags.some(({ name }) => name === 'example'),
        },
      ]
    })
  })
}

function compile(codes: string[]): string[] {
  const options = settings()
  const files = new Map(codes.map((code, index) => [`${root}test/example-${index}.ts`, code]))
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists, getSourceFile } = host
  host.readFile = (name) => files.get(name) ?? readFile(name)
  host.fileExists = (name) => files.has(name) || fileExists(name)
  host.getSourceFile = (name, target, ...rest) => {
    const code = files.get(name)
    return code === undefined ? getSourceFile(name, target, ...rest) : ts.createSourceFile(name, code, target)
  }
  const program = ts.createProgram([...files.keys()], options, host)
  // Of the examples alone: `npm run types` checks the sources.
  return [...files.keys()]
    .map((name) => program.getSourceFile(name))
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

/** Runs a program. It is bundled, so that it starts without a TypeScript loader. */
async function run(code: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, loader: 'ts', sourcefile: 'example.ts', resolveDir: root },
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    write: false,
  })
  const args = ['--input-type=module', '--eval', outputFiles.map(({ text }) => text).join('')]
  const env = { ...process.env, WEBHOOK_SECRET: SECRET }
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env })
  return stdout
}
