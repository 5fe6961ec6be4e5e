/** Texts that differ in every run, as the source of a pattern, and the text that pictures show in their place. */
export const FIXED_TEXTS: readonly (readonly [source: string, text: string])[] = [
  ['\\bord_[0-9A-Z]{12}\\b', 'ord_R80YD2GZYVDQ'],
  ['[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', '019b0e5c-7e5a-7c3e-9f5a-0d6a1f1c2b3d'],
  ['\\b[0-9a-f]{8}…[0-9a-f]{6}\\b', '9f2c41d8…a1b4e7'],
  ['\\b(?:0x)?[0-9a-f]{64}\\b', '9f2c41d87be05a3361c8e4fd20b79a4e1d6c83f0a57b92ce4418d3e6f0a1b4e7'],
  ['^[0-9a-f]{8}$', '9f2c41d8'],
  ['^[0-9a-f]{48}$', '7be05a3361c8e4fd20b79a4e1d6c83f0a57b92ce4418d3e6'],
  ['\\b((?:mk|sk)_(?:live|test))_[0-9A-Za-z_-]+', '$1_4QxR7mB2v9Lp'],
  ['\\bwdr_[0-9A-Z]{12}\\b', 'wdr_R80YD2GZYVDQ'],
  ['(until|حتى) \\d\\d:\\d\\d UTC', '$1 18:40 UTC'],
  ['/pay/[A-Za-z0-9_-]{22}', '/pay/3q2-7wABCDEFGHIJKLMNOP'],
  ['\\b(\\w+, until) \\d\\d:\\d\\d$', '$1 18:40'],
  ['(answered at) \\d\\d:\\d\\d:\\d\\d', '$1 11:58:02'],
  ['\\b\\d{1,2} [A-Z][a-z]{2} \\d\\d:\\d\\d\\b', '26 Nov 11:58'],
  ['\\b\\d+ ms\\b', '12 ms'],
  ['\\bat \\d\\d:\\d\\d:\\d\\d UTC', 'at 11:58:02 UTC'],
  // The age of a block, by the clock of the machine.
  ['^(\\d+), \\d+ (?:s|min) ago$', '$1, 20 s ago'],
  ['\\buser-0\\.\\d+', 'user-4417'],
  ['\\bwd_[0-9a-f]{32}\\b', 'wd_019b0e5c7e5a7c3e9f5a0d6a1f1c2b3d'],
  ['\\bwh_[0-9a-f]{32}\\b', 'wh_019b0e5c7e5a7c3e9f5a0d6a1f1c2b3d'],
  ['127\\.0\\.0\\.1:\\d+', '127.0.0.1:8080'],
]
