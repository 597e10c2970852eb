/**
 * Returns a frozen table of names and numbers. Bundlers leave out tables that a program does not use.
 * @__NO_SIDE_EFFECTS__
 */
export function enumOf<const Entries extends Readonly<Record<string, number>>>(entries: Entries): Readonly<Entries> {
  return Object.freeze(entries)
}

/** Type of the numbers of an enum. */
export type EnumValue<Entries> = Entries[keyof Entries]

/** Returns the name of a number in an enum, such as `EnumToString(StatusType, 3)`; `unknown` if it is not listed. */
export function EnumToString(entries: Readonly<Record<string, number>>, value: number): string {
  if (typeof entries !== 'object' || entries === null)
    throw new TypeError('EnumToString: the first argument must be an enum')
  if (typeof value !== 'number') throw new TypeError('EnumToString: the value must be a number')
  return Object.keys(entries).find((name) => entries[name] === value) ?? 'unknown'
}
