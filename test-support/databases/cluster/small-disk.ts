import { readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnWatched, UNPRIVILEGED } from '../../processes/death-pipe.js'
import { madeFolder } from './run-program.js'

const WAIT_MS = 10_000
const POLL_MS = 20
const CHUNK = 1 << 20

/** A folder with a file system of its own in memory, which can be filled. */
export interface SmallDisk {
  readonly folder: string
  /** Takes all space that is left. */
  fill(): void
  /** Gives the space back. */
  free(): void
  stop(): Promise<void>
}

/** Mounts a disk for the unprivileged user. Undefined where this process may not mount. */
export async function startSmallDisk(parent: string, megabytes: number): Promise<SmallDisk | undefined> {
  const folder = madeFolder(join(parent, 'disk-'))
  const owner = UNPRIVILEGED === undefined ? '' : `,uid=${UNPRIVILEGED},gid=${UNPRIVILEGED}`
  const child = spawnWatched({
    folder: madeFolder(join(parent, 'mount-')),
    prepare: `mount -t tmpfs -o size=${megabytes}m,mode=0700${owner} tmpfs ${folder}`,
    stopWith: 'TERM',
    command: ['/bin/sh', '-c', 'trap \'umount -l "$1"; exit\' TERM; while :; do sleep 1; done', 'sh', folder],
  })
  const exited = child.exited.then(() => true)
  for (const deadline = performance.now() + WAIT_MS; !isMounted(folder); )
    if (performance.now() > deadline || (await Promise.race([exited, pause()]))) return undefined
  const filler = join(folder, 'filler')
  return {
    folder,
    fill() {
      for (let left = statfsSync(folder); left.bavail > 0; left = statfsSync(folder))
        writeFileSync(filler, Buffer.alloc(Math.min(CHUNK, left.bavail * left.bsize)), { flag: 'a' })
    },
    free: () => rmSync(filler, { force: true }),
    stop: child.stop,
  }
}

const isMounted = (folder: string): boolean =>
  readFileSync('/proc/mounts', 'utf8').includes(` ${folder} tmpfs `)

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, POLL_MS))
