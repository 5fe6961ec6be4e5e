import { cpSync } from 'node:fs'
import { defineConfig } from 'tsup'

/** Files that pages read at run time. */
const ASSETS = [
  'checkout/page.js',
  'checkout/locales',
  'console/locales',
  'dashboard/locales',
  'dashboard/brand.js',
  'dashboard/counter.js',
  'dashboard/link-preview.js',
  'pages/passkey.js',
  'pages/polling.js',
  'docs/pages/docs.js',
  'docs/pages/try.js',
  'messages/locales',
  'ui/icon.svg',
  'ui/page-script.js',
]

export default defineConfig({
  entry: {
    cli: 'src/cli.ts',
    'derive-thread': 'src/compose/derive-thread.ts',
    'ledger-proof-thread': 'src/compose/ledger-proof-thread.ts',
    'png-thread': 'src/runtime/png-thread.ts',
  },
  format: ['esm'],
  target: 'node20',
  splitting: true,
  sourcemap: true,
  clean: true,
  removeNodeProtocol: false,
  plugins: [
    {
      name: 'assets',
      buildEnd() {
        for (const path of ASSETS) cpSync(`src/${path}`, `dist/${path}`, { recursive: true })
      },
    },
  ],
})
