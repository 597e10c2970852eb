import type { ChannelObject } from '@guildhall/protocol'
import type { ShownMessage } from '../../gateway/state.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { Attachments } from './attachments.tsx'
import styles from './message.module.css'
import { Reactions } from './reactions.tsx'

/** Content of a message, below its author. */
export function MessageBody(props: { message: ShownMessage; channel: ChannelObject; permissions: bigint }) {
  const { message, channel } = props
  return (
    <>
      {message.content && (
        <div className={styles.text}>
          <Markdown text={message.content} guildId={channel.guild_id} />
          {message.edited_timestamp && <span className={styles.edited}> (edited)</span>}
        </div>
      )}
      <Attachments attachments={message.attachments} />
      <Reactions message={message} />
    </>
  )
}
