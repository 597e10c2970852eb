import { type RefObject, useEffect, useRef, useState } from 'react'

/** Returns a ref for an element, and its width in pixels of the screen; 0 while nothing of it is visible. */
export function useSizeInView<Element extends HTMLElement>(): [RefObject<Element | null>, number] {
  const ref = useRef<Element>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    let isInView = false
    const measure = () => {
      const isVisible = isInView && document.visibilityState === 'visible'
      setWidth(isVisible ? Math.round(element.clientWidth * devicePixelRatio) : 0)
    }
    const inView = new IntersectionObserver((entries) => {
      isInView = entries.at(-1)?.isIntersecting ?? false
      measure()
    })
    const sizes = new ResizeObserver(measure)
    inView.observe(element)
    sizes.observe(element)
    document.addEventListener('visibilitychange', measure)
    return () => {
      inView.disconnect()
      sizes.disconnect()
      document.removeEventListener('visibilitychange', measure)
    }
  }, [])
  return [ref, width]
}
