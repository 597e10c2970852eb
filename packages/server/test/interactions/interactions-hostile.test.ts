/**
 * Invalid interactions: every request is refused or accepted, none breaks the platform,
 * and none reaches an application half right.
 */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { ApplicationCommandObject, InteractionObject } from '@guildhall/protocol'
import { api, RawGateway } from '@guildhall/testing'
import fc from 'fast-check'
import { guildhallTest } from '../support/fixture.ts'
import { connect, dispatch, Invoking } from '../support/interactions.ts'

const world = {
  users: { ann: {}, bob: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: { lab: { owner: 'ann', members: ['bob'], bots: { app: {} }, channels: { general: {} } } },
}

const test = guildhallTest({ world })
const { platform } = test
let bot: Awaited<ReturnType<typeof connect>>
let bob: Awaited<ReturnType<typeof connect>>
let using: Invoking
let command: ApplicationCommandObject

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
    await test.start()
    bot = await connect(platform, `Bot ${platform.app.token}`)
    bob = await connect(platform, platform.bob.token)
    using = new Invoking(bob, { application_id: platform.app.applicationId, channel_id: platform.lab.general.id })
    const options = [3, 4, 5, 6, 7, 8, 9, 10, 11].map((type) => ({ name: `o${type}`, description: 'd', type }))
    command = (
      await bot.api.post<ApplicationCommandObject>(`/applications/${platform.app.applicationId}/commands`, {
        name: 'x',
        description: 'd',
        options,
      })
    ).body
  })

  after(async () => {
    await bot.gateway.close()
    await bob.gateway.close()
  })

  test('[ERR-8] POST /interactions responds without 5xx to generated requests', async () => {
    const ann = platform.ann.api
    const refusedWell = ({ status }: { status: number }) => assert.ok(status < 500, `answered ${status}`)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 6 }), junk.object, junk.value, async (type, object, value) => {
        refusedWell(await using.send({ type, data: value }))
        refusedWell(await using.send({ type, data: { ...(object as object), id: command.id } }))
        const names = [3, 4, 5, 6, 7, 8, 9, 10, 11].map((kind) => ({ name: `o${kind}`, value }))
        refusedWell(await using.use(command, { options: names }))
        refusedWell(await bot.api.post(`/applications/${platform.app.applicationId}/commands`, object))
        refusedWell(
          await bot.api.put(`/applications/${platform.app.applicationId}/guilds/${platform.lab.id}/commands`, [
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
        refusedWell(
          await bot.api.post(`/applications/${platform.app.applicationId}/commands`, { name: 'z', ...odd, options }),
        )
        const rules = `/applications/${platform.app.applicationId}/guilds/${platform.lab.id}/commands/${command.id}/permissions`
        refusedWell(await ann.put(rules, { permissions: value }))
        refusedWell(await bob.api.post(`/activities/${platform.lab.general.id}/${platform.app.applicationId}`, object))
        const query = encodeURIComponent(JSON.stringify(value) ?? '')
        refusedWell(
          await bob.api.get(`/channels/${platform.lab.general.id}/application-commands/search?type=1&query=${query}`),
        )
      }),
      { numRuns: 60 },
    )
  })

  test('[ERR-8] POST callback responds without 5xx to generated responses', async () => {
    await bot.api.put(`/applications/${platform.app.applicationId}/commands`, [{ name: 'x', description: 'd' }])
    const [plain] = (
      await bot.api.get<ApplicationCommandObject[]>(`/applications/${platform.app.applicationId}/commands`)
    ).body
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 14 }), junk.object, junk.value, async (type, object, value) => {
        const { nonce } = await using.use(plain)
        const { id } = (await bob.gateway.next(dispatch('INTERACTION_CREATE', { nonce }))).d
        const { token } = (await bot.gateway.next<InteractionObject>(dispatch('INTERACTION_CREATE', { id }))).d
        for (const body of [{ type, data: value }, { type, data: object }, value]) {
          const answer = await api(platform.api).post(`/interactions/${id}/${token}/callback`, body)
          assert.ok(answer.status < 500, `${JSON.stringify(body)} answered ${answer.status}`)
        }
        const modal = { custom_id: 'm', title: 'T', components: [{ type: 18, label: 'L', component: object }] }
        const opened = await api(platform.api).post(`/interactions/${id}/${token}/callback`, { type: 9, data: modal })
        assert.ok(opened.status < 500)
        const followup = await api(platform.api).post(`/webhooks/${platform.app.applicationId}/${token}`, object)
        assert.ok(followup.status < 500, `${JSON.stringify(object)} answered ${followup.status}`)
      }),
      { numRuns: 60 },
    )
  })

  test('INTERACTION_CREATE reaches only the shard of its guild', async () => {
    const [plain] = (
      await bot.api.get<ApplicationCommandObject[]>(`/applications/${platform.app.applicationId}/commands`)
    ).body
    const token = `Bot ${platform.app.token}`
    const shards = await Promise.all([RawGateway.connect(platform.gateway), RawGateway.connect(platform.gateway)])
    for (const [index, shard] of shards.entries()) await shard.identify({ token, shard: [index, 2] })
    const own = Number((BigInt(platform.lab.id) >> 22n) % 2n)
    const other = shards[1 - own] ?? assert.fail()
    await other.none('INTERACTION_CREATE', async () => {
      await using.use(plain)
      await shards[own]?.next('INTERACTION_CREATE')
    })
    for (const shard of shards) await shard.close()
  })
})
