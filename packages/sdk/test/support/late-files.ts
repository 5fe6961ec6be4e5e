/** Programs of their own, in which files of the built package cannot be read for a while. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { KEY_ID, SECRET } from './keys.js'

const INDEX = new URL('../../dist/index.js', import.meta.url).href
const START = `
import { closeSync, openSync } from 'node:fs'
const { MerchantPay, MerchantPayError, ApiError } = await import(${JSON.stringify(INDEX)})
const fetch = async () => new Response('{"error":"order not found"}', { status: 404 })
const key = { baseUrl: 'https://pay.example', keyId: '${KEY_ID}', secret: '${SECRET}' }
const mp = new MerchantPay({ ...key, fetch, maxRetries: 0, rateLimit: false })
const uses = {
  call: () => mp.orders.get('o1'),
  wait: () => mp.orders.waitForPaid('o1'),
  stream: () => mp.orders.stream('o1').next(),
  walk: () => mp.orders.iterate().toArray({ max: 1 }),
  raw: async () => (await mp.raw.GET('/v1/orders')).error,
}
const told = {}
const use = async () => {
  for (const [name, run] of Object.entries(uses)) {
    const end = await run().catch((error) => error)
    const { code, outcome } = end
    ;(told[name] ??= []).push(code ?? end.error)
    if (code && !(end instanceof MerchantPayError)) told[name].push('of no class')
    if (code === 'order_not_found' && !(end instanceof ApiError)) told[name].push('of another class')
  }
}
`

/** Uses everything that loads late twice without a free file handle, then twice with some. @returns the codes, by use */
export async function withoutHandles(): Promise<Record<string, string[]>> {
  return run(
    `${START}
const handles = []
try {
  for (;;) handles.push(openSync('/dev/null'))
} catch {}
await use()
await use()
handles.forEach(closeSync)
await use()
await use()
process.stdout.write(JSON.stringify(told))`,
    'ulimit -n 60 && exec "$@"',
  )
}

/** Does so while only the files that late ones share cannot be read, then when they can. */
export async function withoutSharedFiles(): Promise<Record<string, string[]>> {
  return run(
    `import { register } from 'node:module'
const away = new Int32Array(new SharedArrayBuffer(4))
const hooks = \`let away
export const initialize = (data) => { away = data }
export const load = (url, context, next) => {
  if (Atomics.load(away, 0) && /\\\\/(?:chunk|spare)-/.test(url)) throw Object.assign(new Error(url), { code: 'EMFILE' })
  return next(url, context)
}\`
register('data:text/javascript,' + encodeURIComponent(hooks), { data: away })
${START}
away[0] = 1
await use()
away[0] = 0
await use()
process.stdout.write(JSON.stringify(told))`,
    'exec "$@"',
  )
}

async function run(program: string, shell: string): Promise<Record<string, string[]>> {
  const node = [process.execPath, '--input-type=module', '--eval', program]
  const cwd = fileURLToPath(new URL('../..', import.meta.url))
  const { stdout } = await promisify(execFile)('bash', ['-c', shell, 'bash', ...node], { cwd })
  return JSON.parse(stdout)
}
