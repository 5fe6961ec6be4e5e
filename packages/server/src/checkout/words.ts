import { type Html, html, joinHtml } from '../runtime/html.js'
import type en from './locales/en.json'

export type WordKey = keyof typeof en
type Texts = Readonly<Record<WordKey, string>>

const ORIGINAL = 'en'
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'fa'])
const PLACEHOLDER = /\{([a-z_]+)\}/
/** Nobody honest lists more languages than this. */
const MOST_RANGES = 20

/** The words of one language, and how it writes numbers and dates. */
export class Words {
  readonly direction: 'ltr' | 'rtl'
  /** Language and script: what a reader must know. */
  readonly script: string | undefined
  // Made on first use: they take longer than the whole start of the page's other parts.
  private number: Intl.NumberFormat | undefined
  private time: Intl.DateTimeFormat | undefined
  private ownName: string | undefined

  constructor(
    readonly tag: string,
    private readonly texts: Texts,
  ) {
    this.direction = RIGHT_TO_LEFT.has(tag) ? 'rtl' : 'ltr'
    this.script = scriptOf(tag)
  }

  /** A text with its placeholders filled. */
  say(key: WordKey, values: Readonly<Record<string, Html | string>> = {}): Html {
    const parts = this.texts[key].split(PLACEHOLDER)
    return joinHtml(parts.map((part, at) => (at % 2 === 0 ? html`${part}` : html`${values[part] ?? ''}`)))
  }

  /** A text that has no placeholders, for an attribute. */
  plain(key: WordKey): string {
    return this.texts[key]
  }

  count(value: number): string {
    this.number ??= new Intl.NumberFormat(this.tag)
    return this.number.format(value)
  }

  /** In UTC, and it says so: the payer's zone is known to the script alone. */
  instant(at: number): string {
    this.time ??= new Intl.DateTimeFormat(this.tag, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      timeZone: 'UTC',
      timeZoneName: 'short',
    })
    return this.time.format(at)
  }

  /** What the language calls itself. */
  get name(): string {
    this.ownName ??= new Intl.DisplayNames([this.tag], { type: 'language' }).of(this.tag) ?? this.tag
    return this.ownName
  }
}

/** All languages of the page. */
export class Languages {
  readonly all: readonly Words[]
  private readonly original: Words

  /** @throws Error that names a file whose keys or placeholders are not those of the English one */
  constructor(files: ReadonlyMap<string, unknown>) {
    const original = requireTexts(files.get(ORIGINAL), ORIGINAL)
    this.all = [...files].map(([tag, file]) => new Words(tag, requireSame(file, original, tag)))
    this.original = this.all.find(({ tag }) => tag === ORIGINAL) ?? new Words(ORIGINAL, original)
  }

  /**
   * The language that was asked for by name, else the one that the browser likes best, else English.
   *
   * @param accepted the header `Accept-Language`
   */
  choose(asked: string | undefined, accepted: string | undefined): Words {
    const wanted = asked === undefined ? undefined : this.find(asked)
    if (wanted) return wanted
    for (const range of rangesOf(accepted ?? '')) {
      const found = this.find(range)
      if (found) return found
    }
    return this.original
  }

  /** Of the same tag, else of the same language and script: zh-HK is written as zh-TW is. */
  private find(tag: string): Words | undefined {
    const exact = this.all.find((words) => words.tag.toLowerCase() === tag.toLowerCase())
    if (exact) return exact
    const script = scriptOf(tag)
    return script === undefined ? undefined : this.all.find((words) => words.script === script)
  }
}

/** Language ranges with a weight above 0, the heaviest first. */
function rangesOf(header: string): string[] {
  const ranges = header.split(',', MOST_RANGES).map((part) => {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim())
    const [, written] = /^q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)$/i.exec(parameters.join(';')) ?? []
    const weight = parameters.length === 0 ? 1 : Number(written ?? 0)
    return { range, weight }
  })
  const liked = ranges.filter(({ range, weight }) => weight > 0 && range !== '*')
  return liked.sort((a, b) => b.weight - a.weight).map(({ range }) => range)
}

function scriptOf(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return `${language}-${script}`
  } catch {
    return undefined // no language tag at all
  }
}

function requireTexts(file: unknown, tag: string): Texts {
  const isTexts =
    typeof file === 'object' &&
    file !== null &&
    Object.values(file).every((text) => typeof text === 'string' && text.trim() !== '')
  if (!isTexts) throw new Error(`the words of ${tag} are no object of texts`)
  return file as Texts // the keys are compared with those of the English file, which is the type
}

function requireSame(file: unknown, original: Texts, tag: string): Texts {
  const texts = requireTexts(file, tag)
  const keys = new Set([...Object.keys(original), ...Object.keys(texts)]) as Set<WordKey> // those of neither are none
  const wrong = [...keys].filter((key) => placeholdersOf(texts[key]) !== placeholdersOf(original[key]))
  if (wrong.length > 0)
    throw new Error(`the words of ${tag} differ from those of ${ORIGINAL} in ${wrong.join(', ')}`)
  return texts
}

/** Undefined where there is no text. */
const placeholdersOf = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : [...text.matchAll(new RegExp(PLACEHOLDER, 'g'))].sort().join()
