import { useBlocker } from '@tanstack/react-router'
import { X } from 'lucide-react'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { t } from '../lib/language/text.ts'
import { Button, IconButton } from './button.tsx'
import styles from './dialog.module.css'
import type { Unsaved } from './use-changes.ts'

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

/** The dialog around a form. */
const OpenDialog = createContext<{
  /** Makes closing the dialog ask while `isChanged` returns true. Returns the function that ends it. */
  askWhile(isChanged: () => boolean): () => void
} | null>(null)

/**
 * A modal dialog, shown while it is rendered. The browser's own `<dialog>` keeps the focus inside, closes on Escape and
 * returns the focus.
 */
export function Dialog(props: DialogProps) {
  const { title, description, onClose, children, width = 'small', holdsText = false } = props
  const [isOpen, setOpen] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const forms = useRef(new Set<() => boolean>())
  const open = useMemo(
    () => ({
      askWhile(isChanged: () => boolean) {
        forms.current.add(isChanged)
        return () => void forms.current.delete(isChanged)
      },
    }),
    [],
  )
  const close = () => ([...forms.current].some((isChanged) => isChanged()) ? setLeaving(true) : onClose())
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
        // A dialog inside this one, or a file field, has its own event.
        if (event.target === event.currentTarget) close()
      }}
    >
      <div className={styles.content}>
        <header className={styles.header}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <IconButton label={t('Close')} onClick={close}>
            <X size={20} aria-hidden />
          </IconButton>
        </header>
        {description && <p className={styles.description}>{description}</p>}
        {isOpen && <OpenDialog value={open}>{children}</OpenDialog>}
      </div>
      {isLeaving && <LeaveDialog onLeave={onClose} onStay={() => setLeaving(false)} />}
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
  /** Changes of the form around the buttons, before which closing the dialog asks. */
  changes?: Unsaved
}

/** Cancel, and the button that does what the dialog is for. */
export function DialogButtons(props: DialogButtonsProps) {
  const { action, onAction, onCancel, danger = false, changes, ...rest } = props
  const type = onAction ? 'button' : 'submit'
  return (
    <DialogActions>
      {changes && <AskBeforeLeaving changes={changes} />}
      <Button onClick={onCancel}>{t('Cancel')}</Button>
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

/** Asks before changes that are not saved are left: for another page, by closing the tab or the dialog around them. */
export function AskBeforeLeaving({ changes }: { changes: Unsaved }) {
  const dialog = useContext(OpenDialog)
  const { isChanged } = changes
  useEffect(() => dialog?.askWhile(isChanged), [dialog, isChanged])
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged() && current.pathname !== next.pathname,
    enableBeforeUnload: isChanged,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  const leave = () => {
    // The form stays until the next page has loaded. Until then, Back would ask a second time.
    changes.discard()
    proceed()
  }
  return <LeaveDialog onLeave={leave} onStay={reset} />
}

/** Asks whether to leave a form without saving it. */
function LeaveDialog({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  return (
    <ConfirmDialog
      title={t('Leave without saving?')}
      description={t('Your changes have not been saved.')}
      action={t('Leave')}
      danger
      onConfirm={onLeave}
      onClose={onStay}
    />
  )
}
