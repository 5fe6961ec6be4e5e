import { MerchantPay } from '@merchantpay/sdk'
import { Inject } from '@nestjs/common'
import {
  ConfigService,
  EventBus,
  HistoryService,
  LanguageCode,
  Logger,
  OrderService,
  OrderStateTransitionEvent,
  PaymentMethodService,
  PaymentService,
  PluginCommonModule,
  RequestContextService,
  TransactionalConnection,
  type Type,
  VendurePlugin,
} from '@vendure/core'
import { CartAccess } from './cart-access.js'
import { CartPayments } from './cart-payments.js'
import { Checkout } from './checkout.js'
import { CheckoutResolver, checkoutSchema } from './checkout-resolver.js'
import type { MerchantPayPluginOptions } from './options.js'
import { merchantPayHandler } from './payment-handler.js'
import { Reconciliation, reconciliationTasks } from './reconciliation.js'
import { ADDRESS_FIELD, pendingRefunds, Refunds } from './refunds.js'
import { createWebhooks } from './webhooks.js'

/** The states in which an order asks for no payment any more. */
const ENDING_STATES: readonly string[] = ['PaymentAuthorized', 'PaymentSettled', 'Cancelled']
const WEBHOOK_ROUTE = '/merchantpay/webhooks'

/**
 * Takes payments in USDT through a MerchantPay server.
 *
 * @example
 * plugins: [MerchantPayPlugin.init({ webhookSecret: process.env.WEBHOOK_SECRET })]
 */
@VendurePlugin({
  imports: [PluginCommonModule],
  compatibility: '^3.3.0',
  providers: [
    {
      provide: MerchantPay,
      useFactory: () => {
        const { baseUrl, keyId, secret } = MerchantPayPlugin.options
        return new MerchantPay({
          ...(baseUrl && { baseUrl }),
          ...(keyId && { keyId }),
          ...(secret && { secret }),
        })
      },
    },
    provide(CartAccess, [TransactionalConnection, RequestContextService, OrderService, HistoryService]),
    provide(CartPayments, [MerchantPay, CartAccess, OrderService, PaymentService]),
    provide(Refunds, [MerchantPay, CartAccess, TransactionalConnection, OrderService]),
    provide(Reconciliation, [MerchantPay, TransactionalConnection, CartPayments, Refunds]),
    {
      provide: Checkout,
      useFactory: (mp, payments, orders, methods, config) =>
        new Checkout(mp, MerchantPayPlugin.options, payments, orders, methods, config),
      inject: [MerchantPay, CartPayments, OrderService, PaymentMethodService, ConfigService],
    },
  ],
  shopApiExtensions: { schema: checkoutSchema, resolvers: [CheckoutResolver] },
  configuration: (config) => {
    config.paymentOptions.paymentMethodHandlers.push(merchantPayHandler)
    config.paymentOptions.refundProcess?.push(pendingRefunds)
    config.schedulerOptions.tasks.push(...reconciliationTasks)
    config.customFields.Order.push({
      name: ADDRESS_FIELD,
      type: 'string',
      public: false,
      nullable: true,
      label: [{ languageCode: LanguageCode.en, value: 'USDT refund address' }],
    })
    config.apiOptions.middleware.push({
      route: WEBHOOK_ROUTE,
      // Before the parser of bodies: a signature covers the bytes as they were sent.
      beforeListen: true,
      handler: (request: never, response: never) => MerchantPayPlugin.webhooks(request, response),
    })
    return config
  },
})
export class MerchantPayPlugin {
  /** @internal */
  static options: MerchantPayPluginOptions = { webhookSecret: undefined }
  /** @internal */
  static webhooks: ReturnType<typeof createWebhooks>

  /** @internal */
  constructor(
    @Inject(CartPayments) payments: CartPayments,
    @Inject(Refunds) refunds: Refunds,
    @Inject(Checkout) checkout: Checkout,
    @Inject(EventBus) events: EventBus,
  ) {
    events.ofType(OrderStateTransitionEvent).subscribe(({ toState, order }) => {
      if (!ENDING_STATES.includes(toState)) return
      // A page that stays open costs nothing but a payment that has to be refunded.
      checkout
        .endPages(order.code)
        .catch((error: unknown) =>
          Logger.error(`A page of ${order.code} stays open: ${error}`, 'MerchantPay'),
        )
    })
    MerchantPayPlugin.webhooks = createWebhooks(MerchantPayPlugin.options.webhookSecret, payments, refunds)
  }

  /** Sets the options; the result goes into `plugins` of Vendure's configuration. */
  static init(options: MerchantPayPluginOptions): Type<MerchantPayPlugin> {
    MerchantPayPlugin.options = options
    return MerchantPayPlugin
  }
}

/** A provider that makes a class from others. */
function provide<Arguments extends unknown[]>(
  made: new (...parts: Arguments) => object,
  inject: { [Index in keyof Arguments]: abstract new (...parts: never) => Arguments[Index] },
) {
  return { provide: made, useFactory: (...parts: Arguments) => new made(...parts), inject: [...inject] }
}
