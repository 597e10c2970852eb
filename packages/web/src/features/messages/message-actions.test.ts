import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ShownMessage } from '@guildhall/client/records'
import { type ChannelObject, ChannelType, MessageFlag, MessageType, Permission } from '@guildhall/protocol'
import { actionsOn } from './message-actions.ts'

const base = { type: MessageType.DEFAULT, flags: 0, content: 'hi', embeds: [], pinned: false }
const message = (fields: object = {}) => ({ ...base, ...fields }) as unknown as ShownMessage
const channel = (type: number, guild_id: string | undefined = '1') => ({ id: '2', type, guild_id }) as ChannelObject
const text = channel(ChannelType.GUILD_TEXT)
const news = channel(ChannelType.GUILD_ANNOUNCEMENT)
const offered = (of: ShownMessage, where: ChannelObject, own: boolean, permissions = Permission.SEND_MESSAGES) => [
  ...actionsOn(of, where, { own, permissions }),
]

test('a member may edit and delete own messages only, a moderator delete all', () => {
  assert.deepEqual(offered(message(), text, true), ['edit', 'forward', 'unread', 'copy-text', 'delete'])
  assert.deepEqual(offered(message(), text, false), ['forward', 'unread', 'copy-text', 'report'])
  assert.ok(offered(message(), text, false, Permission.MANAGE_MESSAGES).includes('delete'))
  assert.ok(!offered(message({ type: MessageType.CALL }), text, true).includes('delete'))
  const alert = message({ type: MessageType.AUTO_MODERATION_ACTION })
  assert.ok(!offered(alert, text, true).includes('delete'))
  assert.ok(offered(alert, text, true, Permission.MANAGE_MESSAGES).includes('delete'))
})

test('a recording is not edited, a poll is neither edited away nor forwarded', () => {
  const recording = message({ flags: MessageFlag.IS_VOICE_MESSAGE, content: '' })
  assert.deepEqual(offered(recording, text, true), ['forward', 'unread', 'delete'])
  const poll = message({ poll: { results: { is_finalized: false } } })
  assert.ok(!offered(poll, text, true).includes('forward'))
  assert.ok(offered(poll, text, true).includes('end-poll'))
  assert.ok(!offered(poll, text, false).includes('end-poll'))
  assert.ok(!offered(message({ poll: { results: { is_finalized: true } } }), text, true).includes('end-poll'))
})

test('messages are published once, in announcement channels', () => {
  assert.ok(offered(message(), news, true).includes('publish'))
  assert.ok(!offered(message(), news, false).includes('publish'))
  assert.ok(offered(message(), news, false, Permission.MANAGE_MESSAGES).includes('publish'))
  assert.ok(!offered(message({ flags: MessageFlag.CROSSPOSTED }), news, true).includes('publish'))
  assert.ok(!offered(message(), text, true).includes('publish'))
})

test('an ephemeral message can only be copied', () => {
  assert.deepEqual(offered(message({ flags: MessageFlag.EPHEMERAL }), text, true, ~0n), ['copy-text'])
})
