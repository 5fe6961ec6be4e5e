const {
  createApiKeysWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  createSalesChannelsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
} = require('@medusajs/medusa/core-flows')

/** Makes a region, a book of 25 USD, and keys for the store API and the admin API. */
exports.POST = async ({ scope }, response) => {
  const made = async (workflow, input) => (await workflow(scope).run({ input })).result
  const [channel] = await made(createSalesChannelsWorkflow, { salesChannelsData: [{ name: 'Shop' }] })
  const key = (type) => ({ title: type, type, created_by: '' })
  const [store, admin] = await made(createApiKeysWorkflow, { api_keys: [key('publishable'), key('secret')] })
  await made(linkSalesChannelsToApiKeyWorkflow, { id: store.id, add: [channel.id] })
  const providers = ['pp_merchantpay_usdt', 'pp_system_default']
  const [region] = await made(createRegionsWorkflow, {
    regions: [{ name: 'Austria', currency_code: 'usd', countries: ['at'], payment_providers: providers }],
  })
  const [product] = await made(createProductsWorkflow, {
    products: [
      {
        title: 'Book',
        status: 'published',
        options: [{ title: 'Cover', values: ['Hard'] }],
        variants: [
          {
            title: 'Hard',
            sku: 'BOOK',
            manage_inventory: false,
            options: { Cover: 'Hard' },
            prices: [{ amount: 25, currency_code: 'usd' }],
          },
        ],
        sales_channels: [{ id: channel.id }],
      },
    ],
  })
  response.json({
    store: store.token,
    admin: admin.token,
    region: region.id,
    variant: product.variants[0].id,
  })
}
