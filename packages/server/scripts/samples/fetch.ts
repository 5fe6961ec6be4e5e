import { type Call, headersOf, targetOf } from './call.js'
import { literal, SCRIPT } from './literal.js'

/** Writes an ES module for Node.js, Deno and Bun that uses `fetch` and WebCrypto only. */
export function fetchSample(call: Call): string {
  const { body, isSigned, isStream, method } = call
  const read = ['MERCHANTPAY_BASE_URL', ...(isSigned ? ['MERCHANTPAY_KEY_ID', 'MERCHANTPAY_SECRET'] : [])]
  const target = targetOf(call, (name) => `\${${name}}`)
  return [
    `const { ${[...read, ...call.variables].join(', ')} } = process.env`,
    `const url = new URL(\`\${MERCHANTPAY_BASE_URL}${target}\`)`,
    ...(body ? [`const body = JSON.stringify(${literal(SCRIPT, body)})`] : []),
    ...(isSigned ? ['', ...signature(method, body ? 'body' : `''`)] : []),
    '',
    ...request(call),
    `if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`)`,
    ...(isStream ? EVENTS : ['console.log(await response.json())']),
  ].join('\n')
}

function signature(method: string, body: string): string[] {
  return [
    `const utf8 = new TextEncoder()`,
    `const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')`,
    `const timestamp = Math.floor(Date.now() / 1000)`,
    `const hash = hex(await crypto.subtle.digest('SHA-256', utf8.encode(${body})))`,
    `const text = ['v1', timestamp, '${method}', url.pathname + url.search, hash].join('\\n')`,
    `const hmac = { name: 'HMAC', hash: 'SHA-256' }`,
    `const key = await crypto.subtle.importKey('raw', utf8.encode(MERCHANTPAY_SECRET), hmac, false, ['sign'])`,
    `const signature = hex(await crypto.subtle.sign('HMAC', key, utf8.encode(text)))`,
  ]
}

function request(call: Call): string[] {
  const authorization = `    Authorization: \`Bearer \${MERCHANTPAY_KEY_ID}:\${timestamp}:\${signature}\`,`
  return [
    'const response = await fetch(url, {',
    `  method: '${call.method}',`,
    '  headers: {',
    ...(call.isSigned ? [authorization] : []),
    ...headersOf(call).map(([name, value]) => `    '${name}': ${SCRIPT.text(value)},`),
    '  },',
    ...(call.body ? ['  body,'] : []),
    '})',
  ]
}

/** Keeps the rest of a chunk that ends within a line. */
const EVENTS = [
  '',
  `let rest = ''`,
  'for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {',
  `  const lines = (rest + chunk).split('\\n')`,
  '  rest = lines.pop()',
  `  for (const line of lines) if (line.startsWith('data:')) console.log(JSON.parse(line.slice(5)))`,
  '}',
]
