import { readFileSync } from 'node:fs'
import { KMSClient } from '@aws-sdk/client-kms'
import { createApp } from './app.js'
import { addressOf, localKey, type SigningKey } from './key.js'
import { kmsKey } from './kms-key.js'
import { NETWORKS } from './request.js'
import type { Rules } from './rules.js'

const { KEY_FILE, KMS_KEY_ID, SIGNER_SECRET, NETWORK, CHAIN_ID, TOKEN, PORT = '3000' } = process.env
const { MAX_AMOUNT = '1000', MAX_COST } = process.env

function openKey(): SigningKey {
  if (KMS_KEY_ID !== undefined) return kmsKey(new KMSClient(), KMS_KEY_ID)
  if (KEY_FILE === undefined) throw new Error('set KEY_FILE or KMS_KEY_ID')
  return localKey(Buffer.from(readFileSync(KEY_FILE, 'utf8').trim().replace(/^0x/, ''), 'hex'))
}

const network = NETWORKS.find((each) => each === NETWORK)
if (!SIGNER_SECRET || !CHAIN_ID || !TOKEN || !MAX_COST || !network)
  throw new Error(`set SIGNER_SECRET, NETWORK (${NETWORKS.join(', ')}), CHAIN_ID, TOKEN and MAX_COST`)

const key = openKey()
const wallet = addressOf(network, await key.publicKey())
const rules: Rules = {
  network,
  chainId: Number(CHAIN_ID),
  token: TOKEN,
  wallet,
  maxUnits: BigInt(MAX_AMOUNT) * 1_000_000n,
  maxCost: BigInt(MAX_COST),
}

const server = createApp({ key, rules, secret: SIGNER_SECRET })
server.on('error', (error: NodeJS.ErrnoException) => {
  console.error(error.code === 'EADDRINUSE' ? `Port ${PORT} is taken: set PORT to another one.` : error)
  process.exitCode = 1
})
server.listen(Number(PORT), '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : PORT
  console.log(`signing for ${wallet}, listening on http://127.0.0.1:${port}/sign`)
})
