import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Context } from '../context.js'
import type { ServerPackage } from './server-package.js'
import { type ServerSettings, serverEnv } from './server-process.js'

/** A link that signs the developer in to the operator console once, within ten minutes. */
export async function signInLink(
  { env }: Context,
  { program }: ServerPackage,
  settings: ServerSettings,
): Promise<string | undefined> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'console', '--as', 'dev'], {
    cwd: settings.folder,
    env: serverEnv(env, settings),
  })
  return stdout.split('\n')[0]
}
