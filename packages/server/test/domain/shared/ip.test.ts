import { contains, unwrapIpv4 } from '@merchantpay/core/ip'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseBlock, parseIp } from '../../../src/domain/shared/ip.js'

const ip = (text: string) => {
  const parsed = parseIp(text)
  if (!parsed) throw new Error(`no address: ${text}`)
  return parsed
}

describe('an IP address', () => {
  const spellings: Record<string, [version: 4 | 6, bits: bigint]> = {
    '0.0.0.0': [4, 0n],
    '127.0.0.1': [4, 0x7f000001n],
    '255.255.255.255': [4, 0xffffffffn],
    '::': [6, 0n],
    '::1': [6, 1n],
    '1::': [6, 1n << 112n],
    '1:2:3:4:5:6:7:8': [6, 0x00010002000300040005000600070008n],
    '1:2:3:4:5:6:7::': [6, 0x00010002000300040005000600070000n],
    '::2:3:4:5:6:7:8': [6, 0x00000002000300040005000600070008n],
    '2001:DB8::A': [6, 0x20010db800000000000000000000000an],
    '2001:0db8:0000:0000:0000:0000:0000:000a': [6, 0x20010db800000000000000000000000an],
    'fe80::123': [6, 0xfe800000000000000000000000000123n],
    '::ffff:127.0.0.1': [6, 0xffff7f000001n],
    '::FFFF:7F00:1': [6, 0xffff7f000001n],
    '64:ff9b::8.8.8.8': [6, 0x0064ff9b000000000000000008080808n],
    '1:2:3:4:5:6:7.8.9.10': [6, 0x0001000200030004000500060708090an],
    'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff': [6, (1n << 128n) - 1n],
  }
  for (const [text, [version, bits]] of Object.entries(spellings)) {
    it(`is read from ${text}`, () => {
      expect(parseIp(text)).toEqual({ version, bits })
    })
  }

  const refused = [
    '',
    'localhost',
    '127.1',
    '127.0.0.01',
    '0x7f.0.0.1',
    '2130706433',
    '256.0.0.1',
    '1.2.3.4.5',
    ' 127.0.0.1',
    '127.0.0.1\n',
    '[::1]',
    '::1%eth0',
    'fe80::1%1',
    '::1::',
    '12345::',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '::ffff:256.0.0.1',
    '::ffff:127.0.0.1:1',
    'g::',
  ]
  for (const text of refused) {
    it(`is not read from ${JSON.stringify(text)}`, () => {
      expect(parseIp(text)).toBeUndefined()
    })
  }

  it('is the same in full and in the short spelling of the URL parser', () => {
    const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }))
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
        const full = groups.map((value) => value.toString(16).padStart(4, '0')).join(':')
        const short = new URL(`http://[${full}]/`).hostname.slice(1, -1)
        const bits = BigInt(`0x${full.replaceAll(':', '')}`)
        expect(parseIp(short)).toEqual({ version: 6, bits })
        expect(parseIp(full)).toEqual({ version: 6, bits })
      }),
      { seed: 11, numRuns: 1_000 },
    )
  })
})

describe('a CIDR block', () => {
  it('holds its first and its last address and neither neighbour', () => {
    const block = parseBlock('10.4.0.0/14')
    const held = ['10.3.255.255', '10.4.0.0', '10.7.255.255', '10.8.0.0'].map((text) =>
      contains(block, ip(text)),
    )
    expect(held).toEqual([false, true, true, false])
  })

  it('a CIDR block of IPv6 holds its first and its last address and neither neighbour', () => {
    const block = parseBlock('2001:db8::/32')
    const held = ['2001:db7:ffff::', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db9::']
    expect(held.map((text) => contains(block, ip(text)))).toEqual([false, true, true, false])
  })

  it('a CIDR block of prefix 0 holds every address of its version and none of the other', () => {
    expect(contains(parseBlock('0.0.0.0/0'), ip('255.255.255.255'))).toBe(true)
    expect(contains(parseBlock('0.0.0.0/0'), ip('::'))).toBe(false)
    expect(contains(parseBlock('::/0'), ip('ffff::'))).toBe(true)
    expect(contains(parseBlock('::/0'), ip('0.0.0.0'))).toBe(false)
  })

  it('a CIDR block of full length holds one address', () => {
    expect(contains(parseBlock('192.0.2.1/32'), ip('192.0.2.1'))).toBe(true)
    expect(contains(parseBlock('192.0.2.1/32'), ip('192.0.2.2'))).toBe(false)
    expect(contains(parseBlock('::1/128'), ip('::1'))).toBe(true)
    expect(contains(parseBlock('::1/128'), ip('::'))).toBe(false)
  })

  it('may be written with any of its addresses', () => {
    expect(contains(parseBlock('10.1.2.3/8'), ip('10.255.0.1'))).toBe(true)
  })

  for (const text of [
    '',
    '10.0.0.0',
    '10.0.0.0/',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/-1',
    '10.0.0.0/8x',
    '/8',
  ]) {
    it(`is not read from ${JSON.stringify(text)}`, () => {
      expect(() => parseBlock(text)).toThrow(TypeError)
    })
  }

  it('names the text that is none', () => {
    expect(() => parseBlock('intranet')).toThrow('not a CIDR block: intranet')
  })
})

describe('the IPv4 address inside an IPv6 one', () => {
  const inside: Record<string, string> = {
    '::ffff:127.0.0.1': '127.0.0.1',
    '::ffff:7f00:1': '127.0.0.1',
    '64:ff9b::a9fe:a9fe': '169.254.169.254',
    '64:ff9b::10.0.0.1': '10.0.0.1',
    '2002:7f00:1::': '127.0.0.1',
    '2002:c0a8:101:1:2:3:4:5': '192.168.1.1',
    '2002:808:808::1': '8.8.8.8',
  }
  for (const [outer, inner] of Object.entries(inside)) {
    it(`the IPv4 address inside an IPv6 one of ${outer} is ${inner}`, () => {
      expect(unwrapIpv4(ip(outer))).toEqual(ip(inner))
    })
  }

  const bare = [
    '8.8.8.8',
    '::1',
    '::7f00:1',
    '::fffe:7f00:1',
    '64:ff9b:1::7f00:1',
    '2001::1',
    '2003::1',
    '::1:0:0:0',
  ]
  for (const text of bare) {
    it(`is not looked for in ${text}`, () => {
      expect(unwrapIpv4(ip(text))).toEqual(ip(text))
    })
  }
})
