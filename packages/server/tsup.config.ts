import { cpSync } from 'node:fs'
import { defineConfig } from 'tsup'

export default defineConfig({
  entry: { cli: 'src/cli.ts', 'ledger-proof-thread': 'src/compose/ledger-proof-thread.ts' },
  format: ['esm'],
  target: 'node20',
  splitting: true,
  sourcemap: true,
  clean: true,
  removeNodeProtocol: false,
  // Pages read these files at run time.
  async onSuccess() {
    for (const name of ['page.js', 'locales'])
      cpSync(`src/checkout/${name}`, `dist/checkout/${name}`, { recursive: true })
    cpSync('src/dashboard/locales', 'dist/dashboard/locales', { recursive: true })
    for (const file of [
      'docs/pages/docs.js',
      'docs/pages/try.js',
      'docs/search/ranking.js',
      'ui/icon.svg',
      'ui/page-script.js',
    ])
      cpSync(`src/${file}`, `dist/${file}`)
  },
})
