// TypeScript resolves this file, which compiles to `require`, to the declarations of the CommonJS files.
import testing = require('@merchantpay/testing')

const clock: testing.TestClock = testing.createTestClock({ now: 0 })
export const server: testing.TestServer = testing.createTestServer({ clock })
