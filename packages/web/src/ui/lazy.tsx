import { type ComponentType, lazy as suspending, useEffect, useState } from 'react'

/** Time in which most parts load. Only a part that takes longer suspends, so that its fallback is shown. */
const FALLBACK_AFTER_MS = 150

/**
 * Returns a component whose code is loaded when it is first rendered. Unlike React's own `lazy` it appears as soon as
 * its code is there: React keeps a fallback, even an empty one, for 300 ms, and each dialog would open that much later.
 */
export function lazy<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  const Suspending = suspending(load)
  let loaded: ComponentType<P> | undefined
  let loading: Promise<void> | undefined
  const start = () => {
    loading ??= load().then((module) => {
      loaded = module.default
    })
    return loading
  }

  return function Lazy(props: P) {
    const [state, setState] = useState<'loading' | 'slow' | 'loaded'>(loaded ? 'loaded' : 'loading')
    useEffect(() => {
      let isOpen = true
      // A part that is shown is not replaced, as it would lose its state.
      const change = (next: 'slow' | 'loaded') => isOpen && setState((now) => (now === 'loading' ? next : now))
      const timer = setTimeout(() => change('slow'), FALLBACK_AFTER_MS)
      start().then(
        () => change('loaded'),
        () => change('slow'), // React's own `lazy` then tries again, and reports the error.
      )
      return () => {
        isOpen = false
        clearTimeout(timer)
      }
    }, [])
    if (state === 'slow') return <Suspending {...props} />
    if (state === 'loading' || !loaded) return null
    const Loaded = loaded
    return <Loaded {...props} />
  }
}
