import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from '../../../../tools/lib/run.js'
import { libraryEntries, packageRoot } from '../manifest.js'

const compiler = join(root, 'node_modules/typescript/bin/tsc')
const entries = libraryEntries().map(({ name }) => name)

const projects: Readonly<Record<string, readonly string[]>> = {
  'an ES module': ['esm/index.js', ...entries],
  'a CommonJS file': ['cjs/index.js', ...entries],
  'types under node16': [compiler, '-p', 'types/tsconfig.node16.json'],
  'types under nodenext': [compiler, '-p', 'types/tsconfig.nodenext.json'],
  'types under bundler': [compiler, '-p', 'types/tsconfig.bundler.json'],
}

/** Runs and compiles the install projects in a folder where the packed package is installed. */
export async function consumerFaults(folder: string): Promise<string[]> {
  cpSync(join(packageRoot, 'install-projects'), folder, { recursive: true })
  const results = Object.entries(projects).map(async ([name, args]) => {
    const { code, output } = await run(process.execPath, args, { cwd: folder })
    return code === 0 ? [] : [`${name} cannot use the package:\n${output}`]
  })
  return (await Promise.all(results)).flat()
}
