import { type TSchema, Type } from 'typebox'

/** An id: decimal digits in a string, since JSON numbers lose bits above 2^53. */
export const Id = Type.String({ format: 'snowflake' })

/** ISO 8601 with an offset. */
export const Time = Type.String({ format: 'date-time' })

/** A bit set that may outgrow a number, in decimal. */
export const Bits = Type.String({ pattern: '^[0-9]+$' })

export const Text = Type.String()
export const Flag = Type.Boolean()
export const Int = Type.Integer()
export const None = Type.Null()

export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}

/** A key that may be missing. */
export const maybe = Type.Optional

/** A key that may be missing or null. */
export function maybeNull<T extends TSchema>(schema: T) {
  return Type.Optional(nullable(schema))
}

/** Objects by id, locale or other key. */
export function mapOf<T extends TSchema>(schema: T) {
  return Type.Record(Type.String(), schema)
}
