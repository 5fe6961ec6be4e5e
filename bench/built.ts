import { cpSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** Below the server, so that a program finds what the server finds. */
const FOLDER = '../packages/server/node_modules/.cache/bench'
/** What the pages of a server are made of besides code is read beside its program. */
const PAGES = ['checkout', 'docs']

/**
 * Builds a program of a bench as the server itself is built, and not as tsx runs it: tsx gives every function its name each
 * time one is made, which cost the delivery engine a seventh of its rate.
 *
 * @param name of a file beside this one
 * @returns the built file
 */
export async function builtProgram(name: string): Promise<string> {
  const outfile = pathOf(`${FOLDER}/${name.replace(/\.ts$/, '.mjs')}`)
  await build({
    entryPoints: [pathOf(name)],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  })
  for (const page of PAGES)
    cpSync(pathOf(`../packages/server/dist/${page}`), pathOf(`${FOLDER}/${page}`), { recursive: true })
  return outfile
}
