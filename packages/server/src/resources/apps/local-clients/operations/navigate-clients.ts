import { userTopic } from '../../../../kernel/event.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { clientNavigate } from '../events.ts'
import { PagePath } from '../requests.ts'

/**
 * Opens a page of the platform in the person's web app, for a local client that has no window. `shown` is false if no
 * web app of the person is open.
 */
export const navigateClients = operation({
  id: 'navigate_clients',
  method: 'POST',
  path: '/users/@me/navigations',
  callers: ['person'],
  unlisted: true,
  body: Type.Object({ path: PagePath }),
  responses: { 200: Type.Object({ shown: Type.Boolean() }) },
  limit: { limit: 30, windowMs: 60_000 },

  async run({ caller: { userId }, body: { path }, work }) {
    work.emit(clientNavigate, userTopic(userId), { userId, path })
    return { shown: await work.players.hasOpenApp(work, userId) }
  },
})
