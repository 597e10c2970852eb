import { useEffect, useState } from 'react'
import { t } from '../../lib/language/text.ts'
import styles from './clock-text.module.css'
import { useControlQuery } from './control-context.ts'
import { preciseDate } from './record-words.ts'

const TICK_MS = 1_000

/** Returns the platform's clock, and whether it stands still. */
export function useClock() {
  return useControlQuery('clock', (control) => control.clock())
}

/** The platform's date, which goes on between two requests unless the clock is frozen. */
export function ClockText() {
  const { data, dataUpdatedAt } = useClock()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  if (!data) return null
  const passedMs = data.frozen ? 0 : Math.max(0, now - dataUpdatedAt)
  const shown = new Date(Date.parse(data.now) + passedMs)
  return (
    <time dateTime={shown.toISOString()} className={styles.time} data-frozen={data.frozen || undefined}>
      {preciseDate(shown.toISOString())}
      {data.frozen && <span className={styles.frozen}>{t('frozen')}</span>}
    </time>
  )
}
