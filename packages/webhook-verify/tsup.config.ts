import { defineConfig, type Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/** `./core` is the same code without the texts of its errors. */
const withoutTexts: Plugin = {
  name: 'without-texts',
  setup({ onLoad }) {
    onLoad({ filter: /src\/texts\.ts$/ }, () => ({ contents: 'export const TEXTS = false' }))
  },
}

const shared: Options = {
  format: ['esm', 'cjs'],
  target: 'node20',
  sourcemap: true,
  splitting: false,
  treeshake: true,
  // The default strips `node:` from imports, which edge runtimes and bundlers then fail to find.
  removeNodeProtocol: false,
  // Folds what depends on a constant.
  esbuildOptions(options) {
    options.minifySyntax = true
  },
}

export default defineConfig([
  {
    ...shared,
    entry: ['src/index.node.ts', 'src/index.web.ts', 'src/schemas.ts'],
    // One set of types serves every face.
    dts: { entry: ['src/index.node.ts', 'src/schemas.ts'] },
    clean: ['!core.*'],
  },
  { ...shared, entry: ['src/core.node.ts', 'src/core.web.ts'], esbuildPlugins: [withoutTexts] },
])
