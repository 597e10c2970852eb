import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Permission, StickerFormat, type Verdict } from '@guildhall/protocol'
import fc from 'fast-check'
import { factsOf, factsOfLottie } from '../../../media/sticker-file.ts'
import { mayAddSticker, mayBeSticker, maySendSticker, stickersMax } from './rules.ts'
import { STICKER_PACKS, standardStickerFile } from './standard-stickers.ts'

const outcome = (verdict: Verdict) => (verdict.ok ? 'ok' : verdict.error)

test('stickersMax() depends on tier and MORE_STICKERS', () => {
  for (const [tier, features, expected] of [
    [0, [], 5],
    [1, [], 15],
    [2, [], 30],
    [3, [], 60],
    [0, ['MORE_STICKERS'], 60],
  ] as const)
    assert.equal(stickersMax({ premium_tier: tier, features }), expected)
})

test('maySendSticker() rejects stickers of other guilds without membership or permission', () => {
  const external = Permission.USE_EXTERNAL_STICKERS
  const cases = [
    ['standard', { guild_id: null }, 0n, 1n, false, 'ok'],
    ['own guild', { guild_id: 1n }, 0n, 1n, false, 'ok'],
    ['another, allowed', { guild_id: 2n }, external, 1n, true, 'ok'],
    ['another, not allowed', { guild_id: 2n }, 0n, 1n, true, 'CANNOT_SEND_STICKER'],
    ['another, no member', { guild_id: 2n }, external, 1n, false, 'CANNOT_SEND_STICKER'],
    ['in a DM', { guild_id: 2n }, external, null, true, 'ok'],
    ['in a DM, no member', { guild_id: 2n }, external, null, false, 'CANNOT_SEND_STICKER'],
  ] as const
  for (const [name, sticker, permissions, guildId, member, expected] of cases)
    assert.equal(outcome(maySendSticker(sticker, { permissions, guildId, member })), expected, name)
})

test('mayBeSticker() checks size, frames, length and Lottie facts of a file', () => {
  const png = { format: StickerFormat.PNG, width: 320, height: 320, frames: 1, durationMs: 0 }
  const lottie = { ...png, format: StickerFormat.LOTTIE, framerate: 60, frames: 300, durationMs: 5000 }
  const verified = ['VERIFIED']
  const cases = [
    [png, [], 'ok'],
    [{ ...png, width: 321 }, [], 'INVALID_FILE'],
    [{ ...png, height: 321 }, [], 'INVALID_FILE'],
    [{ ...png, frames: 1000, durationMs: 5000 }, [], 'ok'],
    [{ ...png, frames: 1001 }, [], 'STICKER_TOO_MANY_FRAMES'],
    [{ ...png, durationMs: 5001 }, [], 'STICKER_TOO_LONG'],
    [lottie, [], 'PROVIDED_FILE_TYPE_INVALID'],
    [lottie, ['PARTNERED'], 'ok'],
    [lottie, verified, 'ok'],
    [{ ...lottie, width: 321 }, verified, 'STICKER_LOTTIE_TOO_LARGE'],
    [{ ...lottie, framerate: 61 }, verified, 'STICKER_FRAMERATE_TOO_HIGH'],
    [{ ...lottie, framerate: 0 }, verified, 'STICKER_FRAMERATE_OUT_OF_RANGE'],
    [{ ...lottie, frames: 1001 }, verified, 'STICKER_TOO_MANY_FRAMES'],
    [{ ...lottie, durationMs: 5001 }, verified, 'STICKER_TOO_LONG'],
    [{ ...lottie, rasterized: true }, verified, 'STICKER_LOTTIE_RASTERIZED'],
  ] as const
  for (const [file, features, expected] of cases) assert.equal(outcome(mayBeSticker(file, features)), expected)
})

test('factsOf() and factsOfLottie() read whole pictures and reject truncated or foreign files', () => {
  const gif = (delays: number[]) =>
    Buffer.concat([
      Buffer.from('GIF89a'),
      Buffer.from([4, 0, 5, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
      ...delays.map((delay) =>
        Buffer.from([0x21, 0xf9, 4, 0, delay, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]),
      ),
      Buffer.from([0x3b]),
    ])
  assert.deepEqual(factsOf(gif([50])), { format: 4, width: 4, height: 5, frames: 1, durationMs: 0 })
  assert.deepEqual(factsOf(gif([50, 30]))?.durationMs, 800)
  assert.deepEqual(factsOf(gif([0, 1]))?.durationMs, 200)
  assert.equal(factsOf(gif([])), null)
  const whole = gif([50, 30])
  for (let end = 0; end < whole.length; end += 1) assert.equal(factsOf(whole.subarray(0, end)), null, `${end} bytes`)
  for (const junk of ['', 'GIF89a', '\x89PNG\r\n\x1a\n', '<svg/>', 'RIFF'])
    assert.equal(factsOf(Buffer.from(junk, 'latin1')), null)

  const lottie = { v: '5', fr: 30, ip: 0, op: 60, w: 320, h: 200, layers: [] }
  const read = (value: unknown) => factsOfLottie(Buffer.from(JSON.stringify(value)))
  assert.deepEqual(read(lottie), {
    format: 3,
    width: 320,
    height: 200,
    frames: 60,
    durationMs: 2000,
    framerate: 30,
    rasterized: false,
  })
  assert.equal(
    read({ ...lottie, assets: [{ id: 'a', w: 1, h: 1, u: '', p: 'data:image/png;base64,' }] })?.rasterized,
    true,
  )
  assert.equal(read({ ...lottie, assets: [{ id: 'a', layers: [] }, null] })?.rasterized, false)
  for (const bad of [
    [],
    null,
    {},
    { ...lottie, v: 5 },
    { ...lottie, op: 0 },
    { ...lottie, w: 'x' },
    { ...lottie, layers: 1 },
  ])
    assert.equal(read(bad), null, JSON.stringify(bad))
  assert.equal(factsOfLottie(Buffer.from('{')), null)
})

test('mayAddSticker() refuses a sticker over the limit of the guild', () => {
  const guild = { premium_tier: 0, features: [] }
  const most = stickersMax(guild)
  assert.ok(mayAddSticker(guild, most - 1).ok)
  const verdict = mayAddSticker(guild, most)
  assert.equal(verdict.ok ? null : verdict.error, 'TOO_MANY_STICKERS')
  assert.ok(mayAddSticker({ ...guild, features: ['MORE_STICKERS'] }, most).ok)
})

test('standard stickers pass the checks of guild stickers', () => {
  for (const pack of STICKER_PACKS) {
    assert.ok(pack.stickers.some(({ id }) => id === pack.cover_sticker_id))
    for (const sticker of pack.stickers) {
      const facts = factsOfLottie(standardStickerFile(sticker.id.toString()) ?? Buffer.alloc(0))
      assert.ok(facts && mayBeSticker(facts, ['VERIFIED']).ok, sticker.name)
    }
  }
  for (const id of ['', '1', '-1', '1001', 'x', '99999999999999999999']) assert.equal(standardStickerFile(id), null, id)
})

test('reading any bytes ends, and returns only numbers', () => {
  const heads = ['', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'GIF89a', 'GIF87a', '{'].map((head) =>
    Buffer.from(head, 'latin1'),
  )
  fc.assert(
    fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 400 }), (head, rest) => {
      const bytes = Buffer.concat([head, rest])
      for (const facts of [factsOf(bytes), factsOfLottie(bytes)]) {
        if (facts) assert.ok([facts.width, facts.height, facts.frames, facts.durationMs].every(Number.isFinite))
      }
    }),
    { numRuns: 2000 },
  )
})
