import { type RefObject, useEffect, useRef, useState } from 'react'

/** Adds files that are dropped anywhere on the conversation. Returns whether files are held over it. */
export function useFileDrop(inside: RefObject<HTMLElement | null>, onFiles: (files: Iterable<File>) => void): boolean {
  const [held, setHeld] = useState(false)
  const newest = useRef(onFiles)
  newest.current = onFiles
  useEffect(() => {
    const area = inside.current?.closest('main')
    if (!area) return
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setHeld(true)
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node) || !area.contains(relatedTarget)) setHeld(false)
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setHeld(false)
      newest.current(event.dataTransfer?.files ?? [])
    }
    area.addEventListener('dragover', over)
    area.addEventListener('dragleave', leave)
    area.addEventListener('drop', drop)
    return () => {
      area.removeEventListener('dragover', over)
      area.removeEventListener('dragleave', leave)
      area.removeEventListener('drop', drop)
    }
  }, [inside])
  return held
}
