import { TAPE_KINDS } from '../../../../kernel/tape/record.ts'
import { Nullable, OneOf, Type } from '../../../../validation/schema.ts'

const NullableId = Nullable(Type.String({ description: 'A snowflake' }))
const NullableInteger = Nullable(Type.Integer())

const fields = {
  id: Type.Integer(),
  at: Type.String({ format: 'date-time', description: 'Wall-clock time' }),
  date: Type.String({ format: 'date-time', description: 'Platform date' }),
  kind: OneOf(...TAPE_KINDS),
  title: Type.String(),
  direction: Nullable(OneOf('in', 'out')),
  application_id: NullableId,
  guild_id: NullableId,
  user_id: NullableId,
  session_id: Nullable(Type.String()),
  status: NullableInteger,
  duration_ms: Nullable(Type.Number()),
  bytes: Type.Integer(),
  why: Nullable(Type.Array(Type.String(), { description: 'Why it was refused, step by step' })),
}

export const TapeRecordState = Type.Object(fields, { title: 'TapeRecord' })

export const TapeRecordDetails = Type.Object({ ...fields, details: Type.Unknown() }, { title: 'TapeRecordDetails' })

export const TapeState = Type.Object(
  {
    recording: Type.Boolean(),
    began_at: Type.String({
      format: 'date-time',
      description: 'Wall-clock time of the start of the platform. Ids of records begin with 1 then',
    }),
    first_id: NullableInteger,
    last_id: NullableInteger,
  },
  { title: 'TapeState' },
)

export const TapeList = Type.Object(
  { ...TapeState.properties, records: Type.Array(TapeRecordState) },
  { title: 'TapeList' },
)
