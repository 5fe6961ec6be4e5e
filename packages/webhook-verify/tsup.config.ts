import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/index.ts', 'src/schemas.ts', 'src/testing/index.ts', 'src/diagnose.ts'],
  format: ['esm', 'cjs'],
  target: 'node20',
  dts: true,
  clean: true,
  sourcemap: true,
  splitting: false,
  treeshake: true,
  // The default strips `node:` from imports, which edge runtimes and bundlers then fail to find.
  removeNodeProtocol: false,
})
