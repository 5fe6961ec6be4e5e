/** The fix of each cause. */
export const FIXES = {
  newline_at_end:
    'The body gained or lost a line end. Pass the bytes of the request, not a line or a file of them.',
  line_ends: 'LF and CRLF were exchanged in the body. Pass the bytes of the request, in binary all the way.',
  json_compacted:
    'The JSON was parsed and serialized again without its white space. Pass the bytes before any parser.',
  json_spaced:
    'The JSON was parsed and serialized again with other white space. Pass the bytes before any parser.',
  unicode_escapes:
    'Characters became \\u escapes, or the other way round: the JSON was serialized again. Pass the bytes before any parser.',
  slash_escapes:
    'Slashes became \\/, or the other way round: the JSON was serialized again. Pass the bytes before any parser.',
  byte_order_mark:
    'The body lost or gained a byte order mark, as when bytes are decoded. Pass the bytes of the request.',
  latin1: 'The body is UTF-8 and was decoded as Latin-1. Pass the bytes of the request.',
  secret_space:
    'The secret has a line end, a space or a quotation mark at an end. Correct it where the secret is stored.',
  secret_encoding:
    'The prefix was cut from the secret, or the secret was base64-decoded. Use the text as shown, whsec_ included.',
  other_secret:
    'The webhook was signed with another of these secrets, or with one that has expired. Verify with that one.',
  timestamp: 'The timestamp is in milliseconds, or a clock is wrong. Sign in seconds and set clocks by NTP.',
}

/** Why a signature does not match: a closed union, so that a `switch` over it can be exhaustive. */
export type DiagnosisCause = keyof typeof FIXES
