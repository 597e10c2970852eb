import type { Bot } from './bot.ts'
import type { Person } from './person.ts'

/** A channel of the world. */
export interface NamedChannel {
  readonly id: string
  readonly guildId: string
  /** Key in the world. */
  readonly name: string
}

/** A role of the world. */
export interface NamedRole {
  readonly id: string
  readonly guildId: string
  /** Key in the world. */
  readonly name: string
}

/** Keys of a record whose type names them; a record of any names gives none. */
type Keys<T> = string extends keyof T ? never : keyof T & string
type Part<W, P extends string> = W extends Readonly<Record<P, infer T>> ? T : Record<never, never>

/** A guild of the world, with its channels and roles by their keys: `lab.general`. */
export type NamedGuild<G = unknown> = {
  readonly id: string
  /** Key in the world. */
  readonly name: string
} & { readonly [C in Keys<Part<G, 'channels'>>]: NamedChannel } & { readonly [R in Keys<Part<G, 'roles'>>]: NamedRole }

/** People, bots and guilds of a world by their keys. */
export type Names<W> = { readonly [U in Keys<Part<W, 'users'>>]: Person } & {
  readonly [A in Keys<Part<W, 'applications'>>]: Bot
} & { readonly [G in Keys<Part<W, 'guilds'>>]: NamedGuild<Part<W, 'guilds'>[G]> }

/**
 * Collects names, each for one thing.
 * @throws Error for a second thing of a name, with both
 */
export class NameTable<T> {
  readonly #owner: string
  readonly #entries = new Map<string, { what: string; thing: T }>()

  /**
   * @param owner what has the names, for errors
   * @param taken names that it has already
   */
  constructor(owner: string, taken: Iterable<string>, thing: T) {
    this.#owner = owner
    for (const name of taken) this.#entries.set(name, { what: `a property of ${owner}`, thing })
  }

  /** Adds a thing. */
  add(name: string, what: string, thing: T): void {
    const other = this.#entries.get(name)
    if (other)
      throw new Error(
        `"${name}" is ${what} and ${other.what}. Names are properties of ${this.#owner}: rename one of them.`,
      )
    this.#entries.set(name, { what, thing })
  }
}
