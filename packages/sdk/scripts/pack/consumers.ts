import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from '../../../../tools/lib/run.js'
import { entriesOf } from '../manifest.js'

const compiler = join(root, 'node_modules/typescript/bin/tsc')

/** Runs and compiles the install projects of a package in a folder where it is installed from its tarball. */
export async function consumerFaults(folder: string, packageRoot: string): Promise<string[]> {
  cpSync(join(packageRoot, 'install-projects'), folder, { recursive: true })
  const entries = entriesOf(packageRoot).map(({ name }) => name)
  const projects: Readonly<Record<string, readonly string[]>> = {
    'an ES module': ['esm/index.js', ...entries],
    'a CommonJS file': ['cjs/index.js', ...entries],
    'types under node16': [compiler, '-p', 'types/tsconfig.node16.json'],
    'types under nodenext': [compiler, '-p', 'types/tsconfig.nodenext.json'],
    'types under bundler': [compiler, '-p', 'types/tsconfig.bundler.json'],
  }
  const results = Object.entries(projects).map(async ([name, args]) => {
    const { code, output } = await run(process.execPath, args, { cwd: folder })
    return code === 0 ? [] : [`${name} cannot use the package:\n${output}`]
  })
  return (await Promise.all(results)).flat()
}
