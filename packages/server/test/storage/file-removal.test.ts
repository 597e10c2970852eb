/** Files are removed with the last row that refers to them, also when the process is killed in between. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { api, multipart } from '@guildhall/testing'
import fc from 'fast-check'
import sharp from 'sharp'
import { spawnPlatform, startPlatform } from '../support/platform.ts'
import { randomCount } from '../support/random-count.ts'
import { testStore } from '../support/test-store.ts'

const world = {
  users: { ann: {}, bob: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      features: ['ROLE_ICONS', 'NEWS', 'BANNER'],
      members: ['bob'],
      bots: { app: { permissions: '8' } },
      channels: { general: {}, other: {}, news: { type: 5 }, forum: { type: 15 } },
    },
  },
}
/** Time for the jobs that remove files, on a machine under load. */
const REMOVAL_TIMEOUT_MS = 30_000
const POLL_MS = 10
/** Kills amid writes; a start after each looks at the files. */
const KILLS = 4

interface Body {
  id: string
  token: string
  flags?: number
}

async function start() {
  const data = await mkdtemp(join(tmpdir(), 'guildhall-files-'))
  const platform = await startPlatform({ world, data, rateLimits: 'off' })
  const { users, applications, guilds } = platform.world ?? assert.fail('a first start has a world')
  const lab = guilds.lab ?? assert.fail('the world has a guild')
  const guild = `/guilds/${lab.id}`
  const messages = (channel: string) => `/channels/${lab.channels[channel]?.id}/messages`
  return {
    platform,
    data,
    guild,
    messages,
    channel: (name: string) => `/channels/${lab.channels[name]?.id}`,
    ann: api(platform.api, users.ann?.token),
    bob: api(platform.api, users.bob?.token),
    app: api(platform.api, `Bot ${applications.app?.bot?.token}`),
    async [Symbol.asyncDispose]() {
      await platform.close()
      await rm(data, { recursive: true })
    },
  }
}

async function filesIn(data: string): Promise<string[]> {
  const top = join(data, 'files')
  const entries = await readdir(top, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(top, join(entry.parentPath, entry.name)))
}

/** Resolves when the files are those expected: jobs run after the response. */
async function untilFiles(data: string, expected: number | readonly RegExp[]): Promise<void> {
  let found: string[] = []
  const end = performance.now() + REMOVAL_TIMEOUT_MS
  while (performance.now() < end) {
    found = (await filesIn(data)).sort()
    const fits =
      typeof expected === 'number'
        ? found.length === expected
        : found.length === expected.length && expected.every((pattern, index) => pattern.test(found[index] ?? ''))
    if (fits) return
    await setTimeout(POLL_MS)
  }
  assert.fail(`the files are ${found.join(', ') || 'none'}, not ${expected}`)
}

let shades = 0

async function picture(): Promise<string> {
  shades += 1
  const create = { width: 2, height: 2, channels: 3, background: { r: shades, g: 0, b: 0 } } as const
  return `data:image/png;base64,${(await sharp({ create }).png().toBuffer()).toString('base64')}`
}

const withFile = (name: string, json: unknown = {}) => multipart(json, [{ name, data: `content of ${name}` }])

