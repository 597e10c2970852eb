import { emojiKey, type ShownMessage } from '@guildhall/client/records'
import type { ReactionObject } from '@guildhall/protocol'
import { useState } from 'react'
import { ReactionEmoji } from '../../domain/message-body/reactions.tsx'
import { UserPages } from '../../domain/people/user-pages.tsx'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { ChoiceTabs } from '../../ui/choice-tabs.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** Users of one request. */
const PAGE = 100

/** The users who reacted to a message, by emoji. */
export function ReactionsDialog({ message, onClose }: { message: ShownMessage; onClose: () => void }) {
  const client = useClient()
  const reactions = message.reactions ?? []
  const [key, setKey] = useState(() => (reactions[0] ? emojiKey(reactions[0].emoji) : ''))
  const chosen = reactions.find(({ emoji }) => emojiKey(emoji) === key) ?? reactions[0]
  return (
    <Dialog title={t('Reactions')} onClose={onClose}>
      <ChoiceTabs
        label={t('Emoji')}
        value={chosen ? emojiKey(chosen.emoji) : ''}
        choices={reactions.map((reaction) => ({
          value: emojiKey(reaction.emoji),
          label: `${reaction.emoji.name ?? 'emoji'} ${reaction.count}`,
          content: (
            <>
              <ReactionEmoji reaction={reaction} /> {reaction.count}
            </>
          ),
        }))}
        onChange={setKey}
      />
      {chosen && (
        <UserPages
          queryKey={['reactions', message.id, emojiKey(chosen.emoji), chosen.count]}
          pageSize={PAGE}
          load={(page) =>
            client.api.call('list_message_reactions_by_emoji', {
              params: { channel_id: message.channel_id, message_id: message.id, emoji_name: pathOf(chosen) },
              query: { limit: PAGE, ...page },
            })
          }
        />
      )}
    </Dialog>
  )
}

function pathOf({ emoji }: ReactionObject): string {
  return encodeURIComponent(emoji.id ? `${emoji.name ?? 'emoji'}:${emoji.id}` : (emoji.name ?? ''))
}
