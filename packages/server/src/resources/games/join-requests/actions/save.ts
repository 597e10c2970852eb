import type { Work } from '../../../../kernel/work.ts'
import type { StoredJoinRequest } from '../model.ts'
import * as store from '../store.ts'

/** Stores a join request, or the decision about it. A member who is admitted or removed has their own events. */
export function saveJoinRequest(work: Work, request: StoredJoinRequest): Promise<void> {
  return store.saveJoinRequest(work, request)
}
