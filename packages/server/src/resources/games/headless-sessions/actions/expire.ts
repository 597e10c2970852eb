import type { Work } from '../../../../kernel/work.ts'
import * as store from '../store.ts'
import { endHeadlessSession } from './save.ts'

/** Ends a session by its id, for a job or a revoked token. Does nothing for one that has ended. */
export async function endHeadlessSessionById(work: Work, { id }: { id: string }): Promise<void> {
  const session = await store.findHeadlessSession(work, id)
  if (session) await endHeadlessSession(work, session)
}
