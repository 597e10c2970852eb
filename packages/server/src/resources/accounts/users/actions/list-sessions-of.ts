import type { Snowflake } from '@guildhall/protocol'
import type { StoreSession } from '../../../../kernel/store/store.ts'
import { presentSession } from '../present.ts'
import { listSessions } from '../store.ts'

/** Returns the sessions of a person as Get Auth Sessions lists them. */
export async function listSessionsOf(session: StoreSession, userId: Snowflake) {
  return (await listSessions(session, userId)).map(presentSession)
}