test('a replaced or cleared image is removed, whatever it belongs to', async () => {
  await using lab = await start()
  const { ann, app, guild, data } = lab
  const role = (await ann.post<Body>(`${guild}/roles`, { name: 'r' })).body.id
  const webhook = (await ann.post<Body>(`${lab.channel('general')}/webhooks`, { name: 'w' })).body.id
  const scheduled_start_time = new Date(lab.platform.clock.now() + 3_600_000).toISOString()
  const scheduled_end_time = new Date(lab.platform.clock.now() + 7_200_000).toISOString()
  const event = await ann.post<Body>(`${guild}/scheduled-events`, {
    name: 'e',
    entity_type: 3,
    privacy_level: 2,
    entity_metadata: { location: 'x' },
    scheduled_start_time,
    scheduled_end_time,
  })
  const group = await ann.post<Body>('/users/@me/channels', {
    recipients: [lab.platform.world?.users.bob?.id],
  })
  assert.equal(group.status, 200)
  for (const [caller, path, field] of [
    [ann, '/users/@me', 'avatar'],
    [ann, '/users/@me', 'banner'],
    [app, '/users/@me', 'avatar'],
    [ann, guild, 'icon'],
    [ann, guild, 'banner'],
    [ann, `${guild}/members/@me`, 'avatar'],
    [ann, `${guild}/members/@me`, 'banner'],
    [ann, `${guild}/roles/${role}`, 'icon'],
    [ann, `/webhooks/${webhook}`, 'avatar'],
    [ann, `${guild}/scheduled-events/${event.body.id}`, 'image'],
    [app, '/applications/@me', 'icon'],
    [app, '/applications/@me', 'cover_image'],
  ] as const) {
    const change = async (image: string | null) => {
      const changed = await caller.patch<Body>(path, { [field]: image })
      assert.equal(changed.status, 200, `${path} ${field}: ${JSON.stringify(changed.body)}`)
    }
    const first = await picture()
    await change(first)
    await untilFiles(data, 1)
    const [before] = await filesIn(data)
    await change(await picture())
    await untilFiles(data, 1)
    assert.notEqual((await filesIn(data))[0], before, `${path} ${field}`)
    // The same image again: the job must not remove what the row refers to once more.
    await change(null)
    await change(first)
    await untilFiles(data, 1)
    await change(null)
    await untilFiles(data, 0)
  }
})

test('images go with what they belong to', async () => {
  await using lab = await start()
  const { ann, bob, guild, data } = lab
  const image = await picture()
  const role = (await ann.post<Body>(`${guild}/roles`, { name: 'r', icon: image })).body.id
  const emoji = (await ann.post<Body>(`${guild}/emojis`, { name: 'smile', image })).body.id
  const webhook = (await ann.post<Body>(`${lab.channel('other')}/webhooks`, { name: 'w', avatar: image })).body.id
  await bob.patch(`${guild}/members/@me`, { avatar: image })
  await untilFiles(data, 4)
  for (const path of [`${guild}/roles/${role}`, `${guild}/emojis/${emoji}`, `/webhooks/${webhook}`])
    assert.equal((await ann.delete(path)).status, 204)
  assert.equal((await bob.delete(`/users/@me${guild}`)).status, 204)
  await untilFiles(data, 0)

  await ann.post<Body>(`${guild}/roles`, { name: 'r', icon: image })
  await ann.post<Body>(`${guild}/emojis`, { name: 'smile', image })
  await ann.post<Body>(`${lab.channel('other')}/webhooks`, { name: 'w', avatar: image })
  await ann.patch(guild, { icon: image })
  await ann.patch(`${guild}/members/@me`, { avatar: image })
  await ann.post(lab.messages('general'), withFile('a.txt'))
  await ann.post(`${lab.channel('forum')}/threads`, withFile('b.txt', { name: 'post', message: {} }))
  await untilFiles(data, 7)
  assert.equal((await ann.delete(guild)).status, 204)
  await untilFiles(data, 0)
})

