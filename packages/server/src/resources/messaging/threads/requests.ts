import { AUTO_ARCHIVE_MINUTES, CHANNEL_NAME_MAX, SLOWMODE_MAX } from '@guildhall/protocol'
import { Int, Nullable, OneOf, Optional, SnowflakeId, Text, Timestamp, Type } from '../../../validation/schema.ts'

/** Fields of every request that starts a thread. */
export const ThreadFields = {
  name: Text(1, CHANNEL_NAME_MAX),
  auto_archive_duration: Optional(Nullable(OneOf(...AUTO_ARCHIVE_MINUTES))),
  rate_limit_per_user: Optional(Nullable(Int(0, SLOWMODE_MAX))),
}

const limit = Optional(Int(2, 100))

/** Path of the lists of archived threads. */
export const ArchivedParams = Type.Object({ channel_id: SnowflakeId })

/** Page of archived threads by the time of archiving. */
export const ArchivedQuery = Type.Object({ before: Optional(Timestamp), limit })

/** Page of archived threads by id. */
export const ArchivedByIdQuery = Type.Object({ before: Optional(SnowflakeId), limit })
