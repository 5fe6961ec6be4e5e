import ts from 'typescript'

/** An entry of a package. */
export interface PublicEntry {
  name: string
  /** Its declaration file, as published. */
  file: string
  /** Whether only the names of its exports are written. */
  namesOnly: boolean
}

/**
 * Writes the public types of a package as one text that changes only with them: the names that each entry exports, then
 * every declaration that they reach, sorted and without comments. Declarations outside `packageRoot` are left out.
 */
export function publicTypes(entries: readonly PublicEntry[], packageRoot: string): string {
  const files = entries.map(({ file }) => file)
  const program = ts.createProgram(files, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    strict: true,
  })
  const checker = program.getTypeChecker()
  const found = new Set<ts.Node>()
  const exports = entries.map(({ name, file, namesOnly }) => {
    const source = program.getSourceFile(file)
    const module = source && checker.getSymbolAtLocation(source)
    if (!module) throw new Error(`${file} is no module`)
    const exported = checker.getExportsOfModule(module)
    if (!namesOnly) for (const symbol of exported) collect(checker, symbol, packageRoot, found)
    return `// ${name}\nexport {\n${exportList(checker, exported)}\n}\n`
  })
  return [...exports, ...print(found)].join('\n')
}

/** The exported names, each after the name of its declaration where that differs. */
function exportList(checker: ts.TypeChecker, exported: readonly ts.Symbol[]): string {
  const names = exported.map((symbol) => {
    const declared = resolve(checker, symbol).getName()
    return declared === symbol.getName() ? declared : `${declared} as ${symbol.getName()}`
  })
  return names
    .sort()
    .map((name) => `  ${name},`)
    .join('\n')
}

/** Collects the package's declarations of a symbol, and all that they mention. */
function collect(checker: ts.TypeChecker, symbol: ts.Symbol, packageRoot: string, found: Set<ts.Node>): void {
  for (const declaration of resolve(checker, symbol).getDeclarations() ?? []) {
    const statement = ts.findAncestor(declaration, ({ parent }) => parent && ts.isSourceFile(parent))
    if (!statement || found.has(statement) || !isInside(packageRoot, statement)) continue
    found.add(statement)
    const visit = (node: ts.Node): void => {
      const mentioned = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined
      if (mentioned) collect(checker, mentioned, packageRoot, found)
      ts.forEachChild(node, visit)
    }
    visit(statement)
  }
}

function resolve(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

/** The compiler's library and dependencies keep their own types. */
function isInside(packageRoot: string, node: ts.Node): boolean {
  const { fileName } = node.getSourceFile()
  return (
    fileName.startsWith(`${packageRoot}/`) && !fileName.slice(packageRoot.length).includes('/node_modules/')
  )
}

function print(found: ReadonlySet<ts.Node>): string[] {
  const printer = ts.createPrinter({ removeComments: true })
  const texts = [...found].map((node) =>
    printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()),
  )
  return texts.sort().map((text) => `${text}\n`)
}
