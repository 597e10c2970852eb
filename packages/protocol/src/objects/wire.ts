import { type TSchema, Type } from 'typebox'

/** Id: decimal digits in a string, since JSON numbers lose bits above 2^53. */
export const Id = Type.String({ format: 'snowflake' })

/** Time in ISO 8601 with an offset. */
export const Time = Type.String({ format: 'date-time' })

/** Bit set in decimal, which may exceed the range of numbers. */
export const Bits = Type.String({ pattern: '^[0-9]+$' })

export const Text = Type.String()
export const Flag = Type.Boolean()
export const Int = Type.Integer()
export const None = Type.Null()

/** Returns the schema of a value that may be null. */
export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}

/** Returns the schema of a key that may be missing. */
export const optional = Type.Optional

/** Returns the schema of a key that may be missing or null. */
export function optionalNullable<T extends TSchema>(schema: T) {
  return Type.Optional(nullable(schema))
}

/** Returns the schema of an object with keys such as ids or locales. */
export function mapOf<T extends TSchema>(schema: T) {
  return Type.Record(Type.String(), schema)
}
