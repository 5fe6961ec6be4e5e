import { type Call, headersOf, targetOf } from './call.js'
import { JSON_TEXT, literal } from './literal.js'

/** Writes a POSIX shell script that signs with openssl. */
export function curlSample(call: Call): string {
  const body = call.body && `body=${quoted(literal(JSON_TEXT, call.body))}`
  const url = `url="$MERCHANTPAY_BASE_URL${targetOf(call, (name) => `$${name}`)}"`
  const setup = [url, ...(body ? [body] : [])]
  return [...setup, ...(call.isSigned ? ['', ...signature(call)] : []), '', command(call)].join('\n')
}

/** Reads the digest from the end of the line, because openssl and LibreSSL print different text before it. */
function signature({ method, body }: Call): string[] {
  const bytes = body ? 'printf %s "$body"' : "printf ''"
  return [
    'timestamp=$(date +%s)',
    `hash=$(${bytes} | openssl dgst -sha256 | sed 's/.* //')`,
    `signature=$(printf 'v1\\n%s\\n${method}\\n%s\\n%s' "$timestamp" "/\${url#*://*/}" "$hash" |`,
    `  openssl dgst -sha256 -hmac "$MERCHANTPAY_SECRET" | sed 's/.* //')`,
  ]
}

function command(call: Call): string {
  const isImplied = call.method === (call.body ? 'POST' : 'GET')
  const headers = headersOf(call).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  const parts = [
    `curl -sS --fail-with-body${call.isStream ? ' -N' : ''}${isImplied ? '' : ` -X ${call.method}`} "$url"`,
    ...(call.isSigned ? ['-H "Authorization: Bearer $MERCHANTPAY_KEY_ID:$timestamp:$signature"'] : []),
    ...headers,
    ...(call.body ? ['--data-binary "$body"'] : []),
  ]
  return parts.join(' \\\n  ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
