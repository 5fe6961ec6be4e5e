import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/cli.ts'],
  format: ['esm'],
  target: 'node20',
  splitting: true,
  sourcemap: true,
  clean: true,
  removeNodeProtocol: false,
})
