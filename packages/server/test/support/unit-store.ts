import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Committed, Store } from '../../src/domain/ports.js'
import { openStore } from '../../src/storage/open.js'
import { temporaryFolder } from './folder.js'
import { START } from './unit-context.js'

/** A migrated store on a file of its own, closed when the test ends. */
export function temporaryStore(onCommit: (committed: Committed) => void = () => undefined): {
  store: Store
  file: string
} {
  const file = join(temporaryFolder(), 'books.db')
  return { file, store: storeOn(file, onCommit) }
}

export function storeOn(file: string, onCommit: (committed: Committed) => void = () => undefined): Store {
  const store = openStore({ file, now: START, onCommit })
  onTestFinished(() => store.close())
  return store
}

/** A promise and the function that fulfils it. */
export function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}
