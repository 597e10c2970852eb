import type { ChannelObject } from '@guildhall/protocol'
import { Phone } from 'lucide-react'
import { joinVoice } from '../../domain/voice/connection.ts'
import { joinText } from '../../domain/voice/join-text.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { IconButton } from '../../ui/button.tsx'
import { showNotice } from '../../ui/notice.ts'
import { mayCall } from './calls.ts'

/** Starts a call in a direct message or group. The room of a call that is under way has its own button. */
export default function CallButton({ channel }: { channel: ChannelObject }) {
  const client = useClient()
  const possible = useClientState((state) => mayCall(state, channel) && !state.calls.has(channel.id))
  if (!possible) return null
  return (
    <IconButton label={t('Start call')} onClick={() => showNotice(joinText(joinVoice(client, channel)))}>
      <Phone size={20} aria-hidden />
    </IconButton>
  )
}
