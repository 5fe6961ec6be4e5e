/**
 * Vectors of withdrawal destinations: texts that are valid addresses, and texts that are not. They start from the deposit
 * addresses of addresses.json, which come from public mnemonics. For TRC20 everything is computed here: base58 with exact
 * integers, checksums with openssl. For ERC20 the mixed case of EIP-55 comes from addresses.json, because some builds of
 * openssl have no Keccak; every other mixed case of the same address is wrong.
 */
import { readFileSync } from 'node:fs'
import { root } from '../lib/run.js'
import { sha256 } from './openssl.js'

type Network = 'ERC20' | 'TRC20'
interface Row {
  name: string
  network: Network
  address: string
  expected: 'valid' | 'invalid'
  /** The 20 bytes of a valid address. */
  hex?: string
}
interface Derived {
  network: Network
  addresses: { address: string; hex?: string }[]
}

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const MAINNET = '41'
const ZERO = '00'.repeat(20)
/** The last bytes of accounts without a known key: the first and the last precompiled one, and the usual burn address. */
const LOW_ACCOUNTS = ['0001', '01ff', 'dead', 'ffff'] as const
/** Contracts and burn addresses with a known name. */
const DEAD_ENDS = {
  ERC20: {
    'the contract of USDT': '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    'the contract of USDC': '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    'the contract of DAI': '0x6B175474E89094C44Da98b954EedeAC495271d0F',
    'the contract of WETH': '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    'the sign for Ether': '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
    'a longer grave': '0xdEAD000000000000000042069420694206942069',
    'the last account': '0xFFfFfFffFFfffFFfFFfFFFFFffFFFffffFfFFFfF',
  },
  TRC20: {
    'the contract of USDT': 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    'the contract of USDT on Nile': 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
    'the contract of USDT on Shasta': 'TG3XXyExBkPp9nzdajDZsozEu4BkaSJozs',
    'the contract of USDC': 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
    'the contract of WTRX': 'TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR',
    'the black hole of the genesis block': 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy',
    'the black hole': 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
  },
} as const

export async function destinationVectors(): Promise<Row[]> {
  const derived: Derived[] = JSON.parse(readFileSync(`${root}/openapi/vectors/addresses.json`, 'utf8'))
  const of = (network: Network) =>
    derived.filter((row) => row.network === network).flatMap((row) => row.addresses)
  const erc20 = of('ERC20').map(({ address }) => address)
  const trc20 = of('TRC20').map(({ address, hex = '' }) => ({ address, hex: hex.slice(2) }))
  return [...erc20Rows(erc20, trc20[0]?.address ?? ''), ...(await trc20Rows(trc20, erc20[0] ?? ''))]
}

function erc20Rows([first = '', second = '']: string[], trc20: string): Row[] {
  const { valid, invalid } = rowsOf('ERC20')
  const digits = first.slice(2)
  const lower = digits.toLowerCase()
  const upper = digits.toUpperCase()
  return [
    valid('the checksum of EIP-55', first, lower),
    valid('another one', second, second.slice(2).toLowerCase()),
    valid('all lower case', `0x${lower}`, lower),
    valid('all upper case after 0x', `0x${upper}`, lower),
    valid('digits without a letter', `0x${'12'.repeat(20)}`, '12'.repeat(20)),
    invalid('one letter in the wrong case', `0x${swapCase(digits, /[a-f]/i)}`),
    invalid('the last letter in the wrong case', `0x${swapCase(digits, /[a-f](?=[^a-f]*$)/i)}`),
    invalid('every letter in the wrong case', `0x${swapCase(digits, /[a-f]/gi)}`),
    invalid('the case of another address', `0x${caseOf(second.slice(2), lower)}`),
    invalid('no 0x', digits),
    invalid('no 0x, all lower case', lower),
    invalid('0X', `0X${upper}`),
    invalid('39 digits', `0x${lower.slice(1)}`),
    invalid('41 digits', `0x${lower}0`),
    invalid('a letter that is no digit', `0x${lower.slice(0, 39)}g`),
    invalid('the address as a word of 32 bytes', `0x${'00'.repeat(12)}${lower}`),
    invalid('the zero address', `0x${ZERO}`),
    ...LOW_ACCOUNTS.map((end) => invalid(`the account 0x…${end}`, `0x${'00'.repeat(18)}${end}`)),
    invalid('the account 0x…dEaD with its checksum', `0x${'00'.repeat(18)}dEaD`),
    valid('the first account behind those', `0x${'00'.repeat(17)}010000`, `${'00'.repeat(17)}010000`),
    ...Object.entries(DEAD_ENDS.ERC20).flatMap(([name, address]) => [
      invalid(name, address),
      invalid(`${name} in lower case`, address.toLowerCase()),
    ]),
    invalid('ICAP', icap(lower)),
    invalid('a TRC20 address', trc20),
    invalid('a name', 'shop.eth'),
    ...strays(invalid, first),
    invalid('full-width digits', `0x${'１２'.repeat(20)}`),
  ]
}

