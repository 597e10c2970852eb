/** Stickers: creation from files, access, and messages with stickers. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { crc32 } from 'node:zlib'
import {
  type AuditLogEntryObject,
  type ChannelObject,
  type GuildObject,
  Intent,
  instant,
  type MessageObject,
  type StickerObject,
  type StickerPackObject,
} from '@guildhall/protocol'
import type { Answer, Api, RawGateway, ResponseOf } from '@guildhall/testing'
import { Client, Events, GatewayIntentBits } from 'discord.js'
import sharp from 'sharp'
import { type Lab, named, startLab } from '../support/gateway-lab.ts'
import { refused } from '../support/refused.ts'

const MANAGE = 1n << 30n
const CREATE = 1n << 43n
const EXTERNAL = 1n << 37n
const SPEAKS = (1n << 10n) | (1n << 11n)
const INTENTS = Intent.GUILDS | Intent.GUILD_EXPRESSIONS | Intent.GUILD_MESSAGES | Intent.DIRECT_MESSAGES

const world = {
  users: { ann: {}, maker: {}, keeper: {}, bob: {}, eve: {} },
  applications: {
    app: { owner: 'ann', bot: {} },
    plain: { owner: 'ann', bot: {} },
    manager: { owner: 'ann', bot: {} },
  },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['maker', 'keeper', 'bob'],
      bots: { app: { permissions: '8' }, plain: { permissions: '0' }, manager: { permissions: String(MANAGE) } },
      roles: {
        '@everyone': { permissions: String(SPEAKS) },
        makers: { permissions: String(CREATE), members: ['maker'] },
        keepers: { permissions: String(MANAGE), members: ['keeper'] },
      },
      channels: {
        general: {},
        open: { permission_overwrites: [{ role: '@everyone', allow: String(EXTERNAL) }] },
        box: { type: 15 },
      },
    },
    den: { owner: 'eve', members: ['bob'], features: ['VERIFIED'], channels: { hall: {} } },
  },
}

let lab: Lab
let path: string
let dir: { den: string }
const opened: RawGateway[] = []

async function picture(side = 320, format: 'png' | 'gif' | 'jpeg' | 'webp' = 'png'): Promise<Buffer> {
  const base = sharp({
    create: { width: side, height: side, channels: 4, background: { r: 9, g: 99, b: 200, alpha: 0.5 } },
  })
  return base[format]().toBuffer()
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Returns an animated PNG with a number of frames, each of a duration in hundredths of a second. */
async function moving(frames: number, hundredths: number): Promise<Buffer> {
  const png = await picture(10)
  const head = png.subarray(0, 33)
  const control = Buffer.alloc(8)
  control.writeUInt32BE(frames)
  const times = Array.from({ length: frames }, (_, n) => {
    const data = Buffer.alloc(26)
    data.writeUInt32BE(n)
    data.writeUInt16BE(hundredths, 20)
    data.writeUInt16BE(100, 22)
    return chunk('fcTL', data)
  })
  return Buffer.concat([head, chunk('acTL', control), ...times, png.subarray(33)])
}

const lottie = (more: object = {}) =>
  Buffer.from(JSON.stringify({ v: '5.7', fr: 30, ip: 0, op: 60, w: 320, h: 320, layers: [], assets: [], ...more }))

