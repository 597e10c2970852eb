/** SKUs, entitlements and subscriptions, through the API, the gateway and interactions. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import type {
  ApplicationCommandObject,
  EntitlementObject,
  InteractionObject,
  SkuObject,
  SubscriptionObject,
} from '@guildhall/protocol'
import { type Api, api, RawGateway, type ResponseOf, type TestPlatform } from '@guildhall/testing'
import { Client, type Entitlement, Events, SKUType, type Subscription, SubscriptionStatus } from 'discord.js'
import { dispatch } from '../support/interactions.ts'
import { startPlatform } from '../support/platform.ts'

const DAY = 86_400_000
const CALLBACK = 'http://127.0.0.1:9999/callback'
const world = {
  users: { ann: {}, bob: {}, cid: {}, eve: {} },
  applications: {
    shop: {
      owner: 'ann',
      bot: {},
      client_secret: 'shop-secret',
      redirect_uris: [CALLBACK],
      skus: {
        'Gold Plan!': {},
        'For Guilds': { access: 'guild' },
        Potion: { type: 3 },
        Sword: { type: 2 },
        Old: { type: 2, available: false },
      },
    },
    other: {
      owner: 'eve',
      bot: {},
      client_secret: 'other-secret',
      redirect_uris: [CALLBACK],
      skus: { foreign: {} },
    },
  },
  guilds: {
    lab: { owner: 'ann', members: ['bob', 'cid'], bots: { shop: { permissions: '8' } }, channels: { general: {} } },
  },
}

/** Payloads of the events that the shop receives. */
interface Heard {
  ENTITLEMENT_CREATE: EntitlementObject
  ENTITLEMENT_UPDATE: EntitlementObject
  ENTITLEMENT_DELETE: EntitlementObject
  SUBSCRIPTION_CREATE: SubscriptionObject
  SUBSCRIPTION_UPDATE: SubscriptionObject
  SUBSCRIPTION_DELETE: SubscriptionObject
  INTERACTION_CREATE: InteractionObject
}

/** A message with premium buttons. */
interface WithButtons {
  flags: number
  components: { components: { sku_id: string }[] }[]
}

/** Response to a purchase, which has one of the two: a test reads the one that it bought. */
type Bought = Required<ResponseOf<'create_purchase'>>

