import { parse } from 'yaml'
import { DomainError } from '../../../src/domain/shared/errors.js'
import { loadContract } from '../../../src/http/validator/contracts.js'
import { OperationTable } from '../../../src/http/validator/operations.js'

interface Reply {
  readonly content?: Record<string, { examples?: Record<string, object> }>
  readonly $ref?: string
}
interface Item {
  readonly operationId: string
  readonly requestBody?: { readonly content: Record<string, { readonly schema: { readonly $ref: string } }> }
  readonly responses: Record<string, Reply>
}
/** The parts of a contract that tests read independently of the server. */
export interface ContractDocument {
  readonly paths: Record<string, Record<string, Item>>
  readonly webhooks?: Record<string, unknown>
  readonly components: {
    readonly responses: Record<string, Reply>
    readonly examples: Record<string, { value: { error: string } }>
    readonly schemas: Record<string, { example?: unknown; enum?: string[] }>
  }
  readonly 'x-router-errors': Record<string, { status: number; message: string }>
}

export interface DocumentedError {
  /** Undefined for errors of requests without an operation. */
  readonly operationId: string | undefined
  readonly code: string
  readonly status: number
  readonly message: string
}

export type ContractName = 'merchantpay' | 'operator'

export const contractDocument = (name: ContractName): ContractDocument =>
  parse(loadContract(name).text) as ContractDocument // our own file, which is linted

/** Returns every error that a contract documents. */
export function documentedErrors({ paths, components, ...document }: ContractDocument): DocumentedError[] {
  const ofOperation = ({ operationId, responses }: Item) =>
    Object.entries(responses).flatMap(([status, reply]) => {
      const named = reply.$ref ? components.responses[reply.$ref.split('/').at(-1) ?? ''] : reply
      return Object.keys(named?.content?.['application/json']?.examples ?? {}).map((code) => {
        const message = components.examples[code]?.value.error ?? 'no example'
        return { operationId, code, status: Number(status), message }
      })
    })
  const ofRouter = Object.entries(document['x-router-errors']).map(([code, row]) => {
    return { operationId: undefined, code, ...row }
  })
  return [...Object.values(paths).flatMap((item) => Object.values(item).flatMap(ofOperation)), ...ofRouter]
}

/** The errors that a contract allows for each request. */
class AnswerBook {
  private readonly operations: OperationTable
  private readonly errors: readonly DocumentedError[]

  constructor(name: ContractName) {
    this.operations = new OperationTable(loadContract(name).contract)
    this.errors = documentedErrors(contractDocument(name))
  }

  /** @throws Error for an error that the contract does not document for this request */
  require(method: string, path: string, { status, message }: { status: number; message: string }): void {
    const operationId = this.operationOf(method, path)
    const here = this.errors.filter((error) => error.operationId === operationId && error.status === status)
    if (here.some((error) => withoutName(error.message) === withoutName(message))) return
    const where = operationId ?? `${method} ${path}`
    throw new Error(`${where} answered ${status} ${message}, which the contract does not document there`)
  }

  private operationOf(method: string, path: string): string | undefined {
    try {
      return this.operations.match(method, path).operation.id
    } catch (error) {
      if (error instanceof DomainError) return undefined
      throw error
    }
  }
}

/** Replaces the parameter name of the example by that of the answer. */
const withoutName = (message: string): string => message.replace(/^(invalid parameter): .+$/, '$1: …')

const MERCHANTS = new AnswerBook('merchantpay')
const OPERATORS = new AnswerBook('operator')

/**
 * Checks an error of the API against its contract. Pages answer in HTML, and invalid HTTP does not reach the API.
 *
 * @throws Error for an error that the contract does not document
 */
export function requireDocumented(
  method: string,
  target: string,
  answer: { readonly status: number; readonly text: string; readonly json: { readonly error?: string } },
  isOperatorServed: boolean,
): void {
  const [path = ''] = target.split('?')
  const isElsewhere = /^\/(?:pay|link|console|dashboard)(?:\/|$)/.test(path) || method === 'HEAD'
  if (answer.status < 400 || isElsewhere) return
  const contract = isOperatorServed && path.startsWith('/operator/') ? OPERATORS : MERCHANTS
  contract.require(method, path, { status: answer.status, message: answer.json.error ?? answer.text })
}
