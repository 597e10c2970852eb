/** Components of messages through the doors: by discord.js' builders and by hand, shown, edited, used and misused. */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { api, multipart } from '@guildhall/testing'
import {
  ActionRowBuilder,
  AttachmentBuilder,
  ButtonBuilder,
  ButtonStyle,
  Client,
  ComponentType,
  ContainerBuilder,
  Events,
  FileBuilder,
  GatewayIntentBits,
  MediaGalleryBuilder,
  type Message,
  MessageFlags,
  SectionBuilder,
  SeparatorBuilder,
  SeparatorSpacingSize,
  StringSelectMenuBuilder,
  type TextChannel,
  TextDisplayBuilder,
  ThumbnailBuilder,
} from 'discord.js'
import sharp from 'sharp'
import { guildhallTest } from '../support/fixture.ts'
import { connect, dispatch, Invoking, type Wire } from '../support/interactions.ts'

const V2 = MessageFlags.IsComponentsV2
const PNG = await sharp({ create: { width: 3, height: 2, channels: 3, background: '#e03030' } })
  .png()
  .toBuffer()
const GIF = Buffer.from('R0lGODlhAgADAIAAAP///wAAACH5BAAAAAAALAAAAAACAAMAAAICRF4AOw==', 'base64')
const world = {
  users: { ann: {}, bob: {}, eve: {} },
  applications: { app: { owner: 'ann', bot: {} }, other: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob'],
      bots: { app: { permissions: '8' }, other: {} },
      roles: { crew: {} },
      channels: { general: {}, side: {} },
    },
    elsewhere: { owner: 'eve', channels: { there: {} } },
  },
}

interface Shown extends Wire {
  components: Component[]
  attachments: { id: string; url: string; filename: string; flags?: number; placeholder?: string; width?: number }[]
  embeds: { title?: string; image?: Record<string, unknown>; footer?: Record<string, unknown> }[]
  mentions: { id: string }[]
  mention_roles: string[]
  errors?: unknown
}
interface Component extends Record<string, unknown> {
  type: number
  id: number
  components: Component[]
  accessory: Component
  items: { media: Record<string, unknown> }[]
  media: Record<string, unknown>
  file: Record<string, unknown>
}

const test = guildhallTest({ world })
const { platform } = test
let client: Client<true>
let channel: TextChannel
let bob: Awaited<ReturnType<typeof connect>>
let bot: Awaited<ReturnType<typeof connect>>
let using: Invoking

const userId = (name: keyof typeof world.users) => platform[name].id
const channelId = (name: keyof typeof world.guilds.lab.channels = 'general') => platform.lab[name].id
type Channel = keyof typeof world.guilds.lab.channels
const messages = (name: Channel = 'general') => `/channels/${channelId(name)}/messages`
const post = (body: object, files?: Parameters<typeof multipart>[1]) =>
  bot.api.post<Shown>(messages(), files ? multipart(body, files) : body)
const patch = (message: { id: string }, body: object, files?: Parameters<typeof multipart>[1]) =>
  bot.api.patch<Shown>(`${messages()}/${message.id}`, files ? multipart(body, files) : body)
const made = async (body: object, files?: Parameters<typeof multipart>[1]) => {
  const answer = await post(body, files)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}
const row = (...components: object[]) => ({ type: 1, components })
const button = (fields: object = {}) => ({ type: 2, style: 1, label: 'B', custom_id: 'b', ...fields })
const text = (content: string) => ({ type: 10, content })
const png = { name: 'a.png', data: new Uint8Array(PNG), type: 'image/png' }

