import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wholeWorld } from '../../test/worlds/whole-guild.ts'
import { checkWorld, WorldError } from './world-file.ts'

type Path = (string | number)[]

/** Returns the paths and messages of the faults of the whole world with one value set. */
function faultsWith(path: Path, value: unknown): [string, string][] {
  const world = structuredClone(wholeWorld) as unknown
  let node = world as Record<string | number, never>
  for (const key of path.slice(0, -1)) node = node[key] ??= {} as never
  node[path.at(-1) ?? ''] = value as never
  try {
    checkWorld(world)
  } catch (error) {
    assert.ok(error instanceof WorldError, String(error))
    return error.faults.map((fault) => [fault.path, fault.message])
  }
  return []
}

const lab: Path = ['guilds', 'lab']
const general: Path = [...lab, 'channels', 'general']
const ideas: Path = [...lab, 'channels', 'ideas']
const talk: Path = [...general, 'threads', 'talk']
const words: Path = [...lab, 'auto_moderation', 'words']
const party: Path = [...lab, 'scheduled_events', 'party']
const manyThreads = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`t${index}`, {}]))
const message = (change: object) => [{ author: 'ann', content: 'Hi', ...change }]

/** The path and value that a case sets, the end of the path of the fault, and a part of its message. */
const INVALID: [Path, unknown, string, RegExp][] = [
  [[...general, 'tags'], { bug: {} }, 'general.tags', /forums/],
  [[...general, 'require_tag'], true, 'general.require_tag', /forums/],
  [[...ideas, 'messages'], message({}), 'ideas.messages', /type 15 have none/],
  [[...lab, 'channels', 'Stage', 'threads'], { a: {} }, 'Stage.threads', /type 13 have none/],
  [[...ideas, 'tags', 'bug', 'emoji'], 'nothing', 'tags.bug.emoji', /no emoji "nothing"/],
  [[...ideas, 'tags', 'bug', 'name'], 'IDEA', 'tags.idea', /two tags/],
  [[...ideas, 'threads', 'first', 'tags'], ['bugs'], 'first.tags[0]', /no tag "bugs"; did you mean bug\?/],
  [[...ideas, 'threads', 'first', 'tags'], ['bug', 'bug'], 'first.tags', /twice/],
  [[...ideas, 'threads', 'first', 'private'], true, 'first.private', /text channels/],
  [[...talk, 'owner'], 'eve', 'talk.owner', /no user "eve"/],
  [[...talk, 'owner_bot'], 'app', 'talk', /one of owner and owner_bot/],
  [[...talk, 'bots'], ['none'], 'talk.bots[0]', /no bot of this guild "none"/],
  [[...talk, 'members'], ['bob'], 'talk.members[0]', /not a member/],
  [[...general, 'threads', 'twin'], { id: '1400000008388608000' }, 'threads.twin.id', /same id as/],
  [[...general, 'threads'], manyThreads, 'lab.channels', /1001 active threads/],
  [[...talk, 'invitable'], true, 'talk.invitable', /private threads/],
  [[...talk, 'pinned'], true, 'talk.pinned', /posts of a forum/],
  [[...talk, 'archived_at'], '2026-01-01', 'talk.archived_at', /archived threads/],
  [[...general, 'threads', 'old', 'archived_at'], '2026-02-30', 'old.archived_at', /a date/],
  [[...talk, 'messages'], [{ content: 'x' }], 'talk.messages[0]', /one of author, bot and webhook/],
  [[...talk, 'messages'], message({ bot: 'app' }), 'talk.messages[0]', /one of author, bot and webhook/],
  [[...talk, 'messages'], message({ author: 'eve' }), 'talk.messages[0].author', /no user "eve"/],
  [[...talk, 'messages'], message({ content: ' ' }), 'talk.messages[0]', /content, embeds or stickers/],
  [[...talk, 'messages'], message({ content: 'x'.repeat(2_001) }), 'talk.messages[0].content', /2000/],
  [[...talk, 'messages'], message({ stickers: ['bye'] }), 'talk.messages[0].stickers[0]', /no sticker "bye"/],
  [[...talk, 'messages'], message({ reply_to: '7' }), 'talk.messages[0].reply_to', /no earlier message 7/],
  [[...talk, 'messages'], message({ reply_mentions: true }), 'talk.messages[0].reply_mentions', /replies only/],
  [[...talk, 'messages'], message({ embeds: [{}] }), 'talk.messages[0].embeds[0].description', /required/],
  [[...talk, 'messages'], message({ embeds: [{ title: 'x', url: 'ftp://x' }] }), 'embeds[0].url', /well formed/],
  [[...talk, 'messages'], [...message({ id: '9' }), ...message({ id: '8' })], 'talk.messages[1].id', /oldest/],
  [[...general, 'threads', 'old', 'id'], '1400000025165824000', 'general.threads.old.id', /same id as/],
  [[...lab, 'emojis', 'party', 'roles'], ['none'], 'emojis.party.roles[0]', /no role "none"/],
  [[...lab, 'emojis', 'party', 'image'], 'party.png', 'emojis.party.image', /paths work in a world file only/],
  [[...lab, 'stickers', 'wave', 'tags'], undefined, 'stickers.wave.tags', /between|text/],
  [[...lab, 'stickers', 'wave', 'image'], 'data:image/png;base64,AAAA', 'stickers.wave.image', /no PNG/],
  [[...words, 'trigger_type'], 2, 'words.trigger_type', /one of 1, 3/],
  [[...words, 'keyword_filter'], ['x'.repeat(61)], 'words.keyword_filter[0]', /60/],
  [[...words, 'regex_patterns'], ['('], 'words.regex_patterns[0]', /./],
  [[...words, 'actions', 1, 'channel'], 'nowhere', 'words.actions[1].channel', /no channel "nowhere"/],
  [[...words, 'actions', 1, 'channel'], 'ideas', 'actions[1].channel', /Unknown channel/],
  [[...words, 'actions', 1, 'type'], 4, 'words.actions[1].type', /does not support/],
  [[...words, 'exempt_roles'], ['none'], 'words.exempt_roles[0]', /no role "none"/],
  [[...lab, 'auto_moderation', 'mentions', 'trigger_type'], 3, 'mentions.actions[0].type', /does not support/],
  [[...lab, 'auto_moderation', 'more'], { trigger_type: 5 }, 'auto_moderation.more', /at most 1 rules of type 5/],
  [[...party, 'channel'], 'Stage', 'scheduled_events.party', /one of channel and location/],
  [[...party, 'scheduled_end_time'], '2100-01-01', 'party.scheduled_end_time', /later than the start/],
  [[...party, 'scheduled_start_time'], '2200-01-01', 'party.scheduled_start_time', /too far/],
  [[...lab, 'scheduled_events', 'weekly', 'channel'], 'general', 'weekly.channel', /voice or stage/],
  [[...lab, 'scheduled_events', 'weekly', 'recurrence_rule', 'interval'], 2, '', /^$/],
  [[...lab, 'scheduled_events', 'weekly', 'recurrence_rule', 'by_month'], [1], 'recurrence_rule.by_month', /annual/],
]

for (const [at, value, path, message] of INVALID) {
  const title = `${at.slice(2).join('.')} = ${JSON.stringify(value)?.slice(0, 60)}`
  test(path === '' ? `${title} is accepted` : `${title} is refused`, () => {
    const faults = faultsWith(at, value)
    if (path === '') return assert.deepEqual(faults, [])
    assert.ok(
      faults.some(([place, text]) => place.endsWith(path) && message.test(text)),
      JSON.stringify(faults),
    )
  })
}
