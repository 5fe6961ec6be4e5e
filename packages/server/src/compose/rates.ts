import type { Config } from '../config/settings.js'
import type { Context } from '../domain/context.js'
import type { Store } from '../domain/store/store.js'
import { rateReader } from '../workers/rates/rate-reader.js'
import type { Worker } from '../workers/worker.js'

/** Builds the worker that reads exchange rates, where the settings name their source. */
export const rateWorkers = (
  store: Store,
  {
    config,
    context,
    fetch,
  }: { config: Config; context: Context; fetch?: typeof globalThis.fetch | undefined },
): Worker[] =>
  config.ratesUrl === undefined ? [] : [rateReader(store, context, { url: config.ratesUrl, fetch })]
