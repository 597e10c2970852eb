import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ApiFailure, messageOf } from '../../api/client.ts'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { anonymous, arrive } from './arrival.ts'
import { type FactorTicket, verifyLogin } from './factor.ts'
import { SecondFactor } from './later-factor.ts'
import { PasswordField } from './password-field.tsx'
import styles from './sign-in.module.css'
import { useLinkToken, useOnce } from './use-link-token.ts'

type Step =
  | { kind: 'working' }
  | { kind: 'password'; error: string | null }
  | { kind: 'factor'; ticket: FactorTicket }
  | { kind: 'failed'; error: string }

/** The page of a one-time link. It signs its person in; an account without a password asks for one first. */
export function OneTimeLink() {
  const [step, setStep] = useState<Step>({ kind: 'working' })
  const navigate = useNavigate()
  const token = useLinkToken()

  async function enter(session: string) {
    await arrive(session)
    await navigate({ to: '/', replace: true })
  }

  async function use(password: string | null) {
    const body = { token, ...(password !== null && { password }) }
    try {
      const response = await anonymous.call('use_one_time_link', { body })
      if ('mfa' in response) setStep({ kind: 'factor', ticket: response })
      else await enter(response.token)
    } catch (failure) {
      const isPassword = failure instanceof ApiFailure && failure.errors?.password !== undefined
      const error = messageOf(failure)
      // The first try finds out whether the account has a password.
      setStep(isPassword ? { kind: 'password', error: password === null ? null : error } : { kind: 'failed', error })
    }
  }

  useOnce(() => use(null))

  if (step.kind === 'password') return <ChoosePassword error={step.error} onChoose={(password) => use(password)} />
  return (
    <Page title={t('Sign in to Guildhall')}>
      {step.kind === 'factor' ? (
        <SecondFactor
          ticket={step.ticket}
          onProof={async (kind, code) => enter(await verifyLogin(step.ticket.ticket, kind, code))}
        />
      ) : step.kind === 'working' ? (
        <p role="status">{t('You are signed in by your link…')}</p>
      ) : (
        <>
          <ErrorText>{step.error}</ErrorText>
          <p>{t('The operator of this platform can make a new link.')}</p>
          <a href="/">{t('Sign in')}</a>
        </>
      )}
    </Page>
  )
}

function ChoosePassword({ error, onChoose }: { error: string | null; onChoose: (password: string) => Promise<void> }) {
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password'))
    setBusy(true)
    await onChoose(password)
    setBusy(false)
  }

  return (
    <Page title={t('Choose a password')}>
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <PasswordField label={t('New password')} name="password" autoFocus />
        {error && <ErrorText>{error}</ErrorText>}
        <Button type="submit" look="primary" busy={busy}>
          {t('Set password')}
        </Button>
      </form>
    </Page>
  )
}
