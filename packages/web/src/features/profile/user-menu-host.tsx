import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useStore } from 'zustand'
import { AppsMenu } from '../../domain/commands/menu-commands.tsx'
import { mayManage } from '../../domain/members/may-manage.ts'
import { manageMember } from '../../domain/members/open-moderation.ts'
import { showProfile } from '../../domain/people/open-profile.ts'
import { report } from '../../domain/people/open-report.ts'
import styles from '../../domain/people/user-menu.module.css'
import { closeUserMenu, type OpenUserMenu, userMenu } from '../../domain/people/user-menu.ts'
import { SoundMenuItems } from '../../domain/voice/sound-menu.tsx'
import { VoiceMenuItems } from '../../domain/voice/voice-menu.tsx'
import { useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { DropdownMenu } from '../../ui/dropdown-menu.ts'
import menu from '../../ui/menu.module.css'

/** The menu of a user whose name was pressed with the second button. */
export function UserMenuHost() {
  const open = useStore(userMenu, (state) => state.open)
  return <Suspense>{open && <UserMenu key={`${open.userId} ${open.x} ${open.y}`} open={open} />}</Suspense>
}

function UserMenu({ open: { userId, guildId, x, y, from } }: { open: OpenUserMenu }) {
  const { channelId = '' } = useParams({ strict: false })
  const channel = useClientState(({ channels }) => channels.get(channelId))
  const selfId = useClientState(({ self }) => self?.id)
  const manages = useClientState((state) => mayManage(state, guildId, userId))
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && closeUserMenu()}>
      <DropdownMenu.Trigger className={styles.point} style={{ left: x, top: y }} tabIndex={-1} aria-hidden />
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={menu.menu}
          align="start"
          collisionPadding={8}
          aria-label={t('User')}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            from.focus()
          }}
        >
          <DropdownMenu.Item className={menu.item} onSelect={() => showProfile(userId, guildId)}>
            {t('Profile')}
          </DropdownMenu.Item>
          {guildId && manages && (
            <DropdownMenu.Item className={menu.item} onSelect={() => manageMember(guildId, userId)}>
              {t('Manage member')}
            </DropdownMenu.Item>
          )}
          {channel && <AppsMenu target={{ kind: 'user', id: userId, channel }} />}
          <DropdownMenu.Item className={menu.item} onSelect={() => void navigator.clipboard?.writeText(userId)}>
            {t('Copy user ID')}
          </DropdownMenu.Item>
          <SoundMenuItems userId={userId} />
          {guildId && <VoiceMenuItems userId={userId} guildId={guildId} />}
          {userId !== selfId && (
            <DropdownMenu.Item className={`${menu.item} ${menu.danger}`} onSelect={() => report({ userId })}>
              {t('Report')}
            </DropdownMenu.Item>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
