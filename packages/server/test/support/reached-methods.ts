/** Which methods of discord.js reach the HTTP API by themselves, and which of them a test has called. */
import * as discord from 'discord.js'

const CALLS_REST = /\brest\s*\.\s*(?:get|post|put|patch|delete)\b/

interface Method {
  /** `Guild#edit`. */
  readonly name: string
  readonly holder: Record<string, unknown>
  readonly key: string
}

/** Found by their source, so that a method which a new release brings is missed by nobody. */
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
 * Notes each call from now on. What a mixin puts into several classes is one function there, but a method of each class:
 * each is noted by itself.
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
