export const KEY_ID = 'mk_test_0123456789abcdefghijABCD'
/** A secret with a word that no log, error or event may contain. */
export const SECRET = 'sk_test_canary-0123456789abcdefghijklmnopqrstuvwxyzA'
