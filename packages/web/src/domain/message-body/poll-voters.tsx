import type { ShownMessage } from '@guildhall/client/records'
import type { PollObject } from '@guildhall/protocol'
import { useState } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { ChoiceTabs } from '../../ui/choice-tabs.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { UserPages } from '../people/user-pages.tsx'

/** Users of one request. */
const PAGE = 100

/** The users who voted for each answer of a poll. */
export default function PollVoters(props: { message: ShownMessage; poll: PollObject; onClose: () => void }) {
  const { message, poll, onClose } = props
  const client = useClient()
  const [chosen, setChosen] = useState(poll.answers[0]?.answer_id ?? 0)
  const countOf = (id: number) => poll.results.answer_counts.find((answer) => answer.id === id)?.count ?? 0
  return (
    <Dialog title={t('Voters')} description={poll.question.text} onClose={onClose}>
      <ChoiceTabs
        label={t('Answer')}
        value={String(chosen)}
        choices={poll.answers.map(({ answer_id, poll_media: { text } }) => ({
          value: String(answer_id),
          label: `${text ?? ''} ${countOf(answer_id)}`,
        }))}
        onChange={(value) => setChosen(Number(value))}
      />
      <UserPages
        queryKey={['voters', message.id, chosen, countOf(chosen)]}
        pageSize={PAGE}
        load={async (page) =>
          (
            await client.api.call('get_answer_voters', {
              params: { channel_id: message.channel_id, message_id: message.id, answer_id: chosen },
              query: { limit: PAGE, ...page },
            })
          ).users
        }
      />
    </Dialog>
  )
}
