import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Faults } from '@guildhall/protocol'
import { faultsIn } from '../../../../test/support/faults-in.ts'
import { GuildView } from '../../../kernel/guild-view.ts'
import type { Channel, Guild } from '../../../kernel/model.ts'
import { checkChannel, emojiOfRequest } from './field-rules.ts'

const view = new GuildView({ id: 1n, name: 'lab', owner_id: 1n } as Guild)
view.emojis.set(5n, { id: 5n, name: 'party', animated: true } as Parameters<typeof view.emojis.set>[1])
view.channels.set(2n, { id: 2n } as Channel)
view.channels.set(3n, { id: 3n, thread_metadata: {} } as Channel)

test('emojiOfRequest returns characters, or a custom emoji of the guild under its own name', () => {
  const cases = [
    [{ emoji_name: '🎉' }, { id: null, name: '🎉', animated: false }],
    [
      { emoji_id: 5n, emoji_name: 'other' },
      { id: 5n, name: 'party', animated: true },
    ],
    [
      { emoji_id: null, emoji_name: '' },
      { id: null, name: null, animated: false },
    ],
  ] as const
  for (const [request, emoji] of cases) {
    const faults = new Faults()
    assert.deepEqual(emojiOfRequest(view, request, faults), emoji)
    assert.deepEqual(faultsIn(faults), [])
  }
})

test('emojiOfRequest adds a fault for the emoji of another guild', () => {
  const faults = new Faults()
  assert.equal(emojiOfRequest(view, { emoji_id: 6n }, faults.at('options', 0)).id, null)
  assert.deepEqual(faultsIn(faults), ['options.0.emoji_id EMOJI_NOT_FOUND'])
})

test('checkChannel accepts a channel, and refuses a thread and an unknown id', () => {
  const faults = new Faults()
  for (const id of [2n, 3n, 4n]) checkChannel(view, id, faults.at(`${id}`))
  assert.deepEqual(faultsIn(faults), ['3 CHANNEL_NOT_FOUND', '4 CHANNEL_NOT_FOUND'])
})
