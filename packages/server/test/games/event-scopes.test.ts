/** The scope with which a game receives each type of event. A type that is not listed reaches no game. */
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { EventType } from '../../src/kernel/event.ts'

const BY_PAYLOAD = 'by payload'

/** Scopes by folder and export of the event type; `by payload` for types that depend on the channel of the event. */
const SCOPES: Readonly<Record<string, string>> = {
  'activity-joins/followedPresenceUpdate': 'activities.read',
  'channels/dmCreate': BY_PAYLOAD,
  'channels/dmDelete': BY_PAYLOAD,
  'channels/dmUpdate': BY_PAYLOAD,
  'game-messages/gameDmCreate': 'dm_channels.read',
  'game-messages/gameDmMessageCreate': BY_PAYLOAD,
  'game-messages/gameDmMessageDelete': 'dm_channels.messages.read',
  'game-messages/gameDmMessageUpdate': BY_PAYLOAD,
  'game-messages/lobbyMessageCreate': 'lobbies.write',
  'game-messages/lobbyMessageDelete': 'lobbies.write',
  'game-messages/lobbyMessageUpdate': 'lobbies.write',
  'lobbies/lobbyDelete': 'lobbies.write',
  'lobbies/lobbyLeft': 'lobbies.write',
  'lobbies/lobbyMemberAdd': 'lobbies.write',
  'lobbies/lobbyMemberConnect': 'lobbies.write',
  'lobbies/lobbyMemberDisconnect': 'lobbies.write',
  'lobbies/lobbyMemberRemove': 'lobbies.write',
  'lobbies/lobbyMemberUpdate': 'lobbies.write',
  'lobbies/lobbyUpdate': 'lobbies.write',
  'lobbies/lobbyVoiceStateUpdate': 'lobbies.write',
  'messages/messageCreate': BY_PAYLOAD,
  'messages/messageDelete': BY_PAYLOAD,
  'messages/messageModerated': BY_PAYLOAD,
  'messages/messageUpdate': BY_PAYLOAD,
  'provisional-accounts/userMergeOperationCompleted': 'identify',
  'relationships/gameRelationshipAdd': 'relationships.read',
  'relationships/gameRelationshipRemove': 'relationships.read',
  'relationships/relationshipAdd': 'relationships.read',
  'relationships/relationshipRemove': 'relationships.read',
  'relationships/relationshipUpdate': 'relationships.read',
  'users/userUpdate': 'identify',
}

const resources = fileURLToPath(new URL('../../src/resources/', import.meta.url))

async function eventTypes(): Promise<Map<string, EventType<unknown>>> {
  const found = new Map<string, EventType<unknown>>()
  for (const file of globSync('*/*/*events.ts', { cwd: resources })) {
    const exported = (await import(`${resources}${file}`)) as Record<string, unknown>
    for (const [name, value] of Object.entries(exported)) {
      if (isEventType(value)) found.set(`${basename(dirname(file))}/${name}`, value)
    }
  }
  assert.ok(found.size > 100, `${found.size} types of events below ${resources}`)
  return found
}

function isEventType(value: unknown): value is EventType<unknown> {
  return typeof value === 'object' && value !== null && 'visibleTo' in value && 'present' in value
}

function scopeOf({ gameScope }: EventType<unknown>): string | null {
  if (!gameScope) return null
  try {
    return gameScope({}) ?? BY_PAYLOAD
  } catch {
    return BY_PAYLOAD
  }
}

test('games receive the listed types of events with the listed scopes, and no others', async () => {
  const types = await eventTypes()
  const scopes = [...types].flatMap(([name, type]) => {
    const scope = scopeOf(type)
    return scope === null ? [] : [[name, scope] as const]
  })
  assert.deepEqual(Object.fromEntries(scopes.sort()), SCOPES)
})

test('no type of an event that changes a guild view has a scope for games, except messages in DMs', async () => {
  for (const [name, type] of await eventTypes()) {
    if (type.apply && !name.startsWith('messages/')) assert.equal(type.gameScope, undefined, name)
  }
})
