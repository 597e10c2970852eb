import { onCallbacksDue, RunCallbacks } from '../callbacks/queue.ts'

interface Immediate {
  setImmediate?: (task: () => void) => unknown
}

/** Calls a task after the present turn of the event loop. */
function soon(task: () => void): void {
  const { setImmediate } = globalThis as Immediate
  if (setImmediate) setImmediate(task)
  else setTimeout(task, 0)
}

/**
 * Calls RunCallbacks whenever callbacks are due, for games and programs without frames: `using pump =
 * pumpCallbacks()`. While nothing is due, nothing runs. An error of a callback is thrown as of any other listener of
 * the runtime.
 */
export function pumpCallbacks(): Disposable {
  let isPlanned = false
  let hasEnded = false
  const plan = () => {
    if (isPlanned || hasEnded) return
    isPlanned = true
    soon(() => {
      isPlanned = false
      if (!hasEnded) RunCallbacks()
    })
  }
  const stop = onCallbacksDue(plan)
  return {
    [Symbol.dispose]() {
      hasEnded = true
      stop()
    },
  }
}
