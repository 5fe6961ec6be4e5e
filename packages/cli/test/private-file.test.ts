import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makeScratchFolder } from '../../server/test/support/storage/scratch-folder.js'
import { writePrivate } from '../src/private-file.js'

function scratchFolder(): string {
  const folder = makeScratchFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

it('writes a private file through no link, and with the rights of no older file', () => {
  const folder = scratchFolder()
  const file = join(folder, 'secrets')
  const other = join(folder, 'other')
  writeFileSync(other, 'of another program')
  writeFileSync(file, 'old', { mode: 0o644 })
  symlinkSync(other, `${file}.${process.pid}`)

  writePrivate(file, 'new')

  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['new', 0o600])
  expect(readFileSync(other, 'utf8')).toBe('of another program')
  expect(readdirSync(folder)).toHaveLength(3)
})

it('leaves nothing behind where a private file cannot be replaced', () => {
  const folder = scratchFolder()
  mkdirSync(join(folder, 'secrets'))
  expect(() => writePrivate(join(folder, 'secrets'), 'new')).toThrow()
  expect(readdirSync(folder)).toEqual(['secrets'])
})
