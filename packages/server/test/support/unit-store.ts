import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Committed, Store } from '../../src/domain/ports.js'
import { type OpenOptions, openStore } from '../../src/storage/open.js'
import { temporaryFolder } from './folder.js'
import { START } from './unit-context.js'

/** A migrated store on a file of its own, closed when the test ends. */
export async function temporaryStore(onCommit: (committed: Committed) => void = () => undefined): Promise<{
  store: Store
  file: string
}> {
  const file = join(temporaryFolder(), 'books.db')
  return { file, store: await storeOn(file, { onCommit }) }
}

export async function storeOn(file: string, options: Partial<OpenOptions> = {}): Promise<Store> {
  const store = await openStore({
    database: { engine: 'sqlite', file },
    now: START,
    onCommit: () => undefined,
    onDamage: () => undefined,
    ...options,
  })
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
