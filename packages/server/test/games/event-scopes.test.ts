/** The scope with which a game receives each type of event of the platform. A type that is not listed reaches no game. */
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { EventType } from '../../src/kernel/event.ts'

/** Scopes by folder and export of the event type. `by payload` is for types whose scope depends on the event. */
const SCOPES: Readonly<Record<string, string>> = {
  'lobbies/lobbyDelete': 'lobbies.write',
  'lobbies/lobbyLeft': 'lobbies.write',
  'lobbies/lobbyMemberAdd': 'lobbies.write',
  'lobbies/lobbyMemberConnect': 'lobbies.write',
  'lobbies/lobbyMemberDisconnect': 'lobbies.write',
  'lobbies/lobbyMemberRemove': 'lobbies.write',
  'lobbies/lobbyMemberUpdate': 'lobbies.write',
  'lobbies/lobbyUpdate': 'lobbies.write',
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
  for (const file of globSync('*/*events.ts', { cwd: resources })) {
    const exported = (await import(`${resources}${file}`)) as Record<string, unknown>
    for (const [name, value] of Object.entries(exported)) {
      if (isEventType(value)) found.set(`${basename(dirname(file))}/${name}`, value)
    }
  }
  return found
}

function isEventType(value: unknown): value is EventType<unknown> {
  return typeof value === 'object' && value !== null && 'visibleTo' in value && 'present' in value
}

function scopeOf({ gameScope }: EventType<unknown>): string | null {
  try {
    return gameScope?.({}) ?? null
  } catch {
    return 'by payload'
  }
}

test('games receive the listed types of events with the listed scopes, and no others', async () => {
  const types = await eventTypes()
  assert.ok(types.size > 100, `${types.size} types`)
  const scopes = [...types].flatMap(([name, type]) => {
    const scope = scopeOf(type)
    return scope === null ? [] : [[name, scope] as const]
  })
  assert.deepEqual(Object.fromEntries(scopes.sort()), SCOPES)
})

test('no type of an event of guilds has a scope for games', async () => {
  const guildIntents = 0x10fff | (1 << 20) | (1 << 21)
  for (const [name, type] of await eventTypes()) {
    if (type.apply || type.subjectChannel) assert.equal(type.gameScope, undefined, name)
    if (!type.gameScope) continue
    let intents = 0
    try {
      intents = type.intents({})
    } catch {
      continue
    }
    assert.equal(intents & guildIntents, 0, name)
  }
})
