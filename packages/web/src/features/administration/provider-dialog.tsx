import { t } from '../../lib/language/text.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, SelectField, SwitchField, TextArea, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'
import { type Provider, providerOf, valuesOf } from './provider-values.ts'

interface Props {
  /** The provider that is edited; undefined for a new one. */
  provider: Provider | undefined
  /** Place of the provider in the setting, at which the server names faults. */
  index: number
  save: (provider: Provider) => Promise<unknown>
  onClose: () => void
}

/** The dialog in which an operator describes a provider. */
export function ProviderDialog({ provider, index, save, onClose }: Props) {
  const changes = useChanges(valuesOf(provider), { isNew: provider === undefined })
  const saving = useSave()
  const { values } = changes
  const hasSecret = provider?.client_secret === true
  const errorOf = (field: string) => saving.errorOf('sso', String(index), field)
  const submit = () => save(providerOf(values, { hasSecret }))
  return (
    <Dialog title={provider?.name ?? t('Add a provider')} onClose={onClose} holdsText>
      <form className={form.form} onSubmit={changes.onSubmit(saving, submit, onClose)}>
        <TextField label={t('Name')} required error={errorOf('name')} {...changes.text('name')} />
        <TextField
          label={t('Short name in addresses')}
          hint={t('Lower-case letters and digits, such as school.')}
          required
          readOnly={provider !== undefined}
          error={errorOf('id')}
          {...changes.text('id')}
        />
        {values.id !== '' && (
          <CopyField
            label={t('Address to register at the provider')}
            value={`${location.origin}/auth/sso/${values.id}/callback`}
          />
        )}
        <TextField
          label={t('Issuer')}
          type="url"
          hint={t('Address of the provider, such as https://id.example/realms/main.')}
          required
          error={errorOf('issuer')}
          {...changes.text('issuer')}
        />
        <TextField label={t('Client ID')} required error={errorOf('client_id')} {...changes.text('client_id')} />
        <TextField
          label={t('Client secret')}
          type="password"
          autoComplete="off"
          required={!hasSecret}
          hint={hasSecret ? t('It is set. A new value replaces it.') : undefined}
          error={errorOf('client_secret')}
          {...changes.text('client_secret')}
        />
        <SelectField label={t('New people')} error={errorOf('register')} {...changes.text('register')}>
          <option value="auto">{t('Get an account')}</option>
          <option value="approval">{t('An operator decides')}</option>
          <option value="off">{t('Are turned away')}</option>
        </SelectField>
        <SwitchField
          label={t('Join accounts by confirmed address')}
          hint={t('A person who controls an address at the provider gets the account here that has it.')}
          {...changes.flag('link_by_email')}
        />
        <TextField
          label={t('Domains of mail that may sign in')}
          hint={t('With commas between them. Empty for all.')}
          error={errorOf('allowed_domains')}
          {...changes.text('allowed_domains')}
        />
        <TextField
          label={t('Scopes')}
          hint={t('openid email profile, unless given.')}
          error={errorOf('scopes')}
          {...changes.text('scopes')}
        />
        <TextField label={t('Claim that names groups')} error={errorOf('role_claim')} {...changes.text('role_claim')} />
        <TextArea
          label={t('Roles of operators by group')}
          hint={t('One a line, such as hall-team = moderator. Roles are admin and moderator.')}
          spellCheck={false}
          error={errorOf('roles')}
          {...changes.text('roles')}
        />
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
        <DialogButtons action={t('Save')} busy={saving.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
