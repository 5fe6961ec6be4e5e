import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/index.ts'],
  // Vendure is CommonJS. One format keeps one copy of the plugin's classes.
  format: ['cjs'],
  target: 'node20',
  dts: { compilerOptions: { stripInternal: true } },
  treeshake: true,
  sourcemap: true,
  clean: true,
  removeNodeProtocol: false,
})
