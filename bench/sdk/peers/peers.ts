import type { HttpPeer, StreamPeer } from './client.js'
import { heyApiStream } from './clients/hey-api.js'
import { merchantpay, merchantpayStream } from './clients/merchantpay.js'
import { openai, openaiStream } from './clients/openai.js'
import { openapiFetch } from './clients/openapi-fetch.js'
import { stripe } from './clients/stripe.js'

/** The clients of the HTTP faults, ours first. */
export const HTTP_PEERS: readonly HttpPeer[] = [merchantpay, stripe, openai, openapiFetch]

/** The clients of the stream faults, ours first. */
export const STREAM_PEERS: readonly StreamPeer[] = [merchantpayStream, openaiStream, heyApiStream]
