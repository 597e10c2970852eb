import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digestOf, isRepeated, looksLikeSpam, mentionRaid, newActivity, noteText, type RecentActivity } from './spam.ts'

/** Returns a guild's activity, and a function that returns whether a text repeats others and then counts it. */
function open() {
  const activity = newActivity()
  const say = (userId: bigint, text: string, at: number) => {
    const digest = digestOf(text)
    const repeated = digest !== null && isRepeated(activity, userId, digest, at)
    noteText(activity, { userId, at, digest, mentions: 0, raidBegins: false })
    return repeated
  }
  return { activity, say }
}

test('isRepeated returns true for the fifth equal text within 30 s', () => {
  const { say } = open()
  const said = [0, 1, 2, 3].map((at) => say(1n, 'Buy this', at * 1000))
  assert.deepEqual(said, [false, false, false, false])
  assert.equal(say(1n, ' buy THIS ', 4000), true)
  assert.equal(say(2n, 'Buy this', 4000), false, 'another author')
  assert.equal(say(1n, 'something else', 5000), false)
  assert.equal(say(1n, 'Buy this', 60_000), false, 'after 30 s')
})

test('short texts are not counted, and a bounded number of authors and texts is kept', () => {
  const { activity, say } = open()
  for (let at = 0; at < 20; at += 1) assert.equal(say(1n, 'ok', at), false)
  assert.equal(activity.texts.size, 0)
  for (let id = 2n; id < 3_000n; id += 1n) say(id, 'hello there', 0)
  for (let at = 0; at < 20; at += 1) say(2_999n, 'hello there', at)
  assert.equal(activity.texts.size, 1_000)
  assert.equal(activity.texts.get(2_999n)?.length, 10)
})

test('looksLikeSpam recognizes runs, accents, equal lines and invites', () => {
  const cases = [
    ['a'.repeat(100), true],
    ['a'.repeat(99), false],
    [`z${'\u0300'.repeat(40)}`, true],
    ['Größe und Öl für die Ärztin', false],
    [Array(9).fill('join us').join('\n'), true],
    ['one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine', false],
    ['a.example/invite/aaa b.example/invite/bbb c.example/invite/ccc d.example/invite/ddd', true],
    ['a.example/invite/aaa', false],
    ['', false],
  ] as const
  for (const [text, expected] of cases) assert.equal(looksLikeSpam(text), expected, text.slice(0, 40))
})

test('mentionRaid begins a raid after forty mentions by three members and ends it after ten minutes', () => {
  const mentionIn = (activity: RecentActivity, userId: bigint, count: number, at: number) => {
    const raid = mentionRaid(activity, { userId, count }, at)
    noteText(activity, { userId, at, digest: null, mentions: count, raidBegins: raid.begins })
    return raid
  }
  const activity = newActivity()
  const mention = (userId: bigint, count: number, at: number) => mentionIn(activity, userId, count, at)
  assert.deepEqual(mention(1n, 30, 0), { active: false, begins: false })
  assert.deepEqual(mention(2n, 9, 1000), { active: false, begins: false }, '39 mentions')
  assert.deepEqual(mention(2n, 9, 2000), { active: false, begins: false }, '48 mentions by two members')
  assert.deepEqual(mention(3n, 1, 3000), { active: true, begins: true })
  assert.deepEqual(mention(4n, 1, 4000), { active: true, begins: false })
  assert.deepEqual(mention(4n, 0, 4000), { active: false, begins: false }, 'a text without mentions')
  assert.deepEqual(mention(4n, 1, 3000 + 600_000), { active: false, begins: false }, 'after ten minutes')
  const slow = newActivity()
  for (let step = 0; step < 10; step += 1)
    assert.equal(mentionIn(slow, BigInt(step), 10, step * 31_000).active, false, '100 mentions over five minutes')
  const restarted = newActivity(5_000)
  assert.deepEqual(mentionIn(restarted, 1n, 1, 604_999), { active: true, begins: false }, 'a raid from before')
  assert.deepEqual(mentionIn(restarted, 1n, 1, 605_000), { active: false, begins: false })
})
