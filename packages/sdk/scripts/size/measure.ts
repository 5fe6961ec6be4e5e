import { dirname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type OutputFile } from 'esbuild'

export interface Size {
  /** The entry and every chunk it imports statically, bytes. */
  initial: number
  /** That, and the chunks whose names say that the first call loads them, bytes. */
  called: number
  /** Everything in one file, bytes. */
  whole: number
}

/** Bundles one import as a user would, once split and once in one file. */
export async function measure(file: string, imported: string, external: readonly string[]): Promise<Size> {
  const bundle = (splitting: boolean) =>
    build({
      stdin: { contents: `export ${imported} from '${file}'`, resolveDir: dirname(file) },
      bundle: true,
      format: 'esm',
      target: 'es2022',
      splitting,
      minify: true,
      write: false,
      metafile: true,
      outdir: '/',
      absWorkingDir: '/',
      external: [...external],
      logOverride: { 'ignored-bare-import': 'silent' }, // chunks name each other to keep their order
    })
  const [split, single] = await Promise.all([bundle(true), bundle(false)])
  return {
    initial: sum(reached(split, 'stdin.js')),
    called: sum(reached(split, 'stdin.js', ...Object.keys(split.metafile.outputs).filter(isForCalls))),
    whole: sum(single.outputFiles),
  }
}

/** What handles failures is loaded during the first call. */
const isForCalls = (path: string) => /^recovery\b/.test(path)

/** Chunks are followed through static imports only. */
function reached(
  { outputFiles, metafile }: Awaited<ReturnType<typeof build>>,
  ...starts: readonly string[]
): OutputFile[] {
  const found = new Set<string>()
  const follow = (path: string) => {
    const output = metafile?.outputs[path]
    if (!output || found.has(path)) return
    found.add(path)
    for (const { path: next, kind } of output.imports) if (kind === 'import-statement') follow(next)
  }
  starts.forEach(follow)
  return (outputFiles ?? []).filter(({ path }) => found.has(path.slice(1)))
}

const sum = (files: readonly OutputFile[]): number =>
  files.reduce((total, { contents }) => total + gzipSync(contents, { level: 9 }).length, 0)
