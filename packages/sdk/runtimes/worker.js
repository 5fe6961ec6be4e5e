// In a Worker: a request to /?peer=…&other=… is answered with the results as JSON.
import * as sdk from '@merchantpay/sdk'
import * as money from '@merchantpay/sdk/money'
import * as signing from '@merchantpay/sdk/signing'
import * as sse from '@merchantpay/sdk/sse'
import { runChecks } from './run.ts'

const copy = require('@merchantpay/sdk') // bundled from the CommonJS file

export default {
  async fetch(request) {
    const { searchParams } = new URL(request.url)
    const [peerUrl, otherUrl] = [searchParams.get('peer'), searchParams.get('other')]
    const entries = { sdk, copy, signing, money, sse }
    return Response.json(await runChecks({ ...entries, peerUrl, otherUrl, inspect: String }))
  },
}
