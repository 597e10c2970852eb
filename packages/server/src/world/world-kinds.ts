/** Kinds of values that several parts of a world file have. */
import { nullable, text } from './schema-kinds.ts'

/** Decimal text of 64 bits. */
export const decimal = (what: string, description?: string) =>
  text({
    max: 20,
    pattern: '^[0-9]{1,20}$',
    format: 'int64',
    errorMessage: `must be ${what}`,
    ...(description !== undefined && { description }),
  })

/** The id of an entry. */
export const id = decimal('a snowflake', 'A snowflake; generated when left out')

/** Bits of permissions. */
export const permissions = decimal('a permission integer', 'A permission integer in a string')

/** The name of an entry. */
export const name = text({ max: 100, description: 'The key when left out' })

/** A reference to another entry of the file. */
export const key = (description: string) => text({ max: 100, description, errorMessage: 'must be a key of this file' })

/** Text that may be empty or null. */
export const optionalText = (max: number, description?: string) =>
  nullable(text({ min: 0, max, ...(description !== undefined && { description }) }))

/** A time. */
export const moment = (description: string) =>
  text({
    max: 40,
    pattern: '^\\d{4}-\\d{2}-\\d{2}(T[\\d:.]+(Z|[+-]\\d{2}:\\d{2}))?$',
    description,
    errorMessage: 'must be a date, ISO 8601',
  })

/** A picture. `readWorldFile` replaces the path of a file by its content; world-pictures.ts checks that. */
export const picture = (maxBytes: number, formats: string) =>
  text({
    max: Math.ceil((maxBytes * 4) / 3) + 64,
    description: `${formats} of at most ${maxBytes / 1024} KiB: a path below the folder of this file, or a data URI`,
    errorMessage: `must be the path of a picture, or a data URI of at most ${maxBytes / 1024} KiB`,
  })

/** A language, such as en-US. */
export const locale = text({ min: 2, max: 10 })
