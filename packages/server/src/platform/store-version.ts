import type { Store } from '../kernel/store/store.ts'
import { findMeta, saveMeta } from './meta-store.ts'
import { VERSION } from './package-folder.ts'

/** Key of `meta` with the version of the program that used the store last. */
const WRITTEN_BY = 'version'

/** Stores the version of this program, which an older one names when it refuses the store. */
export async function noteVersion(store: Store): Promise<void> {
  if ((await store.read((session) => findMeta(session, WRITTEN_BY))) === VERSION) return
  await store.transaction((session) => saveMeta(session, WRITTEN_BY, VERSION))
}
