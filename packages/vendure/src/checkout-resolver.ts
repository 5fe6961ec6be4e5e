import type { Network } from '@merchantpay/sdk'
import { Inject } from '@nestjs/common'
import { Args, Mutation, Resolver } from '@nestjs/graphql'
import {
  ActiveOrderService,
  Allow,
  Ctx,
  Logger,
  Permission,
  type RequestContext,
  UserInputError,
} from '@vendure/core'
import { parse } from 'graphql'
import { Checkout } from './checkout.js'

/** The additions of the plugin to the Shop API. */
export const checkoutSchema = parse(`
  type MerchantPayCheckout {
    "The payment page to redirect the customer to. Null when nothing is left to pay."
    url: String
  }
  extend type Mutation {
    "Begins or continues the payment of the active order, in the state ArrangingPayment, on a network such as TRC20."
    createMerchantPayCheckout(network: String!): MerchantPayCheckout!
  }
`)

@Resolver()
export class CheckoutResolver {
  constructor(
    @Inject(ActiveOrderService) private readonly activeOrders: ActiveOrderService,
    @Inject(Checkout) private readonly checkout: Checkout,
  ) {}

  @Mutation()
  @Allow(Permission.Owner)
  async createMerchantPayCheckout(
    @Ctx() ctx: RequestContext,
    @Args() { network }: { network: string },
  ): Promise<{ url: string | undefined }> {
    const order = await this.activeOrders.getActiveOrder(ctx, undefined)
    if (!order) throw new UserInputError('There is no active order.')
    try {
      // The service knows its networks, and refuses another one.
      return { url: await this.checkout.begin(ctx, order.code, network as Network) }
    } catch (error) {
      if (error instanceof UserInputError) throw error
      // Its text is about the account of the shop, which is no business of a customer.
      Logger.error(`The payment of ${order.code} could not begin: ${error}`, 'MerchantPay')
      throw new UserInputError('The payment could not begin. Try again later.')
    }
  }
}
