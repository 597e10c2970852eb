const KEY_MAX = 60

/**
 * Gives each name a key that is an identifier of JavaScript and Python, so that tests can write `lab.general`, and
 * that is unique without regard to case.
 */
export class Keys {
  readonly #taken = new Set<string>()

  /** Returns a new key that resembles the name; `fallback` for a name without letters. */
  of(name: string, fallback: string): string {
    const plain = name
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .replaceAll(/[^A-Za-z0-9]+/g, '_')
      .replaceAll(/^_+|_+$/g, '')
      .slice(0, KEY_MAX)
    const base = plain === '' ? fallback : /^\d/.test(plain) ? `${fallback}_${plain}` : plain
    let key = base
    for (let number = 2; this.#taken.has(key.toLowerCase()); number += 1) key = `${base}_${number}`
    this.#taken.add(key.toLowerCase())
    return key
  }
}
