import { memberOf } from './lookup.js'

/**
 * Whether this program runs where its users can read it: on a web page, in a worker of one, or in an app. Servers such as
 * Deno and workerd have a `navigator` and the globals of workers too, but name themselves.
 */
export function isAtVisitor(): boolean {
  const { navigator, WorkerGlobalScope } = globalThis as { navigator?: unknown; WorkerGlobalScope?: unknown }
  const isBrowserWorker =
    WorkerGlobalScope !== undefined && `${memberOf(navigator, 'userAgent')}`.startsWith('Mozilla/')
  const isApp = memberOf(navigator, 'product') === 'ReactNative' || 'NativeScriptGlobals' in globalThis
  return 'document' in globalThis || isBrowserWorker || isApp
}
