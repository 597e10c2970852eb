/** Generates values from schemas, valid and invalid. */

import { type Description, resolve, type Schema } from '@guildhall/contract-check'
import { Faults } from '@guildhall/protocol'
import fc, { type Arbitrary, type GeneratorValue } from 'fast-check'
import type { TSchema } from '../../src/validation/schema.ts'
import { validate } from '../../src/validation/validate.ts'

/** The smallest image: a transparent pixel. */
export const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
/** An address without a server, which fails at once. */
const NOWHERE = 'http://127.0.0.1:1/x'
const DEPTH_MAX = 7
const ITEMS_SHOWN = 3
const DAY_MS = 86_400_000
const WORDS = [
  'a',
  'hello',
  'é',
  'a b',
  '<@1>',
  'https://a.example/x',
  '👍',
  'general',
  '{"a":1}',
  '  ',
  'name-1',
  '\u0000',
]

/** Draws an id for a field of this name: of an existing object, of another kind, or of nothing. */
export type IdFor = (field: string, g: GeneratorValue) => string

export interface Source {
  readonly ids: IdFor
  /** The public schema says more than our own "any JSON". */
  readonly description: Description | null
}

/** Draws a value that mostly fits a schema. */
export function draw(g: GeneratorValue, source: Source, schema: TSchema, described?: Schema): unknown {
  return new Drawing(g, source).value(schema as Schema, described, '', 0)
}

class Drawing {
  readonly #g: GeneratorValue
  readonly #source: Source

  constructor(g: GeneratorValue, source: Source) {
    this.#g = g
    this.#source = source
  }

