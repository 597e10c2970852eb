import type { ReactionObject } from '@guildhall/protocol'
import { useClient } from '../../gateway/react.tsx'
import { emojiKey } from '../../gateway/reducers/messages.ts'
import type { ShownMessage } from '../../gateway/state.ts'
import { reactionPath } from './reaction-path.ts'
import styles from './reactions.module.css'

/** The reactions of a message. Pressing one adds or removes the person's own. */
export function Reactions({ message }: { message: ShownMessage }) {
  const client = useClient()
  const reactions = message.reactions ?? []
  if (reactions.length === 0) return null

  function toggle({ emoji, me }: ReactionObject) {
    const path = reactionPath(message, emoji)
    const event = {
      user_id: client.account.userId,
      channel_id: message.channel_id,
      message_id: message.id,
      emoji: { id: emoji.id ?? null, name: emoji.name ?? null },
    }
    const [now, back] = me
      ? (['MESSAGE_REACTION_REMOVE', 'MESSAGE_REACTION_ADD'] as const)
      : (['MESSAGE_REACTION_ADD', 'MESSAGE_REACTION_REMOVE'] as const)
    client.apply(now, event)
    const request = me ? client.api.delete(path) : client.api.put(path)
    request.catch(() => client.apply(back, event))
  }

  return (
    <ul className={styles.list}>
      {reactions.map((reaction) => (
        <li key={emojiKey(reaction.emoji)}>
          <button
            type="button"
            className={styles.reaction}
            aria-pressed={reaction.me}
            aria-label={`${reaction.emoji.name ?? 'emoji'} ${reaction.count}`}
            onClick={() => toggle(reaction)}
          >
            <ReactionEmoji reaction={reaction} /> <span className={styles.count}>{reaction.count}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function ReactionEmoji({ reaction: { emoji } }: { reaction: ReactionObject }) {
  if (!emoji.id) return <span>{emoji.name}</span>
  const src = `/cdn/emojis/${emoji.id}.${emoji.animated ? 'gif' : 'webp'}?size=32`
  return <img src={src} alt={`:${emoji.name}:`} width={16} height={16} />
}
