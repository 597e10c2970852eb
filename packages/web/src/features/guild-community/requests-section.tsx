import type { BodyOf } from '@guildhall/client'
import { type GuildJoinRequestObject, REJECTION_REASON_MAX } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import type { SectionProps } from '../../domain/guilds/section.ts'
import { useClient } from '../../gateway/react.tsx'
import { msg, t } from '../../lib/language/text.ts'
import { fullTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, SelectField, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'

const STATUSES = [
  ['SUBMITTED', msg('Waiting')],
  ['APPROVED', msg('Approved')],
  ['REJECTED', msg('Rejected')],
] as const

type RequestStatus = (typeof STATUSES)[number][0]

/** Requests of pending members to pass the membership screening. */
export function RequestsSection({ guildId }: SectionProps) {
  const client = useClient()
  const [status, setStatus] = useState<RequestStatus>('SUBMITTED')
  const { data, error, refetch } = useQuery({
    queryKey: ['join-requests', guildId, status],
    queryFn: () => client.api.call('get_guild_join_requests', { params: { guild_id: guildId }, query: { status } }),
    staleTime: 0,
  })
  return (
    <Section title={t('Membership requests')} description={t('Pending members ask to become full members.')}>
      <SelectField
        label={t('Status')}
        value={status}
        onChange={({ target }) => setStatus(target.value as RequestStatus)}
      >
        {STATUSES.map(([value, name]) => (
          <option key={value} value={value}>
            {t(name)}
          </option>
        ))}
      </SelectField>
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {data?.guild_join_requests.length === 0 && <p>{t('No requests here.')}</p>}
      {data && data.guild_join_requests.length > 0 && (
        <Rows>
          {data.guild_join_requests.map((request) => (
            <RequestRow key={request.id} guildId={guildId} request={request} onDecided={refetch} />
          ))}
        </Rows>
      )}
    </Section>
  )
}

function askedText({ created_at, actioned_by_user: user }: GuildJoinRequestObject): string {
  const time = fullTime(created_at)
  return user
    ? t('Asked {time}, decided by {username}', { time, username: user.username })
    : t('Asked {time}', { time })
}

function RequestRow(props: { guildId: string; request: GuildJoinRequestObject; onDecided: () => Promise<unknown> }) {
  const { guildId, request, onDecided } = props
  const client = useClient()
  const saving = useSave()
  const [rejecting, setRejecting] = useState(false)
  const name = request.user?.username ?? request.user_id
  const decide = (body: BodyOf<'action_guild_join_request'>) =>
    saving.run(async () => {
      await client.api.call('action_guild_join_request', {
        params: { guild_id: guildId, request_id: request.id },
        body,
      })
      setRejecting(false)
      await onDecided()
    })

  function reject(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason')).trim()
    void decide({ action: 'REJECTED', rejection_reason: reason || null })
  }

  return (
    <Row
      title={name}
      detail={
        <>
          {askedText(request)}
          {request.rejection_reason && `: ${request.rejection_reason}`}
          {saving.error && <ErrorText>{saving.error}</ErrorText>}
        </>
      }
    >
      {request.application_status === 'SUBMITTED' && (
        <>
          <Button
            size="small"
            aria-label={t('Approve {name}', { name })}
            onClick={() => void decide({ action: 'APPROVED' })}
          >
            {t('Approve')}
          </Button>
          <Button size="small" aria-label={t('Reject {name}', { name })} onClick={() => setRejecting(true)}>
            {t('Reject')}
          </Button>
        </>
      )}
      {rejecting && (
        <Dialog
          title={t('Reject {name}?', { name })}
          description={t('The pending member is removed from the guild.')}
          onClose={() => setRejecting(false)}
        >
          <form className={form.form} onSubmit={reject}>
            <TextField
              label={t('Reason')}
              name="reason"
              maxLength={REJECTION_REASON_MAX}
              autoFocus
              error={saving.error ?? undefined}
            />
            <DialogButtons action={t('Reject')} danger busy={saving.busy} onCancel={() => setRejecting(false)} />
          </form>
        </Dialog>
      )}
    </Row>
  )
}
