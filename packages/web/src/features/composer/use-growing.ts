import { type RefObject, useLayoutEffect } from 'react'

/** Makes a text field as high as its text. */
export function useGrowing(box: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    element.style.height = 'auto'
    // A field that is not shown has no height.
    if (element.scrollHeight > 0) element.style.height = `${element.scrollHeight}px`
  }, [box, text])
}
