export { bannedText, isBanActive, type PlatformBan } from './model.ts'
export { findPlatformBan } from './store.ts'
