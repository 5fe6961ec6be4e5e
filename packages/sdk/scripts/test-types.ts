/**
 * Compiles consumers of the built package under every compiler and module resolution that it supports. A line under
 * `@ts-expect-error` must fail in each of them and every other line must compile, the package's own types included.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import current from 'typescript'
import oldest from 'typescript-5.0'
import middle from 'typescript-5.4'
import newer from 'typescript-6.0'
import { compileWithAll } from '../../../tools/lib/typescripts.js'

type Compiler = typeof current
type Resolution = 'node16' | 'nodenext' | 'bundler'

const folder = join(fileURLToPath(import.meta.url), '../../test/types')
const consumers = readdirSync(folder)

const compilers = [oldest, middle, current, newer] as unknown as Compiler[] // their used functions are the same
const resolutions: readonly Resolution[] = ['node16', 'nodenext', 'bundler']

/** The settings of a strict consumer without types of Node.js, as in a browser or on an edge runtime. */
const strict = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  skipDefaultLibCheck: true, // the compiler's own declarations, not those of packages
}

for (const compiler of compilers) {
  for (const resolution of resolutions) {
    const sources: Sources = new Map()
    for (const exactOptionalPropertyTypes of [false, true]) {
      const { ours, theirs } = compile(compiler, sources, resolution, exactOptionalPropertyTypes)
      const setting = `${compiler.version}  ${resolution.padEnd(8)}  exact optional ${exactOptionalPropertyTypes}`
      const note = theirs > 0 ? `  (a dependency's own types need skipLibCheck: ${theirs} errors)` : ''
      console.log(`${ours === '' ? 'ok    ' : 'FAILED'}  TypeScript ${setting}${note}\n${ours}`.trimEnd())
      if (ours !== '') process.exitCode = 1
    }
  }
}

// The newest compiler is a program without these functions.
for await (const { name, faults } of compileWithAll(consumersOf, ['typescript-7.0'])) {
  console.log(`${faults === '' ? 'ok    ' : 'FAILED'}  ${name}\n${faults}`.trimEnd())
  if (faults !== '') process.exitCode = 1
}

/** The files for a way of resolving modules: `import = require()` is for CommonJS, which the bundler settings do not produce. */
function consumersOf(resolution: Resolution): string[] {
  const names = consumers.filter((name) => resolution !== 'bundler' || name.endsWith('.ts'))
  return names.map((name) => join(folder, name))
}

/** Parsed files; of the settings only the resolution changes them. */
type Sources = Map<string, current.SourceFile | undefined>

/** @returns the compiler's messages about consumers and package, and the number of errors in dependencies */
function compile(
  ts: Compiler,
  sources: Sources,
  resolution: Resolution,
  exactOptionalPropertyTypes: boolean,
): { ours: string; theirs: number } {
  const isBundler = resolution === 'bundler'
  const settings = {
    ...strict,
    exactOptionalPropertyTypes,
    module: isBundler ? 'esnext' : resolution,
    moduleResolution: resolution,
  }
  const { options } = ts.convertCompilerOptionsFromJson(settings, folder)
  const host = ts.createCompilerHost(options)
  const parse = host.getSourceFile
  host.getSourceFile = (name, ...rest) => {
    if (!sources.has(name)) sources.set(name, parse(name, ...rest))
    return sources.get(name)
  }
  const found = ts.getPreEmitDiagnostics(ts.createProgram(consumersOf(resolution), options, host))
  // The package itself is linked, so that its real path is outside.
  const ours = found.filter(({ file }) => !file?.fileName.includes('/node_modules/'))
  return { ours: ts.formatDiagnostics(ours, host), theirs: found.length - ours.length }
}
