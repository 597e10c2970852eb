import type { RoleConnectionObject } from '@guildhall/protocol'
import { NO_ROLE_CONNECTION, type StoredRoleConnection } from './model.ts'

/** Returns the role connection object; `platform_name` is absent while it is unset. */
export function presentRoleConnection(connection: StoredRoleConnection = NO_ROLE_CONNECTION): RoleConnectionObject {
  const { platform_name, platform_username, metadata } = connection
  return { ...(platform_name === null ? {} : { platform_name }), platform_username, metadata }
}
