import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { mustRun, root } from '../../../tools/lib/run.js'
import type { Titled } from './client.js'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** Installs the pinned peers that are missing or have another version. They are not part of the workspaces. */
export async function installPeers(): Promise<void> {
  const isInstalled = Object.entries(pins()).every(([name, version]) => versionOf(name) === version)
  if (isInstalled) return
  console.error('installing the pinned peers in bench/sdk/peers')
  await mustRun('npm', ['ci', '--prefix', folder, '--ignore-scripts'])
}

/** The names of a client's packages with the measured versions. */
export function titleOf({ packages }: Titled): string {
  return Object.entries(packages)
    .map(([short, name]) => `${short} ${versionOf(name)}`)
    .join(' + ')
}

/** The installed version: in this folder, or in the checkout if that needs the package too. */
function versionOf(name: string): string | undefined {
  const file = [folder, `${root}/`].map((from) => `${from}node_modules/${name}/package.json`).find(existsSync)
  return file && (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

function pins(): Record<string, string> {
  const manifest = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as {
    dependencies: Record<string, string>
  }
  return manifest.dependencies
}