function form(file: Buffer | null, fields: Record<string, string> = {}, name = 'sticker.png'): FormData {
  const data = new FormData()
  for (const [key, value] of Object.entries({ name: 'wave', tags: '👋', description: 'hello', ...fields }))
    data.set(key, value)
  if (file) data.set('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), name)
  return data
}
async function made(as: Api, file: Buffer, where = path): Promise<StickerObject> {
  const response = await as.post<StickerObject>(where, form(file))
  assert.equal(response.status, 201, JSON.stringify(response.body))
  return response.body
}
const all = async () => (await lab.person('ann').get<StickerObject[]>(path)).body
const clear = async () => {
  for (const { id } of await all()) await lab.person('ann').delete(`${path}/${id}`)
}
async function watching(bot: string, intents = INTENTS) {
  const gateway = await lab.session(bot, { intents })
  opened.push(gateway)
  return { gateway, created: (await gateway.next('GUILD_CREATE')).d }
}

describe('stickers', () => {
  before(async () => {
    lab = await startLab({ world })
    path = `/guilds/${lab.guildId('lab')}/stickers`
    dir = { den: `/guilds/${lab.guildId('den')}/stickers` }
  })
  after(async () => {
    for (const gateway of opened) await gateway.drop()
    await lab.platform.close()
  })

  test('[PRM-3] creating, changing and deleting a sticker sends events and writes file and audit entries', async () => {
    const { gateway } = await watching('plain')
    const file = await picture()
    const response = await lab.person('maker').post<StickerObject>(path, form(file), { 'x-audit-log-reason': 'fun' })
    assert.equal(response.status, 201)
    const { id, user, ...rest } = response.body
    assert.equal(user?.id, lab.userId('maker'))
    assert.deepEqual(rest, {
      name: 'wave',
      description: 'hello',
      tags: '👋',
      type: 2,
      format_type: 1,
      available: true,
      guild_id: lab.guildId('lab'),
    })
    const dispatched = (await gateway.next('GUILD_STICKERS_UPDATE')).d
    assert.deepEqual(dispatched, { guild_id: lab.guildId('lab'), stickers: [{ id, ...rest }] })
    const sent = await fetch(`${lab.platform.cdn}/stickers/${id}.png`)
    assert.deepEqual([sent.status, sent.headers.get('content-type')], [200, 'image/png'])
    assert.deepEqual(Buffer.from(await sent.arrayBuffer()), file)
    assert.deepEqual((await lab.bot('plain').get(`/stickers/${id}`)).body, { id, ...rest })
    assert.deepEqual((await lab.bot('plain').get<GuildObject>(`/guilds/${lab.guildId('lab')}`)).body.stickers, [
      { id, ...rest },
    ])
    assert.deepEqual((await watching('plain')).created.stickers, [{ id, ...rest }])
    // Members who can create or manage expressions see the creator.
    for (const [who, shown] of [
      ['plain', undefined],
      ['manager', lab.userId('maker')],
    ] as const) {
      assert.equal((await lab.bot(who).get<StickerObject>(`${path}/${id}`)).body.user?.id, shown)
      assert.equal((await lab.bot(who).get<StickerObject[]>(path)).body[0]?.user?.id, shown)
    }

    const edited = (
      await lab.person('maker').patch<StickerObject>(`${path}/${id}`, { name: 'waves', description: null })
    ).body
    assert.deepEqual([edited.name, edited.description, edited.tags], ['waves', null, '👋'])
    assert.equal((await gateway.next('GUILD_STICKERS_UPDATE')).d.stickers[0]?.name, 'waves')
    await gateway.none('GUILD_STICKERS_UPDATE', () => lab.person('maker').patch(`${path}/${id}`, { name: 'waves' }), {
      trigger: () => lab.person('ann').patch(`/channels/${lab.channelId('lab', 'general')}`, { topic: 'same' }),
      event: 'CHANNEL_UPDATE',
    })
    assert.equal((await lab.person('maker').delete(`${path}/${id}`)).status, 204)
    assert.deepEqual((await gateway.next('GUILD_STICKERS_UPDATE')).d.stickers, [])
    for (const gone of [`${path}/${id}`, `/stickers/${id}`]) {
      const { status, code } = await lab.bot('plain').get<StickerObject>(gone)
      assert.deepEqual([status, code], [404, 10060])
    }
    type Log = { audit_log_entries: AuditLogEntryObject[] }
    for (const [action, keys] of [
      [90, ['name', 'description', 'tags', 'format_type', 'available', 'guild_id', 'id']],
      [91, ['name', 'description']],
      [92, ['name', 'tags', 'format_type', 'available', 'guild_id', 'id']],
    ] as const) {
      const log = await lab.person('ann').get<Log>(`/guilds/${lab.guildId('lab')}/audit-logs?action_type=${action}`)
      const [entry] = log.body.audit_log_entries
      assert.equal(entry?.target_id, id)
      assert.deepEqual(
        entry?.changes?.map(({ key }) => key),
        keys,
        `${action}`,
      )
      if (action === 90) assert.equal(entry?.reason, 'fun')
    }
  })

  test('[PRM-3] sticker operations reject members without the permission and change nothing', async () => {
    const file = await picture(8)
    for (const as of [lab.bot('plain'), lab.bot('manager'), lab.person('bob')])
      refused(await as.post<StickerObject>(path, form(file)), 403, 50013)
    refused(await lab.person('eve').post<StickerObject>(path, form(file)), 404, 10004)
    const of = await made(lab.person('ann'), file)
    const own = await made(lab.person('maker'), file)
    refused(await lab.person('maker').patch<StickerObject>(`${path}/${of.id}`, { name: 'mine' }), 403, 50013)
    refused(await lab.person('maker').delete<StickerObject>(`${path}/${of.id}`), 403, 50013)
    refused(await lab.person('bob').delete<StickerObject>(`${path}/${own.id}`), 403, 50013)
    refused(await lab.person('eve').get<StickerObject>(path), 404, 10004)
    refused(await lab.person('eve').get<StickerObject>(`${path}/${of.id}`), 404, 10004)
    // The path with another guild's id gets 404.
    refused(await lab.person('eve').delete<StickerObject>(`${dir.den}/${of.id}`), 404, 10060)
    assert.equal((await all()).length, 2)
    assert.equal((await lab.person('keeper').patch(`${path}/${own.id}`, { name: 'kept' })).status, 200)
    assert.equal((await lab.bot('manager').delete(`${path}/${own.id}`)).status, 204)
    await clear()
  })

  test('[PRM-3] MANAGE_GUILD_EXPRESSIONS creates stickers until 23 February 2026', async () => {
    await using old = await startLab({ world, date: instant('2026-02-22T23:50:00Z') })
    const where = `/guilds/${old.guildId('lab')}/stickers`
    const file = await picture(8)
    assert.equal((await old.bot('manager').post(where, form(file))).status, 201)
    old.platform.clock.advance(10 * 60_000)
    assert.equal((await old.bot('manager').post(where, form(file))).code, 50013)
    assert.equal((await old.person('maker').post(where, form(file))).status, 201)
  })

  test('POST /guilds/{id}/stickers judges files by content, not by name and type', async () => {
    const ann = lab.person('ann')
    const good: [Buffer, number][] = [
      [await picture(320), 1],
      [await moving(2, 250), 2],
      [await picture(320, 'gif'), 4],
    ]
    for (const [file, format] of good) {
      const sticker = await made(ann, file)
      assert.equal(sticker.format_type, format)
      assert.equal((await ann.delete(`${path}/${sticker.id}`)).status, 204)
    }
    const png = await picture(320)
    const broken = Buffer.from(png)
    broken.fill(0, png.length - 120, png.length - 20)
    const bad: [string, Buffer | null, number][] = [
      ['too wide', await picture(321), 50046],
      ['no picture', Buffer.from('hello'), 50046],
      ['another kind of picture', await picture(320, 'jpeg'), 50046],
      ['another kind of picture', await picture(320, 'webp'), 50046],
      ['cut short', png.subarray(0, png.length - 30), 50046],
      ['not to be unpacked', broken, 50046],
      ['too long', await moving(2, 251), 170007],
      ['too many frames', await moving(1001, 0), 170004],
      ['Lottie, but the guild is not verified', lottie(), 50123],
      ['no Lottie', Buffer.from('{"v":1'), 170001],
      ['too large', Buffer.concat([png, Buffer.alloc(512 * 1024)]), 50035],
      ['no file', null, 50035],
    ]
    for (const [what, file, code] of bad) {
      const refused = await ann.post(path, form(file))
      assert.deepEqual([refused.status, refused.code], [400, code], what)
      if (code === 50035) assert.deepEqual(Object.keys(refused.errors ?? {}), ['file'])
    }
    assert.deepEqual(await all(), [])
    const eve = lab.person('eve')
    const sticker = await made(eve, lottie(), dir.den)
    assert.equal(sticker.format_type, 3)
    const sent = await fetch(`${lab.platform.cdn}/stickers/${sticker.id}.json`)
    assert.equal(sent.headers.get('content-type'), 'application/json')
    assert.equal(((await sent.json()) as { w: number }).w, 320)
    for (const [more, code] of [
      [{ w: 321 }, 170005],
      [{ fr: 61 }, 170003],
      [{ fr: 0 }, 170006],
      [{ op: 151 }, 170007],
      [{ assets: [{ p: 'img.png', u: '' }] }, 170002],
    ] as const)
      assert.equal((await eve.post(dir.den, form(lottie(more)))).code, code, JSON.stringify(more))
    await eve.delete(`${dir.den}/${sticker.id}`)
  })

  test('POST /guilds/{id}/stickers rejects invalid names, tags and descriptions', async () => {
    const ann = lab.person('ann')
    const file = await picture(8)
    const cases: [Record<string, string>, string][] = [
      [{ name: 'x' }, 'name'],
      [{ name: 'x'.repeat(31) }, 'name'],
      [{ tags: '' }, 'tags'],
      [{ tags: 'x'.repeat(201) }, 'tags'],
      [{ description: 'x' }, 'description'],
      [{ description: 'x'.repeat(101) }, 'description'],
    ]
    for (const [fields, field] of cases) {
      const { status, errors, code } = await ann.post(path, form(file, fields))
      assert.deepEqual([status, code, Object.keys(errors ?? {})], [400, 50035, [field]], JSON.stringify(fields))
    }
    assert.deepEqual(await all(), [])
    const { id } = await made(ann, file)
    assert.equal((await ann.patch(`${path}/${id}`, { description: 'x' })).code, 50035)
    assert.equal((await ann.patch<StickerObject>(`${path}/${id}`, { description: '' })).body.description, null)
    await clear()
  })

  test('POST /guilds/{id}/stickers rejects a sixth sticker without boosts', async () => {
    const file = await picture(8)
    const ann = lab.person('ann')
    for (let count = 0; count < 5; count += 1) await made(ann, file)
    const full = await ann.post<StickerObject>(path, form(file))
    assert.deepEqual([full.status, full.code], [400, 30039])
    assert.equal((await all()).length, 5)
    await clear()
    await made(ann, file)
    await clear()
  })

  test('GET /sticker-packs lists the standard packs, and the CDN serves their files', async () => {
    const list = (await fetch(`${lab.platform.api}/sticker-packs`).then((response) => response.json())) as {
      sticker_packs: StickerPackObject[]
    }
    const [pack] = list.sticker_packs
    assert.ok(pack)
    assert.deepEqual((await lab.bot('plain').get(`/sticker-packs/${pack.id}`)).body, pack)
    const [sticker] = pack.stickers
    assert.deepEqual([sticker?.type, sticker?.pack_id, sticker?.sort_value, sticker?.format_type], [1, pack.id, 1, 3])
    assert.deepEqual((await lab.bot('plain').get(`/stickers/${sticker?.id}`)).body, sticker)
    const file = await fetch(`${lab.platform.cdn}/stickers/${sticker?.id}.json`)
    assert.equal(((await file.json()) as { v: string }).v, '5.7.0')
    const part = await fetch(`${lab.platform.cdn}/stickers/${sticker?.id}.json`, { headers: { range: 'bytes=0-4' } })
    assert.deepEqual([part.status, await part.text()], [206, '{"v":'])
    const unknown = await lab.bot('plain').get<StickerPackObject>('/sticker-packs/5')
    assert.deepEqual([unknown.status, unknown.code], [404, 10061])
    assert.equal((await fetch(`${lab.platform.cdn}/stickers/5.json`)).status, 404)
    // py-cord and nextcord read the banner of each pack.
    const banners = `${lab.platform.cdn}/app-assets/710982414301790216/store`
    for (const [id, type] of [
      [`${pack.banner_asset_id}.png`, 'image/png'],
      [`${pack.banner_asset_id}.webp?size=256`, 'image/webp'],
    ]) {
      const banner = await fetch(`${banners}/${id}`)
      assert.deepEqual([banner.status, banner.headers.get('content-type')], [200, type])
    }
    assert.equal((await fetch(`${banners}/5.png`)).status, 404)
  })

  test('POST /channels/{id}/messages accepts up to three stickers that the sender can use', async () => {
    const file = await picture(8)
    const own = await made(lab.person('ann'), file)
    const other = await made(lab.person('eve'), file, dir.den)
    const { gateway } = await watching('app')
    const send = (who: string, channel: string, ids: unknown[], more: object = {}) =>
      lab
        .person(who)
        .post<MessageObject>(`/channels/${lab.channelId('lab', channel)}/messages`, { sticker_ids: ids, ...more })
    const sent = await send('bob', 'general', [own.id, '1002'])
    assert.equal(sent.status, 200)
    const items = [
      { id: own.id, name: 'wave', format_type: 1 },
      { id: '1002', name: 'Sun', format_type: 3 },
    ]
    assert.deepEqual([sent.body.sticker_items, sent.body.content], [items, ''])
    assert.equal(
      (await gateway.next(named('MESSAGE_CREATE', { id: sent.body.id }))).d.channel_id,
      lab.channelId('lab', 'general'),
    )
    const refusals: [Promise<Answer<unknown>>, number][] = [
      [send('bob', 'general', ['5']), 50081],
      [send('bob', 'general', [own.id, own.id]), 50081],
      [send('bob', 'general', [own.id, '1002', '1003', '1004']), 50035],
      // A sticker of another guild needs the permission and membership there.
      [send('bob', 'general', [other.id]), 50600],
      [send('maker', 'open', [other.id]), 50600],
    ]
    for (const [response, code] of refusals) {
      const refused = await response
      assert.deepEqual([refused.status, refused.code], [400, code])
    }
    assert.equal((await send('bob', 'open', [other.id])).status, 200)
    // The message stays unchanged after its sticker is deleted.
    await clear()
    const message = `/channels/${lab.channelId('lab', 'general')}/messages/${sent.body.id}`
    assert.deepEqual((await lab.bot('app').get<MessageObject>(message)).body.sticker_items, items)
    assert.equal((await send('bob', 'general', [own.id])).code, 50081)
    assert.equal((await lab.person('bob').patch(message, { sticker_ids: ['1002'] })).code, 50080)
    assert.deepEqual(
      (await lab.person('bob').patch<MessageObject>(message, { content: 'x' })).body.sticker_items,
      items,
    )

    const post = { name: 'post', message: { sticker_ids: ['1003'] } }
    const thread = await lab
      .person('ann')
      .post<ChannelObject & { message: MessageObject }>(`/channels/${lab.channelId('lab', 'box')}/threads`, post)
    assert.deepEqual(thread.body.message.sticker_items?.length, 1)
    const dm = (await lab.person('bob').post<ChannelObject>('/users/@me/channels', { recipient_id: lab.userId('eve') }))
      .body
    const inDm = await lab.person('bob').post<MessageObject>(`/channels/${dm.id}/messages`, { sticker_ids: [other.id] })
    assert.equal(inDm.body.sticker_items?.length, 1)
    // Webhooks send no stickers.
    const hook = (
      await lab
        .person('ann')
        .post<{ id: string; token: string }>(`/channels/${lab.channelId('lab', 'general')}/webhooks`, { name: 'hook' })
    ).body
    const by = await lab
      .person('ann')
      .post<ResponseOf<'execute_webhook'>>(`/webhooks/${hook.id}/${hook.token}?wait=true`, {
        content: 'x',
        sticker_ids: ['1002'],
      })
    assert.ok(by.body)
    assert.deepEqual([by.status, by.body.sticker_items], [200, undefined])
  })

  test('discord.js: GuildStickerManager', async () => {
    const client = new Client({
      intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildExpressions],
      rest: { api: lab.platform.api },
    })
    const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve))
    await client.login(lab.token('app'))
    await ready
    const guild = client.guilds.cache.get(lab.guildId('lab'))
    assert.ok(guild)
    const heard = new Promise((resolve) => client.once(Events.GuildStickerCreate, resolve))
    const sticker = await guild.stickers.create({
      file: await picture(100),
      name: 'by hand',
      tags: 'wave',
      reason: 'x',
    })
    await heard
    assert.equal(sticker.user?.id, client.user?.id)
    assert.equal((await sticker.edit({ name: 'edited' })).name, 'edited')
    assert.equal((await guild.stickers.fetch(sticker.id, { force: true })).name, 'edited')
    assert.equal((await guild.stickers.fetch()).size, 1)
    assert.equal((await client.fetchSticker(sticker.id)).guildId, guild.id)
    assert.equal((await client.fetchStickerPacks()).size, 1)
    const gone = new Promise((resolve) => client.once(Events.GuildStickerDelete, resolve))
    await sticker.delete()
    await gone
    await client.destroy()
  })
})
