import { Pause, Play } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { t } from '../../lib/language/text.ts'
import { IconButton } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import styles from './voice-player.module.css'
import { barsOf, clockText } from './waveform.ts'

const BARS = 48
/** A silent part is a short line. */
const LOWEST = 0.08

/** Plays a voice message. Its waveform shows the position, which the person can move. */
export function VoicePlayer(props: { src: string; durationSeconds: number; waveform: string }) {
  const { src, durationSeconds, waveform } = props
  const { playing, position, failed, toggle, seek } = useSound(src)
  const bars = useMemo(() => barsOf(waveform, BARS), [waveform])
  const played = durationSeconds === 0 ? 0 : position / durationSeconds
  return (
    <div className={styles.player}>
      <IconButton label={playing ? t('Pause') : t('Play voice message')} onClick={toggle}>
        {playing ? <Pause size={20} aria-hidden /> : <Play size={20} aria-hidden />}
      </IconButton>
      <span className={styles.track}>
        <span className={styles.wave} aria-hidden>
          {bars.map((bar, index) => (
            <span
              key={`${index}`}
              className={styles.bar}
              style={{ height: `${Math.max(bar, LOWEST) * 100}%` }}
              data-played={index / bars.length < played || undefined}
            />
          ))}
        </span>
        <input
          type="range"
          className={styles.position}
          aria-label={t('Position')}
          aria-valuetext={t('{position} of {duration}', {
            position: clockText(position),
            duration: clockText(durationSeconds),
          })}
          min={0}
          max={durationSeconds}
          step={0.1}
          value={Math.min(position, durationSeconds)}
          onChange={({ target }) => seek(Number(target.value))}
        />
      </span>
      <span className={styles.time}>{clockText(playing || position > 0 ? position : durationSeconds)}</span>
      {failed && <ErrorText>{t('The voice message could not be played.')}</ErrorText>}
    </div>
  )
}

function useSound(src: string) {
  const sound = useRef<HTMLAudioElement>(null)
  const [playing, setPlaying] = useState(false)
  const [position, setPosition] = useState(0)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const element = new Audio()
    element.preload = 'none'
    element.src = src
    sound.current = element
    const follow = () => setPosition(element.currentTime)
    const show = () => setPlaying(!element.paused)
    const end = () => {
      element.currentTime = 0
      show()
    }
    element.addEventListener('timeupdate', follow)
    for (const name of ['play', 'pause']) element.addEventListener(name, show)
    element.addEventListener('ended', end)
    return () => {
      element.removeEventListener('timeupdate', follow)
      for (const name of ['play', 'pause']) element.removeEventListener(name, show)
      element.removeEventListener('ended', end)
      element.pause()
      element.removeAttribute('src')
    }
  }, [src])

  function toggle() {
    const element = sound.current
    if (!element) return
    if (!element.paused) return element.pause()
    setFailed(false)
    // Playing is refused for a file that is gone.
    element.play().catch(() => setFailed(true))
  }

  function seek(seconds: number) {
    if (!sound.current) return
    sound.current.currentTime = seconds
    setPosition(seconds)
  }
  return { playing, position, failed, toggle, seek }
}
