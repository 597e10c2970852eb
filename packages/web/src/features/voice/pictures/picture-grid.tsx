import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useHeard } from '../../../domain/voice/heard.ts'
import { useClientState, useShallowState } from '../../../gateway/react.tsx'
import { t } from '../../../lib/language/text.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { sharedScreens } from '../screens/shared-screens.ts'
import styles from './picture-grid.module.css'
import { lookAt, pictures } from './pictures.ts'
import { Tile } from './tile.tsx'
import { statesOfCall, usePictureName } from './use-picture-name.ts'
import { useSizeInView } from './use-size-in-view.ts'
import { WatchOffer } from './watch-offer.tsx'

/** Cameras that are shown at once: as many as a channel may have. */
const SHOWN_MAX = 25
/** Width in pixels of the screen up to which the small layer is as sharp. */
const SMALL_WIDTH = 640
const [FULL, SMALL] = [100, 50]

/** Cameras and shared screens of the call that this window is in. */
export function PictureGrid() {
  const own = useStore(pictures, (state) => state.own)
  const cameras = useStore(pictures, (state) => state.cameras)
  const { own: ownScreen, watched, isPaused } = useStore(sharedScreens)
  const sharing = useShallowState((state) =>
    statesOfCall(state)
      .filter(({ user_id, self_stream }) => self_stream && user_id !== state.self?.id)
      .map(({ user_id }) => user_id),
  )
  const isEmpty = !own && !ownScreen && cameras.size === 0 && watched.size === 0
  if (isEmpty && sharing.length === 0) return null
  return (
    <section className={styles.pictures} aria-label={t('Pictures')}>
      <div className={styles.buttons}>
        {sharing
          .filter((userId) => !watched.has(userId))
          .map((userId) => (
            <WatchOffer key={userId} userId={userId} />
          ))}
      </div>
      <div className={styles.grid}>
        {[...watched].map(([userId, track]) => (
          <ScreenTile key={userId} userId={userId} track={track} />
        ))}
        {ownScreen && (
          <Tile label={t('Your screen')} name={t('Your screen')} track={ownScreen} look="screen">
            {isPaused && <PausedMark />}
          </Tile>
        )}
        {own && <Tile label={t('Your camera')} name={t('You')} track={own} look="mirrored" />}
        {[...cameras].slice(0, SHOWN_MAX).map(([userId, track]) => (
          <CameraTile key={userId} userId={userId} track={track} />
        ))}
      </div>
    </section>
  )
}

function PausedMark() {
  return <p className={styles.paused}>{t('Paused')}</p>
}

function ScreenTile({ userId, track }: { userId: string; track: MediaStreamTrack | null }) {
  const name = usePictureName(userId)
  const isPaused = useStore(sharedScreens, ({ paused }) => paused.has(userId))
  const [ref, width] = useSizeInView<HTMLDivElement>()
  const isVisible = width > 0
  useEffect(() => sharedScreens.getState().control?.see(userId, isVisible), [userId, isVisible])
  return (
    <div ref={ref} className={styles.place}>
      <Tile label={t('Screen of {name}', { name })} name={name} track={track} look="screen">
        {isPaused && <PausedMark />}
        <Button
          size="small"
          className={styles.stop ?? ''}
          onClick={() => sharedScreens.getState().control?.stopWatching(userId)}
        >
          {t('Stop watching')}
        </Button>
      </Tile>
    </div>
  )
}

function CameraTile({ userId, track }: { userId: string; track: MediaStreamTrack | null }) {
  const name = usePictureName(userId)
  const user = useClientState(({ users }) => users.get(userId))
  const isSpeaking = useHeard(userId)
  const [ref, width] = useSizeInView<HTMLDivElement>()
  const quality = width === 0 ? 0 : width > SMALL_WIDTH ? FULL : SMALL
  useEffect(() => lookAt(userId, quality), [userId, quality])
  useEffect(() => () => lookAt(userId, 0), [userId])
  return (
    <div ref={ref} className={styles.place}>
      <Tile label={t('Camera of {name}', { name })} name={name} track={track} isSpeaking={isSpeaking}>
        {!track && user && <Avatar user={user} size={40} />}
      </Tile>
    </div>
  )
}
