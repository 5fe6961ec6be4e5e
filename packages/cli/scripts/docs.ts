import { EXIT_MEANINGS } from '../src/exit-codes.js'
import { type Command, GLOBAL_OPTIONS, usageOf } from '../src/table/command.js'
import { COMMANDS } from '../src/table/commands.js'
import type { Option } from '../src/table/option.js'

/** The page docs/cli.md. */
export function renderDocs(): string {
  return `${[
    '# The command line',
    '',
    '`merchantpay`, of the package `@merchantpay/cli`, runs a sandbox on this machine, forwards its webhooks, and works with',
    'orders, deliveries and keys of any server. This page is made from its table of commands by `npm run generate`.',
    '',
    '```sh no-run',
    'npx @merchantpay/cli dev',
    '```',
    '',
    '## Every command',
    '',
    ...optionTable(GLOBAL_OPTIONS),
    '',
    'A change with a live key needs `--yes`. Secrets are shown in part, unless a command is told `--reveal`. `NO_COLOR`',
    'switches colours off. Results go to standard output, notes and errors to standard error. Without a terminal nothing is',
    'asked.',
    '',
    'The key is that of `--profile`, else of `.env.merchantpay` in this folder, else of the profile `default`.',
    '`MERCHANTPAY_BASE_URL`, `MERCHANTPAY_KEY_ID` with `MERCHANTPAY_SECRET`, and `WEBHOOK_SECRET` win over it. A key from',
    'variables needs `MERCHANTPAY_BASE_URL` or `--profile`: it takes no base URL from `.env.merchantpay`, which may come with a',
    'cloned repository. Profiles are in `merchantpay/profiles.json` of the configuration folder (`XDG_CONFIG_HOME`, or',
    '`~/.config`), readable by its user only.',
    '',
    '| Exit code | Meaning |',
    '|---|---|',
    ...EXIT_MEANINGS.map(([code, meaning]) => `| ${code} | ${meaning} |`),
    ...COMMANDS.flatMap(section),
  ].join('\n')}\n`
}

function section(command: Command): string[] {
  const { name, does, notes = [], options } = command
  return [
    '',
    `## ${name}`,
    '',
    `\`${`merchantpay ${name} ${usageOf(command)}`.trimEnd()}\``,
    '',
    `${does[0]?.toUpperCase()}${does.slice(1)}.`,
    ...notes.flatMap((note) => ['', note]),
    ...(options.length > 0 ? ['', ...optionTable(options)] : []),
  ]
}

const optionTable = (options: readonly Option[]): string[] => [
  '| Option | Meaning |',
  '|---|---|',
  ...options.map(({ name, value, choices, does }) => {
    const taken = value ? ` <${value}>` : choices ? ` ${choices.join('\\|')}` : ''
    return `| \`--${name}${taken}\` | ${does} |`
  }),
]
