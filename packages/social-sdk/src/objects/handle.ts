import { type Keeping, make, stateOf, Wrapper } from './wrapper.ts'

/** Returns what a handle shows now; null when it shows nothing any more, such as after the end of the Client. */
export type View<V> = () => V | null

/** Values that handles of one class show. */
export interface HandleFields<V> {
  /** Returns what a handle shows now; the defaults of the types if it shows nothing. */
  view(handle: Handle<V>): V
  readonly keeping: Keeping<View<V>>
}

/** Declares what handles of a class show when they show nothing. */
export function handle<V extends object>(defaults: V): HandleFields<V> {
  const names = Object.keys(defaults) as (keyof V)[]
  return {
    view: (object) => stateOf(object)?.() ?? defaults,
    keeping: {
      name: '',
      fresh: null,
      copy: (view) => view,
      entries: (view) => {
        const shown = view() ?? defaults
        // Getters of a view are those of its class.
        return Object.fromEntries(names.map((name) => [name, shown[name]]))
      },
      isLive: true,
    },
  }
}

/** A class of live references: copies refer to the same thing, and every getter reads what is known now. */
export abstract class Handle<V> extends Wrapper<View<V>> {
  /** @param fields values that the handles of the class show */
  protected constructor({ keeping }: HandleFields<V>, other: unknown) {
    super(other, keeping)
  }

  /** Whether the handle shows something: false for `nullobj`, after the end of the Client, and for unknown users. */
  override get valid(): boolean {
    return (stateOf(this)?.() ?? null) !== null
  }
}

/** Makes a handle of what a function shows at the time of each call. */
export function handleOf<V, T extends Handle<V>>(Class: new (other: never) => T, view: View<V>): T {
  return make<View<V>, T>(Class, view)
}
