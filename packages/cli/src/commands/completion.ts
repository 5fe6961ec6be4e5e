import type { Context } from '../context.js'
import { usage } from '../failure.js'
import type { Described } from '../table/option.js'

type Table = readonly Described[]

const SCRIPTS: Readonly<Record<string, (table: Table) => string>> = { bash, zsh, fish }

/** Prints a completion script, made from the table of commands. */
export async function run({ input, output, commands }: Context): Promise<undefined> {
  const shell = input.requiredOperand('shell')
  const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell]?.(commands) : undefined
  if (script === undefined) throw usage(`the shell is one of ${Object.keys(SCRIPTS).join(', ')}`)
  output.result({ shell, script }, () => script)
  return undefined
}

const firstWords = (table: Table) => [...new Set(table.map(({ name }) => name.split(' ')[0] ?? ''))]
const secondWords = (table: Table, first: string) =>
  table.flatMap(({ name }) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []))
const groupsOf = (table: Table) => firstWords(table).filter((word) => secondWords(table, word).length > 0)
const flagsOf = ({ options }: Described) => options.map(({ name }) => `--${name}`).join(' ')

function bash(table: Table): string {
  const cases = (commands: Table) => commands.map((one) => `    '${one.name}') words='${flagsOf(one)}' ;;`)
  const groups = groupsOf(table).map(
    (word) => `    ${word}) words='${secondWords(table, word).join(' ')}' ;;`,
  )
  return `# bash completion of merchantpay
_merchantpay() {
  local words
  case "\${COMP_WORDS[*]:1:2}" in
${cases(table.filter(({ name }) => name.includes(' '))).join('\n')}
    *) case "\${COMP_WORDS[1]}" in
${[...groups, ...cases(table.filter(({ name }) => !name.includes(' ')))].join('\n')}
    esac ;;
  esac
  [ "$COMP_CWORD" -eq 1 ] && words='${firstWords(table).join(' ')}'
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _merchantpay merchantpay`
}

/** zsh runs the script of bash. */
function zsh(table: Table): string {
  return `#compdef merchantpay
autoload -U +X bashcompinit && bashcompinit
${bash(table)}`
}

function fish(table: Table): string {
  const line = (condition: string, rest: string) => `complete -c merchantpay -n '${condition}' ${rest}`
  const seen = (words: readonly string[]) => `__fish_seen_subcommand_from ${words.join(' ')}`
  const first = firstWords(table).map((word) => {
    const does = table.find(({ name }) => name === word)?.does ?? secondWords(table, word).join(', ')
    return line('__fish_use_subcommand', `-f -a ${word} -d '${quoted(does)}'`)
  })
  const second = groupsOf(table).flatMap((word) => {
    const words = secondWords(table, word)
    return words.map((next) => line(`${seen([word])}; and not ${seen(words)}`, `-f -a ${next}`))
  })
  const options = table.flatMap(({ name, options }) => {
    const condition = name.split(' ').map((word) => seen([word]))
    return options.map((option) =>
      line(condition.join('; and '), `-l ${option.name} -d '${quoted(option.does)}'`),
    )
  })
  return [...first, ...second, ...options].join('\n')
}

const quoted = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")
