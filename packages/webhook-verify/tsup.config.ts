import { defineConfig, type Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/** `./signature` is built without the texts of errors. */
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
  // Removes branches that depend on a constant.
  esbuildOptions(options) {
    options.minifySyntax = true
  },
}

/** Entries that are the same on every runtime. */
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

const builds = (name: string) => ({
  [`${name}.node`]: `src/${name}.node.ts`,
  [`${name}.web`]: `src/${name}.web.ts`,
})

export default defineConfig([
  {
    ...shared,
    entry: { ...builds('index'), ...single },
    dts: { entry: { ...builds('index'), ...builds('signature'), ...single } },
    clean: ['!signature.*.{js,cjs,map}'],
  },
  { ...shared, entry: builds('signature'), esbuildPlugins: [withoutTexts] },
])
