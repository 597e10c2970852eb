import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { AuditLogAction, type AuditLogEntryObject, Permission } from '@guildhall/protocol'
import { keyOf, setTexts } from '../../lib/language/text.ts'
import { AUDIT_FIELDS } from './audit-fields.ts'
import { type AuditNames, auditActions, changesInWords, entryInWords } from './audit-words.ts'

const names: AuditNames = {
  user: (id) => ({ '5': 'alice' })[id],
  role: (id) => ({ '2': 'crew' })[id],
  channel: (id) => ({ '3': 'general' })[id],
  other: () => undefined,
}
const entry = (action_type: number, more: Partial<AuditLogEntryObject> = {}): AuditLogEntryObject => ({
  id: '1',
  user_id: '9',
  target_id: null,
  action_type,
  ...more,
})

const SENTENCES: [string, AuditLogEntryObject][] = [
  ['created the role crew', entry(AuditLogAction.ROLE_CREATE, { target_id: '2' })],
  ['kicked alice', entry(AuditLogAction.MEMBER_KICK, { target_id: '5' })],
  [
    'deleted the channel #plans',
    entry(AuditLogAction.CHANNEL_DELETE, { target_id: '8', changes: [{ key: 'name', old_value: 'plans' }] }),
  ],
  [
    'changed permissions of the channel #general (for crew)',
    entry(AuditLogAction.CHANNEL_OVERWRITE_UPDATE, { target_id: '3', options: { id: '2', type: '0' } }),
  ],
  [
    'deleted messages of alice (in #general, 3 times)',
    entry(AuditLogAction.MESSAGE_DELETE, { target_id: '5', options: { channel_id: '3', count: '3' } }),
  ],
  [
    'created the webhook Feed',
    entry(AuditLogAction.WEBHOOK_CREATE, { target_id: '7', changes: [{ key: 'name', new_value: 'Feed' }] }),
  ],
  ['action 999', entry(999, { target_id: '7' })],
]

for (const [sentence, logged] of SENTENCES) {
  test(`an entry of action ${logged.action_type} reads "${sentence}"`, () =>
    assert.equal(entryInWords(logged, names), sentence))
}

test('every action has words', () => {
  for (const [name, action] of Object.entries(AuditLogAction)) {
    assert.ok(entryInWords(entry(action, { target_id: '1' }), names).length > 0, name)
  }
})

test('changesInWords tells permissions by their difference, and values by their names', () => {
  const before = Permission.SEND_MESSAGES | Permission.KICK_MEMBERS
  const after = Permission.SEND_MESSAGES | Permission.BAN_MEMBERS
  const changes = changesInWords(
    entry(AuditLogAction.ROLE_UPDATE, {
      changes: [
        { key: 'permissions', old_value: before.toString(), new_value: after.toString() },
        { key: 'hoist', old_value: false, new_value: true },
        { key: 'system_channel_id', new_value: '3' },
        { key: '$add', new_value: [{ id: '2', name: 'crew' }] },
      ],
    }),
    names,
  )
  assert.deepEqual(changes, [
    { field: 'Permissions', before: 'Kick Members', after: 'Ban Members' },
    { field: 'Shown separately', before: 'No', after: 'Yes' },
    { field: 'System messages channel', before: null, after: 'general' },
    { field: 'Added roles', before: null, after: 'crew' },
  ])
})

for (const language of ['de', 'ar']) {
  test(`actions and fields have words in the catalogue ${language}`, (context) => {
    const path = new URL(`../../lib/language/catalogues/${language}.json`, import.meta.url)
    const texts = Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>)
    const english = auditActions()
    setTexts(language, new Map(texts.map(([message, text]) => [keyOf(message), text])), language)
    context.after(() => setTexts('en', undefined, 'en'))
    const translated = new Map(auditActions().map(({ value, text }) => [value, text]))
    assert.deepEqual(
      english.filter(({ value, text }) => translated.get(value) === text),
      [],
    )
    const changes = changesInWords(
      entry(AuditLogAction.ROLE_UPDATE, { changes: [...AUDIT_FIELDS.keys()].map((key) => ({ key, new_value: 1 })) }),
      names,
    )
    const missing = changes.filter(({ field }) => field === '' || (language === 'ar' && /[a-z]{3}/i.test(field)))
    assert.deepEqual(missing, [])
  })
}

test('actions of the filter are sentences with a gap for their target, each once', () => {
  const texts = auditActions().map(({ text }) => text)
  assert.ok(texts.includes('Created the role …') && texts.includes('Pruned members'))
  assert.equal(new Set(texts).size, texts.length)
})
