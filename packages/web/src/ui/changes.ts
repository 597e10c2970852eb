/** A person's change of one field. */
interface Change<V> {
  /** Value that was saved when the person began to change it. */
  readonly before: V
  readonly after: V
}

/** Changes of some fields of a value that are not saved yet. */
export type Pending<T> = { readonly [K in keyof T]?: Change<T[K]> }

/** Changed fields with the values to send. An undefined field is not changed. */
export type Changed<T> = { [K in keyof T]?: NonNullable<T[K]> | (T[K] & null) }

/** Functions for fields of several parts: return the changed value over one that others have saved meanwhile. */
export type Merges<T> = { readonly [K in keyof T]?: (change: Change<T[K]>, saved: T[K]) => T[K] }

const keysOf = <T extends object>(value: T) => Object.keys(value) as (keyof T)[]

/** Returns the pending changes after the person has changed some fields. Fields with their saved value are left out. */
export function withChanges<T extends object>(pending: Pending<T>, saved: T, patch: Partial<T>): Pending<T> {
  const next: { [K in keyof T]?: Change<T[K]> } = { ...pending }
  for (const key of keysOf(patch)) {
    const after = patch[key] as T[typeof key]
    if (isSame(after, saved[key])) delete next[key]
    else next[key] = { before: saved[key], after }
  }
  return next
}

/** Returns the fields that differ from the saved value, with the values to send. */
export function changedFields<T extends object>(pending: Pending<T>, saved: T, merges: Merges<T> = {}): Changed<T> {
  const changed: Changed<T> = {}
  for (const key of keysOf(pending)) {
    const change = pending[key]
    if (!change) continue
    const value = merges[key]?.(change, saved[key]) ?? change.after
    if (value !== undefined && !isSame(value, saved[key])) changed[key] = value
  }
  return changed
}

/** Returns values whose texts have no spaces around them. */
export function trimmed<T extends object>(values: T): T {
  const entries = Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value])
  return Object.fromEntries(entries) as T
}

/** Returns the fields of a request body that differ from those of the saved value. */
export function differences<T extends object>(saved: T, body: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(body).filter(([key, value]) => !isSame(value, saved[key as keyof T])),
  ) as Partial<T>
}

/** Returns the pending changes without those that were sent. A field that was changed again meanwhile stays. */
export function withoutSent<T extends object>(pending: Pending<T>, sent: Pending<T>): Pending<T> {
  return kept(pending, (key) => sent[key] !== pending[key])
}

/** Returns the pending changes without those that others have saved too. The same object, if there are none. */
export function withoutAgreed<T extends object>(pending: Pending<T>, saved: T, merges?: Merges<T>): Pending<T> {
  const changed = changedFields(pending, saved, merges)
  const isAgreed = keysOf(pending).some((key) => !Object.hasOwn(changed, key))
  return isAgreed ? kept(pending, (key) => Object.hasOwn(changed, key)) : pending
}

function kept<T extends object>(pending: Pending<T>, isKept: (key: keyof T) => boolean): Pending<T> {
  return Object.fromEntries(Object.entries(pending).filter(([key]) => isKept(key as keyof T))) as Pending<T>
}

/** Returns a set of bits over one that others have saved meanwhile: only bits that the person changed are replaced. */
export function mergeBits({ before, after }: Change<bigint>, saved: bigint): bigint {
  const changed = before ^ after
  return (saved & ~changed) | (after & changed)
}

/** Returns flags over those that others have saved meanwhile, as `mergeBits` does. */
export function mergeFlags(change: Change<number>, saved: number): number {
  const changed = change.before ^ change.after
  return (saved & ~changed) | (change.after & changed)
}

/** Returns whether two values of a field are equal, also lists and plain objects by their content. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [keys, others] = [Object.keys(one), Object.keys(other)]
  return (
    keys.length === others.length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(Reflect.get(one, key), Reflect.get(other, key)))
  )
}
