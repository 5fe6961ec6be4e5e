import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/index.ts', 'src/signing.ts', 'src/money.ts', 'src/sse.ts', 'src/schemas.ts'],
  format: ['esm', 'cjs'],
  target: 'node20',
  tsconfig: 'tsconfig.src.json',
  dts: true,
  treeshake: true,
  clean: true,
  sourcemap: true,
  // Edge runtimes resolve a built-in module by its full name only.
  removeNodeProtocol: false,
})
