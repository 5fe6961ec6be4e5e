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
  clean: true,
  // ES modules are split, so that what is imported dynamically loads on first use; CommonJS files stay whole. Only our
  // own modules may be imported dynamically: then CommonJS is left with `require` alone, and a default import of a
  // dependency means the same in both formats.
  treeshake: true,
  sourcemap: true,
  // Edge runtimes resolve a built-in module by its full name only.
  removeNodeProtocol: false,
})
