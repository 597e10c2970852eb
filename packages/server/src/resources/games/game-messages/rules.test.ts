import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MessageFlag } from '@guildhall/protocol'
import { gameFlags, mayWriteFromGame } from './rules.ts'

const STRANGERS = { blocked: false, friends: false, bothPlaying: false, knowEachOther: false }
for (const [name, relation, ok] of [
  ['strangers', {}, false],
  ['friends', { friends: true }, true],
  ['players of the game', { bothPlaying: true }, true],
  ['users who know each other', { knowEachOther: true }, true],
  ['friends of whom one has blocked the other', { friends: true, blocked: true }, false],
  ['players of whom one has blocked the other', { bothPlaying: true, knowEachOther: true, blocked: true }, false],
] as const) {
  test(`${name} may ${ok ? '' : 'not '}write to each other from a game`, () => {
    const verdict = mayWriteFromGame({ ...STRANGERS, ...relation })
    assert.equal(verdict.ok ? undefined : verdict.error, ok ? undefined : 'CANNOT_SEND_TO_USER')
  })
}

test('a game sets two flags of its messages, and the platform marks where they come from', () => {
  const own = MessageFlag.SENT_BY_SOCIAL_LAYER_INTEGRATION
  assert.equal(gameFlags(undefined), own)
  assert.equal(gameFlags(null), own)
  const settable = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS
  assert.equal(gameFlags(settable), settable | own)
  assert.equal(gameFlags(MessageFlag.EPHEMERAL | MessageFlag.CROSSPOSTED | MessageFlag.IS_VOICE_MESSAGE), own)
})
