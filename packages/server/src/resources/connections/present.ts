import type { Connection } from './rules.ts'

/** The connection object. [END-2] */
export function presentConnection(connection: Connection): Record<string, unknown> {
  const { user_id, created_at, ...wire } = connection
  return { ...wire, integrations: [] }
}
