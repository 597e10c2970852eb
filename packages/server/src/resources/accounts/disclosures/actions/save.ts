import type { Work } from '../../../../kernel/work.ts'
import { insertAcknowledged, type Reader } from '../store.ts'

/** Records that a user has acknowledged disclosures of an application. No event names them. */
export async function saveAcknowledged(work: Work, reader: Reader, types: readonly number[]): Promise<void> {
  for (const type of types) await insertAcknowledged(work, reader, type, work.now)
}
