import type { FactorRequest } from '@guildhall/client'
import { startAuthentication } from '@simplewebauthn/browser'
import { useClient } from '../../../gateway/react.tsx'
import { t } from '../../../lib/language/text.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx'
import { ErrorText, TextField } from '../../../ui/field.tsx'
import form from '../../../ui/form.module.css'
import { useChanges } from '../../../ui/use-changes.ts'
import { useSave } from '../../../ui/use-save.ts'

interface Props {
  request: FactorRequest
  prove: (proof: string) => void
  cancel: () => void
}

/** Asks for a second factor before something grave is done. */
export function ConfirmIdentity({ request: { ticket, methods }, prove, cancel }: Props) {
  const client = useClient()
  const changes = useChanges({ code: '' }, { isNew: true })
  const saving = useSave()
  const challenge = methods.find(({ type }) => type === 'webauthn')?.challenge
  const takesCode = methods.some(({ type }) => type !== 'webauthn')

  async function verify(mfa_type: 'totp' | 'webauthn', data: string) {
    const { token } = await client.api.call('verify_mfa', { body: { ticket, mfa_type, data } })
    prove(token)
  }

  const usePasskey = (options: string) =>
    saving.run(async () => {
      const response = await startAuthentication({ optionsJSON: JSON.parse(options).publicKey })
      await verify('webauthn', JSON.stringify(response))
    })

  return (
    <Dialog title={t('Confirm it is you')} onClose={cancel}>
      <form
        className={form.form}
        onSubmit={changes.onSubmit(saving, () => verify('totp', changes.values.code))}
        noValidate
      >
        {takesCode && (
          <TextField
            label={t('Two-factor code')}
            hint={t('From your authenticator app, or one of your backup codes.')}
            autoComplete="one-time-code"
            required
            autoFocus
            {...changes.text('code')}
          />
        )}
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
        {challenge !== undefined && <Button onClick={() => void usePasskey(challenge)}>{t('Use a passkey')}</Button>}
        <DialogButtons action={t('Confirm')} busy={saving.busy} disabled={!takesCode} onCancel={cancel} />
      </form>
    </Dialog>
  )
}
