import { CustomEmoji } from '../../domain/markdown/markdown.tsx'
import { useClientState } from '../../gateway/react.tsx'

/** An emoji as forums and tags refer to it: a custom one by its id, or a Unicode one by its character. */
export function SmallEmoji({ emoji }: { emoji: { emoji_id: string | null; emoji_name: string | null } }) {
  const { emoji_id: id, emoji_name: name } = emoji
  const known = useClientState(({ guilds }) => {
    for (const { emojis } of guilds.values()) {
      const found = id ? emojis.get(id) : undefined
      if (found) return found
    }
    return undefined
  })
  if (!id) return <span>{name}</span>
  return <CustomEmoji id={id} name={known?.name ?? 'emoji'} animated={known?.animated ?? false} />
}
