import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emojiSlots, nameOfFile, soundsMax, stickersMax } from './slots.ts'

const guild = (premium_tier: number, ...features: string[]) => ({ premium_tier, features })

test('emojiSlots counts still and animated emojis separately, up to the limit of the boost level', () => {
  const emojis = [{ animated: false }, { animated: true }, { animated: false }]
  assert.deepEqual(emojiSlots(guild(0), emojis), { still: { used: 2, max: 50 }, moving: { used: 1, max: 50 } })
  assert.equal(emojiSlots(guild(0, 'MORE_EMOJI'), []).still.max, 200)
  assert.equal(emojiSlots(guild(3, 'MORE_EMOJI'), []).still.max, 250)
})

test('stickers and sounds have limits by boost level and feature', () => {
  assert.deepEqual([stickersMax(guild(0)), stickersMax(guild(2)), stickersMax(guild(0, 'MORE_STICKERS'))], [5, 30, 60])
  assert.deepEqual([soundsMax(guild(0)), soundsMax(guild(1)), soundsMax(guild(0, 'MORE_SOUNDBOARD'))], [8, 24, 96])
})

test('nameOfFile leaves letters, digits and underscores', () => {
  assert.equal(nameOfFile('party parrot (1).final.gif'), 'party_parrot_1_final')
  assert.equal(nameOfFile('żółw.png'), 'w')
})
