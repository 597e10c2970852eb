import { invalidForm } from '@guildhall/protocol'
import { TAPE_KINDS, type TapeKind } from '../../../../kernel/tape/record.ts'
import { Int, OneOf, Optional, SnowflakeId, type Static, Text, Type } from '../../../../validation/schema.ts'
import type { TapeFilter } from './select.ts'

/** Records of one response. */
const LIMIT_MAX = 1_000
const LIMIT_DEFAULT = 100
/** Longest text that is searched for. */
const TEXT_MAX = 200
const KINDS_TEXT_MAX = 60

const RecordId = Int(0, Number.MAX_SAFE_INTEGER)

/** Filters of every reader of the tape. A record must match all of them. */
const TapeFilters = Type.Object({
  /** One or more kinds, with commas between them. */
  kind: Optional(Text(1, KINDS_TEXT_MAX)),
  application_id: Optional(SnowflakeId),
  guild_id: Optional(SnowflakeId),
  user_id: Optional(SnowflakeId),
  session_id: Optional(Text(1, 64)),
  /** Searched in titles and details, without regard to upper and lower case. */
  text: Optional(Text(1, TEXT_MAX)),
})

export const TapeQuery = Type.Object({
  ...TapeFilters.properties,
  after: Optional(RecordId),
  before: Optional(RecordId),
  limit: Optional(Int(1, LIMIT_MAX)),
})

export const TapeStreamQuery = Type.Object({
  ...TapeFilters.properties,
  /** Whether each line has the details of its record. */
  details: Optional(Type.Boolean()),
})

export const TapeExportQuery = Type.Object({
  ...TapeFilters.properties,
  format: OneOf('har', 'ndjson'),
})

export const TapeCopyQuery = Type.Object({ as: OneOf('curl', 'test') })

export const TapeChange = Type.Object({ recording: Type.Boolean() })

export const TapePath = Type.Object({ record_id: RecordId })

/** Returns the filter of a query. @throws 50035 for an unknown kind */
export function filterOf(query: Static<typeof TapeFilters>): TapeFilter {
  return {
    kinds: query.kind === undefined ? null : kindsOf(query.kind),
    applicationId: query.application_id,
    guildId: query.guild_id,
    userId: query.user_id,
    sessionId: query.session_id,
    text: query.text?.toLowerCase(),
  }
}

/** Returns the part of the tape that a query selects. */
export function rangeOf({ after, before, limit = LIMIT_DEFAULT }: Static<typeof TapeQuery>) {
  return { after, before, limit }
}

function kindsOf(text: string): ReadonlySet<TapeKind> {
  const kinds = text.split(',')
  const known = kinds.filter((kind): kind is TapeKind => (TAPE_KINDS as readonly string[]).includes(kind))
  if (known.length < kinds.length)
    throw invalidForm(['kind'], 'BASE_TYPE_CHOICES', `Value must be one of {${TAPE_KINDS.join(', ')}}.`)
  return new Set(known)
}
