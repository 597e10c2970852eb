import * as surface from './surface.ts'

/** All of the surface as one object. Bundlers leave it out if it is unused, with classes that a game does not use. */
export const guildhallsdk: Readonly<typeof surface> = Object.freeze({ ...surface })
