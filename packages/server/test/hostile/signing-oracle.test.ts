/** Attacks on attachment addresses: nobody obtains a signature for a file of a message that they cannot see. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Intent } from '@guildhall/protocol'
import { multipart, startPlatform } from '@guildhall/testing'

const world = {
  users: { ann: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: { lab: { owner: 'ann', bots: { app: { permissions: '8' } }, channels: { general: {}, other: {} } } },
}
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEklEQVR4nGP8z8DwnwEJMCFzAEAoBAH+2u3TAAAAAElFTkSuQmCC',
  'base64',
)

interface Message {
  id: string
  attachments: { id: string; url: string }[]
  embeds: { image: { url: string; proxy_url: string } }[]
}

test('no message signs the address of a file that is not its own', async () => {
  const platform = await startPlatform({ world, rateLimits: 'off' })
  try {
    const app = platform.app.api
    const channel = platform.lab.general.id
    const other = platform.lab.other.id
    const path = `/channels/${channel}/messages`
    const secret = await app.post<Message>(`/channels/${other}/messages`, multipart({}, [{ name: 'a.png', data: PNG }]))
    const signed = secret.body.attachments[0]?.url ?? ''
    const bare = signed.split('?')[0] ?? ''
    const media = { url: bare }
    const forged = `${bare}?ex=ffffffff&is=0&hm=00&`
    const bodies = [
      { embeds: [{ image: media, thumbnail: media, author: { name: 'a', icon_url: bare, url: bare } }] },
      { embeds: [{ title: 't', url: bare, footer: { text: 'f', icon_url: bare } }] },
      { embeds: [{ image: { url: forged } }] },
      { flags: 1 << 15, components: [{ type: 12, items: [{ media }] }] },
      { flags: 1 << 15, components: [{ type: 9, components: [text], accessory: { type: 11, media } }] },
      { flags: 1 << 15, components: [{ type: 17, components: [{ type: 12, items: [{ media }] }] }] },
    ]
    const gateway = await platform.app.opens({ intents: Intent.GUILD_MESSAGES })
    const own = [{ name: 'own.png', data: PNG }]
    for (const body of bodies) {
      for (const files of [[], own]) {
        const sent = await app.post<Message>(path, files.length > 0 ? multipart(body, files) : body)
        if (sent.status !== 200) continue
        const forward = { type: 1, channel_id: channel, message_id: sent.body.id }
        const event = (await gateway.next(({ t, d }) => t === 'MESSAGE_CREATE' && d.id === sent.body.id)).d
        const shown = [
          sent.body,
          event,
          (await app.get(`${path}/${sent.body.id}`)).body,
          (await app.get(path)).body,
          (await app.post(path, { message_reference: forward })).body,
          (await app.patch(`${path}/${sent.body.id}`, { embeds: body.embeds ?? [] })).body,
        ]
        for (const text of shown.map((entry) => JSON.stringify(entry)))
          for (const [url] of text.matchAll(/http[^"]*\/cdn\/attachments\/[^"]*\/a\.png[^"]*/g))
            assert.equal((await fetch(url)).status, 404, `${JSON.stringify(body)} signs ${url}`)
      }
    }
    assert.equal((await fetch(signed)).status, 200, 'the address that the platform signed works')
    gateway.close()
  } finally {
    await platform.close()
  }
})

const text = { type: 10, content: 'text' }

test('a message signs its own files in embeds, edits and forwards', async () => {
  const platform = await startPlatform({ world, rateLimits: 'off' })
  try {
    const app = platform.app.api
    const path = `/channels/${platform.lab.general.id}/messages`
    const body = { embeds: [{ image: { url: 'attachment://a.png' } }] }
    const sent = await app.post<Message>(path, multipart(body, [{ name: 'a.png', data: PNG }]))
    const works = async (url: string | undefined) => assert.equal((await fetch(url ?? '')).status, 200, url)
    await works(sent.body.embeds[0]?.image.url)
    await works(sent.body.embeds[0]?.image.proxy_url)
    const edited = await app.patch<Message>(`${path}/${sent.body.id}`, { embeds: sent.body.embeds })
    await works(edited.body.embeds[0]?.image.url)
    assert.deepEqual(edited.body.attachments, [])
    const channel_id = platform.lab.general.id
    const message_reference = { type: 1, channel_id, message_id: sent.body.id }
    const forward = await app.post<{ id: string }>(path, { message_reference })
    const read = await app.get<{ message_snapshots: { message: Message }[] }>(`${path}/${forward.body.id}`)
    await works(read.body.message_snapshots[0]?.message.embeds[0]?.image.url)
    assert.deepEqual(read.body.message_snapshots[0]?.message.attachments, [])
  } finally {
    await platform.close()
  }
})
