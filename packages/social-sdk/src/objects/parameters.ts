import { type Check, check } from './kinds.ts'

/** Parameters of a method by their names, in order. */
export type Parameters = Readonly<Record<string, Check>>
/** A class as its methods are looked up. */
interface Class {
  readonly name: string
  readonly prototype: object
}
type Method = (...given: unknown[]) => unknown

const declared = new WeakMap<object, Map<string, Parameters>>()

/**
 * Declares the parameters of methods of a class and lets each call check its arguments before anything else happens:
 * a wrong type is a TypeError, a number outside of its C++ type a RangeError.
 */
export function declareParameters<T extends Class>(
  Class: T,
  table: { readonly [Name in keyof T['prototype']]?: Parameters } & { readonly [Name in keyof T]?: Parameters },
): void {
  for (const [name, parameters] of Object.entries(table as Record<string, Parameters>)) {
    const owner: object = Object.hasOwn(Class.prototype, name) ? Class.prototype : Class
    const method = (owner as Record<string, Method | undefined>)[name]
    if (!method) throw new TypeError(`${Class.name} has no method ${name}`)
    const own = declared.get(owner) ?? new Map()
    declared.set(owner, own.set(name, parameters))
    Object.defineProperty(owner, name, { value: checking(name, method, parameters) })
  }
}

/** Returns the declared parameters of a method of a class, of its prototype or static. */
export function parametersOf(owner: object, name: string): Parameters | undefined {
  for (let at: object | null = owner; at; at = Object.getPrototypeOf(at) as object | null) {
    const found = declared.get(at)?.get(name)
    if (found) return found
  }
  return undefined
}

function checking(name: string, method: Method, parameters: Parameters): Method {
  const table = Object.entries(parameters).map(([parameter, kind]) => ({ kind, what: `${name}: ${parameter}` }))
  const wrapped = function (this: unknown, ...given: unknown[]) {
    const meant = [...given]
    for (const [index, { kind, what }] of table.entries()) {
      const value = check(kind, given[index], what)
      if (index < meant.length) meant[index] = value
    }
    return method.apply(this, meant)
  }
  return Object.defineProperties(wrapped, { name: { value: name }, length: { value: table.length } })
}
