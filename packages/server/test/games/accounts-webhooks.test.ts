/** Webhook events about consents and the ends of links: exactly one for each cause. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { UserObject } from '@guildhall/protocol'
import { type EventData, EventEndpoint } from '../support/event-endpoint.ts'
import { CALLBACK, type GameLab, gameLab } from '../support/game-lab.ts'

/** Data of events about authorizations and accounts. */
type AuthorizationData = EventData & {
  integration_type?: number
  user: UserObject
  scopes?: string[]
  guild?: { id: string }
}
type Event = { type: string; data: AuthorizationData }

let lab: GameLab
let endpoint: EventEndpoint
before(async () => {
  lab = await gameLab({ rateLimits: 'off' })
  endpoint = await EventEndpoint.start(lab.platform.game.publicKey)
  const saved = await lab.bot('game').patch('/applications/@me', {
    event_webhooks_url: endpoint.url,
    event_webhooks_status: 2,
    event_webhooks_types: ['APPLICATION_AUTHORIZED', 'APPLICATION_DEAUTHORIZED'],
  })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
})
after(async () => {
  await lab[Symbol.asyncDispose]()
  await endpoint.close()
})

let markers = 0
/**
 * Returns the events that `run` causes about users of the game. A marker about the same user follows them, so that no
 * further event can be under way.
 */
async function eventsOf(name: string, run: () => Promise<unknown>): Promise<Event[]> {
  const begin = endpoint.accepted.length
  await run()
  markers += 1
  const scope = `identify guilds ${['email', 'connections'][markers % 2]}`
  await lab.consent(name, 'game', scope)
  await endpoint.until(() => endpoint.accepted.slice(begin).some(isMarker))
  return endpoint.accepted.slice(begin).filter((event) => !isMarker(event)) as unknown as Event[]
}

const isMarker = ({ data }: { data: EventData }) => (data as AuthorizationData).scopes?.includes('guilds') ?? false

describe('APPLICATION_AUTHORIZED', () => {
  test('[EVT-14] is sent once for a consent, with the user and the scopes', async () => {
    const events = await eventsOf('ann', () => lab.authorize('ann', 'game'))
    assert.deepEqual(
      events.map(({ type }) => type),
      ['APPLICATION_AUTHORIZED'],
    )
    const { data } = events[0] ?? assert.fail()
    assert.deepEqual(Object.keys(data).sort(), ['scopes', 'user'])
    assert.deepEqual(data.scopes, ['sdk.social_layer'])
    assert.equal(data.user.id, lab.user('ann'))
    for (const key of ['username', 'global_name', 'avatar', 'discriminator']) assert.ok(key in data.user, key)
  })

  test('is sent for a device, with the guild of an install, and not for a refusal', async () => {
    const client = lab.client('game')
    const device = (await lab.form('/oauth2/device/authorize', { ...client, scope: 'sdk.social_layer' })).body
    const finish = (result: string) =>
      lab.person('bob').post('/oauth2/device/finish', { user_code: device.user_code, result })
    assert.equal((await eventsOf('bob', () => finish('granted'))).length, 1)
    const query = new URLSearchParams({
      client_id: lab.app('game'),
      response_type: 'code',
      redirect_uri: CALLBACK,
      scope: 'applications.commands',
    })
    const decide = (authorize: boolean) => {
      const guild_id = lab.platform.lab.id
      return lab.person('ann').post(`/oauth2/authorize?${query}`, { authorize, guild_id })
    }
    assert.deepEqual(await eventsOf('ann', () => decide(false)), [])
    const [installed] = await eventsOf('ann', () => decide(true))
    assert.equal(installed?.data.integration_type, 0)
    assert.equal(installed?.data.guild?.id, lab.platform.lab.id)
  })

  test('is not sent for a provisional account', async () => {
    assert.deepEqual(await eventsOf('ann', () => lab.player('game', 'w-1')), [])
  })
})

describe('APPLICATION_DEAUTHORIZED', () => {
  /** Links a person with a new player. */
  async function link(name: string, external: string) {
    const { token } = await lab.player('game', external)
    const { status, body } = await lab.merge(name, 'game', token)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }

  const CAUSES: [string, (linked: { access_token: string; external: string }) => Promise<unknown>][] = [
    [
      'revoking a token',
      ({ access_token }) => lab.form('/oauth2/token/revoke', { ...lab.client('game'), token: access_token }),
    ],
    ['removing the application [AUT-13]', () => lab.person('bob').delete(`/oauth2/tokens/${lab.app('game')}`)],
    [
      'an unmerge by the game’s server',
      ({ external }) =>
        lab.bot('game').post('/partner-sdk/provisional-accounts/unmerge/bot', { external_user_id: external }),
    ],
    [
      'a ban [AUT-14]',
      async () => {
        await lab.operator().post(`/admin/users/${lab.user('bob')}/ban`, { duration_seconds: 60 })
        await lab.operator().post(`/admin/users/${lab.user('bob')}/ban`, { duration_seconds: null })
        await lab.operator().delete(`/admin/users/${lab.user('bob')}/ban`)
      },
    ],
  ]

  for (const [index, [name, run]] of CAUSES.entries()) {
    test(`[EVT-13] is sent exactly once for ${name}`, async () => {
      const external = `w-${10 + index}`
      const linked = { ...(await link('bob', external)), external }
      await lab.authorize('bob', 'game')
      await lab.authorize('bob', 'rival')
      // The same again has no effect, and so no event.
      const events = await eventsOf('bob', async () => {
        await run(linked)
        await run(linked)
      })
      const about = events.filter(({ type }) => type === 'APPLICATION_DEAUTHORIZED')
      assert.equal(about.length, 1)
      assert.deepEqual(Object.keys(about[0]?.data ?? {}), ['user'])
      const { user } = about[0]?.data ?? assert.fail()
      assert.equal(user.id, lab.user('bob'))
      for (const key of ['username', 'global_name', 'avatar', 'discriminator']) assert.ok(key in user, key)
    })
  }

  test('is not sent for a refused unmerge, or a provisional account', async () => {
    const { token } = await lab.player('game', 'w-30')
    const events = await eventsOf('cleo', async () => {
      await lab.bot('game').post('/partner-sdk/provisional-accounts/unmerge/bot', { external_user_id: 'w-30' })
      await lab.form('/oauth2/token/revoke', { ...lab.client('game'), token })
      await lab.form('/oauth2/token/revoke', { ...lab.client('game'), token: 'nonsense' })
      await lab.person('cleo').delete(`/oauth2/tokens/${lab.app('game')}`)
    })
    assert.deepEqual(events, [])
  })
})
