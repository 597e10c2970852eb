import { lazy } from '../../ui/lazy.tsx'

export { VoiceDock } from './voice-dock.tsx'
export { useChannelInfo, VoiceList } from './voice-list.tsx'

export const VoiceRoom = lazy(async () => ({ default: (await import('./voice-room.tsx')).VoiceRoom }))
