import { PASSKEY_NAME_MAX } from '@guildhall/protocol'
import { startRegistration } from '@simplewebauthn/browser'
import { useClient } from '../../../gateway/react.tsx'
import { t } from '../../../lib/language/text.ts'
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx'
import { ErrorText, TextField } from '../../../ui/field.tsx'
import form from '../../../ui/form.module.css'
import { useChanges } from '../../../ui/use-changes.ts'
import { useSave } from '../../../ui/use-save.ts'
import { showCodes } from './new-codes.ts'

/** The dialog in which a device becomes a passkey of the person. */
export function NewPasskey({ isFirst, onClose }: { isFirst: boolean; onClose: () => void }) {
  const client = useClient()
  const changes = useChanges({ name: '' }, { isNew: true })
  const saving = useSave()

  async function add() {
    const asked = await client.api.call('create_webauthn_authenticator', { body: {} })
    if (!('challenge' in asked)) return
    const response = await startRegistration({ optionsJSON: JSON.parse(asked.challenge).publicKey })
    const made = await client.api.call('create_webauthn_authenticator', {
      body: { ...changes.values, ticket: asked.ticket, credential: JSON.stringify(response) },
    })
    if (isFirst && 'backup_codes' in made) showCodes(made.backup_codes)
  }

  return (
    <Dialog
      title={t('Add a passkey')}
      description={t('Your browser asks for the device that keeps the passkey.')}
      onClose={onClose}
    >
      <form className={form.form} onSubmit={changes.onSubmit(saving, add, onClose)}>
        <TextField label={t('Name')} required maxLength={PASSKEY_NAME_MAX} autoFocus {...changes.text('name')} />
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
        <DialogButtons action={t('Add')} busy={saving.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
