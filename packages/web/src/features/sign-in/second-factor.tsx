import { startAuthentication } from '@simplewebauthn/browser'
import { useState } from 'react'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText, TextField } from '../../ui/field.tsx'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'
import type { FactorKind, FactorTicket } from './factor.ts'
import styles from './sign-in.module.css'

export interface SecondFactorProps {
  ticket: FactorTicket
  /** Sends a code, or the response of a passkey as JSON. */
  onProof: (kind: FactorKind, proof: string) => Promise<unknown>
}

/** The second step of a sign-in: a code of the authenticator app, a backup code, or a passkey. */
export default function SecondFactor({ ticket, onProof }: SecondFactorProps) {
  const { totp, backup, webauthn } = ticket
  const [kind, setKind] = useState<FactorKind>(totp || webauthn === null ? 'totp' : 'webauthn')
  const changes = useChanges({ code: '' }, { isNew: true })
  const saving = useSave()
  const usePasskey = (options: string) =>
    saving.run(async () => {
      const response = await startAuthentication({ optionsJSON: JSON.parse(options).publicKey })
      await onProof('webauthn', JSON.stringify(response))
    })

  return (
    <form className={styles.form} onSubmit={changes.onSubmit(saving, () => onProof(kind, changes.values.code))}>
      {kind !== 'webauthn' && (
        <TextField
          key={kind}
          label={t('Two-factor code')}
          hint={kind === 'totp' ? t('Six digits, from your authenticator app.') : t('One of your backup codes.')}
          autoComplete="one-time-code"
          inputMode={kind === 'totp' ? 'numeric' : 'text'}
          required
          autoFocus
          {...changes.text('code')}
        />
      )}
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      {kind !== 'webauthn' && (
        <Button type="submit" look="primary" busy={saving.busy}>
          {t('Verify')}
        </Button>
      )}
      {webauthn !== null && (
        <Button look={kind === 'webauthn' ? 'primary' : 'plain'} onClick={() => void usePasskey(webauthn)}>
          {t('Use a passkey')}
        </Button>
      )}
      {backup && kind !== 'backup' && <Button onClick={() => setKind('backup')}>{t('Use a backup code')}</Button>}
    </form>
  )
}
