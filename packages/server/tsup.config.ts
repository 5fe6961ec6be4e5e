import { cpSync } from 'node:fs'
import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/cli.ts'],
  format: ['esm'],
  target: 'node20',
  splitting: true,
  sourcemap: true,
  clean: true,
  removeNodeProtocol: false,
  // What the checkout page is made of besides code is read when the server starts.
  async onSuccess() {
    for (const name of ['page.css', 'page.js', 'locales'])
      cpSync(`src/checkout/${name}`, `dist/checkout/${name}`, { recursive: true })
  },
})
