import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration as ProjectConfig } from 'vitest/config'

/**
 * The mode chooses the tier. `test`, the default, takes what runs in this process and on SQLite. `slow` takes the rest:
 * files that start processes, nodes, browsers or other languages (`*.slow.test.ts`), and on PostgreSQL the files that
 * hold both engines to the same (`*.engines.test.ts`). `all` is both.
 */
const TIERS = ['test', 'slow', 'all'] as const
type Tier = (typeof TIERS)[number]
/** Tools that look at this file for what the tests use. */
const MODES_OF_OTHER_TOOLS = ['development', 'production']
type Options = Omit<NonNullable<ProjectConfig['test']>, 'name'>

const SERVER = ['packages/server/test']
const LIBRARIES = { 'webhook-verify': 'packages/webhook-verify/test', sdk: 'packages/sdk/test' }
const OTHERS = {
  'tron-devnode': ['packages/tron-devnode/test'],
  examples: ['examples/*/test'],
  repository: ['test-support/test', 'tools/test'],
}
/** Files that replace modules, or whose modules hold a service until the file ends: they share none with others. */
const ISOLATED = 'isolated.test.ts'

/** The files of a tier below these folders. */
function filesOf(tier: Tier, folders: readonly string[]): Options {
  const suffix = tier === 'slow' ? 'slow.test.ts' : 'test.ts'
  const include = folders.map((folder) => `${folder}/**/*.${suffix}`)
  return tier === 'test'
    ? { include, exclude: [`**/*.${ISOLATED}`, '**/*.slow.test.ts'] }
    : { include, exclude: [`**/*.${ISOLATED}`] }
}

/** Tests share modules: to load them for each file takes longer than the tests. So no file may leave anything behind. */
const SHARED = { isolate: false, restoreMocks: true, unstubEnvs: true, unstubGlobals: true } satisfies Options

const server = (engine: string | undefined): Options => ({
  ...SHARED,
  ...(engine && { env: { TEST_ENGINE: engine } }),
  ...(engine !== 'sqlite' && { globalSetup: ['./test-support/databases/postgres.ts'] }),
})

function projectsOf(tier: Tier): ProjectConfig[] {
  const engine = process.env.TEST_ENGINE ?? (tier === 'test' ? 'sqlite' : undefined)
  const tests: (Options & { readonly name: string })[] = [
    ...Object.entries(LIBRARIES).map(([name, folder]) => ({
      name,
      ...filesOf(tier, [folder]),
      ...SHARED,
      pool: 'threads' as const,
    })),
    ...Object.entries(OTHERS).map(([name, folders]) => ({ name, ...filesOf(tier, folders) })),
    { name: 'server', ...filesOf(tier, SERVER), ...server(engine) },
  ]
  if (tier !== 'slow') {
    for (const [name, folder] of Object.entries(LIBRARIES))
      tests.push({ name: `${name}-isolated`, include: [`${folder}/**/*.${ISOLATED}`] })
  }
  if (tier === 'slow') {
    const include = SERVER.map((folder) => `${folder}/**/*.engines.test.ts`)
    tests.push({ name: 'postgres', include, ...server('postgres') })
  }
  return tests.map((test) => ({ extends: true, test }))
}

export default defineConfig(({ mode }) => {
  const tier =
    TIERS.find((name) => name === mode) ?? (MODES_OF_OTHER_TOOLS.includes(mode) ? 'all' : undefined)
  if (!tier) throw new Error(`--mode is one of ${TIERS.join(', ')}, not ${mode}`)
  return {
    test: {
      projects: projectsOf(tier),
      globalSetup: ['./test-support/processes/build-once.ts'],
      reporters: [
        'default',
        './test-support/reporters/slowest-files.ts',
        './test-support/reporters/closing-line.ts',
      ],
      // By default one core is left over, which on a machine of two is half of it. And workers often wait, for servers in
      // processes of their own.
      maxWorkers: availableParallelism() + 1,
      testTimeout: 20_000,
      hookTimeout: 20_000,
      coverage: {
        provider: 'v8',
        include: ['packages/*/src/**/*.ts'],
        exclude: ['**/*.gen.ts'],
        thresholds: { 'packages/webhook-verify/src/**/*.ts': { lines: 98 } },
      },
      expect: { poll: { timeout: 10_000 } },
    },
  }
})
