import * as surface from './surface.ts'

export { type SupportStatus, supportStatus } from './support.ts'
export * from './surface.ts'

/** All of the surface as one object. */
export const guildhallsdk: Readonly<typeof surface> = /* @__PURE__ */ Object.freeze({ ...surface })
