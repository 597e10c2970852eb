import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MessageFlag, MessageType } from '@guildhall/protocol'
import { MESSAGE_DEFAULTS, type StoredMessage } from '../messages/model.ts'
import { pushTargets, pushText, pushTitle } from './rules.ts'
import { wordsIn } from './words.ts'

const message = (fields: Partial<StoredMessage> = {}): StoredMessage => ({
  ...MESSAGE_DEFAULTS,
  ...{ id: 1n, channel_id: 2n, guild_id: 3n, author_id: 4n, webhook_id: null },
  ...{ type: MessageType.DEFAULT, flags: 0, content: '', edited_at: null, pinned_at: null },
  ...fields,
})

const TARGETS: [what: string, fields: Partial<StoredMessage>, expected: ReturnType<typeof pushTargets>][] = [
  ['nobody by a message without mentions', { content: 'hi' }, null],
  ['mentioned users but the author', { mentions: [4n, 5n] }, { userIds: [5n], roleIds: [], everyone: false }],
  ['nobody by a mention of the author alone', { mentions: [4n] }, null],
  ['roles', { mention_roles: [6n] }, { userIds: [], roleIds: [6n], everyone: false }],
  ['everyone', { mention_everyone: true, content: '@everyone' }, { userIds: [], roleIds: [], everyone: true }],
  ['nobody by @here', { mention_everyone: true, content: '@here' }, null],
  ['nobody by a silent message', { mentions: [5n], flags: MessageFlag.SUPPRESS_NOTIFICATIONS }, null],
  ['nobody by an ephemeral message', { mentions: [5n], only_for: 5n }, null],
  ['nobody by a note of the platform', { guild_id: null, type: MessageType.CHANNEL_PINNED_MESSAGE }, null],
  ['other recipients of a DM', { guild_id: null }, { userIds: [7n], roleIds: [], everyone: false }],
  ['recipients of a call', { guild_id: null, type: MessageType.CALL }, { userIds: [7n], roleIds: [], everyone: false }],
]

for (const [what, fields, expected] of TARGETS) {
  test(`a message notifies ${what}`, () => assert.deepEqual(pushTargets(message(fields), [4n, 7n]), expected))
}

const NAMES = {
  user: (id: bigint) => (id === 5n ? 'bob' : undefined),
  role: (id: bigint) => (id === 6n ? 'red' : undefined),
  channel: (id: bigint) => (id === 2n ? 'general' : undefined),
}

const TEXTS: [fields: Partial<StoredMessage>, text: string][] = [
  [{ content: '<@5> <@!5> <@&6> <#2> <:cup:9> <a:tea:9>' }, '@bob @bob @red #general :cup: :tea:'],
  [{ content: '<@9> <#9>' }, '<@9> <#9>'],
  [{ content: 'it was ||the\nbutler|| ||again||' }, 'it was ▒▒▒ ▒▒▒'],
  [{ content: '😀'.repeat(300) }, `${'😀'.repeat(199)}…`],
  [{ type: MessageType.CALL, content: 'x' }, 'Incoming call'],
  [{ embeds: [{ type: 'rich', title: 'Done', description: 'all' }] as StoredMessage['embeds'] }, 'Done'],
  [{ attachments: [{}] as StoredMessage['attachments'] }, 'Sent a file'],
  [{ sticker_items: [{}] as unknown as StoredMessage['sticker_items'] }, 'Sent a sticker'],
  [{}, 'New message'],
]

for (const [fields, text] of TEXTS) {
  test(`the text of a notification is ${JSON.stringify(text.slice(0, 40))}`, () => {
    assert.equal(pushText(message(fields), NAMES, wordsIn(null)), text)
  })
}

test('texts about messages without text are in the language of the person, if the web app has it', () => {
  assert.equal(wordsIn('de').call, 'Eingehender Anruf')
  assert.equal(wordsIn('ar').call, 'مكالمة واردة')
  assert.equal(wordsIn('fr').call, wordsIn('en-GB').call)
})

test('a title names the author and the place', () => {
  assert.equal(pushTitle('ann', { channel: null, guild: null }), 'ann')
  assert.equal(pushTitle('ann', { channel: 'Trip', guild: null }), 'ann (Trip)')
  assert.equal(pushTitle('ann', { channel: 'general', guild: 'Lab' }), 'ann (#general, Lab)')
})
