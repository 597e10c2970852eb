import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { DropdownMenu } from '../../ui/dropdown-menu.ts'
import menu from '../../ui/menu.module.css'
import { muteHere, voiceSettings } from './voice-settings.ts'
import { ownVoiceState } from './voice-states.ts'

/** The person whose volume is being set; null while the dialog is closed. The panel of the call shows it. */
export const volumeDialog = createStore<{ readonly userId: string | null }>(() => ({ userId: null }))

/** Menu items about the sound of someone else in the person's call, bots too. */
export function SoundMenuItems({ userId }: { userId: string }) {
  const inCall = useClientState((state) => {
    const channelId = ownVoiceState(state)?.channel_id
    if (!channelId || userId === state.self?.id) return false
    const states = state.voice.target?.guildId
      ? state.guilds.get(state.voice.target.guildId)?.voiceStates
      : state.calls.get(channelId)?.states
    return states?.get(userId)?.channel_id === channelId
  })
  const muted = useStore(voiceSettings, (settings) => settings.muted.includes(userId))
  if (!inCall) return null
  return (
    <>
      <DropdownMenu.Separator className={menu.separator} />
      <DropdownMenu.Item className={menu.item} onSelect={() => volumeDialog.setState({ userId })}>
        {t('Volume')}
      </DropdownMenu.Item>
      <DropdownMenu.CheckboxItem
        className={menu.item}
        checked={muted}
        onCheckedChange={(checked) => muteHere(userId, checked)}
      >
        {t('Mute for me')}
        <DropdownMenu.ItemIndicator className={menu.more} aria-hidden>
          ✓
        </DropdownMenu.ItemIndicator>
      </DropdownMenu.CheckboxItem>
    </>
  )
}
