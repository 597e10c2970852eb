import { useQuery } from '@tanstack/react-query'
import { ownVoiceState } from '../../../domain/voice/voice-states.ts'
import { useClient, useClientState } from '../../../gateway/react.tsx'
import { t } from '../../../lib/language/text.ts'
import { Button } from '../../../ui/button.tsx'
import { sharedScreens } from '../screens/shared-screens.ts'
import { streamKeyOf } from '../screens/stream-key.ts'
import styles from './picture-grid.module.css'
import { usePictureName } from './use-picture-name.ts'

/** Interval at which the picture is read again, in ms: as often as the app sends one. */
const AGAIN_MS = 5 * 60_000
/** The first picture comes some time after the stream. */
const ATTEMPTS = 4

/** Offers to watch the screen of another, with its latest picture. */
export function WatchOffer({ userId }: { userId: string }) {
  const name = usePictureName(userId)
  const url = usePreview(userId)
  return (
    <div className={styles.offer}>
      {url && <img className={styles.preview} src={url} alt="" />}
      <Button size="small" onClick={() => sharedScreens.getState().control?.watch(userId)}>
        {t("Watch {name}'s screen", { name })}
      </Button>
    </div>
  )
}

/** Returns the address of the latest picture of a screen; undefined without one. */
function usePreview(userId: string): string | undefined {
  const client = useClient()
  const guildId = useClientState(({ voice }) => voice.target?.guildId ?? null)
  const channelId = useClientState((state) => ownVoiceState(state)?.channel_id) ?? ''
  const key = streamKeyOf({ guildId, channelId }, userId)
  const preview = useQuery({
    queryKey: ['stream-preview', key],
    queryFn: () => client.api.call('get_stream_preview', { params: { stream_key: key } }),
    enabled: channelId !== '',
    retry: ATTEMPTS,
    retryDelay: (attempt) => 1_000 * 2 ** attempt,
    refetchInterval: AGAIN_MS,
    staleTime: 0,
    gcTime: 0,
  })
  return preview.data?.url
}
