import { t } from '../../../lib/language/text.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { newCodes } from './new-codes.ts'
import styles from './second-factors.module.css'

/** The dialog with the person's backup codes. */
export function BackupCodes({ codes }: { codes: readonly string[] }) {
  const done = () => newCodes.setState({ codes: [] })
  return (
    <Dialog
      title={t('Backup codes')}
      description={t(
        'Each code signs you in once without your app. Keep them where you find them without this device.',
      )}
      onClose={done}
      holdsText
    >
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <DialogActions>
        <Button look="primary" onClick={done} autoFocus>
          {t('Done')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
