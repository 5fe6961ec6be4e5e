import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration as ProjectConfig } from 'vitest/config'

/**
 * The mode chooses the tier. `test`, the default, has the files that run in this process and on SQLite. `slow` has the
 * files that start processes, nodes, browsers or other languages (`*.slow.test.ts`), and runs the files for both engines
 * (`*.engines.test.ts`) on PostgreSQL. `all` has both.
 */
const TIERS = ['test', 'slow', 'all'] as const
type Tier = (typeof TIERS)[number]
/** Modes of tools that read this file. */
const MODES_OF_OTHER_TOOLS = ['development', 'production']
type Options = Omit<NonNullable<ProjectConfig['test']>, 'name'>

const SERVER = 'packages/server/test'
const LIBRARIES = {
  'webhook-verify': 'packages/webhook-verify/test',
  sdk: 'packages/sdk/test',
  testing: 'packages/testing/test',
  conformance: 'packages/conformance/test',
}
const OTHERS = {
  'tron-devnode': ['packages/tron-devnode/test'],
  medusa: ['packages/medusa/test'],
  vendure: ['packages/vendure/test'],
  examples: ['examples/*/test'],
  repository: ['test-support/test', 'tools/test'],
}
/** Files that share no modules with others, because they replace some or because their modules keep a service running. */
const ISOLATED = 'isolated.test.ts'
/** The folders that have such files. */
const WITH_ISOLATED = {
  'webhook-verify': LIBRARIES['webhook-verify'],
  sdk: LIBRARIES.sdk,
  server: SERVER,
} as const

/** The files of a tier below these folders. */
function filesOf(tier: Tier, folders: readonly string[]): Options {
  const suffix = tier === 'slow' ? 'slow.test.ts' : 'test.ts'
  const include = folders.map((folder) => `${folder}/**/*.${suffix}`)
  return tier === 'test'
    ? { include, exclude: [`**/*.${ISOLATED}`, '**/*.slow.test.ts'] }
    : { include, exclude: [`**/*.${ISOLATED}`] }
}

/** Test files share modules, because loading them takes longer than the tests. So no file may leave any state behind. */
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
    { name: 'cli', ...filesOf(tier, ['packages/cli/test']), ...SHARED },
    { name: 'create-merchantpay', ...filesOf(tier, ['packages/create-merchantpay/test']) },
    { name: 'server', ...filesOf(tier, [SERVER]), ...server(engine) },
  ]
  if (tier !== 'slow') {
    for (const [name, folder] of Object.entries(WITH_ISOLATED))
      tests.push({ name: `${name}-isolated`, include: [`${folder}/**/*.${ISOLATED}`] })
  }
  if (tier === 'slow') {
    const include = [`${SERVER}/**/*.engines.test.ts`]
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
      // The default leaves one core unused, which is half of a machine with two. Workers also often wait for processes.
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
