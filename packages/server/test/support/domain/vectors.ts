import { readFileSync } from 'node:fs'

/** Reads the rows of a file in `openapi/vectors/`. */
export function readVectors<Row extends { name: string }>(file: string): Row[] {
  const url = new URL(`../../../../../openapi/vectors/${file}`, import.meta.url)
  return JSON.parse(readFileSync(url, 'utf8')) as Row[] // documented in the README of the vectors
}
