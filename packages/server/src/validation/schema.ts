import type { Readable } from 'node:stream'
import Type, { type Static, type TSchema } from 'typebox'

/**
 * Schemas of requests. `validate` checks and decodes by them, so the static type is the decoded one: a snowflake is a
 * bigint, a time is an instant. Every schema also accepts the text of a query string or form field where that is
 * unambiguous: `"5"` for an integer, `"true"` for a boolean, `"1,2"` for a list of snowflakes.
 */
export { type Static, type TSchema, Type }

export const SnowflakeId = Type.Unsafe<bigint>({ type: 'string', format: 'snowflake' })
/** A bit set of up to 63 bits, as decimal text or a number. */
export const PermissionBits = Type.Unsafe<bigint>({ type: 'string', format: 'permissions' })
/** ISO 8601 in, milliseconds out. */
export const Timestamp = Type.Unsafe<number>({ type: 'string', format: 'date-time' })
/** A data URI with a PNG, JPEG, GIF, WebP or AVIF image; the text itself is passed on. */
export const ImageData = Type.Unsafe<string>({ type: 'string', format: 'image-data' })
/** Any JSON, for rules to examine. Bounded in depth and size, texts well formed, without `__proto__` keys. */
export const Json = Type.Unsafe<unknown>({ format: 'json' })

/** A schema that accepts null as well. */
export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
export const Optional = Type.Optional
/** A key that may be absent or null. */
export const OptionalNullable = <S extends TSchema>(schema: S) => Optional(Nullable(schema))
/** Text whose length is counted in code points. */
export const Text = (min: number, max: number) => Type.String({ minLength: min, maxLength: max })
/** Text whose surrounding white space is removed, and does not count. */
export const TrimmedText = (min: number, max: number) => Type.String({ minLength: min, maxLength: max, trim: true })
/** Name of a user or member: trimmed, with one space between words, and without characters that cannot be seen. */
export const PersonName = (min: number, max: number) => Type.String({ minLength: min, maxLength: max, isName: true })
/**
 * Trimmed text that is required and has a maximum length only: the public platform reports a longer one as
 * BASE_TYPE_MAX_LENGTH, without a minimum, and an empty one as BASE_TYPE_REQUIRED.
 */
export const RequiredText = (max: number) =>
  Type.String({ minLength: 1, maxLength: max, trim: true, reportsMinimum: false })
/** Text in place of which no integer is accepted. Pairs of games are checked like this. [LOB-5] */
export const UncastText = (min: number, max: number) => Type.String({ minLength: min, maxLength: max, uncast: true })
/** An integer between two bounds, both included. */
export const Int = (min: number, max: number) => Type.Integer({ minimum: min, maximum: max })
/** A bit set that fits a number. */
export const Flags = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
/** One of several texts or numbers. */
export const OneOf = <const V extends readonly (string | number)[]>(...values: V) =>
  Type.Unsafe<V[number]>({ enum: [...values] })
/** A list with at most `maxItems` items. */
export const List = <S extends TSchema>(items: S, min: number, max: number) =>
  Type.Array(items, { minItems: min, maxItems: max })
/** A list without duplicates. */
export const Distinct = <S extends TSchema>(items: S, min: number, max: number) =>
  Type.Array(items, { minItems: min, maxItems: max, uniqueItems: true })

/** Response body that is not JSON: an image, a CSV file. */
export const Media = (contentType: string) =>
  Type.Unsafe<string | Uint8Array>({ type: 'string', contentMediaType: contentType })

/** Response body that is written piece by piece. */
export const Stream = (contentType: string) => Type.Unsafe<Readable>({ type: 'string', contentMediaType: contentType })

/** Body of a 204. */
export const NoContent = Type.Null()
