export const KEY_ID = 'mk_test_0123456789abcdefghijABCD'
/** It holds a word that must never turn up anywhere. */
export const SECRET = 'sk_test_canary-0123456789abcdefghijklmnopqrstuvwxyzA'
