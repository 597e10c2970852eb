/**
 * Invalid interactions: every request is refused or accepted, none breaks the platform,
 * and none reaches an application half right.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api, RawGateway } from '@guildhall/testing'
import fc from 'fast-check'
import { connect, dispatch, Invoking, type Platform, startWithRows, type Wire } from '../support/interactions.ts'

const world = {
  users: { ann: {}, bob: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: { lab: { owner: 'ann', members: ['bob'], bots: { app: {} }, channels: { general: {} } } },
}

let stage: Awaited<ReturnType<typeof startWithRows>>
let platform: Platform
let bot: Awaited<ReturnType<typeof connect>>
let bob: Awaited<ReturnType<typeof connect>>
let using: Invoking
let command: Wire

const filled = () => platform.world ?? assert.fail()
const appId = () => filled().applications.app?.id ?? ''
const guildId = () => filled().guilds.lab?.id ?? ''
const channelId = () => filled().guilds.lab?.channels.general?.id ?? ''

/** JSON that has the keys and kinds of values that the platform looks at, in any order and place. */
const junk = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(
      null,
      true,
      '',
      'text',
      'x',
      '0',
      '1',
      '18446744073709551616',
      -1,
      0,
      1.5,
      1e300,
      64,
      32768,
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(
    fc.constantFrom(
      ...[
        'id',
        'name',
        'type',
        'options',
        'value',
        'focused',
        'target_id',
        'custom_id',
        'values',
        'components',
        'title',
      ],
      ...[
        'component',
        'component_type',
        'content',
        'flags',
        'embeds',
        'choices',
        'label',
        'description',
        '__proto__',
        'poll',
      ],
    ),
    tie('value'),
    { maxKeys: 6 },
  ),
}))

describe('hostile interactions', () => {
  before(async () => {
    stage = await startWithRows({ world })
    platform = stage.platform
    bot = await connect(platform, `Bot ${filled().applications.app?.bot?.token}`)
    bob = await connect(platform, filled().users.bob?.token)
    using = new Invoking(bob, { application_id: appId(), channel_id: channelId() })
    const options = [3, 4, 5, 6, 7, 8, 9, 10, 11].map((type) => ({ name: `o${type}`, description: 'd', type }))
    command = (await bot.api.post<Wire>(`/applications/${appId()}/commands`, { name: 'x', description: 'd', options }))
      .body
  })

  after(async () => {
    await bot.gateway.close()
    await bob.gateway.close()
    await stage.close()
  })

  test('[ERR-8] POST /interactions responds without 5xx to generated requests', async () => {
    const ann = api(platform.api, filled().users.ann?.token)
    const refusedWell = ({ status }: { status: number }) => assert.ok(status < 500, `answered ${status}`)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 6 }), junk.object, junk.value, async (type, object, value) => {
        refusedWell(await using.send({ type, data: value }))
        refusedWell(await using.send({ type, data: { ...(object as object), id: command.id } }))
        const names = [3, 4, 5, 6, 7, 8, 9, 10, 11].map((kind) => ({ name: `o${kind}`, value }))
        refusedWell(await using.use(command, { options: names }))
        refusedWell(await bot.api.post(`/applications/${appId()}/commands`, object))
        refusedWell(
          await bot.api.put(`/applications/${appId()}/guilds/${guildId()}/commands`, [
            { name: 'y', description: 'd', options: value },
          ]),
        )
        const odd = { description: 'd', name_localizations: value, choices: value, min_value: value, file_types: value }
        const options = [3, 4, 7, 10, 11, type].map((kind, index) => ({
          ...odd,
          name: `o${index}`,
          type: kind,
          options: value,
        }))
        refusedWell(await bot.api.post(`/applications/${appId()}/commands`, { name: 'z', ...odd, options }))
        const rules = `/applications/${appId()}/guilds/${guildId()}/commands/${command.id}/permissions`
        refusedWell(await ann.put(rules, { permissions: value }))
        refusedWell(await bob.api.post(`/activities/${channelId()}/${appId()}`, object))
        const query = encodeURIComponent(JSON.stringify(value) ?? '')
        refusedWell(await bob.api.get(`/channels/${channelId()}/application-commands/search?type=1&query=${query}`))
      }),
      { numRuns: 60 },
    )
  })

  test('[ERR-8] POST callback responds without 5xx to generated responses', async () => {
    await bot.api.put(`/applications/${appId()}/commands`, [{ name: 'x', description: 'd' }])
    const [plain] = (await bot.api.get<Wire[]>(`/applications/${appId()}/commands`)).body
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 14 }), junk.object, junk.value, async (type, object, value) => {
        const { nonce } = await using.use(plain)
        const { id } = (await bob.gateway.next<Wire>(dispatch('INTERACTION_CREATE', { nonce }))).d
        const { token } = (await bot.gateway.next<Wire>(dispatch('INTERACTION_CREATE', { id }))).d
        for (const body of [{ type, data: value }, { type, data: object }, value]) {
          const answer = await api(platform.api).post(`/interactions/${id}/${token}/callback`, body)
          assert.ok(answer.status < 500, `${JSON.stringify(body)} answered ${answer.status}`)
        }
        const modal = { custom_id: 'm', title: 'T', components: [{ type: 18, label: 'L', component: object }] }
        const opened = await api(platform.api).post(`/interactions/${id}/${token}/callback`, { type: 9, data: modal })
        assert.ok(opened.status < 500)
        const followup = await api(platform.api).post(`/webhooks/${appId()}/${token}`, object)
        assert.ok(followup.status < 500, `${JSON.stringify(object)} answered ${followup.status}`)
      }),
      { numRuns: 60 },
    )
  })

  test('INTERACTION_CREATE reaches only the shard of its guild', async () => {
    const [plain] = (await bot.api.get<Wire[]>(`/applications/${appId()}/commands`)).body
    const token = `Bot ${filled().applications.app?.bot?.token}`
    const shards = await Promise.all([RawGateway.connect(platform.gateway), RawGateway.connect(platform.gateway)])
    for (const [index, shard] of shards.entries()) await shard.identify({ token, shard: [index, 2] })
    const own = Number((BigInt(guildId()) >> 22n) % 2n)
    const other = shards[1 - own] ?? assert.fail()
    await other.none('INTERACTION_CREATE', async () => {
      await using.use(plain)
      await shards[own]?.next('INTERACTION_CREATE')
    })
    for (const shard of shards) await shard.close()
  })
})
