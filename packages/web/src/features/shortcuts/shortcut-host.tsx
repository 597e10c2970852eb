import { useNavigate, useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { markRead } from '../../domain/messages/read-marks.ts'
import { DIRECT, lastChannel } from '../../domain/places/places.ts'
import { useShortcut, useShortcutKeys } from '../../domain/shortcuts/shortcuts.ts'
import { useClient } from '../../gateway/react.tsx'
import { lazy } from '../../ui/lazy.tsx'
import { hasUnread, listedChannels, listedGuilds, neighbour } from './neighbours.ts'

const QuickSwitcher = lazy(() => import('./quick-switcher.tsx'))
const ShortcutList = lazy(() => import('./shortcut-list.tsx'))

/** Shortcuts that lead through the client, and the dialogs that they open. */
export function ShortcutHost() {
  const [open, setOpen] = useState<'switcher' | 'list' | null>(null)
  useShortcutKeys()
  useShortcut('quick-switcher', () => setOpen('switcher'))
  useShortcut('shortcut-list', () => setOpen('list'))
  useChannelKeys()
  return (
    <Suspense>
      {open === 'switcher' && <QuickSwitcher onClose={() => setOpen(null)} />}
      {open === 'list' && <ShortcutList onClose={() => setOpen(null)} />}
    </Suspense>
  )
}

function useChannelKeys(): void {
  const client = useClient()
  const navigate = useNavigate()
  const { guildId = DIRECT, channelId } = useParams({ strict: false })

  function openChannel(step: 1 | -1, wanted: (id: string) => boolean) {
    const ids = listedChannels(client.state, guildId).filter((id) => id === channelId || wanted(id))
    const next = neighbour(ids, channelId, step)
    if (next && next !== channelId)
      void navigate({ to: '/channels/$guildId/$channelId', params: { guildId, channelId: next } })
  }

  function openGuild(step: 1 | -1) {
    const next = neighbour(listedGuilds(client.state), guildId, step)
    if (!next) return
    const last = lastChannel(next)
    if (last) void navigate({ to: '/channels/$guildId/$channelId', params: { guildId: next, channelId: last } })
    else void navigate({ to: '/channels/$guildId', params: { guildId: next } })
  }

  const unread = (id: string) => hasUnread(client.state, id)
  useShortcut('previous-channel', () => openChannel(-1, () => true))
  useShortcut('next-channel', () => openChannel(1, () => true))
  useShortcut('previous-unread', () => openChannel(-1, unread))
  useShortcut('next-unread', () => openChannel(1, unread))
  useShortcut('previous-guild', () => openGuild(-1))
  useShortcut('next-guild', () => openGuild(1))
  useShortcut('mark-guild-read', () => markRead(client, listedChannels(client.state, guildId)))
}
