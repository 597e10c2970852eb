import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChannelType } from '@guildhall/protocol'
import { GuildView } from '../../../kernel/guild-view.ts'
import type { Channel, Guild } from '../../../kernel/model.ts'
import type { Viewer } from '../../../kernel/viewer.ts'
import { messageCreate } from '../messages/index.ts'
import { threadCreate, threadJoined, threadMembersUpdate, threadUpdate } from './events.ts'
import { newThreadMember } from './model.ts'

const PARENT = 1n
const THREAD = 2n
const thread = { id: THREAD, parent_id: PARENT, type: ChannelType.PUBLIC_THREAD } as Channel
const member = newThreadMember(thread, 7n, 0)

/** Returns the session of a person who sees these channels. */
const person = (userId: bigint, ...seen: bigint[]) =>
  ({ kind: 'person', userId, intents: 0, sees: (id: bigint) => seen.includes(id) }) as unknown as Viewer

const added = { thread, added: [member], removed: [] }
const removed = { thread, added: [], removed: [7n] }

test('a member who does not see the channel receives their own removal and nothing else', () => {
  const hidden = person(7n)
  assert.equal(threadMembersUpdate.visibleTo(hidden, removed), true)
  assert.equal(threadMembersUpdate.visibleTo(hidden, added), false)
  assert.equal(threadJoined.visibleTo(hidden, { thread, member }), false)
  const other = person(8n)
  assert.equal(threadMembersUpdate.visibleTo(other, removed), false)
})

test('an added member who sees the channel receives both events, also of a private thread that nobody else sees', () => {
  const viewer = person(7n, PARENT)
  assert.equal(threadMembersUpdate.visibleTo(viewer, added), true)
  assert.equal(threadJoined.visibleTo(viewer, { thread, member }), true)
  assert.equal(threadMembersUpdate.visibleTo(person(8n, PARENT), added), false)
  assert.equal(threadJoined.visibleTo(person(8n, PARENT, THREAD), { thread, member }), false)
})

test('a message changes the thread of the guild view, and not the events of the thread before it', () => {
  const message = { id: 9n, channel_id: THREAD, type: 0, only_for: null }
  const posted = { hydrated: { message } } as unknown as Parameters<NonNullable<typeof messageCreate.apply>>[1]
  for (const show of [
    (view: GuildView, shown: Channel) => threadCreate.apply?.(view, { thread: shown, members: [] }),
    (view: GuildView, shown: Channel) => threadUpdate.apply?.(view, { thread: shown }),
  ]) {
    const view = new GuildView({ id: 3n } as Guild)
    const shown = { ...thread, last_message_id: null } as Channel
    show(view, shown)
    messageCreate.apply?.(view, posted)
    assert.deepEqual([shown.last_message_id, view.channels.get(THREAD)?.last_message_id], [null, 9n])
  }
})
