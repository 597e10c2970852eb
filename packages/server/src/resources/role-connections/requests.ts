import { ApiError } from '@guildhall/protocol'
import type { Caller } from '../../kernel/caller.ts'
import type { Application } from '../../kernel/model.ts'
import { Int, Nullable, Optional, SnowflakeId, Text, Type } from '../../validation/schema.ts'
import { LocalizationsField } from '../commands/index.ts'
import type { StoredRoleConnection } from './rules.ts'

export const MetadataRecordShape = Type.Object({
  type: Int(1, 8),
  key: Text(1, 50),
  name: Text(1, 100),
  name_localizations: LocalizationsField,
  description: Text(1, 200),
  description_localizations: LocalizationsField,
})
export const ApplicationParams = Type.Object({ application_id: SnowflakeId })

export const ConnectionShape = Type.Object({
  platform_name: Optional(Type.String()),
  platform_username: Nullable(Type.String()),
  metadata: Type.Record(Type.String(), Type.String()),
})

const NONE: StoredRoleConnection = { platform_name: null, platform_username: null, metadata: {} }

export function presentRoleConnection({ platform_name, platform_username, metadata }: StoredRoleConnection = NONE) {
  return { ...(platform_name === null ? {} : { platform_name }), platform_username, metadata }
}

/** The token's own application; 20012 for another. */
export function applicationOfToken(caller: Caller, id: bigint): Application {
  if (caller.application?.id !== id) throw new ApiError('APPLICATION_ACTION_NOT_AUTHORIZED')
  return caller.application
}
