import { Suspense } from 'react'
import { useStore } from 'zustand'
import { factorPrompt } from '../../../session/factor-prompt.ts'
import { lazy } from '../../../ui/lazy.tsx'

const ConfirmIdentity = lazy(async () => ({ default: (await import('./confirm-identity.tsx')).ConfirmIdentity }))

/** Asks for a second factor while a request waits for one. */
export function FactorHost() {
  const pending = useStore(factorPrompt, (state) => state.pending)
  return <Suspense>{pending && <ConfirmIdentity key={pending.request.ticket} {...pending} />}</Suspense>
}
