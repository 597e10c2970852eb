import { useQueryClient } from '@tanstack/react-query'
import { Direction } from 'radix-ui'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { Client } from '../../gateway/client.ts'
import { ClientProvider, useClient, useClientState } from '../../gateway/react.tsx'
import { applyLanguage, direction, languageOf, storeLanguage } from '../../lib/language/language.ts'
import { useLanguage } from '../../lib/language/use-language.ts'
import { whenIdle } from '../../lib/later.ts'
import { beginPersonalStores } from '../../lib/personal-store.ts'
import { accountsStore, removeAccount } from '../../session/accounts.ts'
import { wantsPush } from '../../session/push-wish.ts'
import { lazy } from '../../ui/lazy.tsx'

const loadSignIn = async () => ({ default: (await import('./sign-in.tsx')).SignIn })
const SignIn = lazy(loadSignIn)
// People who are signed in never see the form. For others it is fetched beside the rest of the first load.
if (accountsStore.getState().activeId === null) void loadSignIn().catch(() => {})

/** Shows its children to a person who is signed in, and the sign-in form to others. */
export function SignedIn({ children }: { children: ReactNode }) {
  const account = useStore(accountsStore, ({ accounts, activeId }) =>
    accounts.find(({ userId }) => userId === activeId),
  )
  const queries = useQueryClient()
  const language = useLanguage()
  const [client, setClient] = useState<Client | null>(null)
  const { userId, token } = account ?? {}
  useEffect(() => {
    if (!account) return
    const started = new Client(account, () => removeAccount(account.userId))
    setClient(started)
    return () => {
      setClient(null)
      started.close()
      // Another person must not see what this one has loaded.
      queries.clear()
    }
  }, [userId, token, queries])
  useEffect(() => {
    if (userId !== undefined) beginPersonalStores(userId)
  }, [userId])
  if (!account)
    return (
      <Suspense>
        <SignIn key={language} />
      </Suspense>
    )
  if (!client) return null
  return (
    <ClientProvider client={client}>
      <OwnLanguage />
      <KeptPush />
      <Direction.Provider dir={direction()}>{children}</Direction.Provider>
    </ClientProvider>
  )
}

/**
 * Shows the app in the language of the person's settings, also before the next sign-in on this device. It follows the
 * browser until the person chooses one.
 */
function OwnLanguage() {
  const known = useClientState(({ self }) => self !== null)
  const locale = useClientState(({ locale }) => locale)
  useEffect(() => {
    if (!known) return
    const language = languageOf([locale, ...navigator.languages])
    storeLanguage(locale === null ? null : language)
    applyLanguage(language).catch((error: unknown) => console.warn('The language could not be loaded', error))
  }, [known, locale])
  return null
}

/** Registers this browser again for notifications, if the person wants them: the session may be a new one. */
function KeptPush() {
  const client = useClient()
  const wanted = useClientState(({ self }) => self !== null && wantsPush(self.id))
  useEffect(() => {
    if (!wanted) return
    const keep = async () => (await import('../../gateway/push-device.ts')).keepPush(client)
    return whenIdle(() => keep().catch(console.warn))
  }, [wanted, client])
  return null
}
