const { defineConfig } = require('@medusajs/framework/utils')

const { DATABASE_URL, RETURN_URL } = process.env

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: DATABASE_URL,
    databaseDriverOptions: { ssl: false, connection: { ssl: false } },
    http: { storeCors: '*', adminCors: '*', authCors: '*', jwtSecret: 'jwt', cookieSecret: 'cookie' },
  },
  admin: { disable: true },
  plugins: [{ resolve: '@merchantpay/medusa', options: {} }],
  modules: [
    {
      resolve: '@medusajs/medusa/payment',
      options: {
        providers: [
          {
            resolve: '@merchantpay/medusa/providers/merchantpay',
            id: 'usdt',
            options: { returnUrl: RETURN_URL },
          },
        ],
      },
    },
  ],
})
