import { Type } from 'typebox'

/**
 * The kinds of schema that describe a world file. `errorMessage` is the message of editors and of the check for a
 * value that does not fit; editors show `description`.
 */
interface Notes {
  description?: string
  errorMessage?: string
}

type TextOptions = Notes & { min?: number; max: number; pattern?: string; format?: 'uri' | 'int64' }

/** Text; its length is counted in code points. */
export const text = ({ min = 1, max, ...options }: TextOptions) =>
  Type.String({ minLength: min, maxLength: max, ...options })

/** A boolean. */
export const flag = (description?: string) => Type.Boolean(description === undefined ? {} : { description })

/** An integer between two bounds, both included. */
export const integer = (minimum: number, maximum: number, description?: string) =>
  Type.Integer({ minimum, maximum, ...(description !== undefined && { description }) })

/** One of several values. The type is as wide as the values are, so that worlds made by programs need no casts. */
export const oneOf = <T extends string | number>(values: readonly T[], description?: string) =>
  Type.Unsafe<T extends string ? string : number>({
    enum: [...values],
    ...(description !== undefined && { description }),
  })

/** A list of items of one kind. */
export const list = <S extends Type.TSchema>(items: S, maxItems?: number, description?: string) =>
  Type.Array(items, { ...(maxItems !== undefined && { maxItems }), ...(description !== undefined && { description }) })

/** A kind that accepts null as well. */
export const nullable = <S extends Type.TSchema>(schema: S) =>
  Type.Unsafe<Type.Static<S> | null>({ anyOf: [schema, { type: 'null' }] })

/** An object with these keys and no others. */
export const object = <P extends Type.TProperties>(properties: P, notes: Notes = {}) =>
  Type.Object(properties, { additionalProperties: false, ...notes })

type RecordOptions = Notes & { max?: number; key?: string }

/** Entries under names that the author chooses. Null is an entry without keys, since YAML reads `bob:` as null. */
export const record = <S extends Type.TSchema>(entry: S, { max, key, ...notes }: RecordOptions = {}) =>
  Type.Unsafe<Record<string, Type.Static<S>>>({
    type: 'object',
    propertyNames: {
      minLength: 1,
      maxLength: 100,
      not: { const: '__proto__' },
      ...(key !== undefined && { pattern: key }),
    },
    additionalProperties: { anyOf: [entry, { type: 'null' }] },
    ...(max !== undefined && { maxProperties: max }),
    ...notes,
  })
