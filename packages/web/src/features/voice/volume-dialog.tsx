import { useStore } from 'zustand'
import { volumeDialog } from '../../domain/voice/sound-menu.tsx'
import { setVolume, VOLUME_MAX, voiceSettings } from '../../domain/voice/voice-settings.ts'
import { t } from '../../lib/language/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Slider } from './slider.tsx'
import { useName } from './use-name.ts'

/** The volume of one person in this browser. */
export function VolumeDialog({ userId }: { userId: string }) {
  const volume = useStore(voiceSettings, ({ volumes }) => volumes[userId] ?? 100)
  const name = useName(userId)
  return (
    <Dialog title={t('Volume of {name}', { name })} onClose={() => volumeDialog.setState({ userId: null })}>
      <Slider label={t('Volume')} max={VOLUME_MAX} value={volume} onChange={(percent) => setVolume(userId, percent)} />
    </Dialog>
  )
}
