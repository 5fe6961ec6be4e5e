import type { Store } from '../../packages/server/src/domain/store/store.js'
import { type OpenOptions, openStore as open } from '../../packages/server/src/storage/open.js'

let noted = (store: Store): Store => store

/** Lets all stores that are opened from now on be seen, of servers and of commands. */
export function noteStores(over: (store: Store) => Store): void {
  noted = over
}

/** Stands for the function of the server, where servers and commands of a life call it. */
export const openStore = async (options: OpenOptions): Promise<Store> => noted(await open(options))
