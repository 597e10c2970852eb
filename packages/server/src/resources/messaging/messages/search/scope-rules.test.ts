import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChannelType, Permission as P } from '@guildhall/protocol'
import type { Channel } from '../../../../kernel/model.ts'
import type { TextScope } from '../../../../kernel/store/text-index.ts'
import { MESSAGE_DEFAULTS, type StoredMessage } from '../model.ts'
import { marksOf, scopeChannelOf } from './marks.ts'
import { readableChannels, type Searcher, scopeOf } from './scope-rules.ts'

const NONE = 0n
const READS = P.VIEW_CHANNEL | P.READ_MESSAGE_HISTORY
const MANAGES = READS | P.MANAGE_THREADS

const channel = (id: bigint, fields: Partial<Channel> = {}) =>
  ({ id, type: ChannelType.GUILD_TEXT, parent_id: null, nsfw: false, thread_metadata: null, ...fields }) as Channel
const thread = (id: bigint, parent_id: bigint, type: number) =>
  channel(id, { type, parent_id, thread_metadata: {} as Channel['thread_metadata'] })
const message = {
  ...MESSAGE_DEFAULTS,
  id: 1n,
  author_id: 7n,
  webhook_id: null,
  content: '',
  pinned_at: null,
} as StoredMessage

/** Is a message in this channel within the scope? As an index has it. */
function within({ only, except, also }: TextScope, channel: Channel): boolean {
  const marks = marksOf(message, { channel, authorIsBot: false, repliedUserId: null })
  const place = scopeChannelOf(channel)
  const open = only ? only.includes(place) : !except?.includes(place)
  return open || also.some((mark) => marks.includes(mark))
}

test('[END-39] [END-43] [END-45] [PRM-24] scopeOf includes the channels and threads that the permissions allow', () => {
  const [plain, adult, other] = [channel(1n), channel(2n, { nsfw: true }), channel(3n)]
  const places = {
    plain,
    'its public thread': thread(11n, 1n, ChannelType.PUBLIC_THREAD),
    'its private thread': thread(12n, 1n, ChannelType.PRIVATE_THREAD),
    'a private thread with me': thread(13n, 1n, ChannelType.PRIVATE_THREAD),
    adult,
    other,
    'private with me in other': thread(33n, 3n, ChannelType.PRIVATE_THREAD),
  }
  const inPlain = ['plain', 'its public thread', 'a private thread with me']
  const cases: [inPlain: bigint, inAdult: bigint, inOther: bigint, includeNsfw: boolean, found: string[]][] = [
    [NONE, NONE, NONE, true, []],
    [P.VIEW_CHANNEL, P.READ_MESSAGE_HISTORY, P.MANAGE_THREADS, true, []],
    [READS, NONE, NONE, false, inPlain],
    [READS, READS, NONE, false, inPlain],
    [READS, READS, NONE, true, [...inPlain, 'adult']],
    [READS, READS, READS, false, [...inPlain, 'other', 'private with me in other']],
    [MANAGES, NONE, NONE, false, ['plain', 'its public thread', 'its private thread', 'a private thread with me']],
    [NONE, MANAGES, MANAGES, false, ['other', 'private with me in other']],
    [MANAGES, MANAGES, MANAGES, true, Object.keys(places)],
  ]
  for (const [first, second, third, includeNsfw, found] of cases) {
    const searcher: Searcher = {
      guildId: 5n,
      channels: [plain, adult, other, places['its public thread']],
      permissionsIn: ({ id }) => [NONE, first, second, third][Number(id)] ?? NONE,
      privateThreads: [
        { id: 13n, parent_id: 1n },
        { id: 33n, parent_id: 3n },
      ],
    }
    const scope = scopeOf(searcher, readableChannels(searcher), includeNsfw)
    const seen = Object.entries(places).flatMap(([name, place]) => (within(scope, place) ? [name] : []))
    assert.deepEqual(seen, found, `${first} ${second} ${third} ${includeNsfw}`)
  }
})