  #pick<T>(arbitrary: Arbitrary<T>): T {
    return this.#g(() => arbitrary)
  }

  #chance(percent: number): boolean {
    return this.#pick(fc.nat(99)) < percent
  }

  #among<T>(values: readonly T[]): T {
    return this.#pick(fc.constantFrom(...values))
  }

  value(given: Schema, givenDescribed: Schema | undefined, name: string, depth: number): unknown {
    const root = this.#source.description?.root
    const schema = root ? resolve(root, given) : given
    const described = root && givenDescribed ? resolve(root, givenDescribed) : undefined
    if (schema.format === 'json') {
      return described && this.#chance(85) ? this.value(described, undefined, name, depth) : this.#anyJson()
    }
    if (schema.const !== undefined) return schema.const
    if (Array.isArray(schema.enum)) return this.#among(schema.enum)
    const branches = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
    if (branches) return this.#branch(branches, described, name, depth)
    if (Array.isArray(schema.allOf)) {
      const parts = schema.allOf.map((part: Schema) => this.value(part, described, name, depth))
      const objects = parts.every((part) => typeof part === 'object' && part !== null)
      return objects ? Object.assign({}, ...parts) : parts[0]
    }
    return this.#typed(schema, described, name, depth)
  }

  #branch(branches: readonly Schema[], described: Schema | undefined, name: string, depth: number): unknown {
    const simple = branches.filter((branch) => branch.type === 'null' || branch.const !== undefined)
    const branch = depth > DEPTH_MAX && simple.length > 0 ? this.#among(simple) : this.#among(branches)
    return this.value(branch, branch.type === 'object' || branch.format === 'json' ? described : undefined, name, depth)
  }

  #typed(schema: Schema, described: Schema | undefined, name: string, depth: number): unknown {
    const type = Array.isArray(schema.type) ? this.#among(schema.type as string[]) : schema.type
    switch (type) {
      case 'object':
        return this.#object(schema, described, depth)
      case 'array':
        return this.#list(schema, described, name, depth)
      case 'string':
        return this.#text(schema, name)
      case 'integer':
      case 'number':
        return this.#number(schema)
      case 'boolean':
        return this.#pick(fc.boolean())
      case 'null':
        return null
      default:
        return this.#anyJson()
    }
  }

  #object(schema: Schema, described: Schema | undefined, depth: number): unknown {
    const properties = (schema.properties ?? {}) as Record<string, Schema>
    const required = new Set((schema.required ?? []) as string[])
    const known = (described?.properties ?? {}) as Record<string, Schema>
    // A form with all its fields at once is nearly always refused for one of them; few fields get further.
    const share = depth > DEPTH_MAX ? 0 : this.#among([8, 25, 60])
    const output: Record<string, unknown> = {}
    for (const [name, property] of Object.entries(properties)) {
      if (required.has(name) || this.#chance(share)) output[name] = this.value(property, known[name], name, depth + 1)
    }
    const others = Object.values((schema.patternProperties ?? {}) as Record<string, Schema>)[0]
    const extra =
      others ?? (typeof schema.additionalProperties === 'object' ? (schema.additionalProperties as Schema) : undefined)
    if (extra && depth <= DEPTH_MAX) {
      const key = this.#among(['de', 'en-US', '0', '1', 'xx'])
      output[key] = this.value(extra, undefined, key, depth + 1)
    }
    return output
  }

  #list(schema: Schema, described: Schema | undefined, name: string, depth: number): unknown {
    const {
      minItems = 0,
      maxItems = ITEMS_SHOWN,
      items = {},
    } = schema as { minItems?: number; maxItems?: number; items?: Schema }
    const most = depth > DEPTH_MAX ? minItems : Math.min(maxItems, minItems + ITEMS_SHOWN)
    const length = this.#pick(fc.integer({ min: minItems, max: Math.max(minItems, most) }))
    return Array.from({ length }, () => this.value(items, described?.items as Schema | undefined, name, depth + 1))
  }

  #text(schema: Schema, name: string): unknown {
    const {
      format,
      minLength = 0,
      maxLength = 50,
    } = schema as { format?: string; minLength?: number; maxLength?: number }
    if (format === 'snowflake') return this.#source.ids(name, this.#g)
    if (format === 'permissions') return String(this.#pick(fc.bigInt({ min: 0n, max: 2n ** 53n })))
    if (format === 'image-data') return PIXEL
    if (format === 'uri') return this.#among(['https://a.example/x', NOWHERE])
    if (format === 'date-time') {
      return new Date(Date.now() + this.#pick(fc.integer({ min: -30, max: 60 })) * DAY_MS).toISOString()
    }
    if (/avatar|icon|banner|image|splash/.test(name) && this.#chance(80)) return PIXEL
    if (/(^|_)ids?$/.test(name) && this.#chance(90)) return this.#source.ids(name, this.#g)
    const text = this.#chance(70)
      ? this.#among(WORDS)
      : this.#pick(fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 40) }))
    if (this.#chance(5)) return 'x'.repeat(Math.min(maxLength, 5_000))
    return text.padEnd(minLength, 'x').slice(0, maxLength)
  }

  #number(schema: Schema): unknown {
    const { minimum = -5, maximum = 50 } = schema as { minimum?: number; maximum?: number }
    const low = Math.max(minimum, Number.MIN_SAFE_INTEGER)
    const high = Math.max(low, Math.min(maximum, Number.MAX_SAFE_INTEGER))
    if (this.#chance(30)) return this.#among([low, high, Math.min(high, Math.max(low, 1))])
    return this.#pick(fc.integer({ min: Math.ceil(low), max: Math.min(Math.floor(high), low + 100) }))
  }

  #anyJson(): unknown {
    return this.#pick(fc.jsonValue({ maxDepth: 3 }))
  }
}

const WRONG: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  1e20,
  'x',
  '',
  'x'.repeat(6_000),
  [],
  {},
  [null],
  [[1]],
  { a: { b: 1 } },
  '-5',
  '\ud800',
]

/** Puts an invalid value somewhere into a drawn one; undefined if the result is still valid. */
export function spoil(g: GeneratorValue, schema: TSchema, value: unknown): unknown {
  const wrong = () => g(() => fc.constantFrom(...WRONG))
  const into = (node: unknown): unknown => {
    const keys = typeof node === 'object' && node !== null ? Object.keys(node) : []
    const key = keys.length > 0 && g(fc.nat, { max: 9 }) > 0 ? g(() => fc.constantFrom(...keys)) : undefined
    if (key === undefined) return wrong()
    if (Array.isArray(node)) return node.map((entry, index) => (String(index) === key ? into(entry) : entry))
    const object = node as Record<string, unknown>
    if (g(fc.nat, { max: 4 }) > 0) return { ...object, [key]: into(object[key]) }
    const { [key]: _left, ...rest } = object
    return rest
  }
  const fields = Object.keys((schema as Schema).properties ?? {})
  const spoiled =
    fields.length > 0 && g(fc.boolean)
      ? { ...(value as object), [g(() => fc.constantFrom(...fields))]: wrong() }
      : into(value)
  return fits(schema, spoiled) ? undefined : spoiled
}

/** Whether a request with this value passes the form check. */
function fits(schema: TSchema, value: unknown): boolean {
  const faults = new Faults()
  validate(schema, JSON.parse(JSON.stringify(value ?? null)), faults)
  return !faults.any
}
