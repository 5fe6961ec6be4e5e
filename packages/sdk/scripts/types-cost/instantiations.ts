import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mustRun, root } from '../../../../tools/lib/run.js'

const options = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: [],
  module: 'nodenext',
  strict: true,
  skipLibCheck: true,
  noEmit: true,
}

/** Compiles one program in a folder where the package is installed. @returns how many types were instantiated */
export async function instantiationsOf(folder: string, name: string, program: string): Promise<number> {
  const config = join(folder, `tsconfig.${name}.json`)
  await writeFile(join(folder, `${name}.mts`), program)
  await writeFile(config, JSON.stringify({ compilerOptions: options, files: [`${name}.mts`] }))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const { output } = await mustRun(process.execPath, [compiler, '-p', config, '--extendedDiagnostics'])
  const [, count] = /^Instantiations: +(\d+)$/m.exec(output) ?? []
  if (count === undefined) throw new Error(`the compiler counted no instantiations:\n${output}`)
  return Number(count)
}