test('the file of a deleted message stays while a forward or a copy shows it', async () => {
  await using lab = await start()
  const { ann, data, messages } = lab
  const news = messages('news')
  await ann.post(`${lab.channel('news')}/followers`, { webhook_channel_id: lab.channel('general').split('/')[2] })
  const { body: source } = await ann.post<Body>(news, withFile('a.txt'))
  await ann.post(`${news}/${source.id}/crosspost`)
  const reference = { type: 1, message_id: source.id, channel_id: lab.channel('news').split('/')[2] }
  const { body: forward } = await ann.post<Body>(messages('other'), { message_reference: reference })
  await untilFiles(data, [/a\.txt$/])
  const copies = () => ann.get<Body[]>(messages('general'))
  let copied: Body | undefined
  const end = performance.now() + REMOVAL_TIMEOUT_MS
  while (!copied && performance.now() < end)
    copied = (await copies()).body.find(({ flags }) => (Number(flags) & 2) !== 0)
  assert.ok(copied, 'the copy was posted')
  assert.equal((await ann.delete(`${news}/${source.id}`)).status, 204)
  const other = await ann.post<Body>(news, withFile('b.txt'))
  await ann.delete(`${news}/${other.body.id}`)
  // The job of the second file ran after that of the first.
  await untilFiles(data, [/a\.txt$/])
  await ann.delete(`${messages('general')}/${copied.id}`)
  const { body: shown } = await ann.get<
    Body & { message_snapshots: { message: { attachments: { url: string }[] } }[] }
  >(`${messages('other')}/${forward.id}`)
  assert.equal((await fetch(shown.message_snapshots[0]?.message.attachments[0]?.url ?? '')).status, 200)
  await ann.delete(`${messages('other')}/${forward.id}`)
  await untilFiles(data, 0)
})

test('attachments go when an edit drops them, in bulk, and with their thread or channel', async () => {
  await using lab = await start()
  const { ann, app, data, messages } = lab
  const general = messages('general')
  const two = multipart({}, [
    { name: 'a.txt', data: 'a' },
    { name: 'b.txt', data: 'b' },
  ])
  const { body: first } = await ann.post<Body & { attachments: Body[] }>(general, two)
  await untilFiles(data, [/a\.txt$/, /b\.txt$/])
  await ann.patch(`${general}/${first.id}`, { attachments: [{ id: first.attachments[1]?.id }] })
  await untilFiles(data, [/b\.txt$/])
  const { body: second } = await ann.post<Body>(general, withFile('c.txt'))
  const bulk = await app.post(`${lab.channel('general')}/messages/bulk-delete`, { messages: [first.id, second.id] })
  assert.equal(bulk.status, 204)
  await untilFiles(data, 0)

  const post = await ann.post<Body>(`${lab.channel('forum')}/threads`, withFile('d.txt', { name: 'post', message: {} }))
  assert.equal(post.status, 201, JSON.stringify(post.body))
  await ann.post(`/channels/${post.body.id}/messages`, withFile('e.txt'))
  await ann.post(messages('other'), withFile('f.txt'))
  await untilFiles(data, 3)
  await ann.delete(`/channels/${post.body.id}`)
  await untilFiles(data, [/f\.txt$/])
  await ann.delete(lab.channel('other'))
  await untilFiles(data, 0)
})

