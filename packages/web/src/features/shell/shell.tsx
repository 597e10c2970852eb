import { Outlet, useParams, useRouterState } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useClientState } from '../../gateway/react.tsx'
import { IconButton } from '../../ui/button.tsx'
import { ModalHost } from '../modals/modal-host.tsx'
import { openProfile } from '../profile/open-profile.ts'
import { ProfileDialog } from '../profile/profile-dialog.tsx'
import { UserMenuHost } from '../profile/user-menu-host.tsx'
import { ChannelList } from './channel-list.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import { GuildRail } from './guild-rail.tsx'
import { PersonPanel } from './person-panel.tsx'
import { DIRECT } from './places.ts'
import styles from './shell.module.css'

/** The client: guilds, channels and the conversation. On a narrow screen the navigation is folded away. */
export function Shell() {
  const ready = useClientState(({ self }) => self !== null)
  const { guildId = DIRECT } = useParams({ strict: false })
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const [unfolded, setUnfolded] = useState(false)
  const profile = useStore(openProfile, ({ profile }) => profile)
  useEffect(() => setUnfolded(false), [path])
  if (!ready) return <Skeleton />
  return (
    <div className={styles.shell} data-unfolded={unfolded}>
      <ConnectionBar />
      <div className={styles.navigation}>
        <GuildRail />
        <div className={styles.side}>
          <ChannelList guildId={guildId} />
          <PersonPanel />
        </div>
      </div>
      <IconButton
        className={styles.unfold ?? ''}
        label={unfolded ? 'Close navigation' : 'Open navigation'}
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
      >
        <Menu size={20} strokeWidth={1.5} aria-hidden />
      </IconButton>
      <div className={styles.main}>
        <Outlet />
      </div>
      {profile && <ProfileDialog profile={profile} />}
      <ModalHost />
      <UserMenuHost />
    </div>
  )
}

/** The layout while the first state loads. */
function Skeleton() {
  return (
    <div className={styles.shell} aria-busy="true">
      <div className={styles.navigation}>
        <div className={styles.railSkeleton} />
        <div className={styles.side} />
      </div>
      <main className={styles.main}>
        <p className="visually-hidden" role="status">
          Loading…
        </p>
      </main>
    </div>
  )
}
