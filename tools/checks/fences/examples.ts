/** Finds the `@example` tags of doc comments and turns them into modules that can be compiled and run. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from '../../lib/run.js'

export interface Example {
  /** File and line. */
  place: string
  code: string
}

/** All examples in the sources of a folder, whose path is relative to the root. */
export function examplesIn(folder: string): Example[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return files
    .filter((name) => name.endsWith('.ts') && !name.includes('generated'))
    .sort()
    .flatMap((name) => examplesOf(`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8')))
}

/** The examples of one file. They end with their comment or with the next tag. */
export function examplesOf(file: string, text: string): Example[] {
  const comments = [...text.matchAll(/\/\*\*[\s\S]*?\*\//g)]
  return comments.flatMap(({ 0: comment, index }) => {
    const lines = `${comment.slice(0, -2).trimEnd()}\n`.replace(/^ *\* ?/gm, '')
    return [...lines.matchAll(/^@example\n([\s\S]*?)(?=^@|(?![\s\S]))/gm)].map((match) => {
      const line =
        text.slice(0, index).split('\n').length + lines.slice(0, match.index).split('\n').length - 1
      return { place: `${file}:${line}`, code: (match[1] ?? '').replace(/^```.*\n/gm, '') }
    })
  })
}

/**
 * A module whose default export runs the example. Names that the example does not declare come from the package, or else
 * from the fixtures; the compiler reports a name that neither has.
 *
 * @param imports the import of each name that the package exports, and of the other names that examples use
 * @param fixtures names of the fixtures
 */
export function exampleModule(
  code: string,
  imports: ReadonlyMap<string, string>,
  fixtures: ReadonlySet<string>,
): string {
  const free = freeNames(code)
  const given = free.filter((name) => !imports.has(name) && fixtures.has(name))
  const isImport = (line: string) => line.startsWith('import ')
  const lines = code.split('\n')
  return [
    `import type { Fixtures } from '${root}/tools/checks/fences/fixtures.js'`,
    ...free.flatMap((name) => imports.get(name) ?? []),
    ...lines.filter(isImport),
    `export default async ({ ${given.join(', ')} }: Fixtures): Promise<void> => {`,
    ...lines.filter((line) => !isImport(line)),
    '}',
  ].join('\n')
}

/** Identifiers that the code uses and does not declare. Properties are included, which is harmless. */
function freeNames(code: string): string[] {
  const mentioned = new Set<string>()
  const declared = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const { parent } = node
      const declares =
        (ts.isVariableDeclaration(parent) ||
          ts.isBindingElement(parent) ||
          ts.isParameter(parent) ||
          ts.isFunctionDeclaration(parent) ||
          ts.isImportSpecifier(parent)) &&
        parent.name === node
      ;(declares ? declared : mentioned).add(node.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('example.ts', code, ts.ScriptTarget.ESNext, true))
  return [...mentioned].filter((name) => !declared.has(name))
}
