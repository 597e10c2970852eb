import type { Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import type { MetadataRecord, StoredRoleConnection } from '../model.ts'
import * as store from '../store.ts'

/** Replaces the metadata records of an application. No event names role connections. */
export function saveMetadataRecords(
  work: Work,
  applicationId: Snowflake,
  records: readonly MetadataRecord[],
): Promise<void> {
  return store.saveMetadataRecords(work, applicationId, records)
}

/** Replaces the role connection of a user. */
export function saveRoleConnection(
  work: Work,
  applicationId: Snowflake,
  userId: Snowflake,
  connection: StoredRoleConnection,
): Promise<void> {
  return store.saveRoleConnection(work, applicationId, userId, connection)
}

/** Deletes the role connection of a user; a missing one is no error. */
export function deleteRoleConnection(work: Work, applicationId: Snowflake, userId: Snowflake): Promise<void> {
  return store.deleteRoleConnection(work, applicationId, userId)
}
