import type { ClientState } from '@guildhall/client/records'
import { createContext, type ReactNode, useContext } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { Client } from './client.ts'
import type { OwnState } from './own-stores.ts'

const ClientContext = createContext<Client | null>(null)

/** Gives the signed-in person's client to the components below. */
export function ClientProvider({ client, children }: { client: Client; children: ReactNode }) {
  return <ClientContext value={client}>{children}</ClientContext>
}

/** Returns the client of the signed-in person. */
export function useClient(): Client {
  const client = useContext(ClientContext)
  if (!client) throw new Error('useClient is used outside a ClientProvider')
  return client
}

/** Returns a part of the state, and renders again when that part is another object. */
export function useClientState<T>(select: (state: ClientState) => T): T {
  return useStore(useClient().store, select)
}

/** Returns an array or object made of parts of the state, and renders again when one of its entries changes. */
export function useShallowState<T>(select: (state: ClientState) => T): T {
  return useStore(useClient().store, useShallow(select))
}

/** Returns a part of a state that belongs to the signed-in person. */
export function useOwn<T, P>(state: OwnState<T>, select: (state: T) => P): P {
  return useStore(useClient().own(state), select)
}
