import { type Check, checked, type Kind, type ValueOf } from './kinds.ts'
import { isNamed, type Keeping, make, stateOf, Wrapper } from './wrapper.ts'

/** Values of the fields of a struct. */
export type Values<F> = { -readonly [Name in keyof F]: ValueOf<F[Name]> }

/** Ways in which games make objects of a class. */
type Construct = 'public' | 'none' | 'uncopied'

/** The fields of one class of structs. Its getters and setters read and write them here. */
export interface StructFields<F extends object> {
  fresh(): Values<F>
  copy(values: Values<F>): Values<F>
  readonly keeping: Readonly<Record<Construct, Keeping<Values<F>>>>
  /** Returns a copy of a field; the default of its type if the object is invalid. */
  get<Name extends keyof F & string>(object: Struct<F>, name: Name): ValueOf<F[Name]>
  /**
   * Sets a field to a copy of a value.
   * @throws TypeError for a wrong type and for an invalid object, RangeError for a number outside of its C++ type
   */
  set<Name extends keyof F & string>(object: Struct<F>, name: Name, value: ValueOf<F[Name]> | undefined): void
}

/**
 * Declares the fields of a class by their kinds.
 * @param name name of the class for `objectNamed`; bundlers change the one of the class itself
 */
export function struct<F extends object>(kinds: F, name = ''): StructFields<F> {
  const table = kinds as Readonly<Record<string, Kind<unknown>>>
  const kindOf = <Name extends keyof F & string>(name: Name) => table[name] as Kind<ValueOf<F[Name]>>
  const copyOf = <T>({ copy }: Kind<T>, value: T): T => (copy ? copy(value) : value)
  const each = (value: (name: string, kind: Kind<unknown>) => unknown) =>
    Object.fromEntries(Object.entries(table).map(([name, kind]) => [name, value(name, kind)])) as Values<F>
  const fresh = () => each((_, kind) => copyOf(kind, kind.initial))
  const copy = (values: Values<F>) => each((name, kind) => copyOf(kind, (values as Record<string, unknown>)[name]))
  const made: Keeping<Values<F>> = { name, fresh: null, copy, entries: (values) => values, isLive: false }
  return {
    fresh,
    copy,
    keeping: { public: { ...made, fresh }, none: made, uncopied: { ...made, copy: refuseCopy } },
    get(object, name) {
      const state = stateOf(object)
      return copyOf(kindOf(name), state ? state[name] : kindOf(name).initial)
    },
    set(object, name, value) {
      const state = stateOf(object)
      const what = `${object.constructor.name}: ${name}`
      const accepted = checked(kindOf(name), value, what)
      if (!state) throw new TypeError(`${what} cannot be set on an object that is not valid`)
      state[name] = copyOf(kindOf(name), accepted)
    },
  }
}

/** A class of values: objects are copied, and nothing that they hold is shared. */
export abstract class Struct<F extends object> extends Wrapper<Values<F>> {
  /**
   * @param other object that is copied; undefined for a new one
   * @param construct `none` for classes whose objects only the library makes, `uncopied` if they are not copied either
   */
  protected constructor(fields: StructFields<F>, other: unknown, construct: Construct = 'public') {
    super(other, fields.keeping[construct])
  }
}

function refuseCopy(): never {
  throw new TypeError('objects of this class cannot be copied')
}

/** Returns the kind of a field that holds an object of a class. */
export function objectOf<T>(Class: (new (other: T) => T) & { readonly nullobj: T }): Kind<T> {
  return {
    expects: `an object of the class ${Class.name}`,
    initial: Class.nullobj,
    fault: (value) => (value instanceof Class ? undefined : 'type'),
    copy: (value) => new Class(value),
  }
}

/** Returns the check of an object by the name of its class, which a program that makes none need not load. */
export function objectNamed(name: string): Check {
  return {
    expects: `an object of the class ${name}`,
    fault: (value) => (isNamed(value, name) ? undefined : 'type'),
  }
}

/** Returns the kind of a list of objects of a class. */
export function listOf<T>(kind: Kind<T>): Kind<readonly T[]> {
  return {
    expects: `a list; each entry must be ${kind.expects}`,
    initial: [],
    fault: (value) => {
      if (!Array.isArray(value)) return 'type'
      return value.map(kind.fault).find((fault) => fault !== undefined)
    },
    copy: (values) => values.map((value) => (kind.copy ? kind.copy(value) : value)),
  }
}

/** Type of the fields in a declaration. */
export type FieldsOf<Declared> = Declared extends StructFields<infer F> ? F : never

/** Returns a function that makes objects of a class from some of their values; the others have their defaults. */
export function makerOf<F extends object, T extends Struct<F>>(
  Class: new (other: never) => T,
  fields: StructFields<F>,
): (values: Partial<Values<F>>) => T {
  return (values) => make<Values<F>, T>(Class, fields.copy({ ...fields.fresh(), ...values }))
}

/** Returns whether two objects hold the same values, at any depth. */
export function isDeepEqual(one: unknown, other: unknown): boolean {
  if (one instanceof Wrapper && other instanceof Wrapper) return isDeepEqual(stateOf(one), stateOf(other))
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return Object.is(one, other)
  const entries = Object.entries(one)
  const others = other as Readonly<Record<string, unknown>>
  return (
    entries.length === Object.keys(other).length && entries.every(([name, value]) => isDeepEqual(value, others[name]))
  )
}
