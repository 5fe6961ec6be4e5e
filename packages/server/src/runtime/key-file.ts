import { readFileSync, realpathSync, statSync } from 'node:fs'

const OTHERS_THAN_OWNER = 0o077
/** The permissions that modes 0440 and 0640 leave out. */
const MORE_THAN_GROUP_READS = 0o037
const MOUNTS = '/proc/self/mountinfo'

/**
 * Checks that a key file is open to its owner only. On a read-only mount its group may read it too: Kubernetes and systemd
 * mount secrets so, and give them to the process through its group.
 *
 * @param mounts the mounts of this process, as in `/proc/self/mountinfo`
 * @throws Error that names the file, its mode and the remedy
 */
export function requirePrivate(path: string, mounts: () => string = readMounts): void {
  const mode = statSync(path).mode & 0o777
  if ((mode & OTHERS_THAN_OWNER) === 0) return
  const isForGroup = (mode & MORE_THAN_GROUP_READS) === 0
  if (isForGroup && isReadOnly(realpathSync(path), mounts())) return
  throw new Error(
    `${path}: others can read it; its mode must be 0600, or 0440 on a read-only mount, not 0${mode.toString(8)}`,
  )
}

/** Returns whether the mount of a path is read-only: that with the longest folder, and of equal ones the last. */
function isReadOnly(path: string, mounts: string): boolean {
  let longest = -1
  let isRo = false
  for (const line of mounts.split('\n')) {
    const [, , , , folder = '', options = ''] = line.split(' ')
    const at = folder.replaceAll(/\\([0-7]{3})/g, (_, code) => String.fromCharCode(parseInt(code, 8)))
    const isAbove = at === '/' || path === at || path.startsWith(`${at}/`)
    if (at === '' || !isAbove || at.length < longest) continue
    longest = at.length
    isRo = options.split(',').includes('ro')
  }
  return isRo
}

/** Without `/proc`, as on macOS, no mount is known to be read-only. */
function readMounts(): string {
  try {
    return readFileSync(MOUNTS, 'utf8')
  } catch {
    return ''
  }
}
