/** Name of the key in `sessionStorage`, which other tabs do not share and which ends with the tab. */
const STORED = 'guildhall.control-key'
/** Fragment of the address that `guildhall start` and `guildhall run` print. */
const FRAGMENT = /(?:^|&)key=([\w-]{1,200})(?:&|$)/

/** Returns the control key of this tab; null without one. */
export function storedKey(): string | null {
  return sessionStorage.getItem(STORED)
}

/** Keeps the control key for this tab. */
export function storeKey(key: string): void {
  sessionStorage.setItem(STORED, key)
  for (const listener of listeners) listener()
}

/** Removes the control key from this tab. */
export function forgetKey(): void {
  sessionStorage.removeItem(STORED)
  for (const listener of listeners) listener()
}

const listeners = new Set<() => void>()

/** Calls back when this page stores or removes the key. Returns a function that ends it. */
export function onKeyChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns the key in the fragment of an address, without its `#`; null without one. */
export function keyOfFragment(fragment: string): string | null {
  return FRAGMENT.exec(fragment)?.[1] ?? null
}
