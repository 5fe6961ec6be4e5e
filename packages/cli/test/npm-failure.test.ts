import { expect, it } from 'vitest'
import { npmFailure } from '../src/dev/npm-failure.js'

const error = (...lines: readonly string[]) => lines.map((line) => `npm error ${line}`).join('\n')

it.each([
  [
    error(
      'code ECONNREFUSED',
      'syscall connect',
      'errno ECONNREFUSED',
      'FetchError: request to http://user:pass@127.0.0.1:9/@merchantpay%2fserver failed, reason: connect ECONNREFUSED 127.0.0.1:9',
      '    at ClientRequest.emit (node:events:524:28) {',
      "  code: 'ECONNREFUSED',",
      '}',
      'A complete log of this run can be found in: /home/me/.npm/_logs/debug-0.log',
    ),
    'npm cannot reach http://127.0.0.1:9 (connect ECONNREFUSED 127.0.0.1:9): check the network and the registry and proxy of npm config list, then run merchantpay dev again',
  ],
  [
    error(
      'code ENOTCACHED',
      'request to https://npm.example/server failed: no cached response is available.',
    ),
    'npm install failed\nrequest to https://npm.example/server failed: no cached response is available.',
  ],
  [
    error(
      'code E404',
      '404 Not Found - GET https://npm.example/@merchantpay%2fserver - Not found',
      '404',
      'A complete log of this run can be found in: /home/me/.npm/_logs/debug-0.log',
    ),
    'npm install failed\n404 Not Found - GET https://npm.example/@merchantpay%2fserver - Not found',
  ],
  ['', 'npm install failed'],
])('says why npm failed without its stack', (said, message) => {
  expect(npmFailure(said)).toBe(message)
})
