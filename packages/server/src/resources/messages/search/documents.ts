import type { Snowflake } from '@guildhall/protocol'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { Channel } from '../../../kernel/model.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { TextDocument } from '../../../kernel/store/text-index.ts'
import { findChannel } from '../../channels/index.ts'
import { listUsers } from '../../users/index.ts'
import { textOf } from '../component-text.ts'
import type { Message } from '../message.ts'
import * as store from '../store.ts'
import { marksOf, placeOf, repliedTo } from './marks.ts'
import { wordsOf } from './words.ts'

/** Messages of a guild as the text index takes them. Those whose channel is gone are none. */
export async function documentsOf(
  session: StoreSession,
  view: GuildView,
  messages: readonly Message[],
): Promise<TextDocument[]> {
  const replied = messages.flatMap((message) => repliedTo(message) ?? [])
  const repliedAuthors = new Map((await store.listByIds(session, replied)).map(({ id, author_id }) => [id, author_id]))
  const authors = await listUsers(
    session,
    messages.map((message) => message.author_id),
  )
  const channels = new Map<Snowflake, Channel | undefined>()
  const documents: TextDocument[] = []
  for (const message of messages) {
    const { id, channel_id } = message
    if (!channels.has(channel_id)) {
      channels.set(channel_id, view.channels.get(channel_id) ?? (await findChannel(session, channel_id)))
    }
    const channel = channels.get(channel_id)
    if (!channel) continue
    const marks = marksOf(message, {
      channel,
      authorIsBot: authors.get(message.author_id)?.bot ?? false,
      repliedUserId: repliedAuthors.get(repliedTo(message) ?? 0n) ?? null,
    })
    documents.push({ id, group: view.id, place: placeOf(channel), words: wordsOf(searchedText(message)), marks })
  }
  return documents
}

/** What `content` searches in: of messages made of components, what these say. */
export function searchedText({ content, components }: Pick<Message, 'content' | 'components'>): string {
  return components.length === 0 ? content : `${content}\n${textOf(components)}`
}
