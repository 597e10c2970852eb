/** Participants of activities: events to bots and newcomers, loss of access, purchases, random joins and leaves. */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { ApplicationCommandObject, ApplicationObject, EntitlementObject } from '@guildhall/protocol'
import { Client, GatewayIntentBits } from 'discord.js'
import fc from 'fast-check'
import { guildhallTest } from '../support/fixture.ts'
import { connect, dispatch } from '../support/interactions.ts'

const NAMES = ['ann', 'bob', 'eve'] as const
type Name = (typeof NAMES)[number]

const world = {
  users: { ann: {}, bob: {}, eve: {} },
  applications: {
    game: { name: 'Game', owner: 'ann', bot: {}, embedded: true, skus: { Sword: { type: 2 } } },
    away: { name: 'Away', owner: 'ann', embedded: true },
  },
  guilds: {
    lab: { owner: 'ann', members: ['bob', 'eve'], bots: { game: {} }, channels: { general: {}, side: {} } },
  },
}

interface Instance {
  composite_instance_id: string
  instance_id: string
  launch_id: string
  location: { id: string; channel_id: string }
  participants: { user_id: string; session_id: string }[]
}

const test = guildhallTest({ world })
const { platform } = test

describe('participants of activities', () => {
  let people: Record<Name, Awaited<ReturnType<typeof connect>>>
  let bot: Awaited<ReturnType<typeof connect>>

  const idOf = (name: Name) => platform[name].id
  const appId = (key: keyof typeof world.applications) => platform[key].applicationId
  const channelId = (key: keyof typeof world.guilds.lab.channels) => platform.lab[key].id
  const join = (name: Name, channel = channelId('general'), app: keyof typeof world.applications = 'game') =>
    people[name].api.post(`/activities/${channel}/${appId(app)}`, {
      session_id: people[name].gateway.sessionId,
    })
  const leave = (name: Name, { location, launch_id }: Instance) =>
    people[name].api.post(`/applications/${appId('game')}/activities/${location.id}/instances/${launch_id}/leave`, {
      session_id: people[name].gateway.sessionId,
    })
  const update = async (from: { gateway: typeof bot.gateway }, count: number, channel?: string) =>
    (
      await from.gateway.next<Instance>(
        ({ t, d }: { t?: string | null; d?: unknown }) =>
          t === 'EMBEDDED_ACTIVITY_UPDATE_V2' &&
          (d as Instance).participants.length === count &&
          (channel === undefined || (d as Instance).location.channel_id === channel),
      )
    ).d
  const ended = (name: Name, id: string) =>
    people[name].gateway.next<Instance>(
      ({ t, d }: { t?: string | null; d?: unknown }) =>
        t === 'EMBEDDED_ACTIVITY_UPDATE_V2' &&
        (d as Instance).composite_instance_id === id &&
        (d as Instance).participants.length === 0,
    )
  const usersOf = (id: string) =>
    bot.api.get<{ users?: string[] }>(`/applications/${appId('game')}/activity-instances/${id}`)

  before(async () => {
    await test.start()
    const person = (name: Name) => connect(platform, platform[name].token)
    people = { ann: await person('ann'), bob: await person('bob'), eve: await person('eve') }
    bot = await connect(platform, `Bot ${platform.game.token}`, (1 << 0) | (1 << 17) | (1 << 26))
  })
  after(async () => {
    for (const { gateway } of [...Object.values(people), bot]) await gateway.close()
  })

  test('a discord.js bot with the intent 1 << 17 sees an activity begin and end', async () => {
    const client = new Client({ intents: [GatewayIntentBits.Guilds, 1 << 17], rest: { api: platform.api } })
    const seen: number[] = []
    const over = new Promise<void>((resolve) =>
      client.on('raw', ({ t, d }: { t: string; d: Instance }) => {
        if (t !== 'EMBEDDED_ACTIVITY_UPDATE_V2') return
        seen.push(d.participants.length)
        if (d.participants.length === 0) resolve()
      }),
    )
    const ready = new Promise((resolve) => client.once('clientReady', resolve))
    await client.login(platform.game.token)
    await ready
    assert.equal((await join('bob')).status, 204)
    const begun = await update(bot, 1)
    assert.equal(begun.instance_id, begun.launch_id)
    const late = await connect(platform, platform.eve.token)
    const guild = (await late.gateway.next<{ activity_instances: Instance[] }>('GUILD_CREATE')).d
    assert.deepEqual(guild.activity_instances, [begun])
    await late.gateway.close()
    assert.equal((await leave('eve', begun)).status, 404)
    assert.equal((await leave('bob', begun)).status, 200)
    await over
    await update(bot, 0)
    assert.deepEqual(seen, [1, 0])
    await client.destroy()
  })

  test('the instance endpoint lists the participants after any sequence of joins and leaves', async () => {
    const steps = fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.boolean()), { minLength: 1, maxLength: 10 })
    const former = new Set<string>()
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const inside = new Set<Name>()
        let running = null as Instance | null
        for (const [name, joins] of [...sequence, ...NAMES.map((name) => [name, false] as const)]) {
          const had = inside.has(name)
          if (joins) {
            assert.equal((await join(name)).status, 204)
            inside.add(name)
            const now: Instance = await update(bot, inside.size)
            assert.ok(!former.has(now.composite_instance_id), 'an id is never used again')
            assert.equal(now.composite_instance_id, running?.composite_instance_id ?? now.composite_instance_id)
            running = now
          } else if (running && had) {
            assert.equal((await leave(name, running)).status, 200)
            inside.delete(name)
            await update(bot, inside.size)
          } else if (running) assert.equal((await leave(name, running)).status, 404)
          if (!running) continue
          const { status, body } = await usersOf(running.composite_instance_id)
          assert.equal(status, inside.size > 0 ? 200 : 404)
          assert.deepEqual(new Set(body.users ?? []), new Set([...inside].map(idOf)))
          if (inside.size > 0) continue
          former.add(running.composite_instance_id)
          running = null
        }
      }),
      { numRuns: 5 },
    )
  })

  test('an activity without a bot is offered and launched where it is not installed', async () => {
    const { body } = await people.eve.api.get<{ application_commands: ApplicationCommandObject[] }>(
      `/channels/${channelId('side')}/application-command-index`,
    )
    assert.ok(body.application_commands.some(({ application_id }) => application_id === appId('away')))
    const shelf = await people.eve.api.get<{ applications: ApplicationObject[] }>('/activities/shelf')
    assert.deepEqual(new Set(shelf.body.applications.map(({ name }) => name)), new Set(['Game', 'Away']))
    assert.equal((await people.ann.api.get(`/activities/${appId('away')}/test-mode`)).status, 204)
    assert.equal((await people.eve.api.get(`/activities/${appId('away')}/test-mode`)).status, 403)
    assert.equal((await join('eve', channelId('side'), 'away')).status, 204)
    await update(people.bob, 1, channelId('side'))
  })

  test('a person buys a SKU once, and the owner in test mode', async () => {
    const listed = await people.bob.api.get<{ id: string; sku: { price: object } }[]>(
      `/store/published-listings/skus?application_id=${appId('game')}`,
    )
    const sku = listed.body[0] ?? assert.fail()
    assert.deepEqual(sku.sku.price, { amount: 0, currency: 'usd' })
    const buy = (name: Name, body: object = {}) =>
      people[name].api.post<{ entitlements: EntitlementObject[] }>(`/store/skus/${sku.id}/purchase`, body)
    assert.equal((await buy('bob', { test_mode: true })).code, 20012)
    const [bought] = (await buy('bob')).body.entitlements
    assert.deepEqual([bought?.type, bought?.user_id], [1, idOf('bob')])
    assert.deepEqual((await people.bob.gateway.next(dispatch('ENTITLEMENT_CREATE', { id: bought?.id }))).d, bought)
    assert.notEqual((await buy('bob')).status, 200, 'once')
    assert.equal((await buy('ann')).body.entitlements[0]?.type, 4)
  })

  test('a kicked member leaves the activity, and receives it as ended', async () => {
    assert.equal((await join('bob')).status, 204)
    const { composite_instance_id: id } = await update(bot, 1, channelId('general'))
    await join('eve')
    await update(bot, 2, channelId('general'))
    assert.equal((await people.ann.api.delete(`/guilds/${platform.lab.id}/members/${idOf('eve')}`)).status, 204)
    await ended('eve', id)
    await update(bot, 1, channelId('general'))
    assert.deepEqual((await usersOf(id)).body.users, [idOf('bob')])
    assert.equal((await people.ann.api.delete(`/channels/${channelId('general')}`)).status, 200)
    await ended('bob', id)
    assert.equal((await usersOf(id)).status, 404)
  })
})
