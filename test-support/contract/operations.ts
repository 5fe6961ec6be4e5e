/** The operations of the contract, as programs call them. */
import {
  type Contract,
  type Parameter,
  type Response,
  resolve,
  type Schema,
} from '../../tools/contract/document.js'

export interface Operation {
  readonly id: string
  readonly method: string
  /** Parameters in braces. */
  readonly path: string
  readonly isPublic: boolean
  /** The scope that a key needs; undefined for a public operation. */
  readonly scope: string | undefined
  /** With their schemas resolved. */
  readonly parameters: readonly Parameter[]
  readonly body: Schema | undefined
  readonly responses: ReadonlyMap<number, Response>
  /** Whether it opens a stream whose first message comes at once. */
  readonly beginsWithMessage: boolean
}

/** Every operation, in the order of the contract. New ones need no entry elsewhere. */
export function operationsOf(contract: Contract): Operation[] {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, row]) => ({
      id: row.operationId,
      method: method.toUpperCase(),
      path,
      isPublic: (row.security ?? contract.security)?.length === 0,
      scope: row['x-scope'],
      parameters: (row.parameters ?? []).map((parameter) => {
        const found = resolve(contract, parameter)
        return { ...found, schema: { ...resolve(contract, found.schema), ...brandOf(found) } }
      }),
      beginsWithMessage: row['x-stream'] !== undefined,
      body: row.requestBody?.content['application/json']?.schema,
      responses: new Map(
        Object.entries(row.responses).map(([status, response]) => [
          parseInt(status, 10),
          resolve(contract, response),
        ]),
      ),
    })),
  )
}

/** A parameter that takes an id or a number names the brand of its id. */
const brandOf = ({ 'x-variable': brand }: Parameter) => (brand === undefined ? {} : { 'x-brand': brand })
