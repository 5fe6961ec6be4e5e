import { cpSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build, type Plugin } from 'esbuild'

import { root } from '../../tools/lib/run.js'

/** Below the server, so that a program resolves the packages that the server resolves. */
const FOLDER = join(root, 'packages/server/node_modules/.cache/bench')
const SERVER = join(root, 'packages/server/dist')

/** Leaves packages to Node, except the core, which is TypeScript and which every build bundles. */
const externalPackages: Plugin = {
  name: 'external-packages',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@merchantpay/core/') ? undefined : { path, external: true },
    )
  },
}

/**
 * Builds a program of a bench as the server itself is built. Under tsx, which names every function each time it is created,
 * the delivery engine loses a seventh of its rate.
 *
 * @param path of the program below `bench/`
 * @returns the built file
 */
export async function builtProgram(path: string): Promise<string> {
  const outfile = join(FOLDER, `${basename(path, '.ts')}.mjs`)
  await build({
    entryPoints: [join(root, 'bench', path)],
    outfile,
    bundle: true,
    plugins: [externalPackages],
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  })
  // The server reads scripts and texts of its pages from folders beside its program.
  for (const entry of readdirSync(SERVER, { withFileTypes: true }))
    if (entry.isDirectory()) cpSync(join(SERVER, entry.name), join(FOLDER, entry.name), { recursive: true })
  return outfile
}
