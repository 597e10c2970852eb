import type { Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import * as store from '../store.ts'

/** Adds or changes a connection of a person. No event names connections. */
export function saveConnection(work: Work, connection: store.NewConnection): Promise<void> {
  return store.saveConnection(work, connection)
}

/** Deletes a connection of a person; a missing one is no error. */
export function deleteConnection(work: Work, userId: Snowflake, type: string, id: string): Promise<void> {
  return store.deleteConnection(work, userId, type, id)
}
