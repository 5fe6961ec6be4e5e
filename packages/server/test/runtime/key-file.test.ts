import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { requirePrivate } from '../../src/runtime/key-file.js'
import { temporaryFolder } from '../support/server/folder.js'

/** A key file in a folder with a space in its name. */
function keyFile(mode: number): { folder: string; file: string } {
  const folder = join(temporaryFolder(), 'the keys')
  mkdirSync(folder)
  const file = join(folder, 'hot.key')
  writeFileSync(file, 'key')
  chmodSync(file, mode)
  return { folder, file }
}

/** The mounts of a process in which `folder` is a mount of its own. */
const mountsWith = (folder: string, options: string) => () =>
  [
    '22 1 0:21 / / rw,relatime - ext4 /dev/root rw',
    `40 22 0:44 / ${folder.replaceAll(' ', '\\040')} ${options} - tmpfs tmpfs rw`,
    '41 22 0:45 / /proc ro,nosuid - proc proc rw',
  ].join('\n')

describe('a key file', () => {
  it.each([0o600, 0o400])('is open to its owner with mode %o, on any mount', (mode) => {
    const { file } = keyFile(mode)
    expect(() => requirePrivate(file, () => '')).not.toThrow()
  })

  it.each([0o440, 0o640])('may be open to its group with mode %o on a read-only mount', (mode) => {
    const { folder, file } = keyFile(mode)
    expect(() => requirePrivate(file, mountsWith(folder, 'ro,nosuid'))).not.toThrow()
    for (const mounts of [mountsWith(folder, 'rw,nosuid'), mountsWith(`${folder}2`, 'ro'), () => ''])
      expect(() => requirePrivate(file, mounts)).toThrow(
        `${file}: others can read it; its mode must be 0600, or 0440 on a read-only mount, not 0${mode.toString(8)}`,
      )
  })

  it.each([0o444, 0o644, 0o460, 0o441])('is refused with mode %o, on a read-only mount too', (mode) => {
    const { folder, file } = keyFile(mode)
    expect(() => requirePrivate(file, mountsWith(folder, 'ro'))).toThrow('others can read it')
  })

  it('is judged by the mount that a link leads to', () => {
    const { folder, file } = keyFile(0o440)
    const link = join(temporaryFolder(), 'link')
    symlinkSync(file, link)
    expect(() => requirePrivate(link, mountsWith(folder, 'ro'))).not.toThrow()
  })

  it('is judged by the last mount on its folder', () => {
    const { folder, file } = keyFile(0o440)
    const mounts = () => `${mountsWith(folder, 'ro')()}\n${mountsWith(folder, 'rw')()}`
    expect(() => requirePrivate(file, mounts)).toThrow('others can read it')
  })
})
