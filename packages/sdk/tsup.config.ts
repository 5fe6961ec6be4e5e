import { defineConfig } from 'tsup'

export default defineConfig({
  entry: [
    'src/index.ts',
    'src/signing.ts',
    'src/money.ts',
    'src/sse.ts',
    'src/schemas.ts',
    'src/testing/index.ts',
    'src/testing/msw.ts',
    'src/testing/listen.ts',
    'src/testing/conformance/index.ts',
  ],
  format: ['esm', 'cjs'],
  target: 'node20',
  tsconfig: 'tsconfig.src.json',
  // One entry is for Node alone; that the others name nothing of it is checked with the sources.
  dts: { compilerOptions: { types: ['node'] } },
  treeshake: true,
  clean: true,
  sourcemap: true,
  // Edge runtimes resolve a built-in module by its full name only.
  removeNodeProtocol: false,
})
