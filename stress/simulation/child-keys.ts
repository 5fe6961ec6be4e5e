import { childKeys as derive, type ParentKey } from '../../packages/server/src/chain/wallet/child-key.js'

/** Keys by the public key of their parent, and by their index. */
const known = new Map<string, Map<number, Uint8Array>>()

/**
 * Stands for the function of the server, and remembers its keys for the rest of the process: each start of a server derives
 * the same thousand, which takes longer than all else that it does in a quiet hour.
 */
export function childKeys(parent: ParentKey): (index: number) => Uint8Array {
  const deriveChild = derive(parent)
  const name = Buffer.from(parent.publicKey).toString('hex')
  const children = known.get(name) ?? new Map<number, Uint8Array>()
  known.set(name, children)
  return (index) => {
    const child = children.get(index) ?? deriveChild(index)
    children.set(index, child)
    return child
  }
}
