import assert from 'node:assert/strict'
import { join } from 'node:path'
import { installPacked } from '../../packages/webhook-verify/scripts/installed.js'
import { serveNextProject } from '../../packages/webhook-verify/scripts/next-project.js'
import { deliver, FORGED } from '../../packages/webhook-verify/test/adapters/exchange.js'
import { SECRET } from '../../packages/webhook-verify/test/support/webhooks.js'
import { mustRun, root, tool } from '../../tools/lib/run.js'

/** Builds a Next project with the packed package for production, and delivers to its app router and its pages router. */
export async function webhookNext(): Promise<void> {
  await tool('turbo', ['run', 'build', '--filter=@merchantpay/webhook-verify'])
  const { folder, remove } = await installPacked()
  try {
    const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', WEBHOOK_SECRET: SECRET }
    const build = [join(root, 'node_modules/next/dist/bin/next'), 'build']
    await mustRun(process.execPath, build, { cwd: join(folder, 'next'), env })
    const { port, close } = await serveNextProject(folder, 'production', SECRET)
    try {
      for (const path of ['/webhooks', '/api/webhooks']) {
        assert.deepEqual(await deliver(port, { path }), { status: 200, text: '{"received":true}' })
        assert.equal((await deliver(port, { path, headers: FORGED })).status, 401)
        console.log(`${path}: a valid delivery 200, a forged one 401`)
      }
    } finally {
      await close()
    }
  } finally {
    await remove()
  }
}
