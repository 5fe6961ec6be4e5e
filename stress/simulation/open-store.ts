import type { Store } from '../../packages/server/src/domain/store/store.js'
import { type OpenOptions, openStore as open } from '../../packages/server/src/storage/open.js'

/** How the stores of a life are used. */
interface StoreWatch {
  /** Does work of the database. */
  during<Result>(work: () => Promise<Result>): Promise<Result>
  over(store: Store): Store
}

let watch: StoreWatch = { during: (work) => work(), over: (store) => store }

/** Lets all stores that are opened from now on be watched, of servers and of commands. */
export function watchStores(next: StoreWatch): void {
  watch = next
}

/** Stands for the function of the server, where servers and commands of a life call it. */
export const openStore = async (options: OpenOptions): Promise<Store> =>
  watch.over(watched(await watch.during(() => open(options))))

const watched = (store: Store): Store => ({
  read: (work) => watch.during(() => store.read(work)),
  write: (work) => watch.during(() => store.write(work)),
  forWorkers: () => watched(store.forWorkers()),
  close: () => watch.during(() => store.close()),
})
