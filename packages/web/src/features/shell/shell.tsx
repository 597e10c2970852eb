import { Outlet, useParams, useRouterState } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import { useDeferredValue, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useClientState } from '../../gateway/react.tsx'
import { IconButton } from '../../ui/button.tsx'
import { CallHost } from '../calls/call-host.tsx'
import { ChannelMenuHost } from '../channel-order/channel-menu-host.tsx'
import { LocalClientHost } from '../local-client/local-client-host.tsx'
import { ModalHost } from '../modals/modal-host.tsx'
import { ManagedMemberHost } from '../moderation/managed-member-host.tsx'
import { openProfile } from '../profile/open-profile.ts'
import { ProfileDialog } from '../profile/profile-dialog.tsx'
import { UserMenuHost } from '../profile/user-menu-host.tsx'
import { ShortcutHost } from '../shortcuts/shortcut-host.tsx'
import { VoiceDock } from '../voice/voice-dock.tsx'
import { ChannelList } from './channel-list.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import { GuildRail } from './guild-rail.tsx'
import { NoticeBar } from './notice-bar.tsx'
import { PersonPanel } from './person-panel.tsx'
import { DIRECT } from './places.ts'
import styles from './shell.module.css'
import { Side } from './side.tsx'

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
        <Side>
          <ChannelList guildId={guildId} />
          <VoiceDock />
          <PersonPanel />
        </Side>
      </div>
      <IconButton
        className={styles.unfold ?? ''}
        label={unfolded ? 'Close navigation' : 'Open navigation'}
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
      >
        <Menu size={20} strokeWidth={1.5} aria-hidden />
      </IconButton>
      <Main />
      {profile && <ProfileDialog profile={profile} />}
      <ModalHost />
      <LocalClientHost />
      <UserMenuHost />
      <ManagedMemberHost />
      <CallHost />
      <NoticeBar />
      <ShortcutHost />
      <ChannelMenuHost />
    </div>
  )
}

/** The open page. It is first rendered after the navigation, in slices, so that no task of the start is long. */
function Main() {
  const due = useDeferredValue(true, false)
  return <div className={styles.main}>{due && <Outlet />}</div>
}

/** The layout while the first state loads. */
function Skeleton() {
  return (
    <div className={styles.shell} aria-busy="true">
      <ConnectionBar />
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