test('the avatar that a webhook wrote under stays with its messages', async () => {
  await using lab = await start()
  const { ann, data } = lab
  const avatar = await picture()
  const { body: webhook } = await ann.post<Body>(`${lab.channel('general')}/webhooks`, { name: 'w', avatar })
  const written = await ann.post<Body>(`/webhooks/${webhook.id}/${webhook.token}?wait=true`, { content: 'x' })
  // The marker of the upload goes after the response.
  await untilFiles(data, [/^images\/avatars\//])
  const [before = ''] = await filesIn(data)
  await ann.patch(`/webhooks/${webhook.id}`, { avatar: await picture() })
  await ann.delete(`/webhooks/${webhook.id}`)
  await untilFiles(data, [new RegExp(before)])
  await ann.delete(`${lab.messages('general')}/${written.body.id}`)
  await untilFiles(data, 0)
})

test('a sticker’s picture stays while a message shows it', async () => {
  await using lab = await start()
  const { ann, data, guild } = lab
  const png = Buffer.from((await picture()).split(',')[1] ?? '', 'base64')
  const form = new FormData()
  form.set('name', 'sticky')
  form.set('tags', 'x')
  form.set('description', 'xyz')
  form.set('file', new Blob([await sharp(png).resize(320, 320).png().toBuffer()], { type: 'image/png' }), 's.png')
  const { status, body: sticker } = await ann.post<Body>(`${guild}/stickers`, form)
  assert.equal(status, 201, JSON.stringify(sticker))
  const { body: sent } = await ann.post<Body>(lab.messages('general'), { sticker_ids: [sticker.id] })
  await ann.delete(`${guild}/stickers/${sticker.id}`)
  const emoji = await ann.post<Body>(`${guild}/emojis`, { name: 'smile', image: await picture() })
  await ann.delete(`${guild}/emojis/${emoji.body.id}`)
  await untilFiles(data, [/^images\/stickers/])
  await ann.delete(`${lab.messages('general')}/${sent.id}`)
  await untilFiles(data, 0)
})

test('a refused request leaves no file', async () => {
  await using lab = await start()
  const { ann, bob, data, guild } = lab
  const rule = {
    name: 'words',
    event_type: 1,
    trigger_type: 1,
    trigger_metadata: { keyword_filter: ['forbidden'] },
    actions: [{ type: 1 }],
    enabled: true,
  }
  assert.equal((await ann.post(`${guild}/auto-moderation/rules`, rule)).status, 200)
  // The file is kept in the transaction that the rule then refuses.
  const blocked = await bob.post(lab.messages('general'), withFile('a.txt', { content: 'forbidden' }))
  assert.equal(blocked.body.code, 200000)
  const kept = await bob.post<Body>(lab.messages('general'), withFile('kept.txt'))
  assert.equal(kept.status, 200)
  await untilFiles(data, [/kept\.txt$/])
})

test('a killed process leaves no file that no message shows', { timeout: 120_000 }, async () => {
  const data = await mkdtemp(join(tmpdir(), 'guildhall-files-'))
  const { databaseUrl, drop } = await testStore()
  const options = {
    data,
    world,
    rateLimits: 'off',
    args: ['--keep-secrets'],
    ...(databaseUrl && { databaseUrl }),
  } as const
  for (let round = 0; round <= KILLS; round += 1) {
    await using platform = await spawnPlatform(options)
    const general = `/channels/${platform.world.guilds.lab?.channels.general?.id}/messages`
    const ann = api(platform.api, platform.world.users.ann?.token)
    const { body: shown } = await ann.get<{ attachments: { url: string }[] }[]>(`${general}?limit=100`)
    const keys = shown.flatMap(({ attachments }) => attachments.map(({ url }) => decodeURI(new URL(url).pathname)))
    const expected = keys.map((path) => new RegExp(`^${path.replace('/cdn/', '')}$`)).sort()
    await untilFiles(data, expected)
    if (round === KILLS) break
    const killAfter = 3 + round * 5
    let done = 0
    const writer = async (name: string) => {
      while (done < killAfter) {
        const sent = await ann.post<Body>(general, withFile(`${name}.txt`))
        done += 1
        if (done % 2 === 0) await ann.delete(`${general}/${sent.body.id}`)
      }
      await platform.kill('SIGKILL')
    }
    await Promise.allSettled(['a', 'b', 'c'].map(writer))
    await platform.exited
  }
  await drop()
  await rm(data, { recursive: true })
})

test('files of an interaction’s form live for a day', async () => {
  await using lab = await start()
  const id = lab.platform.world?.applications.app?.id
  const form = new FormData()
  form.set('file', new Blob(['x']), 'x.txt')
  const sent = await lab.app.post(`/applications/${id}/attachment`, form)
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  lab.platform.clock.advance(23 * 3_600_000)
  await lab.ann.post(lab.messages('general'), { content: 'x' })
  await untilFiles(lab.data, [/x\.txt$/])
  lab.platform.clock.advance(3 * 3_600_000)
  await untilFiles(lab.data, 0)
})

test('guildhall files lists and deletes what no row refers to, with the server stopped', async () => {
  const data = await mkdtemp(join(tmpdir(), 'guildhall-files-'))
  const { databaseUrl, drop } = await testStore()
  const main = join(import.meta.dirname, '../../bin/guildhall.js')
  const files = (...more: string[]) => {
    const store = databaseUrl === undefined ? [] : ['--database-url', databaseUrl]
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'files', '--data', data, ...store, ...more])
    return { status, stdout: stdout.toString(), stderr: stderr.toString() }
  }
  assert.equal(files().status, 1, 'a folder without a platform')
  {
    await using platform = await startPlatform({ data, world, databaseUrl })
    const general = `/channels/${platform.world?.guilds.lab?.channels.general?.id}/messages`
    await api(platform.api, platform.world?.users.ann?.token).post(general, withFile('shown.txt'))
    const refused = files()
    assert.match(refused.stderr, /in use/)
  }
  const orphans = ['attachments/1/2/orphan.txt', 'images/icons/1/abc', 'unknown']
  for (const key of orphans) {
    await mkdir(dirname(join(data, 'files', key)), { recursive: true })
    await writeFile(join(data, 'files', key), 'x')
  }
  const listed = files()
  assert.deepEqual(listed.stdout.trim().split('\n').sort(), orphans, listed.stderr)
  assert.match(listed.stderr, /^4 files, 3 of them \(3 bytes\) unreferenced/)
  assert.equal((await filesIn(data)).length, 4)
  assert.equal(files('--delete').status, 0)
  assert.match((await filesIn(data)).join(), /^attachments\/\d+\/\d+\/shown\.txt$/)
  await drop()
  await rm(data, { recursive: true })
})

