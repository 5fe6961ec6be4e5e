import { spawn } from 'node:child_process'
import type { Context } from '../context.js'

/** The program of each system that opens an address, none of them a shell. */
const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Opens a web address in the browser of the user. @returns whether the program for it was started */
export async function openInBrowser({ env }: Context, address: string): Promise<boolean> {
  const { protocol, href } = new URL(address)
  if (!/^https?:$/.test(protocol)) return false // an answer of the service starts no other program
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open']
  const child = spawn(program, [...args, href], { env: { ...env }, stdio: 'ignore', detached: true })
  child.unref()
  return new Promise((resolve) => {
    child.once('spawn', () => resolve(true))
    child.once('error', () => resolve(false))
  })
}
