import { defineConfig } from 'tsup'

export default defineConfig({
  entry: { cli: 'src/cli.ts' },
  format: ['esm'],
  target: 'node20',
  // Each command is a file of its own, which only its call loads.
  splitting: true,
  clean: true,
  removeNodeProtocol: false,
})
