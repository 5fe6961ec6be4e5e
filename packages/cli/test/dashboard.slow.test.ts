import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { useWorld } from './support/world.js'

const use = useWorld()

/** A folder of programs, of which each writes the address that it shall open into a file. */
function openers(file: string): string {
  const folder = join(use.world.folder, 'bin')
  mkdirSync(folder)
  for (const name of ['xdg-open', 'open']) {
    writeFileSync(
      join(folder, name),
      `#!/bin/sh\nprintf %s "$1" > '${file}.new' && mv '${file}.new' '${file}'\n`,
    )
    chmodSync(join(folder, name), 0o755)
  }
  return folder
}

describe('dashboard --open', { timeout: 120_000 }, () => {
  it('opens the link in the browser', async () => {
    const file = join(use.world.folder, 'opened')
    const PATH = `${openers(file)}:${process.env.PATH}`
    const { code, stdout } = await use.world.call(['dashboard', '--open'], {
      env: { ...use.world.env, PATH },
    })
    expect(code).toBe(0)
    await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toBe(stdout.trim()), { timeout: 60_000 })
  })

  it('prints the link where no browser can be started', async () => {
    const env = { ...use.world.env, PATH: join(use.world.folder, 'none') }
    const { code, stdout, stderr } = await use.world.call(['dashboard', '--open'], { env })
    expect([code, stdout]).toEqual([0, expect.stringContaining('/dashboard/sign-in/')])
    expect(stderr).toContain('open the link by hand')
  })
})
