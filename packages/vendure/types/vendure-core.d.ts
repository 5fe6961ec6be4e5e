/**
 * The part of `@vendure/core` that the sources use, so that they compile without an installation of Vendure. The slow test compiles
 * the same sources with Vendure's own types.
 */
import type { DocumentNode } from 'graphql'

export type ID = string | number

export interface Type<T> {
  new (...parts: never[]): T
}

export declare enum LanguageCode {
  en = 'en',
}

export declare enum Permission {
  Owner = 'Owner',
}

export declare class RequestContext {
  get channel(): { readonly token: string }
}

export declare class Order {
  readonly id: ID
  readonly code: string
  readonly state: string
  readonly active: boolean
  readonly currencyCode: string
  readonly totalWithTax: number
  readonly customFields: object
  payments: Payment[]
}

export declare class Payment {
  readonly id: ID
  readonly amount: number
  readonly transactionId: string
  readonly metadata: Record<string, unknown>
}

export declare class Refund {
  readonly id: ID
  readonly state: string
  readonly transactionId: string
  readonly metadata: Record<string, unknown>
}

export interface CreateRefundResult {
  state: 'Pending' | 'Settled' | 'Failed'
  transactionId?: string
  metadata?: Record<string, unknown>
}

export declare class Injector {
  get<T>(type: Type<T>): T
}

export declare class PaymentMethodHandler {
  constructor(config: {
    code: string
    description: { languageCode: LanguageCode; value: string }[]
    args: Record<string, never>
    init(injector: Injector): void
    createPayment(): never
    settlePayment(): { success: true }
    createRefund(
      ctx: RequestContext,
      input: { reason?: string | null },
      amount: number,
      order: Order,
      payment: Payment,
    ): Promise<CreateRefundResult>
  })
}

export declare class UserInputError extends Error {}

export declare const Logger: { error(message: string, context: string): void }

interface Repository<Entity> {
  find(options: { where: Partial<Entity> }): Promise<Entity[]>
  findOne(options: {
    where: Partial<Entity>
    select?: { readonly [Member in keyof Entity]?: true }
    loadEagerRelations?: false
    lock?: { mode: 'pessimistic_write' }
  }): Promise<Entity | null>
}

export declare class TransactionalConnection {
  getRepository<Entity>(entity: Type<Entity>): Repository<Entity>
  getRepository<Entity>(ctx: RequestContext, entity: Type<Entity>): Repository<Entity>
  withTransaction<T>(ctx: RequestContext, work: (ctx: RequestContext) => Promise<T>): Promise<T>
}

export declare class RequestContextService {
  create(options: { apiType: 'admin' | 'shop'; channelOrToken: string }): Promise<RequestContext>
}

export declare class ActiveOrderService {
  getActiveOrder(ctx: RequestContext, input: undefined): Promise<Order | undefined>
}

export declare class OrderService {
  findOne(ctx: RequestContext, id: ID): Promise<Order | undefined>
  findOneByCode(ctx: RequestContext, code: string): Promise<Order | undefined>
  getOrderPayments(ctx: RequestContext, id: ID): Promise<Payment[]>
  getPaymentRefunds(ctx: RequestContext, id: ID): Promise<Refund[]>
  transitionToState(
    ctx: RequestContext,
    id: ID,
    state: 'ArrangingPayment' | 'PaymentSettled',
  ): Promise<unknown>
  transitionRefundToState(ctx: RequestContext, id: ID, state: 'Settled' | 'Failed'): Promise<unknown>
  addNoteToOrder(ctx: RequestContext, input: { id: ID; note: string; isPublic: boolean }): Promise<unknown>
}

export declare class PaymentService {
  createManualPayment(
    ctx: RequestContext,
    order: Order,
    amount: number,
    input: { orderId: ID; method: string; transactionId: string; metadata: Record<string, unknown> },
  ): Promise<Payment>
}

export declare class PaymentMethodService {
  getActivePaymentMethods(ctx: RequestContext): Promise<{ code: string; handler: { code: string } }[]>
  getEligiblePaymentMethods(
    ctx: RequestContext,
    order: Order,
  ): Promise<{ code: string; isEligible: boolean }[]>
}

export declare class HistoryService {
  getHistoryForOrder(
    ctx: RequestContext,
    id: ID,
    publicOnly: boolean,
    options: { filter: { type: { eq: string } } },
  ): Promise<{ items: { data: Record<string, unknown> }[] }>
}

export declare class ConfigService {
  readonly entityOptions: { readonly moneyStrategy: { readonly precision?: number } }
}

export declare class EventBus {
  ofType<Event>(type: Type<Event>): { subscribe(act: (event: Event) => void): unknown }
}

export declare class OrderStateTransitionEvent {
  readonly toState: string
  readonly order: Order
}

export declare class ScheduledTask {
  constructor(options: {
    id: string
    description: string
    schedule: string
    timeout: string
    execute(run: { injector: Injector }): Promise<void>
  })
}

export declare class PluginCommonModule {}

export interface VendureConfig {
  paymentOptions: {
    paymentMethodHandlers: PaymentMethodHandler[]
    refundProcess?: { transitions: { Pending: { readonly to: readonly 'Pending'[] } } }[]
  }
  apiOptions: {
    middleware: {
      route: string
      beforeListen: boolean
      handler: (request: never, response: never) => Promise<void>
    }[]
  }
  schedulerOptions: { tasks: ScheduledTask[] }
  customFields: {
    Order: {
      name: string
      type: 'string'
      public: boolean
      nullable: boolean
      label: { languageCode: LanguageCode; value: string }[]
    }[]
  }
}

export declare function VendurePlugin(options: {
  imports: Type<object>[]
  compatibility: string
  providers: {
    provide: unknown
    useFactory: (...parts: never[]) => unknown
    inject?: unknown[]
  }[]
  shopApiExtensions: { schema: DocumentNode; resolvers: Type<object>[] }
  configuration(config: VendureConfig): VendureConfig
}): ClassDecorator

export declare function Allow(...permissions: Permission[]): MethodDecorator
export declare function Ctx(): ParameterDecorator
export declare function totalCoveredByPayments(order: Order): number
