import { compareIds } from '@guildhall/client/records'
import { type RefObject, useEffect } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import { jumpDone, pendingJump } from '../../domain/messages/jump.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { loadAround } from './load.ts'
import { weightOf } from './weight.ts'
import { around, type Window } from './window.ts'

/** Time for which a message that was searched is marked. */
const FOUND_MS = 2_000

/** Scrolls to a message that another part of the app asks for, and loads what is around it. */
export function useJumps(
  channelId: string,
  log: RefObject<HTMLDivElement | null>,
  setWindow: (window: Window) => void,
): void {
  const client = useClient()
  const jump = useStore(pendingJump, ({ jump }) => (jump?.channelId === channelId ? jump : null))
  const ready = useClientState(({ status }) => status === 'ready')
  useEffect(() => {
    if (!jump || !ready) return
    const { messageId } = jump
    const rowsNow = () => ({ items: client.state.messages.get(channelId)?.items ?? [], weightOf })
    const show = async () => {
      if (!around(rowsNow(), messageId)) await loadAround(client, channelId, messageId)
      // A message that was deleted gives way to the next one.
      const target = rowsNow().items.find(({ id }) => compareIds(id, messageId) >= 0)?.id ?? messageId
      const window = around(rowsNow(), target)
      jumpDone()
      if (!window) return
      flushSync(() => setWindow(window))
      const row = log.current?.querySelector<HTMLElement>(`[data-message="${target}"]`)
      row?.scrollIntoView({ block: 'center' })
      row?.setAttribute('data-found', '')
      setTimeout(() => row?.removeAttribute('data-found'), FOUND_MS)
    }
    show().catch(jumpDone)
  }, [jump, ready, client, channelId, log, setWindow])
}
