import type { GuildJoinRequestObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import type { SectionProps } from '../../domain/guilds/section.ts'
import { useClient } from '../../gateway/react.tsx'
import { fullTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, SelectField, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'

const STATUSES = [
  ['SUBMITTED', 'Waiting'],
  ['APPROVED', 'Approved'],
  ['REJECTED', 'Rejected'],
] as const

/** Requests of pending members to pass the membership screening. */
export function RequestsSection({ guildId }: SectionProps) {
  const client = useClient()
  const [status, setStatus] = useState('SUBMITTED')
  const path = `/guilds/${guildId}/requests`
  const { data, error, refetch } = useQuery({
    queryKey: ['join-requests', guildId, status],
    queryFn: () =>
      client.api.get<{ total: number; guild_join_requests: GuildJoinRequestObject[] }>(path, { query: { status } }),
    staleTime: 0,
  })
  return (
    <Section title="Membership requests" description="Pending members ask to become full members.">
      <SelectField label="Status" value={status} onChange={({ target }) => setStatus(target.value)}>
        {STATUSES.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </SelectField>
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {data?.guild_join_requests.length === 0 && <p>No requests here.</p>}
      {data && data.guild_join_requests.length > 0 && (
        <Rows>
          {data.guild_join_requests.map((request) => (
            <RequestRow key={request.id} path={path} request={request} onDecided={refetch} />
          ))}
        </Rows>
      )}
    </Section>
  )
}

function RequestRow(props: { path: string; request: GuildJoinRequestObject; onDecided: () => Promise<unknown> }) {
  const { path, request, onDecided } = props
  const client = useClient()
  const saving = useSave()
  const [rejecting, setRejecting] = useState(false)
  const name = request.user?.username ?? request.user_id
  const decide = (body: object) =>
    saving.run(async () => {
      await client.api.patch(`${path}/${request.id}`, body)
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
          Asked {fullTime(request.created_at)}
          {request.actioned_by_user && `, decided by ${request.actioned_by_user.username}`}
          {request.rejection_reason && `: ${request.rejection_reason}`}
          {saving.error && <ErrorText>{saving.error}</ErrorText>}
        </>
      }
    >
      {request.application_status === 'SUBMITTED' && (
        <>
          <Button size="small" aria-label={`Approve ${name}`} onClick={() => void decide({ action: 'APPROVED' })}>
            Approve
          </Button>
          <Button size="small" aria-label={`Reject ${name}`} onClick={() => setRejecting(true)}>
            Reject
          </Button>
        </>
      )}
      {rejecting && (
        <Dialog
          title={`Reject ${name}?`}
          description="The pending member is removed from the guild."
          onClose={() => setRejecting(false)}
        >
          <form className={form.form} onSubmit={reject}>
            <TextField label="Reason" name="reason" maxLength={160} autoFocus error={saving.error ?? undefined} />
            <DialogButtons action="Reject" danger busy={saving.busy} onCancel={() => setRejecting(false)} />
          </form>
        </Dialog>
      )}
    </Row>
  )
}
