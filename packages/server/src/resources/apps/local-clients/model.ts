/** Answer to a question of a local client, or what became of it. */
export type ConsentStatus = 'shown' | 'accepted' | 'denied' | 'withdrawn'
