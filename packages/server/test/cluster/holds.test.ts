/** Requests at two nodes at once, for what has a limit. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@guildhall/testing'
import { startNode } from '../support/cluster-node.ts'
import { clusterStore, ON_POSTGRES } from '../support/cluster-store.ts'
import { connect, Invoking, type Wire } from '../support/interactions.ts'

const GUESTS = Array.from({ length: 12 }, (_, index) => `guest${index}`)
const AT_ONCE = 4
const world = {
  applications: { app: { owner: 'ann', bot: {} } },
  users: { ann: {}, ...Object.fromEntries(GUESTS.map((name) => [name, {}])) },
  guilds: { lab: { owner: 'ann', bots: { app: {} }, channels: { general: {} } } },
}

test('an invite of one use that is accepted at two nodes at once is used once', { ...ON_POSTGRES }, async () => {
  const { databaseUrl, drop } = await clusterStore()
  const a = await startNode(databaseUrl, 'a', { world })
  const b = await startNode(databaseUrl, 'b')
  try {
    const tokens = GUESTS.map((name) => a.world?.users[name]?.token ?? '')
    for (let first = 0; first < tokens.length; first += AT_ONCE) {
      const { body } = await api(a.api, a.ann.token).post<{ code: string }>(`/channels/${a.lab.general.id}/invites`, {
        max_uses: 1,
        unique: true,
      })
      const accepted = await Promise.all(
        tokens
          .slice(first, first + AT_ONCE)
          .map((token, index) => api((index % 2 === 0 ? a : b).api, token).post(`/invites/${body.code}`, {})),
      )
      assert.deepEqual(accepted.map(({ status }) => status).sort(), [200, 404, 404, 404])
    }
  } finally {
    for (const node of [b, a]) await node.close()
    await drop()
  }
})

test('a pin and an edit of a response in a DM, at two nodes at once, both stay', { ...ON_POSTGRES }, async () => {
  const { databaseUrl, drop } = await clusterStore()
  const a = await startNode(databaseUrl, 'a', { world })
  const b = await startNode(databaseUrl, 'b')
  const bot = await connect(b, `Bot ${a.app.token}`)
  const ann = await connect(a, a.ann.token)
  try {
    const application_id = a.app.applicationId
    const command = await bot.api.post<Wire>(`/applications/${application_id}/commands`, {
      name: 'go',
      description: 'Go',
      type: 1,
    })
    const { body: dm } = await bot.api.post<Wire>('/users/@me/channels', { recipient_id: a.ann.id })
    const session_id = ann.gateway.sessionId
    const use = new Invoking(ann, { application_id, channel_id: dm.id, session_id } as never)
    for (let count = 0; count < 6; count += 1) {
      await use.use(command.body)
      const { d: interaction } = await bot.gateway.next<Wire>((frame) => frame.t === 'INTERACTION_CREATE')
      const { token } = interaction
      await bot.api.post(`/interactions/${interaction.id}/${token}/callback`, { type: 4, data: { content: 'first' } })
      const original = `/webhooks/${application_id}/${token}/messages/@original`
      const { body: message } = await bot.api.get<Wire>(original)
      const changed = await Promise.all([
        bot.api.patch(original, { content: 'second' }),
        ann.api.put(`/channels/${dm.id}/messages/pins/${message.id}`),
      ])
      assert.deepEqual(
        changed.map(({ status }) => status),
        [200, 204],
      )
      const stored = await ann.api.get<Wire>(`/channels/${dm.id}/messages/${message.id}`)
      assert.deepEqual([stored.body.content, stored.body.pinned], ['second', true])
    }
  } finally {
    for (const { gateway } of [ann, bot]) await gateway.drop()
    for (const node of [b, a]) await node.close()
    await drop()
  }
})
