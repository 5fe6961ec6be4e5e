import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { childKeys as derive, type ParentKey } from '../../packages/server/src/chain/wallet/child-key.js'

/** Beside the bundle, for all its lives. */
const FILE = join(dirname(`${process.argv[1]}`), 'child-keys.json')
/** Keys in hex, by the public key of their parent and their index. */
const known: Map<string, string> = new Map(
  existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as [string, string][]) : [],
)
const first = known.size

/**
 * Stands for the function of the server, and remembers its keys: each start of a server derives the same thousand, which
 * takes longer than all else that it does in a quiet hour.
 */
export function childKeys(parent: ParentKey): (index: number) => Uint8Array {
  const deriveChild = derive(parent)
  const name = Buffer.from(parent.publicKey).toString('hex')
  return (index) => {
    const key = `${name}/${index}`
    const child = known.get(key) ?? Buffer.from(deriveChild(index)).toString('hex')
    known.set(key, child)
    return Buffer.from(child, 'hex')
  }
}

/** Keeps the keys for the lives that follow. */
export function keepChildKeys(): void {
  if (known.size === first) return
  const draft = `${FILE}.${process.pid}`
  writeFileSync(draft, JSON.stringify([...known]))
  renameSync(draft, FILE)
}
