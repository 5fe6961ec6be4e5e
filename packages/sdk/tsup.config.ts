import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { defineConfig, type Options } from 'tsup'
import { VERSION } from './src/version.js'

/**
 * Keeps what a client starts with in one chunk, and what handles failures in another, which compresses better than
 * several. A chunk is what the same entries and dynamic imports reach, so each of the latter that uses any of it is made
 * to reach all of it.
 */
const fewChunks: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'few-chunks',
  setup: ({ onLoad, onResolve }) => {
    onLoad({ filter: /[/\\]src[/\\](?:follow|raw|recovery|trace|walk)\.ts$/ }, async ({ path }) => ({
      contents: `${await readFile(path, 'utf8')}\nimport './client.js'${/follow|raw|trace/.test(path) ? "\nimport './recovery.js'" : ''}\n`,
      loader: 'ts',
    }))
    // Of a module without side effects a bare import would count for nothing.
    onResolve({ filter: /^\.\/(?:client|recovery)\.js$/ }, ({ kind, path, resolveDir }) =>
      kind === 'import-statement'
        ? { path: join(resolveDir, path.replace(/js$/, 'ts')), sideEffects: true }
        : undefined,
    )
  },
}

/**
 * Builds all that loads late once more, into one file without imports, which is read where a chunk could not be. It bears
 * the version, since it must not be of another one than the program that reads it.
 */
const buildSpare = async () => {
  const license = await readFile(new URL('../../node_modules/openapi-fetch/LICENSE', import.meta.url), 'utf8')
  await build({
    entryPoints: ['src/spare.ts'],
    outfile: `dist/spare-${VERSION}.js`,
    bundle: true,
    format: 'esm',
    target: 'node20',
    conditions: ['import'],
    banner: { js: `/*! With openapi-fetch:\n\n${license}*/` },
  })
}

const shared = {
  entry: [
    'src/index.ts',
    'src/signing.ts',
    'src/money.ts',
    'src/sse.ts',
    'src/schemas.ts',
    'src/testing/index.ts',
    'src/testing/msw.ts',
    'src/testing/listen.ts',
    'src/testing/conformance/index.ts',
  ],
  target: 'node20',
  tsconfig: 'tsconfig.src.json',
  // One entry is for Node alone; that the others name nothing of it is checked with the sources.
  dts: { compilerOptions: { types: ['node'] } },
  // ES modules are split, so that what is imported dynamically loads on first use; CommonJS files stay whole. Only our
  // own modules may be imported dynamically: then CommonJS is left with `require` alone, and a default import of a
  // dependency means the same in both formats.
  treeshake: true,
  esbuildPlugins: [fewChunks],
  sourcemap: true,
  // Edge runtimes resolve a built-in module by its full name only.
  removeNodeProtocol: false,
} satisfies Options

const LATE = ['follow', 'raw', 'recovery', 'trace', 'walk', 'web-hashing']

/** What loads late bears the version too, and no hash: bundlers add one of their own. */
const modules: Options = {
  ...shared,
  format: 'esm',
  entry: Object.fromEntries([
    ...shared.entry.map((file) => [file.replace(/^src\/|\.ts$/g, ''), file]),
    ...LATE.map((name) => [`${name}-${VERSION}`, `src/${name}.ts`]),
  ]),
  dts: { ...shared.dts, entry: shared.entry },
  clean: true,
  onSuccess: buildSpare,
}

export default defineConfig([modules, { ...shared, format: 'cjs' }])
