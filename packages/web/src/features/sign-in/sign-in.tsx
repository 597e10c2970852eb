import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useStore } from 'zustand'
import { messageOf } from '../../api/client.ts'
import { t } from '../../lib/language/text.ts'
import { providerStart } from '../../lib/linked-provider.ts'
import { allowsPasskeys } from '../../lib/passkeys.ts'
import { type Account, accountsStore, switchAccount } from '../../session/accounts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText, TextField } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { anonymous, arrive, isLeaving } from './arrival.ts'
import { type FactorTicket, verifyLogin } from './factor.ts'
import { SecondFactor } from './later-factor.ts'
import { type RegistrationFacts, registrationQuery } from './registration-query.ts'
import styles from './sign-in.module.css'

interface DemoPerson {
  id: string
  username: string
  global_name: string | null
}

/** Name and password that a person typed. */
interface Given {
  readonly login: string
  readonly password: string
}

/** The sign-in form. In a demo world each person has a button. */
export function SignIn() {
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [ticket, setTicket] = useState<FactorTicket | null>(null)
  /** Name and password of an account that is being deleted. */
  const [leaving, setLeaving] = useState<Given | null>(null)
  const accounts = useStore(accountsStore, ({ accounts }) => accounts)
  const { data: facts } = useQuery(registrationQuery)
  const takesPasswords = facts?.passwords ?? true

  async function signIn(request: () => Promise<{ token: string } | FactorTicket>, given: Given | null = null) {
    setBusy(true)
    setError(null)
    setLeaving(null)
    try {
      const response = await request()
      if ('mfa' in response) setTicket(response)
      else await arrive(response.token)
    } catch (failure) {
      if (isLeaving(failure)) setLeaving(given)
      setError(messageOf(failure))
    }
    setBusy(false)
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const body = { login: String(form.get('username')), password: String(form.get('password')) }
    void signIn(() => anonymous.call('login', { body }), body)
  }

  if (ticket)
    return (
      <Page title={t('Sign in to Guildhall')}>
        <SecondFactor
          ticket={ticket}
          onProof={async (kind, code) => arrive(await verifyLogin(ticket.ticket, kind, code))}
        />
      </Page>
    )
  return (
    <Page title={t('Sign in to Guildhall')}>
      {takesPasswords && (
        <form className={styles.form} onSubmit={submit}>
          <TextField label={t('Username')} name="username" autoComplete="username" required autoFocus />
          <TextField label={t('Password')} name="password" type="password" autoComplete="current-password" required />
          <Button type="submit" look="primary" busy={busy}>
            {t('Sign in')}
          </Button>
        </form>
      )}
      {error && <ErrorText>{error}</ErrorText>}
      {leaving && (
        <Button
          look="primary"
          busy={busy}
          onClick={() => void signIn(() => anonymous.call('login', { body: { ...leaving, undelete: true } }))}
        >
          {t('Keep my account')}
        </Button>
      )}
      <Providers providers={facts?.sso ?? []} />
      {isSecureContext && <Button onClick={() => void signIn(withPasskey)}>{t('Sign in with a passkey')}</Button>}
      {takesPasswords && <OtherWays facts={facts} />}
      <KnownAccounts accounts={accounts} />
      <DemoPeople
        onChoose={({ id }) => signIn(() => anonymous.call('begin_demo_session', { body: { user_id: id } }))}
        without={accounts}
      />
    </Page>
  )
}

async function withPasskey(): Promise<{ token: string }> {
  if (!allowsPasskeys()) throw new Error(t('Passkeys need an address with https, or localhost.'))
  const { signInWithPasskey } = await import('./passkey-sign-in.ts')
  return { token: await signInWithPasskey() }
}

/** A button for each identity provider of the operator. The person comes back to this page. */
function Providers({ providers }: { providers: RegistrationFacts['sso'] }) {
  if (providers.length === 0) return null
  return (
    <div className={styles.people}>
      {providers.map(({ id, name }) => (
        <Button key={id} onClick={() => location.assign(providerStart(id, location.pathname + location.search))}>
          {t('Continue with {provider}', { provider: name })}
        </Button>
      ))}
    </div>
  )
}

/** Invite whose page this form is shown at. */
const INVITE_PAGE = /^\/invite\/([\w-]+)$/

/** Links for people who have no account, or have lost their password. */
function OtherWays({ facts }: { facts: RegistrationFacts | undefined }) {
  const invite = INVITE_PAGE.exec(location.pathname)?.[1]
  return (
    <p className={styles.ways}>
      {/* Fetched while the form is read, so that a press shows the page at once. */}
      <Link to="/forgot" preload="render">
        {t('Forgot your password?')}
      </Link>
      {facts && facts.mode !== 'closed' && (
        <Link
          preload="render"
          {...(invite === undefined ? { to: '/register' } : { to: '/register/$invite', params: { invite } })}
        >
          {t('Create an account')}
        </Link>
      )}
    </p>
  )
}

function KnownAccounts({ accounts }: { accounts: readonly Account[] }) {
  if (accounts.length === 0) return null
  return (
    <section className={styles.people} aria-label={t('Signed in before')}>
      {accounts.map(({ userId, username }) => (
        <Button key={userId} onClick={() => switchAccount(userId)}>
          {t('Continue as {username}', { username })}
        </Button>
      ))}
    </section>
  )
}

function DemoPeople(props: { onChoose: (person: DemoPerson) => void; without: readonly Account[] }) {
  const { data } = useQuery({
    queryKey: ['demo-people'],
    queryFn: () => anonymous.call('list_demo_people'),
    retry: false,
  })
  const known = new Set(props.without.map(({ userId }) => userId))
  const people = data?.people.filter(({ id }) => !known.has(id)) ?? []
  if (people.length === 0) return null
  return (
    <section className={styles.people} aria-label={t('People of the demo world')}>
      <p className={styles.or}>{t('or, in this demo world, without a password')}</p>
      {people.map((person) => (
        <Button key={person.id} onClick={() => props.onChoose(person)}>
          {t('Continue as {username}', { username: person.username })}
        </Button>
      ))}
    </section>
  )
}
