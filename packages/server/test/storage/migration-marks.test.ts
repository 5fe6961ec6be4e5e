import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const FOLDER = new URL('../../migrations/', import.meta.url)
/** Earlier migrations ran before servers of two versions could share a database. */
const FIRST = '0039'
/** A database remembers marks after this one ran. */
const REMEMBERS = '0043'
const MARK = /^-- (?:in)?compatible with older servers: \S/
const INCOMPATIBLE = /^-- incompatible with older servers: /m

/** Statements that may break a server that does not know them. */
const BREAKING: Readonly<Record<string, RegExp>> = {
  'drops a table, a view or a column': /\bDROP\s+(?:TABLE|VIEW|COLUMN)\b/i,
  renames: /\bRENAME\b/i,
  'changes a column': /\bALTER\s+COLUMN\b|\bMODIFY\b/i,
  'adds a constraint': /\bADD\s+(?:CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN)\b/i,
  'adds a trigger': /\bCREATE\s+(?:OR\s+REPLACE\s+)?(?:CONSTRAINT\s+)?TRIGGER\b/i,
  'adds a column that older servers do not fill':
    /\bADD\s+(?:COLUMN\s+)?(?:IF\s+NOT\s+EXISTS\s+)?(?!CONSTRAINT)\w+\s+[^,;]*\bNOT\s+NULL\b(?![^,;]*\bDEFAULT\b)(?<!DEFAULT[^,;]*)/i,
}

/** Returns what a migration does that may break older servers and that its first line does not answer for. */
function unmarked(sql: string): string[] {
  const [firstLine = ''] = sql.split('\n')
  if (MARK.test(firstLine)) return []
  const statements = sql.replaceAll(/--.*$/gm, '')
  return Object.entries(BREAKING).flatMap(([what, pattern]) => (pattern.test(statements) ? [what] : []))
}

describe('a migration from 0039 on', () => {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.sql') && name >= FIRST)
  const textOf = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8')

  it.each(names)('%s is additive, or its first line says whether older servers can go on', (name) => {
    expect(unmarked(textOf(name))).toEqual([])
  })

  it('marks older servers as unable only where the database can remember it', () => {
    const marked = names.filter((name) => INCOMPATIBLE.test(textOf(name)))
    expect(
      marked.filter((name) => name <= REMEMBERS || !INCOMPATIBLE.test(textOf(name).split('\n')[0] ?? '')),
    ).toEqual([])
  })
})

describe('this check finds', () => {
  it.each([
    'DROP TABLE orders;',
    'ALTER TABLE orders DROP COLUMN fee;',
    'ALTER TABLE orders RENAME TO purchases;',
    'ALTER TABLE orders RENAME COLUMN fee TO cost;',
    'ALTER TABLE orders ADD COLUMN trace TEXT NOT NULL;',
    'ALTER TABLE orders ADD trace BIGINT CHECK (trace > 0) NOT NULL;',
    'ALTER TABLE orders ALTER COLUMN fee SET NOT NULL;',
    'ALTER TABLE orders ADD CONSTRAINT positive CHECK (fee > 0);',
    'CREATE TRIGGER t BEFORE UPDATE ON orders BEGIN SELECT 1; END;',
    '-- Some reason\nDROP TABLE orders;\n-- incompatible with older servers: the mark is not in the first line',
  ])('%s', (sql) => {
    expect(unmarked(sql)).not.toEqual([])
  })

  it.each([
    'CREATE TABLE notes (\n  id TEXT PRIMARY KEY,\n  body TEXT NOT NULL\n);',
    'CREATE INDEX orders_by_fee ON orders (fee);',
    'ALTER TABLE orders ADD COLUMN trace TEXT;',
    "ALTER TABLE orders ADD COLUMN kind TEXT NOT NULL DEFAULT 'sale';",
    "ALTER TABLE orders ADD COLUMN kind TEXT DEFAULT 'sale' NOT NULL;",
    '-- incompatible with older servers: they read the column\nALTER TABLE orders DROP COLUMN fee;',
    '-- compatible with older servers: none ever read it\nDROP TABLE orders;',
    '-- DROP TABLE is what this migration avoids.\nUPDATE orders SET fee = 0;',
  ])('nothing in: %s', (sql) => {
    expect(unmarked(sql)).toEqual([])
  })
})
