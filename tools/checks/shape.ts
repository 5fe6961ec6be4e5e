/**
 * Prints figures of the source for reviews: lengths of files and functions, the shares of comments and tests, and the
 * largest import cycle. The program never fails.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { root } from '../lib/run.js'

interface SourceShape {
  path: string
  lines: number
  commentLines: number
  functionLengths: number[]
  /** Paths of the modules that it imports values from. */
  imports: string[]
}

const countLines = (text: string) => text.trimEnd().split('\n').length

/** The files below a folder; none where a package has no such folder. */
function typescriptFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/(^|\/)(generated|node_modules|dist)\/|\.gen\.ts$/.test(path))
    .map((path) => join(folder, path))
}

function shapeOf(path: string): SourceShape {
  const text = readFileSync(path, 'utf8')
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line
  const codeLines = new Set<number>()
  const functionLengths: number[] = []
  const imports: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isJSDoc(node) || node.kind === ts.SyntaxKind.EndOfFileToken) return
    const from = lineOf(node.getStart(source))
    const to = lineOf(node.end)
    if (
      ts.isFunctionLike(node) &&
      'body' in node &&
      node.body !== undefined &&
      ts.isBlock(node.body as ts.Node)
    ) {
      functionLengths.push(to - from + 1)
    }
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && importsValues(node)) {
      const specifier = node.moduleSpecifier
      if (specifier && ts.isStringLiteral(specifier) && specifier.text.startsWith('.')) {
        imports.push(join(dirname(path), specifier.text.replace(/\.js$/, '.ts')))
      }
    }
    const children = node.getChildren(source)
    if (children.length === 0) for (let line = from; line <= to; line += 1) codeLines.add(line)
    for (const child of children) visit(child)
  }
  visit(source)
  const written = text.split('\n').filter((line) => line.trim() !== '').length
  return { path, lines: countLines(text), commentLines: written - codeLines.size, functionLengths, imports }
}

function importsValues(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  return ts.isImportDeclaration(node) ? !node.importClause?.isTypeOnly : !node.isTypeOnly
}

/** The size of the largest set of modules that reach each other; 0 without a cycle. */
function largestCycle(shapes: SourceShape[]): number {
  const importsOf = new Map(shapes.map((shape) => [shape.path, shape.imports]))
  const reachableFrom = (start: string): Set<string> => {
    const reached = new Set<string>()
    const waiting = [...(importsOf.get(start) ?? [])]
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (reached.has(path)) continue
      reached.add(path)
      waiting.push(...(importsOf.get(path) ?? []))
    }
    return reached
  }
  const reach = new Map(shapes.map((shape) => [shape.path, reachableFrom(shape.path)]))
  const circles = shapes.map(
    ({ path }) =>
      shapes.filter((other) => reach.get(path)?.has(other.path) && reach.get(other.path)?.has(path)).length,
  )
  return Math.max(0, ...circles)
}

function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

function tableRow(name: string, shapes: SourceShape[], testLines: number): string[] {
  const lengths = shapes.map((shape) => shape.lines)
  const functions = shapes.flatMap((shape) => shape.functionLengths)
  const lines = sum(lengths)
  return [
    name,
    `${shapes.length} / ${lines}`,
    `${quantile(lengths, 0.5)} / ${quantile(lengths, 0.9)}`,
    `${quantile(functions, 0.5)} / ${quantile(functions, 0.9)}`,
    `${Math.round((100 * sum(shapes.map((shape) => shape.commentLines))) / Math.max(1, lines))}`,
    (testLines / Math.max(1, lines)).toFixed(1),
    `${largestCycle(shapes)}`,
  ]
}

const head = [
  'package',
  'files / lines',
  'file median / p90',
  'function median / p90',
  'comment %',
  'test ratio',
  'largest cycle',
]
const rows = readdirSync(join(root, 'packages')).map((name) => {
  const folder = join(root, 'packages', name)
  const shapes = typescriptFiles(join(folder, 'src')).map(shapeOf)
  const testLines = sum(
    typescriptFiles(join(folder, 'test')).map((path) => countLines(readFileSync(path, 'utf8'))),
  )
  return tableRow(name, shapes, testLines)
})
for (const row of [head, head.map(() => '---'), ...rows]) console.log(`| ${row.join(' | ')} |`)
