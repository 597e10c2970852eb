import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import * as objects from './index.ts'

const time = '2026-02-23T00:00:00.000000+00:00'

const user: objects.UserObject = {
  id: '80351110224678912',
  username: 'nelly',
  discriminator: '0',
  global_name: null,
  avatar: null,
  public_flags: 0,
  flags: 0,
}

const message: objects.MessageObject = {
  id: '334385199974967042',
  channel_id: '290926798999357250',
  type: 19,
  author: user,
  content: 'yes',
  mentions: [user],
  mention_roles: [],
  mention_everyone: false,
  attachments: [],
  embeds: [{ type: 'rich', title: 'a title', fields: [{ name: 'a', value: 'b' }] }],
  components: [],
  timestamp: time,
  edited_timestamp: null,
  flags: 0,
  pinned: false,
  tts: false,
  message_reference: { type: 0, message_id: '1', channel_id: '290926798999357250' },
  referenced_message: null,
}

test('every object has a unique title, which names it in the OpenAPI document', () => {
  const titles = Object.entries(objects).map(([name, schema]) => {
    assert.ok('title' in schema && typeof schema.title === 'string', name)
    assert.equal('$id' in schema, false, name)
    return schema.title
  })
  assert.equal(new Set(titles).size, titles.length)
})

test('every object is plain JSON Schema', () => {
  for (const [name, schema] of Object.entries(objects)) {
    const text = JSON.stringify(schema)
    assert.ok(text.startsWith('{'), name)
    for (const foreign of ['"~kind"', '"$ref"', '"Object"']) assert.equal(text.includes(foreign), false, name)
  }
})

test('objects reject values with wrong or missing fields', () => {
  assert.ok(Check(objects.MessageObject, message))
  assert.ok(Check(objects.MessageObject, { ...message, referenced_message: message, nonce: 7 }))
  assert.ok(
    Check(objects.MessageEventObject, { ...message, guild_id: '1', mentions: [{ ...user, member: { nick: null } }] }),
  )
  assert.equal(Check(objects.MessageObject, { ...message, id: 334385199 }), false)
  assert.equal(Check(objects.MessageObject, { ...message, content: null }), false)
  assert.equal(Check(objects.MessageObject, { ...message, author: { id: '1' } }), false)
  assert.ok(Check(objects.PartialUserObject, { id: '1' }))
  assert.equal(Check(objects.PartialUserObject, { username: 'nelly' }), false)
  assert.ok(Check(Type.Array(objects.OverwriteObject), [{ id: '1', type: 0, allow: '0', deny: '1024' }]))
  assert.equal(Check(objects.OverwriteObject, { id: '1', type: 0, allow: 0, deny: 1024 }), false)
})

test('[CH-1] application_id is a snowflake, null or missing', () => {
  const channel = { id: '1', type: 0 }
  assert.ok(Check(objects.ChannelObject, channel))
  assert.ok(Check(objects.ChannelObject, { ...channel, application_id: null }))
  assert.ok(Check(objects.ChannelObject, { ...channel, application_id: '2' }))
  assert.equal(Check(objects.ChannelObject, { ...channel, application_id: 2 }), false)
})

test('[ROL-1] a role has color, marked as deprecated', () => {
  assert.equal(JSON.parse(JSON.stringify(objects.RoleObject)).properties.color.deprecated, true)
  assert.ok(objects.RoleObject.required.includes('color'))
})

test('[APP-1] [APP-3] an application has flags as an integer and flags_new as a string', () => {
  const flags = { flags: 2147483647, flags_new: '8589934592' }
  const Flags = Type.Pick(objects.ApplicationObject, ['flags', 'flags_new'])
  assert.ok(Check(Flags, flags))
  assert.equal(Check(Flags, { ...flags, flags_new: 8589934592 }), false)
})
