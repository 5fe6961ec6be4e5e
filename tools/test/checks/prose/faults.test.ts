import { describe, expect, it } from 'vitest'
import { isRead, proseFaults } from '../../../checks/prose/faults.js'

const ACTOR = 'vague actor'
const SUBJECT = 'what or who as subject'
const SO_MANY = 'so many or so long without that'
const RETIRED = 'retired word'
const GUILLEMET = 'guillemet'

/** Words of the faults are put together here, so that this file passes the check itself. */
const glue = (...parts: readonly string[]): string => parts.join('')
const NOBODY = glue('no', 'body')
const QUOTED = `${String.fromCharCode(0xab)}x${String.fromCharCode(0xbb)}`
const WHAT = glue('Wh', 'at')

const patternsOf = (path: string, text: string): string[] =>
  proseFaults(path, text).map(({ pattern }) => pattern)

const planted: Readonly<Record<string, [pattern: string, sentence: string]>> = {
  guillemets: [GUILLEMET, `unexpected argument ${QUOTED}`],
  'an unnamed actor': [ACTOR, `The page is framed by ${NOBODY} else.`],
  'an unnamed actor in capitals': [ACTOR, glue('Every', 'body waits.')],
  'an actor of unknown name': [ACTOR, glue('The key is sealed for who', 'ever holds it.')],
  'a clause as the subject': [SUBJECT, `${WHAT} differs stays in the driver.`],
  'a clause as the subject of a later sentence': [SUBJECT, `It ends here. ${WHAT} follows is new.`],
  'a clause after bold text': [SUBJECT, `**One commit.** ${WHAT} follows is new.`],
  'a person as the subject': [SUBJECT, glue('Wh', 'o judges payments.')],
  'a number without its measure': [SO_MANY, glue('It gives up after so ', 'many bytes.')],
  'a time without its measure': [SO_MANY, glue('So ', 'long a tick waits.')],
  'the old name of a stress test': [RETIRED, glue('The dri', 'll kills the server.')],
  'the old verb for postings': [RETIRED, glue('The transfer is boo', 'ked once.')],
  'the old noun for the ledger': [RETIRED, glue('Both servers have the same in their boo', 'ks.')],
  'the old noun for a package': [RETIRED, glue('A file has the same name in every roo', 'm.')],
  'the old noun for packages': [RETIRED, glue('The roo', 'ms are loaded on use.')],
  'the old noun for the server': [RETIRED, glue('A network outside the hou', 'se.')],
  'the old noun for a layer': [RETIRED, glue('The linter holds the wal', 'ls.')],
}

const honest: readonly string[] = [
  'Is a signature missing? What next?',
  'The body is what the caller signed.',
  'A caller who aborts gets an error.',
  'So many calls arrive that the queue is full.',
  'The key is stored first, so many calls with one key make one order.',
  'A backlog leaves room for requests.',
  'A slot is free when a target has room.',
  'The deadline follows the wall clock.',
  'An in-house tool of the operator.',
  'Two books for a shop that sells books.',
]

describe.each([
  ['a line comment', 'x.ts', (sentence: string) => `// ${sentence}\n`],
  ['a doc comment', 'x.ts', (sentence: string) => `/** ${sentence} */\nexport const x = 1\n`],
  ['a comment inside a function', 'x.js', (sentence: string) => `f(() => {\n  // ${sentence}\n})\n`],
  ['a message', 'x.ts', (sentence: string) => `throw new Error(${JSON.stringify(sentence)})\n`],
  ['a template', 'x.ts', (sentence: string) => `const say = \`\${x} failed. ${sentence}\`\n`],
  ['a paragraph', 'x.md', (sentence: string) => `# Title\n\n${sentence}\n`],
  ['a list item', 'x.md', (sentence: string) => `- One.\n- ${sentence}\n`],
  ['a table cell', 'x.md', (sentence: string) => `| A | B |\n|---|---|\n| a | ${sentence} |\n`],
  ['a description', 'x.yaml', (sentence: string) => `description: >-\n  ${sentence}\n`],
  ['a comment of YAML', 'x.yaml', (sentence: string) => `# ${sentence}\na: 1\n`],
  ['a comment of SQL', 'x.sql', (sentence: string) => `-- ${sentence}\nSELECT 1;\n`],
])('the prose check reads %s', (_, path, put) => {
  it.each(Object.entries(planted))('and names %s', (_name, [pattern, sentence]) => {
    expect(patternsOf(path, put(sentence))).toEqual([pattern])
  })

  it.each(honest)('and passes: %s', (sentence) => {
    expect(patternsOf(path, put(sentence))).toEqual([])
  })
})

describe('the prose check', () => {
  it('names the line of the word in a paragraph of several', () => {
    const text = `/**\n * A page.\n *\n * It is framed\n * by ${NOBODY}.\n */\n`
    expect(proseFaults('x.ts', text)).toEqual([
      { line: 5, pattern: ACTOR, text: `It is framed by ${NOBODY}.` },
    ])
  })

  it('names the line in a block of YAML', () => {
    const text = `paths:\n  /x:\n    description: |\n      One line.\n      Framed by ${NOBODY}.\n`
    expect(proseFaults('x.yaml', text)).toEqual([{ line: 5, pattern: ACTOR, text: `Framed by ${NOBODY}.` }])
  })

  it('shows the part of a long sentence that it means', () => {
    const [fault] = proseFaults('x.md', `${'word '.repeat(60)}${NOBODY} ${'word '.repeat(60)}`)
    expect(fault?.text).toMatch(new RegExp(`^….*${NOBODY}.*…$`))
    expect(fault?.text.length).toBeLessThan(130)
  })

  it.each([
    ['code in backticks', 'x.md', `The user \`${NOBODY}\` owns it.`],
    ['a block of code', 'x.md', `\`\`\`sh\nsu ${NOBODY} -c x\n\`\`\`\n`],
    ['the address of a link', 'x.md', `[the page](docs/${NOBODY}.md)`],
    ['an example', 'x.ts', `/**\n * Adds.\n *\n * @example\n * // ${WHAT} it prints\n */\n`],
    ['a name', 'x.ts', `const ${NOBODY} = '${NOBODY}'\n`],
    ['a value of YAML', 'x.yaml', `user: ${NOBODY}\n`],
    ['a statement of SQL', 'x.sql', `SELECT ${NOBODY} FROM x;\n`],
  ])('passes over %s', (_, path, text) => {
    expect(patternsOf(path, text)).toEqual([])
  })

  it('takes up again after an example', () => {
    const text = `/**\n * @example\n * add(1)\n * @returns the sum, for ${NOBODY}\n */\n`
    expect(patternsOf('x.ts', text)).toEqual([ACTOR])
  })

  it('does not join a sentence across two comments', () => {
    expect(patternsOf('x.ts', `f() // so\ng() // many\n`)).toEqual([])
  })

  it('allows names that are not ours', () => {
    expect(patternsOf('x.ts', `// PostgreSQL runs as the user ${NOBODY}.\n`)).toEqual([])
  })

  it('reads the file types that hold prose', () => {
    expect(['a.ts', 'a.md', 'a.yaml', 'a.sql', 'a.grit'].map(isRead)).toEqual([true, true, true, true, true])
    expect(['a.json', 'a.png', 'LICENSE'].map(isRead)).toEqual([false, false, false])
  })
})
