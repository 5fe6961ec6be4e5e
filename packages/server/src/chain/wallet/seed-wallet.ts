import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { HDKey } from '@scure/bip32'
import { requirePrivate } from '../../runtime/key-file.js'

/** The keys of a wallet, derived from its seed. Only offline commands open one. */
export interface SeedWallet {
  readonly xpub: string
  /** Authenticates a text under a key that only this seed derives. @returns 64 hex digits */
  seal(text: string): string
  /** Returns the key of a receiving address, 64 hex digits. */
  keyAt(index: number): string
}

const ACCOUNT_DEPTH = 3
const SEAL = 'merchantpay sweep pin'

/**
 * Reads a recovery phrase of BIP-39 from a file: its words on the first line, and its passphrase, if it has one, on the
 * second. No message contains any part of it.
 *
 * @param path derivation path of an account, or of its change node 0
 * @throws Error that describes the problem with the file or the path
 */
export async function openSeedWallet(file: string, path: string): Promise<SeedWallet> {
  requirePrivate(file)
  const [words = '', passphrase = '', ...rest] = readFileSync(file, 'utf8').trimEnd().split(/\r?\n/)
  if (rest.length > 0)
    throw new Error(`${file}: expected the words on one line, and at most a passphrase below`)
  const root = HDKey.fromMasterSeed(await seedOf(file, words, passphrase))
  const key = derive(root, path)
  if (key.depth !== ACCOUNT_DEPTH && key.depth !== ACCOUNT_DEPTH + 1)
    throw new Error(`${path}: expected the path of an account, or of its change node 0`)
  const change = key.depth === ACCOUNT_DEPTH ? key.deriveChild(0) : key
  return {
    xpub: key.publicExtendedKey,
    seal: (text) => createHmac('sha256', sealKey(key)).update(text).digest('hex'),
    keyAt: (index) => hexOf(change.deriveChild(index)),
  }
}

async function seedOf(file: string, words: string, passphrase: string): Promise<Uint8Array> {
  const { Mnemonic } = await import('ethers')
  try {
    return Buffer.from(
      Mnemonic.fromPhrase(words.trim().split(/\s+/).join(' '), passphrase).computeSeed().slice(2),
      'hex',
    )
  } catch {
    // The error of the library quotes the words.
    throw new Error(`${file}: not a recovery phrase of BIP-39: a word or the checksum is wrong`)
  }
}

function derive(root: HDKey, path: string): HDKey {
  try {
    return root.derive(path)
  } catch {
    throw new Error(`${path}: not a derivation path`)
  }
}

/** Not the key itself, so that a seal tells nothing about it. */
const sealKey = (key: HDKey): Buffer => createHmac('sha256', SEAL).update(hexOf(key)).digest()

function hexOf({ privateKey }: HDKey): string {
  if (!privateKey) throw new Error('no such child key')
  return Buffer.from(privateKey).toString('hex')
}
