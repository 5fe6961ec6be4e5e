/** The OpenAPI contract, as far as the API reference reads it. */
export interface ContractDocument {
  readonly info: {
    readonly title: string
    readonly version: string
    readonly summary: string
    readonly description: string
  }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationNode>>>>
  readonly webhooks: Readonly<Record<string, { readonly post: OperationNode }>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly 'x-retry-errors': Readonly<Record<string, 'after' | 'backoff' | 'clock'>>
  readonly 'x-router-errors': Readonly<Record<string, { readonly status: number; readonly message: string }>>
}

interface Reference {
  readonly $ref?: string
}
export interface OperationNode {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly security?: readonly unknown[]
  readonly parameters?: readonly (Reference | ParameterNode)[]
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaNode>> }
  readonly responses: Readonly<Record<string, Reference | ResponseNode>>
  readonly 'x-scope'?: string
  readonly 'x-retry'?: 'safe' | 'keyed' | 'idempotent' | 'once' | 'stream'
  readonly 'x-idempotency'?: { readonly in: 'body' | 'header'; readonly name: string }
  readonly 'x-settled-by'?: readonly string[]
  readonly 'x-remedy'?: string
}
export interface ParameterNode {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description: string
  readonly schema: SchemaNode
  readonly example?: unknown
  readonly 'x-error'?: string
}
export interface ResponseNode {
  readonly description: string
  readonly headers?: Readonly<Record<string, Reference | HeaderNode>>
  readonly content?: Readonly<Record<string, MediaNode>>
}
interface HeaderNode {
  readonly description: string
}
interface MediaNode {
  readonly schema: SchemaNode
  readonly examples?: Readonly<Record<string, unknown>>
}
export interface SchemaNode extends Reference {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly (string | null)[]
  readonly const?: unknown
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly items?: SchemaNode
  readonly oneOf?: readonly SchemaNode[]
  readonly allOf?: readonly SchemaNode[]
  readonly not?: SchemaNode
  readonly example?: unknown
  readonly 'x-error'?: string
  readonly 'x-open-enum'?: boolean
}
export interface Operation extends OperationNode {
  readonly method: string
  readonly path: string
}
/** One error of the contract, with the status of the response. */
export interface ErrorRow {
  readonly code: string
  readonly status: string
  readonly message: string
  readonly condition: string
}

/** Reads the contract and resolves its references. */
export class Reader {
  constructor(readonly document: ContractDocument) {}

  operations(): Operation[] {
    return Object.entries(this.document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, node]) => ({ ...node, method: method.toUpperCase(), path })),
    )
  }

  /** Follows a `$ref`. Members beside it override those of the component. */
  follow<Node extends object>(node: Node | Reference): Node {
    const { $ref, ...beside } = node as Reference // other nodes have no `$ref`
    if ($ref === undefined) return node as Node
    return { ...this.follow<Node>(this.component($ref)), ...beside }
  }

  parametersOf(operation: OperationNode): ParameterNode[] {
    return (operation.parameters ?? []).map((parameter) => this.follow<ParameterNode>(parameter))
  }

  bodyOf(operation: OperationNode): SchemaNode | undefined {
    return operation.requestBody?.content['application/json']?.schema
  }

  responsesOf(operation: OperationNode): [status: string, response: ResponseNode][] {
    return Object.entries(operation.responses).map(([status, node]) => [
      status,
      this.follow<ResponseNode>(node),
    ])
  }

  errorsOf(operation: OperationNode): ErrorRow[] {
    return this.responsesOf(operation).flatMap(([status, { content = {} }]) =>
      Object.keys(content['application/json']?.examples ?? {}).map((code) => ({
        status,
        ...this.errorOf(code),
      })),
    )
  }

  private errorOf(code: string): Omit<ErrorRow, 'status'> {
    const { summary, value } = this.component<{ summary: string; value: { error: string } }>(
      `#/components/examples/${code}`,
    )
    return { code, message: value.error, condition: summary }
  }

  private component<Node>(ref: string): Node {
    const [, , section = '', name = ''] = ref.split('/')
    const found = this.document.components[section]?.[name] as Node | undefined // our own contract
    if (!found) throw new Error(`the contract has no ${ref}`)
    return found
  }
}

/** Returns the name of the component that a schema refers to. */
export const nameOf = ({ $ref }: Reference): string | undefined => $ref?.split('/').at(-1)
