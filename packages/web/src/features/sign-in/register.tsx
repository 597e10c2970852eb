import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { rich } from '../../lib/language/rich.ts'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText, StatusText, TextField } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'
import { anonymous, arrive } from './arrival.ts'
import { PasswordField } from './password-field.tsx'
import { solve } from './proof-of-work.ts'
import { type RegistrationFacts, registrationQuery } from './registration-query.ts'
import styles from './sign-in.module.css'

/** The page on which people register, also by an operator's invite, or that of a guild. */
export function Register() {
  const { invite = null } = useParams({ strict: false }) as { invite?: string }
  const { data: facts, error } = useQuery(registrationQuery)
  const [waiting, setWaiting] = useState<'unverified' | 'pending' | null>(null)
  return (
    <Page title={facts ? t('Create an account at {name}', { name: facts.name }) : t('Create an account')}>
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {facts &&
        (waiting ? <Waiting state={waiting} /> : <Registration facts={facts} invite={invite} onWaiting={setWaiting} />)}
      <Link to="/">{t('Sign in')}</Link>
    </Page>
  )
}

interface FormProps {
  facts: RegistrationFacts
  invite: string | null
  onWaiting: (state: 'unverified' | 'pending') => void
}

function Registration(props: FormProps) {
  const { mode } = props.facts
  if (mode === 'closed') return <StatusText>{t('Nobody can register here. An operator creates accounts.')}</StatusText>
  if (mode === 'invite' && props.invite === null)
    return <StatusText>{t('You need an invite to register here. Open its link.')}</StatusText>
  return <RegistrationForm {...props} />
}

function Waiting({ state }: { state: 'unverified' | 'pending' }) {
  return (
    <StatusText>
      {state === 'unverified'
        ? t('Check your e-mail: a link in it confirms your address.')
        : t('An operator will decide about your registration.')}
    </StatusText>
  )
}

const EMPTY = { username: '', global_name: '', email: '', password: '', consent: false }

function RegistrationForm({ facts, invite, onWaiting }: FormProps) {
  const changes = useChanges(EMPTY, { isNew: true })
  const saving = useSave()
  const navigate = useNavigate()

  async function register() {
    const { username, global_name, email, password, consent } = changes.values
    const body = {
      username,
      password,
      ...(global_name !== '' && { global_name }),
      ...(email !== '' && { email }),
      ...(invite !== null && { invite }),
      ...(facts.terms_url !== null && { consent }),
      ...(facts.challenge && { challenge: await solve(await anonymous.call('get_challenge')) }),
    }
    const registered = await anonymous.call('register', { body })
    if (!('token' in registered)) return onWaiting(registered.state)
    await arrive(registered.token)
    await navigate({ to: '/', replace: true })
  }

  return (
    <form className={styles.form} onSubmit={changes.onSubmit(saving, register)}>
      <TextField
        label={t('Username')}
        autoComplete="username"
        required
        autoFocus
        hint={t('Letters, digits, dots and underscores.')}
        error={saving.errorOf('username')}
        {...changes.text('username')}
      />
      <TextField
        label={t('Display name')}
        autoComplete="nickname"
        error={saving.errorOf('global_name')}
        {...changes.text('global_name')}
      />
      {facts.email !== 'none' && (
        <TextField
          label={t('E-mail')}
          type="email"
          autoComplete="email"
          required={facts.email === 'verified'}
          error={saving.errorOf('email')}
          {...changes.text('email')}
        />
      )}
      <PasswordField label={t('Password')} error={saving.errorOf('password')} {...changes.text('password')} />
      {facts.terms_url !== null && <Consent facts={facts} {...changes.flag('consent')} />}
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      <Button type="submit" look="primary" busy={saving.busy}>
        {t('Create account')}
      </Button>
    </form>
  )
}

function Consent(props: { facts: RegistrationFacts } & ComponentProps<'input'>) {
  const { facts, ...box } = props
  const { terms_url, privacy_url } = facts
  return (
    <div className={styles.consent}>
      <label>
        <input type="checkbox" required {...box} /> {t('I accept the terms')}
      </label>
      <p className={styles.or}>
        {rich('<link>Terms of this platform</link>', { link: <OutsideLink href={terms_url} /> })}
        {privacy_url !== null && (
          <>
            {' · '}
            {rich('<link>Privacy</link>', { link: <OutsideLink href={privacy_url} /> })}
          </>
        )}
      </p>
    </div>
  )
}

function OutsideLink({ href, children }: { href: string | null; children?: ReactNode }) {
  return (
    <a href={href ?? ''} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}
