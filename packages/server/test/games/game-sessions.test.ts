/** Gateway sessions of games: Identify with a player's OAuth2 token, READY, and what a session may not do. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startGames } from '../support/games.ts'

const PRESENCE_SCOPES = [
  'activities.invites.write',
  'activities.read',
  'activities.write',
  'application_identities.write',
  'gateway.connect',
  'identify',
  'relationships.read',
  'relationships.write',
]

test('[SDK-12] [AUT-28] READY of a game has the user, the application and the scopes, and no guild', async () => {
  await using games = await startGames()
  const token = await games.tokenOf('bob', 'chess', 'openid sdk.social_layer_presence')
  const { ready, gateway } = await games.play({ token })
  const { user, session_id, resume_gateway_url, application, ...rest } = ready
  assert.equal((user as { id: string }).id, games.userId('bob'))
  assert.equal('email' in (user as object), false)
  assert.equal(session_id, gateway.sessionId)
  assert.equal(resume_gateway_url, games.platform.gateway)
  assert.deepEqual(application, {
    id: games.applicationId('chess'),
    name: 'Chess',
    parent_id: null,
    flags: 1 << 27,
    flags_new: String(1 << 27),
  })
  assert.deepEqual(rest, {
    v: 10,
    session_type: 'normal',
    scopes: [...PRESENCE_SCOPES, 'openid', 'sdk.social_layer_presence'].sort(),
    relationships: [],
    game_relationships: [],
    private_channels: [],
    presences: [],
    lobbies: [],
    users: [],
    user_application_profiles: {},
    feature_flags: { disabled_functions: [], disabled_gateway_events: [] },
    _trace: [],
  })
  await gateway.close()
})
