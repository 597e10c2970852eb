import { emojiKey, type ShownMessage } from '@guildhall/client/records'
import type { ReactionObject } from '@guildhall/protocol'
import { useClient } from '../../gateway/react.tsx'
import { setReaction } from '../messages/react.ts'
import styles from './reactions.module.css'

/** The reactions of a message. Pressing one adds or removes the person's own. */
export function Reactions({ message }: { message: ShownMessage }) {
  const client = useClient()
  const reactions = message.reactions ?? []
  if (reactions.length === 0) return null

  return (
    <ul className={styles.list}>
      {reactions.map((reaction) => (
        <li key={emojiKey(reaction.emoji)}>
          <button
            type="button"
            className={styles.reaction}
            aria-pressed={reaction.me}
            aria-label={`${reaction.emoji.name ?? 'emoji'} ${reaction.count}`}
            onClick={() => setReaction(client, message, reaction.emoji, !reaction.me)}
          >
            <ReactionEmoji reaction={reaction} /> <span className={styles.count}>{reaction.count}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The emoji of a reaction. */
export function ReactionEmoji({ reaction: { emoji } }: { reaction: ReactionObject }) {
  if (!emoji.id) return <span>{emoji.name}</span>
  const src = `/cdn/emojis/${emoji.id}.${emoji.animated ? 'gif' : 'webp'}?size=32`
  return <img src={src} alt={`:${emoji.name}:`} width={16} height={16} />
}
