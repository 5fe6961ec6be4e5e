// Signs a call in the browser and sends it to the server of this page. The key is kept in its two fields only.
const $ = (id) => document.getElementById(id)
const form = $('try')
const base = new URL('..', location.href).pathname.replace(/\/$/, '')
const utf8 = new TextEncoder()
const MAX_SHOWN = 100_000
let running

const announce = (text) => {
  $('status').textContent = text
}
const hex = (bytes) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
const chosen = () => $('operation').selectedOptions[0].dataset

const choose = () => {
  const { method, path, body, headers } = chosen()
  $('method').textContent = method
  $('target').value = base + path
  $('headers').value = headers
  $('body').value = body ?? ''
  $('with-body').hidden = body === undefined
}

const clear = (...others) => {
  for (const id of ['key-id', 'secret', ...others]) $(id).value = ''
  for (const id of ['signed', 'answer']) $(id).textContent = ''
}

// Normalises the target first: the signature covers the spelling that the browser sends, which may differ from the
// typed one.
const addressOf = (target) => {
  const url = new URL(target, location.origin)
  if (url.origin !== location.origin) throw new Error('The target is a path of this server.')
  if (/%7[BD]/i.test(url.pathname)) throw new Error('Put an id in the place of the braces.')
  return url
}

// Refuses live keys in every field before anything is built from the input: an unsigned operation would send them too.
const refuseLiveKeys = () => {
  const fields = ['key-id', 'secret', 'target', 'headers', 'body']
  const found = fields.filter((id) => /k_live_/i.test($(id).value))
  if (found.length === 0) return
  clear(...found)
  throw new Error('Live keys are refused here. This one was cleared and not used.')
}

const authorize = async ({ method, url, body }) => {
  const [id, secret] = [$('key-id').value.trim(), $('secret').value.trim()]
  if (!id.startsWith('mk_test_') || !secret.startsWith('sk_test_'))
    throw new Error(
      'Give a test key, mk_test_…, and its secret, sk_test_…. Registering a merchant makes one.',
    )
  const timestamp = Math.floor(Date.now() / 1000)
  const hash = hex(await crypto.subtle.digest('SHA-256', utf8.encode(body)))
  const text = ['v1', timestamp, method, url.pathname + url.search, hash].join('\n')
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', utf8.encode(secret), hmac, false, ['sign'])
  const signature = hex(await crypto.subtle.sign('HMAC', key, utf8.encode(text)))
  $('signed').textContent = text
  return `Bearer ${id}:${timestamp}:${signature}`
}

const headersOf = () =>
  $('headers')
    .value.split('\n')
    .filter((line) => line.includes(':'))
    .map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()])

const show = async (answer) => {
  const names = ['x-request-id', 'idempotent-replayed', 'retry-after'].filter((name) =>
    answer.headers.has(name),
  )
  const lines = names.map((name) => `${name}: ${answer.headers.get(name)}`)
  const head = [`${answer.status} ${answer.statusText}`, ...lines, '', ''].join('\n')
  let text = ''
  for await (const chunk of pieces(answer.body.pipeThrough(new TextDecoderStream()))) {
    text += chunk
    $('answer').textContent = head + text
    if (text.length > MAX_SHOWN) running.abort()
  }
  if (answer.headers.get('content-type')?.startsWith('application/json')) {
    const json = JSON.parse(text)
    $('answer').textContent = head + JSON.stringify(json, null, 2)
    keep(json.api_key)
  }
}

// Some browsers cannot iterate over streams.
async function* pieces(stream) {
  const reader = stream.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
}

const keep = (key) => {
  if (!key?.key_id.startsWith('mk_test_')) return
  $('key-id').value = key.key_id
  $('secret').value = key.secret
}

const send = async () => {
  refuseLiveKeys()
  const { method, isPublic, body: example } = chosen()
  const body = example === undefined ? '' : $('body').value
  const url = addressOf($('target').value)
  $('signed').textContent = ''
  $('answer').textContent = ''
  const headers = new Headers(headersOf())
  // Only this page sets it.
  headers.delete('Authorization')
  if (isPublic === undefined) headers.set('Authorization', await authorize({ method, url, body }))
  if (example !== undefined) headers.set('Content-Type', 'application/json')
  running = new AbortController()
  const { signal } = running
  $('stop').disabled = false
  announce('Waiting for the answer.')
  const options = { method, headers, signal, credentials: 'omit', redirect: 'error', cache: 'no-store' }
  const answer = await fetch(url, example === undefined ? options : { ...options, body })
  announce(`Answered ${answer.status}.`)
  await show(answer)
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  $('send').disabled = true
  try {
    await send()
  } catch (error) {
    announce(error.name === 'AbortError' ? 'Stopped.' : error.message)
  }
  $('send').disabled = false
  $('stop').disabled = true
})
$('operation').addEventListener('change', choose)
// The page of an operation links here with its id.
const chooseLinked = () => {
  const id = location.hash.slice(1)
  if (![...$('operation').options].some(({ value }) => value === id)) return
  $('operation').value = id
  choose()
}
addEventListener('hashchange', chooseLinked)
$('stop').addEventListener('click', () => running?.abort())
// A browser may restore a page that was left, with the contents of its fields.
addEventListener('pagehide', () => clear())

if (globalThis.crypto?.subtle) {
  choose()
  chooseLinked()
  form.hidden = false
} else announce('Browsers sign only over HTTPS, or on 127.0.0.1.')
