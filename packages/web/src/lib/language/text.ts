import { chosenParts, type Part, partsOf, type Values } from './message-format.ts'

declare const isMessage: unique symbol

/** An English text that is not translated yet: `t` turns it into words when they are shown. */
export interface Message {
  readonly [isMessage]: true
}

/** Accepts literals only: a text that is put together at run time has no translation. */
type Literal<S extends string> = S & (string extends S ? never : unknown)

/** Translations by the key of their English text. */
export type Catalogue = ReadonlyMap<number, string>

const CONTEXT = /^[a-z ]+\|/

let current: Catalogue | undefined
let pluralRules = new Intl.PluralRules('en')
let counts: Intl.NumberFormat | undefined
const words = new Map<string, string>()

/** Sets the language of `t`. The texts in the code are English, so English has no catalogue. */
export function setTexts(tag: string, catalogue: Catalogue | undefined, formatTag: string): void {
  current = catalogue
  pluralRules = new Intl.PluralRules(tag)
  counts = tag === 'en' ? undefined : new Intl.NumberFormat(formatTag, { useGrouping: false, maximumFractionDigits: 9 })
  words.clear()
}

/** Marks an English text of a table or constant, which is read before the language is known. */
export function msg<const S extends string>(message: Literal<S>): Message {
  return message as unknown as Message
}

/**
 * Returns a text in the person's language. The English text is its key; a context in front, as in `state|Open`, tells
 * equal English texts apart and is not shown. Placeholders and plurals have the syntax of ICU.
 */
export function t<const S extends string>(message: Literal<S> | Message, values?: Values): string {
  const text = translated(message as unknown as string)
  if (values === undefined) return text
  return shownParts(text, values)
    .map((part) => (typeof part === 'string' ? part : valueText(values[part.name])))
    .join('')
}

/** Returns a label for the middle of a sentence. English labels lose their capital; German nouns keep theirs. */
export function inSentence(label: string): string {
  return current ? label : label.toLowerCase()
}

/** Returns the parts of a translated text that are shown with these values. */
export function shownParts(text: string, values: Readonly<Record<string, unknown>>): Part[] {
  return chosenParts(partsOf(text), values, pluralRules)
}

/** Returns a value of a placeholder as text. */
export function valueText(value: string | number | undefined): string {
  return typeof value === 'number' && counts ? counts.format(value) : String(value)
}

/** Returns the translation of a message, or its English text if there is none. */
export function translated(message: string): string {
  let text = words.get(message)
  if (text === undefined) {
    text = current?.get(keyOf(message)) ?? message.replace(CONTEXT, '')
    words.set(message, text)
  }
  return text
}

/** Returns the key of an English text: 28 bits of a hash (FNV-1a). The style check refuses two texts with one key. */
export function keyOf(message: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < message.length; index += 1)
    hash = Math.imul(hash ^ message.charCodeAt(index), 0x01000193) >>> 0
  return (hash ^ (hash >>> 4)) >>> 4
}
