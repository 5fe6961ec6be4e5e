import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/index.ts', 'src/msw.ts', 'src/listen.ts'],
  format: ['esm', 'cjs'],
  target: 'node20',
  tsconfig: 'tsconfig.src.json',
  // `listen` is for Node alone; that the others name nothing of Node is checked with the sources.
  dts: { compilerOptions: { types: ['node'] } },
  treeshake: true,
  sourcemap: true,
  clean: true,
  removeNodeProtocol: false,
})
