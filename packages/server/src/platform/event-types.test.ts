import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { EventType } from '../kernel/event.ts'
import { eventTypes } from './event-types.ts'

const src = fileURLToPath(new URL('..', import.meta.url))

const isEventType = (value: unknown): value is EventType<unknown> =>
  typeof value === 'object' && value !== null && 'visibleTo' in value && 'present' in value

/** Returns all event types that files of the source export, by the names of their files and constants. */
async function declaredTypes(): Promise<Map<string, EventType<unknown>>> {
  const declared = new Map<string, EventType<unknown>>()
  for (const path of globSync('**/*.ts', { cwd: src })) {
    if (path.endsWith('.test.ts') || path === 'kernel/event.ts') continue
    if (!/\beventType[<(]/.test(readFileSync(join(src, path), 'utf8'))) continue
    const exported: object = await import(pathToFileURL(join(src, path)).href)
    for (const [name, value] of Object.entries(exported)) if (isEventType(value)) declared.set(`${path} ${name}`, value)
  }
  return declared
}

test('each declared type of event is listed once, under a unique key', async () => {
  const declared = await declaredTypes()
  assert(declared.size >= 144, `${declared.size} declarations were found`)
  const listed = new Set(eventTypes.values())
  assert.deepEqual(
    [...declared].filter(([, type]) => !listed.has(type)).map(([name]) => name),
    [],
    'not listed',
  )
  assert.deepEqual(
    [...eventTypes].filter(([key, type]) => key !== type.key),
    [],
  )
  const byKey = Map.groupBy(declared, ([, { key }]) => key)
  const shared = [...byKey.values()].filter(({ length }) => length > 1).flatMap((types) => types.map(([name]) => name))
  assert.deepEqual(shared, [], 'share a key')
  assert.equal(eventTypes.size, declared.size)
})

test('keys name what the event is about and what happened to it', () => {
  const word = '[a-z][a-z0-9]*(?:-[a-z0-9]+)*'
  for (const key of eventTypes.keys()) assert.match(key, new RegExp(`^${word}[.]${word}$`))
})

/**
 * Keys of the versions that are in use. A key that is renamed here is unknown to nodes of the previous version, which
 * then send nothing.
 */
const KEYS = `
account-merge.completed
activity-participants.changed
activity.followed
application.changed
application.installed
application.uninstalled
audit-log-entry.created
authenticator.created
authenticator.deleted
authenticator.updated
authorization.requested
auto-moderation-action.executed
auto-moderation-rule.created
auto-moderation-rule.deleted
auto-moderation-rule.updated
auto-moderation-text.counted
autocomplete-choices.returned
ban.added
ban.removed
call-connection.changed
call-voice-state.updated
call.created
call.deleted
call.updated
calls.freed
channel.created
channel.deleted
channel.updated
client.navigated
command-permissions.updated
consent-request.created
consent-request.updated
dm.closed
dm.opened
dm.updated
emoji-reactions.removed
emojis.changed
entitlement.created
entitlement.deleted
entitlement.updated
followed-presence.changed
friend-suggestion.created
friend-suggestion.deleted
game-dm-message.created
game-dm-message.deleted
game-dm-message.updated
game-dm.created
game-relationship.added
game-relationship.removed
guild-presence.changed
guild.deleted
guild.joined
guild.left
guild.searched
guild.updated
headless-session.changed
instance-settings.changed
integration.created
integration.deleted
integrations.changed
interaction-modal.created
interaction.accepted
interaction.created
interaction.failed
interaction.succeeded
invite.created
invite.deleted
lobby-member.added
lobby-member.connected
lobby-member.disconnected
lobby-member.removed
lobby-member.updated
lobby-message.created
lobby-message.deleted
lobby-message.updated
lobby-voice-state.changed
lobby-voice-state.restored
lobby.deleted
lobby.joined
lobby.left
lobby.updated
mail.queued
member-row.changed
member.added
member.removed
member.updated
message.acknowledged
message.created
message.deleted
message.moderated
message.updated
messages.deleted
node.wrote
oauth2-tokens.revoked
operator-key.replaced
pins.changed
poll-vote.added
poll-vote.removed
push.queued
reaction.added
reaction.removed
reactions.removed
recipient.added
recipient.removed
relationship.added
relationship.removed
relationship.updated
role.created
role.deleted
role.updated
scheduled-event-exception.created
scheduled-event-exception.deleted
scheduled-event-exception.updated
scheduled-event-user.added
scheduled-event-user.removed
scheduled-event.created
scheduled-event.deleted
scheduled-event.hidden
scheduled-event.updated
session-presence.changed
session.wanted
sessions.ended
soundboard-sound.created
soundboard-sound.deleted
soundboard-sound.updated
stage-instance.created
stage-instance.deleted
stage-instance.updated
stickers.changed
stream-connection.changed
stream.changed
stream.ended
stream.joined
stream.left
stream.updated
subscription.created
subscription.deleted
subscription.updated
thread-member.updated
thread-members.changed
thread.created
thread.deleted
thread.joined
thread.updated
tokens.pruned
tokens.revoked
typing.started
user-presence.changed
user-settings.updated
user.updated
voice-channel-effect.sent
voice-channel-start-time.changed
voice-channel-status.changed
voice-state.changed
webhook-event.queued
webhooks.changed
`

test('no key of a version in use is renamed', () => {
  assert.deepEqual([...eventTypes.keys()].sort(), KEYS.trim().split('\n'))
})

test('types that raise the epoch of a guild view say that they change permissions', () => {
  for (const type of eventTypes.values()) {
    const raisesEpoch = /\.epoch\b/.test(type.apply?.toString() ?? '')
    assert.equal(type.changesPermissions ?? false, raisesEpoch, type.key)
  }
})
