import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import type { Contract } from '../../src/http/validator/operations.js'
import { type CompiledOperation, compileOperation } from './compiler.js'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
/** Where the imports of the compiled checks are found: parts of Ajv. */
const LIBRARY = dirname(createRequire(import.meta.url).resolve('express-openapi-validator'))

/**
 * Renders the checks of all operations as a module that needs no compiler.
 *
 * @throws Error when the contract does not compile
 */
export async function renderChecks(contract: Contract): Promise<string> {
  const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => {
      try {
        return compileOperation(contract, path, method)
      } catch (cause) {
        throw new Error(`the contract does not compile: ${method} ${path}`, { cause })
      }
    }),
  )
  const modules = new Map<string, string>()
  const rows = operations.map((operation) => rowOf(operation, modules))
  const imports = [...modules.keys()].map((name) => `import { validate as ${name} } from 'check:${name}'`)
  const entry = [...imports, 'export const CHECKS = {', ...rows, '}'].join('\n')
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: LIBRARY },
    absWorkingDir: ROOT,
    bundle: true,
    write: false,
    format: 'esm',
    target: 'node20',
    plugins: [modulesPlugin(modules)],
  })
  return outputFiles[0]?.text ?? ''
}

/** Renders the row of an operation, and adds the modules that it names. */
function rowOf({ id, parameters, body, kinds }: CompiledOperation, modules: Map<string, string>): string {
  const add = (part: string, source: string | undefined) => {
    if (source === undefined) return ''
    modules.set(`${id}_${part}`, source)
    return `${part}: ${id}_${part},`
  }
  const ofKinds = Object.entries(kinds ?? {}).map(([kind, source]) => add(kind, source))
  const last = kinds ? `kinds: { ${ofKinds.join(' ')} },` : ''
  return `${id}: { ${add('parameters', parameters)} ${add('body', body)} ${last} },`
}

const modulesPlugin = (modules: ReadonlyMap<string, string>): Plugin => ({
  name: 'checks',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^check:/ }, ({ path }) => ({
      path: path.slice('check:'.length),
      namespace: 'check',
    }))
    onLoad({ filter: /./, namespace: 'check' }, ({ path }) => ({
      contents: modules.get(path) ?? '',
      resolveDir: LIBRARY,
    }))
  },
})
