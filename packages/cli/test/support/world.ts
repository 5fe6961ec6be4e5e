import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { Harness, type Registered } from '../../../server/test/support/server/harness.js'
import { makeScratchFolder } from '../../../server/test/support/storage/scratch-folder.js'
import { type Called, type CallOptions, call } from './call.js'
import { expectGolden } from './golden.js'

export const OPERATOR_TOKEN = 'operator-token-of-a-test-with-32-characters'

/** The first file of a worker loads the server. */
const START_MS = 60_000

/** A real server on loopback with one merchant, and the folders of a user. */
export class World {
  private constructor(
    readonly harness: Harness,
    private current: Registered,
    readonly folder: string,
  ) {}

  static async open(env: Record<string, string> = {}): Promise<World> {
    const folder = makeScratchFolder()
    mkdirSync(join(folder, 'server'))
    const settings = {
      MERCHANTPAY_OPERATOR_TOKEN: OPERATOR_TOKEN,
      ...env,
    }
    const harness = await Harness.open(join(folder, 'server'), settings, { engine: 'sqlite' })
    return new World(harness, await harness.register(), folder)
  }

  get merchant(): Registered {
    return this.current
  }

  /** Goes on with another merchant: the clients of this process share the request limit of a key. */
  async changeMerchant(): Promise<void> {
    this.current = await this.harness.register()
  }

  /** The environment of a user without a profile. */
  get home(): Record<string, string> {
    return {
      XDG_CONFIG_HOME: join(this.folder, 'config'),
      XDG_STATE_HOME: join(this.folder, 'state'),
    }
  }

  /** The environment of the merchant's program. */
  get env(): Record<string, string> {
    return {
      ...this.home,
      MERCHANTPAY_BASE_URL: this.harness.server.url,
      MERCHANTPAY_KEY_ID: this.merchant.keyId,
      MERCHANTPAY_SECRET: this.merchant.secret,
      WEBHOOK_SECRET: this.merchant.webhookSecret,
    }
  }

  /** Runs a command with the merchant's key. */
  call(args: readonly string[], options: CallOptions = {}): Promise<Called> {
    return call(args, { env: this.env, cwd: this.folder, ...options })
  }

  /** Runs a command whose effect the server needs time for: its clock and its workers run until the command ends. */
  async callWhileTimePasses(args: readonly string[], options: CallOptions = {}): Promise<Called> {
    let isOver = false
    const called = this.call(args, options).finally(() => {
      isOver = true
    })
    while (!isOver) {
      await this.harness.pass(1_000)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return called
  }

  /** Runs a command in both output modes and compares each with its golden file. */
  async golden(
    name: string,
    args: () => readonly string[] | Promise<readonly string[]>,
    options: CallOptions = {},
  ) {
    for (const mode of ['text', 'json']) {
      const given = [...(await args()), ...(mode === 'json' ? ['--json'] : [])]
      await expectGolden(
        `${name}${mode === 'json' ? '.json' : ''}.txt`,
        given,
        await this.callWhileTimePasses(given, options),
      )
    }
  }

  async close(): Promise<void> {
    await this.harness.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** One world for the tests of a file. */
export function useWorld(env: Record<string, string> = {}): { readonly world: World } {
  let opened: World | undefined
  beforeAll(async () => {
    opened = await World.open(env)
  }, START_MS)
  afterAll(() => opened?.close())
  return {
    get world() {
      if (!opened) throw new Error('used outside a test')
      return opened
    },
  }
}
