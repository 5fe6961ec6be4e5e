import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PLANTED } from '../../../../stress/simulation/planted.js'

it.each(PLANTED)('the planted fault "$name" fits the sources', ({ file, from, to }) => {
  const text = readFileSync(new URL(`../../src/${file}`, import.meta.url), 'utf8')
  expect([text.split(from).length - 1, from === to]).toEqual([1, false])
})
