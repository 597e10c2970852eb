import { HEADLESS_SESSION_MS } from '@guildhall/protocol'
import { type HeadlessChange, userTopic } from '../../../../kernel/event.ts'
import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { headlessSessionChanged } from '../events.ts'
import { headlessSessionExpires } from '../jobs.ts'
import { presenceOf, type StoredHeadlessSession } from '../model.ts'
import * as store from '../store.ts'

/** Stores a session with its new activities. It lives for 20 minutes from now. */
export async function saveHeadlessSession(
  work: Work,
  user: User,
  session: Omit<StoredHeadlessSession, 'updated_at' | 'expires_at'>,
): Promise<void> {
  const expires_at = work.now + HEADLESS_SESSION_MS
  const stored = { ...session, updated_at: work.now, expires_at }
  await store.putHeadlessSession(work, stored)
  await work.schedule(headlessSessionExpires, stored.id, expires_at, { id: stored.id })
  emitChange(work, stored, { user, presence: presenceOf(stored) })
}

/** Ends a session. */
export async function endHeadlessSession(work: Work, session: StoredHeadlessSession): Promise<void> {
  await store.deleteHeadlessSession(work, session.id)
  await work.cancel(headlessSessionExpires, session.id)
  emitChange(work, session, null)
}

function emitChange(work: Work, session: StoredHeadlessSession, current: HeadlessChange['current']): void {
  const { id, user_id, application_id } = session
  work.emit(headlessSessionChanged, userTopic(user_id), {
    id,
    userId: user_id,
    applicationId: application_id,
    current,
  })
}
