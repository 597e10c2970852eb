/** State of an object that is made inside of the library; `state` is null for an invalid one. */
class Made<State> {
  readonly state: State | null

  constructor(state: State | null) {
    this.state = state
  }
}

/** Way in which a class keeps the states of its objects. */
export interface Keeping<State> {
  /** Name of the class, by which programs are checked that do not load it; empty for other classes. */
  readonly name: string
  /** Returns the state of a new object; null if the class has no public constructor. */
  readonly fresh: (() => State) | null
  /** Returns a state that shares nothing with another one. */
  readonly copy: (state: State) => State
  /** Returns the values of a state by their names. */
  readonly entries: (state: State) => object
  /** Whether objects are live references. */
  readonly isLive: boolean
}

/** A constructor as the library calls it, with `Made` in place of another object. */
type Makes<T> = new (made: never) => T

/** Returns the state of an object; null if it is invalid. */
export let stateOf: <State>(object: Wrapper<State>) => State | null

/**
 * Returns the plain form of a value: ids are strings, objects have no methods; undefined for functions, and for
 * handles where they are left out.
 */
let plainOf: (value: unknown, withHandles?: boolean) => unknown

/** Returns whether a value is an object of the class with a name. */
export let isNamed: (value: unknown, name: string) => boolean

/** Base of all classes of the surface but Client: copies, moves, and the conversion to a boolean. */
export abstract class Wrapper<State> {
  #state: State | null
  readonly #keeping: Keeping<State>

  static {
    stateOf = (object) => object.#state
    isNamed = (value, name) => value instanceof Wrapper && value.#keeping.name === name
  }

  /** @param other object that is copied; undefined for a new one */
  protected constructor(other: unknown, keeping: Keeping<State>) {
    const { fresh, copy } = keeping
    this.#keeping = keeping
    if (other instanceof Made) this.#state = other.state as State | null
    else if (other === undefined) {
      if (!fresh) throw new TypeError(`${new.target.name} has no public constructor; the library makes its objects`)
      this.#state = fresh()
    } else if (other instanceof new.target) {
      const state = (other as Wrapper<State>).#state
      this.#state = state === null ? null : copy(state)
    } else throw new TypeError(`new ${new.target.name}(other): other must be an object of that class`)
  }

  /** Returns a new object with the state of another one, which becomes invalid. */
  static move<T extends Wrapper<unknown>>(this: new (made: never) => T, other: T): T {
    if (!(other instanceof Wrapper))
      throw new TypeError(`${Wrapper.name}.move(other): other must be an object of that class`)
    return new this(new Made(other.#taken()) as never)
  }

  /** Whether the object holds a value: false for `nullobj` and for an object that was moved away. */
  get valid(): boolean {
    return this.#state !== null
  }

  /** Returns `valid`. A game that was ported from C++ calls it in place of the conversion to bool. */
  toBoolean(): boolean {
    return this.valid
  }

  /** Returns the values as a plain object, in which ids are strings; null if the object is not valid. */
  toJSON(): unknown {
    return this.#plain(true)
  }

  /** @param withHandles whether handles inside of a handle are part of it */
  #plain(withHandles: boolean): object | null {
    const state = this.#state
    if (state === null || !this.valid) return null
    const values = Object.entries(this.#keeping.entries(state)).map(([name, value]) => [
      name,
      plainOf(value, withHandles),
    ])
    return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as object
  }

  static {
    plainOf = (value, withHandles = true) => {
      if (typeof value === 'bigint') return String(value)
      if (typeof value === 'function') return undefined
      if (Array.isArray(value)) {
        const entries = value.map((entry) => plainOf(entry, withHandles))
        return value.length > 0 && entries.every((entry) => entry === undefined) ? undefined : entries
      }
      if (!(value instanceof Wrapper)) return value
      if (!value.#keeping.isLive) return value.#plain(withHandles)
      return withHandles ? value.#plain(false) : undefined
    }
  }

  /** Takes the state of another object, which becomes invalid. Returns this object. */
  moveFrom(other: this): this {
    this.#demandChange(other)
    if (other !== this) this.#state = other.#taken()
    return this
  }

  /** Takes a copy of the state of another object. Returns this object. */
  assign(other: this): this {
    this.#demandChange(other)
    const Own = this.constructor as Makes<this>
    if (other !== this) this.#state = new Own(other as never).#state
    return this
  }

  #taken(): State | null {
    if (Object.isFrozen(this)) return null
    const state = this.#state
    this.#state = null
    return state
  }

  #demandChange(other: unknown): void {
    const { name } = this.constructor
    if (!(other instanceof this.constructor)) throw new TypeError(`other must be an object of the class ${name}`)
    if (Object.isFrozen(this)) throw new TypeError(`${name}.nullobj cannot change`)
  }
}

/** Returns a copy of an object. */
export function copyOf<T extends object>(object: T): T {
  return new (object.constructor as Makes<T>)(object as never)
}

/** Makes an object of a class with a state, also of classes without a public constructor. */
export function make<State, T extends Wrapper<State>>(Class: Makes<T>, state: State): T {
  return new Class(new Made(state) as never)
}

/** Returns the frozen invalid object of a class, its `nullobj`. */
export function nullOf<T>(Class: Makes<T>): T {
  return Object.freeze(new Class(new Made(null) as never)) as T
}
