import { Permission } from '@guildhall/protocol'
import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { lazy, Suspense, useState } from 'react'
import { useClientState } from '../../gateway/react.tsx'
import { permissionsInGuild } from '../../gateway/selectors.ts'
import { IconButton } from '../../ui/button.tsx'
import menu from '../../ui/menu.module.css'

const NewChannel = lazy(async () => ({ default: (await import('../../domain/channels/new-channel.tsx')).NewChannel }))
const InviteDialog = lazy(async () => ({ default: (await import('./guild-dialogs.tsx')).InviteDialog }))
const LeaveGuild = lazy(async () => ({ default: (await import('./guild-dialogs.tsx')).LeaveGuild }))

type Open = 'invite' | 'channel' | 'leave' | null

/** The menu of a guild: inviting, creating channels, settings, leaving. */
export function GuildMenu({ guildId }: { guildId: string }) {
  const [open, setOpen] = useState<Open>(null)
  const permissions = useClientState((state) => permissionsInGuild(state, guildId))
  const owner = useClientState(({ guilds, self }) => guilds.get(guildId)?.guild.owner_id === self?.id)
  const close = () => setOpen(null)
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <IconButton label="Guild menu">
            <ChevronDown size={16} strokeWidth={1.5} aria-hidden />
          </IconButton>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className={menu.menu} align="end">
            {(permissions & Permission.CREATE_INSTANT_INVITE) !== 0n && (
              <DropdownMenu.Item className={menu.item} onSelect={() => setOpen('invite')}>
                Invite people
              </DropdownMenu.Item>
            )}
            {(permissions & Permission.MANAGE_CHANNELS) !== 0n && (
              <DropdownMenu.Item className={menu.item} onSelect={() => setOpen('channel')}>
                Create channel
              </DropdownMenu.Item>
            )}
            <DropdownMenu.Item className={menu.item} asChild>
              <Link to="/guilds/$guildId/settings/$" params={{ guildId, _splat: '' }}>
                Guild settings
              </Link>
            </DropdownMenu.Item>
            {!owner && (
              <DropdownMenu.Item className={`${menu.item} ${menu.danger}`} onSelect={() => setOpen('leave')}>
                Leave guild
              </DropdownMenu.Item>
            )}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      <Suspense>
        {open === 'invite' && <InviteDialog guildId={guildId} onClose={close} />}
        {open === 'channel' && <NewChannel guildId={guildId} onClose={close} />}
        {open === 'leave' && <LeaveGuild guildId={guildId} onClose={close} />}
      </Suspense>
    </>
  )
}
