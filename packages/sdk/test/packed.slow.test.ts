import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installPacked } from '../scripts/pack/install.js'
import { bundleChecks } from '../scripts/runtimes/bundle.js'
import { type Peers, startPeers } from '../scripts/runtimes/peer.js'
import { runProgram } from '../scripts/runtimes/programs.js'

let folder: string
let peers: Peers

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packed-'))
  peers = await startPeers()
  await installPacked(folder)
  await bundleChecks(folder)
}, 60_000)

afterAll(async () => {
  peers.close()
  await rm(folder, { recursive: true })
})

describe('the packed tarball on this Node', () => {
  it.each(['import', 'require'] as const)(
    'passes every check of the runtimes by %s, and ends',
    async (format) => {
      const results = await runProgram([process.execPath], folder, format, peers)
      expect(results.filter(({ fault }) => fault !== undefined)).toEqual([])
      expect(results).toHaveLength(20)
    },
    60_000,
  )
})
