/**
 * Runs an image of the Dockerfile without a container engine: a mount namespace with the files that the Dockerfile copies, everything
 * read-only but the volume, and the user of the image. Needs root, as a container engine does.
 */
import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../lib/run.js'
import { copied, image } from './dockerfile.js'

/** Mounts and enters the image, then runs the rest of the arguments in place of this shell. */
const ENTER = `set -eu
image=$1 app=$2 volume=$3 mounted=$4 modules=$5 node=$6 user=$7; shift 7
mount -t tmpfs -o mode=755 tmpfs "$image"
for folder in bin sbin lib lib64; do [ ! -L "/$folder" ] || cp -P "/$folder" "$image/$folder"; done
mkdir "$image/usr" "$image/etc" "$image/proc" "$image/dev" "$image/app" "$image$mounted" "$image/tmp"
mount --bind "$app" "$image/app"
mount --bind "$modules" "$image/app/node_modules"
mount --bind "$volume" "$image$mounted"
for folder in usr etc; do mount --bind "/$folder" "$image/$folder"; done
mount --rbind /proc "$image/proc"
mount --rbind /dev "$image/dev"
mount -t tmpfs tmpfs "$image/usr/local/bin"
touch "$image/usr/local/bin/node"
mount --bind "$node" "$image/usr/local/bin/node"
ln -s /app/packages/server/bin/merchantpay-server.js "$image/usr/local/bin/merchantpay-server"
for folder in app app/node_modules usr etc usr/local/bin; do mount -o remount,bind,ro "$image/$folder"; done
mount -o remount,ro "$image"
cd "$image"
exec chroot "$image" setpriv --reuid="\${user%:*}" --regid="\${user#*:}" --clear-groups --no-new-privs \\
  --inh-caps=-all --bounding-set=-all sh -c 'cd "$0" && exec "$@"' ${image.workdir.join('')} "$@"
`

export interface ImageRoot {
  /** The folder that is mounted as the volume of the image, owned by its user. */
  readonly volume: string
  /** The program and arguments that run a command of the image. */
  command(...command: string[]): [string, string[]]
  remove(): void
}

/** Copies the files of the image, which must be built, and makes a volume. */
export function makeImageRoot(of: Pick<typeof image, 'user' | 'volumes'> = image): ImageRoot {
  const user = of.user.join('')
  const [uid = 0, gid = 0] = user.split(':').map(Number)
  const folder = mkdtempSync(join(tmpdir(), 'image-'))
  const [mountPoint, app, volume] = ['root', 'app', 'data'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  for (const each of [mountPoint, join(app, 'node_modules'), volume]) mkdirSync(each, { recursive: true })
  const paths = copied.filter((path) => path !== 'node_modules')
  const { status, stderr } = spawnSync('cp', ['-a', '--parents', ...paths, app], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`cp exited with ${status}: ${stderr}`)
  chownSync(volume, uid, gid)
  const modules = join(root, 'node_modules')
  const folders = [mountPoint, app, volume, of.volumes.join(''), modules]
  const before = ['--mount', 'sh', '-c', ENTER, 'sh', ...folders, process.execPath, user]
  return {
    volume,
    command: (...command) => ['unshare', [...before, ...command]],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Returns whether this process may run an image. @throws Error in CI, where it must */
export function canRunImage(): boolean {
  const { status, stderr } = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], {
    encoding: 'utf8',
  })
  if (status === 0) return true
  const skipped = `the image is not run: only root can mount (${stderr?.trim() || 'unshare is missing'})`
  if (process.env.CI !== undefined) throw new Error(skipped)
  console.log(skipped)
  return false
}
