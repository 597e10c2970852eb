import { BAN_DELETE_MESSAGES_MAX } from '@guildhall/protocol'
import { Int, OptionalNullable, Type } from '../../../validation/schema.ts'

/** Body of Create Guild Ban. */
export const BanBody = Type.Object({
  delete_message_days: OptionalNullable(Int(0, 7)),
  delete_message_seconds: OptionalNullable(Int(0, BAN_DELETE_MESSAGES_MAX)),
})
