import { writeFileSync } from 'node:fs'
import { defineConfig } from 'tsup'

export default defineConfig({
  // Medusa finds the parts of a plugin by their folders.
  entry: [
    'src/api/middlewares.ts',
    'src/api/merchantpay/webhooks/route.ts',
    'src/jobs/merchantpay-missed.ts',
    'src/providers/merchantpay.ts',
    'src/subscribers/refund-address.ts',
  ],
  outDir: '.medusa/server/src',
  format: ['cjs'],
  outExtension: () => ({ js: '.js' }),
  target: 'node20',
  sourcemap: true,
  clean: true,
  removeNodeProtocol: false,
  // Medusa loads files named `.js`, with `require`.
  onSuccess: async () => writeFileSync('.medusa/server/package.json', '{ "type": "commonjs" }\n'),
})
