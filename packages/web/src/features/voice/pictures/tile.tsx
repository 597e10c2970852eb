import { type ReactNode, useEffect, useRef } from 'react'
import styles from './picture-grid.module.css'

/** A picture with the name of the person below it. */
export function Tile(props: {
  label: string
  name: string
  track: MediaStreamTrack | null
  look?: 'camera' | 'mirrored' | 'screen'
  isSpeaking?: boolean
  children?: ReactNode
}) {
  const { label, name, track, look = 'camera', isSpeaking = false, children } = props
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const element = video.current
    if (!element) return
    element.srcObject = track && new MediaStream([track])
    // A picture without sound may always play.
    if (track) element.play().catch(() => undefined)
  }, [track])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields of a form.
    <div role="group" className={styles.tile} aria-label={label} data-speaking={isSpeaking || undefined}>
      <video ref={video} className={styles[look]} muted playsInline autoPlay />
      {children}
      <span className={styles.name} aria-hidden>
        {name}
      </span>
    </div>
  )
}
