/** Version 9 of the API and the gateway, where it differs from version 10, and versions that are refused. [VER-28] */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AuditLogObject, type BanObject, Intent, type MessageObject } from '@guildhall/protocol'
import { api } from '@guildhall/testing'
import { startLab } from '../support/gateway-lab.ts'

type Lab = Awaited<ReturnType<typeof startLab>>

const { GUILDS, GUILD_MESSAGES } = Intent

const versioned = (lab: Lab, version: 9 | 10) =>
  api(`${lab.platform.api.replace(/\/v\d+$/, '')}/v${version}`, `Bot ${lab.token('app')}`)

async function contentSeen(lab: Lab, application: string, v: 9 | 10): Promise<unknown> {
  const gateway = await lab.session(application, { intents: GUILDS | GUILD_MESSAGES }, { v })
  await gateway.next('GUILD_CREATE')
  const path = `/channels/${lab.channelId('lab', 'general')}/messages`
  await lab.person('ann').post(path, { content: 'for all', embeds: [] })
  return (await gateway.next('MESSAGE_CREATE')).d.content
}

test('a session reads message content without the intent bit on version 9 alone, and only with the switch', async () => {
  await using lab = await startLab()
  assert.equal(await contentSeen(lab, 'app', 9), 'for all')
  assert.equal(await contentSeen(lab, 'app', 10), '')
  assert.equal(await contentSeen(lab, 'plain', 9), '')
})

test('a session of version 9 keeps reading message content after a resume', async () => {
  await using lab = await startLab()
  const gateway = await lab.session('app', { intents: GUILDS | GUILD_MESSAGES }, { v: 9 })
  await gateway.next('GUILD_CREATE')
  await gateway.drop()
  const again = await gateway.resume()
  await again.next('RESUMED')
  await lab.person('ann').post(`/channels/${lab.channelId('lab', 'general')}/messages`, { content: 'later' })
  assert.equal((await again.next('MESSAGE_CREATE')).d.content, 'later')
})

test('a single embed is read on version 9 and ignored on version 10, when a message is created and edited', async () => {
  await using lab = await startLab()
  const path = `/channels/${lab.channelId('lab', 'general')}/messages`
  const body = { content: 'x', embed: { title: 'one' } }
  for (const [version, count] of [
    [9, 1],
    [10, 0],
  ] as const) {
    const bot = versioned(lab, version)
    const created = (await bot.post<MessageObject>(path, body)).body
    assert.equal((created.embeds as unknown[]).length, count)
    const plain = (await bot.post<MessageObject>(path, { content: 'y' })).body
    const edited = (await bot.patch<MessageObject>(`${path}/${plain.id}`, { embed: { title: 'two' } })).body
    assert.equal((edited.embeds as unknown[]).length, count)
    const removed = (await bot.patch<MessageObject>(`${path}/${edited.id}`, { embed: null })).body
    assert.equal((removed.embeds as unknown[]).length, 0)
  }
  const both = { embed: { title: 'one' }, embeds: [{ title: 'a' }, { title: 'b' }] }
  assert.equal(((await versioned(lab, 9).post<MessageObject>(path, both)).body.embeds as unknown[]).length, 2)
})

test('the reason parameter reaches the audit log on version 9 alone, and the header wins over it', async () => {
  await using lab = await startLab()
  const guild = `/guilds/${lab.guildId('lab')}`
  const ban = `${guild}/bans/${lab.userId('bob')}`
  const cases = [
    [9, `${ban}?reason=by%20query`, {}, undefined, 'by query'],
    [9, ban, { reason: 'by body' }, undefined, 'by body'],
    [9, `${ban}?reason=q`, {}, 'by header', 'by header'],
    [10, `${ban}?reason=by%20query`, { reason: 'by body' }, undefined, null],
  ] as const
  for (const [version, path, body, header, expected] of cases) {
    const bot = versioned(lab, version)
    const headers: Record<string, string> = header ? { 'x-audit-log-reason': header } : {}
    assert.equal((await bot.put(path, body, headers)).status, 204)
    assert.equal((await bot.get<BanObject>(ban)).body.reason, expected)
    assert.equal((await bot.delete(ban)).status, 204)
  }
  const bot = versioned(lab, 9)
  await bot.delete(`${guild}/members/${lab.userId('eve')}?reason=${'r'.repeat(600)}`)
  const { body } = await bot.get<AuditLogObject>(`${guild}/audit-logs?action_type=20`)
  assert.equal(body.audit_log_entries[0]?.reason, 'r'.repeat(512))
})

test('versions other than 9 and 10 are refused over HTTP and by the gateway', async () => {
  await using lab = await startLab()
  const root = lab.platform.api.replace(/\/v\d+$/, '')
  for (const version of [0, 3, 5, 6, 7, 8, 11, 99]) {
    const { status, code } = await api(`${root}/v${version}`).get<{ code: number }>('/gateway')
    assert.deepEqual([status, code], [400, 50041], String(version))
    const gateway = await lab.connect({ v: version })
    assert.equal((await gateway.closed).code, 4012, String(version))
  }
})
