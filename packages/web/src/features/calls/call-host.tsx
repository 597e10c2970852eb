import { Suspense } from 'react'
import { useClientState } from '../../gateway/react.tsx'
import { lazy } from '../../ui/lazy.tsx'
import { ringingChannel } from './calls.ts'

const IncomingCall = lazy(() => import('./incoming-call.tsx'))

/** Place of an incoming call, which is loaded when the first one rings. */
export function CallHost() {
  const channel = useClientState(ringingChannel)
  return <Suspense>{channel && <IncomingCall key={channel.id} channel={channel} />}</Suspense>
}
