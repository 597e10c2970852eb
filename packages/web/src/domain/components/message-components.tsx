import type { ShownMessage } from '@guildhall/client/records'
import type { ChannelObject } from '@guildhall/protocol'
import { Suspense } from 'react'
import { lazy } from '../../ui/lazy.tsx'

const ComponentTree = lazy(() => import('./component-tree.tsx'))

/** The components of a message: buttons, selects, and the layout of newer messages. Loaded with the first of them. */
export function MessageComponents({ message, channel }: { message: ShownMessage; channel: ChannelObject }) {
  if (!message.components || message.components.length === 0) return null
  return (
    <Suspense fallback={null}>
      <ComponentTree message={message} channel={channel} />
    </Suspense>
  )
}
