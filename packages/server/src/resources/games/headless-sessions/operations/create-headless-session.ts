import { randomBytes } from 'node:crypto'
import {
  ACTIVITIES_MAX,
  ApiError,
  HEADLESS_SESSIONS_MAX,
  invalidForm,
  PRESENCE_UPDATES_MAX,
  PRESENCE_UPDATES_PER_MS,
} from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Json, List, OptionalNullable, Text, Type } from '../../../../validation/schema.ts'
import { readActivities } from '../../../accounts/presences/index.ts'
import { tokenHash } from '../../../accounts/users/index.ts'
import { endHeadlessSession, saveHeadlessSession } from '../actions/save.ts'
import * as store from '../store.ts'

/**
 * Sets the presence of a player whose game has no gateway session, such as one at a console. With the token of an
 * earlier response it refreshes that session; otherwise it begins one, and the oldest over the limit ends.
 */
export const createHeadlessSession = operation({
  id: 'create_headless_session',
  method: 'POST',
  path: '/users/@me/headless-sessions',
  callers: ['bearer'],
  scope: 'activities.write',
  unlisted: true,
  limit: { limit: PRESENCE_UPDATES_MAX, windowMs: PRESENCE_UPDATES_PER_MS },
  body: Type.Object({
    activities: List(Json, 1, ACTIVITIES_MAX),
    token: OptionalNullable(Text(1, 100)),
  }),
  responses: { 200: Type.Object({ token: Type.String() }) },

  async run({ caller, body, work }) {
    const { application, user } = caller
    if (!application) throw new ApiError('UNAUTHORIZED')
    const player = { user_id: user.id, application_id: application.id }
    const known =
      body.token == null ? undefined : await store.findHeadlessSessionOfToken(work, player, tokenHash(body.token))
    const id = known?.id ?? randomBytes(16).toString('hex')
    const presence = readActivities(body.activities, { kind: 'game', sessionId: id, game: application, now: work.now })
    if (presence.activities.length < body.activities.length)
      throw invalidForm(['activities'], 'ACTIVITY_INVALID', 'An activity has an unknown type.')
    const token = known && body.token != null ? body.token : randomBytes(24).toString('base64url')
    if (!known) {
      const others = await store.listHeadlessSessions(work, player)
      for (const oldest of others.slice(0, Math.max(others.length - HEADLESS_SESSIONS_MAX + 1, 0)))
        await endHeadlessSession(work, oldest)
    }
    await saveHeadlessSession(work, user, { id, ...player, token_hash: tokenHash(token), ...presence })
    return { token }
  },
})
