import { type Call, headersOf, targetOf } from './call.js'
import { JSON_TEXT, literal } from './literal.js'

/**
 * Writes a program for Go 1.19 or later that uses the standard library only.
 *
 * @throws Error for a body with a backtick
 */
export function goSample(call: Call): string {
  const { body, isSigned, isStream } = call
  const text = body && literal(JSON_TEXT, body)
  if (text?.includes('`'))
    throw new Error(`${call.operationId}: a raw string of Go cannot contain a backtick`)
  const target = targetOf(call, (name) => `" + os.Getenv("${name}") + "`)
  const url = `os.Getenv("MERCHANTPAY_BASE_URL") + "${target}"`.replace(/ \+ ""$/, '')
  return [
    'package main',
    '',
    'import (',
    ...importsOf(call).map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    ...(text ? [`\tbody := \`${text}\``] : []),
    `\turl := ${url}`,
    `\trequest, err := http.NewRequest("${call.method}", url, ${body ? 'strings.NewReader(body)' : 'nil'})`,
    ...FATAL,
    ...(isSigned ? ['', ...signature(call)] : []),
    ...headersOf(call).map(([name, value]) => `\trequest.Header.Set("${name}", ${JSON.stringify(value)})`),
    '',
    `\tclient := http.Client{${isStream ? '' : 'Timeout: 30 * time.Second'}}`,
    '\tresponse, err := client.Do(request)',
    ...FATAL,
    '\tdefer response.Body.Close()',
    ...ANSWER,
    '}',
  ].join('\n')
}

function importsOf({ body, isSigned }: Call): string[] {
  const signing = ['crypto/hmac', 'crypto/sha256', 'fmt']
  return [
    'io',
    'log',
    'net/http',
    'os',
    'time',
    ...(isSigned ? signing : []),
    ...(body ? ['strings'] : []),
  ].sort()
}

const FATAL = ['\tif err != nil {', '\t\tlog.Fatal(err)', '\t}']

function signature({ method, body }: Call): string[] {
  return [
    '\ttimestamp := time.Now().Unix()',
    `\thash := sha256.Sum256(${body ? '[]byte(body)' : 'nil'})`,
    '\tmac := hmac.New(sha256.New, []byte(os.Getenv("MERCHANTPAY_SECRET")))',
    `\tfmt.Fprintf(mac, "v1\\n%d\\n${method}\\n%s\\n%x", timestamp, request.URL.RequestURI(), hash)`,
    '\tauthorization := fmt.Sprintf("Bearer %s:%d:%x", os.Getenv("MERCHANTPAY_KEY_ID"), timestamp, mac.Sum(nil))',
    '\trequest.Header.Set("Authorization", authorization)',
  ]
}

/** Prints the response as it arrives, also the body of an error. */
const ANSWER = [
  '\tif _, err := io.Copy(os.Stdout, response.Body); err != nil {',
  '\t\tlog.Fatal(err)',
  '\t}',
  '\tif response.StatusCode >= 300 {',
  '\t\tlog.Fatal(response.Status)',
  '\t}',
]
