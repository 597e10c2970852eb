import type { StoreSession } from '../../../../kernel/store/store.ts'
import { isReferenced, isStored } from '../store.ts'

/** Returns whether a row names the file. Files of older versions are not recorded as stored. */
export async function isNamedFile(session: StoreSession, key: string): Promise<boolean> {
  return (await isStored(session, key)) || isReferenced(session, key)
}
