import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { createVerifier, signWebhook } from '../../src/index.node.js'
import { BODY, OTHER_SECRET, SECRET } from '../support/webhooks.js'

const { webhooks } = new Stripe('sk_test_example')
const timestamp = Math.floor(Date.now() / 1000)

describe('the scheme shared with stripe', () => {
  test('lets stripe accept our header, with one v1 and with two', () => {
    const one = signWebhook({ body: BODY, secrets: SECRET, timestamp })
    const two = signWebhook({ body: BODY, secrets: [OTHER_SECRET, SECRET], timestamp })
    expect(webhooks.constructEvent(BODY, one, SECRET)).toEqual(JSON.parse(BODY))
    expect(webhooks.constructEvent(BODY, two, SECRET)).toEqual(JSON.parse(BODY))
  })

  test('lets us accept the header stripe makes', () => {
    const headers = webhooks.generateTestHeaderString({ payload: BODY, secret: SECRET, timestamp })
    expect(createVerifier({ secrets: SECRET }).verify(BODY, headers).event).toEqual(JSON.parse(BODY))
  })
})
