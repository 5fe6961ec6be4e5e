// Compiles the checks of requests with the parts of express-openapi-validator that do it when a server starts.
import { createRequire } from 'node:module'
import { AjvOptions } from 'express-openapi-validator/dist/framework/ajv/options.js'
import { defaultSerDes } from 'express-openapi-validator/dist/framework/base.serdes.js'
import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js'
import { SchemaPreprocessor } from 'express-openapi-validator/dist/middlewares/parsers/schema.preprocessor.js'
import { ContentType } from 'express-openapi-validator/dist/middlewares/util.js'
import { LIBRARY_OPTIONS } from '../../src/http/validator/library.js'
import { withoutObjectsInQuery } from '../../src/http/validator/metadata-filter.js'
import type { Contract } from '../../src/http/validator/operations.js'

/** The source of a module that exports a check as `validate`. */
type Source = string

/** The checks of one operation, as `RequestChecks` has them. */
export interface CompiledOperation {
  readonly id: string
  readonly parameters: Source
  readonly body?: Source
  readonly kinds?: Readonly<Record<string, Source>>
}

/** A document of one operation. The library adds the checks of the kinds of its body, if it has kinds. */
interface Document {
  readonly openapi: string
  readonly components: object
  paths: Record<string, Record<string, OperationNode>>
}
interface OperationNode {
  readonly operationId: string
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': {
        readonly schema: { readonly _discriminator?: { readonly validators: Record<string, unknown> } }
      }
    }
  }
}

/** The parts of the library's compiler that its types hide. */
interface Compiler {
  readonly ajv: unknown
  readonly ajvBody: unknown
  buildMiddleware(path: string, operation: OperationNode, type: ContentType, key: string): void
}

const require = createRequire(import.meta.url)
/** Prints a compiled check, with the version of Ajv that the library uses. */
const print: (ajv: unknown, check: unknown) => Source = createRequire(
  require.resolve('express-openapi-validator'),
)('ajv/dist/standalone')

const OPTIONS = new AjvOptions({
  ...LIBRARY_OPTIONS,
  validateFormats: true,
  serDes: [...defaultSerDes],
  validateRequests: { allErrors: true },
} as never) // the options that a check of requests depends on, with the library's defaults
const PRINTABLE = { code: { source: true, esm: true } }
/** A reference to a component, or to a part of one. */
const REFERENCE = /"#\/components\/([^/"]+)\/([^/"]+)/g

/** @throws Error when the operation does not compile */
export function compileOperation(contract: Contract, path: string, method: string): CompiledOperation {
  const document = documentOf(withoutObjectsInQuery(contract), path, method)
  const options = { ...OPTIONS.preprocessor, ...PRINTABLE }
  const rewriter = new SchemaPreprocessor(document as never, options, false as never)
  rewriter.preProcess()
  const operation = document.paths[path]?.[method]
  if (!operation) throw new Error('the library has lost the operation')
  document.paths = {} // or each check that reads a part of the document would carry it
  const compiler = new RequestValidator(document as never, {
    ...OPTIONS.request,
    ...PRINTABLE,
  }) as unknown as Compiler
  const { operationId: id, requestBody } = operation
  compiler.buildMiddleware(path, operation, ContentType.fromString('application/json'), id)
  const parameters = print(compiler.ajv, { validate: id })
  const kinds = requestBody?.content['application/json'].schema._discriminator?.validators
  if (!requestBody) return { id, parameters }
  if (!kinds) return { id, parameters, body: print(compiler.ajvBody, { validate: id }) }
  const { ajv } = rewriter as unknown as Pick<Compiler, 'ajv'>
  const sources = Object.entries(kinds).map(([kind, check]) => [kind, print(ajv, check)])
  return { id, parameters, kinds: Object.fromEntries(sources) }
}

/** Returns a document of one operation without its responses, with the components that its request refers to. */
function documentOf({ openapi, paths, components }: Contract, path: string, method: string): Document {
  const request = { ...paths[path]?.[method], responses: {} }
  const needed: Record<string, Record<string, unknown>> = {}
  const follow = (node: unknown) => {
    for (const [, section = '', name = ''] of JSON.stringify(node).matchAll(REFERENCE)) {
      const found = components[section]?.[name]
      // Ajv reports references without a target.
      if (found === undefined || needed[section]?.[name] !== undefined) continue
      needed[section] = { ...needed[section], [name]: found }
      follow(found)
    }
  }
  follow(request)
  return structuredClone({
    openapi,
    paths: { [path]: { [method]: request } },
    components: needed,
  }) as unknown as Document // the contract's own shape
}
