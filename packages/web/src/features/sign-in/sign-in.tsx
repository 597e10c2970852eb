import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useStore } from 'zustand'
import { Api, messageOf } from '../../api/client.ts'
import { t } from '../../lib/language/text.ts'
import { type Account, accountsStore, addAccount, switchAccount } from '../../session/accounts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText, TextField } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import styles from './sign-in.module.css'

interface SignedInResponse {
  token: string
  user_id: string
}

interface DemoPerson {
  id: string
  username: string
  global_name: string | null
}

/** Nobody is signed in yet: requests of this form carry no token. */
const api = new Api(null)

/** The sign-in form. In a demo world each person has a button. */
export function SignIn() {
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const accounts = useStore(accountsStore, ({ accounts }) => accounts)

  async function signIn(username: string, request: () => Promise<SignedInResponse>) {
    setBusy(true)
    setError(null)
    try {
      const { token, user_id } = await request()
      addAccount({ userId: user_id, username, token })
    } catch (failure) {
      setError(messageOf(failure))
      setBusy(false)
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const login = String(form.get('username'))
    void signIn(login.toLowerCase(), () =>
      api.call('login', { body: { login, password: String(form.get('password')) } }),
    )
  }

  return (
    <Page title={t('Sign in to Guildhall')}>
      <form className={styles.form} onSubmit={submit}>
        <TextField label={t('Username')} name="username" autoComplete="username" required autoFocus />
        <TextField label={t('Password')} name="password" type="password" autoComplete="current-password" required />
        {error && <ErrorText>{error}</ErrorText>}
        <Button type="submit" look="primary" busy={busy}>
          {t('Sign in')}
        </Button>
      </form>
      <KnownAccounts accounts={accounts} />
      <DemoPeople
        onChoose={({ id, username }) =>
          signIn(username, () => api.call('begin_demo_session', { body: { user_id: id } }))
        }
        without={accounts}
      />
    </Page>
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
    queryFn: () => api.call('list_demo_people'),
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
