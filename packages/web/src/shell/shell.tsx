import { Outlet, useParams, useRouterState } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import { type MouseEvent, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { openProfile } from '../domain/people/open-profile.ts'
import { focusMessageBox } from '../domain/places/landmarks.ts'
import { DIRECT } from '../domain/places/places.ts'
import { CallHost } from '../features/calls/index.ts'
import { ChannelMenuHost } from '../features/channel-order/index.ts'
import { LocalClientHost } from '../features/local-client/index.ts'
import { ModalHost } from '../features/modals/index.ts'
import { ManagedMemberHost } from '../features/moderation/index.ts'
import { ProfileDialog, UserMenuHost } from '../features/profile/index.ts'
import { ReportHost } from '../features/reports/index.ts'
import { ShortcutHost } from '../features/shortcuts/index.ts'
import { VoiceDock } from '../features/voice/index.ts'
import { useClient, useClientState } from '../gateway/react.tsx'
import { t } from '../lib/language/text.ts'
import { loadWhenIdle } from '../lib/later.ts'
import { canHover } from '../lib/pointer.ts'
import { IconButton } from '../ui/button.tsx'
import { NoticeBar } from '../ui/notice-bar.tsx'
import { loadDragging } from '../ui/use-drag-spot.ts'
import { ChannelList } from './channel-list.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import { GuildRail } from './guild-rail.tsx'
import { loadConversation } from './later-conversation.ts'
import { PersonPanel } from './person-panel.tsx'
import styles from './shell.module.css'
import { Side } from './side.tsx'
import { SkipLinks } from './skip-links.tsx'

/** The client: guilds, channels and the conversation. On a narrow screen the navigation is folded away. */
export function Shell() {
  const ready = useClientState(({ self }) => self !== null)
  const { guildId = DIRECT } = useParams({ strict: false })
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const [unfolded, setUnfolded] = useState(false)
  const profile = useStore(openProfile, ({ profile }) => profile)
  const unfold = useRef<HTMLButtonElement>(null)
  useEffect(() => setUnfolded(false), [path])
  const client = useClient()
  useEffect(loadConversation, [])
  useEffect(() => () => client.do('guild left', { guildId }), [client, guildId])
  useEffect(() => {
    if (!unfolded) return
    return () => {
      // The focus was in the navigation, which is hidden now, and nothing else has taken it.
      const { activeElement } = document
      if (activeElement === document.body || !activeElement?.checkVisibility()) unfold.current?.focus()
    }
  }, [unfolded])
  if (!ready) return <Skeleton />
  return (
    <div className={styles.shell} data-unfolded={unfolded}>
      <SkipLinks onSkip={() => setUnfolded(false)} />
      <ConnectionBar />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it hears of what its links and buttons do */}
      <div
        className={styles.navigation}
        onClick={(event) => {
          const place = followedPlace(event)
          if (place === null) return
          setUnfolded(false)
          // The focus moves when another page is shown. The present page is shown already.
          if (place === path && canHover()) focusMessageBox()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !unfolded || event.defaultPrevented) return
          event.preventDefault()
          setUnfolded(false)
        }}
      >
        <GuildRail />
        <Side>
          <ChannelList guildId={guildId} />
          <div className={styles.dock}>
            <VoiceDock />
          </div>
          <PersonPanel />
        </Side>
      </div>
      <IconButton
        ref={unfold}
        className={styles.unfold ?? ''}
        label={unfolded ? t('Close navigation') : t('Open navigation')}
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
      >
        <Menu size={20} aria-hidden />
      </IconButton>
      <Main />
      <Suspense>{profile && <ProfileDialog profile={profile} />}</Suspense>
      <ModalHost />
      <LocalClientHost />
      <UserMenuHost />
      <ManagedMemberHost />
      <ReportHost />
      <CallHost />
      <NoticeBar />
      <ShortcutHost />
      <ChannelMenuHost />
    </div>
  )
}

/** Returns the path of a link of this app that was followed in this tab, or null. */
function followedPlace(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null
  return new URL(link.href).pathname
}

/** The open page. It is first rendered after the navigation, in slices, so that no task of the start is long. */
function Main() {
  const due = useDeferredValue(true, false)
  return (
    <div className={styles.main}>
      <Suspense>
        {due && (
          <>
            <Outlet />
            <LoadOthers />
          </>
        )}
      </Suspense>
    </div>
  )
}

/** Time that the first view has for its own requests before others are made. */
const OTHERS_AFTER_MS = 1_000

/** Fetches what the first view does without. React runs its effect once the page beside it is there. */
function LoadOthers() {
  useEffect(() => {
    let cancel = () => {}
    const timer = setTimeout(() => {
      loadDragging()
      cancel = loadWhenIdle()
    }, OTHERS_AFTER_MS)
    return () => {
      clearTimeout(timer)
      cancel()
    }
  }, [])
  return null
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
          {t('Loading…')}
        </p>
      </main>
    </div>
  )
}
