/** Version of the surface. `patch` and `hash` are this package's own; a test compares them with releases.json. */
export const VERSION = { major: 1, minor: 10, patch: 0, hash: 'guildhall-1.10.0' } as const
