import { describe, expect, it } from 'vitest'
import { Statements, togetherOf } from '../../src/storage/postgres/postgres-statements.js'

const numbered = (text: string) => new Statements().named(text).text

describe('a statement for PostgreSQL', () => {
  it.each([
    ['SELECT 1', 'SELECT 1'],
    ['WHERE a = ? AND b IN (?, ?)', 'WHERE a = $1 AND b IN ($2, $3)'],
    ["WHERE a = '?' AND b = ?", "WHERE a = '?' AND b = $1"],
    ["WHERE a = 'it''s ?' AND b = ?", "WHERE a = 'it''s ?' AND b = $1"],
    ['SELECT "what?" FROM t WHERE a = ?', 'SELECT "what?" FROM t WHERE a = $1'],
    ['SELECT a -- really?\nFROM t WHERE a = ?', 'SELECT a -- really?\nFROM t WHERE a = $1'],
    ['SELECT /* a? b? */ a FROM t WHERE a = ?', 'SELECT /* a? b? */ a FROM t WHERE a = $1'],
  ])('numbers the values of %j', (text, expected) => {
    expect(numbered(text)).toBe(expected)
  })

  it('is one for inserts that are independent of each other', () => {
    const [first, second, last] = [
      'INSERT INTO a VALUES (?, ?)',
      'INSERT INTO b VALUES (?)',
      'INSERT INTO c VALUES (?)',
    ]
    expect(numbered(togetherOf([first, second, last]))).toBe(
      'WITH part_0 AS (INSERT INTO a VALUES ($1, $2)), part_1 AS (INSERT INTO b VALUES ($3)) INSERT INTO c VALUES ($4)',
    )
    expect(togetherOf([first])).toBe(first)
  })

  it('has one name per text', () => {
    const statements = new Statements()
    const [first, again, other] = ['SELECT ?', 'SELECT ?', 'SELECT 1'].map((text) => statements.named(text))
    expect(again).toBe(first)
    expect(other?.name).not.toBe(first?.name)
  })
})
