import type { ReactNode } from 'react'
import { t } from '../../lib/language/text.ts'
import { later } from '../../lib/later.ts'
import { PickerButton } from '../../ui/picker-button.tsx'
import type { Emoji } from './search.ts'

const choices = later(() => import('./emoji-choices.tsx'))
const EmojiChoices = choices.component(({ EmojiChoices }) => EmojiChoices)

/** A button that opens the emoji picker. `children` is the button. */
export function EmojiPicker(props: {
  guildId?: string | undefined
  onPick: (emoji: Emoji) => void
  /** Takes the focus when the picker closes, in place of the button. */
  onDone?: () => void
  children: ReactNode
}) {
  const { guildId, onPick, onDone, children } = props
  return (
    <PickerButton
      label={t('Emoji')}
      button={children}
      onNear={choices.load}
      onDone={onDone}
      content={(close) => (
        <EmojiChoices
          guildId={guildId}
          onPick={(emoji) => {
            close()
            onPick(emoji)
          }}
        />
      )}
    />
  )
}
