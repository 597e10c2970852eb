import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { TapeFeed } from './tape-feed.ts'

/** Calls back after the platform was started again: ids of records name others from then on. */
export function useOtherTape(feed: TapeFeed, onOther: () => void): void {
  const beganAt = useStore(feed.store, ({ beganAt }) => beganAt)
  const former = useRef(beganAt)
  const newest = useRef(onOther)
  newest.current = onOther
  useEffect(() => {
    if (beganAt === null) return
    if (former.current !== null && former.current !== beganAt) newest.current()
    former.current = beganAt
  }, [beganAt])
}
