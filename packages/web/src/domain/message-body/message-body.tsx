import type { ShownMessage } from '@guildhall/client/records'
import { type ChannelObject, MessageFlag } from '@guildhall/protocol'
import { t } from '../../lib/language/text.ts'
import { MessageComponents } from '../components/message-components.tsx'
import { Markdown } from '../markdown/markdown.tsx'
import { ActivityLine } from './activity-line.tsx'
import { Attachments } from './attachments.tsx'
import { Embeds } from './embeds.tsx'
import { ForwardedMessage } from './forward.tsx'
import styles from './message.module.css'
import { MessageCards } from './message-cards.tsx'
import { Poll } from './poll.tsx'
import { Reactions } from './reactions.tsx'
import { Stickers } from './stickers.tsx'

/** Content of a message, below its author. */
export function MessageBody(props: { message: ShownMessage; channel: ChannelObject; permissions: bigint }) {
  const { message, channel } = props
  return (
    <>
      {message.content && (
        <div className={styles.text}>
          <Markdown text={message.content} guildId={channel.guild_id} />
          {message.edited_timestamp && <span className={styles.edited}> {t('(edited)')}</span>}
        </div>
      )}
      <ActivityLine message={message} />
      <ForwardedMessage message={message} channel={channel} />
      {(message.flags & MessageFlag.IS_COMPONENTS_V2) === 0 && <Attachments attachments={message.attachments} />}
      <Stickers stickers={message.sticker_items ?? []} />
      <MessageCards message={message} />
      <Embeds embeds={message.embeds} content={message.content} guildId={channel.guild_id} />
      <Poll message={message} />
      <MessageComponents message={message} channel={channel} />
      <Reactions message={message} />
    </>
  )
}
