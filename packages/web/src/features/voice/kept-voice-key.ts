/** Key of the call that a tab was in before it was loaded again. */
export const KEPT_VOICE = 'guildhall.voice'
