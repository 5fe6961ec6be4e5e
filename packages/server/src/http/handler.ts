import type { Response } from 'express'
import type { Caller } from '../domain/merchants/api-key.js'
import type { Session } from '../domain/sessions/session.js'
import type { Environment } from '../domain/shared/types.js'
import type { Tx } from '../domain/store/unit-of-work.js'
import type { operations as MerchantOperations } from '../generated/contract.gen.js'
import type { operations as OperatorOperations } from '../generated/operator.gen.js'

type operations = MerchantOperations & OperatorOperations
/** The operations that merchants call; the contract's webhooks, named `on…`, are the other direction. */
export type MerchantOperationId = Exclude<keyof MerchantOperations, `on${string}`>
/** The operations that the client app's backend calls. */
export type OperatorOperationId = keyof OperatorOperations
export type OperationId = MerchantOperationId | OperatorOperationId

type Json<Content> = Content extends { 'application/json': infer Body } ? Body : never
type BodyOf<Op extends OperationId> = operations[Op] extends { requestBody: { content: infer Content } }
  ? Json<Content>
  : undefined
type ParametersOf<Op extends OperationId, In extends string> = operations[Op]['parameters'] extends {
  [Key in In]?: infer Parameters
}
  ? NonNullable<Parameters>
  : Record<never, never>

/** A validated request. */
export interface Input<Op extends OperationId> {
  readonly body: BodyOf<Op>
  readonly params: ParametersOf<Op, 'path'>
  readonly query: ParametersOf<Op, 'query'>
  readonly headers: ParametersOf<Op, 'header'>
  readonly caller: Op extends UnsignedOperation ? undefined : Caller
}
/** Operations that are not signed with a merchant's key. */
export type UnsignedOperation = 'registerMerchant' | OperatorOperationId
export type StreamOperation = 'streamOrderEvents' | 'streamTestDeliveries'

type Success<Op extends OperationId> = Extract<keyof operations[Op]['responses'], 200 | 201>
/** A success response of the contract: any other status or body does not compile. */
export type Reply<Op extends OperationId> = {
  [Status in Success<Op>]: {
    readonly status: Status
    readonly body: operations[Op]['responses'][Status] extends { content: infer Content }
      ? Json<Content>
      : never
    readonly headers?: Readonly<Record<string, string>>
  }
}[Success<Op>]

/** The handler of an operation. `access` names the kind of transaction that it runs in. */
export interface Handler<Op extends OperationId> {
  readonly access: 'read' | 'write'
  /** Counts the call before its transaction opens, since a transaction awaits only its own statements. */
  limit?(input: Input<Op>): Promise<void>
  run(tx: Tx, input: Input<Op>): Promise<Reply<Op>>
}
export interface StreamHandler<Op extends StreamOperation> {
  readonly access: 'stream'
  open(input: Input<Op>, response: Response): Promise<void>
}

/** The operations that a person can call from a page. */
export type CalledOperation = Exclude<MerchantOperationId, StreamOperation | 'registerMerchant'>

/** Optional members of a body may be undefined, and are then left out. */
type Partly<Body> = {
  [Name in keyof Body]: Body[Name] | (object extends Pick<Body, Name> ? undefined : never)
}

/** The input of a call: the parameters of the path, and the body. */
export interface CallInput<Op extends CalledOperation> {
  readonly params?: Input<Op>['params']
  readonly body?: Partly<Input<Op>['body']>
}

/** A call of a session. */
export interface SessionCall {
  /** Of the page that the call comes from; a session that is not a person's has one of its own. */
  readonly environment: Environment
  /** A call with a key that was used already is refused; undefined for an operation that may be repeated. */
  readonly formKey: string | undefined
}

/** Calls operations of the contract as the merchant of a session. */
export interface Calls {
  /**
   * @throws every error of the operation; api_key_is_inactive when the session is over
   */
  call<Op extends CalledOperation>(
    id: Op,
    session: Session,
    input: CallInput<Op> & SessionCall,
  ): Promise<Reply<Op>['body']>
}

/** One handler for each operation of the merchants' contract: a missing one does not compile. */
export type Handlers = {
  readonly [Op in MerchantOperationId]: Op extends StreamOperation ? StreamHandler<Op> : Handler<Op>
}
/** One handler for each operation of the operator's contract. */
export type OperatorHandlers = { readonly [Op in OperatorOperationId]: Handler<Op> }
