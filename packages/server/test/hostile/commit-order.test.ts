/**
 * Permissions change while messages are posted. The permissions at the commit of a message decide who receives it, not
 * those a moment later. The owner's session receives every event of the guild, so its order is that of the commits.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Permission } from '@guildhall/protocol'
import { type Frame, RawGateway } from '@guildhall/testing'
import { type GuildChange, GuildModel, randomOf } from '../support/guild-model.ts'
import { startPlatform } from '../support/platform.ts'
import { randomCount } from '../support/random-count.ts'

const SEEDS = randomCount({ whole: 3, short: 1 })
const ROUNDS = 12
const REQUESTS_PER_ROUND = 40
const WATCHERS = ['bob', 'carol', 'dave', 'erin'] as const
const CHANNELS = ['one', 'two'] as const
const ROLES = ['red', 'blue'] as const
const VIEW = Permission.VIEW_CHANNEL
const END = 'the end'

const world = {
  users: { ann: {}, bob: {}, carol: {}, dave: {}, erin: {} },
  guilds: {
    lab: {
      owner: 'ann',
      members: [...WATCHERS],
      roles: { red: { permissions: '0', members: ['bob', 'carol'] }, blue: { permissions: '0', members: ['dave'] } },
      channels: { one: {}, two: {}, end: {} },
    },
  },
}

for (let seed = 1; seed <= SEEDS; seed += 1) {
  test(`[CH-13] a message reaches those who saw its channel at its commit, whatever changes in parallel (${seed})`, {
    timeout: 120_000,
  }, async () => {
    await using platform = await startPlatform({ world, rateLimits: 'off' })
    const filled = platform.world
    const lab = filled?.guilds.lab
    assert.ok(filled && lab)
    const idOf = (name: keyof typeof world.users) => platform[name].id
    const channelIds = CHANNELS.map((name) => lab.channels[name]?.id ?? '')
    const roleIds = ROLES.map((name) => lab.roles[name]?.id ?? '')
    const userIds = WATCHERS.map(idOf)
    const ann = platform.ann.api
    // Members see channels by a role or an overwrite only.
    await ann.patch(`/guilds/${lab.id}/roles/${lab.id}`, { permissions: '0' })

    const model = new GuildModel(lab.id, idOf('ann'))
    for (const { id, permissions } of (await ann.get<{ id: string; permissions: string }[]>(`/guilds/${lab.id}/roles`))
      .body) {
      model.roles.set(id, BigInt(permissions))
    }
    for (const id of userIds) {
      model.members.set(id, (await ann.get<GuildChange>(`/guilds/${lab.id}/members/${id}`)).body.roles)
    }
    await ann.put(`/channels/${lab.channels.end?.id}/permissions/${lab.id}`, { type: 0, allow: `${VIEW}`, deny: '0' })

    const expected = new Map(userIds.map((id) => [id, [] as string[]]))
    const received = new Map(userIds.map((id) => [id, [] as string[]]))
    const orders: string[] = []
    const follow = ({ t, d }: Frame) => {
      const event = d as unknown as GuildChange
      model.follow(t, event)
      if (t === 'MESSAGE_CREATE' && channelIds.includes(event.channel_id)) {
        orders.push(event.content)
        for (const id of userIds) if (model.sees(id, event.channel_id)) expected.get(id)?.push(event.content)
      }
    }
    const connect = async (name: keyof typeof world.users, onMessage: (frame: Frame) => void) => {
      const ended = Promise.withResolvers<void>()
      const started = Promise.withResolvers<void>()
      const gateway = await RawGateway.connect(platform.gateway, {
        onFrame: (frame) => {
          if (frame.t === 'GUILD_CREATE') started.resolve()
          if (frame.t === 'MESSAGE_CREATE' && (frame.d as unknown as GuildChange).content === END) ended.resolve()
          onMessage(frame)
        },
      })
      gateway.send(2, { token: platform[name].token, intents: 0, properties: {} })
      await started.promise
      return { gateway, ended: ended.promise }
    }
    const sessions = [
      await connect('ann', follow),
      ...(await Promise.all(
        WATCHERS.map((name) =>
          connect(name, ({ t, d }) => {
            const { content, channel_id } = d as unknown as GuildChange
            if (t === 'MESSAGE_CREATE' && channelIds.includes(channel_id)) received.get(idOf(name))?.push(content)
          }),
        ),
      )),
    ]

    const random = randomOf(seed)
    const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T
    let posted = 0
    const requests: readonly (() => Promise<{ status: number }>)[] = [
      () => ann.post(`/channels/${pick(channelIds)}/messages`, { content: `message ${++posted}` }),
      () => ann.post(`/channels/${pick(channelIds)}/messages`, { content: `message ${++posted}` }),
      () => {
        const [allow, deny] = random(2) ? [VIEW, 0n] : [0n, VIEW]
        return ann.put(`/channels/${pick(channelIds)}/permissions/${pick(roleIds)}`, {
          type: 0,
          allow: `${allow}`,
          deny: `${deny}`,
        })
      },
      () => {
        const [allow, deny] = random(2) ? [VIEW, 0n] : [0n, VIEW]
        return ann.put(`/channels/${pick(channelIds)}/permissions/${pick(userIds)}`, {
          type: 1,
          allow: `${allow}`,
          deny: `${deny}`,
        })
      },
      () => ann.delete(`/channels/${pick(channelIds)}/permissions/${pick(userIds)}`),
      () => ann.patch(`/guilds/${lab.id}/roles/${pick(roleIds)}`, { permissions: random(2) ? `${VIEW}` : '0' }),
      () => ann.put(`/guilds/${lab.id}/members/${pick(userIds)}/roles/${pick(roleIds)}`),
      () => ann.delete(`/guilds/${lab.id}/members/${pick(userIds)}/roles/${pick(roleIds)}`),
    ]
    for (let round = 0; round < ROUNDS; round += 1) {
      const responses = await Promise.all(Array.from({ length: REQUESTS_PER_ROUND }, () => pick(requests)()))
      for (const { status } of responses) assert.ok(status < 300 || status === 404, `a request got ${status}`)
    }
    await ann.post(`/channels/${lab.channels.end?.id}/messages`, { content: END })
    await Promise.all(sessions.map(({ ended }) => ended))

    assert.equal(orders.length, posted)
    const all = [...expected.values()].flat().length
    assert.ok(all > 0 && all < posted * userIds.length, 'some messages are visible, some are not')
    for (const name of WATCHERS) assert.deepEqual(received.get(idOf(name)), expected.get(idOf(name)), name)
    await Promise.all(sessions.map(({ gateway }) => gateway.close()))
  })
}
