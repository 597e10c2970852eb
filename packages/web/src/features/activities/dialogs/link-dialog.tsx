import { rich } from '../../../lib/language/rich.ts'
import { t } from '../../../lib/language/text.ts'
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx'
import type { QuestionProps } from '../question-types.ts'
import styles from './dialogs.module.css'

/** Asks whether a page outside the app is opened. */
export function LinkDialog({ question: { application, url }, onDone }: QuestionProps<'link', boolean>) {
  const { host, href } = new URL(url)
  return (
    <Dialog
      title={t('Open this link?')}
      description={rich('{name} wants to open a page on <strong>{host}</strong>.', {
        name: application.name,
        host,
        strong: <strong />,
      })}
      onClose={onDone}
    >
      <p className={styles.address}>{href}</p>
      <DialogButtons
        action={t('Open')}
        onAction={() => {
          window.open(href, '_blank', 'noopener,noreferrer')
          onDone(true)
        }}
        onCancel={() => onDone(false)}
      />
    </Dialog>
  )
}