describe('message components', () => {
  before(async () => {
    await test.start()
    const token = platform.app.token
    const started = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: platform.api } })
    const ready = new Promise((resolve) => started.once(Events.ClientReady, resolve))
    await started.login(token)
    await ready
    client = started as Client<true>
    channel = (await client.channels.fetch(platform.lab.general.id)) as TextChannel
    bob = await connect(platform, platform.bob.token)
    bot = await connect(platform, `Bot ${token}`)
    using = new Invoking(bob, { application_id: platform.app.applicationId, channel_id: platform.lab.general.id })
  })

  after(async () => {
    await bob.gateway.close()
    await bot.gateway.close()
    await client.destroy()
  })

  test('discord.js sends a layout with every component', async () => {
    const link = new ButtonBuilder().setStyle(ButtonStyle.Link).setLabel('Read').setURL('https://guildhall.example/')
    const message = await channel.send({
      flags: V2,
      files: [
        new AttachmentBuilder(PNG, { name: 'a.png', description: 'a picture' }),
        new AttachmentBuilder(Buffer.from('notes'), { name: 'notes.txt' }),
        new AttachmentBuilder(Buffer.from('more'), { name: 'more.txt' }),
      ],
      components: [
        new ContainerBuilder()
          .setAccentColor(0x123456)
          .addTextDisplayComponents(new TextDisplayBuilder().setContent('# Title'))
          .addSectionComponents(
            new SectionBuilder()
              .addTextDisplayComponents(new TextDisplayBuilder().setContent('beside'))
              .setThumbnailAccessory(new ThumbnailBuilder().setURL('attachment://a.png').setDescription('alt')),
          )
          .addSeparatorComponents(new SeparatorBuilder().setSpacing(SeparatorSpacingSize.Large))
          .addMediaGalleryComponents(
            new MediaGalleryBuilder().addItems(
              { media: { url: 'attachment://a.png' } },
              { media: { url: 'https://guildhall.example/far.png' }, spoiler: true },
            ),
          )
          .addFileComponents(new FileBuilder().setURL('attachment://notes.txt'))
          .addActionRowComponents(new ActionRowBuilder<ButtonBuilder>().addComponents(link)),
      ],
    })
    assert.deepEqual(
      message.attachments.map(({ name }) => name),
      ['more.txt'],
      'what components show is not listed beside them',
    )
    const [container] = message.components
    assert.ok(container?.type === ComponentType.Container)
    assert.equal(container.accentColor, 0x123456)
    const [, section, separator, gallery, file] = container.components
    assert.ok(section?.type === ComponentType.Section && section.accessory.type === ComponentType.Thumbnail)
    const media = section.accessory.media.data as unknown as Record<string, unknown>
    const { id, attachment_id, url, placeholder, ...rest } = media
    assert.match(String(id), /^\d+$/)
    assert.match(String(url), new RegExp(`/${attachment_id}/a\\.png\\?ex=`))
    assert.match(String(placeholder), /^[A-Za-z0-9+/]{20,40}={0,2}$/)
    const fields = { width: 3, height: 2, content_type: 'image/png', flags: 0, placeholder_version: 1 }
    assert.deepEqual(rest, { proxy_url: url, ...fields })
    assert.deepEqual(Buffer.from(await (await fetch(String(url))).arrayBuffer()), PNG)
    assert.deepEqual((separator as { data?: unknown }).data, { type: 14, id: 6, divider: true, spacing: 2 })
    assert.ok(gallery?.type === ComponentType.MediaGallery && file?.type === ComponentType.File)
    assert.deepEqual(
      gallery.toJSON().items.map(({ media, spoiler }) => [media.width, media.url === url, spoiler]),
      [
        [3, true, false],
        [null, false, true],
      ],
    )
    const shown = file.data as unknown as Record<string, unknown>
    assert.deepEqual([shown.name, shown.size, shown.spoiler], ['notes.txt', 5, false])
    const again = await channel.messages.fetch({ message: message.id, force: true })
    assert.deepEqual(
      again.components.map((component) => component.toJSON()),
      message.components.map((component) => component.toJSON()),
    )
  })

  test('a response has components with ids, defaults and complete media', async () => {
    const { components, flags } = await made({ flags: V2 | 64, components: [row(button()), { type: 14 }] })
    assert.equal(flags, V2, 'EPHEMERAL is for answers to interactions')
    assert.deepEqual(components, [
      { type: 1, id: 1, components: [{ type: 2, id: 2, style: 1, label: 'B', custom_id: 'b' }] },
      { type: 14, id: 3, divider: true, spacing: 1 },
    ])
    const gif = { name: 'moving.gif', data: GIF, type: 'image/gif' }
    const gallery = { type: 12, items: [{ media: { url: 'attachment://moving.gif' } }] }
    const [shown] = (await made({ flags: V2, components: [gallery] }, [gif])).components
    assert.deepEqual([shown?.items[0]?.media.flags, shown?.items[0]?.media.width], [1, 2])
    const plain = await made({}, [gif])
    assert.equal(plain.attachments[0]?.flags, 32)
    const drawing = { name: 'a.png', data: '<svg xmlns="http://www.w3.org/2000/svg"/>', type: 'image/png' }
    const [fake] = (await made({}, [drawing])).attachments
    assert.deepEqual([fake?.placeholder, fake?.width], [undefined, undefined], 'what only claims to be a picture')
  })

  test('POST messages rejects unknown files and exceeded limits at their fields and sends no message', async () => {
    const before = await bot.api.get<Wire[]>(messages())
    const cases: [object, string][] = [
      [{ flags: V2, components: [{ type: 13, file: { url: 'attachment://none.png' } }] }, 'components.0.file.url'],
      [{ components: [row(button({ custom_id: 'x'.repeat(101) }))] }, 'components.0.components.0.custom_id'],
      [{ components: [row(button()), row(button())] }, 'components.1.components.0.custom_id'],
      [{ components: Array.from({ length: 6 }, (_, id) => row(button({ custom_id: `${id}` }))) }, 'components'],
      [{ flags: V2, components: [text('x'.repeat(4000)), text('x')] }, 'components'],
      [{ flags: V2, components: [text('x')], content: 'x' }, 'content'],
      [{ flags: V2, components: [text('x')], embeds: [{ title: 'x' }] }, 'embeds'],
      [{ flags: V2, components: [text('x')], poll: {} }, 'poll'],
      [{ flags: V2, components: [text('x')], sticker_ids: ['1'] }, 'sticker_ids'],
      [{ components: [row(button({ emoji: { name: 'no emoji' } }))] }, 'components.0.components.0.emoji.name'],
      [{ components: [row(button({ emoji: { id: '5', name: 'x' } }))] }, 'components.0.components.0.emoji.id'],
    ]
    for (const [body, path] of cases) {
      const { status, body: answer } = await post(body, [png])
      assert.deepEqual([status, answer.code], [400, 50035], path)
      let errors = answer.errors as Record<string, unknown>
      for (const key of path.split('.')) errors = (errors[key] ?? {}) as Record<string, unknown>
      assert.ok(errors._errors, `${path}: ${JSON.stringify(answer.errors)}`)
    }
    assert.deepEqual((await bot.api.get<Wire[]>(messages())).body, before.body)
    assert.equal((await post({ flags: V2 })).body.code, 50006)
  })

  test('[ERR-8] faults of an interaction response and of its update are below `data`', async () => {
    const message = await made({ components: [row(button())] })
    assert.equal((await using.press(message, 'b', 2)).status, 204)
    const { id, token } = (await bot.gateway.next<Wire>('INTERACTION_CREATE')).d
    const bad = row(button({ label: 'x'.repeat(81) }))
    for (const type of [4, 7]) {
      const path = `/interactions/${id}/${token}/callback`
      const { status, body } = await api(platform.api).post<Shown>(path, { type, data: { components: [bad] } })
      const errors = body.errors as { data?: { components?: { 0?: { components?: { 0?: { label?: unknown } } } } } }
      assert.deepEqual([status, body.code], [400, 50035])
      assert.ok(errors.data?.components?.[0]?.components?.[0]?.label, `type ${type}: ${JSON.stringify(errors)}`)
    }
  })

  test('custom emojis are completed, and those of another application are rejected', async () => {
    const image = `data:image/png;base64,${PNG.toString('base64')}`
    const guild = platform.lab.id
    const ofGuild = (await bot.api.post<Wire>(`/guilds/${guild}/emojis`, { name: 'lamp', image })).body
    const own = (
      await bot.api.post<Wire>(`/applications/${platform.app.applicationId}/emojis`, { name: 'mine', image })
    ).body
    const other = platform.other.api
    const foreign = (
      await other.post<Wire>(`/applications/${platform.other.applicationId}/emojis`, { name: 'theirs', image })
    ).body
    const options = [{ label: 'a', value: 'a', emoji: { id: own.id } }]
    const { components } = await made({
      components: [
        row(button({ emoji: { id: ofGuild.id, name: 'wrong' } })),
        row({ type: 3, custom_id: 's', options }),
      ],
    })
    assert.deepEqual(components[0]?.components[0]?.emoji, { id: ofGuild.id, name: 'lamp' })
    const [select] = components[1]?.components ?? []
    assert.deepEqual((select?.options as { emoji: unknown }[])[0]?.emoji, { id: own.id, name: 'mine' })
    assert.equal((await post({ components: [row(button({ emoji: { id: foreign.id } }))] })).body.code, 50035)
    const answers = [{ poll_media: { text: 'a', emoji: { id: ofGuild.id } } }]
    const asked = await made({ poll: { question: { text: 'q' }, answers } })
    const poll = asked.poll as { answers: { poll_media: unknown }[] }
    assert.deepEqual(poll.answers[0]?.poll_media, { text: 'a', emoji: { id: ofGuild.id, name: 'lamp' } })
    const bad = [{ poll_media: { text: 'a', emoji: { id: foreign.id } } }]
    assert.equal((await post({ poll: { question: { text: 'q' }, answers: bad } })).body.code, 520004)
  })

  test('[END-60] an edit sets IS_COMPONENTS_V2 once other content is empty, and cannot remove it', async () => {
    const message = await made({ content: 'old', embeds: [{ title: 'E' }] })
    const layout = { flags: V2, components: [text('new')] }
    for (const body of [layout, { ...layout, content: null }, { ...layout, content: null, embeds: [{ title: 'F' }] }]) {
      const refused = await patch(message, body)
      assert.deepEqual([refused.status, refused.body.code], [400, 50035])
    }
    assert.equal((await bot.api.get<Shown>(`${messages()}/${message.id}`)).body.content, 'old')
    const changed = (await patch(message, { ...layout, content: null, embeds: [] })).body
    assert.deepEqual([changed.content, changed.embeds, changed.components[0]?.content], ['', [], 'new'])
    assert.ok(changed.flags & V2)
    const kept = (await patch(message, { flags: 0 })).body
    assert.ok(kept.flags & V2)
    assert.equal((await patch(message, { content: 'again' })).body.code, 50035)
    const crew = platform.lab.crew.id
    const calling = (await patch(message, { components: [text(`<@${userId('bob')}> <@&${crew}>`)] })).body
    assert.deepEqual([calling.mentions.map(({ id }) => id), calling.mention_roles], [[userId('bob')], [crew]])
    const quiet = { components: [text(`<@${userId('bob')}>`)], allowed_mentions: { parse: [] } }
    assert.deepEqual((await patch(message, quiet)).body.mentions, [])
  })

  test('[END-60] an edit keeps files that components show, replaces renamed ones and removes others', async () => {
    const shows = (name: string) => ({ type: 12, items: [{ media: { url: `attachment://${name}` } }] })
    const mediaOf = ({ components }: Shown) => components[0]?.items[0]?.media ?? {}
    const message = await made({ flags: V2, components: [shows('a.png')] }, [png])
    const first = mediaOf(message)
    const same = (await patch(message, { components: message.components })).body
    assert.equal(mediaOf(same).attachment_id, first.attachment_id, 'what was answered can be sent back')
    const still = (await patch(message, { attachments: [] })).body
    assert.equal(mediaOf(still).url, first.url)
    const newer = await patch(message, { attachments: [{ id: '0' }], components: [shows('a.png')] }, [png])
    assert.equal(newer.status, 200, JSON.stringify(newer.body))
    assert.notEqual(mediaOf(newer.body).attachment_id, first.attachment_id)
    const bare = (await patch(message, { components: [text('bare')] })).body
    assert.deepEqual(
      bare.attachments.map(({ id }) => id),
      [mediaOf(newer.body).attachment_id],
      'the older one went with the edit that replaced it',
    )
    assert.deepEqual((await patch(message, { attachments: [] })).body.attachments, [])
    assert.equal((await patch(message, { components: [shows('a.png')] })).body.code, 50035)

    const ten = Array.from({ length: 10 }, (_, index) => ({ name: `${index}.txt`, data: 'x' }))
    const files = ten.map(({ name }) => ({ type: 13, file: { url: `attachment://${name}` } }))
    const full = await made({ flags: V2, components: files }, ten)
    const more = await patch(full, { attachments: [] }, [png])
    assert.equal(more.body.code, 30015, 'ten are there, though the edit leaves them out')
  })

  test('POST /interactions rejects components that the user cannot use', async () => {
    const message = await made({
      components: [
        row(button(), button({ custom_id: 'off', disabled: true }), {
          type: 2,
          style: 5,
          label: 'L',
          url: 'https://a.b',
        }),
        row({ type: 5, custom_id: 'people', max_values: 3, default_values: [{ id: userId('eve'), type: 'user' }] }),
        row({ type: 7, custom_id: 'any' }),
        row({ type: 6, custom_id: 'roles' }),
        row({ type: 8, custom_id: 'channels', channel_types: [0] }),
      ],
    })
    const elsewhere = platform.world?.guilds.elsewhere
    const there = elsewhere?.channels.there?.id ?? ''
    const wrong: [string, number, string[] | undefined][] = [
      ['off', 2, undefined],
      ['gone', 2, undefined],
      ['b', 3, ['a']],
      ['people', 5, ['1']],
      ['people', 5, [userId('ann'), userId('ann')]],
      ['any', 7, [userId('eve')]],
      ['roles', 6, [elsewhere?.id ?? '']],
      ['roles', 6, [userId('ann')]],
      ['channels', 8, [there]],
      ['channels', 8, [platform.lab.id]],
    ]
    await bot.gateway.none('INTERACTION_CREATE', async () => {
      for (const [id, type, values] of wrong)
        assert.equal((await using.press(message, id, type, values)).body.code, 50035, `${id} ${values}`)
      const side = using.in(platform.lab.side.id)
      assert.equal((await side.press(message, 'b', 2)).body.code, 10008, 'in another channel')
      const other = new Invoking(bob, {
        application_id: platform.other.applicationId,
        channel_id: platform.lab.general.id,
      })
      assert.equal((await other.press(message, 'b', 2)).body.code, 10008, 'as if it were of another application')
      const outside = await connect(platform, platform.eve.token)
      const eve = new Invoking(outside, {
        application_id: platform.app.applicationId,
        channel_id: platform.lab.general.id,
      })
      assert.equal((await eve.press(message, 'b', 2)).body.code, 50001, 'by who is not there')
      await outside.gateway.close()
      await bot.api.patch(`${messages()}/${message.id}`, { components: [row(button({ custom_id: 'new' }))] })
      assert.equal((await using.press(message, 'b', 2)).body.code, 50035, 'edited away')
      await bot.api.delete(`${messages()}/${message.id}`)
      assert.equal((await using.press(message, 'new', 2)).body.code, 10008, 'deleted')
    })
  })

  test('a select accepts its default users even if they are not members', async () => {
    const defaults = [{ id: userId('eve'), type: 'user' }]
    const message = await made({ components: [row({ type: 5, custom_id: 'people', default_values: defaults })] })
    assert.equal((await using.press(message, 'people', 5, [userId('eve')])).status, 204)
    const { data } = (await bot.gateway.next<Wire>('INTERACTION_CREATE')).d as { data: Record<string, unknown> } & Wire
    const resolved = data.resolved as { users: Record<string, Wire>; members?: unknown }
    assert.deepEqual([data.values, data.id, data.component_type], [[userId('eve')], 2, 5])
    assert.deepEqual([resolved.users[userId('eve')]?.username, resolved.members], ['eve', undefined])
  })

  test('a user select in a DM accepts its recipients', async () => {
    const dm = (await bot.api.post<Wire>('/users/@me/channels', { recipient_id: userId('bob') })).body
    const components = [row({ type: 5, custom_id: 'people' }), row({ type: 6, custom_id: 'roles' })]
    const message = (await bot.api.post<Shown>(`/channels/${dm.id}/messages`, { components })).body
    const there = using.in(dm.id)
    const botId = platform.app.id
    for (const id of [userId('bob'), botId]) {
      assert.equal((await there.press(message, 'people', 5, [id])).status, 204)
      const { data } = (await bot.gateway.next<Wire>('INTERACTION_CREATE')).d as { data: { values: string[] } } & Wire
      assert.deepEqual(data.values, [id])
    }
    assert.equal((await there.press(message, 'people', 5, [userId('ann')])).body.code, 50035)
    const crew = platform.lab.crew.id
    assert.equal((await there.press(message, 'roles', 6, [crew])).body.code, 50035)
    const outside = await connect(platform, platform.ann.token)
    const ann = new Invoking(outside, { application_id: platform.app.applicationId, channel_id: dm.id })
    assert.equal((await ann.press(message, 'people', 5, [userId('ann')])).status, 403)
    await outside.gateway.close()
  })

  test('[MOD-14] a select of a message ignores `required`', async () => {
    const select = new StringSelectMenuBuilder()
      .setCustomId('s')
      .addOptions({ label: 'a', value: 'a' })
      .setRequired(false)
    const message: Message = await channel.send({
      components: [new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(select)],
    })
    const [rowOf] = message.components
    assert.ok(rowOf?.type === ComponentType.ActionRow)
    assert.equal('required' in (rowOf.components[0]?.data ?? {}), false)
    assert.equal((await using.press(message, 's', 3, [])).body.code, 50035)
    assert.equal((await using.press(message, 's', 3, ['a'])).status, 204)
    await bob.gateway.next(dispatch('INTERACTION_CREATE'))
  })

  test('an embed shows an attachment, which the attachments then omit', async () => {
    const icon_url = 'https://guildhall.example/i.png'
    const embed = {
      title: ' T ',
      image: { url: 'attachment://a.png', description: 'alt' },
      footer: { text: 'f', icon_url },
    }
    const message = await made({ embeds: [embed] }, [png, { name: 'b.txt', data: 'b' }])
    const [shown] = message.embeds
    const { url, placeholder } = shown?.image ?? {}
    assert.ok(placeholder)
    assert.equal(shown?.title, 'T')
    assert.deepEqual(shown?.image, {
      url,
      proxy_url: url,
      width: 3,
      height: 2,
      content_type: 'image/png',
      placeholder,
      placeholder_version: 1,
      description: 'alt',
    })
    assert.deepEqual(shown?.footer, { text: 'f', icon_url, proxy_icon_url: icon_url })
    assert.deepEqual(
      message.attachments.map(({ filename }) => filename),
      ['b.txt'],
    )
    const suppressed = (await patch(message, { flags: 4 })).body
    assert.deepEqual([suppressed.embeds, suppressed.attachments.length], [[], 2])
    assert.deepEqual((await patch(message, { flags: 0 })).body.embeds[0]?.image?.url, url)
  })
})
