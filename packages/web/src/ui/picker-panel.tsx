import { Popover } from 'radix-ui'
import { type ReactNode, type RefObject, Suspense } from 'react'
import styles from './picker-panel.module.css'

/** The open panel of a picker. */
export function PickerPanel(props: {
  label: string
  button: RefObject<HTMLButtonElement | null>
  setOpen: (open: boolean) => void
  /** Takes the focus when the panel closes, in place of the button. */
  onDone: (() => void) | undefined
  children: ReactNode
}) {
  const { label, button, setOpen, onDone, children } = props
  const anchor = button as RefObject<HTMLButtonElement>
  return (
    <Popover.Root open onOpenChange={setOpen}>
      <Popover.Anchor virtualRef={anchor} />
      {/* All that is outside of an open modal dialog is inert. */}
      <Popover.Portal container={button.current?.closest('dialog') ?? null}>
        <Popover.Content
          className={styles.picker}
          aria-label={label}
          side="top"
          align="end"
          collisionPadding={8}
          onInteractOutside={(event) => button.current?.contains(event.target as Node) && event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (onDone) onDone()
            else button.current?.focus()
          }}
        >
          <Suspense fallback={<div className={styles.loading} aria-busy="true" />}>{children}</Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
