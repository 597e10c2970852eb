import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button, IconButton } from './button.tsx'
import styles from './dialog.module.css'

export interface DialogProps {
  title: string
  /** Text below the title. */
  description?: ReactNode
  onClose: () => void
  children: ReactNode
  width?: 'small' | 'medium' | 'large'
  /** Whether the dialog holds what the person has written, which a press beside it must not throw away. */
  holdsText?: boolean
}

/**
 * A modal dialog, shown while it is rendered. The browser's own `<dialog>` keeps the focus inside, closes on Escape and
 * returns the focus.
 */
export function Dialog(props: DialogProps) {
  const { title, description, onClose, children, width = 'small', holdsText = false } = props
  const [isOpen, setOpen] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  const before = useRef<Element | null>(null)
  const titleId = useId()
  // Before the next key: it would press the Close button, which has the focus until the content is there.
  useLayoutEffect(() => {
    before.current = document.activeElement
    dialog.current?.showModal()
    // The content follows once the dialog is open: a control that is not shown yet cannot take the focus.
    setOpen(true)
  }, [])
  useEffect(() => {
    const shown = dialog.current
    // In an effect: a dialog that is closed while React changes the page leaves a box that takes no text.
    return () => {
      shown?.close()
      // The browser itself returns the focus only from a dialog that is still in the page.
      const { activeElement } = document
      if (activeElement !== null && activeElement !== document.body) return
      if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      closedby={holdsText ? 'closerequest' : 'any'}
      aria-labelledby={titleId}
      className={`${styles.dialog} ${styles[width]}`}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={styles.content}>
        <header className={styles.header}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <IconButton label="Close" onClick={onClose}>
            <X size={20} strokeWidth={1.5} aria-hidden />
          </IconButton>
        </header>
        {description && <p className={styles.description}>{description}</p>}
        {isOpen && children}
      </div>
    </dialog>
  )
}

/** Buttons at the end of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

interface DialogButtonsProps {
  /** Name of the button that does what the dialog is for. */
  action: string
  /** Without it, the button submits the form around it. */
  onAction?: () => void
  onCancel: () => void
  danger?: boolean
  busy?: boolean
  disabled?: boolean
  autoFocus?: boolean
}

/** Cancel, and the button that does what the dialog is for. */
export function DialogButtons(props: DialogButtonsProps) {
  const { action, onAction, onCancel, danger = false, ...rest } = props
  const type = onAction ? 'button' : 'submit'
  return (
    <DialogActions>
      <Button onClick={onCancel}>Cancel</Button>
      <Button type={type} look={danger ? 'danger' : 'primary'} {...rest} onClick={onAction}>
        {action}
      </Button>
    </DialogActions>
  )
}

/** A dialog that asks before something is done. Its button has the word of the action. */
export function ConfirmDialog(props: {
  title: string
  description: ReactNode
  action: string
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}) {
  const { title, description, onConfirm, onClose, ...buttons } = props
  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <DialogButtons {...buttons} autoFocus onAction={onConfirm} onCancel={onClose} />
    </Dialog>
  )
}
