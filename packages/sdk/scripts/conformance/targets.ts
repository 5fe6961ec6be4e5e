import { mustRun, root } from '../../../../scripts/run.js'
import { type Sandbox, startSandbox } from '../../../../test-support/sandbox-server.js'
import type { ConformanceTarget } from '../../src/testing/conformance/index.js'

/** A target and its life. Its cases can be listed before it runs; they are run while it does. */
export interface LivingTarget {
  readonly target: ConformanceTarget
  start(): Promise<void>
  stop(): Promise<void>
}

/** Fast enough that no case waits long. */
const BLOCK_MS = '50'

/** The targets of this checkout, by name. */
export const LOCAL_TARGETS: ReadonlyMap<string, () => LivingTarget> = new Map([['server', referenceServer]])

/** The built reference server on its sandbox networks, with its operator's commands at hand. */
export function referenceServer(): LivingTarget {
  let sandbox: Sandbox | undefined
  const running = () => {
    if (!sandbox) throw new Error('the server does not run')
    return sandbox
  }
  return {
    target: {
      get baseUrl() {
        return running().url
      },
      async setMerchantStatus(merchantId, status) {
        const env = { ...process.env, MERCHANTPAY_DATABASE_URL: `file:${running().folder}/merchantpay.db` }
        const verb = status === 'ACTIVE' ? 'activate' : 'suspend'
        const cli = `${root}/packages/server/dist/cli.js`
        await mustRun(process.execPath, [cli, 'merchants', verb, merchantId], { env })
      },
    },
    async start() {
      sandbox = await startSandbox({ MERCHANTPAY_SANDBOX_BLOCK_MS: BLOCK_MS })
    },
    async stop() {
      await sandbox?.stop()
    },
  }
}

/** A deployment by its URL, with a test key where it lets nobody register. */
export function deployment(baseUrl: string, env: NodeJS.ProcessEnv): LivingTarget {
  const { MERCHANTPAY_KEY_ID: keyId, MERCHANTPAY_SECRET: secret } = env
  const keys = keyId !== undefined && secret !== undefined ? { keyId, secret } : undefined
  const registrationToken = env.MERCHANTPAY_REGISTRATION_TOKEN
  const nothing = async () => undefined
  return { target: { baseUrl, keys, registrationToken }, start: nothing, stop: nothing }
}
