import { createStore } from 'zustand/vanilla'

/** Pictures of the call of this window. */
export interface Pictures {
  /** The person's own camera; null while it is off. */
  readonly own: MediaStreamTrack | null
  /** Cameras of others by user. Null before the first picture, and while it is not looked at. */
  readonly cameras: ReadonlyMap<string, MediaStreamTrack | null>
  /** Qualities at which cameras are looked at, by user; none for one that is not visible. */
  readonly views: ReadonlyMap<string, number>
}

const NO_PICTURES: Pictures = { own: null, cameras: new Map(), views: new Map() }

/** Pictures of the call, and the views of them. The call writes the one, the tiles the other. */
export const pictures = createStore<Pictures>(() => NO_PICTURES)

/** Notes at which quality a camera is looked at, 0 for one that is not visible. */
export function lookAt(userId: string, quality: number): void {
  const { views } = pictures.getState()
  if ((views.get(userId) ?? 0) === quality) return
  const next = new Map(views)
  if (quality === 0) next.delete(userId)
  else next.set(userId, quality)
  pictures.setState({ views: next })
}
