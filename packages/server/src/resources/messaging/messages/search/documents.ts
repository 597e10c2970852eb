import type { Snowflake } from '@guildhall/protocol'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Channel } from '../../../../kernel/model.ts'
import type { StoreSession } from '../../../../kernel/store/store.ts'
import type { TextDocument } from '../../../../kernel/store/text-index.ts'
import { listUsers } from '../../../accounts/users/index.ts'
import { findChannel } from '../../../guild/channels/index.ts'
import { type StoredMessage, textOfComponents } from '../model.ts'
import { listMessagesById } from '../store.ts'
import { marksOf, repliedTo, scopeChannelOf } from './marks.ts'
import { wordsOf } from './words.ts'

/** Returns messages of a guild as documents of the text index. Messages whose channel was deleted are left out. */
export async function documentsOf(
  session: StoreSession,
  view: GuildView,
  messages: readonly StoredMessage[],
): Promise<TextDocument[]> {
  const replied = messages.flatMap((message) => repliedTo(message) ?? [])
  const repliedAuthors = new Map((await listMessagesById(session, replied)).map(({ id, author_id }) => [id, author_id]))
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
    documents.push({
      id,
      group: view.id,
      place: scopeChannelOf(channel),
      words: wordsOf(searchableText(message)),
      marks,
    })
  }
  return documents
}

/** Returns the text that the `content` filter searches: the content, and the text of components. */
export function searchableText({ content, components }: Pick<StoredMessage, 'content' | 'components'>): string {
  return components.length === 0 ? content : `${content}\n${textOfComponents(components)}`
}
