import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration as ProjectConfig } from 'vitest/config'

const project = (name: string, include: string[], more: ProjectConfig['test'] = {}) => ({
  extends: true as const,
  test: { name, include, ...more },
})

/**
 * The server's tests share its modules: loading them and compiling the contract once for each file takes longer than the
 * tests. So no file may leave anything behind.
 */
const server: ProjectConfig['test'] = {
  globalSetup: ['./test-support/postgres.ts'],
  isolate: false,
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
}

export default defineConfig({
  test: {
    projects: [
      project('webhook-verify', ['packages/webhook-verify/test/**/*.test.ts']),
      project('sdk', ['packages/sdk/test/**/*.test.ts']),
      project('server', ['packages/server/test/**/*.test.ts'], server),
      project('tron-devnode', ['packages/tron-devnode/test/**/*.test.ts']),
      project('examples', ['examples/*/test/**/*.test.ts']),
      project('repository', ['test-support/test/**/*.test.ts', 'scripts/test/**/*.test.ts']),
    ],
    globalSetup: ['./test-support/build-once.ts'],
    reporters: ['default', './test-support/closing-line.ts'],
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
})
