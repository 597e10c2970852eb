import type { ChannelObject } from '@guildhall/protocol'
import { lazy, Suspense } from 'react'
import type { ShownMessage } from '../../gateway/state.ts'

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
