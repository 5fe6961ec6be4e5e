import type { VirtualTime } from './virtual-time.js'

/** The process of each lock, by its path. */
const held = new Map<string, object | undefined>()
let time: VirtualTime | undefined

/** Lets the locks of this life belong to its virtual processes. */
export function useLocks(next: VirtualTime): void {
  time = next
}

/** Stands for the function of the server: the kernel does not see that a virtual process ends. @throws Error */
export function lockFile(path: string, message: string): () => void {
  if (held.has(path)) throw new Error(message)
  held.set(path, time?.owner)
  return () => held.delete(path)
}

/** Releases the locks of a process that was killed. */
export function releaseLocks(owner: object): void {
  for (const [path, each] of held) if (each === owner) held.delete(path)
}
