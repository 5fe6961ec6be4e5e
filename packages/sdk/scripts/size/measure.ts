import { dirname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** Bundles everything that a module exports into one file, as a user would. @returns its size with gzip, bytes */
export async function measure(file: string, external: readonly string[]): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: `export * from '${file}'`, resolveDir: dirname(file) },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    write: false,
    external: [...external],
    logOverride: { 'ignored-bare-import': 'silent' }, // chunks name each other to keep their order
  })
  return outputFiles.reduce((total, { contents }) => total + gzipSync(contents, { level: 9 }).length, 0)
}
