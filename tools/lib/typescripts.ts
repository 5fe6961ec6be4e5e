/** Compiles consumers of a package with every line of TypeScript that the packages support, the oldest and the newest included. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { run } from './run.js'

const require = createRequire(import.meta.url)

/** How a consumer finds the declarations of a package. */
const RESOLUTIONS = {
  node16: { module: 'node16' },
  nodenext: { module: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
} as const
export type Resolution = keyof typeof RESOLUTIONS

/** The compilers, oldest first, by the names under which the packages depend on them. */
const COMPILERS = [
  'typescript-5.0',
  'typescript-5.4',
  'typescript',
  'typescript-6.0',
  'typescript-7.0',
] as const
export type Compiler = (typeof COMPILERS)[number]

/** The settings of a strict consumer without types of Node.js, as in a browser or on an edge runtime. */
const STRICT = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  skipLibCheck: true,
}

export interface Compilation {
  /** For example `TypeScript 5.0.4 bundler`. */
  readonly name: string
  /** The messages of the compiler; empty where everything compiles. */
  readonly faults: string
}

/**
 * Compiles files with each compiler and each way of resolving modules. A line under `@ts-expect-error` must fail in each of
 * them, and every other line must compile.
 *
 * @param filesOf the files for a way of resolving modules, absolute paths
 */
export async function* compileWithAll(
  filesOf: (resolution: Resolution) => readonly string[],
  compilers: readonly Compiler[] = COMPILERS,
): AsyncGenerator<Compilation> {
  for (const compiler of compilers) {
    const manifest = require.resolve(`${compiler}/package.json`)
    const { version, bin } = JSON.parse(readFileSync(manifest, 'utf8')) as {
      version: string
      bin: { tsc: string }
    }
    for (const [resolution, settings] of Object.entries(RESOLUTIONS)) {
      const options = Object.entries({ ...STRICT, ...settings }).flatMap(([name, value]) => [
        `--${name}`,
        `${value}`,
      ])
      const args = [join(dirname(manifest), bin.tsc), ...options, ...filesOf(resolution as Resolution)]
      // In a folder without settings, which some versions refuse, and without types of Node.js.
      const { code, output } = await run(process.execPath, args, { cwd: tmpdir() })
      const faults = code === 0 ? '' : output || `exit code ${code}`
      yield { name: `TypeScript ${version} ${resolution}`, faults }
    }
  }
}
