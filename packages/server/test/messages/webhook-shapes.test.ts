/** Webhooks in the formats of Slack and GitHub, and the visibility of webhooks. */
import assert from 'node:assert/strict'
import { before, describe } from 'node:test'
import type { MessageObject, WebhookObject } from '@guildhall/protocol'
import { type Api, api } from '@guildhall/testing'
import { WebhookClient } from 'discord.js'

import { guildhallTest } from '../support/fixture.ts'
import { until } from '../support/until.ts'

const MANAGE_WEBHOOKS = String(1 << 29)
const world = {
  users: { ann: {}, bob: {} },
  applications: { app: { owner: 'ann', bot: {} }, other: { owner: 'ann', bot: {} }, plain: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      bots: { app: { permissions: '8' }, other: { permissions: MANAGE_WEBHOOKS }, plain: { permissions: '0' } },
      channels: {
        general: {},
        forum: { type: 15 },
        secret: { permission_overwrites: [{ role: '@everyone', deny: '1024' }] },
        shut: { permission_overwrites: [{ role: 'hooks', deny: MANAGE_WEBHOOKS }] },
      },
      roles: { hooks: { permissions: '0' } },
    },
    source: { owner: 'ann', members: ['bob'], bots: { app: { permissions: '8' } }, channels: { news: { type: 5 } } },
  },
}

const test = guildhallTest({ world })
const { platform } = test

