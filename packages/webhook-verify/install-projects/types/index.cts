// Compiled to `require`, so that it gets the declarations of the CommonJS files.
import verify = require('@merchantpay/webhook-verify')
import node = require('@merchantpay/webhook-verify/node')

const receiver = verify.createReceiver({ secrets: 'whsec_example', on: {}, dedupe: false })
export const listener = node.nodeWebhook(receiver)
export const result: verify.VerifiedWebhook = verify.createVerifier({ secrets: '' }).verify('', {})
