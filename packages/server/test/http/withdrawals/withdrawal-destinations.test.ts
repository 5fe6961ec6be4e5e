import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { sandboxAddress } from '../../../src/chain/sandbox/sandbox-addresses.js'
import { ORDER, useHarness } from '../../support/server/harness.js'
import { error, refusal } from '../../support/server/refusals.js'
import { fund, PAYEE, withdraw } from '../../support/withdrawals/withdrawals.js'

const TRON = createBase58check(sha256)
const tron = (prefix: number, bytes: Uint8Array): string => TRON.encode(Uint8Array.of(prefix, ...bytes))
const bytesOf = (address: string): Uint8Array => TRON.decode(address).subarray(1)
const hexOf = (address: string): string => Buffer.from(bytesOf(address)).toString('hex')

describe('the destination of a withdrawal', () => {
  const shared = useHarness()
  const [lower, upper] = [PAYEE.ERC20.toLowerCase(), `0x${PAYEE.ERC20.slice(2).toUpperCase()}`]
  const wrongCase = PAYEE.ERC20.replace('5aA', '5aa')
  const lastChanged = `${PAYEE.TRC20.slice(0, -1)}${PAYEE.TRC20.endsWith('z') ? 'y' : 'z'}`
  const zero = new Uint8Array(20)

  const matrix: [network: keyof typeof PAYEE, what: string, address: string, isAccepted: boolean][] = [
    ['ERC20', 'with its checksum', PAYEE.ERC20, true],
    ['ERC20', 'in lower case', lower, true],
    ['ERC20', 'in upper case', upper, true],
    ['ERC20', 'with a wrong checksum', wrongCase, false],
    ['ERC20', 'without 0x', PAYEE.ERC20.slice(2), false],
    ['ERC20', 'with 0X', `0X${PAYEE.ERC20.slice(2)}`, false],
    ['ERC20', 'a digit short', PAYEE.ERC20.slice(0, -1), false],
    ['ERC20', 'a digit long', `${PAYEE.ERC20}0`, false],
    ['ERC20', 'in ICAP', 'XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS', false],
    ['ERC20', 'zero', `0x${'0'.repeat(40)}`, false],
    ['ERC20', 'the token', '0xdAC17F958D2ee523a2206206994597C13D831ec7', false],
    ['ERC20', 'the token in lower case', '0xdac17f958d2ee523a2206206994597c13d831ec7', false],
    ['ERC20', 'of the other network', PAYEE.TRC20, false],
    ['ERC20', 'the hot wallet', sandboxAddress('ERC20', 'hot-wallet'), false],
    ['ERC20', 'the hot wallet in lower case', sandboxAddress('ERC20', 'hot-wallet').toLowerCase(), false],
    ['ERC20', "the wallet's control address", '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', false],
    ['ERC20', 'with a line feed', `${PAYEE.ERC20}\n`, false],
    ['TRC20', 'with its checksum', PAYEE.TRC20, true],
    ['TRC20', 'with a wrong checksum', lastChanged, false],
    ['TRC20', 'of another prefix', tron(0x00, bytesOf(PAYEE.TRC20)), false],
    ['TRC20', 'of the test networks', tron(0xa0, bytesOf(PAYEE.TRC20)), false],
    ['TRC20', 'in hex', `41${hexOf(PAYEE.TRC20)}`, false],
    ['TRC20', 'in hex with 0x', `0x${hexOf(PAYEE.TRC20)}`, false],
    ['TRC20', 'in lower case', PAYEE.TRC20.toLowerCase(), false],
    ['TRC20', 'zero', tron(0x41, zero), false],
    ['TRC20', 'the token', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', false],
    ['TRC20', 'of the other network', PAYEE.ERC20, false],
    ['TRC20', 'the hot wallet', sandboxAddress('TRC20', 'hot-wallet'), false],
    ['TRC20', "the wallet's control address", 'TWer2Ygk5TEheHp3TPuYeqxmB6SsGZmaL6', false],
    ['TRC20', 'with a space', ` ${PAYEE.TRC20}`, false],
  ]
  it.each(matrix)(
    'the destination of a withdrawal on %s, %s: %s',
    async (network, _what, address, isAccepted) => {
      const keys = await shared.harness.register()
      await fund(shared.harness, keys, '50')
      const answer = await withdraw(shared.harness, keys, { network, destination_address: address })
      if (isAccepted) expect(answer.json.destination_address).toBe(address)
      else expect(refusal(answer)).toEqual(error(400, 'invalid destination address'))
    },
  )

  it.each(['TRC20', 'ERC20'])(
    'is no address that the service has leased on %s, to any merchant',
    async (network) => {
      const { harness } = shared
      const [keys, other] = [await harness.register(), await harness.register()]
      await fund(harness, keys, '50')
      const order = await harness.call('POST', '/v1/orders', { keys: other, body: { ...ORDER, network } })
      const address = String(order.json.payment_address)
      const spellings = network === 'ERC20' ? [address, address.toLowerCase()] : [address]
      for (const destination of spellings) {
        const answer = await withdraw(harness, keys, { network, destination_address: destination })
        expect(refusal(answer)).toEqual(error(400, 'invalid destination address'))
      }
    },
  )
})