describe('webhooks in other shapes', () => {
  const who: Record<string, Api> = {}
  const channel: Record<string, string> = {}
  const ids: Record<string, string> = {}
  const as = (name: string) => who[name] as Api
  let path = ''
  let guild = ''

  before(async () => {
    await test.start()
    assert.ok(platform.world)
    const { users, applications, guilds } = platform.world
    for (const [name, user] of Object.entries(users)) {
      who[name] = api(platform.api, user.token)
      ids[name] = user.id
    }
    for (const [name, app] of Object.entries(applications)) who[name] = api(platform.api, `Bot ${app.bot?.token}`)
    who.nobody = api(platform.api)
    for (const [name, { id }] of Object.entries(guilds.lab?.channels ?? {})) channel[name] = id
    channel.news = guilds.source?.channels.news?.id ?? ''
    guild = guilds.lab?.id ?? ''
    const hook = await as('ann').post<WebhookObject>(`/channels/${channel.general}/webhooks`, { name: 'Hook' })
    path = `/webhooks/${hook.body.id}/${hook.body.token}`
  })

  const last = async () =>
    (await as('ann').get<MessageObject[]>(`/channels/${channel.general}/messages?limit=1`)).body[0]
  const slack = (body: unknown, query = '', to = path) => as('nobody').post<string>(`${to}/slack${query}`, body)
  const github = (event: string, body: unknown, query = '', to = path) =>
    as('nobody').post<MessageObject>(`${to}/github${query}`, body, { 'x-github-event': event })
  const sender = { id: 1, login: 'octo', html_url: 'https://g.example/octo', avatar_url: 'https://g.example/o.png' }
  const repository = { id: 2, html_url: 'https://g.example/o/r', name: 'r', full_name: 'o/r' }

  test('a Slack message is accepted as JSON and as the form that Slack tools send', async () => {
    const attachments = [{ title: 'Alert', text: 'down', color: '#ff0000' }]
    const answer = await slack({ text: 'hey', username: 'Nagios', attachments, channel: '#x', mrkdwn: true })
    assert.deepEqual([answer.status, answer.body], [200, 'ok'])
    const message = await last()
    assert.deepEqual([message?.content, message?.author.username], ['hey', 'Nagios'])
    assert.deepEqual(
      message?.embeds.map(({ title, description, color }) => [title, description, color]),
      [['Alert', 'down', 0xff0000]],
    )
    const form = new URLSearchParams({ payload: JSON.stringify({ text: 'from a form' }) })
    assert.equal((await slack(form)).status, 200)
    assert.deepEqual([(await last())?.content, (await last())?.author.username], ['from a form', 'Hook'])
  })

  test('discord.js sends a Slack message', async () => {
    const [, , id = '', token = ''] = path.split('/')
    const webhook = new WebhookClient({ id, token }, { rest: { api: platform.api } })
    assert.equal(await webhook.sendSlackMessage({ text: 'by a library', username: 'Lib' }), true)
    assert.deepEqual([(await last())?.content, (await last())?.author.username], ['by a library', 'Lib'])
    webhook.destroy()
  })

  test('a supported GitHub event becomes a message by GitHub, others are accepted without one', async () => {
    const issue = { id: 1, number: 5, html_url: 'https://g.example/i/5', user: sender, title: 'Broken', body: 'b' }
    assert.equal((await github('issues', { action: 'opened', issue, repository, sender })).status, 204)
    const message = await last()
    assert.deepEqual(
      [message?.author.username, message?.embeds[0]?.title, message?.embeds[0]?.author?.name],
      ['GitHub', '[o/r] Issue opened: #5 Broken', 'octo'],
    )
    for (const [event, body] of [
      ['ping', { zen: 'x', sender }],
      ['issues', { action: 'labeled', issue, repository, sender }],
    ] as const) {
      assert.equal((await github(event, body)).status, 204)
      assert.equal((await last())?.id, message?.id, event)
    }
  })

  test('[ERR-8] a refused webhook request writes nothing', async () => {
    const before = (await last())?.id
    const wrong = `${path.slice(0, -2)}xx`
    const refused = [
      [await slack({}), 400, 50006],
      [await slack({ text: 'x'.repeat(2001) }), 400, 50035],
      [await slack({ text: 'x', username: 'Discord' }), 400, 50035],
      [await slack({ attachments: [{ color: 'blue' }] }), 400, 50035],
      [await slack({ payload: 'no json' }), 400, 50109],
      [await slack({ text: 'x' }, '', wrong), 401, 50027],
      [await slack({ text: 'x' }, '', '/webhooks/1/abc'), 404, 10015],
      [await slack({ text: 'x' }, '?thread_id=1'), 404, 10003],
      [await github('push', {}), 400, 50035],
      [await github('watch', { action: 'started', sender: { id: 1 } }), 400, 50035],
      [await github('ping', { sender }, '', wrong), 401, 50027],
    ] as const
    for (const [answer, status, code] of refused)
      assert.deepEqual([answer.status, answer.code], [status, code], JSON.stringify(answer.body))
    assert.equal((await last())?.id, before)
  })

  test('without wait, a webhook that cannot write its message reports no error', async () => {
    const forum = await as('ann').post<WebhookObject>(`/channels/${channel.forum}/webhooks`, { name: 'F' })
    const to = `/webhooks/${forum.body.id}/${forum.body.token}`
    assert.equal((await slack({ text: 'x' }, '', to)).status, 400)
    assert.equal((await slack({ text: 'x' }, '?wait=false', to)).status, 200)
    assert.equal((await github('watch', { action: 'started', sender, repository }, '?wait=false', to)).status, 204)
    assert.equal((await slack({ text: 'late' }, '?wait=false')).status, 200)
    await until('the message is written', async () => (await last())?.content === 'late')
  })

  test('Get Guild Webhooks lists the channels in which the caller manages webhooks', async () => {
    const make = (where: string, by = 'ann') =>
      as(by).post<WebhookObject>(`/channels/${channel[where]}/webhooks`, { name: where })
    const secret = await make('secret')
    const own = await make('general', 'other')
    const listed = async (name: string) => {
      const { status, body } = await as(name).get<WebhookObject[]>(`/guilds/${guild}/webhooks`)
      assert.equal(status, 200, name)
      return body
    }
    const has = (list: WebhookObject[], { body }: { body: WebhookObject }) => list.some(({ id }) => id === body.id)
    assert.ok(has(await listed('ann'), secret))
    assert.ok(!has(await listed('other'), secret))
    assert.ok(has(await listed('other'), own))
    for (const [name, code] of [
      ['plain', 50013],
      ['bob', 10004],
    ] as const)
      assert.equal((await as(name).get(`/guilds/${guild}/webhooks`)).code, code)
    // The token of an application's webhook is returned to that application only, which manages it without the
    // permission.
    const token = async (name: string) => (await listed(name)).find(({ id }) => id === own.body.id)?.token
    assert.ok(own.body.token)
    assert.equal(await token('other'), own.body.token)
    assert.equal(await token('ann'), undefined)
    assert.equal((await as('ann').get<WebhookObject>(`/webhooks/${own.body.id}`)).body.token, undefined)
    const everyone = { type: 0, deny: MANAGE_WEBHOOKS }
    await as('ann').put(`/channels/${channel.general}/permissions/${guild}`, everyone)
    await as('ann').put(`/channels/${channel.general}/permissions/${platform.other.id}`, {
      ...everyone,
      type: 1,
    })
    assert.equal((await as('other').get<WebhookObject>(`/webhooks/${own.body.id}`)).body.token, own.body.token)
    assert.equal((await as('plain').get(`/webhooks/${own.body.id}`)).code, 50013)
  })

  test("source_channel is absent when the webhook's creator has lost access", async () => {
    await as('ann').put(`/guilds/${guild}/members/${ids.bob}`)
    const invite = await as('ann').post<{ code: string }>(`/channels/${channel.general}/invites`, {})
    await as('bob').post(`/invites/${invite.body.code}`)
    await as('ann').put(`/channels/${channel.general}/permissions/${ids.bob}`, { type: 1, allow: MANAGE_WEBHOOKS })
    const followed = await as('bob').post<{ webhook_id: string }>(`/channels/${channel.news}/followers`, {
      webhook_channel_id: channel.general,
    })
    assert.equal(followed.status, 200, JSON.stringify(followed.body))
    const shown = async () => (await as('ann').get<WebhookObject>(`/webhooks/${followed.body.webhook_id}`)).body
    const inList = async () =>
      (await as('ann').get<WebhookObject[]>(`/guilds/${guild}/webhooks`)).body.find(
        ({ id }) => id === followed.body.webhook_id,
      )
    assert.equal((await shown()).source_channel?.id, channel.news)
    assert.equal((await inList())?.source_channel?.id, channel.news)
    assert.equal((await as('bob').delete(`/users/@me/guilds/${platform.source.id}`)).status, 204)
    for (const webhook of [await shown(), await inList()]) {
      assert.ok(webhook && !('source_channel' in webhook) && !('source_guild' in webhook))
    }
  })
})
