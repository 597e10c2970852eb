import { type Instant, instant } from '@guildhall/protocol'

/** Returns the time that a text of a world file states; null for a date that does not exist. */
export function timeOf(text: string): Instant | null {
  try {
    return instant(text)
  } catch {
    return null
  }
}
