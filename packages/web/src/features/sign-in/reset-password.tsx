import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'
import { anonymous, arrive } from './arrival.ts'
import type { FactorKind, FactorTicket } from './factor.ts'
import { SecondFactor } from './later-factor.ts'
import { PasswordField } from './password-field.tsx'
import styles from './sign-in.module.css'
import { useLinkToken } from './use-link-token.ts'

/** The page of a mailed link for a new password. */
export function ResetPassword() {
  const link = useLinkToken()
  const changes = useChanges({ password: '' }, { isNew: true })
  const saving = useSave()
  const navigate = useNavigate()

  const [ticket, setTicket] = useState<FactorTicket | null>(null)

  async function reset(factor: { method: FactorKind; ticket: string; code: string } | null) {
    const body = { token: link, ...changes.values, ...factor }
    const response = await anonymous.call('reset_password', { body })
    if ('mfa' in response) return setTicket(response)
    await arrive(response.token)
    await navigate({ to: '/', replace: true })
  }

  if (ticket)
    return (
      <Page title={t('Choose a password')}>
        <SecondFactor ticket={ticket} onProof={(method, code) => reset({ method, ticket: ticket.ticket, code })} />
      </Page>
    )

  return (
    <Page title={t('Choose a password')}>
      <form className={styles.form} onSubmit={changes.onSubmit(saving, () => reset(null))}>
        <PasswordField
          label={t('New password')}
          autoFocus
          hint={t('A new password ends all your other sessions.')}
          error={saving.errorOf('password')}
          {...changes.text('password')}
        />
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
        <Button type="submit" look="primary" busy={saving.busy}>
          {t('Set password')}
        </Button>
      </form>
      <Link to="/forgot">{t('Ask for a new link')}</Link>
    </Page>
  )
}
