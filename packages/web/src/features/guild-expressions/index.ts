import { lazy } from '../../ui/lazy.tsx'

export const EmojiSection = lazy(async () => ({ default: (await import('./emoji-section.tsx')).EmojiSection }))
export const StickerSection = lazy(async () => ({ default: (await import('./sticker-section.tsx')).StickerSection }))
export const SoundSection = lazy(async () => ({ default: (await import('./sound-section.tsx')).SoundSection }))
