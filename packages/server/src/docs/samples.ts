import samples from './generated/samples.gen.json' with { type: 'json' }
import { fence } from './text.js'

/** A program in one language. */
export interface Sample {
  /** Its name in addresses and ids: `typescript`. */
  readonly name: string
  readonly title: string
  /** Its name in a fence. */
  readonly language: string
  readonly code: string
}

/** The languages in the order of the tabs, with their titles and their names in a fence. */
export const LANGUAGES = [
  ['typescript', 'TypeScript', 'ts'],
  ['curl', 'curl', 'sh'],
  ['python', 'Python', 'python'],
  ['php', 'PHP', 'php'],
  ['go', 'Go', 'go'],
  ['fetch', 'fetch', 'js'],
] as const

const SAMPLES: Readonly<Record<string, Readonly<Record<string, string>>>> = samples

/** Returns the samples of an operation; those of `verifyWebhook` are receivers. */
export function samplesOf(id: string): Sample[] {
  return LANGUAGES.flatMap(([name, title, language]) => {
    const code = SAMPLES[id]?.[name]
    return code === undefined ? [] : [{ name, title, language, code }]
  })
}

/** Renders samples as fences that belong together. */
export const sampleFences = (each: readonly Sample[]): string =>
  each.map(({ language, title, code }) => fence(language, code, title)).join('\n\n')
