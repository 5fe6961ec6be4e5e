import { type Call, headersOf, targetOf } from './call.js'
import { type LiteralStyle, literal } from './literal.js'

const PHP: LiteralStyle = {
  object: ['[', ']'],
  padding: '',
  lastComma: ',',
  step: '    ',
  key: (name) => `'${name}' => `,
  text: (value) => `'${value.replaceAll(/['\\]/g, '\\$&')}'`,
  boolean: String,
}

/** Writes a script for PHP 8 with the curl extension. */
export function phpSample(call: Call): string {
  const { body, isSigned } = call
  const target = targetOf(call, (name) => `' . getenv('${name}') . '`)
  return [
    '<?php',
    '',
    `$url = ${`getenv('MERCHANTPAY_BASE_URL') . '${target}'`.replace(/ \. ''$/, '')};`,
    ...(body ? [`$body = json_encode(${literal(PHP, body)}, JSON_THROW_ON_ERROR);`] : []),
    ...(isSigned ? ['', ...signature(call)] : []),
    '',
    ...request(call),
    '$answer = curl_exec($curl);',
    '$status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);',
    'if ($answer === false || $status >= 300) {',
    `    throw new RuntimeException(curl_error($curl) ?: ${call.isStream ? '"answered $status"' : '"$status $answer"'});`,
    '}',
    ...(call.isStream ? [] : ['print_r(json_decode($answer, true, flags: JSON_THROW_ON_ERROR));']),
  ].join('\n')
}

function signature({ method, body }: Call): string[] {
  return [
    '$timestamp = time();',
    `$target = '/' . explode('/', $url, 4)[3];`,
    `$hash = hash('sha256', ${body ? '$body' : `''`});`,
    `$text = implode("\\n", ['v1', $timestamp, '${method}', $target, $hash]);`,
    `$signature = hash_hmac('sha256', $text, getenv('MERCHANTPAY_SECRET'));`,
  ]
}

function request(call: Call): string[] {
  const authorization = `        'Authorization: Bearer ' . getenv('MERCHANTPAY_KEY_ID') . ":$timestamp:$signature",`
  return [
    '$curl = curl_init($url);',
    'curl_setopt_array($curl, [',
    `    CURLOPT_CUSTOMREQUEST => '${call.method}',`,
    '    CURLOPT_HTTPHEADER => [',
    ...(call.isSigned ? [authorization] : []),
    ...headersOf(call).map(([name, value]) => `        ${PHP.text(`${name}: ${value}`)},`),
    '    ],',
    ...(call.body ? ['    CURLOPT_POSTFIELDS => $body,'] : []),
    ...(call.isStream ? EVENTS : ['    CURLOPT_RETURNTRANSFER => true,', '    CURLOPT_TIMEOUT => 30,']),
    ']);',
  ]
}

/** Prints chunks as they arrive; the returned length tells curl that the chunk was handled. */
const EVENTS = [
  '    CURLOPT_WRITEFUNCTION => function ($curl, $chunk) {',
  '        echo $chunk;',
  '        return strlen($chunk);',
  '    },',
]
