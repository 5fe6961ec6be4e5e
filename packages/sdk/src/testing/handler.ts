import type { operations } from '../generated/contract.gen.js'
import type { OperationId } from '../generated/operations.gen.js'
import type { ApiKey } from './api-keys.js'
import type { Merchant } from './merchants.js'

type Json<Content> = Content extends { 'application/json': infer Body } ? Body : never
type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody: { content: infer Content } }
  ? Json<Content>
  : unknown
type ParametersOf<Id extends OperationId, In extends string> = operations[Id]['parameters'] extends {
  [Key in In]?: infer Parameters
}
  ? NonNullable<Parameters>
  : unknown

/** Who signed a request. */
export interface Caller {
  readonly key: ApiKey
  readonly merchant: Merchant
}

/** A valid request of an operation. */
export interface Input<Id extends OperationId> {
  readonly body: BodyOf<Id>
  readonly params: ParametersOf<Id, 'path'>
  readonly query: ParametersOf<Id, 'query'>
  readonly headers: ParametersOf<Id, 'header'>
  readonly caller: Id extends 'registerMerchant' ? undefined : Caller
}

type Success<Id extends OperationId> = Extract<keyof operations[Id]['responses'], 200 | 201>

/** A success that the contract knows: another status or body does not compile. */
export type Reply<Id extends OperationId> = {
  [Status in Success<Id>]: {
    readonly status: Status
    readonly body: Id extends 'streamOrderEvents' | 'streamTestDeliveries'
      ? ReadableStream<Uint8Array<ArrayBuffer>>
      : operations[Id]['responses'][Status] extends { content: infer Content }
        ? Json<Content>
        : never
    readonly headers?: Readonly<Record<string, string>>
  }
}[Success<Id>]

/** One handler for each operation of the contract: one that is missing does not compile. */
export type Handlers = {
  readonly [Id in OperationId]: (input: Input<Id>) => Reply<Id> | Promise<Reply<Id>>
}
