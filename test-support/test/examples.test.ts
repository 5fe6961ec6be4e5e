import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../tools/lib/run.js'

const receiverOf = (name: string) => readFileSync(join(root, `examples/${name}-receiver/receiver.ts`), 'utf8')

it.each(['fastify', 'hono', 'next'])('the receiver of %s stores events as that of node:http does', (name) => {
  expect(receiverOf(name)).toBe(receiverOf('node'))
})
