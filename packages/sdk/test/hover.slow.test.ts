import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'

const source = fileURLToPath(new URL('../src/resources/orders.ts', import.meta.url))
const PROGRAM = `import type { Orders } from '${source.replace(/\.ts$/, '.js')}'
declare const orders: Orders
void orders.create({ amount: '25.00', currency: 'USDT', network: 'TRC20' })
void orders.refund('o1', { destination_address: 'T' })
`

/** Makes the function that an editor asks what to show over the last occurrence of a word. */
function editor(): (word: string) => string {
  const file = `${source}.hover.ts`
  const textOf = (name: string) => (name === file ? PROGRAM : ts.sys.readFile(name))
  const service = ts.createLanguageService({
    getCompilationSettings: () => ({
      module: ts.ModuleKind.NodeNext,
      strict: true,
      target: ts.ScriptTarget.ES2022,
    }),
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const text = textOf(name)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => process.cwd(),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: textOf,
  })
  return (word) =>
    ts.displayPartsToString(service.getQuickInfoAtPosition(file, PROGRAM.lastIndexOf(word))?.displayParts)
}

it('an editor shows the names of bodies and results, not their fields', () => {
  const hover = editor()
  expect(hover('create')).toContain('create(body: CreateOrder, options?: KeyedRequestOptions')
  expect(hover('refund')).toContain('CallPromise<Refund>')
}, 60_000)
