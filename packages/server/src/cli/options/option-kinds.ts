/** Kinds of options that several commands have, for their tables. */
import { type Option, type Options, oneOf } from './option-reader.ts'

/** A draft with a field of this type. Some drafts leave the field out until an option sets it. */
type Field<F extends string, T> = { [K in F]?: T }

/** An option that takes any text; what it names is looked at when it is used. */
export function textOption<F extends string>(
  field: F,
  { value, help }: { value: string; help: string },
): Option<Field<F, string | null>> {
  return { value, help, read: (draft, given) => store(draft, field, given) }
}

/** An option without a value. */
export function switchOption<F extends string>(field: F, help: string): Option<Field<F, boolean>> {
  return { value: null, help, read: (draft) => store(draft, field, true) }
}

/** An option that takes the address of a platform. */
export function addressOption<F extends string>(field: F, help: string): Option<Field<F, string | null>> {
  return {
    value: 'URL',
    help,
    read(draft, given) {
      if (!isWebAddress(given)) return 'must be an address like http://127.0.0.1:7700'
      return store(draft, field, given)
    },
  }
}

/** An option that takes one of a few words, which its placeholder lists. */
export function wordOption<F extends string, W extends string>(
  field: F,
  words: readonly W[],
  help: string,
): Option<Field<F, W>> {
  return {
    value: words.join('|'),
    help,
    read(draft, given) {
      const word = words.find((entry) => entry === given)
      return word === undefined ? oneOf(words, given) : store(draft, field, word)
    },
  }
}

/** An option that takes a whole number up to a limit. */
export function countOption<F extends string>(field: F, max: number, help: string): Option<Field<F, number>> {
  return {
    value: 'N',
    help,
    read(draft, given) {
      const isCount = /^\d{1,9}$/.test(given) && Number(given) <= max
      return isCount
        ? store(draft, field, Number(given))
        : `must be a number up to ${max}, not ${JSON.stringify(given)}`
    },
  }
}

const UNITS = { '': 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3, TiB: 1024 ** 4 } as const

/** An option that takes a number of bytes, or `off` for none. */
export function bytesOption<F extends string>(field: F, help: string): Option<Field<F, number | null>> {
  return {
    value: 'BYTES|off',
    help,
    read(draft, given) {
      if (given === 'off') return store(draft, field, null)
      const [, count, unit] = /^(\d{1,12})(|KiB|MiB|GiB|TiB)$/.exec(given) ?? []
      const bytes = Number(count) * UNITS[(unit ?? '') as keyof typeof UNITS]
      if (!Number.isSafeInteger(bytes)) return `takes bytes such as 500MiB, or off, not ${JSON.stringify(given)}`
      return store(draft, field, bytes)
    },
  }
}

/** Returns the options with these names, in the order of their table. */
export function optionsNamed<D>(options: Options<D>, names: readonly string[]): Options<D> {
  return Object.fromEntries(Object.entries(options).filter(([name]) => names.includes(name)))
}

/** Whether a text is an http or https address. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text)
}

function store<F extends string, T>(draft: Field<F, T>, field: F, value: T): undefined {
  draft[field] = value
}
