export { banUser } from './actions/save.ts'
export { bannedText, DURATION_MAX_S, isBanActive } from './model.ts'
export { findPlatformBan } from './store.ts'
