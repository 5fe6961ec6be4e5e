import { defineConfig, type Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/** `./core` is the same code without the texts of its errors. */
const withoutTexts: Plugin = {
  name: 'without-texts',
  setup({ onLoad }) {
    onLoad({ filter: /src\/errors\/texts\.ts$/ }, () => ({ contents: 'export const TEXTS = false' }))
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

/** Modules with one face. */
const single = {
  'adapters/node': 'src/adapters/node.ts',
  'adapters/express': 'src/adapters/express.ts',
  'adapters/fastify': 'src/adapters/fastify.ts',
  'adapters/koa': 'src/adapters/koa.ts',
  'adapters/nest': 'src/adapters/nest.ts',
  'adapters/web': 'src/adapters/web.ts',
  'adapters/hono': 'src/adapters/hono.ts',
  'adapters/next': 'src/adapters/next.ts',
  'adapters/lambda': 'src/adapters/lambda.ts',
  schemas: 'src/schemas.ts',
  'dedupe/memory': 'src/dedupe/memory.ts',
  'dedupe/redis': 'src/dedupe/redis.ts',
  'dedupe/sqlite': 'src/dedupe/sqlite.ts',
  testing: 'src/testing/index.node.ts',
  diagnose: 'src/diagnose/diagnose.node.ts',
}

export default defineConfig([
  {
    ...shared,
    entry: { 'index.node': 'src/index.node.ts', 'index.web': 'src/index.web.ts', ...single },
    // One set of types serves every face.
    dts: { entry: { 'index.node': 'src/index.node.ts', ...single } },
    clean: ['!core.*'],
  },
  { ...shared, entry: ['src/core.node.ts', 'src/core.web.ts'], esbuildPlugins: [withoutTexts] },
])
