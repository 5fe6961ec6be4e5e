import { type Call, headersOf, targetOf } from './call.js'
import { type LiteralStyle, literal } from './literal.js'

const PYTHON: LiteralStyle = {
  object: ['{', '}'],
  padding: '',
  lastComma: ',',
  step: '    ',
  key: (name) => `${JSON.stringify(name)}: `,
  text: (value) => JSON.stringify(value),
  boolean: (value) => (value ? 'True' : 'False'),
}

/** Writes a script for Python 3.8 or later that uses the standard library only. */
export function pythonSample(call: Call): string {
  const { body, isSigned, isStream } = call
  const modules = ['json', 'os', ...(isSigned ? ['hashlib', 'hmac', 'time'] : [])].sort()
  const target = targetOf(call, (name) => `{env['${name}']}`)
  return [
    ...modules.map((name) => `import ${name}`),
    'from urllib.error import HTTPError',
    'from urllib.request import Request, urlopen',
    '',
    'env = os.environ',
    `url = f"{env['MERCHANTPAY_BASE_URL']}${target}"`,
    ...(body ? [`body = json.dumps(${literal(PYTHON, body)}).encode()`] : []),
    ...(isSigned ? ['', ...signature(call)] : []),
    '',
    ...request(call),
    'try:',
    '    with urlopen(request, timeout=30) as response:',
    ...(isStream ? EVENTS : ['        print(json.load(response))']),
    'except HTTPError as error:',
    '    raise SystemExit(f"{error.code} {error.read().decode()}")',
  ].join('\n')
}

function signature({ method, body }: Call): string[] {
  return [
    'timestamp = str(int(time.time()))',
    'target = "/" + url.split("/", 3)[3]',
    `digest = hashlib.sha256(${body ? 'body' : 'b""'}).hexdigest()`,
    `text = "\\n".join(["v1", timestamp, "${method}", target, digest])`,
    'signature = hmac.new(env["MERCHANTPAY_SECRET"].encode(), text.encode(), hashlib.sha256).hexdigest()',
  ]
}

function request(call: Call): string[] {
  const authorization = `    "Authorization": f"Bearer {env['MERCHANTPAY_KEY_ID']}:{timestamp}:{signature}",`
  return [
    `request = Request(url, ${call.body ? 'body, ' : ''}method="${call.method}", headers={`,
    ...(call.isSigned ? [authorization] : []),
    ...headersOf(call).map(([name, value]) => `    "${name}": ${PYTHON.text(value)},`),
    '})',
  ]
}

const EVENTS = [
  '        for line in response:',
  '            if line.startswith(b"data:"):',
  '                print(json.loads(line[5:]), flush=True)',
]
