import { Popover } from 'radix-ui'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import picker from '../emoji/emoji-picker.module.css'
import type { PickedSticker } from './picked-sticker.ts'

const StickerChoices = lazy(() => import('./sticker-choices.tsx'))

/** A button that opens the stickers of the guild and the standard packs. `children` is the button. */
export function StickerPicker(props: {
  guildId: string | undefined
  onPick: (sticker: PickedSticker) => void
  /** Takes the focus when the picker closes. */
  onDone: () => void
  children: ReactNode
}) {
  const { guildId, onPick, onDone, children } = props
  const [open, setOpen] = useState(false)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>{children}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={picker.picker}
          aria-label="Stickers"
          side="top"
          align="end"
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            onDone()
          }}
        >
          <Suspense fallback={<div className={picker.loading} aria-busy="true" />}>
            <StickerChoices
              guildId={guildId}
              onPick={(sticker) => {
                setOpen(false)
                onPick(sticker)
              }}
            />
          </Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
