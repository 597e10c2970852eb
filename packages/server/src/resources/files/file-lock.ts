/** Returns the name of the lock that a unit of work holds to make a file referenced, or to remove it. */
export const fileLock = (key: string): string => `file.${key}`
