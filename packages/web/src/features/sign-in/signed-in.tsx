import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { Client } from '../../gateway/client.ts'
import { ClientProvider } from '../../gateway/react.tsx'
import { accountsStore, removeAccount } from '../../session/accounts.ts'
import { SignIn } from './sign-in.tsx'

/** Shows its children to a person who is signed in, and the sign-in form to others. */
export function SignedIn({ children }: { children: ReactNode }) {
  const account = useStore(accountsStore, ({ accounts, activeId }) =>
    accounts.find(({ userId }) => userId === activeId),
  )
  const queries = useQueryClient()
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
  if (!account) return <SignIn />
  if (!client) return null
  return <ClientProvider client={client}>{children}</ClientProvider>
}
