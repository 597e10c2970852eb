import type { ShownMessage } from '@guildhall/client/records'
import { Suspense, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { relativeTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { lazy } from '../../ui/lazy.tsx'
import { CustomEmoji } from '../markdown/markdown.tsx'
import styles from './poll.module.css'

const PollVoters = lazy(() => import('./poll-voters.tsx'))

/** A poll: its answers with their votes, and the person's own choice. */
export function Poll({ message }: { message: ShownMessage }) {
  const client = useClient()
  const { poll } = message
  const own = poll?.results?.answer_counts.filter(({ me_voted }) => me_voted).map(({ id }) => id) ?? []
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [error, setError] = useState<string | null>(null)
  const [revealed, setRevealed] = useState(false)
  const [voters, setVoters] = useState(false)
  if (!poll) return null
  const closed = poll.results?.is_finalized || (poll.expiry !== null && Date.parse(poll.expiry) <= Date.now())
  const voted = own.length > 0
  const shown = voted || closed || revealed
  const total = poll.results?.answer_counts.reduce((sum, { count }) => sum + count, 0) ?? 0
  const most = Math.max(...(poll.results?.answer_counts.map(({ count }) => count) ?? []))

  async function vote(answerIds: readonly number[]) {
    try {
      await client.api.call('vote_on_poll', {
        params: { channel_id: message.channel_id, message_id: message.id },
        body: { answer_ids: answerIds },
      })
      setError(null)
      setChosen([])
    } catch (failure) {
      setError(messageOf(failure))
    }
  }

  return (
    <fieldset className={styles.poll}>
      <legend className={styles.question}>{poll.question.text}</legend>
      <p className={styles.hint}>{poll.allow_multiselect ? t('Choose one or more answers') : t('Choose one answer')}</p>
      {poll.answers.map(({ answer_id, poll_media: { text, emoji } }) => {
        const count = poll.results?.answer_counts.find(({ id }) => id === answer_id)?.count ?? 0
        const won = closed && count > 0 && count === most
        const checked = voted ? own.includes(answer_id) : chosen.includes(answer_id)
        return (
          <label key={answer_id} className={styles.answer} data-checked={checked} data-won={won || undefined}>
            {shown && (
              <span
                className={styles.bar}
                style={{ width: `${total === 0 ? 0 : (count / total) * 100}%` }}
                aria-hidden
              />
            )}
            <input
              type={poll.allow_multiselect ? 'checkbox' : 'radio'}
              name={`poll-${message.id}`}
              checked={checked}
              disabled={closed || voted}
              onChange={() => setChosen(poll.allow_multiselect ? toggled(chosen, answer_id) : [answer_id])}
            />
            {emoji?.id ? (
              <CustomEmoji id={emoji.id} name={emoji.name ?? ''} animated={emoji.animated ?? false} />
            ) : (
              emoji?.name
            )}
            <span className={styles.text}>{text}</span>
            {shown && (
              <span className={styles.count}>
                {votes(count)}
                {won && <span className="visually-hidden">, {t('won')}</span>}
              </span>
            )}
          </label>
        )
      })}
      {error && <ErrorText>{error}</ErrorText>}
      <p className={styles.foot}>
        <span>{votes(total)}</span>
        <span>
          {closed ? t('Closed') : poll.expiry && t('Closes {time}', { time: relativeTime(Date.parse(poll.expiry)) })}
        </span>
        {!closed && !voted && (
          <Button size="small" look="primary" disabled={chosen.length === 0} onClick={() => void vote(chosen)}>
            {t('Vote')}
          </Button>
        )}
        {!closed && !voted && (
          <Button size="small" look="quiet" aria-pressed={revealed} onClick={() => setRevealed(!revealed)}>
            {revealed ? t('Hide results') : t('Show results')}
          </Button>
        )}
        {shown && total > 0 && (
          <Button size="small" look="quiet" onClick={() => setVoters(true)}>
            {t('Show voters')}
          </Button>
        )}
        {!closed && voted && (
          <Button size="small" onClick={() => void vote([])}>
            {t('Remove vote')}
          </Button>
        )}
      </p>
      {voters && (
        <Suspense>
          <PollVoters message={message} poll={poll} onClose={() => setVoters(false)} />
        </Suspense>
      )}
    </fieldset>
  )
}

function toggled(chosen: readonly number[], id: number): number[] {
  return chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]
}

const votes = (count: number) => t('{count, plural, one {# vote} other {# votes}}', { count })
