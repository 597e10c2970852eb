import { displayName } from '@guildhall/client/questions'
import { useShallowState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
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
  if (second === undefined) return t('{first} is typing…', { first })
  return more.length === 0 ? t('{first} and {second} are typing…', { first, second }) : t('Several people are typing…')
}
