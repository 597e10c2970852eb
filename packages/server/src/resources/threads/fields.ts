import { AUTO_ARCHIVE_MINUTES, CHANNEL_NAME_MAX, SLOWMODE_MAX } from '@guildhall/protocol'
import { Int, OneOf, OptionalNullable, Text } from '../../validation/schema.ts'

/** What every way of starting a thread takes. */
export const ThreadFields = {
  name: Text(1, CHANNEL_NAME_MAX),
  auto_archive_duration: OptionalNullable(OneOf(...AUTO_ARCHIVE_MINUTES)),
  rate_limit_per_user: OptionalNullable(Int(0, SLOWMODE_MAX)),
}
