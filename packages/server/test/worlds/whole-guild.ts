/** A world whose guild has everything that a world file describes. */
import type { World } from '../../src/world/index.ts'

/** One dot, as a PNG file. */
export const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const DOT_URI = `data:image/png;base64,${DOT}`

/** Ids in the order of their times, some months ago. */
const idAt = (order: number) => String(1_400_000_000_000_000_000n + BigInt(order) * 4_194_304_000n)

/** The world. Bob wrote messages and has left the guild since. */
export const wholeWorld: World = {
  users: { ann: {}, bob: { global_name: 'Bob' }, cleo: {} },
  applications: { app: { name: 'App', owner: 'ann', bot: {}, intents: ['GUILD_MEMBERS', 'MESSAGE_CONTENT'] } },
  guilds: {
    lab: {
      name: 'Lab',
      owner: 'ann',
      members: ['cleo'],
      bots: { app: { permissions: '8' } },
      icon: DOT_URI,
      roles: { crew: { members: ['cleo'] } },
      channels: {
        general: {
          messages: [
            { id: idAt(1), author: 'ann', content: 'A start, with <@&5> and @everyone', pinned: true },
            { id: idAt(2), author: 'bob', content: 'A reply', reply_to: idAt(1), edited_at: '2026-01-02T03:04:05Z' },
            { id: idAt(3), webhook: { id: idAt(0), name: 'Hook' }, embeds: [{ title: 'News', color: 255 }] },
            { id: idAt(4), bot: 'app', content: 'A quiet reply', reply_to: idAt(2), reply_mentions: false },
            { id: idAt(5), author: 'cleo', stickers: ['wave'] },
          ],
          threads: {
            talk: {
              id: idAt(2),
              owner: 'bob',
              members: ['ann', 'cleo'],
              bots: ['app'],
              auto_archive_duration: 4_320,
              messages: [{ id: idAt(6), author: 'cleo', content: 'In the thread' }],
            },
            hidden: { id: idAt(7), private: true, owner: 'cleo', invitable: false, members: ['cleo'], bots: ['app'] },
            old: { id: idAt(8), archived: true, archived_at: '2026-02-03T04:05:06.000Z', locked: true, owner: 'ann' },
          },
        },
        ideas: {
          type: 15,
          tags: { bug: { emoji: '🐛' }, idea: { emoji: 'party', moderated: true } },
          require_tag: true,
          default_reaction_emoji: 'party',
          default_sort_order: 1,
          default_forum_layout: 2,
          default_thread_rate_limit_per_user: 10,
          threads: {
            first: {
              id: idAt(9),
              owner_bot: 'app',
              members: [],
              bots: ['app'],
              pinned: true,
              tags: ['bug', 'idea'],
              messages: [
                { id: idAt(9), bot: 'app', content: 'The post' },
                { id: idAt(10), author: 'ann', content: 'An answer' },
              ],
            },
          },
        },
        Stage: { type: 13 },
      },
      emojis: { party: { image: DOT_URI }, secret: { roles: ['crew'] } },
      stickers: { wave: { description: 'A hand', tags: 'wave', image: DOT_URI } },
      auto_moderation: {
        words: {
          name: 'No bad words',
          trigger_type: 1,
          keyword_filter: ['bad*'],
          regex_patterns: ['b+a+d+'],
          allow_list: ['badge'],
          actions: [
            { type: 1, custom_message: 'Mind your words' },
            { type: 2, channel: 'general' },
          ],
          enabled: true,
          exempt_roles: ['crew'],
          exempt_channels: ['ideas'],
        },
        mentions: { trigger_type: 5, mention_total_limit: 7, actions: [{ type: 3, duration_seconds: 60 }] },
      },
      scheduled_events: {
        party: {
          location: 'The roof',
          scheduled_start_time: '2100-01-02T03:04:05Z',
          scheduled_end_time: '2100-01-02T04:04:05Z',
          image: DOT_URI,
        },
        weekly: {
          channel: 'Stage',
          scheduled_start_time: '2026-01-05T18:00:00Z',
          recurrence_rule: { start: '2026-01-05T18:00:00Z', frequency: 2, by_weekday: [0] },
        },
      },
    },
  },
}
