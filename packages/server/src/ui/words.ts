import { type Html, html, joinHtml } from '../runtime/html.js'

type Texts<Key extends string> = Readonly<Record<Key, string>>

const ORIGINAL = 'en'
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'fa'])
const PLACEHOLDER = /\{([a-z_]+)\}/
const EVERY_PLACEHOLDER = new RegExp(PLACEHOLDER, 'g')
/** Most language ranges read from `Accept-Language`; browsers send fewer. */
const MAX_RANGES = 20

/** The texts of one language, and its formats of numbers and dates. */
export class Words<Key extends string> {
  readonly direction: 'ltr' | 'rtl'
  /** Language and script, `zh-Hant`; a reader of one is taken to read every tag with it. */
  readonly script: string | undefined
  // Created on first use: they take longer than the start of all other parts of the checkout.
  private number: Intl.NumberFormat | undefined
  private time: Intl.DateTimeFormat | undefined
  private clock: Intl.DateTimeFormat | undefined
  private ownName: string | undefined

  constructor(
    readonly tag: string,
    private readonly texts: Texts<Key>,
  ) {
    this.direction = RIGHT_TO_LEFT.has(tag) ? 'rtl' : 'ltr'
    this.script = scriptOf(tag)
  }

  /** Returns a text with its placeholders filled. */
  fill(key: Key, values: Readonly<Record<string, Html | string>> = {}): Html {
    const parts = this.texts[key].split(PLACEHOLDER)
    return joinHtml(parts.map((part, at) => (at % 2 === 0 ? html`${part}` : html`${values[part] ?? ''}`)))
  }

  /** Returns a text with its placeholders filled, for other media than pages. */
  say(key: Key, values: Readonly<Record<string, string>>): string {
    return this.texts[key].replace(EVERY_PLACEHOLDER, (_, name: string) => this.isolate(values[name] ?? ''))
  }

  /** Keeps the direction of a value apart from that of the text, where they differ. */
  private isolate(value: string): string {
    return this.direction === 'rtl' ? `\u2068${value}\u2069` : value
  }

  /** Returns a text without placeholders, also for attributes. */
  plain(key: Key): string {
    return this.texts[key]
  }

  /** Returns the text of a key that may not exist. */
  find(key: string): string | undefined {
    return Object.hasOwn(this.texts, key) ? this.texts[key as Key] : undefined // an own key
  }

  count(value: number): string {
    this.number ??= new Intl.NumberFormat(this.tag)
    return this.number.format(value)
  }

  /** Formats a time in UTC and names the zone, because only the page's script knows the payer's zone. */
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

  /** Formats a time of the day in UTC, where the day is understood. */
  timeOfDay(at: number): string {
    this.clock ??= new Intl.DateTimeFormat(this.tag, {
      hour: 'numeric',
      minute: 'numeric',
      timeZone: 'UTC',
      timeZoneName: 'short',
    })
    return this.clock.format(at)
  }

  /** Formats a duration in whole seconds, or in minutes from two minutes on, as the script of the page does. */
  duration(seconds: number): string {
    return seconds < 120 ? this.unit(seconds, 'second') : this.minutes(seconds)
  }

  /** Formats a duration in whole minutes, rounded up. */
  minutes(seconds: number): string {
    return this.unit(Math.ceil(seconds / 60), 'minute')
  }

  private unit(value: number, unit: 'second' | 'minute'): string {
    return new Intl.NumberFormat(this.tag, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
  }

  /** The language's name in the language itself. */
  get name(): string {
    this.ownName ??= new Intl.DisplayNames([this.tag], { type: 'language' }).of(this.tag) ?? this.tag
    return this.ownName
  }
}

/** The languages of pages. */
export class Languages<Key extends string> {
  readonly all: readonly Words<Key>[]
  private readonly original: Words<Key>

  /** @throws Error that names a locale whose keys or placeholders differ from the English ones */
  constructor(files: ReadonlyMap<string, unknown>) {
    const original = requireTexts<Key>(files.get(ORIGINAL), ORIGINAL)
    this.all = [...files].map(([tag, file]) => new Words(tag, requireSame(file, original, tag)))
    this.original = this.all.find(({ tag }) => tag === ORIGINAL) ?? new Words(ORIGINAL, original)
  }

  /** Returns English and the languages with one of these tags; all of them for null. */
  among(tags: readonly string[] | null): readonly Words<Key>[] {
    if (tags === null) return this.all
    return this.all.filter((words) => words === this.original || tags.includes(words.tag))
  }

  /**
   * Returns the language asked for by name, else the one that the browser prefers most, else English.
   *
   * @param accepted the header `Accept-Language`
   * @param offered the languages to choose from
   */
  choose(asked: string | undefined, accepted: string | undefined, offered = this.all): Words<Key> {
    const wanted = asked === undefined ? undefined : findIn(offered, asked)
    if (wanted) return wanted
    for (const range of rangesOf(accepted ?? '')) {
      const found = findIn(offered, range)
      if (found) return found
    }
    return this.original
  }
}

/** Finds the language of the same tag, else of the same language and script: `zh-HK` is written like `zh-TW`. */
function findIn<Key extends string>(all: readonly Words<Key>[], tag: string): Words<Key> | undefined {
  const exact = all.find((words) => words.tag.toLowerCase() === tag.toLowerCase())
  if (exact) return exact
  const script = scriptOf(tag)
  return script === undefined ? undefined : all.find((words) => words.script === script)
}

/** Language ranges with a weight above 0, the heaviest first. */
function rangesOf(header: string): string[] {
  const ranges = header.split(',', MAX_RANGES).map((part) => {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim())
    const [, quality] = /^q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)$/i.exec(parameters.join(';')) ?? []
    const weight = parameters.length === 0 ? 1 : Number(quality ?? 0)
    return { range, weight }
  })
  const accepted = ranges.filter(({ range, weight }) => weight > 0 && range !== '*')
  return accepted.sort((a, b) => b.weight - a.weight).map(({ range }) => range)
}

function scriptOf(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return `${language}-${script}`
  } catch {
    return undefined // not a language tag
  }
}

function requireTexts<Key extends string>(file: unknown, tag: string): Texts<Key> {
  const isTexts =
    typeof file === 'object' &&
    file !== null &&
    Object.values(file).every((text) => typeof text === 'string' && text.trim() !== '')
  if (!isTexts) throw new Error(`locale ${tag} is not an object of texts`)
  return file as Texts<Key> // requireSame compares the keys with those of the English file, which are the type's
}

function requireSame<Key extends string>(file: unknown, original: Texts<Key>, tag: string): Texts<Key> {
  const texts = requireTexts<Key>(file, tag)
  const keys = new Set([...Object.keys(original), ...Object.keys(texts)]) as Set<Key> // unknown keys differ
  const differing = [...keys].filter((key) => placeholdersOf(texts[key]) !== placeholdersOf(original[key]))
  if (differing.length > 0)
    throw new Error(`locale ${tag} differs from ${ORIGINAL} in ${differing.join(', ')}`)
  return texts
}

/** The sorted placeholders of a text; undefined when there is no text. */
const placeholdersOf = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : [...text.matchAll(EVERY_PLACEHOLDER)].sort().join()
