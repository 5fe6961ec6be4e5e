import { createHash, createHmac, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { encodeAddress, type Network, readDestination, roleAddress } from '../src/chain/addresses.js'
import { hmacSha256, sha256 } from '../src/crypto/sha256.js'
import { toHex } from '../src/ids.js'

interface Destination {
  name: string
  network: Network
  address: string
  expected: 'valid' | 'invalid'
  hex?: string
}

const vectors = new URL('../../../openapi/vectors/', import.meta.url)
const destinations: Destination[] = JSON.parse(readFileSync(new URL('destinations.json', vectors), 'utf8'))

describe('the digests of the in-memory service', () => {
  it('agree with those of the runtime for every length around a block', () => {
    for (let length = 0; length < 200; length += 1) {
      const [data, key] = [randomBytes(length), randomBytes(length)]
      expect(toHex(sha256(data))).toBe(createHash('sha256').update(data).digest('hex'))
      expect(toHex(hmacSha256(key, data))).toBe(createHmac('sha256', key).update(data).digest('hex'))
    }
  })
})

describe('the addresses of the in-memory service', () => {
  it.each(destinations)('agree with the vectors: $name', ({ network, address, expected, hex }) => {
    const spelled = readDestination(network, address)
    expect(spelled === undefined ? 'invalid' : 'valid').toBe(expected)
    if (hex) expect(spelled).toBe(encodeAddress(network, Buffer.from(hex, 'hex')))
  })

  it('the addresses of the in-memory service with a sandbox role are those of the contract', () => {
    const contract = readFileSync(new URL('../merchantpay.v1.yaml', vectors), 'utf8')
    for (const role of ['blacklisted', 'reverts', 'never-mined'] as const) {
      for (const network of ['TRC20', 'ERC20'] as const) {
        expect(contract.toLowerCase()).toContain(roleAddress(network, role).toLowerCase())
      }
    }
  })
})
