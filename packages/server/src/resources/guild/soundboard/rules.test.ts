import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Permission, type Verdict } from '@guildhall/protocol'
import fc from 'fast-check'
import { audioOf } from '../../../media/audio-duration.ts'
import { oggFlac, RATE } from '../../../media/ogg-flac.ts'
import { DEFAULT_SOUNDS, defaultSoundFile } from './default-sounds.ts'
import { mayAddSound, mayBeSound, maySendSound, soundsMax } from './rules.ts'

const outcome = (verdict: Verdict) => (verdict.ok ? 'ok' : verdict.error)

test('mayAddSound() refuses a sound over the limit of the guild', () => {
  const guild = { premium_tier: 0, features: [] }
  const most = soundsMax(guild)
  assert.ok(mayAddSound(guild, most - 1).ok)
  const verdict = mayAddSound(guild, most)
  assert.equal(verdict.ok ? null : verdict.error, 'TOO_MANY_SOUNDBOARD_SOUNDS')
  assert.ok(mayAddSound({ ...guild, features: ['MORE_SOUNDBOARD'] }, most).ok)
})

test('soundsMax() depends on tier and MORE_SOUNDBOARD', () => {
  for (const [tier, features, most] of [
    [0, [], 8],
    [1, [], 24],
    [2, [], 36],
    [3, [], 48],
    [3, ['MORE_SOUNDBOARD'], 96],
  ] as const)
    assert.equal(soundsMax({ premium_tier: tier, features }), most)
})

test('mayBeSound() limits the duration of a file', () => {
  for (const [ms, expected] of [
    [5200, 'ok'],
    [5200.1, 'PROVIDED_FILE_TOO_LONG'],
    [1, 'ok'],
    [0, 'FILE_DURATION_INVALID'],
  ] as const)
    assert.equal(outcome(mayBeSound(ms)), expected, `${ms}`)
})

test('maySendSound() needs permissions, a connection and an open microphone', () => {
  const { SPEAK, USE_SOUNDBOARD, USE_EXTERNAL_SOUNDS } = Permission
  const all = SPEAK | USE_SOUNDBOARD
  const state = { deaf: false, mute: false, self_deaf: false, suppress: false }
  const base = { permissions: all, state, external: false, subscribed: false }
  const far = { external: true, subscribed: true }
  const cases: [object, string][] = [
    [{}, 'ok'],
    [{ permissions: SPEAK }, 'MISSING_PERMISSIONS'],
    [{ permissions: USE_SOUNDBOARD }, 'MISSING_PERMISSIONS'],
    [{ permissions: 0n }, 'MISSING_PERMISSIONS'],
    [far, 'MISSING_PERMISSIONS'],
    [{ ...far, permissions: all | USE_EXTERNAL_SOUNDS }, 'ok'],
    [{ ...far, permissions: all | USE_EXTERNAL_SOUNDS, subscribed: false }, 'MISSING_PERMISSIONS'],
    [{ state: undefined }, 'TARGET_NOT_CONNECTED_TO_VOICE'],
    ...(['deaf', 'mute', 'self_deaf', 'suppress'] as const).map(
      (flag) => [{ state: { ...state, [flag]: true } }, 'CANNOT_SEND_VOICE_EFFECT'] as [object, string],
    ),
  ]
  for (const [fields, expected] of cases)
    assert.equal(outcome(maySendSound({ ...base, ...fields })), expected, JSON.stringify(Object.keys(fields)))
})

/** Silence: frames of 417 bytes and 26 ms each. */
function mp3(frames: number): Buffer {
  const frame = Buffer.alloc(417)
  frame.writeUInt32BE(0xfffb9000)
  return Buffer.concat(Array<Buffer>(frames).fill(frame))
}

test('audioOf() reads type and duration of audio files', () => {
  const frameMs = (1152 * 1000) / 44_100
  assert.deepEqual(audioOf(mp3(100)), { type: 'audio/mpeg', durationMs: audioOf(mp3(100))?.durationMs })
  const length = (bytes: Buffer) => Math.round(audioOf(bytes)?.durationMs ?? -1)
  assert.equal(length(mp3(100)), Math.round(100 * frameMs))
  const tag = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, 20, ...Array<number>(20).fill(1)])
  const old = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125)])
  assert.equal(length(Buffer.concat([tag, mp3(10), old])), Math.round(10 * frameMs))
  const withHeader = mp3(11)
  withHeader.write('Xing', 36, 'latin1')
  assert.equal(length(withHeader), Math.round(10 * frameMs))
  // Version 2 has half the samples per frame and different rates and sizes.
  const second = Buffer.alloc(480)
  second.writeUInt32BE(0xfff3e400)
  assert.equal(audioOf(second)?.durationMs, 576 / 24)
  assert.equal(length(oggFlac(new Float64Array(RATE * 2))), 2000)
})

test('audioOf() rejects truncated and foreign files', () => {
  const ogg = oggFlac(Float64Array.from({ length: 900 }, (_, n) => Math.sin(n)))
  for (let end = 0; end < ogg.length; end += 1)
    assert.equal(audioOf(ogg.subarray(0, end))?.durationMs || null, null, `${end}`)
  for (let at = 0; at < ogg.length; at += 7) {
    const broken = Buffer.from(ogg)
    broken[at] = (broken[at] ?? 0) ^ 0x10
    assert.equal(audioOf(broken), null, `byte ${at}`)
  }
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from('OggS'),
    Buffer.from('ID3'),
    Buffer.from('<html>'),
    Buffer.concat([mp3(1), Buffer.from('<script>')]),
    mp3(1).subarray(0, 400),
    Buffer.concat([ogg, ogg]),
    Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0]),
  ])
    assert.equal(audioOf(bytes), null)
})

test('default sounds pass the checks of guild sounds', () => {
  for (const { id, name } of DEFAULT_SOUNDS) {
    const file = defaultSoundFile(id.toString())
    assert.ok(file && mayBeSound(audioOf(file)?.durationMs ?? 0).ok, name)
  }
  for (const id of ['', '0', '6', '-1', 'x', '99999']) assert.equal(defaultSoundFile(id), null, id)
})

test('audioOf() ends on any bytes and returns finite numbers', () => {
  const heads = ['', 'OggS\0\x02', 'ID3\x03\0\0\0\0\0\x05', '\xff\xfb\x90\0', '\xff\xf3'].map((head) =>
    Buffer.from(head, 'latin1'),
  )
  fc.assert(
    fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 600 }), (head, rest) => {
      const facts = audioOf(Buffer.concat([head, rest]))
      if (facts) assert.ok(Number.isFinite(facts.durationMs))
    }),
    { numRuns: 2000 },
  )
})
