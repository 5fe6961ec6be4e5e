import type { HttpPeer, StreamPeer } from './client.js'
import { anthropic, anthropicStream } from './clients/anthropic.js'
import { cloudflare } from './clients/cloudflare.js'
import { heyApiStream } from './clients/hey-api.js'
import { ky } from './clients/ky.js'
import { merchantpay, merchantpayStream } from './clients/merchantpay.js'
import { octokit } from './clients/octokit.js'
import { openai, openaiStream } from './clients/openai.js'
import { openapiFetch } from './clients/openapi-fetch.js'
import { polar } from './clients/polar.js'
import { resend } from './clients/resend.js'
import { stripe } from './clients/stripe.js'
import { supabase } from './clients/supabase.js'

/** The clients of the HTTP faults, ours first. */
export const HTTP_PEERS: readonly HttpPeer[] = [
  merchantpay,
  stripe,
  openai,
  anthropic,
  cloudflare,
  resend,
  polar,
  supabase,
  octokit,
  openapiFetch,
  ky,
]

/** The clients of the stream faults, ours first. */
export const STREAM_PEERS: readonly StreamPeer[] = [
  merchantpayStream,
  openaiStream,
  anthropicStream,
  heyApiStream,
]
