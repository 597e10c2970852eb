import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Api, ApiFailure, messageOf } from '../../api/client.ts'
import { t } from '../../lib/language/text.ts'
import { addAccount } from '../../session/accounts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText, TextField } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import styles from './sign-in.module.css'

/** Nobody is signed in yet: requests of this page carry no token. */
const api = new Api(null)

type Step = { kind: 'working' } | { kind: 'password'; error: string | null } | { kind: 'failed'; error: string }

/** The page of a one-time link. It signs its person in; an account without a password asks for one first. */
export function OneTimeLink() {
  const [step, setStep] = useState<Step>({ kind: 'working' })
  const navigate = useNavigate()
  const token = useRef<string | null>(null)

  async function use(password: string | null) {
    const body = { token: token.current ?? '', ...(password !== null && { password }) }
    try {
      const { token: session, user_id: userId } = await api.call('use_one_time_link', { body })
      const { username } = await new Api(session).call('get_my_user')
      addAccount({ userId, username, token: session })
      await navigate({ to: '/', replace: true })
    } catch (failure) {
      const isPassword = failure instanceof ApiFailure && failure.errors?.password !== undefined
      const error = messageOf(failure)
      // The first try finds out whether the account has a password.
      setStep(isPassword ? { kind: 'password', error: password === null ? null : error } : { kind: 'failed', error })
    }
  }

  useEffect(() => {
    if (token.current !== null) return
    token.current = new URLSearchParams(location.hash.slice(1)).get('token') ?? ''
    // The token does not stay in the history of a browser that several people use.
    history.replaceState(history.state, '', location.pathname)
    void use(null)
  }, [])

  if (step.kind === 'password') return <ChoosePassword error={step.error} onChoose={(password) => use(password)} />
  return (
    <Page title={t('Sign in to Guildhall')}>
      {step.kind === 'working' ? (
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
        <TextField
          label={t('New password')}
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={8}
          required
          autoFocus
        />
        {error && <ErrorText>{error}</ErrorText>}
        <Button type="submit" look="primary" busy={busy}>
          {t('Set password')}
        </Button>
      </form>
    </Page>
  )
}
