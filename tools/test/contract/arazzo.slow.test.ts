import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SigningProxy, startSigningProxy } from '../../../packages/cli/src/proxy/signing-proxy.js'
import {
  merchantEnvironment,
  type Sandbox,
  startSandbox,
} from '../../../test-support/processes/sandbox-server.js'
import { type RunResult, root, tool } from '../../lib/run.js'

const RUN_MS = 300_000
const folder = join(root, 'openapi/arazzo')

let sandbox: Sandbox
let proxy: SigningProxy
beforeAll(async () => {
  sandbox = await startSandbox()
  proxy = await startSigningProxy({ baseUrl: sandbox.url })
}, 60_000)
afterAll(async () => {
  await proxy.close()
  await sandbox.stop()
})

/** Runs flows through the signing proxy. */
function respect(files: readonly string[], user: string): Promise<RunResult> {
  const paths = files.map((file) => join(folder, file))
  return tool('redocly', ['respect', ...paths, `--server=merchantpay=${proxy.url}`, `--input=user=${user}`])
}

describe('the flows of openapi/arazzo', () => {
  it('run on a server, through the signing proxy, with valid answers', { timeout: RUN_MS }, async () => {
    const files = (await readdir(folder)).sort()
    expect(files).toEqual(
      expect.arrayContaining(['orders.yaml', 'refunds.yaml', 'webhook-secrets.yaml', 'withdrawals.yaml']),
    )
    const { code, output } = await respect(files, 'flows')
    expect(code, output).toBe(0)
    for (const file of files) expect(output).toContain(`✓ ${file}`)
  })

  it('fail where an answer is another one', { timeout: RUN_MS }, async () => {
    await merchantEnvironment(sandbox.url, 'rotation-taken')
    const { code, output } = await respect(['webhook-secrets.yaml'], 'taken')
    expect(code).toBe(1)
    expect(output).toContain('409')
  })
})
