import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import * as workerd from '../../../../tools/lib/workerd.js'
import { packageRoot } from '../manifest.js'

/** Bundles the checks into a folder where the packed package is installed; they import it from there by its name. */
export async function bundleChecks(folder: string): Promise<void> {
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await build({
    entryPoints: [join(packageRoot, 'runtimes/main.js')],
    bundle: true,
    format: 'esm',
    outfile: join(folder, 'main.js'),
    packages: 'external',
    platform: 'node',
  })
}

/** Bundles the checks together with the installed package, for a Worker. */
export function bundleWorker(folder: string): Promise<void> {
  return workerd.bundleWorker(join(packageRoot, 'runtimes/worker.js'), folder)
}