for (const date of ['2024-01-01', '2027-01-01']) {
  describe(`monetization at ${date}`, () => {
    let platform: TestPlatform
    let gateway: RawGateway
    let application = ''
    let guild = ''
    let channel = ''
    const who: Record<string, Api> = {}
    const ids: Record<string, string> = {}
    const sku: Record<string, string> = {}
    const as = (name: string) => who[name] as Api

    before(async () => {
      platform = await startPlatform({ world, rateLimits: 'off', date: Date.parse(date) })
      assert.ok(platform.world)
      for (const [name, user] of Object.entries(platform.world.users)) {
        who[name] = api(platform.api, user.token)
        ids[name] = user.id
      }
      for (const [name, app] of Object.entries(platform.world.applications)) {
        who[name] = api(platform.api, `Bot ${app.bot?.token}`)
        ids[name] = app.id
        for (const [key, { id }] of Object.entries(app.skus ?? {})) sku[key] = id
      }
      application = ids.shop ?? ''
      guild = platform.world.guilds.lab?.id ?? ''
      channel = platform.world.guilds.lab?.channels.general?.id ?? ''
      gateway = await RawGateway.connect(platform.gateway)
      await gateway.identify({ token: platform.world.applications.shop?.bot?.token ?? '', intents: 0 })
    })
    after(async () => {
      await gateway.close()
      await platform.close()
    })

    const path = () => `/applications/${application}/entitlements`
    const list = async (query = '', name = 'shop') =>
      (await as(name).get<EntitlementObject[]>(`${path()}?${query}`)).body
    const heard = async <E extends keyof Heard>(name: E, fields: Partial<Heard[E]> = {}): Promise<Heard[E]> =>
      (await gateway.next<Heard[E]>((frame) => dispatch(name, fields)(frame))).d
    const test_ = (sku_id: string | undefined, owner_id: string | undefined, owner_type: number, name = 'shop') =>
      as(name).post<EntitlementObject>(path(), { sku_id, owner_id, owner_type })
    const buy = (what: string, body: object, name = 'ann') =>
      as(name).post<Bought>(`/skus/${sku[what]}/purchases`, body)
    const subscriptionPath = (what: string, id: string) => `/skus/${sku[what]}/subscriptions/${id}`
    const step = (what: string, id: string, name: string, by = 'ann') =>
      as(by).patch<SubscriptionObject>(subscriptionPath(what, id), { step: name })

    test('the world file and the owner create SKUs, each subscription with a group', async () => {
      const { body } = await as('shop').get<SkuObject[]>(`/applications/${application}/skus`)
      assert.deepEqual(
        body.map(({ type, name, flags }) => [type, name, flags]),
        [
          [6, 'Gold Plan!', 260],
          [6, 'For Guilds', 132],
          [5, 'Gold Plan!', 260],
          [5, 'For Guilds', 132],
          [3, 'Potion', 4],
          [2, 'Sword', 4],
          [2, 'Old', 0],
        ].sort((a, b) => order(body, a) - order(body, b)),
      )
      assert.equal(body.find(({ id }) => id === sku['Gold Plan!'])?.slug, 'gold-plan')
      const made = await as('ann').post<SkuObject>(`/applications/${application}/skus`, { name: 'New', type: 2 })
      assert.deepEqual([made.status, made.body.type, made.body.flags], [200, 2, 4])
      for (const [name, body, code] of [
        ['bob', { name: 'X', type: 2 }, 40003],
        ['ann', { name: 'X', type: 6 }, 50035],
        ['ann', { name: '', type: 2 }, 50035],
      ] as const)
        assert.notEqual((await as(name).post(`/applications/${application}/skus`, body)).status, 200, String(code))
      assert.notEqual((await as('bob').get(`/applications/${application}/skus`)).status, 200)
    })

    function order(body: SkuObject[], [type, name]: (string | number)[]): number {
      return body.findIndex((entry) => entry.type === type && entry.name === name)
    }

    test('POST /applications/{id}/entitlements grants tests to users and guilds, and a rejected one nothing', async () => {
      const mine = await test_(sku['Gold Plan!'], ids.bob, 2)
      assert.equal(mine.status, 200)
      assert.deepEqual(
        [mine.body.type, mine.body.user_id, mine.body.starts_at, mine.body.ends_at, mine.body.deleted],
        [8, ids.bob, null, null, false],
      )
      assert.ok(!('subscription_id' in mine.body) && !('guild_id' in mine.body))
      assert.deepEqual(await heard('ENTITLEMENT_CREATE', { id: mine.body.id }), mine.body)
      const ours = await test_(sku['For Guilds'], guild, 1)
      assert.equal(ours.body.guild_id, guild)
      const before = (await list()).length
      const refused = [
        [await test_(sku['Gold Plan!'], guild, 1), 400, 50057],
        [await test_(sku['For Guilds'], ids.bob, 2), 400, 50057],
        [await test_(sku.foreign, ids.bob, 2), 404, 10027],
        [await test_('1', ids.bob, 2), 404, 10027],
        [await test_(sku['Gold Plan!'], '1', 2), 404, 10013],
        [await test_(sku['For Guilds'], '1', 1), 404, 10004],
        [await test_(sku['Gold Plan!'], ids.bob, 3), 400, 50035],
      ] as const
      for (const [response, status, code] of refused)
        assert.deepEqual([response.status, response.code], [status, code], JSON.stringify(response.body))
      for (const name of ['bob', 'other', 'eve'])
        assert.equal((await test_(sku.Sword, ids.bob, 2, name)).status, 403, name)
      assert.equal((await list()).length, before)
      assert.equal((await as('shop').delete(`${path()}/${mine.body.id}`)).status, 204)
      assert.equal((await heard('ENTITLEMENT_DELETE', { id: mine.body.id })).deleted, true)
      assert.equal((await as('shop').get(`${path()}/${mine.body.id}`)).code, 10029)
      assert.equal((await as('shop').delete(`${path()}/${mine.body.id}`)).code, 10029)
      assert.equal((await as('other').get(`${path()}/${ours.body.id}`)).status, 403)
      const elsewhere = `/applications/${ids.other}/entitlements/${ours.body.id}`
      assert.equal((await as('other').get(elsewhere)).code, 10029)
      assert.equal((await as('other').delete(elsewhere)).code, 10029)
      await as('shop').delete(`${path()}/${ours.body.id}`)
    })

    test('POST /skus/{id}/purchases grants one entitlement at a time, and only consumables are consumed', async () => {
      const potion = (await buy('Potion', { user_id: ids.bob })).body.entitlement
      assert.deepEqual([potion.type, potion.consumed], [1, false])
      assert.equal((await buy('Potion', { user_id: ids.bob })).code, 40074)
      const sword = (await buy('Sword', { user_id: ids.bob })).body.entitlement
      const consume = (id: string, name = 'shop') => as(name).post(`${path()}/${id}/consume`)
      assert.deepEqual([(await consume(sword.id)).status, (await consume(sword.id)).code], [400, 40018])
      assert.equal((await consume(potion.id, 'bob')).status, 403)
      assert.equal((await consume('1')).code, 10029)
      assert.equal((await consume(potion.id)).status, 204)
      assert.equal((await heard('ENTITLEMENT_UPDATE', { id: potion.id })).consumed, true)
      assert.equal((await consume(potion.id)).status, 204, 'clients retry')
      assert.equal((await as('shop').get<EntitlementObject>(`${path()}/${potion.id}`)).body.consumed, true)
      assert.equal((await buy('Potion', { user_id: ids.bob })).status, 200)
      const paid = await as('shop').delete(`${path()}/${sword.id}`)
      assert.deepEqual([paid.status, paid.code], [400, 40019])
      for (const [what, body, by, code] of [
        ['Old', { user_id: ids.bob }, 'ann', 50057],
        ['Sword', { user_id: '1' }, 'ann', 10013],
        ['Sword', { user_id: ids.cid, guild_id: guild }, 'ann', 50057],
        ['For Guilds', { user_id: ids.cid }, 'ann', 50057],
        ['For Guilds', { user_id: ids.eve, guild_id: guild }, 'ann', 10004],
        ['Sword', { user_id: ids.cid, paid: false }, 'ann', 50057],
        ['Sword', { user_id: ids.cid }, 'cid', 10027],
        ['foreign', { user_id: ids.cid }, 'ann', 10027],
      ] as const)
        assert.equal((await buy(what, body, by)).code, code, `${what} ${JSON.stringify(body)}`)
    })

    test('[SUB-1] [SUB-2] [SUB-3] [SUB-4] a subscription is bought, cancelled, resumed, renewed by the clock and ended', async () => {
      const { subscription } = (await buy('Gold Plan!', { user_id: ids.cid })).body
      const created = await heard('SUBSCRIPTION_CREATE', { id: subscription.id })
      assert.deepEqual([created.status, created.entitlement_ids], [0, []])
      const granted = await heard('ENTITLEMENT_CREATE', { subscription_id: subscription.id })
      assert.deepEqual([granted.type, granted.ends_at], [8, null])
      const active = await heard('SUBSCRIPTION_UPDATE', { id: subscription.id })
      assert.deepEqual([active.status, active.entitlement_ids, active.sku_ids], [0, [granted.id], [sku['Gold Plan!']]])
      assert.equal((await buy('Gold Plan!', { user_id: ids.cid })).code, 40074)
      assert.equal((await step('Gold Plan!', subscription.id, 'resume')).status, 400)
      const cancelled = await step('Gold Plan!', subscription.id, 'cancel', 'cid')
      assert.deepEqual([cancelled.body.status, cancelled.body.entitlement_ids], [2, [granted.id]])
      assert.ok(cancelled.body.canceled_at)
      assert.deepEqual(await heard('SUBSCRIPTION_UPDATE', { id: subscription.id }), cancelled.body)
      assert.equal((await step('Gold Plan!', subscription.id, 'cancel')).code, 50035)
      const resumed = await step('Gold Plan!', subscription.id, 'resume', 'cid')
      assert.deepEqual([resumed.body.status, resumed.body.canceled_at], [0, null])
      await heard('SUBSCRIPTION_UPDATE', { id: subscription.id, status: 0 })
      platform.clock.advance(32 * DAY)
      const renewed = await heard('SUBSCRIPTION_UPDATE', { id: subscription.id })
      assert.deepEqual([renewed.status, renewed.current_period_start], [0, subscription.current_period_end])
      await step('Gold Plan!', subscription.id, 'cancel')
      await heard('SUBSCRIPTION_UPDATE', { id: subscription.id, status: 2 })
      platform.clock.advance(32 * DAY)
      const ended = await heard('ENTITLEMENT_UPDATE', { id: granted.id })
      assert.deepEqual([ended.ends_at, ended.deleted], [renewed.current_period_end, false], 'not when the job ran')
      const over = await heard('SUBSCRIPTION_UPDATE', { id: subscription.id })
      assert.deepEqual([over.status, over.entitlement_ids], [1, []])
      const again = await step('Gold Plan!', subscription.id, 'renew')
      assert.deepEqual([again.body.status, again.body.canceled_at, again.body.entitlement_ids.length], [0, null, 1])
      await heard('SUBSCRIPTION_UPDATE', { id: subscription.id, status: 0 })
    })

    test('[SUB-1] [SUB-4] a subscription follows pending, failed and refunded payments and can be deleted', async () => {
      const pending = (await buy('For Guilds', { user_id: ids.bob, guild_id: guild, paid: false })).body.subscription
      assert.deepEqual([pending.status, pending.entitlement_ids], [1, []])
      assert.equal((await heard('SUBSCRIPTION_CREATE', { id: pending.id })).status, 1)
      const paid = await step('For Guilds', pending.id, 'renew')
      assert.deepEqual([paid.body.status, paid.body.entitlement_ids.length], [0, 1])
      const first = await heard('ENTITLEMENT_CREATE', { subscription_id: pending.id })
      assert.equal(first.guild_id, guild)
      assert.equal((await step('For Guilds', pending.id, 'fail', 'bob')).status, 403)
      assert.equal((await step('For Guilds', pending.id, 'fail')).body.status, 1)
      assert.ok((await heard('ENTITLEMENT_UPDATE', { id: first.id })).ends_at)
      await step('For Guilds', pending.id, 'renew')
      const second = await heard('ENTITLEMENT_CREATE', { subscription_id: pending.id })
      assert.equal((await step('For Guilds', pending.id, 'refund')).body.status, 1)
      assert.equal((await heard('ENTITLEMENT_DELETE', { id: second.id })).deleted, true)
      for (const name of ['cancel', 'resume', 'refund', 'fail', 'period_over'])
        assert.equal((await step('For Guilds', pending.id, name)).code, 50035, name)
      assert.equal((await step('For Guilds', pending.id, 'renew', 'eve')).status, 404)
      assert.equal((await as('bob').delete(subscriptionPath('For Guilds', pending.id))).status, 403)
      assert.equal((await as('ann').delete(subscriptionPath('For Guilds', pending.id))).status, 204)
      await heard('SUBSCRIPTION_DELETE', { id: pending.id })
      assert.equal((await as('shop').get(subscriptionPath('For Guilds', pending.id))).status, 404)
    })

    test('GET /skus/{id}/subscriptions lists one user’s subscriptions and hides those of others', async () => {
      const of = (name: string, query: string, what = 'Gold Plan!') =>
        as(name).get<SubscriptionObject[]>(`/skus/${sku[what]}/subscriptions?${query}`)
      const missing = await of('shop', '')
      assert.deepEqual([missing.status, Object.keys(missing.errors ?? {})], [400, ['user_id']])
      const [found] = (await of('shop', `user_id=${ids.cid}`)).body
      assert.equal(found?.user_id, ids.cid)
      assert.equal((await of('cid', '')).body[0]?.id, found?.id)
      assert.deepEqual((await of('bob', `user_id=${ids.cid}`)).body, [])
      assert.deepEqual((await of('shop', `user_id=${ids.cid}&before=${found?.id}`)).body, [])
      assert.equal((await of('shop', `user_id=${ids.cid}&after=1`)).body.length, 1)
      assert.equal((await of('shop', `user_id=${ids.cid}&limit=101`)).code, 50035)
      for (const name of ['other', 'shop']) {
        const foreign = await of(name, `user_id=${ids.cid}`, name === 'shop' ? 'foreign' : 'Gold Plan!')
        assert.deepEqual([foreign.status, foreign.code], [404, 10027])
      }
      const one = (name: string) => as(name).get<SubscriptionObject>(subscriptionPath('Gold Plan!', found?.id ?? ''))
      assert.deepEqual((await one('shop')).body, found)
      assert.equal((await one('cid')).status, 200)
      for (const name of ['bob', 'other', 'eve']) assert.equal((await one(name)).status, 404, name)
    })

    test('GET /applications/{id}/entitlements applies every filter', async () => {
      const names = async (query: string) =>
        (await list(query)).map(({ sku_id }) => Object.keys(sku).find((key) => sku[key] === sku_id))
      const all = await names('exclude_deleted=false')
      assert.ok(all.length > (await names('')).length)
      assert.deepEqual(await names(`user_id=${ids.cid}&exclude_ended=true`), ['Gold Plan!'])
      assert.deepEqual(await names(`user_id=${ids.cid}`), ['Gold Plan!', 'Gold Plan!'])
      assert.deepEqual(await names(`guild_id=${guild}&exclude_ended=true`), [])
      assert.deepEqual(await names(`sku_ids=${sku.Sword},${sku.Potion}&user_id=${ids.bob}`), [
        'Potion',
        'Sword',
        'Potion',
      ])
      assert.deepEqual(await names(`sku_ids=${sku.Potion}&only_active=true`), ['Potion'])
      const entries = await list('')
      const second = entries[1]?.id ?? ''
      assert.deepEqual(
        (await list(`before=${second}`)).map(({ id }) => id),
        [entries[0]?.id],
      )
      assert.deepEqual(
        (await list(`after=${second}&limit=1`)).map(({ id }) => id),
        [entries[2]?.id],
      )
      assert.equal((await list('limit=1'))[0]?.id, entries.at(-1)?.id)
      for (const query of ['limit=101', 'limit=0', 'user_id=x', 'sku_ids=a', 'exclude_ended=maybe'])
        assert.equal((await as('shop').get(`${path()}?${query}`)).code, 50035, query)
      assert.equal((await as('ann').get(path())).status, 200)
      for (const name of ['bob', 'other', 'eve']) assert.equal((await as(name).get(path())).status, 403, name)
      const mine = await as('bob').get<EntitlementObject[]>(`/users/@me${path()}`)
      assert.equal(mine.body.length, 3)
      assert.equal(
        (await as('bob').get<EntitlementObject[]>(`/users/@me${path()}?exclude_consumed=true`)).body.length,
        2,
      )
      assert.deepEqual((await as('eve').get<EntitlementObject[]>(`/users/@me${path()}`)).body, [])
      assert.equal((await as('eve').get('/users/@me/applications/1/entitlements')).code, 10002)
    })

    test('an OAuth2 token reads the entitlements of its own person only', async () => {
      const token = async (name: string, to: string, scope: string) => {
        const client = { client_id: ids[to] ?? '', redirect_uri: CALLBACK }
        const asked = new URLSearchParams({ ...client, response_type: 'code', scope })
        const consent = await as(name).post<{ location: string }>(`/oauth2/authorize?${asked}`, { authorize: true })
        const code = new URL(consent.body.location).searchParams.get('code') ?? ''
        const grant = { ...client, client_secret: `${to}-secret`, grant_type: 'authorization_code', code }
        const response = await api(platform.api).post<{ access_token: string }>(
          '/oauth2/token',
          new URLSearchParams(grant),
        )
        return api(platform.api, `Bearer ${response.body.access_token}`)
      }
      const bob = await token('bob', 'shop', 'applications.entitlements')
      const held = (await bob.get<EntitlementObject[]>(path())).body
      assert.ok(held.length > 0 && held.every(({ user_id }) => user_id === ids.bob))
      assert.deepEqual((await bob.get<EntitlementObject[]>(`${path()}?user_id=${ids.cid}`)).body, [])
      assert.equal((await bob.get<EntitlementObject>(`${path()}/${held[0]?.id}`)).body.id, held[0]?.id)
      const [foreign] = await list(`user_id=${ids.cid}`)
      assert.equal((await bob.get(`${path()}/${foreign?.id}`)).code, 10029)
      assert.equal((await bob.get<EntitlementObject[]>(`/users/@me${path()}`)).status, 200)
      assert.equal((await bob.post(path(), { sku_id: sku.Sword, owner_id: ids.bob, owner_type: 2 })).status, 401)
      const cid = await token('cid', 'shop', 'identify')
      assert.equal((await cid.get(path())).status, 403, 'a scope that it was not given')
      const [own] = (await cid.get<SubscriptionObject[]>(`/skus/${sku['Gold Plan!']}/subscriptions`)).body
      assert.equal(own?.user_id, ids.cid)
      assert.equal((await bob.get(subscriptionPath('Gold Plan!', own?.id ?? ''))).status, 404)
      const elsewhere = await token('bob', 'other', 'applications.entitlements')
      assert.equal((await elsewhere.get(path())).status, 403)
      assert.equal((await elsewhere.get(`/users/@me${path()}`)).status, 403)
      assert.equal((await elsewhere.get(`/skus/${sku['Gold Plan!']}/subscriptions`)).status, 404)
    })

    test('interactions carry the entitlements in effect for their user and guild', async () => {
      const command = await as('shop').post<ApplicationCommandObject>(
        `/applications/${application}/guilds/${guild}/commands`,
        {
          name: 'go',
          description: 'd',
        },
      )
      const use = async (name: string) => {
        const person = await RawGateway.connect(platform.gateway)
        const token = platform.world?.users[name]?.token ?? ''
        const { session_id } = await person.identify<{ session_id: string }>({ token })
        const data = { id: command.body.id, name: 'go', type: 1 }
        const base = {
          type: 2,
          application_id: application,
          guild_id: guild,
          channel_id: channel,
          session_id,
        }
        assert.equal((await as(name).post('/interactions', { ...base, nonce: '1', data })).status, 204)
        const { entitlements, entitlement_sku_ids } = await heard('INTERACTION_CREATE')
        await person.close()
        assert.deepEqual(
          entitlement_sku_ids,
          entitlements.map(({ sku_id }) => sku_id),
        )
        return entitlements.map(({ sku_id }) => sku_id)
      }
      assert.deepEqual(await use('bob'), [sku.Sword, sku.Potion])
      assert.deepEqual(await use('cid'), [sku['Gold Plan!']])
      const ours = await test_(sku['For Guilds'], guild, 1)
      assert.deepEqual(await use('cid'), [sku['Gold Plan!'], sku['For Guilds']])
      await as('shop').delete(`${path()}/${ours.body.id}`)
      assert.deepEqual(await use('cid'), [sku['Gold Plan!']])
    })

    test('premium buttons and callback 10 accept only SKUs of the application', async () => {
      const send = (name: string, id: string | undefined) =>
        as(name).post<WithButtons>(`/channels/${channel}/messages`, {
          components: [{ type: 1, components: [{ type: 2, style: 6, sku_id: id }] }],
        })
      const sent = await send('shop', sku.Sword)
      assert.equal(sent.body.components[0]?.components[0]?.sku_id, sku.Sword)
      for (const id of [sku.foreign, '1']) {
        const refused = await send('shop', id)
        assert.deepEqual([refused.status, refused.code], [400, 50035])
        assert.match(JSON.stringify(refused.errors), /"components":\{"0":\{"components":\{"0":\{"sku_id"/)
      }
      const commands = await as('shop').get<ApplicationCommandObject[]>(
        `/applications/${application}/guilds/${guild}/commands`,
      )
      const person = await RawGateway.connect(platform.gateway)
      const token = platform.world?.users.bob?.token ?? ''
      const { session_id } = await person.identify<{ session_id: string }>({ token })
      const data = { id: commands.body[0]?.id, name: 'go', type: 1 }
      const place = { guild_id: guild, channel_id: channel, session_id }
      await as('bob').post('/interactions', { type: 2, application_id: application, ...place, nonce: '2', data })
      const { id, token: interactionToken } = await heard('INTERACTION_CREATE')
      const response = await api(platform.api).post(`/interactions/${id}/${interactionToken}/callback`, { type: 10 })
      assert.equal(response.status, 204, JSON.stringify(response.body))
      const shown = (await person.next<typeof sent.body>('MESSAGE_CREATE')).d
      assert.equal(shown.flags & 64, 64)
      assert.deepEqual(
        shown.components[0]?.components.map(({ sku_id }) => sku_id),
        [sku['Gold Plan!'], sku['For Guilds']],
      )
      await person.close()
    })
  })
}

test('[SUB-2] discord.js: SKUs, entitlements, subscriptions and their events', async () => {
  await using platform = await startPlatform({ world, rateLimits: 'off' })
  const filled = platform.world ?? assert.fail()
  const client = new Client({ intents: [], rest: { api: platform.api } })
  const ready = once(client, Events.ClientReady)
  await client.login(filled.applications.shop?.bot?.token)
  await ready
  const shop = client.application ?? assert.fail()
  const user = filled.users.bob?.id ?? ''
  const skus = await shop.fetchSKUs()
  const gold = skus.find((entry) => entry.name === 'Gold Plan!' && entry.type === SKUType.Subscription) ?? assert.fail()
  const potion = skus.find(({ name }) => name === 'Potion') ?? assert.fail()
  assert.ok(gold.flags.has('UserSubscription'))
  const granted = once(client, Events.EntitlementCreate)
  const made = await shop.entitlements.createTest({ sku: potion.id, user })
  assert.equal(((await granted)[0] as Entitlement).id, made.id)
  assert.ok(made.isTest() && made.isActive())
  await shop.entitlements.consume(made.id)
  assert.equal((await shop.entitlements.fetch({ user, cache: false })).get(made.id)?.consumed, true)
  const gone = once(client, Events.EntitlementDelete)
  await shop.entitlements.deleteTest(made.id)
  assert.equal(((await gone)[0] as Entitlement).id, made.id)
  const created = once(client, Events.SubscriptionCreate)
  const ann = api(platform.api, filled.users.ann?.token)
  const { subscription } = (await ann.post<Bought>(`/skus/${gold.id}/purchases`, { user_id: user })).body
  assert.equal(((await created)[0] as Subscription).id, subscription.id)
  const [found] = [...(await shop.subscriptions.fetch({ sku: gold.id, user })).values()]
  assert.deepEqual([found?.id, found?.status], [subscription.id, SubscriptionStatus.Active])
  const ending = new Promise((resolve) =>
    client.on(Events.SubscriptionUpdate, (_, now) => {
      if (now.status === SubscriptionStatus.Ending) resolve(now.id)
    }),
  )
  await ann.patch(`/skus/${gold.id}/subscriptions/${subscription.id}`, { step: 'cancel' })
  assert.equal(await ending, subscription.id)
  await client.destroy()
})
