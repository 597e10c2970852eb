import type { ReactNode } from 'react'
import { t } from '../../lib/language/text.ts'
import { later } from '../../lib/later.ts'
import { PickerButton } from '../../ui/picker-button.tsx'
import type { PickedSticker } from './picked-sticker.ts'

const choices = later(() => import('./sticker-choices.tsx'))
const StickerChoices = choices.component((module) => module.default)

/** A button that opens the stickers of the guild and the standard packs. `children` is the button. */
export function StickerPicker(props: {
  guildId: string | undefined
  onPick: (sticker: PickedSticker) => void
  /** Takes the focus when the picker closes. */
  onDone: () => void
  children: ReactNode
}) {
  const { guildId, onPick, onDone, children } = props
  return (
    <PickerButton
      label={t('Stickers')}
      button={children}
      onNear={choices.load}
      onDone={onDone}
      content={(close) => (
        <StickerChoices
          guildId={guildId}
          onPick={(sticker) => {
            close()
            onPick(sticker)
          }}
        />
      )}
    />
  )
}
