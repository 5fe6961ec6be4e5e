import { EXIT_MEANINGS } from './exit-codes.js'
import { type Command, GLOBAL_OPTIONS, shapeOf, usageOf } from './table/command.js'
import type { Option } from './table/option.js'

/** The help of all commands, or of a group. */
export function overview(commands: readonly Command[]): string {
  return [
    'merchantpay <command>',
    '',
    ...columns(commands.map(({ name, does }) => [name, does])),
    '',
    'Options of every command',
    ...columns(GLOBAL_OPTIONS.map(optionRow)),
    '',
    'The key is that of --profile, else of .env.merchantpay in this folder, else of the profile default;',
    'MERCHANTPAY_BASE_URL, MERCHANTPAY_KEY_ID, MERCHANTPAY_SECRET and WEBHOOK_SECRET override it. A key from variables needs',
    'MERCHANTPAY_BASE_URL or --profile.',
    '',
    'Exit codes',
    ...columns(EXIT_MEANINGS.map(([code, meaning]) => [`${code}`, meaning.replaceAll('`', '')])),
  ].join('\n')
}

/** The help of one command. */
export function commandHelp(command: Command): string {
  return [
    `merchantpay ${command.name} ${usageOf(command)}`.trimEnd(),
    '',
    command.does,
    ...(command.notes ?? []).flatMap((note) => ['', note]),
    '',
    ...columns(shapeOf(command).options.map(optionRow)),
  ].join('\n')
}

const optionRow = ({ name, value, choices, does }: Option): [string, string] => [
  `--${name}${value || choices ? ` <${value ?? choices?.join('|')}>` : ''}`,
  does,
]

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([first]) => first.length))
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`)
}
