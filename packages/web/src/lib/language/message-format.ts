/** Values of the placeholders of a message. */
export type Values = Readonly<Record<string, string | number>>

/** A placeholder: `{name}`, or `{count, plural, one {…} other {…}}` and `{kind, select, a {…} other {…}}`. */
export interface Slot {
  readonly name: string
  readonly kind?: string
  readonly forms?: Readonly<Record<string, readonly Part[]>>
}

/** A part of a message. `#` is the number of the plural around it. */
export type Part = string | Slot

const parsed = new Map<string, readonly Part[]>()

/** Parses a message in the syntax of ICU, without its quotes: no text of the app shows a brace. */
export function partsOf(message: string): readonly Part[] {
  let parts = parsed.get(message)
  if (!parts) {
    parts = parse(message, { at: 0 }, false)
    parsed.set(message, parts)
  }
  return parts
}

function parse(message: string, cursor: { at: number }, inForm: boolean): Part[] {
  const parts: Part[] = []
  const ends = inForm ? /[{}#]/g : /[{}]/g
  for (;;) {
    ends.lastIndex = cursor.at
    const found = ends.exec(message)
    const end = found?.index ?? message.length
    if (end > cursor.at) parts.push(message.slice(cursor.at, end))
    cursor.at = end + 1
    if (found?.[0] === '#') parts.push({ name: '#' })
    else if (found?.[0] === '{') parts.push(slot(message, cursor))
    else return parts
  }
}

function slot(message: string, cursor: { at: number }): Slot {
  const header = /\s*(\w+)\s*(?:,\s*(plural|select)\s*,)?/y
  header.lastIndex = cursor.at
  const [, name = '', kind] = header.exec(message) ?? []
  cursor.at = header.lastIndex
  const forms: Record<string, readonly Part[]> = {}
  const key = /\s*(=?\w+)\s*\{/y
  for (;;) {
    key.lastIndex = cursor.at
    const [, form] = key.exec(message) ?? []
    if (form === undefined) break
    cursor.at = key.lastIndex
    forms[form] = parse(message, cursor, true)
  }
  cursor.at = message.indexOf('}', cursor.at) + 1
  return kind ? { name, kind, forms } : { name }
}

/** Returns the parts that a message has with its values: those of the fitting form in place of each choice. */
export function chosenParts(
  parts: readonly Part[],
  values: Readonly<Record<string, unknown>>,
  pluralRules: Intl.PluralRules,
): Part[] {
  return parts.flatMap((part) => {
    if (typeof part === 'string' || !part.forms) return [part]
    const value = values[part.name]
    const { forms } = part
    const form =
      forms[`=${String(value)}`] ??
      forms[part.kind === 'plural' ? pluralRules.select(Number(value)) : String(value)] ??
      forms.other ??
      []
    const counted = part.kind === 'plural' ? form.map((one) => (isCount(one) ? { name: part.name } : one)) : form
    return chosenParts(counted, values, pluralRules)
  })
}

const isCount = (part: Part) => typeof part !== 'string' && part.name === '#'