test('after random posts, forwards, copies, edits and deletions the files are those that messages show', async () => {
  interface Shown extends Body {
    attachments: { id: string; url: string }[]
    message_snapshots?: { message: { attachments: { url: string }[] } }[]
  }
  await using lab = await start()
  const { ann, data } = lab
  const idOf = (name: string) => lab.channel(name).split('/')[2]
  await ann.post(`${lab.channel('news')}/followers`, { webhook_channel_id: idOf('other') })
  const channels = ['general', 'other', 'news']
  const shownIn = async (name: string) => (await ann.get<Shown[]>(`${lab.messages(name)}?limit=100`)).body
  const keyOf = ({ url }: { url: string }) => new URL(url).pathname.replace('/cdn/', '')
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ action: fc.nat(4), from: fc.nat(2), to: fc.nat(2), which: fc.nat(99) }), { minLength: 15 }),
      async (steps) => {
        for (const { action, from, to, which } of steps) {
          const source = channels[from] ?? ''
          const there = await shownIn(source)
          const message = there[which % Math.max(there.length, 1)]
          const path = `${lab.messages(source)}/${message?.id}`
          const reference = { type: 1, message_id: message?.id, channel_id: idOf(source) }
          if (action === 0 || !message) await ann.post(lab.messages(source), withFile('f.txt'))
          else if (action === 1) await ann.post(lab.messages(channels[to] ?? ''), { message_reference: reference })
          else if (action === 2) await ann.post(`${lab.messages('news')}/${message.id}/crosspost`)
          else if (action === 3) await ann.patch(path, { content: 'x', attachments: [] })
          else await ann.delete(path)
        }
        for (let tries = 1; ; tries += 1) {
          const messages = (await Promise.all(channels.map(shownIn))).flat()
          const shown = messages.flatMap(({ attachments, message_snapshots = [] }) => [
            ...attachments,
            ...message_snapshots.flatMap((snapshot) => snapshot.message.attachments),
          ])
          const expected = [...new Set(shown.map(keyOf))].sort()
          const found = (await filesIn(data)).sort()
          if (found.join() === expected.join()) return
          // Jobs update copies and remove files after the response.
          if (tries === 200) assert.deepEqual(found, expected)
        }
      },
    ),
    { numRuns: Number(process.env.GUILDHALL_TEST_RUNS ?? randomCount({ whole: 4, short: 1 })), endOnFailure: true },
  )
})
