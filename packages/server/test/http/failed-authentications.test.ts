import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { FailedAuthentications } from '../../src/http/limits/failed-authentications.js'
import { Harness } from '../support/server/harness.js'
import { WITH_OPERATOR } from '../support/server/operator.js'

interface Line {
  readonly msg: string
}

describe('failed authentications', () => {
  it('are counted by reason, and logged without their signature', async () => {
    const lines: Line[] = []
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })
    const env = { MERCHANTPAY_METRICS_PORT: '0', ...WITH_OPERATOR }
    const harness = await Harness.start(env, { log })
    const keys = await harness.register()
    await harness.call('GET', '/v1/balance', { keys: { ...keys, secret: 'sk_test_wrong' } })
    await harness.call('GET', '/v1/balance')
    await harness.call('POST', '/operator/v1/app-payments', { headers: { authorization: 'Bearer wrong' } })
    const [line, ...more] = lines.filter(({ msg }) => msg === 'authentication failed')
    expect(line).toMatchObject({ level: 30, reason: 'invalid_signature', keyId: keys.keyId, suppressed: 0 })
    expect(Object.keys(line ?? {}).sort()).toEqual(
      ['address', 'hostname', 'keyId', 'level', 'msg', 'pid', 'reason', 'suppressed', 'time'].sort(),
    )
    expect(more.length).toBeLessThanOrEqual(2)
    const text = await (await fetch(harness.server.metricsUrl ?? '')).text()
    const counted = text.split('\n').filter((row) => row.startsWith('merchantpay_failed_authentications'))
    expect(counted.sort()).toEqual([
      'merchantpay_failed_authentications_total{reason="invalid_operator_token"} 1',
      'merchantpay_failed_authentications_total{reason="invalid_signature"} 1',
      'merchantpay_failed_authentications_total{reason="missing_authorization_header"} 1',
    ])
  })

  it('are logged once a second, with the number of those between', () => {
    const lines: object[] = []
    let now = 0
    const failures = new FailedAuthentications({
      log: { info: (details) => void lines.push(details) },
      monotonic: () => now,
    })
    for (now = 0; now < 2_500; now += 10)
      failures.note('api_key_not_found', '127.0.0.1', 'Bearer <script>:1:2')
    expect(lines).toEqual([
      { reason: 'api_key_not_found', keyId: undefined, address: '127.0.0.1', suppressed: 0 },
      { reason: 'api_key_not_found', keyId: undefined, address: '127.0.0.1', suppressed: 99 },
      { reason: 'api_key_not_found', keyId: undefined, address: '127.0.0.1', suppressed: 99 },
    ])
  })
})
