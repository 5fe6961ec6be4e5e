/** Packs a package as npm would publish it, and installs the tarball without a registry. */
import { mkdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { mustRun, root } from '../lib/run.js'

export interface Tarball {
  path: string
  filename: string
  /** Bytes. */
  size: number
  files: string[]
}

interface Packed {
  filename: string
  size: number
  files: { path: string }[]
}

/** Packs a folder, relative to the root, into `destination`. The package must be built. */
export async function pack(folder: string, destination: string): Promise<Tarball> {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', destination]
  const { stdout } = await mustRun('npm', args, { cwd: join(root, folder) })
  const [packed] = JSON.parse(stdout.toString()) as Packed[] // printed by npm
  if (!packed) throw new Error(`npm packed nothing in ${folder}`)
  const { filename, size, files } = packed
  return { path: join(destination, filename), filename, size, files: files.map(({ path }) => path) }
}

/** Unpacks a tarball into the folder that an installation would use. */
export async function install(tarball: Tarball, nodeModules: string, name: string): Promise<void> {
  const folder = join(nodeModules, name)
  await mkdir(folder, { recursive: true })
  await mustRun('tar', ['-xzf', tarball.path, '-C', folder, '--strip-components=1'])
}

/** Links packages of the checkout beside an unpacked one, so that nothing is fetched. */
export async function linkFromCheckout(nodeModules: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const link = join(nodeModules, name)
    await mkdir(dirname(link), { recursive: true })
    await symlink(join(root, 'node_modules', name), link)
  }
}
