/** The scope relationships.read needs the terms of the social SDK, which the application's owner accepts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gamesWorld, startGames } from '../support/games.ts'

const CALLBACK = 'https://game.example/callback'
const world = {
  ...gamesWorld,
  applications: {
    ...gamesWorld.applications,
    activity: { owner: 'ann', bot: {}, client_secret: 's', redirect_uris: [CALLBACK] },
  },
}

test('[AUT-7] [AUT-8] relationships.read is invalid_scope until the owner accepts the terms, and needs no approval then', async () => {
  await using games = await startGames({ world })
  const path = `/applications/${games.applicationId('activity')}`
  const ask = async (scope: string) => {
    const query = { client_id: games.applicationId('activity'), response_type: 'code', redirect_uri: CALLBACK, scope }
    const address = `/oauth2/authorize?${new URLSearchParams(query)}`
    const { body } = await games.person('bob').post<{ location: string }>(address, { authorize: true })
    const { searchParams } = new URL(body.location)
    return searchParams.get('error') ?? (searchParams.get('code') ? 'code' : null)
  }
  assert.equal(await ask('identify'), 'code')
  assert.equal(await ask('identify relationships.read'), 'invalid_scope')
  assert.ok((await games.person('bob').patch(path, { social_sdk_terms_accepted: true })).status >= 400)
  await games.bot('activity').patch(path, { social_sdk_terms_accepted: true })
  await games.bot('activity').patch('/applications/@me', { social_sdk_terms_accepted: true })
  await games.person('ann').patch(path, { social_sdk_terms_accepted: false })
  assert.equal(await ask('identify relationships.read'), 'invalid_scope')
  const accepted = await games.person('ann').patch(path, { social_sdk_terms_accepted: true })
  assert.deepEqual([accepted.status, accepted.body.social_sdk_terms_accepted], [200, true])
  assert.equal(await ask('identify relationships.read'), 'code')
  await games.person('ann').patch(path, { social_sdk_terms_accepted: false })
  const token = await games.tokenOf('bob', 'activity', 'identify relationships.read')
  assert.equal((await games.bearer(token).get('/users/@me/relationships')).status, 200)
})
