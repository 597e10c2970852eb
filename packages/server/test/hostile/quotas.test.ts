/** One account, or one guild, cannot fill the disk, however its files come. */
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { type Answer, api, multipart, startPlatform as startUnrecorded } from '@guildhall/testing'
import sharp from 'sharp'

import { guildhallTest } from '../support/fixture.ts'

const KiB = 1024
const PERSON_BYTES = 400 * KiB
const GUILD_BYTES = 1_000 * KiB
const world = {
  users: { ann: {}, bob: {}, cat: {}, dan: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'cat', 'dan'],
      bots: { app: { permissions: '8' } },
      channels: { general: {} },
    },
  },
}
const bytes = (size: number) => ({ name: 'a.bin', data: new Uint8Array(size).fill(120) })

interface Refusal {
  code: number
  retry_after?: number
}

const quotas = { quotaPersonBytes: PERSON_BYTES, quotaGuildBytes: GUILD_BYTES, diskReserveBytes: 0 }
const test = guildhallTest({ world, ...quotas })
const { platform } = test

describe('quotas', () => {
  const person = (name: keyof typeof world.users) => platform[name].api
  const path = () => `/channels/${platform.lab.general.id}/messages`
  const post = (name: keyof typeof world.users, size: number) =>
    person(name).post<{ id: string } & Refusal>(path(), multipart({}, [bytes(size)]))
  const refused = (answer: Answer<unknown>) =>
    assert.deepEqual([answer.status, (answer.body as Refusal).code], [413, 40005])

  test('ten uploads at once pass no quota, and what is deleted is given back', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => post('bob', 100 * KiB)))
    const kept = answers.filter(({ status }) => status === 200)
    assert.equal(kept.length, 4)
    for (const answer of answers) if (answer.status !== 200) refused(answer)
    assert.equal((await person('bob').get<unknown[]>(path())).body.length, 4, 'nothing else was stored')
    const [first] = kept
    assert.equal((await person('bob').delete(`${path()}/${first?.body.id}`)).status, 204)
    // A job removes the file.
    const deadline = Date.now() + 10_000
    while ((await post('bob', 100 * KiB)).status !== 200) assert.ok(Date.now() < deadline, 'the bytes are given back')
    refused(await post('bob', 100 * KiB))
  })

  test('files of several people and of a bot count for their guild', async () => {
    for (let number = 0; number < 4; number += 1) assert.equal((await post('cat', 100 * KiB)).status, 200)
    assert.equal((await post('dan', 200 * KiB)).status, 200)
    const bot = platform.app.api
    refused(await bot.post(path(), multipart({}, [bytes(100 * KiB)])))
    refused(await post('dan', 100 * KiB))
    // Elsewhere the person has room left.
    const dm = await person('dan').post<{ id: string }>('/users/@me/channels', {
      recipient_id: platform.bob.id,
    })
    const sent = await person('dan').post(`/channels/${dm.body.id}/messages`, multipart({}, [bytes(100 * KiB)]))
    assert.equal(sent.status, 200)
  })

  test('pictures of accounts, emojis, stickers and webhooks count too', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const picture = async (side: number) => {
      const pixels = sharp({ create: { width: side, height: side, channels: 3, background: '#000', noise } })
      return `data:image/png;base64,${(await pixels.png().toBuffer()).toString('base64')}`
    }
    refused(await person('ann').patch('/users/@me', { avatar: await picture(500) }))
    const guild = `/guilds/${platform.lab.id}`
    // The guild is full but for a little.
    refused(await person('ann').post(`${guild}/emojis`, { name: 'noise', image: await picture(128) }))
    const channel = platform.lab.general.id
    refused(await person('ann').post(`/channels/${channel}/webhooks`, { name: 'hook', avatar: await picture(128) }))
    const hook = await person('ann').post<{ id: string; token: string }>(`/channels/${channel}/webhooks`, { name: 'a' })
    refused(
      await api(platform.api).post(`/webhooks/${hook.body.id}/${hook.body.token}`, multipart({}, [bytes(100 * KiB)])),
    )
  })
})

test('uploads leave a reserve on the disk, while texts still work', async () => {
  // The description of the API has no 503, so that the exchanges of other tests must have none.
  await using platform = await startUnrecorded({ world, diskReserveBytes: Number.MAX_SAFE_INTEGER })
  const ann = platform.ann.api
  const path = `/channels/${platform.lab.general.id}/messages`
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
  for (const answer of [
    await ann.post<Refusal>(path, multipart({}, [bytes(10)])),
    await ann.patch<Refusal>('/users/@me', { avatar: `data:image/png;base64,${picture.toString('base64')}` }),
  ]) {
    assert.deepEqual([answer.status, answer.code], [503, 130000])
    assert.ok(Number(answer.headers.get('retry-after')) > 0)
  }
  assert.equal((await ann.post(path, { content: 'a text' })).status, 200)
})
