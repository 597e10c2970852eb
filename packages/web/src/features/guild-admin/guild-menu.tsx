import { permissionsInGuild } from '@guildhall/client/questions'
import { Permission } from '@guildhall/protocol'
import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { Suspense, useState } from 'react'
import { report } from '../../domain/people/open-report.ts'
import { useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { IconButton } from '../../ui/button.tsx'
import { DropdownMenu } from '../../ui/dropdown-menu.ts'
import { lazy } from '../../ui/lazy.tsx'
import menu from '../../ui/menu.module.css'
import { MenuBeside } from '../../ui/menu-button.tsx'

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
      <MenuBeside
        button={(trigger) => (
          <IconButton label={t('Guild menu')} {...trigger}>
            <ChevronDown size={16} aria-hidden />
          </IconButton>
        )}
      >
        {(permissions & Permission.CREATE_INSTANT_INVITE) !== 0n && (
          <DropdownMenu.Item className={menu.item} onSelect={() => setOpen('invite')}>
            {t('Invite people')}
          </DropdownMenu.Item>
        )}
        {(permissions & Permission.MANAGE_CHANNELS) !== 0n && (
          <DropdownMenu.Item className={menu.item} onSelect={() => setOpen('channel')}>
            {t('Create channel')}
          </DropdownMenu.Item>
        )}
        <DropdownMenu.Item className={menu.item} asChild>
          <Link to="/guilds/$guildId/settings/$" params={{ guildId, _splat: '' }}>
            {t('Guild settings')}
          </Link>
        </DropdownMenu.Item>
        {!owner && (
          <DropdownMenu.Item className={`${menu.item} ${menu.danger}`} onSelect={() => report({ guildId })}>
            {t('Report')}
          </DropdownMenu.Item>
        )}
        {!owner && (
          <DropdownMenu.Item className={`${menu.item} ${menu.danger}`} onSelect={() => setOpen('leave')}>
            {t('Leave guild')}
          </DropdownMenu.Item>
        )}
      </MenuBeside>
      <Suspense>
        {open === 'invite' && <InviteDialog guildId={guildId} onClose={close} />}
        {open === 'channel' && <NewChannel guildId={guildId} onClose={close} />}
        {open === 'leave' && <LeaveGuild guildId={guildId} onClose={close} />}
      </Suspense>
    </>
  )
}
