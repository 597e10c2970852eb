/** Finds the methods of discord.js that reach the HTTP API by themselves, and notes the ones that a test has called. */
import * as discord from 'discord.js'

const CALLS_REST = /\brest\s*\.\s*(?:get|post|put|patch|delete)\b/

interface Method {
  /** `Guild#edit`. */
  readonly name: string
  readonly holder: Record<string, unknown>
  readonly key: string
}

/** Methods are found by their source, so that a method of a new release is not missed. */
function reachingMethods(): Method[] {
  return Object.entries(discord).flatMap(([name, value]) => {
    if (typeof value !== 'function' || !value.prototype) return []
    const holder = value.prototype as Record<string, unknown>
    return Object.getOwnPropertyNames(holder).flatMap((key) => {
      const method: unknown = key === 'constructor' ? undefined : Object.getOwnPropertyDescriptor(holder, key)?.value
      const reaches = typeof method === 'function' && CALLS_REST.test(Function.prototype.toString.call(method))
      return reaches ? [{ name: `${name}#${key}`, holder, key }] : []
    })
  })
}

/**
 * Notes each call from now on. A method that a mixin puts into several classes is one function, but counts for each
 * class.
 */
export function noteCalls(): { methods: readonly string[]; called: ReadonlySet<string>; restore(): void } {
  const called = new Set<string>()
  const methods = reachingMethods()
  const originals = methods.map(({ name, holder, key }) => {
    const original = holder[key] as (...args: unknown[]) => unknown
    holder[key] = function (this: unknown, ...args: unknown[]) {
      called.add(name)
      return original.apply(this, args)
    }
    return () => {
      holder[key] = original
    }
  })
  return {
    methods: methods.map(({ name }) => name),
    called,
    restore: () => {
      for (const put of originals) put()
    },
  }
}
