import type { OperationId, paths } from '@merchantpay/sdk'
import type { ROUTES } from '../generated/routes.gen.js'
import type { ApiKey } from '../merchants/api-key.js'
import type { Merchant } from '../merchants/merchant.js'

type Route<Id extends OperationId> = (typeof ROUTES)[Id]
/** The contract's types of an operation. */
type Operation<Id extends OperationId> = paths[Route<Id>['path']][Lowercase<Route<Id>['method']> &
  keyof paths[Route<Id>['path']]]
type Json<Content> = Content extends { 'application/json': infer Body } ? Body : never
type BodyOf<Id extends OperationId> =
  Operation<Id> extends { requestBody: { content: infer Content } } ? Json<Content> : unknown
type ParametersOf<Id extends OperationId, In extends string> =
  Operation<Id> extends {
    parameters: { [Key in In]?: infer Parameters }
  }
    ? NonNullable<Parameters>
    : unknown

/** The key and the merchant of a signed request. */
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

type Responses<Id extends OperationId> = Operation<Id> extends { responses: infer Known } ? Known : never
type Success<Id extends OperationId> = Extract<keyof Responses<Id>, 200 | 201>

/** A documented success: another status or body does not compile. */
export type Reply<Id extends OperationId> = {
  [Status in Success<Id>]: {
    readonly status: Status
    readonly body: Id extends 'streamOrderEvents' | 'streamTestDeliveries'
      ? ReadableStream<Uint8Array<ArrayBuffer>>
      : Responses<Id>[Status] extends { content: infer Content }
        ? Json<Content>
        : never
    readonly headers?: Readonly<Record<string, string>>
  }
}[Success<Id>]

/** One handler for each operation of the contract: a missing one does not compile. */
export type Handlers = {
  readonly [Id in OperationId]: (input: Input<Id>) => Reply<Id> | Promise<Reply<Id>>
}
