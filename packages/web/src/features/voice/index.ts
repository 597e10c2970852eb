import { lazy } from '../../ui/lazy.tsx'

export { useChannelInfo } from './use-channel-info.ts'
export { VoiceDock } from './voice-dock.tsx'

export const Pictures = lazy(async () => ({ default: (await import('./pictures/picture-grid.tsx')).PictureGrid }))

export const VoiceList = lazy(async () => ({ default: (await import('./voice-list.tsx')).VoiceList }))

export const VoiceRoom = lazy(async () => ({ default: (await import('./voice-room.tsx')).VoiceRoom }))
