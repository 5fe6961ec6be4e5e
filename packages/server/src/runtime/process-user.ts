import { userInfo } from 'node:os'

/** Returns the name of the user of the operating system. A container may run under a user id without a name. */
export function processUser(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
