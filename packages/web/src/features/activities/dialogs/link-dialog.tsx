import { Dialog, DialogButtons } from '../../../ui/dialog.tsx'
import type { QuestionProps } from '../question-types.ts'
import styles from './dialogs.module.css'

/** Asks whether a page outside the app is opened. */
export function LinkDialog({ question: { application, url }, onDone }: QuestionProps<'link', boolean>) {
  const { host, href } = new URL(url)
  return (
    <Dialog
      title="Open this link?"
      description={
        <>
          {application.name} wants to open a page on <strong>{host}</strong>.
        </>
      }
      onClose={onDone}
    >
      <p className={styles.address}>{href}</p>
      <DialogButtons
        action="Open"
        onAction={() => {
          window.open(href, '_blank', 'noopener,noreferrer')
          onDone(true)
        }}
        onCancel={() => onDone(false)}
      />
    </Dialog>
  )
}
