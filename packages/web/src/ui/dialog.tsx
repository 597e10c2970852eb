import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
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
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press on the backdrop is an extra; Escape closes too
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={`${styles.dialog} ${styles[width]}`}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => !holdsText && event.target === dialog.current && onClose()}
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
        {children}
      </div>
    </dialog>
  )
}

/** Buttons at the end of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
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
  const { title, description, action, danger = false, busy = false, onConfirm, onClose } = props
  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm} autoFocus>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
