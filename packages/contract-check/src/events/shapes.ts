/** Builders of JSON schemas for event payloads, in the notation of the public documentation. */
import { DESCRIPTION_URI, type Description, type Schema } from '../description.ts'

export type { Schema }

/** Schemas by field. `?` after a name marks an optional field, as in the documentation's tables. */
export type Fields = { readonly [field: string]: Schema }

export const ID: Schema = { type: 'string', pattern: '^(0|[1-9][0-9]*)$' }
export const STRING: Schema = { type: 'string' }
export const INTEGER: Schema = { type: 'integer' }
export const NUMBER: Schema = { type: 'number' }
export const BOOLEAN: Schema = { type: 'boolean' }
export const TIMESTAMP: Schema = { type: 'string', format: 'date-time' }
/** A set of bits as a decimal string: permissions, and flags beyond 53 bits. */
export const BITS: Schema = { type: 'string', pattern: '^[0-9]+$' }
/** Returns the schema of a value that may be null, `?` before a type in the documentation. */
export function nullable(schema: Schema): Schema {
  return either(schema, { type: 'null' })
}

/** Returns the schema of an array. */
export function listOf(items: Schema): Schema {
  return { type: 'array', items }
}

/** Returns the schema of an object with ids as keys. */
export function byId(values: Schema): Schema {
  return { type: 'object', propertyNames: ID, additionalProperties: values }
}

/** Returns the schema of a value that is one of a few. */
export function oneOf(...values: readonly (string | number)[]): Schema {
  return { enum: values }
}

/** Unions within the union are dissolved: a mismatch is explained by the nearest of all branches. */
export function either(...branches: readonly Schema[]): Schema {
  return { anyOf: branches.flatMap((branch) => (Array.isArray(branch.anyOf) ? (branch.anyOf as Schema[]) : [branch])) }
}

/** Returns the schema of an object with exactly these fields. */
export function object(fields: Fields): Schema {
  const properties = Object.entries(fields).map(([name, schema]) => [name.replace('?', ''), schema])
  const required = Object.keys(fields).filter((name) => !name.endsWith('?'))
  return { type: 'object', properties: Object.fromEntries(properties), required, additionalProperties: false }
}

/** Returns the condition that an object has some fields and lacks others. */
export function having(present: readonly string[], absent: readonly string[] = []): Schema {
  return { required: present, properties: Object.fromEntries(absent.map((field) => [field, false])) }
}

/**
 * The objects that HTTP and gateway share, from the description of the HTTP API. The check of responses accepts fields
 * that a component does not describe; here they are mismatches, unless they are added to it.
 */
export class Components {
  /** The description with strict components. */
  readonly description: Description
  readonly #schemas: Record<string, Schema>

  /** @param added further fields of components, by the component's name */
  constructor({ operations, root }: Description, added: Readonly<Record<string, Fields>> = {}) {
    const components = root.components as { schemas: Record<string, Schema> }
    const strict = Object.entries(components.schemas).map(([name, schema]) => [name, strictly(schema, added[name])])
    const schemas: Record<string, Schema> = Object.fromEntries(strict)
    this.description = { operations, root: { ...root, components: { ...components, schemas } } }
    this.#schemas = schemas
  }

  /** Returns a reference to a component. */
  of(name: string): Schema {
    this.#get(name)
    return { $ref: `${DESCRIPTION_URI}#/components/schemas/${name}` }
  }

  /** Adds an object that several events contain, and returns a reference: it is compiled once. */
  define(name: string, schema: Schema): Schema {
    this.#schemas[name] = schema
    return this.of(name)
  }

  /**
   * Returns a component with other fields beside its fields.
   * @param fields added, or described otherwise than in the component
   * @param without fields of the component that the event lacks
   */
  like(name: string, fields: Fields = {}, without: readonly string[] = []): Schema {
    const base = this.#get(name) as { properties: Fields; required?: readonly string[] }
    const required = base.required ?? []
    const inherited = Object.entries(base.properties)
      .filter(([field]) => !without.includes(field) && !(field in fields) && !(`${field}?` in fields))
      .map(([field, schema]) => [required.includes(field) ? field : `${field}?`, schema])
    return object({ ...Object.fromEntries(inherited), ...fields })
  }

  #get(name: string): Schema {
    const schema = this.#schemas[name]
    if (!schema) throw new Error(`the description has no component ${name}`)
    return schema
  }
}

function strictly(schema: Schema, added: Fields = {}): Schema {
  if (!schema.properties || 'additionalProperties' in schema) return schema
  const { properties, required, additionalProperties } = object(added)
  return {
    ...schema,
    properties: { ...schema.properties, ...(properties as Fields) },
    required: [...((schema.required as string[] | undefined) ?? []), ...(required as string[])],
    additionalProperties,
  }
}
