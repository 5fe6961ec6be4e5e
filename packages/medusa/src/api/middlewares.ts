/** Keeps the bytes of webhooks, which their signature covers. */
export default {
  routes: [
    {
      matcher: '/merchantpay/webhooks',
      methods: ['POST'],
      bodyParser: { preserveRawBody: true, sizeLimit: '1mb' },
      middlewares: [],
    },
  ],
}
