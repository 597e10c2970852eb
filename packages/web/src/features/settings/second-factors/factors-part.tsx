import { AuthenticatorType } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useStore } from 'zustand'
import { messageOf } from '../../../api/client.ts'
import { useClient, useClientState } from '../../../gateway/react.tsx'
import { t } from '../../../lib/language/text.ts'
import { allowsPasskeys } from '../../../lib/passkeys.ts'
import { addAccount } from '../../../session/accounts.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorText } from '../../../ui/field.tsx'
import { Row, Rows, Section } from '../../../ui/sections.tsx'
import { useSave } from '../../../ui/use-save.ts'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { BackupCodes } from './backup-codes.tsx'
import { newCodes } from './new-codes.ts'
import { NewPasskey } from './new-passkey.tsx'
import styles from './second-factors.module.css'

/** Authenticator app and passkeys of the person. */
export function FactorsPart() {
  const client = useClient()
  const types = useClientState(({ self }) => self?.authenticator_types) ?? []
  const codes = useStore(newCodes, (state) => state.codes)
  const saving = useSave()
  const [open, setOpen] = useState<'app' | 'passkey' | null>(null)
  const hasApp = types.includes(AuthenticatorType.TOTP)
  const turnOff = async () => {
    const { token } = await client.api.call('disable_totp')
    addAccount({ ...client.account, token })
  }
  return (
    <Section
      title={t('Two-factor authentication')}
      description={t('A second proof beside your password: a code of an app on your phone, or a passkey.')}
    >
      <div className={styles.buttons}>
        {hasApp ? (
          <Button look="danger" busy={saving.busy} onClick={() => void saving.run(turnOff)}>
            {t('Turn off')}
          </Button>
        ) : (
          <Button onClick={() => setOpen('app')}>{t('Set up an authenticator app')}</Button>
        )}
        <Button disabled={!allowsPasskeys()} onClick={() => setOpen('passkey')}>
          {t('Add a passkey')}
        </Button>
      </div>
      {!allowsPasskeys() && <p>{t('Passkeys need an address with https, or localhost.')}</p>}
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      <Passkeys />
      {open === 'app' && <AuthenticatorApp onClose={() => setOpen(null)} />}
      {open === 'passkey' && <NewPasskey isFirst={types.length === 0} onClose={() => setOpen(null)} />}
      {codes.length > 0 && <BackupCodes codes={codes} />}
    </Section>
  )
}

function Passkeys() {
  const client = useClient()
  const types = useClientState(({ self }) => self?.authenticator_types)
  const saving = useSave()
  const { data, error, refetch } = useQuery({
    queryKey: ['passkeys', types],
    queryFn: () => client.api.call('list_webauthn_authenticators'),
    staleTime: 0,
  })
  const remove = async (id: string) => {
    await client.api.call('delete_webauthn_authenticator', { params: { authenticator_id: id } })
    await refetch()
  }
  return (
    <>
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      {data && data.length > 0 && (
        <Rows label={t('Passkeys')}>
          {data.map(({ id, name }) => (
            <Row key={id} title={name}>
              <Button size="small" onClick={() => void saving.run(() => remove(id))}>
                {t('Delete')}
              </Button>
            </Row>
          ))}
        </Rows>
      )}
    </>
  )
}
