/** Rewrites a source so that it holds every mutant, of which one at a time is switched on. */
import ts from 'typescript'
import { type Fault, faultsOf } from './operators.js'

/** A rule that finds more faults of an expression. */
export type MoreFaults = (text: string) => readonly Fault[]

export interface Instrumented {
  /** JavaScript. */
  readonly code: string
  /** The names of its mutants, from number `first` on. */
  readonly names: readonly string[]
}

/** Counters of the compiled validator, and its conversion of texts to numbers. */
const OWN = /\b(?:vErrors|errors|_errs\d+|_?valid\d+|missing\d+|dataType\d+|coerced\d+)\b/
/** The object with path, query, headers and body, and each of the first three: the server makes them. */
const MADE = /\bdata\.(?:params|query|headers|body)\b|typeof data ==|Array\.isArray\(data\)/
const GENERATED = /^validate\d+$/

/**
 * Instruments one file. Only code that runs for a request has mutants: none of a module's start, and none of a loop, which
 * might never end.
 *
 * @param name of the file, as mutants are called by it
 */
export function instrument(name: string, source: string, first: number, more: MoreFaults): Instrumented {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.ES2022, true)
  const isGenerated = name.endsWith('.gen.ts')
  const names: string[] = []
  const counts = new Map<string, number>()

  const called = (node: ts.Node, fault: Fault): string => {
    const plain = `${name} ${placeOf(node, isGenerated)}: ${fault.name}`
    const count = (counts.get(plain) ?? 0) + 1
    counts.set(plain, count)
    return count === 1 ? plain : `${plain} (${count})`
  }
  const render = (node: ts.Node): string => {
    if (ts.isTypeNode(node) || isLoop(node)) return node.getText()
    const text = withRendered(node, render)
    const faults = [...faultsOf(node), ...(ts.isCallExpression(node) ? more(node.getText()) : [])]
    if (faults.length === 0 || !isRunLater(node, isGenerated) || (isGenerated && isOwn(node))) return text
    return faults.reduce((whole, fault) => {
      names.push(called(node, fault))
      return `(mutants.is(${first + names.length - 1}) ? (${fault.text}) : ${whole})`
    }, `(${text})`)
  }
  const code = ts.transpileModule(render(file), {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  }).outputText
  return { code, names }
}

/** The text of a node with its children rendered. */
function withRendered(node: ts.Node, render: (node: ts.Node) => string): string {
  const source = node.getSourceFile().text
  let [text, at] = ['', ts.isSourceFile(node) ? 0 : node.getStart()]
  ts.forEachChild(node, (child) => {
    text += source.slice(at, child.getStart()) + render(child)
    at = child.getEnd()
  })
  return text + source.slice(at, node.getEnd())
}

/** Whether a node decides what no request can change. */
function isOwn(node: ts.Node): boolean {
  const text = node.getText()
  if (OWN.test(text) || MADE.test(text)) return true
  if (/"object"|Array\.isArray/.test(text) && !ruleOf(node).startsWith('/body')) return true
  for (let at = node.parent; at && !ts.isFunctionLike(at); at = at.parent) {
    if (ts.isIfStatement(at) && /^\{\s*let (?:dataType|coerced)/.test(at.thenStatement.getText())) return true
  }
  return false
}

const isLoop = (node: ts.Node): boolean =>
  ts.isForStatement(node) || ts.isForInStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node)

function isRunLater(node: ts.Node, isGenerated: boolean): boolean {
  const [within] = functionsAround(node)
  if (!isGenerated) return within !== undefined
  return functionsAround(node).some(
    (one) => ts.isFunctionDeclaration(one) && GENERATED.test(one.name?.text ?? ''),
  )
}

function functionsAround(node: ts.Node): ts.Node[] {
  const found: ts.Node[] = []
  for (let at = node.parent; at; at = at.parent) if (ts.isFunctionLike(at)) found.push(at)
  return found
}

/** Names the place of a mutant so that it keeps its name when lines move. */
function placeOf(node: ts.Node, isGenerated: boolean): string {
  if (isGenerated) return ruleOf(node)
  for (let at: ts.Node | undefined = node.parent; at; at = at.parent) {
    if (ts.isVariableDeclaration(at) && !ts.isSourceFile(at.parent.parent.parent)) continue
    if (ts.isFunctionDeclaration(at) || ts.isMethodDeclaration(at) || ts.isVariableDeclaration(at))
      return at.name?.getText() ?? 'function'
  }
  return 'module'
}

/** The rule of the contract whose fault is reported next. */
function ruleOf(node: ts.Node): string {
  for (let at: ts.Node | undefined = node; at; at = at.parent) {
    const [, path, rule] =
      /instancePath: instancePath(?: \+ "([^"]*)")?, schemaPath: "([^"]*)"/.exec(at.getText()) ?? []
    if (ts.isStatement(at) && rule !== undefined) return `${path ?? ''} ${rule}`.trim()
    if (ts.isFunctionDeclaration(at)) break
  }
  return 'rule'
}
