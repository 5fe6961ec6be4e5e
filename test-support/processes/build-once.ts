/**
 * Builds every package before the first test, so that no test sees an old build. Projects inherit this setup from
 * the root configuration and each of them calls it: the promise on globalThis makes them share one build.
 * SKIP_BUILD=1 uses the last build.
 */
import { tool } from '../../tools/lib/run.js'

const shared = globalThis as typeof globalThis & { merchantpayBuild?: Promise<void> }

export default function setup(): Promise<void> {
  shared.merchantpayBuild ??= build()
  return shared.merchantpayBuild
}

async function build(): Promise<void> {
  if (process.env.SKIP_BUILD === '1') return
  const { code, output } = await tool('turbo', ['run', 'build'])
  if (code === 0) return
  process.stderr.write(output)
  throw new Error('the packages do not build; SKIP_BUILD=1 uses the last build')
}
