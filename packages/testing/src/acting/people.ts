import type { Person } from './person.ts'

/** People whom a test has named. They are connected before anybody acts, so that none of them misses anything. */
export class People {
  readonly #people = new Set<Person>()

  /** Adds a person, who connects at once unless the test decides who is online. */
  add(person: Person, connects = true): Person {
    this.#people.add(person)
    if (!connects) return person
    person.connects().catch(() => undefined) // The next act of anybody reports it.
    return person
  }

  /** Waits until all are connected. */
  async gather(): Promise<void> {
    await Promise.all([...this.#people].map((person) => person.connects()))
  }

  /** Disconnects all and forgets them: the world may be one without some of them. Their next act connects them. */
  async disperse(): Promise<void> {
    const people = [...this.#people]
    this.#people.clear()
    await Promise.all(people.map((person) => person.disconnects()))
  }
}
