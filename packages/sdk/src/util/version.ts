/** Version of this package, sent in `User-Agent`; a test holds it equal to package.json. */
export const VERSION = '1.0.0'