async function trc20Rows(derived: { address: string; hex: string }[], erc20: string): Promise<Row[]> {
  const { valid, invalid } = rowsOf('TRC20')
  const [one, two] = derived
  if (one === undefined || two === undefined) throw new Error('addresses.json has no TRC20 addresses')
  const { address, hex } = one
  if (address !== (await base58check(MAINNET + hex))) throw new Error(`${address} is not made of ${hex}`)
  return [
    valid('a mainnet address', address, hex),
    valid('another one', two.address, two.hex),
    valid('bytes without a high bit', await base58check(MAINNET + '12'.repeat(20)), '12'.repeat(20)),
    invalid('the last character mistyped', address.slice(0, -1) + another(address.at(-1))),
    invalid(
      'a character in the middle mistyped',
      address.slice(0, 9) + another(address[9]) + address.slice(10),
    ),
    invalid('two neighbours exchanged', exchange(address)),
    invalid('no checksum', base58(MAINNET + hex)),
    invalid(
      'a checksum of one hash instead of two',
      base58(MAINNET + hex + (await sha256(bytes(MAINNET + hex))).slice(0, 8)),
    ),
    invalid('another prefix that reads T as well', await base58check(`42${hex}`)),
    invalid('the prefix of a test network', await base58check(`a0${hex}`)),
    invalid('the prefix of another chain', await base58check(`00${hex}`)),
    invalid('19 bytes', await base58check(MAINNET + hex.slice(2))),
    invalid('21 bytes', await base58check(`${MAINNET}${hex}00`)),
    invalid('33 characters', address.slice(0, -1)),
    invalid('35 characters', `${address}1`),
    invalid('the hex form', MAINNET + hex),
    invalid('the hex form after 0x', `0x${MAINNET}${hex}`),
    invalid('its 20 bytes in hex', `0x${hex}`),
    invalid('the zero address', await base58check(MAINNET + ZERO)),
    ...(await Promise.all(
      LOW_ACCOUNTS.map(async (end) =>
        invalid(`the account 41…${end}`, await base58check(`${MAINNET}${'00'.repeat(18)}${end}`)),
      ),
    )),
    ...Object.entries(DEAD_ENDS.TRC20).map(([name, address]) => invalid(name, address)),
    invalid('all lower case', address.toLowerCase()),
    invalid('all upper case', address.toUpperCase()),
    invalid('a zero, which base58 lacks', `${address.slice(0, 20)}0${address.slice(21)}`),
    invalid('a lower-case L, which base58 lacks', `${address.slice(0, 20)}l${address.slice(21)}`),
    invalid('an ERC20 address', erc20),
    ...strays(invalid, address),
  ]
}

function rowsOf(network: Network) {
  return {
    valid: (name: string, address: string, hex: string): Row => {
      return { name: `${network}: ${name}`, network, address, expected: 'valid', hex }
    },
    invalid: (name: string, address: string): Row => {
      return { name: `${network}: ${name}`, network, address, expected: 'invalid' }
    },
  }
}

/** Texts around an address, and texts in place of one. */
function strays(invalid: (name: string, address: string) => Row, address: string): Row[] {
  return [
    invalid('nothing', ''),
    invalid('a space before', ` ${address}`),
    invalid('a space after', `${address} `),
    invalid('a line feed after', `${address}\n`),
    invalid('a null character after', `${address}\0`),
    invalid('twice', address + address),
  ]
}

const bytes = (hex: string) => Buffer.from(hex, 'hex')

async function base58check(hex: string): Promise<string> {
  const twice = await sha256(bytes(await sha256(bytes(hex))))
  return base58(hex + twice.slice(0, 8))
}

/** Zero bytes at the front are written as one `1` each. */
function base58(hex: string): string {
  const zeros = /^(?:00)*/.exec(hex)?.[0].length ?? 0
  let text = ''
  for (let rest = BigInt(`0x${hex}`); rest > 0n; rest /= 58n)
    text = ALPHABET.charAt(Number(rest % 58n)) + text
  return '1'.repeat(zeros / 2) + text
}

/** `XE`, two check digits modulo 97 and the address in base 36, as in an IBAN. */
function icap(hex: string): string {
  const base36 = BigInt(`0x${hex}`).toString(36).toUpperCase()
  const digits = Array.from(`${base36}XE00`, (char) => Number.parseInt(char, 36)).join('')
  const check = 98n - (BigInt(digits) % 97n)
  return `XE${check.toString().padStart(2, '0')}${base36}`
}

function swapCase(text: string, letters: RegExp): string {
  return text.replace(letters, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}

/** The letters of an address in the case that another has at the same places; digits there count as lower case. */
function caseOf(other: string, lower: string): string {
  return Array.from(lower, (char, at) => (/[A-F]/.test(other.charAt(at)) ? char.toUpperCase() : char)).join(
    '',
  )
}

/** The character after this one in the alphabet. */
function another(char = ''): string {
  return ALPHABET.charAt((ALPHABET.indexOf(char) + 1) % ALPHABET.length)
}

function exchange(address: string): string {
  const at = Array.from(address).findIndex((char, index) => index > 1 && char !== address[index + 1])
  return address.slice(0, at) + address.charAt(at + 1) + address.charAt(at) + address.slice(at + 2)
}
