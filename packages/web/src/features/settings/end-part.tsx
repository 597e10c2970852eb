import { useState } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { removeAccount } from '../../session/accounts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, SelectField, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { Section } from '../../ui/sections.tsx'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'
import { useMySignIn } from './use-my-sign-in.ts'

/** The end of the account. */
export function EndPart() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Section
      title={t('The end of the account')}
      description={t(
        'Your account is deleted some days after you ask for it. Until then you can come back by signing in.',
      )}
    >
      <div>
        <Button look="danger" onClick={() => setOpen(true)}>
          {t('Delete account')}
        </Button>
      </div>
      {isOpen && <DeleteAccount onClose={() => setOpen(false)} />}
    </Section>
  )
}

/** The dialog in which a person deletes their account. */
function DeleteAccount({ onClose }: { onClose: () => void }) {
  const client = useClient()
  const changes = useChanges({ password: '', messages: 'keep' }, { isNew: true })
  const saving = useSave()
  const hasPassword = useMySignIn()?.password ?? true

  async function remove() {
    const { password, messages } = changes.values
    await client.api.call('delete_my_account', {
      body: { messages: messages === 'delete' ? 'delete' : 'keep', ...(hasPassword ? { password } : {}) },
    })
    removeAccount(client.account.userId)
  }

  return (
    <Dialog
      title={t('Delete account')}
      description={t(
        'You are signed out everywhere. Guilds and applications that you own must have another owner first.',
      )}
      onClose={onClose}
    >
      <form className={form.form} onSubmit={changes.onSubmit(saving, remove)}>
        <SelectField label={t('Messages')} {...changes.text('messages')}>
          <option value="keep">{t('Stay under the name deleted_user')}</option>
          <option value="delete">{t('Are deleted too')}</option>
        </SelectField>
        {hasPassword && (
          <TextField
            label={t('Password')}
            type="password"
            autoComplete="current-password"
            required
            error={saving.errorOf('password')}
            {...changes.text('password')}
          />
        )}
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
        <DialogButtons action={t('Delete account')} danger busy={saving.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
