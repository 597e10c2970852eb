import type { ConnectionObject } from '@guildhall/protocol'
import type { StoredConnection } from './model.ts'

/** Returns the connection object. [END-2] */
export function presentConnection(connection: StoredConnection): ConnectionObject {
  const { user_id, created_at, ...wire } = connection
  return { ...wire, integrations: [] }
}
