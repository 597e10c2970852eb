import Type, { type Static, type TSchema } from 'typebox'

/**
 * Requests are described in TypeBox; `validate` checks and decodes by these descriptions, so the static type is what a
 * handler gets: a snowflake is a bigint, a time an instant.
 */
export { type Static, type TSchema, Type }

export const SnowflakeId = Type.Unsafe<bigint>({ type: 'string', format: 'snowflake' })
export const PermissionBits = Type.Unsafe<bigint>({ type: 'string', format: 'permissions' })
/** ISO 8601 in, ms out. */
export const Timestamp = Type.Unsafe<number>({ type: 'string', format: 'date-time' })
/** A data URI of an image whose bytes are what it says. */
export const ImageData = Type.Unsafe<string>({ type: 'string', format: 'image-data' })
/** Any JSON; rules look at it. */
export const Json = Type.Unsafe<unknown>({ format: 'json' })

export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
export const Text = (min: number, max: number) => Type.String({ minLength: min, maxLength: max })
export const Int = (min: number, max: number) => Type.Integer({ minimum: min, maximum: max })
export const Optional = Type.Optional

/** The answer of a 204. */
export const NoContent = Type.Null()
