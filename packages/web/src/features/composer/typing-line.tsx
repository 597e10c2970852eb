import { useShallowState } from '../../gateway/react.tsx'
import { displayName } from '../../gateway/selectors.ts'
import styles from './typing-line.module.css'

/** Names of those who are typing in a channel. */
export function TypingLine({ channelId }: { channelId: string }) {
  const names = useShallowState(({ typing, users }) =>
    [...(typing.get(channelId)?.keys() ?? [])].flatMap((id) => {
      const user = users.get(id)
      return user ? [displayName(user)] : []
    }),
  )
  return (
    <p className={styles.line} aria-live="polite">
      {textOf(names)}
    </p>
  )
}

function textOf([first, second, ...more]: readonly string[]): string {
  if (first === undefined) return ''
  if (second === undefined) return `${first} is typing…`
  return more.length === 0 ? `${first} and ${second} are typing…` : 'Several people are typing…'
}
