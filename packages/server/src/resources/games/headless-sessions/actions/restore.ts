import type { HeadlessChange } from '../../../../kernel/event.ts'
import type { Work } from '../../../../kernel/work.ts'
import { listUsers } from '../../../accounts/users/index.ts'
import { presenceOf } from '../model.ts'
import * as store from '../store.ts'

/** Returns the sessions of the former process that have not expired, for the start of the gateway. */
export async function headlessSessionsAtStart(work: Work): Promise<HeadlessChange[]> {
  const sessions = (await store.listAllHeadlessSessions(work)).filter(({ expires_at }) => expires_at > work.now)
  const users = await listUsers(
    work,
    sessions.map(({ user_id }) => user_id),
  )
  return sessions.flatMap((session) => {
    const user = users.get(session.user_id)
    if (!user) return []
    const { id, user_id, application_id } = session
    return [{ id, userId: user_id, applicationId: application_id, current: { user, presence: presenceOf(session) } }]
  })
}
