/** People who want notifications in this browser. Each stays so until they switch it off, also over sign-outs. */
const STORED = 'guildhall.push.'

/** Returns whether a person wants notifications in this browser. */
export function wantsPush(userId: string): boolean {
  return localStorage.getItem(`${STORED}${userId}`) !== null
}

/** Stores whether a person wants notifications in this browser. */
export function setWantsPush(userId: string, wants: boolean): void {
  if (wants) localStorage.setItem(`${STORED}${userId}`, 'on')
  else localStorage.removeItem(`${STORED}${userId}`)
}
