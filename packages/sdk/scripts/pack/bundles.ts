import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { type BuildOptions, build } from 'esbuild'
import type { Entry } from '../manifest.js'

/** Bundles an installed package's entries as users do. @returns the faults that were found */
export async function bundleFaults(folder: string, entries: readonly Entry[]): Promise<string[]> {
  const checks = [
    ...entries.map((entry) => browserFault(folder, entry)),
    ...entries.map((entry) => commonJsFault(folder, entry)),
  ]
  const faults = await Promise.all(checks)
  return faults.filter((fault) => fault !== undefined)
}

async function bundle(folder: string, contents: string, options: BuildOptions = {}) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: folder },
    absWorkingDir: folder,
    bundle: true,
    platform: 'browser',
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'silent',
    ...options,
  })
  const imports = Object.values(metafile?.outputs ?? {}).flatMap((output) => output.imports)
  return { text: outputFiles?.[0]?.text ?? '', imports }
}

/** A browser has no Node built-ins. Loading an entry has no side effects, and an unused import of it leaves no code. */
async function browserFault(folder: string, { name }: Entry): Promise<string | undefined> {
  try {
    const { text } = await bundle(folder, `export * from '${name}'`, {
      format: 'iife',
      globalName: 'loaded',
    })
    runInContext(text, createContext({ TextDecoder, TextEncoder }))
    const unused = await bundle(folder, `import '${name}'`)
    if (unused.text.trim() === '') return undefined
    return `${name} leaves code in a bundle that uses nothing of it:\n${unused.text}`
  } catch (error) {
    return `${name} does not load in a browser: ${error instanceof Error ? error.message : error}`
  }
}

/** Jest and other loaders of CommonJS support `require` only. */
async function commonJsFault(folder: string, { name, commonJs }: Entry): Promise<string | undefined> {
  const file = join(folder, 'node_modules/@merchantpay/sdk', commonJs)
  const { imports } = await bundle(folder, `require('${file}')`, { packages: 'external', platform: 'node' })
  const dynamic = imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => path)
  return dynamic.length === 0 ? undefined : `${name}: its CommonJS file has import() of ${dynamic.join(', ')}`
}
