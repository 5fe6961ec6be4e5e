import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { packageRoot } from '../manifest.js'

/** Bundles the checks into a folder where the packed package is installed; they import it from there by its name. */
export async function bundleChecks(folder: string): Promise<void> {
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await bundle(folder, 'main.js', { packages: 'external', platform: 'node' })
}

/** The same with the installed package inside, since a Worker has no files. */
export async function bundleWorker(folder: string): Promise<void> {
  await bundle(folder, 'worker.js', {
    platform: 'browser',
    conditions: ['workerd'],
    plugins: [installedIn(folder)],
  })
}

function bundle(folder: string, name: string, options: BuildOptions): Promise<unknown> {
  const entry = join(packageRoot, 'runtimes', name)
  return build({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    outfile: join(folder, name),
    ...options,
  })
}

/** Finds the package where it is installed and not where the checks are written. */
function installedIn(folder: string): Plugin {
  return {
    name: 'installed',
    setup({ onResolve, resolve }) {
      onResolve({ filter: /^@merchantpay\// }, ({ path, kind, resolveDir }) =>
        resolveDir === folder ? undefined : resolve(path, { kind, resolveDir: folder }),
      )
    },
  }
}
