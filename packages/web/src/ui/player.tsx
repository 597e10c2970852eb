/** A video or a sound with the browser's controls. Its file is loaded when it is played. */
export function Player(props: {
  kind: 'video' | 'audio'
  src: string
  /** Name of the player. */
  name: string
  className?: string | undefined
  onError?: () => void
}) {
  const { kind: Media, src, name, className, onError } = props
  return <Media src={src} controls preload="metadata" aria-label={name} className={className} onError={onError} />
}
