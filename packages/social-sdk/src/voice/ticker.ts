import { FRAME_MS } from './sound.ts'

/** Ticks that are made up for after a pause of the process. Later ones are left out. */
const LATE_MAX = 5

/** Calls a function every 20 ms without drift. Returns the function that ends it. */
export function everyFrame(tick: () => void): () => void {
  let next = performance.now() + FRAME_MS
  let hasEnded = false
  let timer = setTimeout(run, FRAME_MS)
  function run(): void {
    const now = performance.now()
    if (now - next > LATE_MAX * FRAME_MS) next = now
    // A callback of the game may leave the call, which ends the ticks in one of them.
    while (next <= now && !hasEnded) {
      next += FRAME_MS
      tick()
    }
    if (!hasEnded) timer = setTimeout(run, Math.max(1, next - performance.now()))
  }
  return () => {
    hasEnded = true
    clearTimeout(timer)
  }
}
