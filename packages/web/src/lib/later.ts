import { importAgain } from '@guildhall/client'
import { type ComponentProps, type ComponentType, createElement, type lazy, type ReactNode, use } from 'react'

/** Any component, as React's `lazy` takes it. */
type Loadable = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default']

interface Script<M> {
  /** Fetches the script before one of its components is shown. A failure is reported when a component is shown. */
  load(): void
  /** Returns a component of the script. It suspends until the script is fetched, and renders at once from then on. */
  component<C extends Loadable>(pick: (module: M) => C): (props: ComponentProps<C>) => ReactNode
}

const scripts: { load(): Promise<unknown> }[] = []

/**
 * Describes a script that the first screen does without. It is fetched when one of its components is shown, and before
 * that by `loadWhenIdle`, so that a click usually finds it fetched.
 */
export function later<M>(fetchScript: () => Promise<M>): Script<M> {
  let loaded: M | undefined
  let loading: Promise<M> | undefined
  let failed: unknown
  async function fetchOnce() {
    try {
      loaded = await (failed === undefined ? fetchScript() : importAgain(fetchScript, failed))
      return loaded
    } catch (failure) {
      failed ??= failure
      // The next use fetches it again.
      loading = undefined
      throw failure
    }
  }
  const load = () => {
    loading ??= fetchOnce()
    return loading
  }
  scripts.push({ load })
  return {
    load: () => void load().catch(reportedWhenShown),
    component: (pick) => (props) => {
      const module = loaded === undefined ? use(load()) : loaded
      return createElement(pick(module) as ComponentType<typeof props>, props)
    },
  }
}

/** Fetches all of these scripts when the browser has nothing else to do. Returns a function that cancels it. */
export function loadWhenIdle(): () => void {
  return whenIdle(() => {
    for (const { load } of scripts) load().catch(reportedWhenShown)
  })
}

/** Time after which a browser that is never idle does what waits for that. */
const IDLE_MS = 2_000

/** Runs a task when the browser has nothing else to do. Returns a function that cancels it. */
export function whenIdle(task: () => void): () => void {
  // Safari has no such callback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, IDLE_MS)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(task, { timeout: IDLE_MS })
  return () => cancelIdleCallback(request)
}

/** A script that cannot be fetched early is fetched again when it is shown, and its page has the failure then. */
function reportedWhenShown(): void {}
