/**
 * `npm run signing-proxy -- --base-url https://pay.example --port 8089` signs requests to http://127.0.0.1:8089 and sends them
 * to the service. The key is that of the request, given as `Authorization: Bearer <key_id>:<secret>`, or else that of
 * MERCHANTPAY_KEY_ID and MERCHANTPAY_SECRET.
 */
import { parseArgs } from 'node:util'
import { startSigningProxy } from './signing-proxy.js'

const { values } = parseArgs({
  options: {
    'base-url': { type: 'string', default: process.env.MERCHANTPAY_BASE_URL ?? 'http://127.0.0.1:8080' },
    port: { type: 'string', default: '8089' },
  },
})
const { MERCHANTPAY_KEY_ID: keyId, MERCHANTPAY_SECRET: secret } = process.env
const key = keyId && secret ? { keyId, secret } : undefined
const { url } = await startSigningProxy({ baseUrl: values['base-url'], key, port: parseInt(values.port, 10) })
console.log(
  `${url} signs for ${values['base-url']} ${key ? `with ${key.keyId}` : 'with the key of each request'}`,
)
